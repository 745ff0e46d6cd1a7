"""A session: a table with its file and its computer players, without a screen.

A new game gets its file once a person has done something: nothing is left of one only looked at.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from engine.game import Play, Player, View
from engine.reasons import NotationError
from engine.table import Change, Event, EventKind, Table
from host.outside import Outside, let_chance_play, system
from programs.players import (
    PATIENCE,
    abandon,
    dismiss,
    dismiss_later,
    is_known,
    is_program,
    make_player,
)

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from engine.series import SeriesPlace
    from saves.autosave import Autosave, Clock, Complain
    from saves.cut import CutDeal
    from saves.record import Record, Remarks
    from saves.store import Store

MOMENT: Final = 0.05
"""The seconds that a disk may take before it is worth a message."""


class StillSaving(Exception):
    """An error: the game was left a moment ago and its file is still being written."""


class Session:
    """A game in play with its players; it has no file at first.

    Attributes:
        table: The game.
        complain: Called with errors of its file, and when it is saved again.
        patience: The seconds that a program may take for an answer.
        programs: The programs that may be started, by kind; None for all.
        outside: Where the time and seeds come from.
    """

    def __init__(
        self, table: Table[Any], *, waits: bool = False, outside: Outside | None = None
    ) -> None:
        """Begin a session.

        Args:
            table: The game.
            waits: Whether to wait for the disk and for programs that end, and to show the
                standard error of programs: yes in the line mode, no on the screen.
            outside: Where the time and seeds come from; None for this machine.
        """
        self.table = table
        self.outside = outside or system()
        self.complain: Complain = _ignore
        self.patience = PATIENCE
        self.programs: frozenset[str] | None = None
        self._waits = waits
        self._record: Record | None = None
        self._new_record: Callable[[], Record] | None = None
        self._autosave: Autosave | None = None
        self._ahead = table
        self._new_path: Callable[[], Path] | None = None
        self._complaints: Callable[[Path], Complain] = lambda _path: _ignore
        self._answered: Callable[[], object] | None = None
        self._players: dict[int, Player[Any]] = {}
        self._ends = ExitStack()
        table.watch(None, self._watch)

    @classmethod
    def opened(
        cls,
        path: Path,
        complain: Complain,
        prepare: Callable[[Table[Any]], None] | None = None,
        *,
        waits: bool = False,
        outside: Outside | None = None,
    ) -> Session:
        """Resume a game from its file. Raises `Held`, `StillSaving`, `OSError`, `Fault`.

        `prepare` is called with the table first; if it raises, the file is left unchanged.
        """
        from saves.files import read_file
        from saves.reading import read_record

        outside = outside or system()
        autosave = _autosave(path, outside.now, complain, waits=waits)
        try:
            record = read_record(read_file(path))
            if prepare:
                prepare(record.table)
        except BaseException:
            autosave.close()
            raise
        let_chance_play(record.table, outside.fresh_seed)
        session = cls(record.table, waits=waits, outside=outside)
        session._record = record
        session._keep(complain, autosave)
        return session

    def keep(self, path: Path, complain: Complain, series: SeriesPlace | None = None) -> None:
        """Keep the game in a new file from now on, with its place in a series.

        Raises `Held`, `FileExistsError`.
        """
        autosave = self._new_file(path, complain)
        if os.path.lexists(path):
            autosave.close()
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
        self._record = self.record
        self._record.series = series
        self._keep(complain, autosave)

    def keep_later(
        self,
        store: Store,
        complaints: Callable[[Path], Complain],
        series: SeriesPlace | None = None,
        cut: CutDeal | None = None,
    ) -> None:
        """Keep the game in a folder of games, from the first thing that a person does.

        A later game of a series is kept at once, with its place there. A game that nobody plays is
        kept from its first move. `complaints` returns what is called with the errors of a file.
        The file has the `cut` by which the game was dealt.
        """
        names = [sitter.name for sitter in self.table.sitters]
        self._new_path = partial(store.new_path, self.outside.now(), names)
        self._complaints = complaints
        self._new_record = partial(self._recorded, self.outside.now(), series, cut)
        if series and series.number > 1:
            self.begin_file()

    def begin_file(self) -> None:
        """Give the game its file, if it waits for one."""
        if not self.is_held_back:
            return
        from saves.lock import Held

        assert self._new_path
        path = self._new_path()
        complain = self._complaints(path)
        try:
            autosave = self._new_file(path, complain, makes_folder=True)
        except Held as held:  # another program took this path now; the next step tries again
            complain(held)
        else:
            self._keep(complain, autosave)

    def write_copy(self, path: Path) -> None:
        """Write the game into another file too, which may exist. Raises `OSError`."""
        if self._autosave:
            self._autosave.copy(path)
        else:
            self.record.write_copy(path)

    @property
    def is_kept(self) -> bool:
        """Whether the game has a file."""
        return self._autosave is not None

    @property
    def is_held_back(self) -> bool:
        """Whether the game gets its file once a person has done something."""
        return self._new_path is not None and self._autosave is None

    @property
    def record(self) -> Record:
        """The record of the game; each time a new one for a game that will have no file."""
        if self._record is None and self._new_record:
            self._record = self._new_record()
        return self._record or self._recorded(self.outside.now())

    def _recorded(
        self, began: datetime, series: SeriesPlace | None = None, cut: CutDeal | None = None
    ) -> Record:
        """Return a new record; a table that nobody has touched yet needs none."""
        from saves.record import Record

        record = Record.new(self.table, began)
        record.series, record.cut = series, cut
        return record

    @property
    def name(self) -> str:
        """The name of the game's file, or of the one that it would get."""
        path = self._autosave.path if self._autosave else self._new_path and self._new_path()
        return path.stem if path else ""

    @property
    def path(self) -> Path:
        """The file the game is meant for; it must have a file."""
        assert self._autosave
        return self._autosave.path

    @property
    def saved_in(self) -> Path | None:
        """The file the game is in, None while it could not be saved."""
        return self._autosave.saved_in if self._autosave else None

    @property
    def people(self) -> tuple[int, ...]:
        """The seats where people sit."""
        return tuple(s for s, sitter in enumerate(self.table.sitters) if sitter.is_person)

    def computer(self, seat: int) -> Player[Any] | None:
        """Return the computer player of a seat, None for a person or a player not allowed here."""
        table, sitter = self.table, self.table.sitters[seat]
        if is_program(sitter.kind) and not (self.programs is None or sitter.kind in self.programs):
            return None
        if seat not in self._players and is_known(table.game, sitter.kind):
            player = make_player(table.game, sitter, self.patience, show_errors=self._waits)
            self._players[seat] = player
            self._ends.callback(self._dismiss, seat, player)
        return self._players.get(seat)

    def seat(self, seat: int, player: Player[Any]) -> None:
        """Let this player play for the computer player of a seat."""
        self._players[seat] = player

    @property
    def is_behind(self) -> bool:
        """Whether the newest change is not yet on the disk."""
        return self._autosave is not None and self._autosave.is_behind

    def save_ahead(self, ahead: Table[Any]) -> None:
        """Save the game as it is about to be, if it has a file or gets one by that."""
        self._ahead = ahead
        if self._autosave or self._is_worth_a_file(ahead):
            self._save()

    def _is_worth_a_file(self, ahead: Table[Any]) -> bool:
        """Return whether a person is about to do something, or the game to end."""
        before, people = len(self.table.plays), self.people
        is_back = len(ahead.plays) < before
        is_by_person = any(play.seat in people for play in ahead.plays[before:])
        return not people or is_back or is_by_person or ahead.outcome is not None

    def _save(self) -> None:
        """Save the game as it is, or is about to be; it gets its file if it waits for one."""
        if self._autosave:
            self._autosave.save(self.record, self._waiting)
        else:
            self.begin_file()

    @property
    def _waiting(self) -> Table[Any] | None:
        """The game as it is about to be, None if no change waits for the disk."""
        return self._ahead if self._ahead.version > self.table.version else None

    @property
    def series(self) -> SeriesPlace | None:
        """The place of this game in a series, None for a single game."""
        return self.record.series if self._new_record or self._record else None

    def keep_remarks(self, remarks: Remarks) -> bool:
        """Keep what is written beside the game in its file; return False if it has none."""
        self.begin_file()
        if self._autosave is None or self._record is None:
            return False
        self._record.remarks = remarks
        self._save()
        return True

    def is_written(self, within: float) -> bool:
        """Return whether the file has all of the game, after waiting at most `within` seconds.

        It may be called in any thread.
        """
        return self._autosave is not None and self._autosave.is_written(within)

    def keep_draft(self, seat: int, steps: Sequence[Any]) -> None:
        """Keep the steps of a person's unfinished move; without steps drop a kept one."""
        if self._record is None and not (steps and self._new_record):
            return
        from saves.record import UnfinishedMove

        game, at = self.table.game, len(self.table.plays)
        begun = UnfinishedMove(seat, at, tuple(map(game.format_step, steps))) if steps else None
        if begun != self.record.unfinished:
            self.record.unfinished = begun
            self._save()

    def draft(self, seat: int) -> tuple[Any, ...]:
        """Return the kept steps of a seat's unfinished move; none if its turn is over."""
        begun = self._record.unfinished if self._record else None
        if begun is None or (begun.seat, begun.at) != (seat, len(self.table.plays)):
            return ()
        try:
            return tuple(map(self.table.game.parse_step, begun.steps))
        except NotationError:
            return ()

    def when_answered(self, tell: Callable[[], object]) -> None:
        """Call `tell`, from another thread, whenever the disk has saved in the background."""
        self._answered = tell
        if self._autosave:
            self._autosave.answered = tell

    def close(self) -> None:
        """Close the players and the file; a slow disk may go on writing in the background."""
        self._ends.close()

    def _dismiss(self, seat: int, player: Player[Any]) -> None:
        if self._waits:
            dismiss(player, self.table.view(seat))
        else:
            abandon(player)

    def _new_file(self, path: Path, complain: Complain, *, makes_folder: bool = False) -> Autosave:
        """Return the autosave of a file that is not there yet. Raises `Held`."""
        now, waits = self.outside.now, self._waits
        return _autosave(
            path, now, complain, waits=waits, must_be_new=True, makes_folder=makes_folder
        )

    def _keep(self, complain: Complain, autosave: Autosave) -> None:
        self.complain = complain
        self._autosave = autosave
        if self._answered:
            autosave.answered = self._answered
        self._ends.callback(autosave.is_closed, MOMENT)
        self._ends.callback(autosave.let_go)
        autosave.keep(self.record, self._waiting)

    def _watch(self, change: Change, view: View[Any]) -> None:
        """Drop an unfinished move of an earlier turn; tell programs how the game ended.

        The programs are not waited for.
        """
        if self._record and (isinstance(change, Play) or change.kind is EventKind.TAKE_BACK):
            self._record.unfinished = None
            if isinstance(change, Event):
                kept = [note for note in self._record.notes if note.at <= change.at]
                tried = [one for one in self._record.variations if one.at <= change.at]
                self._record.notes, self._record.variations = tuple(kept), tuple(tried)
        if self._waits or not view.outcome:
            return
        for seat, player in self._players.items():
            if is_program(self.table.sitters[seat].kind):
                dismiss_later(player, self.table.view(seat))


def _autosave(
    path: Path,
    now: Clock,
    complain: Complain,
    *,
    waits: bool,
    must_be_new: bool = False,
    makes_folder: bool = False,
) -> Autosave:
    """Return the autosave of a file. Raises `Held`, `StillSaving`."""
    if waits:
        from saves.autosave import Autosave

        return Autosave(path, now, complain, must_be_new=must_be_new, makes_folder=makes_folder)
    from saves.autosave import BackgroundAutosave

    if not must_be_new and any(
        path in (one.path, one.saved_in) for one in BackgroundAutosave.unfinished()
    ):
        raise StillSaving
    return BackgroundAutosave(path, now, complain, must_be_new=must_be_new)


def _ignore(_told: Exception) -> None:
    """Ignore an error: a game without a file has none."""
