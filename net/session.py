"""A game being played: its table, its file, and the players that think.

No screen in here: whoever plays asks and plays, a session keeps.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final

from engine.game import NotationError, Player, View
from engine.table import Event, EventKind, Table
from net.outside import let_chance_play, now
from net.players import PATIENCE, abandon, dismiss, is_known, is_program, make_player

if TYPE_CHECKING:
    from pathlib import Path

    from saves.autosave import Autosave, Complain
    from saves.record import Record, SeriesPlace
    from saves.store import Store

MOMENT: Final = 0.05
"""Seconds that a disk may need without anybody being told."""


class StillSaving(Exception):
    """The game was left a moment ago, and the disk still works on its file."""


class Session:
    """One game being played, kept nowhere at first.

    Attributes:
        table: The game.
        complain: Is told what becomes of its file.
        patience: Seconds that a program may take for an answer.
        programs: The programs that may be started; None where somebody agreed to all of them.
    """

    def __init__(self, table: Table[Any], *, waits: bool = False) -> None:
        """Sit down at a game.

        Args:
            table: The game.
            waits: Whether who plays waits for the disk and for programs that end, and reads what
                these write on standard error, as in lines; else nobody does, as at a screen.
        """
        self.table = table
        self.complain: Complain = _ignore
        self.patience = PATIENCE
        self.programs: frozenset[str] | None = None
        self._waits = waits
        self._record: Record | None = None
        self._keeper: Autosave | None = None
        self._path: Path | None = None
        self._players: dict[int, Player[Any]] = {}
        self._ends = ExitStack()
        table.watch(None, self._watch)

    @classmethod
    def kept(
        cls,
        table: Table[Any],
        complain: Complain,
        store: Store | None = None,
        series: SeriesPlace | None = None,
    ) -> Session:
        """Keep a game that has no file yet in the folder of games, and which of a row it is."""
        from saves.record import Record
        from saves.store import Store

        store = store or Store()
        names = " - ".join(sitter.name for sitter in table.sitters)
        path = store.free_path(f"{now().astimezone():%Y-%m-%d %H.%M} {names}")
        keeper = _keeper(path, complain, waits=False, must_be_new=True)
        session, record = cls(table), Record.new(table, now())
        record.series = series
        session._keep(record, path, complain, keeper)
        return session

    @classmethod
    def opened(
        cls,
        path: Path,
        complain: Complain,
        prepare: Callable[[Table[Any]], None] | None = None,
        *,
        waits: bool = False,
    ) -> Session:
        """Go on with a game. Raises `Held`, `StillSaving`, `OSError`, `Fault`.

        `prepare` is given the table as it was read; what it raises leaves the file as it is.
        """
        from saves.files import read_file
        from saves.record import read_record

        keeper = _keeper(path, complain, waits=waits)
        try:
            record = read_record(read_file(path))
            if prepare:
                prepare(record.table)
        except BaseException:
            keeper.close()
            raise
        let_chance_play(record.table)
        session = cls(record.table, waits=waits)
        session._keep(record, path, complain, keeper)
        return session

    def keep(self, path: Path, complain: Complain) -> None:
        """Keep the game in a new file from now on. Raises `Held`, `FileExistsError`."""
        from saves.record import Record

        keeper = _keeper(path, complain, waits=self._waits, must_be_new=True)
        if os.path.lexists(path):
            keeper.close()
            raise _there_already(path)
        self._keep(Record.new(self.table, now()), path, complain, keeper)

    def copy(self, path: Path) -> None:
        """Write a game that is kept into another file too. Raises `OSError`."""
        assert self._keeper
        if os.path.lexists(path):
            raise _there_already(path)
        self._keeper.copy(path)

    @property
    def is_kept(self) -> bool:
        """Whether the game has a file."""
        return self._keeper is not None

    @property
    def record(self) -> Record:
        """The game as its file has it, with what only that knows; for one that is kept."""
        assert self._record
        return self._record

    @property
    def path(self) -> Path:
        """Where a game that is kept was to be kept; it may have had to move."""
        assert self._path
        return self._path

    @property
    def saved_in(self) -> Path | None:
        """The file that the game is in, None while it could not be saved."""
        return self._keeper.saved_in if self._keeper else None

    @property
    def people(self) -> tuple[int, ...]:
        """The seats where people sit."""
        return tuple(s for s, sitter in enumerate(self.table.sitters) if sitter.is_person)

    def computer(self, seat: int) -> Player[Any] | None:
        """Return who plays by itself at a seat, None for a person and who may not or is unknown."""
        table, sitter = self.table, self.table.sitters[seat]
        if is_program(sitter.kind) and not (self.programs is None or sitter.kind in self.programs):
            return None
        if seat not in self._players and is_known(table.game, sitter.kind):
            player = make_player(table.game, sitter, self.patience, show_errors=self._waits)
            self._players[seat] = player
            self._ends.callback(self._dismiss, seat, player)
        return self._players.get(seat)

    @property
    def is_behind(self) -> bool:
        """Whether the disk has not yet answered for the newest change."""
        return self._keeper is not None and self._keeper.is_behind

    def note_hint(self, seat: int, text: str) -> None:
        """Note a hint in the record of the game, once as long as nothing is taken back."""
        table = self.table
        event = Event(EventKind.HINT, len(table.plays), seat, text=text)
        for before in reversed(table.events):
            if before == event:
                return
            if before.kind is EventKind.TAKE_BACK:
                break
        table.hint(seat, text)

    @property
    def series(self) -> SeriesPlace | None:
        """Which of some games in a row this is, None for a single game."""
        return self._record.series if self._record else None

    def keep_draft(self, seat: int, steps: Sequence[Any]) -> None:
        """Keep the steps of a move that a person leaves unfinished; none forget an old draft."""
        if self._record is None or self._keeper is None:
            return
        from saves.record import Begun

        game, at = self.table.game, len(self.table.plays)
        begun = Begun(seat, at, tuple(map(game.format_step, steps))) if steps else None
        if begun != self._record.begun:
            self._record.begun = begun
            self._keeper.save(self._record)

    def draft(self, seat: int) -> tuple[Any, ...]:
        """Return the steps of the move that a seat left unfinished, none if it is not due."""
        begun = self._record.begun if self._record else None
        if begun is None or (begun.seat, begun.at) != (seat, len(self.table.plays)):
            return ()
        try:
            return tuple(map(self.table.game.parse_step, begun.steps))
        except NotationError:
            return ()

    def when_answered(self, tell: Callable[[], object]) -> None:
        """Call this, from another thread, whenever a disk that nobody waits for has answered."""
        if self._keeper:
            self._keeper.answered = tell

    def close(self) -> None:
        """Let go of the players and of the file; what a slow disk has not yet is still written."""
        self._ends.close()

    def _dismiss(self, seat: int, player: Player[Any]) -> None:
        if self._waits:
            dismiss(player, self.table.view(seat))
        else:
            abandon(player)

    def _keep(self, record: Record, path: Path, complain: Complain, keeper: Autosave) -> None:
        self.complain = complain
        self._record, self._path, self._keeper = record, path, keeper
        self._ends.callback(keeper.is_closed, MOMENT)
        self._ends.callback(keeper.let_go)
        keeper.keep(record)

    def _watch(self, _event: object, view: View[Any]) -> None:
        """Tell programs how the game ended; nobody waits for what they do then."""
        if self._waits or not view.outcome:
            return
        import threading

        for seat, player in self._players.items():
            if is_program(self.table.sitters[seat].kind):
                told = (player, self.table.view(seat))
                threading.Thread(target=dismiss, args=told, name="dismissing", daemon=True).start()


def _keeper(path: Path, complain: Complain, *, waits: bool, must_be_new: bool = False) -> Autosave:
    """Return what keeps a game in a file. Raises `Held`, `StillSaving`."""
    if waits:
        from saves.autosave import Autosave

        return Autosave(path, now, complain, must_be_new=must_be_new)
    from saves.background import BackgroundAutosave

    if not must_be_new and any(path == one.path for one in BackgroundAutosave.unfinished()):
        raise StillSaving
    return BackgroundAutosave(path, now, complain, must_be_new=must_be_new)


def _there_already(path: Path) -> FileExistsError:
    return FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))


def _ignore(_told: Exception) -> None:
    """Hear nothing: a game that is kept nowhere has no file to complain of."""
