"""The description of a game: its options, its kinds of player, and their words.

A description is read before the game is loaded. Its words are English; `words.translation` says
them in the language spoken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias

Value: TypeAlias = int | str | bool
"""The value of an option, as files keep it."""

Values: TypeAlias = Mapping[str, Any]
"""The values of options, by name."""


NOTHING: Final[Mapping[Any, Any]] = MappingProxyType({})
"""A mapping of nothing."""

CONTEXT_END: Final = "\x04"
"""The separator of a text's context and the text in gettext's files."""


def mark(text: str, context: str = "") -> str:
    """Return a constant that is translated where it is shown.

    A text of two meanings is told from itself by a context, which stands before it as in gettext's
    own files and is never shown.
    """
    return f"{context}{CONTEXT_END}{text}" if context else text


def always(_values: Values) -> bool:
    """Return True, whatever the options are."""
    return True


def never(_values: Values) -> bool:
    """Return False, whatever the options are."""
    return False


def nameless(_values: Values) -> str:
    """Return nothing, whatever the options are."""
    return ""


ON_OFF: Final[Mapping[Value, str]] = {True: mark("on"), False: mark("off")}
"""The values of a switch, with their words."""


class Option(NamedTuple):
    """One field of a game's options, as people choose it.

    Attributes:
        name: The name of the field; the command line puts two hyphens before it.
        words: Its name in a new game.
        values: Its possible values with their words, or a range of numbers.
        usual: Its value in the usual game.
        help: The help of the command line.
        applies: Says, by the values of the options listed before it, whether there is a choice;
            where there is none, the usual value holds.
        within: Returns, by the same values, the part of its range that they leave; None where that
            is always all of it.
        about: What it is for, in a sentence, "" where its values say it.
        notes: What each value means, in a sentence.
        names_side: Whether it may name a side, as `first` does: players who change places take it
            along.
    """

    name: str
    words: str
    values: Mapping[Value, str] | range
    usual: Value
    help: str
    applies: Callable[[Values], bool] = always
    within: Callable[[Values], range] | None = None
    about: str = ""
    notes: Mapping[Value, str] = NOTHING
    names_side: bool = False

    def values_after(self, before: Values) -> Mapping[Value, str] | range:
        """Return its values, given those of the options before it."""
        return self.within(before) if self.within else self.values

    def fitted(self, value: object, before: Values) -> Value:
        """Return the value if it is allowed, else the nearest number or the usual value.

        >>> def cards(values: Values) -> range:
        ...     return range(1, 52 // values["players"] + 1)
        >>> option = Option("cards", "Cards", range(1, 27), 5, "", within=cards)
        >>> option.fitted(20, {"players": 4}), option.fitted("ace", {"players": 4})
        (13, 5)
        """
        if not self.applies(before):
            return self.usual
        values = self.values_after(before)
        if isinstance(values, range):
            number = value if type(value) is int else int(self.usual)
            return max(values[0], min(number, values[-1]))
        same = (one for one in values if type(one) is type(value) and one == value)  # True is no 1
        return next(same, self.usual)


class Description(NamedTuple):
    """The description of a game, which can be read without loading its rules.

    Attributes:
        title: The name that people know it by.
        rules: The rules in short, as one screen has room for them.
        options: The options that a new game asks for, in this order.
        first: The option for who begins: `lots`, then a value for each side in the order of
            `Game.sides`; None for a game that gives no choice.
        levels: Each kind of computer player, the weakest first, with how it plays in a few words.
        kinds: The kinds of player in the usual new game, by seat; repeated for more seats.
        name: A short name, for a tile or a column of a table; without it the title serves.
        about: The game in four sentences, one a line; without them the beginning of the rules
            serves.
        label: The word before the players of a game in lists; empty for the main game.
        seat_words: The names that people have for seats, where files have others.
        has_series: Returns, for the values of all options, whether several games can be played in
            a series; a game of rounds is one by itself.
        has_race: Returns, for the values of all options, whether all may have to move at once, as
            fast as they can.
        arena: The options of an arena's games that differ from the usual ones.
        has_secrets: Whether a seat may know something that others may not.
        is_chance_alone: Whether nobody decides anything: whoever is to move has one legal move.
        variant: Returns, for the values of all options, the name that people have for just this
            game beside its title, nothing for none.
        unnamed: The values of options that a file or a message does not name, where they differ
            from the defaults: some files are older than these.
        setup: The values of options with which a new game is first set up, where they differ from
            the usual ones.
        worth: The Elo of each level, with `greedy` at 0; none where nobody is rated. They are
            measured by `benchmarks/ladder.py`; a bound where a level lost all games.
        best: What makes the best of the games won; "" where they cannot be compared.
        feat: What somebody can do in a game besides winning it, as `Game.feat` finds it.
    """

    title: str
    rules: str
    options: tuple[Option, ...]
    first: Option | None
    levels: Mapping[str, str]
    kinds: tuple[str, ...]
    name: str = ""
    about: str = ""
    label: str = ""
    seat_words: Mapping[str, str] = NOTHING
    has_series: Callable[[Values], bool] = always
    has_race: Callable[[Values], bool] = never
    arena: Values = NOTHING
    has_secrets: bool = True
    is_chance_alone: bool = False
    variant: Callable[[Values], str] = nameless
    unnamed: Values = NOTHING
    setup: Values = NOTHING
    worth: Mapping[str, int] = NOTHING
    best: Literal["", "fewest turns", "most turns", "fewest points"] = ""
    feat: str = ""

    @property
    def short_name(self) -> str:
        """The short name, or the title of a game that has none."""
        return self.name or self.title

    @property
    def has_deal(self) -> bool:
        """Whether cards are dealt, face down for at least some players."""
        return self.has_secrets or self.is_chance_alone

    @property
    def beginners(self) -> tuple[str, ...]:
        """The values of `first` that name a side, by side; none if the game gives no choice."""
        return tuple(map(str, self.first.values))[1:] if self.first else ()

    def moved_on(self, values: Values) -> dict[str, Value]:
        """Return the values of options once all players have moved on by one seat."""
        sides, moved = self.beginners, dict(values)
        for option in self.options:
            if option.names_side and (side := moved.get(option.name)) in sides:
                moved[option.name] = sides[(sides.index(str(side)) + 1) % len(sides)]
        return moved

    def fitted(self, values: Values) -> dict[str, Value]:
        """Return a value for each option: the given one if it is allowed.

        Otherwise it is the nearest number or the usual value, as for an option that is not given.
        """
        fitted: dict[str, Value] = {}
        for option in self.options:
            fitted[option.name] = option.fitted(values.get(option.name, option.usual), fitted)
        return fitted

    def choices(self, values: Values) -> list[Option]:
        """Return the options that still have more than one value with these values of others."""
        return [
            option
            for option in self.options
            if option.applies(values) and len(option.values_after(values)) > 1
        ]
