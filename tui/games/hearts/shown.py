"""The players round the trick as a view shows them: their places, states and scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.hearts.cards import Card, cards_of, mask_of
from engine.hearts.rules import EXCHANGE_SUM, PLAYERS, SLAP_SUM
from engine.hearts.view import HeartsView
from play.frame import Frame, Phase
from play.games.hearts import telling
from play.games.hearts.controls import HeartsCursor, fan_order
from play.games.hearts.telling import (
    card_of,
    is_between_rounds,
    is_slap,
    is_to_move,
    past_trick,
    status,
)
from play.story import capital
from tui.games.hearts.cards import Fan, HeartsSigns, signs_of
from tui.games.hearts.trick import Cross, Foot, SeatShown
from tui.widgets.remembered import remembered
from words.glyphs import Glyphs
from words.playing_cards import the_card
from words.translation import _


@remembered
def players(
    view: HeartsView, below: int, names: Sequence[str], timed: Sequence[str] = ()
) -> tuple[SeatShown, ...]:
    """Return the players, the one below first, then in the order of play.

    `timed` are their names after the time on their clocks, where they have some.
    """
    seats = _seats(below)
    is_between = is_between_rounds(view)
    all_open = all(view.known[seat].bit_count() == view.hand_size(seat) for seat in seats)
    is_open = all_open and any(view.known)
    return tuple(
        SeatShown(
            names[seat],
            view.scores[seat],
            0 if is_between else view.points[seat],
            0 if is_between else view.hand_size(seat),
            status(view, seat),
            is_to_move(view, seat),
            view.is_passing and view.has_passed[seat],
            view.known[seat] if is_open else 0,
            (timed or names)[seat],
        )
        for seat in seats
    )


def cross(view: HeartsView, frame: Frame, seats: tuple[SeatShown, ...]) -> Cross:
    """Return the players and the cards on the table, as the viewer sees them."""
    order = _seats(frame.seat)
    past = past_trick(view)
    cards: list[Card | None] = [card_of(view, seat) for seat in order]
    if past:
        cards = [past.cards[(seat - past.leader) % PLAYERS] for seat in order]
    newest = None
    if view.table and view.leader is not None:
        newest = order.index((view.leader + len(view.table) - 1) % PLAYERS)
    has_place = past is None and view.leader is not None and view.outcome is None
    mine = (_("you") if frame.cursor else seats[0].name) if has_place else ""
    is_given = view.is_passing and view.seat is not None
    return Cross(
        seats,
        tuple(cards),
        past is not None,
        newest,
        view.joker,
        mine,
        fan_order(cards_of(_given(view, frame))) if is_given else None,
    )


def _given(view: HeartsView, frame: Frame) -> int:
    """Return the cards that the viewer passes, or has chosen so far."""
    if view.passed or not frame.cursor:
        return view.passed
    return mask_of(card for card in frame.cursor.draft.made if isinstance(card, Card))


def _seats(below: int) -> tuple[int, ...]:
    """Return the seats from the one below on, in the order of play."""
    return tuple([(below + place) % PLAYERS for place in range(PLAYERS)])


def foot(view: HeartsView, frame: Frame, names: Sequence[str], glyphs: Glyphs) -> Foot:
    """Return the line below the trick: the sum, the last event, or the call to slap."""
    if is_between_rounds(view):
        return Foot()
    if is_slap(view) and (frame.phase is not Phase.SHOWING or view.slaps):
        return Foot(call=_slap_call(view, frame, names), order=_order(view.slaps, names))
    if view.options.sums and view.table:
        if view.total in (SLAP_SUM, EXCHANGE_SUM) and len(view.table) > telling.LAST_PLACE:
            told = _("20! Everybody slaps.") if view.total == SLAP_SUM else _("21! Hands pass.")
            return Foot(told=told, is_loud=True)
        return Foot(total=view.total)
    if view.table:
        return Foot(told=capital(_(telling.LED_WORDS[view.table[0].suit])) + ".")
    if view.is_passing:
        return Foot(told=telling.pass_words(view, names))
    past = past_trick(view)
    if past:
        loud = past.total in (SLAP_SUM, EXCHANGE_SUM)
        return Foot(told=telling.trick_words(past, view.joker_mask, names), is_loud=loud)
    if view.joker is not None:
        shorter = _("The joker is {card}.").format(card=the_card(view.joker, glyphs))
        return Foot(told=capital(telling.joker_forms(view, glyphs)[0]) + ".", shorter=shorter)
    return Foot()


def _slap_call(view: HeartsView, frame: Frame, names: Sequence[str]) -> str:
    """Return the call to slap, with the keys of the players who have not slapped yet."""
    if frame.racers:
        racers = enumerate(frame.racers, start=1)
        left = [f"[{key}]{names[seat]}" for key, seat in racers if seat not in view.slaps]
        return f"{_('SLAP!')}  {' '.join(left)}"
    return f"{_('SLAP!')}  {_('Space')}" if frame.cursor else _("SLAP!")


def _order(slaps: Sequence[int], names: Sequence[str]) -> str:
    """Return the players who have slapped so far."""
    there = zip(telling.SLAP_PLACES, slaps, strict=False)
    return ", ".join(f"{_(place)} {names[seat]}" for place, seat in there)


def own_plate(view: HeartsView, frame: Frame, names: Sequence[str], viewer: SeatShown) -> SeatShown:
    """Return the viewer's own plate; in the viewer's turn it says what to do."""
    words = viewer.status
    if frame.cursor and view.is_passing:
        to = "" if view.receiver is None else names[view.receiver]
        words = _("your turn: 3 cards to {player}").format(player=to)
    elif frame.cursor and is_slap(view):
        words = _("slap")
    elif frame.cursor and not view.table:
        words = _("your turn: lead")
    elif frame.cursor:
        words = _("your turn: {what}").format(what=telling.what_to_play(view))
    is_mine = frame.cursor is not None or viewer.is_to_move
    return viewer._replace(status=words, is_to_move=is_mine and not view.outcome)


def fan_of(
    view: HeartsView,
    seat: int,
    cursor: HeartsCursor | None,
    hinted: Sequence[Any] | None,
    glyphs: Glyphs,
) -> Fan:
    """Return the hand of a seat: playable cards stand, and tags are above the cards.

    The hand lies face down if the view does not know it, and is empty between two rounds.
    """
    if is_between_rounds(view):
        return Fan(())
    cards = cursor.cards if cursor else fan_order(cards_of(view.known[seat]))
    count = view.hand_size(seat)
    if len(cards) != count:
        return Fan((None,) * count)
    is_new = bool(view.received) and not view.tricks
    return Fan(
        cards,
        cursor.standing if cursor else 0,
        view.joker_mask,
        view.received if is_new else 0,
        tags(view, cursor, hinted, cards, signs_of(glyphs)),
        stops(cursor),
    )


def tags(
    view: HeartsView,
    cursor: HeartsCursor | None,
    hinted: Sequence[Any] | None,
    cards: Sequence[Card],
    signs: HeartsSigns,
) -> tuple[tuple[int, str], ...]:
    """Return the tags above some cards in hand, by place.

    A tag shows the direction of a pass, a hint, or a sum of 20 or 21 that the card would make.
    """
    if cursor is None or cursor.is_slapping:
        return ()
    found = []
    chosen = cursor.draft.chosen if cursor.is_passing else 0
    way = ((view.receiver or 0) - (view.seat or 0)) % len(view.scores) if chosen else 0
    sums = telling.sums_made(view, cards)
    for at, card in enumerate(cards):
        words = signs.ways[way] if chosen >> card & 1 else ""
        if hinted and card in hinted:
            words += "i"
        if sums.get(card) in (SLAP_SUM, EXCHANGE_SUM) and not cursor.refusal(card):
            words += f"={sums[card]}"
        if words:
            found.append((at, words))
    return tuple(found)


def stops(cursor: HeartsCursor | None) -> tuple[str, str]:
    """Return the words on the stops beside the hand, empty for a stop that is not there."""
    if cursor is None:
        return "", ""
    if cursor.is_slapping:
        return _("Slap"), ""
    return _("Pass") if cursor.is_passing else "", _("Menu")
