"""The page, the service, its client, and the place to rate and collect (extra `web`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from seqlab.web.options import RequestLimits, ServeOptions

if TYPE_CHECKING:
    from seqlab.web.client import Client, ServiceError
    from seqlab.web.rating import Store, Study, create_study_app, export_study, read_study
    from seqlab.web.service.app import create_app
    from seqlab.web.service.server import serve

__all__ = [
    "Client",
    "RequestLimits",
    "ServeOptions",
    "ServiceError",
    "Store",
    "Study",
    "create_app",
    "create_study_app",
    "export_study",
    "read_study",
    "serve",
]

# Loaded when first used: whoever only wants the client need not load the service.
_PLACES = {
    "Client": "seqlab.web.client",
    "ServiceError": "seqlab.web.client",
    "Store": "seqlab.web.rating",
    "Study": "seqlab.web.rating",
    "create_app": "seqlab.web.service.app",
    "create_study_app": "seqlab.web.rating",
    "export_study": "seqlab.web.rating",
    "read_study": "seqlab.web.rating",
    "serve": "seqlab.web.service.server",
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    from seqlab.errors import UsageError

    try:
        return getattr(importlib.import_module(_PLACES[name]), name)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("seqlab"):
            raise
        raise UsageError(f"{error.name} is missing: pip install 'seqlab[web]'") from None
