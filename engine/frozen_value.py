"""The base of values that are made at every start: they load without `dataclasses`.

That module brings `inspect` and `ast`, which cost a short command a tenth of its time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, dataclass_transform

if TYPE_CHECKING:
    from dataclasses import Field


class _FieldsOnDemand:
    """The description of a class that `dataclasses` and msgspec read, made when one does."""

    def __get__(self, _value: object, kind: type[FrozenValue]) -> dict[str, Field[Any]]:
        from dataclasses import field, fields, make_dataclass

        described = [
            (name, note, field(default=getattr(kind, name)) if hasattr(kind, name) else field())
            for name, note in kind.__annotations__.items()
        ]
        found = {one.name: one for one in fields(make_dataclass(kind.__name__, described))}
        kind.__dataclass_fields__ = found  # the next one finds it there
        return found


@dataclass_transform(frozen_default=True)
class FrozenValue:
    """An immutable value; the annotations of its class are its fields, as in a dataclass.

    `asdict`, `replace` and `fields` of `dataclasses` take it, and msgspec reads and writes it.

    >>> class Point(FrozenValue):
    ...     x: int
    ...     y: int = 0
    >>> Point(2), Point(2) == Point(x=2, y=0)
    (Point(x=2, y=0), True)
    """

    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    else:
        __dataclass_fields__ = _FieldsOnDemand()

    def __init__(self, *given: Any, **named: Any) -> None:
        """Set the fields. Raises `TypeError` unless each of them gets one value."""
        kind = type(self)
        names = kind.__annotations__
        values = {name: getattr(kind, name) for name in names if hasattr(kind, name)}
        placed = dict(zip(names, given, strict=False))
        values |= placed | named
        if len(given) > len(names) or placed.keys() & named or values.keys() != names.keys():
            raise TypeError(f"{kind.__name__} is made of {', '.join(names)}, each given once")
        self.__dict__.update((name, values[name]) for name in names)
        self.__post_init__()

    def __post_init__(self) -> None:
        """Check the fields."""

    def _values(self) -> tuple[object, ...]:
        return tuple([getattr(self, name) for name in type(self).__annotations__])

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        fields = [f"{name}={getattr(self, name)!r}" for name in type(self).__annotations__]
        return f"{type(self).__name__}({', '.join(fields)})"

    def __setattr__(self, name: str, _value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be deleted")
