"""The story of a game of Dame de Pique: Chelems, dear tricks, the queen, the rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engine.hearts.cards import QUEEN, mask_of
from engine.hearts.history import JokerNamed, PastTrick, RoundBegan, RoundEnded, events_of
from engine.hearts.rules import EXCHANGE_SUM, SLAP_SUM, chelem_of, count_points
from engine.hearts.view import HeartsView
from engine.timeline import Timeline
from play.games.hearts.telling import is_between_rounds, short_names
from play.story import (
    GameStory,
    Highlight,
    has_given_up,
    own_loss,
    own_win,
    view_at,
    winners_of,
)
from words.translation import _, reason, several


class _Taken(NamedTuple):
    """A trick that was taken: its round, its taker, its points."""

    trick: PastTrick
    round: int
    taker: int
    points: int


class HeartsStory(GameStory):
    """Tells games of Dame de Pique."""

    def result(self, timeline: Timeline[Any], names: Sequence[str], mine: int | None = None) -> str:
        """Return the winner, the points, and the reason."""
        outcome = timeline.outcome
        if outcome is None or has_given_up(timeline):
            return super().result(timeline, names, mine)
        winners, why = winners_of(timeline, names), reason(outcome.why)
        words = _("{player} wins with {points}: {why}.")
        if len(winners) > 1:
            words = _("{player} win with {points}: {why}.")
        if own := own_win(timeline, mine):
            words, winners = _("{player} with {points}: {why}."), [own]
        points = several("{count} point", "{count} points", min(outcome.points))
        told = words.format(player=" + ".join(winners), points=points, why=why)
        return own_loss(timeline, mine) + told

    def scores(self, timeline: Timeline[Any], names: Sequence[str]) -> str:
        """Return everybody's score, the lowest first."""
        return scores_words(view_at(timeline).scores, short_names(names))

    def ending(self, timeline: Timeline[Any], names: Sequence[str]) -> str:
        """Return the reason of the end, and everybody's score."""
        return f"{super().ending(timeline, names)} {self.scores(timeline, names)}"

    def place(self, view: HeartsView) -> str:
        """Return the round, and the trick that lies or lay last on the table."""
        if is_between_rounds(view):
            return _("end of round {round}").format(round=view.number)
        if view.leader is None:
            return _("round {round}, pass").format(round=max(view.number, 1))
        number = max(len(view.tricks) + bool(view.table), 1)
        return _("round {round}, trick {trick}").format(round=view.number, trick=number)

    @property
    def widest_place(self) -> str:
        """The words of a trick late in a long game."""
        return _("round {round}, trick {trick}").format(round=10, trick=10)

    def highlights(self, timeline: Timeline[Any], names: Sequence[str]) -> tuple[Highlight, ...]:
        """Return Grand Chelems, the dearest trick, the queen, rounds, sums of 20 and 21."""
        (tricks, rounds), names = _read(timeline), short_names(names)
        return (
            *_chelems(rounds, names),
            *_dearest(tricks, names),
            *_queens(tricks, names),
            *_worst(rounds, names),
            *_clean(rounds, names),
            *_sums(tricks, names),
        )

    def marks(self, timeline: Timeline[Any], names: Sequence[str]) -> tuple[Highlight, ...]:
        """Return the highlights, and the ends of the rounds before the last one."""
        (_tricks, rounds), called = _read(timeline), short_names(names)
        ends = [_round_end(ended, called) for ended in rounds[:-1]]
        return (*self.highlights(timeline, names), *ends)


def scores_words(scores: Sequence[int], names: Sequence[str]) -> str:
    """Return everybody's score, the lowest first.

    >>> scores_words((30, 101, 7, 30), ("Ana", "Bo", "Cleo", "Dan"))
    'Cleo 7, Ana 30, Dan 30, Bo 101.'
    """
    order = sorted(range(len(names)), key=lambda seat: (scores[seat], seat))
    return ", ".join(f"{names[seat]} {scores[seat]}" for seat in order) + "."


def _read(timeline: Timeline[Any]) -> tuple[list[_Taken], list[RoundEnded]]:
    """Return the tricks that were taken, and the rounds that are over."""
    tricks: list[_Taken] = []
    rounds: list[RoundEnded] = []
    joker = number = 0
    for event in events_of(view_at(timeline).log):
        if isinstance(event, RoundBegan):
            joker, number = 0, event.number
        elif isinstance(event, JokerNamed):
            joker = 1 << event.card
        elif isinstance(event, RoundEnded):
            rounds.append(event)
        elif isinstance(event, PastTrick) and event.taker is not None:
            points = count_points(mask_of(event.cards), joker)
            tricks.append(_Taken(event, number, event.taker, points))
    return tricks, rounds


def _round_end(ended: RoundEnded, names: Sequence[str]) -> Highlight:
    number = ended.number
    points = " ".join(f"{name} +{count}" for name, count in zip(names, ended.points, strict=True))
    words = _("Round {round}: {points}").format(round=number, points=points)
    return Highlight(ended.turn, _("end of round {round}").format(round=number), words)


def _chelems(rounds: Sequence[RoundEnded], names: Sequence[str]) -> Iterator[Highlight]:
    for ended in rounds:
        seat = chelem_of(ended.points)
        if seat is not None:
            words = _("Grand Chelem of {player}, round {round}")
            words = words.format(player=names[seat], round=ended.number)
            yield Highlight(ended.turn, _("Grand Chelem"), words)


def _dearest(tricks: Sequence[_Taken], names: Sequence[str]) -> Iterator[Highlight]:
    """Yield the trick with most points, the first of several."""
    dearest = max(tricks, key=lambda one: one.points, default=None)
    if dearest and dearest.points:
        points = several("{count} point", "{count} points", dearest.points)
        words = _("Costliest trick: {points} to {player}, round {round}")
        words = words.format(points=points, player=names[dearest.taker], round=dearest.round)
        yield Highlight(dearest.trick.turn, _("costliest trick"), words)


def _queens(tricks: Sequence[_Taken], names: Sequence[str]) -> Iterator[Highlight]:
    """Yield the player who took the queen of spades most often; nobody if several did."""
    taken: list[list[_Taken]] = [[] for _name in names]
    for one in tricks:
        if QUEEN in one.trick.cards:
            taken[one.taker].append(one)
    most = max(taken, key=len)
    if len(most) > 1 and sum(len(times) == len(most) for times in taken) == 1:
        words = _("{player} took the queen most often ({count} times)")
        words = words.format(player=names[most[0].taker], count=len(most))
        yield Highlight(most[-1].trick.turn, _("the queen again"), words)


def _worst(rounds: Sequence[RoundEnded], names: Sequence[str]) -> Iterator[Highlight]:
    """Yield the round that cost one player most, Grand Chelems left out."""
    usual = [ended for ended in rounds if chelem_of(ended.points) is None]
    worst = max(usual, key=lambda ended: max(ended.points), default=None)
    if worst:
        points = max(worst.points)
        words = _("Worst round {round}: {player} +{points}")
        player = names[worst.points.index(points)]
        words = words.format(round=worst.number, player=player, points=points)
        yield Highlight(worst.turn, _("worst round"), words)


def _clean(rounds: Sequence[RoundEnded], names: Sequence[str]) -> Iterator[Highlight]:
    """Yield the player with most rounds without a point; nobody if several have as many."""
    clean = [[ended for ended in rounds if not ended.points[seat]] for seat in range(len(names))]
    most = max(map(len, clean))
    best = [seat for seat in range(len(names)) if len(clean[seat]) == most]
    if most and len(best) == 1:
        seat = best[0]
        count = several("{count} round", "{count} rounds", most)
        words = _("{player}: no points in {rounds}").format(player=names[seat], rounds=count)
        yield Highlight(clean[seat][-1].turn, _("round without points"), words)


def _sums(tricks: Sequence[_Taken], names: Sequence[str]) -> Iterator[Highlight]:
    """Yield the tricks of 20 and of 21, those that cost most first."""
    for one in sorted(tricks, key=lambda taken: -taken.points):
        if one.trick.is_slap or one.trick.is_exchange:
            total = SLAP_SUM if one.trick.is_slap else EXCHANGE_SUM
            words = _("{total} in round {round}: +{points} {player}")
            words = words.format(
                total=total, round=one.round, points=one.points, player=names[one.taker]
            )
            name = _("slap at 20") if one.trick.is_slap else _("exchange at 21")
            yield Highlight(one.trick.turn, name, words)
