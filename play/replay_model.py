"""The model of a replay: the place in a game, the view, the marks, the pace, a branch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final, Generic, TypeVar

from engine.game import View
from engine.games import describe
from engine.loop import Call, Loop, OneTimer
from engine.reasons import IllegalMove, Reason
from engine.table import Table
from engine.timeline import TableTimeline, Timeline
from host.outside import fresh_seed
from play.analyst import Analyst, ProcessAnalyst
from play.controls import Controls
from play.frame import Frame, Phase, Refusals, offered
from play.judging import Judging
from play.notes import GameFile, Keep, Margin, notes_by_turn, said_note, told_notes, typed_note
from play.playback import Pace, last_move
from play.review import Verdict
from play.setup import Setup, person_alone, reseated, setup_of
from play.story import Highlight
from play.variations import Variations, said_count
from play.ways_to_sit import branch_question
from saves.record import Note, Record, Variation
from saves.replay import Replay, branch, replay_seats
from words.glyphs import glyphs
from words.translation import _, language

M = TypeVar("M")

SECONDS_A_STEP: Final = 1.0
TEN: Final = 10

ALWAYS: Final = (
    *("next_turn", "previous_turn", "next_card", "previous_card", "next_step", "previous_step"),
    *("ten_back", "ten_on", "first", "last", "go_to", "faster", "slower", "back", "log_up"),
    *("save_as", "share"),
    *("help", "menu", "menu_by_enter", "new", "saved", "rules", "manual", "settings"),
)
"""The actions that a replay offers at every place."""


class ReplayNotice(Reason):
    """Why a replay cannot do something here."""

    NO_MARK_AFTER = "There is no mark after this turn."
    NO_MARK_BEFORE = "There is no mark before this turn."
    OVER_HERE = "The game is over here; go back to play on."
    ONE_VIEW = "While the game is in play you see what the player to move sees."
    NO_TURN = "There is no turn {turn}, only 0 to {turns}."
    NOTHING_HIDDEN = "Nothing is hidden in this game."


class ReplayModel(Generic[M]):
    """A game that somebody steps through.

    Attributes:
        margin: What people have written beside the game.
        variations: What was tried in it, and the place there.
        judging: What an analyst says of it, its `review` and the `best` move here.
        eyes: The seat whose view is shown; None for a spectator, as in games without secrets.
        sees_all: Whether the other seats' views are added to it.
        pace: The pace at which it goes on by itself.
        changed: Called after each change.
    """

    def __init__(
        self,
        record: Record,
        file: GameFile,
        controls: Controls,
        highlights: Callable[[Timeline[M]], Sequence[Highlight]],
        loop: Loop,
        *,
        speed: int = 1,
        readers: frozenset[int] | None = None,
        analyst: Analyst | None = None,
    ) -> None:
        """Stand before the first turn.

        Args:
            record: The game.
            file: Its file, which keeps the notes.
            controls: The controls of the game, which put views together.
            highlights: Returns the turns worth going to.
            loop: The loop that makes the replay run.
            speed: The index of its speed in `SPEEDS`.
            readers: The seats shown while the game is in play; else those of `replay_seats`.
            analyst: Judges turns; a process of its own if not given.
        """
        table: Table[M] = record.table
        seats = replay_seats(table) if readers is None else readers
        self.margin = Margin(record, file)
        self.variations = Variations(self.margin, TableTimeline(table, seats))
        analyst = analyst or ProcessAnalyst(loop)
        self.judging = Judging(record, file, self.replay.turn_after, analyst)
        self.judging.changed = self._judged
        self.review, self.best = self.judging.review, self.judging.best
        self.has_secrets = describe(table.game.key).has_secrets
        self.eyes = min(self.replay.seats, default=None) if self.has_secrets else None
        self.sees_all = True
        self.pace = Pace(SECONDS_A_STEP, speed=speed)
        self.changed: Call = _nothing
        self._controls = controls
        self._highlights = highlights
        self._marks: tuple[object, tuple[Highlight, ...]] | None = None
        self._timer = OneTimer(loop)

    # The place

    @property
    def table(self) -> Table[M]:
        """The game, as it is in the variation that is looked at."""
        return self.variations.table

    @property
    def timeline(self) -> TableTimeline[M]:
        """What may be read of the game, or of the variation that is looked at."""
        return self.variations.timeline

    @property
    def replay(self) -> Replay[M]:
        """The place in the game, or in the variation that is looked at."""
        return self.variations.replay

    @property
    def notes(self) -> Mapping[int, tuple[Note, ...]]:
        """The notes by the number of the turn they are on, those of people first."""
        return notes_by_turn(self.variations.notes_shown, self.replay.turn_after)

    @property
    def is_over_here(self) -> bool:
        """Whether this is the end of a game that is over."""
        return self.replay.place.turn == self.replay.turns and self.timeline.outcome is not None

    @property
    def is_playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._timer.is_running

    @property
    def marks(self) -> tuple[Highlight, ...]:
        """The turns worth going to, in order; in the language spoken.

        They are the losses once an analysis has found some, else those of the story.
        """
        notes, tried = self.notes, self.variations.begun
        now = language(), glyphs(), notes, tried, self.timeline, self.review.version
        if self._marks is None or self._marks[0] != now:
            kept = {turn: told_notes(some, said_note) for turn, some in notes.items()}
            noted = [Highlight(turn, _("note"), words) for turn, words in kept.items()]
            begun = {turn: said_count(some) for turn, some in tried.items()}
            began = [Highlight(turn, _("variation"), words) for turn, words in begun.items()]
            judged = () if self.variations.inside else self.review.marks()
            found = [*(judged or self._highlights(self.timeline)), *noted, *began]
            self._marks = now, tuple(sorted(found, key=lambda mark: (mark.turn, mark.name)))
        return self._marks[1]

    @property
    def turn(self) -> int:
        """The number of the turn that is looked at, from 1; 0 at the beginning."""
        turn, step = self.replay.place
        return turn + bool(step)

    @property
    def verdict(self) -> Verdict | None:
        """The judgement of the turn that is looked at, None without an analysis."""
        return None if self.variations.inside else self.review.verdict(self.turn)

    @property
    def note(self) -> str:
        """The note on the turn that is looked at, as it is typed; "" for none."""
        return typed_note(self.notes.get(self.turn, ()))

    @property
    def notes_here(self) -> str:
        """All notes on the turn that is looked at, in a line; "" for none."""
        return told_notes(self.notes.get(self.turn, ()))

    def begin_note(self, typed: str) -> Keep:
        """Begin to write a note on the turn that is looked at; `end_change` follows.

        An empty one removes it. Raises `IllegalMove`, `NotChanged`.
        """
        return self.variations.begin_note(self.turn, typed)

    def end_change(self, *, is_kept: bool) -> None:
        """Show what was begun, if it is kept."""
        self.variations.end_change(is_kept=is_kept)
        self._went()

    def enter(self, variation: Variation, made: int | None = None) -> None:
        """Go into a variation, after `made` of its moves or to its end."""
        self.halt()
        self.variations.enter(variation, made)
        self._went()

    def leave_variation(self) -> None:
        """Go back into the game, to the place where the variation begins."""
        self.halt()
        self.variations.leave()
        self._went()

    @property
    def view(self) -> View[M]:
        """The view here: what one seat knew, or with all that the others knew too."""
        others = sorted(self.replay.seats - {self.eyes}) if self.sees_all else []
        seats = (self.eyes, *others) if self.has_secrets else (self.eyes,)
        view: View[M] = self._controls.opened([self.replay.view(seat) for seat in seats])
        return view if self.replay.place.step else self._controls.after(view)

    @property
    def frame(self) -> Frame:
        """The frame of this place."""
        return Frame(
            phase=Phase.OVER if self.is_over_here else Phase.SHOWING,
            view=self.view,
            current_view=self.view,
            seat=self.eyes or 0,
            mine=person_alone(self.setup.kinds),
            last=last_move(self.timeline, self.replay),
            is_watched=self.eyes is not None,
            refusals=cache(self._refusals),
        )

    def _refusals(self) -> Refusals:
        """Return why each action cannot be had here."""
        seats, is_playing = len(self.replay.seats), self.is_playing
        refusals = offered(
            dict.fromkeys(ALWAYS, True)
            | {
                "play": bool(self.replay.turns) and not is_playing,
                "pause": is_playing,
                "next_mark": bool(self.marks),
                "previous_mark": bool(self.marks),
                "branch": True,
                "eyes": self.has_secrets,
                "open_hands": self.has_secrets and seats > 1 and not self.sees_all,
            }
        )
        is_end, inside = self.replay.play is None, self.variations.inside is not None
        refusals |= self.judging.refusals(self.turn, is_end=is_end, is_variation=inside)
        if self.has_secrets and seats < 2:
            refusals["eyes"] = IllegalMove(ReplayNotice.ONE_VIEW)
        refusals |= self.variations.refusals()
        if self.is_over_here:
            refusals["branch"] = IllegalMove(ReplayNotice.OVER_HERE)
        return refusals

    # Actions

    def do(self, action: str) -> bool:
        """Carry out an action; return whether it led to another place.

        Raises `IllegalMove` if no mark is left in that direction.
        """
        before, replay = self.replay.place, self.replay
        acts: dict[str, Callable[[], object]] = {
            "next_turn": replay.next,
            "previous_turn": replay.previous,
            "next_card": replay.next_step,
            "previous_card": replay.previous_step,
            "next_step": replay.next_step,
            "previous_step": replay.previous_step,
            "first": replay.first,
            "last": replay.last,
            "ten_back": lambda: replay.go_to(max(before.turn - TEN, 0)),
            "ten_on": lambda: replay.go_to(min(before.turn + TEN, replay.turns)),
            "next_mark": self._to_next_mark,
            "previous_mark": self._to_previous_mark,
            "play": self._play,
            "pause": self.halt,
            "faster": lambda: self._hurry(1),
            "slower": lambda: self._hurry(-1),
            "eyes": self.turn_round,
            "open_hands": self._open_hands,
            "analysis": self.review.begin,
            "hint": lambda: self.best.seek(before.turn + 1, replay.moves_before),
        }
        if action != "hint":
            self.judging.forget()
        acts[action]()
        self._went()
        return self.replay.place != before

    def seek_decisive(self) -> None:
        """Go to the end, and to the turn that decided the game once all turns are judged.

        Another action calls that off. Raises `IllegalMove`.
        """
        self.replay.last()
        self.judging.seek_decisive()
        self._judged()

    def _judged(self) -> None:
        """Show what was judged, or found."""
        if turn := self.judging.found_decisive(self._highlights(self.timeline)):
            self.replay.go_to(turn)
        self.changed()

    def leave(self) -> None:
        """Stand still, and judge no more turns."""
        self._timer.stop()
        self.judging.leave()

    def go_to(self, number: str) -> None:
        """Go to the turn with a number that somebody typed. Raises `IllegalMove`."""
        self.judging.forget()
        try:
            self.replay.go_to(int(number))
        except ValueError:
            turns = self.replay.turns
            raise IllegalMove(ReplayNotice.NO_TURN, turn=number, turns=turns) from None
        self._went()

    def _went(self) -> None:
        """Show the place, out of a variation if it is before its first move."""
        self.variations.leave_before_start()
        if self.eyes is not None and self.eyes not in self.replay.seats:
            self.eyes = min(self.replay.seats, default=None)
        self.changed()

    def _to_next_mark(self) -> None:
        there = (mark.turn for mark in self.marks if mark.turn > self.replay.place.turn)
        self._to_mark(min(there, default=None), ReplayNotice.NO_MARK_AFTER)

    def _to_previous_mark(self) -> None:
        there = (mark.turn for mark in self.marks if mark.turn < self.turn)
        self._to_mark(max(there, default=None), ReplayNotice.NO_MARK_BEFORE)

    def _to_mark(self, turn: int | None, why_not: ReplayNotice) -> None:
        if turn is None:
            raise IllegalMove(why_not)
        self.replay.go_to(turn)

    def _play(self) -> None:
        """Go on by itself, at the end from the start."""
        if self.replay.place.turn == self.replay.turns:
            self.replay.first()
        self._timer.start(self.pace.seconds, self._tick)

    def halt(self) -> None:
        """Stand still, and forget what was asked here."""
        self._timer.stop()
        self.judging.forget()

    def _tick(self) -> None:
        self.judging.forget()
        self.replay.next_step()
        if self.replay.place.turn < self.replay.turns:
            self._timer.start(self.pace.seconds, self._tick)
        self.changed()

    def _hurry(self, by: int) -> None:
        self.pace = self.pace.changed(by)
        if self.is_playing:
            self._timer.start(self.pace.seconds, self._tick)

    def turn_round(self, seat: int | None = None) -> None:
        """Show what one seat alone knew: this one, or else the next one."""
        seats = sorted(self.replay.seats)
        if seat is not None:
            self.eyes = seat
        elif self.eyes is not None and not self.sees_all:
            self.eyes = seats[(seats.index(self.eyes) + 1) % len(seats)]
        self.sees_all = False

    def _open_hands(self) -> None:
        self.sees_all = True

    # A branch

    @property
    def setup(self) -> Setup:
        """The setup of the game."""
        return setup_of(self.table)

    @property
    def branch_question(self) -> str:
        """The sentences before the question of the players in a branch from here."""
        return branch_question(self.replay.place.turn, self.table.game.key)

    def branch(self, kinds: tuple[str, ...]) -> Table[M]:
        """Return a new game that goes on from here, with these kinds of player by seat.

        Raises `ValueError` at the end of a game that is over.
        """
        self.halt()
        seed = fresh_seed()
        table = branch(self.table, self.replay.moves_before, self.variations.readers, seed)
        if kinds != tuple(sitter.kind for sitter in table.sitters):
            table.sitters = tuple(reseated(self.setup, kinds).sitters(seed))
        return table


def _nothing() -> None:
    """Nobody listens yet."""
