"""Moves that are tried from a place of a replayed game: the table, and the session there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import takewhile
from threading import Thread
from typing import Any, Generic, TypeVar

from engine.game import CHANCE
from engine.loop import Loop
from engine.reasons import IllegalMove
from engine.table import Table
from host.outside import fresh_seed
from host.session import Session
from play.controller import Controller
from play.frame import Phase
from play.notes import Keep
from play.saved_games import NotChanged
from play.table_model import TableModel
from play.variations import VariationRefusal, Variations
from saves.document import Fault
from saves.record import Variation
from saves.variations import hides, trial_table
from words.translation import sentence

M = TypeVar("M")


class Trial:
    """Moves that are tried from a place: each is kept in the game's file before it is made.

    Attributes:
        table: The game with them.
        begun: The variation as it is when they begin.
        variation: The variation that has all moves so far, None while they are those of the game.
        is_redrawn: Whether what nobody could know was drawn anew before them. It may have fallen as
            it is in the game, which nobody may be told.
        is_keeping: Whether a move is being kept.
    """

    variation: Variation | None = None
    is_keeping = False
    _next: Variation | None = None

    def __init__(self, variations: Variations[Any]) -> None:
        """Begin to try moves at the place of a replay. Raises `IllegalMove`."""
        if refused := variations.refusal:
            raise refused
        self._variations = variations
        self._game: Table[Any] = variations.margin.record.table
        self._recorded: dict[type, list[Any]] = {}
        for seat, move in self._game.plays:
            if seat == CHANCE:
                self._recorded.setdefault(type(move), []).append(move)
        try:
            self.begun = variations.beginning()
            self.table = trial_table(self._game, self.begun, fresh_seed())
        except Fault:
            raise IllegalMove(VariationRefusal.TOO_LONG) from None
        self.is_redrawn = bool(self.begun.knows or self.begun.drawn) or hides(self._game)
        before = self.table.plays[: self.begun.at]
        self._before = Counter(type(move) for seat, move in before if seat == CHANCE)

    @property
    def anew(self) -> bool:
        """Whether something was drawn in these moves that the record has not in its place.

        Where hidden cards were drawn anew it would tell of the record, and is never so.
        """
        if self.is_redrawn:
            return False
        made = Counter(self._before)
        for seat, move in self.table.plays[self.begun.at :]:
            if seat == CHANCE:
                recorded = self._recorded.get(type(move), [])
                if recorded[made[type(move)] :][:1] != [move]:
                    return True
                made[type(move)] += 1
        return False

    def begin(self, ahead: Table[Any]) -> Keep | None:
        """Begin to keep the moves of a table that is ahead; None if there is nothing to keep.

        `end` follows. Raises `IllegalMove`, `NotChanged`.
        """
        line = self._line(ahead)
        if line is None:
            self.variation = None
            return None
        margin = self._variations.margin
        variation, remarks = self._variations.with_line(line)
        if remarks == margin.remarks:
            self.variation = variation
            return None
        keep = margin.begin(remarks)
        self._next, self.is_keeping = variation, True
        return keep

    def end(self, *, is_kept: bool) -> None:
        """Note whether the moves that were begun are kept."""
        self._variations.margin.end(is_kept=is_kept)
        self.is_keeping = False
        if is_kept:
            self.variation = self._next

    def _line(self, table: Table[Any]) -> Variation | None:
        """Return the moves as a variation from where they leave the game, None if they do not."""
        begun, at = self.begun, self.begun.at
        if not (begun.moves or self.is_redrawn):
            both = zip(self._game.plays[at:], table.plays[at:], strict=False)
            at += sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))
        moves = tuple(map(table.move_text, range(at, len(table.plays))))
        return replace(begun, at=at, moves=moves) if moves else None


class TrialModel(TableModel[M], Generic[M]):
    """The table of moves that are tried: one person makes those of all seats, and sees all cards.

    Attributes:
        begun_at: The number of moves before those that can be taken back.
    """

    begun_at = 0
    has_curtain = False
    step = None

    def looking(self, seat: int) -> list[int | None]:
        """Return all seats, first this one."""
        return [seat, *(other for other in range(len(self.timeline.seats)) if other != seat)]

    def partner_here(self) -> None:
        """Return None: a hint is for whoever tries moves."""

    def offered_in(self, phase: Phase) -> dict[str, bool]:
        no_end = dict.fromkeys(("what_next", "replay", "swap", "again", "level", "quit"), False)
        return super().offered_in(phase) | no_end | {"follow": phase is Phase.TURN}

    def last_mine(self) -> int | None:
        """Return the number of moves before the last one that was tried, None before the first."""
        turns = [at for seat in self.own_seats if (at := self.timeline.last_turn(seat)) is not None]
        return max((at for at in turns if at >= self.begun_at), default=None)


class TrialController(Controller[M], Generic[M]):
    """The actions of the person who tries moves."""

    new_model = TrialModel
    model: TrialModel[M]


class TrialSession(Session):
    """The session of moves that are tried: each is made once the file of the game has it."""

    def __init__(self, trial: Trial, loop: Loop, told: Callable[[str], object]) -> None:
        """Try moves.

        Args:
            trial: The moves.
            loop: Where it is noted that a move is kept, also after the table was left.
            told: Called when a move was kept, or was not, with what is to be said of that.
        """
        super().__init__(trial.table)
        self._trial = trial
        self._loop = loop
        self._told = told
        self._is_keeping = False

    @property
    def is_behind(self) -> bool:
        """Whether the newest move is not yet on the disk."""
        return self._is_keeping

    def save_ahead(self, ahead: Table[Any]) -> None:
        """Keep the moves as they are about to be, in the file of the game."""
        try:
            keep = self._trial.begin(ahead)
        except (IllegalMove, NotChanged) as why:
            self._told(sentence(why) if isinstance(why, IllegalMove) else str(why))
            return
        if keep:
            self._is_keeping = True
            Thread(target=self._write, args=(keep,), daemon=True).start()

    def _write(self, keep: Keep) -> None:
        is_kept = False
        try:
            said = keep()
            is_kept = True
        except NotChanged as why:
            said = str(why)
        self._is_keeping = False
        self._loop.soon(partial(self._end, said, is_kept=is_kept))
        if self._answered:
            self._answered()

    def _end(self, said: str, *, is_kept: bool) -> None:
        self._trial.end(is_kept=is_kept)
        self._told(said)
