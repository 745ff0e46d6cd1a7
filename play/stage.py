"""What is on a table at one moment: who looks, what is begun, what is shown, and its frame."""

from __future__ import annotations

from typing import Generic, TypeVar

from engine.client import Client
from engine.game import CHANCE, IllegalMove, View
from engine.table import SitterIs
from engine.timeline import steps_of
from play.advice import Advice
from play.frame import Controls, Cursor, Curtain, Frame, LastMove, Phase
from play.loop import Loop
from play.notices import NO_SENSE_NOW, Notice
from play.playback import Playback
from play.thinking import Think

M = TypeVar("M")


class Stage(Generic[M]):
    """Where the people at one keyboard are with a game; it is changed by its controller alone.

    Attributes:
        eyes: Who looks.
        begun: The cursor of the person who looks, once it was asked for.
        is_drawn: Whether cards just drawn are shown.
        is_paused: Whether the computer players are paused.
        curtain: Who comes and who looks away, while the table is hidden.
    """

    def __init__(self, client: Client[M], controls: Controls, loop: Loop, think: Think) -> None:
        self.client = client
        self.timeline = client.timeline
        self.controls = controls
        self.playback = Playback(client.timeline)
        self.advice = Advice(client.timeline.game, loop, think)
        self.mine = tuple(sorted(client.mine))
        here = [seat for seat in self.timeline.to_move if seat in client.mine]
        self.eyes = (here or self.mine or (0,))[0]
        self.begun: Cursor | None = None
        self.is_drawn = False
        self.is_paused = False
        self.curtain: Curtain | None = None
        self._resumed: set[int] = set()
        self._frame: Frame | None = None
        self._refusals: dict[str, IllegalMove | None] = {}
        self._makes_sense = False
        self._now: tuple[object, View[M]] | None = None
        self._rounds_seen = controls.rounds(self._view_of(self.seat))

    @property
    def is_shared(self) -> bool:
        """Whether several people play at this keyboard."""
        return len(self.mine) > 1

    @property
    def has_curtain(self) -> bool:
        """Whether people here have to look away while another one is to move."""
        return self.is_shared and self.controls.hides

    @property
    def seat(self) -> int:
        """Whose view is shown."""
        if not self.controls.hides:
            return next((seat for seat in self.timeline.to_move if seat in self.mine), self.eyes)
        return self.eyes

    @property
    def is_busy(self) -> bool:
        """Whether somebody here is at something that others' moves leave as it is."""
        is_choosing = self.begun is not None and self.phase in (Phase.TURN, Phase.SENT)
        return is_choosing or self.is_drawn or self.curtain is not None

    @property
    def frame(self) -> Frame:
        """All that is on the table now."""
        if self._frame is None:
            self._frame = self._framed()
        return self._frame

    @property
    def phase(self) -> Phase:
        """What the table is at."""
        if self.curtain:
            return Phase.CURTAIN
        if self.playback.is_on:
            return Phase.SHOWING
        if self.is_round_over():
            return Phase.ROUND_OVER
        if self.timeline.outcome:
            return Phase.OVER
        if self.is_drawn:
            return Phase.DRAWN
        seat = self.seat
        if seat in self.timeline.to_move and seat in self.client.mine:
            return Phase.SENT if self.client.is_sending else Phase.TURN
        return Phase.WAITING

    def _framed(self) -> Frame:
        phase, seat = self.phase, self.seat
        now = self._view_of(seat)
        cursor = self._cursor_in(phase, now)
        frame = Frame(
            phase,
            self._shown(phase, seat, now, cursor),
            now,
            seat,
            self._last(phase),
            cursor,
            self.advice.hint,
            self.advice.left(cursor) if cursor else None,
            self.advice.is_said,
            self.advice.is_sought,
            self._mover(phase),
            self.playback.at,
            self.is_paused,
            phase is Phase.WAITING and self._is_unknown(),
            self.curtain,
            self.controls.typed,
            self.client.notice,
            self.client.banner,
        )
        last = self.controls.last(frame)
        return frame if last == frame.last else frame.marking(last)

    def _view_of(self, seat: int) -> View[M]:
        """Return what a seat knows now; where nobody plays here, all that may be seen."""
        known_for = (self.timeline.version, seat)
        if self._now is None or self._now[0] != known_for:
            views = [self.timeline.view(eyes) for eyes in self._looking(seat)]
            self._now = known_for, self.controls.opened(views)
        return self._now[1]

    def _looking(self, seat: int) -> list[int | None]:
        """Return whose views are shown together: a seat's first, a spectator's if it is closed."""
        eyes = self.timeline.eyes
        first = seat if seat in eyes else None
        if self.mine or self.timeline.outcome:
            return [first]
        return [first, *(other for other in self._seats if other != first and other in eyes)]

    @property
    def _seats(self) -> range:
        return range(len(self.timeline.seats))

    def _cursor_in(self, phase: Phase, now: View[M]) -> Cursor | None:
        if phase not in (Phase.TURN, Phase.SENT):
            return None
        if self.begun is None:
            self.begun = self._with_draft(self.controls.start(now), self.seat)
        return self.begun

    def _with_draft(self, cursor: Cursor | None, seat: int) -> Cursor | None:
        """Return the cursor after the steps that were left unfinished; none that no longer fits."""
        if cursor is None or seat in self._resumed:
            return cursor
        self._resumed.add(seat)
        there = cursor
        try:
            for step in self.client.draft(seat):
                there = there.after(step)
        except IllegalMove:
            return cursor
        return there

    def _shown(self, phase: Phase, seat: int, now: View[M], cursor: Cursor | None) -> View[M]:
        if phase is Phase.SHOWING:
            return self.controls.opened([self.playback.view(eyes) for eyes in self._looking(seat)])
        if phase is Phase.ROUND_OVER:
            return self.controls.after(now)
        return now.during(cursor.draft.made) if cursor else now

    def _last(self, phase: Phase) -> LastMove | None:
        if phase is Phase.SHOWING:
            return LastMove(self.playback.play.seat, self.playback.made())
        for play in reversed(self.timeline.plays):
            if play.seat != CHANCE:
                return LastMove(play.seat, steps_of(self.timeline.game, play))
        return None

    def _mover(self, phase: Phase) -> int | None:
        if phase is Phase.SHOWING:
            return self.playback.play.seat
        return next(iter(self.timeline.to_move), None)

    def _is_unknown(self) -> bool:
        """Whether a computer player is to move that nobody here knows."""
        sitters, known = self.timeline.sitters, self.client.mine | self.client.computers
        return any(
            seat not in known and sitters[seat].what in (SitterIs.COMPUTER, SitterIs.PROGRAM)
            for seat in self.timeline.to_move
            if seat != CHANCE
        )

    def is_round_over(self) -> bool:
        """Whether the end of a round is on the table and was not looked at yet."""
        view = self._view_of(self.seat)
        rounds = self.controls.rounds(view)
        self._rounds_seen = min(self._rounds_seen, rounds)
        return rounds > self._rounds_seen and self.controls.has_round_ended(view)

    def look_at_round(self) -> None:
        """Note that the end of the round was looked at."""
        self._rounds_seen = self.controls.rounds(self._view_of(self.seat))

    def touch(self) -> None:
        """Make the frame anew when it is wanted next."""
        self._frame = None
        self._refusals.clear()

    def refusal(self, action: str) -> IllegalMove | None:
        """Return why an action cannot be had now; `NO_SENSE_NOW` for one not even offered."""
        if not self._refusals:
            self._refusals = self._common_refusals()
            cursor = self.frame.cursor
            if self.frame.phase is Phase.TURN and cursor:
                self._refusals |= self.controls.refusals(cursor)
            self._makes_sense = self.frame.phase is Phase.TURN
        return self._refusals.get(action, None if self._makes_sense else NO_SENSE_NOW)

    def _common_refusals(self) -> dict[str, IllegalMove | None]:
        """Return for all that is not part of a person's move why it cannot be had now."""
        phase = self.frame.phase
        is_watched = not self.mine and not self.timeline.outcome
        is_on = is_watched and bool(self.client.computers)
        is_round_over = phase is Phase.ROUND_OVER
        makes_sense = {
            "what_next": phase is Phase.OVER,
            "hide": phase is Phase.DRAWN,
            "next_round": is_round_over,
            "pause": is_on and not is_round_over,
            "step": is_on and self.is_paused and not is_round_over,
            "eyes": is_watched and self.controls.hides,
            "faster": is_on,
            "slower": is_on,
            "take_back": phase not in (Phase.SHOWING, Phase.DRAWN, Phase.SENT) and bool(self.mine),
        }
        refusals = {
            action: None if has_sense else NO_SENSE_NOW for action, has_sense in makes_sense.items()
        }
        if makes_sense["take_back"] and self.last_mine() is None:
            refusals["take_back"] = IllegalMove(Notice.NO_TURN_YET)
        return refusals

    def next_here(self) -> int | None:
        """Return which person here is to move: who looks, or the next one round the table."""
        count = len(self._seats)
        movers = [seat for seat in self.timeline.to_move if seat in self.client.mine]
        return min(movers, key=lambda seat: (seat - self.eyes) % count, default=None)

    def last_mine(self) -> int | None:
        """Return how many moves stood before the one of a person here that can be taken back.

        It is that of the player who looks; where nothing is hidden, the last of all people here.
        """
        seats = (self.seat,) if self.controls.hides else self.mine
        turns = [at for seat in seats if (at := self.timeline.last_turn(seat)) is not None]
        return max(turns, default=None)
