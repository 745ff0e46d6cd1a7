"""A game on the screen: its table, its file, its computer players, and the games it is one of.

No widget in here: screens ask and play, a session keeps.
"""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from engine.game import CHANCE, Player, View
from engine.games import find_game
from engine.shuffle import Lots
from engine.table import Table
from net.players import PATIENCE, abandon, dismiss, is_known, is_program, make_player
from saves.background import BackgroundAutosave
from saves.files import read_file
from saves.record import Record, read_record
from saves.store import Store
from tui.games import SIDES
from tui.keeping import Keeping
from tui.outside import fresh_seed, let_chance_play, now
from tui.setup import Series, Setup
from tui.words import _

__all__ = ["Series", "Session", "Setup"]

MOMENT: Final = 0.05
"""Seconds that a disk may need without anybody being told."""


class Session:
    """One game being played on the screen."""

    def __init__(
        self,
        record: Record,
        keeper: BackgroundAutosave,
        complain: Callable[[Exception], None],
        series: Series | None = None,
    ) -> None:
        self.record = record
        self.table: Table[Any] = record.table
        self.path = keeper.path
        self.series = series
        self.patience = PATIENCE
        self.keeping = Keeping(lambda: keeper.is_behind, complain)
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
        deal: Any = None,
        store: Store | None = None,
    ) -> Session:
        """Begin a new game, with this deal if one is given, and keep it in the folder of games."""
        setup, seed = series.setup, fresh_seed() if seed is None else seed
        game = find_game(setup.game)
        if deal is None:
            table: Table[Any] = Table(game, setup.options(), setup.sitters(seed), seed)
        else:
            if setup.first == "lots":
                setup = replace(setup, first=SIDES[setup.game][Lots(seed, 0).below(2)])
            table = Table(game, setup.options(), setup.sitters(seed))
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
        keeper = BackgroundAutosave(path, now, complain, must_be_new=True)
        return cls(Record.new(table, now()), keeper, complain, series)

    @classmethod
    def opened(cls, path: Path, complain: Callable[[Exception], None]) -> Session:
        """Go on with a game. Raises `Held`, `OSError`, `Fault`."""
        if any(path == keeper.path for keeper in BackgroundAutosave.unfinished()):
            raise BlockingIOError(errno.EBUSY, _("it is still being saved"))
        keeper = BackgroundAutosave(path, now, complain)
        try:
            record = read_record(read_file(path))
        except BaseException:
            keeper.close()
            raise
        let_chance_play(record.table)
        return cls(record, keeper, complain)

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

    def when_answered(self, tell: Callable[[], object]) -> None:
        """Call this, from another thread, whenever the disk has answered."""
        self._keeper.answered = tell

    def _watch(self, _event: object, view: View[Any]) -> None:
        """Tell programs how the game ended; the screen does not wait for what they do then."""
        self.keeping.watch()
        if view.outcome:
            for seat, player in self._players.items():
                if is_program(self.table.sitters[seat].kind):
                    told = (player, self.table.view(seat))
                    threading.Thread(
                        target=dismiss, args=told, name="dismissing", daemon=True
                    ).start()

    def close(self) -> None:
        """Let go of the players and of the file; what a slow disk has not yet is still written."""
        for player in self._players.values():
            abandon(player)
        self._keeper.let_go()
        self._keeper.is_closed(MOMENT)
