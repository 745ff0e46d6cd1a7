"""Numbered things line by line: rows that can be set, of a new game too, and names of players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from cli.game_options import PEOPLE
from cli.streams import BadUse
from engine.client import Place
from engine.games import describe
from engine.table import HUMAN
from play.new_game_model import NewGameModel, kind_words
from play.rows import Choice, Row
from programs.players import is_program
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


def number_in(text: str, most: int) -> int | None:
    """Return the whole number from 1 to `most` that a text is, None if it is none, however long.

    >>> number_in("07", 12), number_in("13", 12), number_in("0", 12), number_in("²", 12)
    (7, None, None, None)
    """
    digits = text.lstrip("0")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > len(str(most)):
        return None
    return int(digits) if int(digits) <= most else None


def numbered(things: Sequence[T], text: str) -> T | None:
    """Return the thing of a list that a text is the number of, from 1; None for no such number.

    >>> numbered("abc", "2"), numbered("abc", "4")
    ('b', None)
    """
    number = number_in(text, len(things))
    return None if number is None else things[number - 1]


def lasting(place: Place) -> Place:
    """Return a place without what is told otherwise: how long one waited, and for what."""
    return place._replace(waited=0, absent=0, again=None)


def who_and_level(game: str, text: str) -> tuple[str, str]:
    """Return a player and a level that were typed, "" for a free seat; the usual one without any.

    A level is named as the command line names it, or as it is said here.
    """
    described = describe(game)
    names = {folded(name): "" for name in ("free", _("free"))} | levels_of(game)
    for name, level in names.items():
        if folded(text) == name or folded(text).endswith(f" {name}"):
            return text[: len(text) - len(name)].strip(), level
    return text, described.kinds[-1]


def levels_of(game: str) -> dict[str, str]:
    """Return the levels of a game by what they are called: on the command line, and here."""
    return {
        folded(name): level
        for level in describe(game).levels
        for name in (level, short_words(kind_words(level)))
    }


class SettingUp(NewGameModel):
    """A new game that is set up in lines."""

    @property
    def prompt(self) -> str:
        """What stands before a line."""
        return f"{_('new game')}> "

    def lines(self) -> Iterator[str]:
        """Yield every row, and how one is set."""
        yield from tell_rows(self.rows)
        yield _("A number shows what the row can be; a number and a value set it.")
        yield _(
            "begin: begin this game. host: open a table for it. return: leave everything as it is."
        )

    def set(self, typed: str) -> Iterator[str]:
        """Say what a row can be, or set it: `3`, `3 2`, `variant 2`. Raises `BadUse`."""
        name, _blank, value = typed.partition(" ")
        row = row_called(self.rows, name)
        if not value:
            yield from tell_values(row)
            return
        before = [(one.id, one.value) for one in self.rows]
        is_named = row.id.startswith("kind ") and is_program(value.strip())
        self.choose(row, value.strip() if is_named else value_of(row, value.strip()))
        now = self.rows
        if [one.id for one in now] != [id_ for id_, _value in before]:
            yield from self.lines()
            return
        for number, one in enumerate(now, 1):
            if one.value != before[number - 1][1] or one.id == row.id:
                yield f"{number}. {tell(one)}"
