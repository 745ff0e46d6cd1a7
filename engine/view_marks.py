"""The marks in the annotations of a view: they say how messages carry it, and what it may hold."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Annotated, Any, NamedTuple, TypeAlias, TypeVar

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

T = TypeVar("T")


class SeatMark(Enum):
    """The marks in the annotations of a view that tell which parts depend on seats."""

    SEAT = "a seat"
    MOVER = "a seat or chance"
    BY_SEAT = "a value for each seat"
    BY_SEAT_IF_ANY = "a value for each seat, or none at all"
    IF_ANY = "left out where it is None"


class Written(NamedTuple):
    """The mark of values in a view that messages carry in another form.

    Attributes:
        write: Returns the JSON of a value.
        read: Returns the value; raises `ValueError`.
        kind: The type of the JSON, or its types.
    """

    write: Callable[[Any], Json]
    read: Callable[[Any], Any]
    kind: type | tuple[type, ...] = str


Seat: TypeAlias = Annotated[int, SeatMark.SEAT]
SeatIfAny: TypeAlias = Annotated[Seat | None, SeatMark.IF_ANY]
Mover: TypeAlias = Annotated[int, SeatMark.MOVER]
BySeat: TypeAlias = Annotated[tuple[T, ...], SeatMark.BY_SEAT]
BySeatIfAny: TypeAlias = Annotated[tuple[T, ...], SeatMark.BY_SEAT_IF_ANY]
