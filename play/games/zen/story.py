"""The story of a game of Zen: rounds, the dearest capture, the decisive move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from engine.game import CHANCE
from engine.timeline import Timeline
from engine.zen.board import pawn_groups
from engine.zen.moves import BoardMove
from engine.zen.options import colour_of
from engine.zen.reasons import ZenEnding
from engine.zen.view import ZenView
from play.games.zen.telling import after_round, colour_word, ended_round, sum_words
from play.story import GameStory, Highlight, capital, has_given_up, turning_point, view_at
from words.translation import _, reason, several

ROUNDS_TOLD: Final = 8


class _Step(NamedTuple):
    """A move: its number from 1, its colour, the views before and after it."""

    number: int
    colour: int
    move: Any
    before: ZenView
    after: ZenView


class ZenStory(GameStory):
    """Tells games of Zen."""

    def why(self, timeline: Timeline[Any], names: Sequence[str]) -> str:
        """Return why a game ended, with the points of the rounds."""
        said = super().why(timeline, names)
        if has_given_up(timeline) or not timeline.outcome or not timeline.outcome.points:
            return said
        black, white = view_at(timeline).score
        return _("{black} to {white}, {why}").format(black=black, white=white, why=said)

    def ending(self, timeline: Timeline[Any], names: Sequence[str]) -> str:
        """Return the reason of the end, with the margin."""
        outcome = timeline.outcome
        assert outcome
        if has_given_up(timeline):
            return super().ending(timeline, names)
        view: ZenView = view_at(timeline)
        why = capital(reason(outcome.why))
        if outcome.points:
            black, white = view.score
            words = _("{why}, {black} to {white}; the last round: {sum}.")
            counted = sum_words(view.rounds[-1])
            return words.format(why=why, black=black, white=white, sum=counted)
        if outcome.winners:
            other = 1 - colour_of(outcome.winners[0])
            if count := _groups(view, other):
                groups = several("{count} group", "{count} groups", count)
                words = _("{why}; {colour} has {groups}.")
                return words.format(why=why, colour=colour_word(other), groups=groups)
        return f"{why}."

    def leads(self, timeline: Timeline[Any]) -> tuple[int, ...]:
        """Return the lead of Black after each move.

        It is the number of groups that White has more, or the points where rounds are played.
        """
        return tuple(_lead(step.after) for step in _steps(timeline))

    def highlights(self, timeline: Timeline[Any], names: Sequence[str]) -> tuple[Highlight, ...]:
        """Return the turning point, captures, the decisive move, the ends of rounds."""
        steps = list(_steps(timeline))
        found = [*_decided(timeline, steps), *_captures(steps)]
        outcome = timeline.outcome
        if outcome and outcome.winners and outcome.why is not ZenEnding.FORFEIT:
            last = steps[-1]
            words = _("Decisive move {move}").format(move=last.move)
            found.append(Highlight(last.number, _("decisive move"), words, last.colour))
        return (*found, *_rounds(steps))


def _steps(timeline: Timeline[Any]) -> Iterator[_Step]:
    """Yield the moves of all players; the view after one that ended a round still shows it."""
    number = 0
    for at, play in enumerate(timeline.plays):
        if play.seat != CHANCE:
            number += 1
            before, after = view_at(timeline, at), view_at(timeline, at + 1)
            yield _Step(number, colour_of(play.seat), play.move, before, after)


def _groups(view: ZenView, colour: int) -> int:
    return len(pawn_groups(after_round(view).position, colour))


def _lead(view: ZenView) -> int:
    if view.options.has_rounds:
        return view.score[0] - view.score[1]
    return _groups(view, 1) - _groups(view, 0)


def _decided(timeline: Timeline[Any], steps: list[_Step]) -> Iterator[Highlight]:
    """Yield the move from which the winner was ahead until the end."""
    if timeline.outcome and timeline.outcome.winners:
        winner = colour_of(timeline.outcome.winners[0])
        yield from turning_point(winner, (_lead(step.after) for step in steps))


def _captures(steps: list[_Step]) -> Iterator[Highlight]:
    """Yield the capture that broke the other side up most, and that of the Zen."""
    dearest, most = None, 0
    for step in steps:
        if not isinstance(step.move, BoardMove) or not step.move.is_capture:
            continue
        other = 1 - step.colour
        broke = _groups(step.after, other) - _groups(step.before, other)
        if broke > most:
            dearest, most = step, broke
        if step.before.position.zen and not after_round(step.after).position.zen:
            words = _("Zen taken, turn {turn}").format(turn=step.number)
            yield Highlight(step.number, _("Zen taken"), words, step.colour)
    if dearest:
        words = _("Best capture {move}, turn {turn}")
        words = words.format(move=dearest.move, turn=dearest.number)
        yield Highlight(dearest.number, _("best capture"), words, dearest.colour)


def _rounds(steps: list[_Step]) -> Iterator[Highlight]:
    """Yield the moves that ended a round before the last one."""
    told = 0
    for step in steps:
        played = ended_round(step.after)
        if played is None or told == ROUNDS_TOLD:
            continue
        told += 1
        name = _("end of round {round}").format(round=len(step.after.rounds))
        words = _("Round {round} +{points}, turn {turn}")
        words = words.format(round=len(step.after.rounds), points=played.points, turn=step.number)
        yield Highlight(step.number, name, words, played.winner)
