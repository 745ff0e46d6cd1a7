"""Numbered lists in lines: the rows of settings and of a new game, and the levels of players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from cli.game_options import PEOPLE
from cli.streams import BadUse
from engine.client import Place
from engine.games import describe
from engine.table import HUMAN
from play.new_game_model import NewGameModel, kind_words
from play.rows import Choice, Row, short_words
from programs.players import is_program
from words.plain_text import folded
from words.translation import _

T = TypeVar("T")


def tell_rows(rows: Sequence[Row[Any]]) -> Iterator[str]:
    """Yield each row with its number and its value."""
    for number, row in enumerate(rows, 1):
        yield f"{number}. {tell(row)}"


def tell(row: Row[Any]) -> str:
    """Return a row with its value."""
    return _("{row}: {value}.").format(row=row.words, value=row.note)


def tell_values(row: Row[Any]) -> Iterator[str]:
    """Yield what a row is for, its value, and each of its possible values."""
    if row.help:
        yield row.help
    yield tell(row)
    if isinstance(row.values, range):
        words = _("A number from {low} to {high}.")
        yield words.format(low=row.values[0], high=row.values[-1])
    elif row.values is None:
        yield _("Any text.")
    for number, choice in enumerate(row.choices, 1):
        note = f". {row.notes[choice.id]}" if choice.id in row.notes else ""
        typed = _typed(row, number, choice)
        yield f"  {typed}" if typed == choice.words else f"  {typed}. {choice.words}{note}"


def row_called(rows: Sequence[Row[T]], typed: str) -> tuple[Row[T], str]:
    """Return the row whose number or name begins a text, and the rest of it. Raises `BadUse`."""
    first = typed.split(maxsplit=1)[0]
    for number, row in enumerate(rows, 1):
        for name in (str(number), row.id, row.words):
            count = len(name.split())
            *begin, rest = [*typed.split(None, count), ""][: count + 1]
            if folded(name) == folded(" ".join(begin)):
                return row, rest
    raise BadUse(_("There is no row {text}, only 1 to {last}.").format(text=first, last=len(rows)))


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
    """Return the texts that can be typed for a value besides its number.

    For a player `computer: casual` the level alone will do, in either language.
    """
    people = PEOPLE if choice.id == HUMAN else ()
    return (*map(folded, (choice.id, choice.words, short_words(choice.words))), *people)


def _typed(row: Row[Any], number: int, choice: Choice) -> str:
    """Return the text that is typed for a value: its number, or a value of digits itself."""
    are_numbers = all(one.id[:1].isdigit() for one in row.choices)
    return choice.id if are_numbers else str(number)


def number_in(text: str, most: int) -> int | None:
    """Return a text as a whole number from 1 to `most`, None for any other text.

    >>> number_in("07", 12), number_in("13", 12), number_in("0", 12), number_in("²", 12)
    (7, None, None, None)
    """
    digits = text.lstrip("0")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > len(str(most)):
        return None
    return int(digits) if int(digits) <= most else None


def numbered(things: Sequence[T], text: str) -> T | None:
    """Return the thing of a list with this number (from 1), None for no such number.

    >>> numbered("abc", "2"), numbered("abc", "4")
    ('b', None)
    """
    number = number_in(text, len(things))
    return None if number is None else things[number - 1]


def lasting(place: Place) -> Place:
    """Return a place without its times and wishes, which are told elsewhere."""
    return place._replace(waited=0, absent=0, again=None)


def who_and_level(game: str, text: str) -> tuple[str, str]:
    """Return the player and the level that were typed; "" is the level of a free seat.

    Without a level it is the usual one. A level has its name here or of the command line.
    """
    described = describe(game)
    names = {folded(name): "" for name in ("free", _("free"))} | levels_of(game)
    for name, level in names.items():
        if folded(text) == name or folded(text).endswith(f" {name}"):
            return text[: len(text) - len(name)].strip(), level
    return text, described.kinds[-1]


def levels_of(game: str) -> dict[str, str]:
    """Return the levels of a game by their names, here and on the command line."""
    return {
        folded(name): level
        for level in describe(game).levels
        for name in (level, short_words(kind_words(level)))
    }


class SettingUp(NewGameModel):
    """A new game that is set up in lines."""

    @property
    def prompt(self) -> str:
        """The prompt."""
        return f"{_('new game')}> "

    def lines(self) -> Iterator[str]:
        """Yield every row, and how one is set."""
        yield from tell_rows(self.rows)
        yield _("A number shows what the row can be; a number and a value set it.")
        yield _(
            "begin: begin this game. host: open a table for it. return: leave everything as it is."
        )

    def set(self, typed: str) -> Iterator[str]:
        """Say the values of a row, or set it: `3`, `3 2`, `variant 2`. Raises `BadUse`."""
        row, value = row_called(self.rows, typed)
        if not value:
            yield from tell_values(row)
            return
        before = [(one.id, one.value) for one in self.rows]
        is_named = row.id.startswith("kind ") and is_program(value)
        self.choose(row, value if is_named else value_of(row, value))
        now = self.rows
        if [one.id for one in now] != [id_ for id_, _value in before]:
            yield from self.lines()
            return
        for number, one in enumerate(now, 1):
            if one.value != before[number - 1][1] or one.id == row.id:
                yield f"{number}. {tell(one)}"
