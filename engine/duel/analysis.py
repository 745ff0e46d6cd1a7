"""Analysis of a duel: the chance before and after each turn, and what the turn lost.

Two observers judge. The referee knows both hands and not the order of the draws: it gives the
chances. The mover knows its view: what a turn lost is measured in worlds that fit this view, so
worlds that look alike to the mover give equal losses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from engine.analysis import IDLE, MOST, Judged, OpenCards, is_near_line, label_of
from engine.duel import results
from engine.duel.look_ahead import WIN, Candidate, World, WorldSampler, candidates
from engine.duel.moves import Turn
from engine.duel.referee import Position, Referee, drawn_by_lot
from engine.duel.rules import cards_of, mask_of, swapped_tops
from engine.duel.state import DuelState
from engine.duel.view import Knowledge, knowledge_of
from engine.game import Play, StopFlag, Stopped, never
from engine.shuffle import Lots


class Effort(NamedTuple):
    """The effort of an analysis.

    Attributes:
        draws: The draws over which the chance after a turn is averaged.
        turns: The most turns that are compared with the played one.
        worlds: The worlds that choose the best turn; as many others measure what it gains.
        most: The times as many that measure a loss near a line at most.
    """

    draws: int
    turns: int
    worlds: int
    most: int = MOST


USUAL: Final = Effort(200, 6, 96, 8)

OPEN_DRAWS: Final = 48
"""The draws that choose the best turn with open cards; as many others measure what it gains."""

QUICK: Final = Effort(20, 1, 2, 1)
"""The effort of a first curve: chances alone."""

TRUE_PART: Final = 0.84
"""The part of a gain by light turns and the net that is true in the mean: `docs/players.md`.

The turn that seems best is overrated: of two turns that are as good, it is the one they flatter.
"""


def analyse(
    states: Sequence[DuelState],
    plays: Sequence[Play],
    stop: StopFlag = never,
    effort: Effort = USUAL,
    *,
    first: int = 0,
) -> Iterator[Judged]:
    """Yield each turn of a duel as soon as it is judged, in order. Raises `Stopped`.

    All lots depend on the number of the move alone: the same game is judged the same.
    """
    referee = Referee()
    for ply, (state, (seat, move)) in enumerate(zip(states, plays, strict=True)):
        if ply >= first and isinstance(move, Turn):
            yield _judged(ply, state, seat, move, referee, effort, stop)


def _judged(
    ply: int,
    state: DuelState,
    seat: int,
    move: Turn,
    referee: Referee,
    effort: Effort,
    stop: StopFlag,
) -> Judged:
    """Return a turn with its chances and its loss. Raises `Stopped`."""
    knowledge, lots = knowledge_of(state.view(seat)), Lots(0, ply)
    other = 1 - seat
    position = Position(
        knowledge.hand,
        knowledge.draw,
        state.hands[other],
        mask_of(state.decks[other]),
        knowledge.tops,
        knowledge.least,
        knowledge.their_least,
    )
    every = candidates(knowledge)
    played = _candidate_of(move, knowledge, every)
    turns = every[: effort.turns]
    if played not in turns:
        turns.append(played)
    choosing, measuring = (
        _Trial(knowledge, referee, _random(one), stop) for one in (lots, Lots(1, ply))
    )
    best, loss, error, counts = _best(turns, played, choosing, measuring, effort)
    before = referee.chance(position)
    after = _chance_after(played, position, referee, effort.draws, _random(lots))
    opened = None
    if effort.turns > QUICK.turns and not label_of(100 * loss, 100 * error):
        opened = _opened(turns, played, position, referee, _random(lots))
    hand, tops = cards_of(knowledge.hand), knowledge.tops
    better = results.turn_to(best.result, hand, tops) if best != played else move
    if opened:
        is_other = opened.best != best
        turn = results.turn_to(opened.best.result, hand, tops)
        opened = opened._replace(best=turn) if is_other else None
    if seat:
        before, after = 1.0 - before, 1.0 - after
    return Judged(
        *(ply, seat, move, better),
        *(100 * loss, 100 * error, 100 * before, 100 * after),
        counts,
        opened=opened,
    )


def _random(lots: Lots) -> Random:
    """Return a quick source of random numbers."""
    return Random(lots.seed())  # noqa: S311


def _candidate_of(move: Turn, knowledge: Knowledge, every: Sequence[Candidate]) -> Candidate:
    """Return the result of a turn."""
    kept, tops = knowledge.hand, knowledge.tops
    for lay in move.lays:
        kept, tops = kept & ~(1 << lay.card), tops.after(lay)
    return next(turn for turn in every if turn.kept == kept and turn.tops == tops)


def _chance_after(
    turn: Candidate, position: Position, referee: Referee, draws: int, random: Random
) -> float:
    """Return the mover's chance after a turn, as the mean over some draws."""
    if turn.worth == WIN:
        return 1.0
    count = draws if turn.drawn else 1
    return _mean([1.0 - referee.chance(_after(turn, position, random)) for _ in range(count)])


def _after(turn: Candidate, position: Position, random: Random) -> Position:
    """Return the position of the other player after a turn, with a draw by lot."""
    drawn = drawn_by_lot(position.draw, turn.drawn, random)
    return position.after(turn.kept, turn.tops, drawn)


def _opened(
    turns: Sequence[Candidate],
    played: Candidate,
    position: Position,
    referee: Referee,
    random: Random,
) -> OpenCards | None:
    """Return the turn that is better by both hands, None where that is small or uncertain.

    The referee's chances choose it; play after some draws measures what it gains.
    """
    seed = random.getrandbits(32)
    chances = [
        _chance_after(turn, position, referee, OPEN_DRAWS, Random(seed))  # noqa: S311
        for turn in turns
    ]
    best = turns[chances.index(max(chances))]
    if best == played:
        return None
    rows: list[list[float]] = [[], []]
    for _ in range(OPEN_DRAWS):
        seed = random.getrandbits(32)
        for row, turn in zip(rows, (best, played), strict=True):
            row.append(_chance_by_play(turn, position, referee, Random(seed)))  # noqa: S311
    is_exact = not any(_after(turn, position, random).has_lots for turn in (best, played))
    gain, error = _gain(*rows, is_exact=is_exact)
    found = OpenCards(best, 100 * gain, 100 * error)
    return found if label_of(found.gain, found.error) else None


def _chance_by_play(turn: Candidate, position: Position, referee: Referee, random: Random) -> float:
    """Return the mover's chance after a turn, one draw and some play."""
    if turn.worth == WIN:
        return 1.0
    return 1.0 - referee.chance_by_play(_after(turn, position, random), random)


def _best(
    turns: Sequence[Candidate],
    played: Candidate,
    choosing: _Trial,
    measuring: _Trial,
    effort: Effort,
) -> tuple[Candidate, float, float, bool]:
    """Return the best turn, what the played one loses, the error, and if there was a choice.

    The best turn of some worlds is lucky in them, so its gain is measured in others.
    Raises `Stopped`.
    """
    if len(turns) == 1:
        return played, 0.0, 0.0, False
    rows = choosing.chances(turns, effort.worlds)
    means = [*map(_mean, rows)]
    is_choice = max(means) - min(means) > IDLE / 100
    top = means.index(max(means))
    gain, error = _gain(rows[top], rows[turns.index(played)], is_exact=choosing.is_exact)
    if gain > error:
        pair = turns[top], played
        rows = measuring.chances(pair, effort.worlds)
        loss, error = _gain(*rows, is_exact=measuring.is_exact)
        for _ in range(effort.most - 1):
            if not is_near_line(100 * loss, 100 * error):
                break
            for row, more in zip(rows, measuring.chances(pair, effort.worlds), strict=True):
                row.extend(more)
            loss, error = _gain(*rows, is_exact=measuring.is_exact)
        if loss > 0:
            return turns[top], loss, error, is_choice
    return played, 0.0, 0.0, is_choice


class _Trial:
    """A trial of turns in worlds that fit what the mover knows.

    Attributes:
        is_exact: Whether all chances so far are exact, for no lot was left.
    """

    def __init__(
        self, knowledge: Knowledge, referee: Referee, random: Random, stop: StopFlag
    ) -> None:
        self._knowledge, self._referee = knowledge, referee
        self._random, self._stop = random, stop
        self._sampler = WorldSampler(knowledge, random)
        self.is_exact = True

    def chances(self, turns: Sequence[Candidate], worlds: int) -> list[list[float]]:
        """Return the mover's chance after each turn in each of some new worlds.

        Raises `Stopped`.
        """
        rows: list[list[float]] = [[] for _ in turns]
        for _ in range(worlds):
            if self._stop():
                raise Stopped
            world, seed = self._sampler.sample(), self._random.getrandbits(32)
            for row, turn in zip(rows, turns, strict=True):
                # the same lots for each turn: what differs is the turn
                row.append(self._chance_in(world, turn, Random(seed)))  # noqa: S311
        return rows

    def _chance_in(self, world: World, turn: Candidate, random: Random) -> float:
        """Return the mover's chance after a turn in a world."""
        if turn.worth == WIN:
            return 1.0
        knowledge, drawn = self._knowledge, world.own_draws[turn.drawn]
        position = Position(
            world.hand,
            knowledge.unseen & ~world.hand,
            turn.kept | drawn,
            knowledge.draw & ~drawn,
            swapped_tops(turn.tops),
            knowledge.their_least,
            knowledge.least,
        )
        self.is_exact = self.is_exact and not position.has_lots
        return 1.0 - self._referee.chance_by_play(position, random)


def _gain(best: Sequence[float], other: Sequence[float], *, is_exact: bool) -> tuple[float, float]:
    """Return by how much a row is better than another in truth, and the standard error."""
    part = 1.0 if is_exact else TRUE_PART
    gains = [part * (one - two) for one, two in zip(best, other, strict=True)]
    mean = _mean(gains)
    return mean, sqrt(sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1) / len(gains))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
