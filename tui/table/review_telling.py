"""What an analysis says besides the rail: lines of a message, and pages with every reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from engine.analysis import Judged, Measure, error_rate
from engine.game import Hint
from engine.timeline import Timeline
from play.analysis_model import ledger_note, points_of
from play.review import OPENED, Review, Stage, Verdict, cost_words, label_words, opened_words
from play.story import capital
from tui.table.message_line import fitting
from tui.table.scene import GameScene, TextPage, names_of
from tui.table.verdict import (
    LEAST,
    MARGIN,
    brief_forms,
    change_forms,
    first_side,
    ledger_lines,
    round_lines,
    whole_values,
)
from tui.widgets.lines import Line, line, shortened, text, wrapped
from words.translation import _, ended, mark

WIDEST: Final = 64
"""The most cells of a line of words."""
LEDGERS: Final = 36
"""The most cells of a line of ledgers."""
POINT: Final = "- "
"""The sign before each reason of a list."""


class ReviewTelling:
    """Writes what an analysis says, in lines that a window has room for.

    Attributes:
        side: The first side, whose values are told.
    """

    def __init__(self, scene: GameScene, timeline: Timeline[Any], columns: int) -> None:
        """Write of the game of a timeline, for a window with this number of columns."""
        self._scene = scene
        self._timeline = timeline
        self._names = names_of(timeline)
        self.side = first_side(scene.coins, timeline, self._names)
        self._columns = columns
        self._room = min(columns - 2 * MARGIN, WIDEST)

    def whole(self, review: Review, verdict: Verdict | None) -> TextPage:
        """Return the turn that is looked at, where the result comes from, and all losses."""
        width = min(self._room + MARGIN, LEDGERS)
        parts = [
            self._lines(self._turn(verdict) if verdict else ()),
            self._ledgers(review, width),
            round_lines(review.rounds, self._room + MARGIN, self._scene.glyphs),
            self._lines(self._rates(review)),
            self._lines(self._losses(review)),
            self._lines(self._opened(review)),
        ]
        lines = [row for part in parts if part for row in (*part, line(""))]
        return TextPage(_("Analysis"), tuple(lines))

    def best(self, hint: Hint, seat: int) -> TextPage:
        """Return the best move of a seat, with every reason."""
        told, reasons = self._told(hint, seat)
        title = _("Hint: {move}").format(move=told)
        return TextPage(title, tuple(self._lines(map(capital, reasons))))

    def best_line(self, hint: Hint, seat: int) -> str:
        """Return the best move of a seat, with the reasons that a message has room for."""
        told, reasons = self._told(hint, seat)
        return self._fitting(self._scene.hint_words(True), told, reasons)

    def decided_line(self, review: Review, turn: int, key: str) -> str:
        """Return that a turn decided the game, and the key that tries it again if it lost much.

        Where no turn of a loser did, it is only the dearest one of the story.
        """
        forms = [mark("Turn {turn} decided the game.")]
        if turn == review.decisive:
            forms = [
                mark("Turn {turn} decided the game; {key} tries it again."),
                mark("Turn {turn} decided it; {key} tries it again."),
            ]
        elif review.ledger_rows:
            forms = [
                mark("No turn lost the game; turn {turn} is worth seeing."),
                mark("No turn lost it; see turn {turn}."),
            ]
        told = [_(words).format(turn=turn, key=key) for words in forms]
        return shortened(told, self._width)

    def brief(self, verdict: Verdict | None) -> tuple[str, ...]:
        """Return the forms of what a turn changed and lost, none where the rail tells it."""
        if verdict is None or self._scene.log.has_foot:
            return ()
        return brief_forms(verdict, self.side, self._scene.glyphs)

    def better_line(self, verdict: Verdict) -> str:
        """Return what was better in a turn and why, if the rail has no room to tell it whole."""
        judged, better, log = verdict.judged, verdict.better, self._scene.log
        if judged is None or better is None or log.has_whole_foot:
            return ""
        begins = [""]
        if not log.has_foot:
            lost = ended(label_words(judged) or cost_words(judged))
            begins = [f"{self._change(judged)}, {lost} ", f"{capital(lost)} "]
        words = _("Better: {turn} - {reasons}")
        told, reasons = self._told(better, judged.seat)
        forms = [
            self._fitting(begin + words, told, some) for some in (reasons, ()) for begin in begins
        ]
        bare = self._fitting(words, told, ())
        if not log.has_foot:
            forms += [f"{brief}. {bare}" for brief in self.brief(verdict)[1:-1]]
        said = shortened([*forms, bare], self._width)
        return "" if said == bare and log.foot_rows > LEAST else said

    def ledgers_line(self, verdict: Verdict, key: str) -> str:
        """Return where the result comes from, or the key for it; "" where the rail tells it."""
        width, rows = self._scene.log.size.width, verdict.ledgers
        lines = ledger_lines(rows, self.side, width, self._scene.glyphs)
        if not rows or self._scene.log.foot_rows > len(lines):
            return ""
        *parts, total = whole_values(rows)
        told = ", ".join(
            f"{words} {value}" for (words, _value), value in zip(rows, parts, strict=False)
        )
        whole = f"{self.side.coin} {told} = {total}"
        if not self.side.coin:
            words = _("{player}: {parts} = {total}")
            whole = words.format(player=self.side.name, parts=told, total=total)
        short = _("{key}: where the result comes from").format(key=key)
        return shortened((whole, short), self._width)

    @property
    def _width(self) -> int:
        return self._scene.words_width(self._columns)

    def _fitting(self, words: str, told: str, reasons: Sequence[str]) -> str:
        return fitting(words, told, [*reasons], self._width)

    def _change(self, judged: Judged) -> str:
        return f"{self.side.sign} {change_forms(judged, self._scene.glyphs)[0]}"

    def _ledgers(self, review: Review, width: int) -> list[Line]:
        """Return where the result comes from, and what these names mean."""
        rows, key = review.ledger_rows, self._timeline.game.key
        if not rows:
            return []
        note = ledger_note(key, self.side.name)
        lines = ledger_lines(rows, self.side, width, self._scene.glyphs)
        return [*lines, line(""), *self._lines([note])]

    def _told(self, hint: Hint, seat: int) -> tuple[str, Sequence[str]]:
        """Return a move and its reasons as they are told."""
        return self._scene.told_hint(hint, seat, self._timeline)

    def _lines(self, sentences: Iterable[str]) -> list[Line]:
        lines = []
        for words in sentences:
            indent = " " * len(POINT) * words.startswith(POINT)
            first, *others = wrapped(words, self._room - len(indent))
            rows = [first, *(indent + row for row in others)]
            lines += [line(" " * MARGIN, text(row)) for row in rows]
        return lines

    def _turn(self, verdict: Verdict) -> Iterator[str]:
        """Yield what the turn that is looked at lost, and what was better and why."""
        judged = verdict.judged
        if judged is None or not verdict.is_close:
            return
        if judged.measure is Measure.CARDS:
            words = _("Nobody decides anything here. The curve is {player}'s share of the cards.")
            yield words.format(player=self.side.name)
        else:
            yield self._of_player(verdict.turn, judged, self._written(judged.played))
        cost, change = label_words(judged) or cost_words(judged), self._change(judged)
        yield f"{change}, {cost}" if cost else change
        if verdict.better:
            better, reasons = self._told(verdict.better, judged.seat)
            yield _("Better: {turn}").format(turn=better)
            yield from (f"{POINT}{words}" for words in reasons)

    def _rates(self, review: Review) -> Iterator[str]:
        """Yield how far the analysis is, and the mean loss of each player."""
        if review.progress:
            yield review.progress
        for seat, name in enumerate(self._names):
            rate = error_rate(review.turns.values(), seat)
            if rate is not None:
                words = _("{player} lost {loss} a turn.")
                yield words.format(player=name, loss=points_of(rate))

    def _losses(self, review: Review) -> Iterator[str]:
        for turn, judged in review.losses.items():
            yield self._of_player(turn, judged, label_words(judged))
        is_known = review.stage is Stage.DONE and review.ledger_rows
        if is_known and not review.losses:
            yield _("No turn lost much.")

    def _opened(self, review: Review) -> Iterator[str]:
        """Yield the turns that were better with open cards."""
        if review.opened:
            yield _(OPENED)
        for turn, judged in review.opened.items():
            assert judged.opened
            other = opened_words(judged, self._written(judged.opened.best))
            yield self._of_player(turn, judged, other)

    def _written(self, move: Any) -> str:
        return self._scene.move_words(move, self._timeline)

    def _of_player(self, turn: int, judged: Judged, words: str) -> str:
        told = _("Turn {turn}, {player}: {words}")
        return told.format(turn=turn, player=self._names[judged.seat], words=words)
