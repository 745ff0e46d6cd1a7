"""What there is to tell of a game of Zen: rounds, the dearest capture, what decided it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from engine.game import CHANCE
from engine.timeline import Timeline, any_visible_seat
from engine.zen.board import pawn_groups
from engine.zen.moves import BoardMove
from engine.zen.options import colour_of
from engine.zen.reasons import ZenEnding
from engine.zen.view import ZenView
from play.games.zen.telling import after_round, ended_round
from play.story import Highlight
from words.translation import _

ROUNDS_TOLD: Final = 8


class _Step(NamedTuple):
    """A move that was made: its number from 1, whose it is, the views before and after it."""

    number: int
    colour: int
    move: Any
    before: ZenView
    after: ZenView


def leads(timeline: Timeline[Any]) -> tuple[int, ...]:
    """Return after each move by how much Black was ahead.

    It is how many groups fewer Black had than White, in points where rounds are played.
    """
    return tuple(_lead(step.after) for step in _steps(timeline))


def highlights(timeline: Timeline[Any]) -> tuple[Highlight, ...]:
    """Return the turns worth going to, the dearest first; of a game in play too."""
    steps = list(_steps(timeline))
    found = [*_decided(timeline, steps), *_captures(steps)]
    outcome = timeline.outcome
    if outcome and outcome.winners and outcome.why is not ZenEnding.FORFEIT:
        last = steps[-1]
        words = _("Decisive move {move}").format(move=last.move)
        found.append(Highlight(last.number, _("decisive move"), words, last.colour))
    return (*found, *_rounds(steps))


def groups_left(timeline: Timeline[Any], colour: int) -> int:
    """Return in how many groups the pieces of a colour stand in the last position."""
    return _groups(_view(timeline, len(timeline.plays)), colour)


def _view(timeline: Timeline[Any], at: int) -> ZenView:
    view = timeline.view_at(at, any_visible_seat(timeline))
    assert isinstance(view, ZenView)
    return view


def _steps(timeline: Timeline[Any]) -> Iterator[_Step]:
    """Yield the moves of all players; the view after one that ended a round still shows it."""
    number = 0
    for at, play in enumerate(timeline.plays):
        if play.seat != CHANCE:
            number += 1
            before, after = _view(timeline, at), _view(timeline, at + 1)
            yield _Step(number, colour_of(play.seat), play.move, before, after)


def _groups(view: ZenView, colour: int) -> int:
    return len(pawn_groups(after_round(view).position, colour))


def _lead(view: ZenView) -> int:
    if view.options.has_rounds:
        return view.score[0] - view.score[1]
    return _groups(view, 1) - _groups(view, 0)


def _decided(timeline: Timeline[Any], steps: list[_Step]) -> Iterator[Highlight]:
    """Yield the move from which the winner was ahead until the end."""
    outcome = timeline.outcome
    if outcome is None or not outcome.winners:
        return
    winner, first = colour_of(outcome.winners[0]), 0
    for step in steps:
        is_ahead = _lead(step.after) * (1 - 2 * winner) > 0
        first = (first or step.number) if is_ahead else 0
    if first:
        words = _("Ahead from turn {turn} on").format(turn=first)
        yield Highlight(first, _("ahead from here"), words, winner)


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
