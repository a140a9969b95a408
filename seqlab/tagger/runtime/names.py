"""How heads and features are called inside the network."""

from __future__ import annotations


def module_key(name: str) -> str:
    """The name of a head or feature as the name of a module."""
    # Module names may hold no dot and be no attribute of a module, such as `type`.
    return "of_" + name.replace(".", "_")
