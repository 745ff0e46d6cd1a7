"""The analysis of a game that somebody looks at: it goes on beside, and what is judged is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.analysis import Judged, Label, Ledgers, Measure
from engine.game import Hint, side_of
from engine.loop import Call
from engine.reasons import IllegalMove, Reason
from play.analysis_model import (
    digits_of,
    final_chance,
    label_name,
    ledger_rows,
    ledgers_by_round,
    ledgers_of,
    points_words,
    side_name,
)
from play.analyst import Analyst
from play.frame import NO_SENSE_NOW
from play.story import Highlight
from saves.analysis import JudgeTurns, has_analysis, judge_turns
from saves.kept_analysis import KeepTurns, ReadKept, keep_turns, read_kept
from saves.record import Record
from words.translation import _, decimal, mark, sentence

MOST_SIGNS: Final = 6
"""The losses that have a sign on a timeline: more would hide its curve."""


OPENED: Final = mark("Better with open cards, which is no error:")
"""The words before turns that were better by all cards, which nobody sees in play."""


class ReviewRefusal(Reason):
    """The reasons why a game is not analysed."""

    IN_PLAY = "The game is in play; it is analysed after its end."
    NOT_MADE = "The analysis cannot be made now."


class Stage(Enum):
    """The stages of an analysis."""

    NOT_BEGUN = "nobody has asked for it"
    QUICK = "chances are found with little effort"
    CLOSE = "turns are judged in earnest"
    DONE = "all turns are judged"
    FAILED = "it could not be made"


class Verdict(NamedTuple):
    """What the analysis says of a turn, and of the game.

    Attributes:
        turn: The number of the turn, 0 before the first.
        judged: The turn, None if it is not judged.
        is_close: Whether it was judged in earnest: else only its chances are known.
        better: The better move with its reasons, None if it was as good as any.
        ledgers: Where the result comes from; none but before the first turn and after the last.
        progress: How many turns are judged, "" once all are.
    """

    turn: int
    judged: Judged | None
    is_close: bool
    better: Hint | None
    ledgers: Sequence[tuple[str, float]]
    progress: str


class Review:
    """The analysis of a finished game.

    Attributes:
        stage: How far it is.
        turns: The turns judged in earnest, by their number from 1.
        version: It differs after each change.
        changed: Called after each change.
    """

    def __init__(
        self,
        record: Record,
        turn_of: Callable[[int], int],
        analyst: Analyst,
        path: Callable[[], Path | None],
    ) -> None:
        """Begin nothing yet.

        Args:
            record: The game.
            turn_of: Returns the number of turns by that of moves.
            analyst: Judges the turns.
            path: Returns the file of the game, None for none; the analysis is kept beside it.
        """
        self.stage = Stage.NOT_BEGUN
        self.turns: dict[int, Judged] = {}
        self.version = 0
        self.changed: Call = _nothing
        self._quick: dict[int, Judged] = {}
        self._record = record
        self._table = record.table
        self._turn_of = turn_of
        self._analyst = analyst
        self._path = path
        self._game = b""
        self._stop: Call = _nothing
        self._reasons: dict[int, Hint] = {}
        self._chances: tuple[int, tuple[float | None, ...]] = (-1, ())

    @property
    def refusal(self) -> IllegalMove | None:
        """Why the game cannot be analysed, None if it can."""
        if not has_analysis(self._table.game.key) or not self._table.turns:
            return NO_SENSE_NOW
        return IllegalMove(ReviewRefusal.IN_PLAY) if self._table.outcome is None else None

    @property
    def is_running(self) -> bool:
        """Whether turns are judged now."""
        return self.stage in (Stage.QUICK, Stage.CLOSE)

    @property
    def has_begun(self) -> bool:
        """Whether anything of it is known or comes soon."""
        return self.stage not in (Stage.NOT_BEGUN, Stage.FAILED)

    @property
    def fault(self) -> str:
        """Why it could not be made, as a sentence; "" for no reason."""
        is_failed = self.stage is Stage.FAILED
        return sentence(IllegalMove(ReviewRefusal.NOT_MADE)) if is_failed else ""

    def begin(self) -> None:
        """Judge the game, once. Raises `IllegalMove`."""
        if refused := self.refusal:
            raise refused
        if self.has_begun:
            return
        self._game = self._record.to_bytes()
        self.stage = Stage.CLOSE if self.turns else Stage.QUICK
        self.version += 1
        path = self._path()
        if path and not self.turns:
            self._stop = self._analyst.ask(read_kept, ReadKept(path, self._game), self._recall)
        else:
            self._ask()

    def stop(self) -> None:
        """Judge no more turns; what is judged stays."""
        self._stop()
        self._stop = _nothing
        if self.is_running:
            self.stage = Stage.NOT_BEGUN

    def _recall(self, answer: Any) -> None:
        """Take in the turns that were kept, or judge them all."""
        if isinstance(answer, tuple) and answer:
            self.stage = Stage.DONE
            self._take(answer)
        else:
            self._ask()
        self.version += 1
        self.changed()

    def _keep(self) -> None:
        if path := self._path():
            turns = tuple(self.turns.values())
            self._analyst.ask(keep_turns, KeepTurns(path, self._game, turns), _nothing_told)

    def _take(self, turns: Sequence[Judged]) -> None:
        found = self._quick if self.stage is Stage.QUICK else self.turns
        found.update((self._turn_of(turn.ply + 1), turn) for turn in turns)

    def _ask(self) -> None:
        is_quick = self.stage is Stage.QUICK
        done = len(self._quick if is_quick else self.turns)
        question = JudgeTurns(self._game, is_quick, done)
        self._stop = self._analyst.ask(judge_turns, question, self._judged)

    def _judged(self, answer: Any) -> None:
        """Take in the turns that were judged; none are left once there are none."""
        if isinstance(answer, Exception):
            self.stage = Stage.FAILED
        elif answer:
            self._take(answer)
            self._ask()
        elif self.stage is Stage.QUICK:
            self.stage = Stage.CLOSE
            self._ask()
        else:
            self.stage = Stage.DONE
            self._keep()
        self.version += 1
        self.changed()

    # What is known

    def judged(self, turn: int) -> Judged | None:
        """Return a turn as it was judged in earnest, else quickly; None if it was not."""
        return self.turns.get(turn) or self._quick.get(turn)

    def chance(self, turn: int) -> float | None:
        """Return the first seat's value once `turn` turns were made, in points of 100.

        None if it is unknown.
        """
        if turn >= self._table.turns:
            return self._end
        if after := self.judged(turn + 1):
            return 100 * after.before / after.measure.whole
        before = self.judged(turn)
        return 100 * before.after / before.measure.whole if before else None

    @property
    def chances(self) -> tuple[float | None, ...]:
        """The first seat's value after each number of turns from 0; empty before it has begun."""
        if not self.has_begun:
            return ()
        if self._chances[0] != self.version:
            turns = range(self._table.turns + 1)
            self._chances = self.version, tuple(map(self.chance, turns))
        return self._chances[1]

    @property
    def _end(self) -> float | None:
        """The first seat's value at the end, in points of 100; None if it is unknown."""
        last = self.judged(self._table.turns)
        if last and last.measure is not Measure.CHANCE:
            return 100 * last.after / last.measure.whole
        return final_chance(self._table) if self.has_begun else None

    @property
    def losses(self) -> Mapping[int, Judged]:
        """The turns that have a label, by number."""
        return {turn: judged for turn, judged in sorted(self.turns.items()) if judged.label}

    @property
    def opened(self) -> Mapping[int, Judged]:
        """The turns for which another one was better with open cards, by number."""
        return {turn: judged for turn, judged in sorted(self.turns.items()) if judged.opened}

    @property
    def decisive(self) -> int | None:
        """The turn with which a player who did not win lost most; None without such a loss."""
        outcome = self._table.outcome
        winners = outcome.winners if outcome else ()
        found = {turn: j.loss for turn, j in self.losses.items() if j.seat not in winners}
        return max(found, key=found.__getitem__, default=None)

    @property
    def ledgers(self) -> Ledgers | None:
        """Where the result comes from, None before all turns are judged."""
        if self.stage is not Stage.DONE:
            return None
        return ledgers_of(self._table, [*self.turns.values()])

    @property
    def side(self) -> str:
        """The name of the first side, whose values are told."""
        return side_name(self._table)

    @property
    def ledger_rows(self) -> Sequence[tuple[str, float]]:
        """Where the result comes from: words and points, none before all turns are judged."""
        return ledger_rows(self._table, self.ledgers) if self.ledgers else ()

    @property
    def rounds(self) -> Mapping[int, Sequence[tuple[str, float]]]:
        """The `ledger_rows` of each round by its number; none unless there are several."""
        if self.stage is not Stage.DONE or not self.ledger_rows:
            return {}
        parts = ledgers_by_round(self._table, [*self.turns.values()])
        several = {part: ledger_rows(self._table, kept) for part, kept in parts.items()}
        return several if len(several) > 1 else {}

    def verdict(self, turn: int) -> Verdict | None:
        """Return what is known of a turn and of the game, None before the analysis has begun."""
        if not self.has_begun:
            return None
        rows = self.ledger_rows if turn in (0, self._table.turns) else ()
        judged, better = self.judged(turn), self.better(turn)
        return Verdict(turn, judged, turn in self.turns, better, rows, self.progress)

    def better(self, turn: int) -> Hint | None:
        """Return the move that was better in a turn with its reasons, None if none was by much."""
        judged = self.turns.get(turn)
        return self.best(turn) if judged and judged.loss >= judged.measure.idle else None

    def best(self, turn: int) -> Hint | None:
        """Return the best move of a turn with its reasons, None before it is judged."""
        judged = self.turns.get(turn)
        if judged and turn not in self._reasons:
            view = self._table.view_at(judged.ply, judged.seat)
            reasons = self._table.game.explain(view, judged.best, judged.wins_in)
            self._reasons[turn] = Hint(judged.best, reasons)
        return self._reasons.get(turn)

    @property
    def progress(self) -> str:
        """How many turns are judged, while they are."""
        if not self.is_running:
            return ""
        words = _("analysis {count}/{turns}")
        return words.format(count=len(self.turns), turns=self._table.turns)

    def marks(self) -> Sequence[Highlight]:
        """Return the losses as turns worth going to; a timeline has signs of the dearest alone."""
        found: list[Highlight] = []
        least = min(sorted([one.loss for one in self.losses.values()])[-MOST_SIGNS:], default=0.0)
        sides = self._table.game.sides(self._table.options)
        has_sides = len(sides) == 2
        for turn, judged in self.losses.items():
            name = label_words(judged)
            side = side_of(sides, judged.seat) if has_sides else None
            words = _("Turn {turn}: {words}").format(turn=turn, words=name)
            is_small = judged.label is Label.IMPRECISE or judged.loss < least
            found.append(Highlight(turn, name, words, side, is_small))
        return found


def label_words(judged: Judged) -> str:
    """Return the label of a turn with what it lost, "" for none."""
    if not judged.label:
        return ""
    if judged.misses_win:
        return label_name(judged)
    loss = points_words(judged.loss, judged.measure)
    return _("{label}, {points}").format(label=label_name(judged), points=loss)


def opened_words(judged: Judged, move: str) -> str:
    """Return the turn, written as `move`, that was better with open cards, and by how much."""
    assert judged.opened
    points = points_words(judged.opened.gain, judged.measure)
    return _("{move}, {points}").format(move=move, points=points)


def cost_words(judged: Judged) -> str:
    """Return what a turn without a label lost, "" where nobody decides anything."""
    if judged.measure is Measure.CARDS:
        return ""
    if not judged.counts:
        return _("no real choice")
    if judged.loss < judged.measure.idle:
        return _("wins for certain") if judged.wins_in else _("nothing better")
    loss = points_words(judged.loss, judged.measure)
    error = decimal(judged.error, digits_of(judged.measure))
    return _("{points}, give or take {error}").format(points=loss, error=error)


def _nothing_told(_answer: object) -> None:
    """Nobody waits for what is kept."""


def _nothing() -> None:
    """Nobody listens, and nothing runs."""
