"""A shared table's seats and game, as the entries of its journal make them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol

from engine.games import find_game
from engine.loop import Call, Loop, OneTimer
from engine.reasons import Explained, HouseReason, IllegalMove
from engine.series import SeriesPlace
from host.beginning import begun, first_game, next_game
from host.computers import Computers, Thinker
from host.docket import Docket, Keeper, Refuse
from host.entries import (
    AgainEntry,
    BeginEntry,
    CloseEntry,
    ComputerEntry,
    Entry,
    EntryBase,
    ForfeitEntry,
    FreeEntry,
    HintEntry,
    MoveEntry,
    OpenEntry,
    ReturnEntry,
    SeatEntry,
    SitEntry,
    TakeBackEntry,
    WaitEntry,
    tagged,
)
from host.game import Deed
from host.guest import Guest
from host.outside import Outside
from host.plan import FREE, options_of
from host.seating import Seating
from host.shared_game import SharedGame
from net.wire import DoneNews
from saves.record import Record

BEGIN_AGAIN_SECONDS: Final = 2.0

PAUSE_SECONDS: Final = 30
"""The seconds after a game of a series in which the next one begins by itself."""

_ABOUT_SEATS: Final = (
    SeatEntry,
    SitEntry,
    ReturnEntry,
    FreeEntry,
    ComputerEntry,
    BeginEntry,
    AgainEntry,
)
"""The entries that change who sits where, whether the game has begun, or who wants another one."""

_OF_A_GAME: Final = (MoveEntry, TakeBackEntry, ForfeitEntry, HintEntry)


class GameFiles(Protocol):
    """The files of a table's games."""

    @property
    def is_saved(self) -> bool:
        """Whether the game is on the disk as it was told last."""

    def resumed(self) -> Record:
        """Return the saved game that is opened to others."""

    def begin(self, names: Sequence[str]) -> None:
        """Keep the game between these players in a file from now on; the one before is done."""

    def changed(self, record: Record, *, is_over: bool) -> None:
        """Write the game, at the latest soon; at its end at once."""


class Room:
    """A shared table's seats and game.

    Attributes:
        opening: The first entry of its journal: name, plan and owner.
        seating: The seats.
        game: The game, None before it begins.
        number: The number of games that have begun.
        docket: What is asked of the table.
        loop: The event loop.
    """

    def __init__(
        self,
        opening: OpenEntry,
        *,
        loop: Loop,
        outside: Outside,
        journal: Keeper[EntryBase],
        files: GameFiles,
        thinker: Thinker,
    ) -> None:
        """Lay out a table on which nothing has happened; `restore` repeats what did.

        Raises `BadPlan`.
        """
        plan = opening.plan
        self.opening = opening
        self.rules = find_game(plan.game)
        self._options = options_of(plan)
        self.seating = Seating(plan, len(plan.seats), opening.account)
        for chair, planned in zip(self.seating.chairs, plan.seats, strict=True):
            if planned.kind != FREE:
                chair.give_computer(planned.name, planned.kind)
        self.game: SharedGame | None = None
        self.number = 0
        self.docket = Docket(journal, self._do, self._applied)
        self.loop = loop
        self.journal = journal
        self.people_changed: Call = _nothing
        self.game_changed: Call = _nothing
        self.has_begun: Callable[[SharedGame], None] = lambda _game: None
        self.has_moved: Callable[[Guest], None] = lambda _guest: None
        self.show_view: Callable[[Guest], None] = lambda _guest: None
        self.is_somebody_here: Callable[[], bool] = lambda: True
        self.outside = outside
        self._files = files
        self._thinker = thinker
        self._computers: Computers | None = None
        self._entered: tuple[EntryBase, Deed] | None = None
        self._is_beginning = False
        self._pause = OneTimer(loop)
        self._is_pause_over = False
        self._version = -1

    @property
    def options(self) -> Any:
        """The options of the game, of the first one before it begins."""
        return self.game.table.options if self.game else self._options

    @property
    def series(self) -> SeriesPlace | None:
        """The place of the game in a series, None for a single game."""
        if self.game:
            return self.game.record.series
        plan = self.opening.plan
        if self.opening.is_resumed:
            return self._files.resumed().series
        score = (0,) * len(self.rules.sides(self._options))
        return SeriesPlace(1, plan.games, score, plan.changes_places) if plan.games > 1 else None

    @property
    def goes_on(self) -> bool:
        """Whether a game of a series is over, and another one follows."""
        series = self.series if self.is_over else None
        return series is not None and series.number < series.games

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.game is not None and self.game.is_over

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that the game waits for; none before it begins and after its end."""
        return self.game.table.to_move if self.game and not self.is_over else ()

    def restore(
        self, entries: Iterable[Entry], look: Callable[[SharedGame], None] | None = None
    ) -> None:
        """Repeat what a journal says has happened; `look` is shown the game after each entry.

        What was done in games before the last one is in their files. Raises `Fault`.
        """
        entries = [*entries]
        games = [at for at, entry in enumerate(entries) if isinstance(entry, BeginEntry)]
        for at, entry in enumerate(entries):
            is_past = bool(games) and at < games[-1]
            if isinstance(entry, BeginEntry):
                self.apply(entry)
            elif is_past and isinstance(entry, _OF_A_GAME):
                self._keep_answer(entry)
            else:
                with suppress(ValueError):  # it was refused when it was written, too
                    self.apply(entry)
            if look and self.game and not is_past:
                look(self.game)

    def start(self) -> None:
        """Let the game begin, or go on, if those who are needed for it are there."""
        if self.game:
            self._go_on()
        self._wait_for_next()
        self._begin_if_due()

    def close(self) -> None:
        """Stop the computer players."""
        self._pause.stop()
        if self._computers:
            self._computers.stop()

    def apply(self, entry: EntryBase) -> None:
        """Do what an entry says. Raises `ValueError` if that cannot be."""
        if isinstance(entry, BeginEntry):
            self._begin(entry)
        elif isinstance(entry, SitEntry):
            self._keep_answer(entry)  # while the seat is still that of who asked
            self.seating.sit(entry.seat, entry.to)
            return
        elif isinstance(entry, AgainEntry):
            self.seating.chairs[entry.seat].again = entry.yes
        elif isinstance(entry, SeatEntry | ReturnEntry | FreeEntry | ComputerEntry | WaitEntry):
            self._apply_to_chair(entry)
        elif isinstance(entry, OpenEntry | CloseEntry):
            pass
        elif self.game is not None:
            self.game.repeat(entry)
        self._keep_answer(entry)

    def enter(self, deed: Deed, by: int = -1, client: str = "", number: int = 0) -> EntryBase:
        """Return the entry of a deed, and who asked for it; once written, the deed is done."""
        assert self.game
        entry = tagged(self.game.entry(deed.change), by, client, number)
        self._entered = entry, deed
        return entry

    def _add_deed(self, prepare: Callable[[], Deed | None], done: Call, refuse: Refuse) -> None:
        """Add a deed that nobody has asked for: a computer player's, or the clock's."""

        def entered() -> EntryBase | None:
            deed = prepare()
            return deed and self.enter(deed)

        self.docket.add(entered, done, refuse)

    def _do(self, entry: EntryBase) -> bool:
        """Do what an entry says that is on the disk; return False if it is to be judged again."""
        entered, self._entered = self._entered, None
        if entered is None or entered[0] is not entry:
            self.apply(entry)
            return True
        assert self.game
        is_done = self.game.apply(entered[1])
        if is_done:
            self._keep_answer(entry)
        return is_done

    def _keep_answer(self, entry: EntryBase) -> None:
        """Remember that a request was carried out, should it be repeated."""
        if entry.client and 0 <= entry.by < len(self.seating.chairs):
            answers = self.seating.chairs[entry.by].answers
            answers.keep(entry.client, DoneNews(number=entry.number))

    def _apply_to_chair(
        self, entry: SeatEntry | ReturnEntry | FreeEntry | ComputerEntry | WaitEntry
    ) -> None:
        chair = self.seating.chairs[entry.seat]
        if isinstance(entry, SeatEntry):
            chair.give(entry.account, entry.name, entry.token, entry.player)
            self.seating.came(entry.account)
            self._take_over(entry.seat)
        elif isinstance(entry, ReturnEntry):
            self._take_over(entry.seat)
        elif isinstance(entry, FreeEntry):
            chair.free()
        elif isinstance(entry, ComputerEntry):
            chair.give_computer(entry.name, entry.level)
            if self.game:
                self.game.repeat(entry)
        else:
            chair.waited = entry.seconds

    def _take_over(self, seat: int) -> None:
        """Let a person play a seat again that a computer player has played."""
        chair = self.seating.chairs[seat]
        if chair.is_replaced:
            chair.is_replaced = False
            chair.level = ""
            if self.game and not self.is_over:
                self.game.seat(seat, self.seating.chairs[seat].sitter(self.rules.computer_players))

    def _begin(self, entry: BeginEntry) -> None:
        game = SharedGame(entry, self.loop)
        if self._computers:
            self._computers.stop()
        if entry.moved_on:
            self.seating.move_on()
        for seat, chair in enumerate(self.seating.chairs):
            chair.begin()
            if chair.kind == "computer" and entry.moved_on:
                chair.name = game.table.sitters[seat].name
            if chair.is_played_here:
                game.seat_level(seat, chair.name, chair.level)
            else:
                game.seat(seat, self.seating.chairs[seat].sitter(self.rules.computer_players))
        self.game = game
        self.number += 1
        self._pause.stop()
        self._is_pause_over = False
        self._version = -1
        self._computers = Computers(
            game,
            self._add_deed,
            self._thinker,
            self.loop,
            is_played_here=lambda seat: self.seating.chairs[seat].is_played_here,
            is_awaited=self._is_awaited,
            fresh_seed=self.outside.fresh_seed,
        )

    def _is_awaited(self) -> bool:
        return self.is_somebody_here()

    def _applied(self, entry: EntryBase) -> None:
        """Tell who has to know of an entry that is on the disk and was applied."""
        if isinstance(entry, BeginEntry):
            assert self.game
            self._files.begin([sitter.name for sitter in self.game.table.sitters])
            self.has_begun(self.game)
        elif isinstance(entry, SitEntry) and (guest := self.seating.chairs[entry.to].guest):
            self.has_moved(guest)
        if isinstance(entry, _ABOUT_SEATS):
            self.people_changed()
        if self.game and self.game.table.version != self._version:
            self._version = self.game.table.version
            self.game_changed()
            self._files.changed(self.game.record, is_over=self.is_over)
            self.loop.soon(self._go_on)
            self._wait_for_next()
        self._begin_if_due()

    def _go_on(self) -> None:
        if self._computers:
            self._computers.changed()
            self._computers.ask_all()

    def _wait_for_next(self) -> None:
        """Let the next game of a series begin by itself after a while."""
        if self.goes_on and not (self._pause.is_running or self._is_pause_over):
            self._pause.start(PAUSE_SECONDS, self._end_pause)

    def _end_pause(self) -> None:
        self._is_pause_over = True
        self._begin_if_due()

    @property
    def _is_due(self) -> bool:
        """Whether a game is to begin: every seat is taken, or all who are there want another."""
        if self.game is None:
            return self.seating.is_full
        return self.is_over and self.seating.agree(silence=self._is_pause_over)

    def _begin_if_due(self) -> None:
        if self._is_due and not self._is_beginning:
            self._is_beginning = True
            self.docket.add(self._prepare, self._did_begin, self._did_not_begin)

    def _prepare(self) -> EntryBase | None:
        if not self._is_due:  # somebody left in the meantime
            return None
        if self.game is not None:
            if not self._files.is_saved:
                raise IllegalMove(HouseReason.FAULT)
            return next_game(self.game, self.opening.plan, self.seating.chairs, self.outside)
        if self.opening.is_resumed:
            return begun(self._files.resumed(), self.outside)
        return first_game(self.opening.plan, self.seating.chairs, self.outside, self.series)

    def _did_begin(self) -> None:
        self._is_beginning = False

    def _did_not_begin(self, _why: Explained | Any) -> None:
        def again() -> None:
            self._is_beginning = False
            self._begin_if_due()

        self.loop.later(BEGIN_AGAIN_SECONDS, again)


def _nothing() -> None:
    """Nobody is told."""
