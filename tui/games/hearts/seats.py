"""Who sits where and is at what: the players round the trick, and their scores, from a view."""

from __future__ import annotations

from collections.abc import Sequence

from engine.hearts.cards import Card, cards_of, mask_of
from engine.hearts.rules import PLAYERS, SLAP_SUM, Trick
from engine.hearts.view import HeartsView
from play.frame import Frame
from tui.games.hearts.rail import Score
from tui.games.hearts.signs import fan_order
from tui.games.hearts.trick import Cross, SeatWords
from words.translation import _


def is_between_rounds(view: HeartsView) -> bool:
    """Whether a round is over and the next one is not shown yet, or never comes."""
    return not view.to_move and bool(view.rounds) and not any(view.known)


def is_slap(view: HeartsView) -> bool:
    """Whether the four cards on the table make everybody slap."""
    return len(view.table) == PLAYERS and view.total == SLAP_SUM


def sum_counts(view: HeartsView) -> bool:
    """Whether a sum is shown: one is added, and there are cards to add."""
    return view.options.sums and bool(view.table)


def past_trick(view: HeartsView) -> Trick | None:
    """Return the last trick as long as no card of the next one lies on the table."""
    return view.tricks[-1] if view.tricks and not view.table else None


def is_to_move(view: HeartsView, seat: int) -> bool:
    """Whether a seat is to move, and has not just been seen to."""
    return seat in view.to_move and _card_of(view, seat) is None


def scores(view: HeartsView, frame: Frame, names: Sequence[str]) -> tuple[Score, ...]:
    """Return the scores, those of who looks first, then in the order of play."""
    gains = (0,) * PLAYERS if is_between_rounds(view) else view.points
    return tuple(
        Score(
            names[seat],
            view.scores[seat],
            gains[seat],
            is_to_move(view, seat),
            view.is_passing and view.has_passed[seat],
        )
        for seat in _seats(frame.seat)
    )


def cross(view: HeartsView, frame: Frame, names: Sequence[str]) -> Cross:
    """Return the players and the cards on the table, as who looks sees them."""
    seats = _seats(frame.seat)
    past = past_trick(view)
    cards: list[Card | None] = [_card_of(view, seat) for seat in seats]
    if past:
        cards = [past.cards[(seat - past.leader) % PLAYERS] for seat in seats]
    newest = None
    if view.table and view.leader is not None:
        newest = seats.index((view.leader + len(view.table) - 1) % PLAYERS)
    all_open = all(view.known[seat].bit_count() == view.hand_size(seat) for seat in seats)
    is_open = all_open and any(view.known)
    players = [
        SeatWords(
            names[seat],
            view.scores[seat],
            view.points[seat],
            view.hand_size(seat),
            status(view, seat),
            is_to_move(view, seat),
            view.known[seat] if is_open else 0,
        )
        for seat in seats
    ]
    has_place = past is None and view.leader is not None and view.outcome is None
    mine = (_("you") if frame.cursor else names[frame.seat]) if has_place else ""
    is_given = view.is_passing and view.seat is not None
    return Cross(
        tuple(players),
        tuple(cards),
        past is not None,
        newest,
        view.joker,
        mine,
        fan_order(cards_of(_given(view, frame))) if is_given else None,
    )


def _given(view: HeartsView, frame: Frame) -> int:
    """Return the cards that who looks passes, or has chosen so far."""
    if view.passed or not frame.cursor:
        return view.passed
    return mask_of(card for card in frame.cursor.draft.made if isinstance(card, Card))


def status(view: HeartsView, seat: int) -> str:
    """Return what a player is at, in a word or two; nothing for nothing."""
    if view.outcome:
        return _("wins") if seat in view.outcome.winners else ""
    if view.is_passing:
        return _("has passed") if view.has_passed[seat] else _("chooses")
    if is_slap(view):
        if seat not in view.slaps:
            return ""
        return _("slap {place}").format(place=view.slaps.index(seat) + 1)
    if is_to_move(view, seat):
        return _("plays") if view.table else _("leads")
    if view.table:
        if seat == view.leader:
            return _("led")
        return _("highest") if seat == view.highest else ""
    past = past_trick(view)
    return _("took it") if past and seat == past.taker else ""


def _seats(below: int) -> tuple[int, ...]:
    """Return the seats from the one below on, in the order of play."""
    return tuple((below + place) % PLAYERS for place in range(PLAYERS))


def _card_of(view: HeartsView, seat: int) -> Card | None:
    """Return the card of a seat on the table."""
    if view.leader is None:
        return None
    at = (seat - view.leader) % PLAYERS
    return view.table[at] if at < len(view.table) else None
