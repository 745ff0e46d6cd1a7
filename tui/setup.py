"""What a new game is made of: which game, who sits where, who begins, how many games in a row."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from engine.game import Outcome
from engine.games import find_game
from engine.shuffle import seat_seed
from engine.table import HUMAN, Sitter
from net.players import is_program, title
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
        return find_game(self.game).options(first=self.first, **dict(self.more))

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
    """Games in a row: which one this is, and how many each side has won before it."""

    setup: Setup
    number: int = 1
    score: tuple[int, int] = (0, 0)

    def score_with(self, outcome: Outcome | None) -> tuple[int, int]:
        """Return the games won by each side, this one too once it is over."""
        winners = {seat % len(self.score) for seat in outcome.winners} if outcome else set()
        north, south = (won + (side in winners) for side, won in enumerate(self.score))
        return north, south

    def after(self, outcome: Outcome | None, began: int) -> Series:
        """Return the series after a game; the side that did not begin it begins the next.

        After the last game a new series begins.
        """
        setup = replace(self.setup, first=SIDES[self.setup.game][1 - began])
        if self.number >= setup.games:
            return Series(setup)
        return Series(setup, self.number + 1, self.score_with(outcome))


def _seed_of(kind: str, seed: int, seat: int) -> int | None:
    return None if is_program(kind) else seat_seed(seed, seat)
