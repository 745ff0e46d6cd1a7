"""The rows of a new game: what each is set to, what it can be set to, and what that makes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Generic, TypeVar

from engine.description import Option, Value
from engine.games import GAMES, describe
from engine.table import HUMAN
from play.choice import Choice
from play.last_setup import COUNTS, last_setup
from play.setup import Setup
from programs.players import is_program
from words.names import level_name
from words.translation import _

T = TypeVar("T")

LONGEST_NAME: Final = 40


@dataclass(frozen=True, slots=True)
class Row(Generic[T]):
    """One thing that can be set, of a new game or of the program.

    Attributes:
        id: What it is: `game`, `kind 0`, `name 0`, `games`, or the name of an option or setting.
        words: What it is called.
        value: What it is set to: the id of one of its values, or the text.
        values: What it can be set to: a list to choose from, a range of numbers, or any text.
        question: What asks for its value.
        change: Returns all that is set with another value of this; called with right ones only.
    """

    id: str
    words: str
    value: str
    values: Sequence[Choice] | range | None
    question: str
    change: Callable[[str], T]

    @property
    def is_chosen(self) -> bool:
        """Whether its value is chosen from a list, not typed."""
        return self.values is not None and not isinstance(self.values, range)

    @property
    def choices(self) -> Sequence[Choice]:
        """The list to choose from; nothing for what is typed."""
        return () if self.values is None or isinstance(self.values, range) else self.values

    @property
    def note(self) -> str:
        """What people read for its value."""
        return next((one.words for one in self.choices if one.id == self.value), self.value)

    def turned(self, by: int) -> str | None:
        """Return the value so many places further, round and round; None where any text will do."""
        if self.values is None:
            return None
        if isinstance(self.values, range):
            return str(self.values[(self.values.index(int(self.value)) + by) % len(self.values)])
        ids = [choice.id for choice in self.values]
        return ids[(ids.index(self.value) + by) % len(ids)]

    def read(self, typed: str) -> str:
        """Return the value that was typed. Raises `ValueError` with what would be right."""
        if not isinstance(self.values, range):
            return typed[:LONGEST_NAME]
        low, high = self.values[0], self.values[-1]
        is_number = typed.isascii() and typed.isdigit() and len(typed) <= len(str(high))
        if is_number and int(typed) in self.values:
            return str(int(typed))
        words = _("{text} is not a number from {low} to {high}.")
        raise ValueError(words.format(text=typed, low=low, high=high))


def short_name(key: str) -> str:
    """Return the short name of the game with this key."""
    return _(describe(key).short_name)


def rows_of(
    setup: Setup, kinds: Sequence[str], game_name: Callable[[str], str] = short_name
) -> list[Row[Setup]]:
    """Return what a new game asks, with these kinds of player to choose from.

    `game_name` returns what a game is called, by its key.
    """
    return [
        _game_row(setup, game_name),
        *(_option_row(setup, option) for option in setup.choices()),
        *_seat_rows(setup, kinds),
        *_last_rows(setup),
    ]


def _game_row(setup: Setup, game_name: Callable[[str], str]) -> Row[Setup]:
    def change(key: str) -> Setup:
        return setup if key == setup.game else last_setup(key)

    words = _("Game")
    games = [Choice(key, _title(setup, key, game_name)) for key in GAMES]
    return Row("game", words, setup.game, games, words, change)


def _title(setup: Setup, key: str, game_name: Callable[[str], str]) -> str:
    """Return the title of a game; of the one that is set up also what its options make of it."""
    variant = _(describe(key).variant(setup.values)) if key == setup.game else ""
    return f"{game_name(key)} ({variant})" if variant else game_name(key)


def _option_row(setup: Setup, option: Option) -> Row[Setup]:
    words, value = _(option.words), str(setup.values[option.name])
    values = option.values_after(setup.values)
    if isinstance(values, range):
        question = _("{option}, from {low} to {high}:")
        question = question.format(option=words, low=values[0], high=values[-1])

        def count(typed: str) -> Setup:
            return setup.with_option(option.name, int(typed))

        return Row(option.name, words, value, values, question, count)
    by_id: dict[str, Value] = {str(one): one for one in values}

    def choose(id_: str) -> Setup:
        return setup.with_option(option.name, by_id[id_])

    choices = [Choice(id_, _(values[one])) for id_, one in by_id.items()]
    return Row(option.name, words, value, choices, words, choose)


def _seat_rows(setup: Setup, kinds: Sequence[str]) -> Iterable[Row[Setup]]:
    """Yield for each seat who plays there, and what a person there is called."""
    choices = [Choice(kind, kind_words(kind), kind_note(kind, setup.game)) for kind in kinds]
    called = setup.called()
    for seat, place in enumerate(setup.places()):
        kind, question = setup.kinds[seat], _("Who plays {seat}?").format(seat=place)
        yield Row(f"kind {seat}", place, kind, choices, question, partial(setup.with_kind, seat))
        if kind == HUMAN:
            words, change = _("Name of {seat}").format(seat=place), partial(_named, setup, seat)
            yield Row(f"name {seat}", words, called[seat], None, _("Name:"), change)


def _named(setup: Setup, seat: int, name: str) -> Setup:
    return setup if name == setup.called()[seat] else setup.with_name(seat, name)


def _last_rows(setup: Setup) -> Iterable[Row[Setup]]:
    """Yield who begins, and how many games are played, where that can be chosen."""
    if first := setup.description.first:
        assert not isinstance(first.values, range)
        choices = [Choice(str(one), _(words)) for one, words in first.values.items()]

        def begin(side: str) -> Setup:
            return setup._replace(first=side)

        yield Row(first.name, _(first.words), setup.first, choices, _(first.words), begin)
    if setup.has_series:
        words = _("Number of games")
        counts = [Choice(str(count), str(count)) for count in COUNTS]

        def play(games: str) -> Setup:
            is_one = int(games) == 1
            return setup._replace(
                games=int(games), changes_places=setup.changes_places and not is_one
            )

        yield Row("games", words, str(setup.games), counts, words, play)
    if setup.games > 1:
        words = _("Places")
        ways = [
            Choice("stay", _("stay as they are")),
            Choice("change", _("change after each game")),
        ]

        def seat(way: str) -> Setup:
            return setup._replace(changes_places=way == "change")

        yield Row("places", words, "change" if setup.changes_places else "stay", ways, words, seat)


def kind_words(kind: str) -> str:
    """Return what a kind of player is called; another's program by its command."""
    if kind == HUMAN:
        return _("a person")
    return kind if is_program(kind) else _("computer: {kind}").format(kind=level_name(kind))


def kind_note(kind: str, game: str) -> str:
    """Return in a few words how a kind of player plays a game."""
    return _("at this keyboard") if kind == HUMAN else _(describe(game).levels.get(kind, ""))
