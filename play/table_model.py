"""The model of a table: the viewer, the cursor, the playback, and the frame made of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from engine.client import Client
from engine.game import CHANCE, View, partners
from engine.games import describe
from engine.loop import Loop
from engine.reasons import IllegalMove, OfferReason
from engine.table import SitterKind
from engine.timeline import MissingView, steps_of
from play.clocks import faces
from play.controls import Controls
from play.frame import Cursor, Curtain, Frame, LastMove, Notice, Phase, Refusals, offered
from play.look_back import LookBack
from play.open_race import OpenRace
from play.playback import Playback
from play.setup import has_pinned_player
from play.turn_hint import TurnHint
from programs.thinking import Think

if TYPE_CHECKING:
    from play.ladder import Step
    from play.shared_seat import SharedSeat
    from saves.record import Record

M = TypeVar("M")

ALWAYS: Final = (
    *("help", "menu", "quit", "back", "settings", "log_up", "log_down"),
    *("new", "first_game", "saved", "rules", "manual"),
)
"""The actions that every table offers in every phase."""

IN_TURN: Final = ("hint", "choices", "menu_by_enter")
"""The actions of all tables that a person to move may have."""


class TableModel(Generic[M]):
    """The table as the people at one keyboard have it; only its controller changes it.

    Attributes:
        described: The description of the game.
        own_seats: The seats of the people here, in order.
        shared: Their seat at a table shared with people elsewhere, None at home.
        race: The race that these people may have in the open.
        viewer: The seat of the person who looks.
        cursor: The cursor of the viewer, None before the move is begun.
        is_drawn: Whether cards just drawn are shown.
        is_paused: Whether the computer players are paused.
        plays_itself: Whether the moves of people are made by themselves, where they decide nothing.
        curtain: The curtain, while the table is hidden.
        is_open: Whether people here have raced in the open since somebody came last: nobody's
            secrets are shown.
        wants_curtain: Whether the people here want a curtain at all; the screen says so.
        look_back: What follows the game, once it is over.
    """

    def __init__(self, client: Client[M], controls: Controls, loop: Loop, think: Think) -> None:
        self.client = client
        self.timeline = client.timeline
        self.described = describe(client.timeline.game.key)
        self.controls = controls
        self.playback = Playback(client.timeline)
        self.turn_hint = TurnHint(client.timeline.game, loop, think)
        self.look_back = LookBack(client, loop, think)
        self.own_seats = tuple(sorted(client.own_seats))
        here = [seat for seat in self.timeline.to_move if seat in client.own_seats]
        self.shared: SharedSeat | None = None
        if client.company:
            from play.shared_seat import SharedSeat

            self.shared = SharedSeat(client)
        self.race = OpenRace(client, controls, self.own_seats)
        self.viewer = (here or self.own_seats or (0,))[0]
        self.cursor: Cursor | None = None
        self.is_drawn = False
        self.is_paused = False
        self.plays_itself = False
        self.curtain: Curtain | None = None
        self.is_open = False
        self.wants_curtain = True
        self._resumed: set[int] = set()
        self._frame: Frame | None = None
        self._now: tuple[object, View[M]] | None = None
        self._rounds_seen = controls.rounds(self._view_of(self.seat))

    @property
    def is_shared(self) -> bool:
        """Whether several people play at this keyboard."""
        return len(self.own_seats) > 1

    @property
    def has_curtain(self) -> bool:
        """Whether a curtain hides the table between two people here."""
        return self.is_shared and self.controls.hides and self.wants_curtain

    @property
    def seat(self) -> int:
        """The seat whose view is shown."""
        if not self.controls.hides:
            return next(
                (seat for seat in self.timeline.to_move if seat in self.own_seats), self.viewer
            )
        return self.viewer

    @property
    def is_busy(self) -> bool:
        """Whether the moves of others must not disturb what somebody here does."""
        phase = self.phase
        is_choosing = self.cursor is not None and phase in (Phase.TURN, Phase.SENT)
        return is_choosing or self.is_drawn or phase in (Phase.CURTAIN, Phase.RACE)

    @property
    def frame(self) -> Frame:
        """The frame to be shown now."""
        if self._frame is None:
            self._frame = self._framed()
        return self._frame

    @property
    def phase(self) -> Phase:
        """The phase of the table."""
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
        if self.race.move is not None:
            return Phase.RACE
        seat = self.seat
        if seat in self.timeline.to_move and seat in self.client.own_seats:
            return Phase.SENT if self.client.is_sending else Phase.TURN
        return Phase.WAITING

    def _framed(self) -> Frame:
        phase, seat = self.phase, self.seat
        now = self._view_of(seat)
        cursor = self._cursor_in(phase, now)
        frame = Frame(
            phase=phase,
            view=self._shown(phase, seat, now, cursor),
            current_view=now,
            seat=seat,
            mine=self.own_seats[0] if len(self.own_seats) == 1 else None,
            last=self._last(phase),
            cursor=cursor,
            hint=self.turn_hint.hint,
            hint_steps=self.turn_hint.steps_left(cursor) if cursor else None,
            says_hint=self.turn_hint.is_said,
            seeks_hint=self.turn_hint.is_sought,
            mover=self._mover(phase),
            logged_moves=self.playback.at,
            is_paused=self.is_paused,
            is_unknown=phase is Phase.WAITING and self._is_unknown(),
            curtain=self.curtain,
            racers=self.race.seats if phase is Phase.RACE else (),
            typed=self.controls.typed,
            notice=self.client.notice,
            banner=self.client.banner,
            offer=self.client.offer,
            is_watched=not self.own_seats,
            clocks=faces(self.shared.company) if self.shared else (),
            refusals=cache(self._refusals),
        )
        return frame._replace(last=self.controls.last(frame))

    def _view_of(self, seat: int) -> View[M]:
        """Return the view of a seat now; if nobody plays here, with all that may be seen added."""
        known_for = (self.timeline.version, seat, self.is_open)
        if self._now is None or self._now[0] != known_for:
            views = [self.timeline.view(eyes) for eyes in self.looking(seat)]
            self._now = known_for, self.controls.opened(views)
        return self._now[1]

    def has_view_at(self, at: int) -> bool:
        """Whether the game after `at` moves can be shown; not where views of it are missing."""
        try:
            for eyes in self.looking(self.seat):
                self.timeline.view_at(at, eyes)
        except MissingView:
            return False
        return True

    def looking(self, seat: int) -> list[int | None]:
        """Return the seats whose views are shown together, first this one, or None."""
        eyes = self.timeline.visible_seats
        if self.is_open and not self.timeline.outcome:
            return [None]
        first = seat if seat in eyes else None
        if self.own_seats or self.timeline.outcome:
            return [first]
        return [first, *(other for other in self._seats if other != first and other in eyes)]

    @property
    def _seats(self) -> range:
        return range(len(self.timeline.seats))

    def _cursor_in(self, phase: Phase, now: View[M]) -> Cursor | None:
        if phase not in (Phase.TURN, Phase.SENT):
            return None
        if self.cursor is None:
            self.cursor = self._with_draft(self.controls.start(now), self.seat)
        return self.cursor

    def _with_draft(self, cursor: Cursor | None, seat: int) -> Cursor | None:
        """Return the cursor after the kept steps of an unfinished move, if they are still legal."""
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
            return self.controls.opened([self.playback.view(eyes) for eyes in self.looking(seat)])
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
        """Whether the player to move is of a kind that this program does not know."""
        sitters, known = self.timeline.sitters, self.client.own_seats | self.client.computers
        return self.client.company is None and any(
            seat not in known
            and sitters[seat].sitter_kind in (SitterKind.COMPUTER, SitterKind.PROGRAM)
            for seat in self.timeline.to_move
            if seat != CHANCE
        )

    def is_round_over(self) -> bool:
        """Whether a round has ended that people here have not seen yet."""
        view = self._view_of(self.seat)
        rounds = self.controls.rounds(view)
        self._rounds_seen = min(self._rounds_seen, rounds)
        return rounds > self._rounds_seen and self.controls.has_round_ended(view)

    def look_at_round(self) -> None:
        """Note that people have seen the end of the round."""
        self._rounds_seen = self.controls.rounds(self._view_of(self.seat))

    def touch(self) -> None:
        """Note a change: the next frame is made anew."""
        self._frame = None

    def _refusals(self) -> Refusals:
        """Return the refusal of each action now, the game's actions and those of all tables."""
        frame, controls = self.frame, self.controls
        is_turn, is_over = frame.phase is Phase.TURN, frame.phase is Phase.OVER
        is_offered = dict.fromkeys((*controls.actions, *IN_TURN), is_turn)
        is_offered["follow"] = is_turn and frame.hint is not None
        refusals = offered(is_offered | self.offered_in(frame.phase))
        if self.own_seats and refusals["take_back"] is None and self.last_mine() is None:
            refusals["take_back"] = IllegalMove(OfferReason.NO_TURN_YET)
        if refusals["invite"] is None and has_pinned_player(self.timeline):
            refusals["invite"] = IllegalMove(Notice.DEAL_OF_A_DAY)
        refusals |= controls.looks(frame.view)
        if self.shared:
            refusals |= self.shared.refusals()
        elif is_over and self.timeline.game.swapped_deal(self.timeline.plays) is None:
            refusals["swap"] = IllegalMove(Notice.NOTHING_DEALT)
        elif is_over and self._is_first_of_pair:
            refusals["swap"] = IllegalMove(Notice.PAIR_GOES_ON)
        if is_turn and frame.cursor:
            refusals |= controls.refusals(frame.cursor)
        if refusals["hint"] is None and (partner := self.partner_here()) is not None:
            name = self.timeline.sitters[partner].name
            refusals["hint"] = IllegalMove(Notice.PARTNER_READS, player=name)
            refusals["choices"] = refusals["hint"]
        return refusals

    @property
    def _is_first_of_pair(self) -> bool:
        """Whether the next game has the deal of this one already, with places changed."""
        place = self.record().series if self.record else None
        return place is not None and place.pair == ()

    def partner_here(self) -> int | None:
        """Return the seat of another person here on the viewer's side, if any."""
        if self.frame.phase is not Phase.TURN:
            return None
        sides = self.timeline.game.sides(self.timeline.options)
        return next((seat for seat in partners(sides, self.seat) if seat in self.own_seats), None)

    def offered_in(self, phase: Phase) -> dict[str, bool]:
        """Return whether each action of all tables is offered in a phase."""
        client, is_over = self.client, bool(self.timeline.outcome)
        if is_over:
            from saves.analysis import has_analysis  # a table in play needs no analysis
        is_played, is_shared = bool(self.own_seats) and not is_over, self.shared is not None
        is_watched = not self.own_seats and not is_over
        has_computers = is_watched and bool(client.computers)
        is_left_to_chance = self.described.is_chance_alone and not is_over
        is_on = has_computers or (is_left_to_chance and bool(self.own_seats))
        runs = is_on and phase is not Phase.ROUND_OVER
        has_file = self.record is not None
        is_stopped = not self.plays_itself if self.own_seats else self.is_paused
        return dict.fromkeys(ALWAYS, True) | {
            "skip": phase is Phase.SHOWING,
            "what_next": phase is Phase.OVER,
            "replay": phase is Phase.OVER,
            "analysis": phase is Phase.OVER and has_analysis(self.timeline.game.key),
            "hide": phase is Phase.DRAWN,
            "next_round": phase is Phase.ROUND_OVER,
            "play": runs and is_stopped,
            "pause": runs and not is_stopped,
            "step": has_computers and self.is_paused and runs,
            "play_out": is_left_to_chance and not is_shared,
            "eyes": is_watched
            and self.described.has_secrets
            and len(self.timeline.visible_seats) > 1,
            "faster": is_on,
            "slower": is_on,
            "take_back": phase not in (Phase.SHOWING, Phase.DRAWN, Phase.SENT)
            and bool(self.own_seats),
            "save_as": has_file,
            "share": has_file,
            "invite": has_file and is_played,
            "swap": phase is Phase.OVER and not is_shared,
            "again": phase is Phase.OVER,
            "level": phase is Phase.OVER and self.step is not None,
        }

    @property
    def record(self) -> Callable[[], Record] | None:
        """Returns the game as its file has it; None for a game without a file here."""
        return self.look_back.record

    @property
    def step(self) -> Step | None:
        """The step on the ladder of levels that is offered after the game, None for none."""
        found = self.look_back.found
        return found.step if found else None

    def leave(self) -> None:
        """Search for nothing any more; what was found stays known."""
        self.turn_hint.forget()
        self.look_back.stop()

    @property
    def computers(self) -> list[int]:
        """The computer players to move; in a race the one that runs out of time comes first."""
        late = self._view_of(self.seat).timeout_play
        movers = [seat for seat in self.timeline.to_move if seat in self.client.computers]
        return sorted(movers, key=lambda seat: late is None or seat != late.seat)

    def next_here(self) -> int | None:
        """Return the seat of the person here to move: the viewer, or the next round the table."""
        count = len(self._seats)
        movers = [seat for seat in self.timeline.to_move if seat in self.client.own_seats]
        return min(movers, key=lambda seat: (seat - self.viewer) % count, default=None)

    def read(self, typed: str) -> M:
        """Return the typed move of the viewer, or the one whose number was typed.

        Raises `NotationError`, `IllegalMove`.
        """
        view = self.timeline.view(self.seat)
        move: M | None = self.turn_hint.numbered(typed)
        if move is None:
            move = self.controls.read(typed, view)
        view.check(move)
        return move

    def last_mine(self) -> int | None:
        """Return the number of moves before the one that a person here can take back.

        It is the viewer's last move; where nothing is hidden, the last of all people here.
        """
        seats = (self.seat,) if self.controls.hides else self.own_seats
        turns = [at for seat in seats if (at := self.timeline.last_turn(seat)) is not None]
        return max(turns, default=None)
