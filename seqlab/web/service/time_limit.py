"""`time_limit`: `asyncio.timeout`, which Python 3.10 has from a package of its own."""

from __future__ import annotations

import asyncio
import sys

if sys.version_info >= (3, 11):
    from asyncio import timeout as time_limit
else:
    from async_timeout import timeout as time_limit

# What it raises; the two are one from Python 3.11 on.
Expired = (TimeoutError, asyncio.TimeoutError)

__all__ = ["Expired", "time_limit"]
