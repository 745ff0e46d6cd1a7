"""A game on the screen: its table, its file, its computer players, and the games it is one of.

No widget in here: screens ask and play, a session keeps.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.duel.moves import Deal
from engine.duel.rules import SEATS
from engine.duel.state import DuelOptions, First
from engine.game import CHANCE, Outcome, Player, View
from engine.games import find_game
from engine.shuffle import Lots, seat_seed
from engine.table import HUMAN, Sitter, Table
from net.players import PATIENCE, abandon, dismiss, is_known, is_program, make_player, title
from saves.autosave import Autosave, BackgroundAutosave
from saves.files import read_file
from saves.record import Record, read_record
from saves.store import Store
from tui.outside import fresh_seed, now


@dataclass(frozen=True, slots=True)
class Setup:
    """What the new-game screen asks: who sits where, who begins, how many games.

    Attributes:
        kinds: `human` or a kind of computer player, by seat.
        names: What people are called, by seat; a computer player goes by its seat and kind.
        first: Who begins the first game; after that it alternates.
        games: How many games are played in a row.
    """

    kinds: tuple[str, str] = (HUMAN, "club")
    names: tuple[str, str] = ("NORD", "SUD")
    first: First = "lots"
    games: int = 1

    def sitters(self, seed: int) -> list[Sitter]:
        """Return who sits where in a game with this seed."""
        return [
            Sitter(name)
            if kind == HUMAN
            else Sitter(f"{SEATS[seat]} ({title(kind)})", kind, _seed_of(kind, seed, seat))
            for seat, (kind, name) in enumerate(zip(self.kinds, self.names, strict=True))
        ]


@dataclass(frozen=True, slots=True)
class Series:
    """Games in a row: which one this is, and how many each seat has won before it."""

    setup: Setup
    number: int = 1
    score: tuple[int, int] = (0, 0)

    def score_with(self, outcome: Outcome | None) -> tuple[int, int]:
        """Return the games won by each seat, this one too once it is over."""
        winners = outcome.winners if outcome else ()
        north, south = (won + (seat in winners) for seat, won in enumerate(self.score))
        return north, south

    def after(self, outcome: Outcome | None, began: int) -> Series:
        """Return the series after a game; who did not begin it begins the next.

        After the last game a new series begins.
        """
        setup = replace(self.setup, first="south" if began == 0 else "north")
        if self.number >= setup.games:
            return Series(setup)
        return Series(setup, self.number + 1, self.score_with(outcome))


class Session:
    """One game being played on the screen."""

    def __init__(self, record: Record, keeper: Autosave, path: Path, series: Series | None) -> None:
        self.record = record
        self.table: Table[Any] = record.table
        self.path = path
        self.series = series
        self.patience = PATIENCE
        self._keeper = keeper
        self._players: dict[int, Player[Any]] = {}
        keeper.keep(record)
        self.table.watch(None, self._watch)

    @classmethod
    def new(
        cls,
        series: Series,
        complain: Callable[[Exception], None],
        seed: int | None = None,
        deal: Deal | None = None,
        store: Store | None = None,
    ) -> Session:
        """Deal a new game and keep it in the folder of games."""
        setup, seed = series.setup, fresh_seed() if seed is None else seed
        game = find_game("duel")
        if deal is None:
            table: Table[Any] = Table(game, DuelOptions(setup.first), setup.sitters(seed), seed)
        else:
            first: First = setup.first
            if first == "lots":
                first = "north" if Lots(seed, 0).below(2) == 0 else "south"
            table = Table(game, DuelOptions(first), setup.sitters(seed))
            table.play(CHANCE, deal)
        return cls.kept(table, complain, series, store)

    @classmethod
    def kept(
        cls,
        table: Table[Any],
        complain: Callable[[Exception], None],
        series: Series | None = None,
        store: Store | None = None,
    ) -> Session:
        """Keep a game that has no file yet in the folder of games."""
        store = store or Store()
        names = " - ".join(sitter.name for sitter in table.sitters)
        path = store.free_path(f"{now().astimezone():%Y-%m-%d %H.%M} {names}")
        with suppress(OSError):  # autosave will say so
            path.parent.mkdir(parents=True, exist_ok=True)
        return cls(
            Record.new(table, now()),
            BackgroundAutosave(path, now, complain, must_be_new=True),
            path,
            series,
        )

    @classmethod
    def opened(cls, path: Path, complain: Callable[[Exception], None]) -> Session:
        """Go on with a game. Raises `Held`, `OSError`, `Fault`."""
        keeper = BackgroundAutosave(path, now, complain)
        try:
            record = read_record(read_file(path))
        except BaseException:
            keeper.close()
            raise
        return cls(record, keeper, path, None)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats where people sit."""
        return tuple(s for s, sitter in enumerate(self.table.sitters) if sitter.is_person)

    @property
    def is_shared(self) -> bool:
        """Whether two people play at this keyboard."""
        return len(self.people) > 1

    def computer(self, seat: int) -> Player[Any] | None:
        """Return who plays by itself at a seat, None where a person sits or nobody known."""
        sitter = self.table.sitters[seat]
        if seat not in self._players and is_known(self.table.game, sitter.kind):
            self._players[seat] = make_player(self.table.game, sitter, self.patience)
        return self._players.get(seat)

    def _watch(self, _event: object, view: View[Any]) -> None:
        """Tell programs how the game ended; the screen does not wait for what they do then."""
        if view.outcome:
            for seat, player in self._players.items():
                if is_program(self.table.sitters[seat].kind):
                    told = (player, self.table.view(seat))
                    threading.Thread(
                        target=dismiss, args=told, name="dismissing", daemon=True
                    ).start()

    def close(self) -> None:
        """Let go of the players and of the game's file; all of it is written."""
        for player in self._players.values():
            abandon(player)
        self._keeper.close()


def _seed_of(kind: str, seed: int, seat: int) -> int | None:
    return None if is_program(kind) else seat_seed(seed, seat)
