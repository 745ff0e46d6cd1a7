"""The story of a game of Bataille: the lead, the longest tie, the players who fell out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from engine.timeline import Timeline
from engine.war.history import PastTurn, past_turns
from engine.war.view import WarView
from play.story import GameStory, Highlight, Story, ahead_from, own_loss, view_at
from words.names import seat_name
from words.translation import _, several

TWO: Final = 2
"""The number of players of whom one can be ahead of the other."""


class WarStory(GameStory):
    """Tells games of Bataille; its names are `plain_names`."""

    def result(self, timeline: Timeline[Any], names: Sequence[str], mine: int | None = None) -> str:
        outcome, names = timeline.outcome, plain_names(names, timeline.seats)
        if outcome is None or len(outcome.winners) < 2:
            return super().result(timeline, names, mine)
        winners = ", ".join(names[seat] for seat in outcome.winners)
        why = self.why(timeline, names).removesuffix(".")
        words = _("{player} share the win: {why}.")
        if mine in outcome.winners:
            winners = ", ".join(names[seat] for seat in outcome.winners if seat != mine)
            words = _("You share the win with {player}: {why}.")
        return own_loss(timeline, mine) + words.format(player=winners, why=why)

    def ending(self, timeline: Timeline[Any], names: Sequence[str]) -> str:
        """Return the reason of the end, and the winners if there are several."""
        outcome, names = timeline.outcome, plain_names(names, timeline.seats)
        why = super().ending(timeline, names)
        assert outcome
        if len(outcome.winners) < 2:
            return why
        winners = ", ".join(names[seat] for seat in outcome.winners)
        return _("{why} Winners: {names}.").format(why=why, names=winners)

    def end(
        self, timeline: Timeline[Any], names: Sequence[str], mine: int | None = None
    ) -> Story | None:
        """Return the story of a game that is over; several winners are counted, not named."""
        told = super().end(timeline, plain_names(names, timeline.seats), mine)
        count = len(timeline.outcome.winners) if timeline.outcome else 0
        if told is None or count < 2:
            return told
        if told.is_won:
            return told._replace(side=None)
        title = several("{count} player shares the win", "{count} players share the win", count)
        return told._replace(title=title, side=None)

    def highlights(self, timeline: Timeline[Any], names: Sequence[str]) -> tuple[Highlight, ...]:
        """Return the lead, the longest tie, and the moments when players fell out."""
        turns, names = _turns(timeline), plain_names(names, timeline.seats)
        return (*_decided(timeline, turns, names), *_tie(turns), *_outs(turns, names))

    def leads(self, timeline: Timeline[Any]) -> tuple[int, ...]:
        if len(timeline.seats) != TWO:
            return ()
        return tuple(piles[0] - piles[1] for piles in _piles(timeline, _turns(timeline)))


def plain_names(names: Sequence[str], seats: Sequence[str]) -> tuple[str, ...]:
    """Return the names without the kinds of computer players: there is but one.

    >>> plain_names(("Zoé", "Player 2 (random)"), ("PLAYER 1", "PLAYER 2"))
    ('Zoé', 'Player 2')
    """
    places = [seat_name("war", seat) for seat in seats]
    return tuple(
        place if name.startswith(f"{place} (") else name
        for name, place in zip(names, places, strict=True)
    )


def _turns(timeline: Timeline[Any]) -> list[PastTurn]:
    view: WarView = view_at(timeline)
    return past_turns(view, len(view.log))


def _piles(timeline: Timeline[Any], turns: Sequence[PastTurn]) -> Iterator[list[int]]:
    """Yield the cards of each player after each turn; cards turned in a tie count too."""
    piles = [timeline.options.cards] * timeline.options.players
    for turn in turns:
        if turn.taker is not None:
            loser = turn.opponent if turn.taker == turn.challenger else turn.challenger
            piles[turn.taker] += turn.taken // TWO
            piles[loser] -= turn.taken // TWO
        yield piles


def _decided(
    timeline: Timeline[Any], turns: Sequence[PastTurn], names: Sequence[str]
) -> Iterator[Highlight]:
    """Yield the turn from which the only winner had the most cards until the end."""
    outcome = timeline.outcome
    if outcome is None or len(outcome.winners) != 1:
        return
    (winner,) = outcome.winners
    leads = (
        piles[winner] > max(count for seat, count in enumerate(piles) if seat != winner)
        for piles in _piles(timeline, turns)
    )
    if first := ahead_from(leads):
        words = _("{player} ahead from duel {duel} on")
        words = words.format(player=names[winner], duel=turns[first - 1].number)
        yield Highlight(first, _("ahead from here"), words)


def _tie(turns: Sequence[PastTurn]) -> Iterator[Highlight]:
    """Yield the longest tie, by which the most cards were taken at once."""
    at = max(range(len(turns)), key=lambda place: turns[place].taken, default=0)
    if turns and turns[at].taken > TWO:
        words = _("Longest tie: duel {duel}, {count} cards")
        words = words.format(duel=turns[at].number, count=turns[at].taken)
        yield Highlight(at + 1, _("longest tie"), words)


def _outs(turns: Sequence[PastTurn], names: Sequence[str]) -> Iterator[Highlight]:
    """Yield the turns in which players fell out, the latest first."""
    for at in reversed(range(len(turns))):
        out = turns[at].out
        if out is not None:
            player = names[out]
            words = _("{player} out at duel {duel}").format(player=player, duel=turns[at].number)
            yield Highlight(at + 1, _("{player} is out").format(player=player), words)
