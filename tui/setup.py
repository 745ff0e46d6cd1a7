"""What a new game is made of: which game, who sits where, who begins, how many games in a row."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from engine.game import CHANCE, Outcome
from engine.games import find_game
from engine.shuffle import Lots, seat_seed
from engine.table import HUMAN, Sitter, Table
from net.players import is_program, title
from saves.record import SeriesPlace
from tui.games import SIDES
from tui.seat_names import seat_name

FREE_ZEN: Final = 3
"""The variant of Zen that has no announcements."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What the new-game screen asks.

    Attributes:
        kinds: `human` or a kind of computer player, by seat.
        names: What people are called, by seat, who has no name by that of the seat in files; a
            computer player goes by its seat and kind.
        first: Which side begins the first game; after that it alternates.
        games: How many games are played in a row.
        game: The key of the game.
        more: The game's other options, each with its name.
    """

    kinds: tuple[str, ...] = (HUMAN, "club")
    names: tuple[str, ...] = ("NORD", "SUD")
    first: str = "lots"
    games: int = 1
    game: str = "duel"
    more: tuple[tuple[str, Any], ...] = ()

    def options(self) -> Any:
        """Return the options of the game."""
        first = {"first": self.first} if self.game in SIDES else {}
        return find_game(self.game).options(**first, **dict(self.more))

    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Return the seats that win and lose together, side by side."""
        return find_game(self.game).sides(self.options())

    def option(self, name: str) -> Any:
        """Return what one of the game's other options is set to."""
        return getattr(self.options(), name)

    @property
    def firsts(self) -> tuple[str, ...]:
        """What may be said of who begins."""
        return ("lots", *SIDES[self.game])

    @property
    def has_series(self) -> bool:
        """Whether several games can be played in a row; a game of rounds is a row by itself."""
        return bool(dict(self.more).get("variant", 1) == 1)

    def rows(self) -> list[str]:
        """Return the game's other options that there is a choice of."""
        has_echec = dict(self.more).get("variant") != FREE_ZEN
        return [name for name, _value in self.more if name != "announce" or has_echec]

    def set_to(self, row: str, value: str) -> Setup:
        """Return the setup with something else: `kind 1`, `name 0`, `first`, `games`, an option."""
        what, _blank, seat = row.partition(" ")
        if what in ("kind", "name"):
            field = f"{what}s"
            there = list(getattr(self, field))
            there[int(seat)] = value
            return replace(self, **{field: tuple(there)})  # type: ignore[arg-type]
        if row == "first":
            return replace(self, first=value)
        if row == "games":
            return replace(self, games=int(value))
        more = dict(self.more)
        more[row] = int(value) if value.isdigit() else value
        if more.get("variant") == FREE_ZEN:
            more["announce"] = "auto"
        setup = replace(self, more=tuple(more.items()))
        setup = setup if setup.has_series else replace(setup, games=1)
        return setup if len(setup.places()) == len(self.kinds) else setup._seated()

    def _seated(self) -> Setup:
        """Return the setup with a sitter for each seat: of two, both of a team are alike."""
        seats = self._seats()
        return replace(self, kinds=(self.kinds * len(seats))[: len(seats)], names=seats)

    def _seats(self) -> tuple[str, ...]:
        return find_game(self.game).seats(self.options())

    def places(self) -> list[str]:
        """Return what the seats are called, in the language spoken now."""
        return [seat_name(seat) for seat in self._seats()]

    def called(self) -> list[str]:
        """Return what people are called; who has no name goes by the seat."""
        return [seat_name(name) for name in self.names]

    def sitters(self, seed: int) -> list[Sitter]:
        """Return who sits where in a game with this seed."""
        there = zip(self.kinds, self.called(), self.places(), strict=True)
        return [
            Sitter(name)
            if kind == HUMAN
            else Sitter(f"{place} ({title(kind)})", kind, _seed_of(kind, seed, seat))
            for seat, (kind, name, place) in enumerate(there)
        ]


def new_table(setup: Setup, seed: int, deal: Any = None) -> Table[Any]:
    """Return the table of a new game, with this deal if one is given."""
    game = find_game(setup.game)
    if deal is None:
        return Table(game, setup.options(), setup.sitters(seed), seed)
    if setup.first == "lots":
        setup = replace(setup, first=SIDES[setup.game][Lots(seed, 0).below(2)])
    table: Table[Any] = Table(game, setup.options(), setup.sitters(seed))
    table.play(CHANCE, deal)
    return table


def usual_setup(game: str) -> Setup:
    """Return the usual new game: a person against a computer player of middling strength."""
    if game == "duel":
        return Setup()
    levels = list(find_game(game).computer_players)
    kind = "club" if "club" in levels else levels[-1]
    more = (("variant", 1), ("announce", "auto"), ("players", 2))
    return Setup((HUMAN, kind), ("", ""), game=game, more=more)._seated()


@dataclass(frozen=True, slots=True)
class Series:
    """Games in a row.

    Attributes:
        setup: What each of them is made of.
        number: Which one this is, the first being 1.
        score: How many of the games before each side has won; empty for none.
    """

    setup: Setup
    number: int = 1
    score: tuple[int, ...] = ()

    @classmethod
    def of(cls, setup: Setup, place: SeriesPlace | None) -> Series | None:
        """Return the series of a game from a file, None for a single game."""
        if place is None:
            return None
        return cls(replace(setup, games=place.games), place.number, place.score)

    @property
    def place(self) -> SeriesPlace | None:
        """What the file of this game says of it; nothing of a single game."""
        games = self.setup.games
        return SeriesPlace(self.number, games, self._score) if games > 1 else None

    @property
    def _score(self) -> tuple[int, ...]:
        return self.score or (0,) * len(self.setup.sides())

    def score_with(self, outcome: Outcome | None) -> tuple[int, ...]:
        """Return the games won by each side, this one too once it is over."""
        winners = set(outcome.winners) if outcome else set()
        sides = zip(self._score, self.setup.sides(), strict=True)
        return tuple(won + bool(winners.intersection(side)) for won, side in sides)

    def after(self, outcome: Outcome | None, began: int) -> Series:
        """Return the series after a game; the side after the one that began it begins the next.

        After the last game a new series begins.
        """
        firsts = SIDES.get(self.setup.game, ())
        first = firsts[(began + 1) % len(firsts)] if firsts else self.setup.first
        setup = replace(self.setup, first=first)
        if self.number >= setup.games:
            return Series(setup)
        return Series(setup, self.number + 1, self.score_with(outcome))


def _seed_of(kind: str, seed: int, seat: int) -> int | None:
    return None if is_program(kind) else seat_seed(seed, seat)
