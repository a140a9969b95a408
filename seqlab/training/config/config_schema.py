"""Plain values of a YAML file into dataclasses and back, with errors that name the key."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from seqlab.errors import UsageError, nearest

T = TypeVar("T")


def from_plain(kind: type[T], values: Mapping[str, Any], place: str = "") -> T:
    """The dataclass `kind` with `values` in it, each checked against its type."""
    if not isinstance(values, Mapping):
        raise UsageError(f"{place or 'settings'}: must be a mapping (got {values!r})")
    hints = get_type_hints(kind)
    known = [field.name for field in dataclasses.fields(kind)]  # type: ignore[arg-type]
    given = {}
    for name, value in values.items():
        key = f"{place}.{name}" if place else str(name)
        if name not in known:
            raise UsageError(f"no setting {key!r}{nearest(key, setting_names(kind, place))}")
        given[name] = _checked(hints[name], value, key)
    try:
        return kind(**given)
    except UsageError as error:
        raise UsageError(f"{place}: {error}" if place else str(error)) from None


def to_plain(value: Any) -> Any:
    """A dataclass as plain lists, dictionaries and values, as `from_plain` reads them."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: to_plain(getattr(value, field.name)) for field in dataclasses.fields(value)
        }
    if isinstance(value, Mapping):
        return {key: to_plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_plain(item) for item in value]
    return value


def setting_names(kind: Any, place: str = "") -> Iterator[str]:
    """The dotted names of all settings in a dataclass, those of its parts included."""
    hints = get_type_hints(kind)
    for field in dataclasses.fields(kind):
        key = f"{place}.{field.name}" if place else field.name
        yield key
        if dataclasses.is_dataclass(hints[field.name]):
            yield from setting_names(hints[field.name], key)


def nested(values: Mapping[str, Any]) -> dict[str, Any]:
    """Dotted keys as keys in keys: `{"a.b": 1, "a": {"c": 2}}` → `{"a": {"b": 1, "c": 2}}`."""
    found: dict[str, Any] = {}
    for key, value in values.items():
        value = nested(value) if isinstance(value, Mapping) else value
        for part in reversed(str(key).split(".")):
            value = {part: value}
        found = merged(found, value)
    return found


def merged(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    """`first` with what `second` says instead, key by key at all depths."""
    found = dict(first)
    for key, value in second.items():
        old = found.get(key)
        both = isinstance(old, Mapping) and isinstance(value, Mapping)
        found[key] = merged(old, value) if both else value  # type: ignore[arg-type]
    return found


def differences(first: Any, second: Any, place: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Dotted key, value and other value wherever two plain trees differ."""
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        for key in sorted({*first, *second}, key=str):
            inner = f"{place}.{key}" if place else str(key)
            yield from differences(first.get(key), second.get(key), inner)
    elif first != second:
        yield place, first, second


def _checked(kind: Any, value: Any, key: str) -> Any:
    """`value`, if it is a `kind`."""
    origin, arguments = get_origin(kind), get_args(kind)
    if dataclasses.is_dataclass(kind):
        return from_plain(kind, value, key)  # type: ignore[arg-type]
    if origin in (Union, types.UnionType):
        if value is None and type(None) in arguments:
            return None
        return _checked(next(a for a in arguments if a is not type(None)), value, key)
    if origin is Literal:
        if value in arguments:
            return value
        # YAML reads a bare `off` as false.
        if value is False and "off" in arguments:
            return "off"
        raise UsageError(f"{key}: one of {', '.join(map(str, arguments))} (got {value!r})")
    if origin is tuple:
        if isinstance(value, str) and arguments[0] is str:
            value = value.split(",")
        if not isinstance(value, (list, tuple)):
            raise UsageError(f"{key}: must be a list (got {value!r})")
        inner = arguments[0]
        return tuple(_checked(inner, item, f"{key}[{n}]") for n, item in enumerate(value))
    if origin is dict:
        if not isinstance(value, Mapping):
            raise UsageError(f"{key}: must be a mapping (got {value!r})")
        return {str(k): _checked(arguments[1], item, f"{key}.{k}") for k, item in value.items()}
    if kind is Any:
        return value
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is not kind:
        raise UsageError(f"{key}: must be {_NAMES.get(kind, kind)} (got {value!r})")
    return value


_NAMES = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}
