"""Numbered rows of things that can be set, told and read line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from cli.lines.numbers import numbered
from cli.output import BadUse
from cli.seats import PEOPLE
from engine.table import HUMAN
from play.choice import Choice
from play.new_game_rows import Row
from words.plain_text import folded
from words.translation import _

T = TypeVar("T")


def tell_rows(rows: Sequence[Row[Any]]) -> Iterator[str]:
    """Yield each row with its number and what it is set to."""
    for number, row in enumerate(rows, 1):
        yield f"{number}. {tell(row)}"


def tell(row: Row[Any]) -> str:
    """Return what a row is set to."""
    return _("{row}: {value}.").format(row=row.words, value=row.note)


def tell_values(row: Row[Any]) -> Iterator[str]:
    """Yield what a row is set to and what it can be set to, one value a line."""
    yield tell(row)
    if isinstance(row.values, range):
        words = _("A number from {low} to {high}.")
        yield words.format(low=row.values[0], high=row.values[-1])
    elif row.values is None:
        yield _("Any text.")
    for number, choice in enumerate(row.choices, 1):
        note = f", {choice.note}" if choice.note else ""
        typed = _typed(row, number, choice)
        yield f"  {typed}" if typed == choice.words else f"  {typed}. {choice.words}{note}"


def row_called(rows: Sequence[Row[T]], text: str) -> Row[T]:
    """Return the row with this number or this name. Raises `BadUse`."""
    if found := numbered(rows, text):
        return found
    for row in rows:
        if folded(text) in (folded(row.id), folded(row.words)):
            return row
    raise BadUse(_("There is no row {text}, only 1 to {last}.").format(text=text, last=len(rows)))


def value_of(row: Row[Any], typed: str) -> str:
    """Return the value of a row that was typed: its number, its name, or its words.

    Raises `BadUse`.
    """
    for number, choice in enumerate(row.choices, 1):
        if folded(typed) in (_typed(row, number, choice), *_names(choice)):
            return choice.id
    if row.choices:
        values = ", ".join(short_words(choice.words) for choice in row.choices)
        words = _("{row} cannot be {text}, only: {values}.")
        raise BadUse(words.format(row=row.words, text=typed, values=values))
    try:
        return row.read(typed)
    except ValueError as fault:
        raise BadUse(str(fault)) from None


def _names(choice: Choice) -> tuple[str, ...]:
    """Return what may be typed for a value besides its number: its name, its words.

    Of a player `computer: casual` the level alone will do, in either language.
    """
    people = PEOPLE if choice.id == HUMAN else ()
    return (*map(folded, (choice.id, choice.words, short_words(choice.words))), *people)


def short_words(words: str) -> str:
    """Return the words for a value without those before a colon, and without a remark.

    >>> short_words("ordinateur : amateur (casual)")
    'amateur'
    """
    return words.rpartition(":")[2].partition("(")[0].strip()


def _typed(row: Row[Any], number: int, choice: Choice) -> str:
    """Return what is typed for a value: its number, or itself where values are numbers."""
    are_numbers = all(one.id.isdigit() for one in row.choices)
    return choice.id if are_numbers else str(number)
