"""What is said at the table: the line below the trick, the plate, the tags, the cursor's words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.hearts.cards import HEARTS, QUEEN, Card, cards_of
from engine.hearts.rules import EXCHANGE_SUM, SLAP_SUM, VALUES, Trick
from engine.hearts.view import HeartsView
from engine.reasons import Explained, Explanation
from play.frame import Frame, Phase
from play.story import capital
from tui.games.hearts import seats
from tui.games.hearts.cursor import HeartsCursor
from tui.games.hearts.fan import ACTION, MENU, Fan
from tui.games.hearts.rail import WAY_WORDS
from tui.games.hearts.signs import (
    HeartsSigns,
    card_words,
    cards_words,
    fan_order,
    signs_of,
    the_card,
)
from tui.games.hearts.trick import Foot, OwnPlate
from words.glyphs import Glyphs
from words.translation import _, mark, sentence, several

LAST_PLACE = 3
"""So many cards lie on the table when the last one is to come."""
FOLLOW_WORDS = (
    mark("follow clubs"),
    mark("follow diamonds"),
    mark("follow hearts"),
    mark("follow spades"),
)
LED_WORDS = (
    mark("clubs were led"),
    mark("diamonds were led"),
    mark("hearts were led"),
    mark("spades were led"),
)
"""In the order of `SUITS`."""


def foot(view: HeartsView, frame: Frame, names: Sequence[str], glyphs: Glyphs) -> Foot:
    """Return the line below the trick: the sum, what happened, or the call to slap."""
    if seats.is_between_rounds(view):
        return Foot()
    if seats.is_slap(view) and (frame.phase is not Phase.SHOWING or view.slaps):
        return Foot(call=_slap_call(frame, names), order=_order(view.slaps, names))
    if seats.sum_counts(view):
        if view.total in (SLAP_SUM, EXCHANGE_SUM) and len(view.table) > LAST_PLACE:
            told = _("20! Everybody slaps.") if view.total == SLAP_SUM else _("21! Hands pass.")
            return Foot(told=told, is_loud=True)
        return Foot(total=view.total)
    if view.table:
        return Foot(told=capital(_(LED_WORDS[view.table[0].suit])) + ".")
    if view.is_passing:
        return Foot(told=_pass_words(view, names))
    past = seats.past_trick(view)
    if past:
        loud = past.total in (SLAP_SUM, EXCHANGE_SUM)
        return Foot(told=trick_words(past, view.joker_mask, names), is_loud=loud)
    if view.joker is not None:
        return Foot(told=_("The joker is {card}.").format(card=the_card(view.joker, glyphs)))
    return Foot()


def _slap_call(frame: Frame, names: Sequence[str]) -> str:
    """Return what calls to slap, with the keys of those who may."""
    if frame.racers:
        keys = "  ".join(f"{key} {names[seat]}" for key, seat in enumerate(frame.racers, start=1))
        return f"{_('SLAP!')}  {keys}"
    return f"{_('SLAP!')}  {_('Space')}" if frame.cursor else _("SLAP!")


def _order(slaps: Sequence[int], names: Sequence[str]) -> str:
    """Return who has slapped so far."""
    return " ".join(f"{place}. {names[seat]}" for place, seat in enumerate(slaps, start=1))


def _pass_words(view: HeartsView, names: Sequence[str]) -> str:
    """Return where three cards are to go."""
    step = view.receiver
    if step is None or view.seat is None:
        return _("Three cards are passed.")
    way = _(WAY_WORDS[(step - view.seat) % len(names)])
    return _("Three cards go {way}, to {player}.").format(way=way, player=names[step])


def trick_words(trick: Trick, joker: int, names: Sequence[str]) -> str:
    """Return what happened with a trick that was taken, in a short sentence."""
    taker = names[trick.taker]
    if trick.total == SLAP_SUM:
        return _("20! {player} slapped last and takes it.").format(player=taker)
    if trick.total == EXCHANGE_SUM:
        return _("21! Hands go right, the trick to {player}.").format(player=taker)
    worth = sum(_worth(card, joker) for card in trick.cards)
    if not worth:
        return _("{player} took it.").format(player=taker)
    points = several("{count} point", "{count} points", worth)
    return _("{player} took it: {points}.").format(player=taker, points=points)


def _worth(card: Card, joker: int) -> int:
    if card == QUEEN:
        return 13
    return int(bool(HEARTS >> card & 1 or joker >> card & 1))


def plate_row(view: HeartsView, frame: Frame, names: Sequence[str]) -> OwnPlate:
    """Return what the plate of who looks tells."""
    seat = frame.seat
    words = seats.status(view, seat)
    if frame.cursor and view.is_passing:
        way = view.receiver
        to = "" if way is None else names[way]
        words = _("your turn: 3 cards to {player}").format(player=to)
    elif frame.cursor and seats.is_slap(view):
        words = _("slap")
    elif frame.cursor and not view.table:
        words = _("your turn: lead")
    elif frame.cursor:
        words = _("your turn: {what}").format(what=_what_to_play(view))
    is_mine = frame.cursor is not None or seats.is_to_move(view, seat)
    cards = 0 if seats.is_between_rounds(view) else view.hand_size(seat)
    return OwnPlate(names[seat], words, view.scores[seat], cards, is_mine and not view.outcome)


def _what_to_play(view: HeartsView) -> str:
    """Return which cards may be played: those of the led suit, or any."""
    led = view.table[0].suit
    has_suit = any(card.suit == led for card in cards_of(view.hand))
    return _(FOLLOW_WORDS[led]) if has_suit else _("any card")


def fan_of(
    view: HeartsView,
    seat: int,
    cursor: HeartsCursor | None,
    hinted: Sequence[Any] | None,
    glyphs: Glyphs,
) -> Fan:
    """Return the hand of a seat: what may be played stands, what a card would make is above it.

    It lies face down where the view does not know it, and is not there between two rounds.
    """
    if seats.is_between_rounds(view):
        return Fan(())
    cards = fan_order(cards_of(view.known[seat]))
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
    """Return what stands above some cards in hand, by place.

    That is where a chosen card goes, what a hint names, and a sum of 20 or 21 that it would make.
    """
    if cursor is None or cursor.is_slapping:
        return ()
    found = []
    way = ((view.receiver or 0) - (view.seat or 0)) % len(view.scores)
    chosen = cursor.draft.chosen if cursor.is_passing else 0
    for at, card in enumerate(cards):
        words = signs.ways[way] if chosen >> card & 1 else ""
        if hinted and card in hinted:
            words += "i"
        made = makes(view, card)
        if made in (SLAP_SUM, EXCHANGE_SUM) and not cursor.refusal(card):
            words += f"={made}"
        if words:
            found.append((at, words))
    return tuple(found)


def makes(view: HeartsView, card: Card) -> int:
    """Return the sum that the last card of a trick would make; 0 for any other card."""
    if not view.options.sums or len(view.table) != LAST_PLACE:
        return 0
    return view.total + VALUES[view.options.values][card]


def stops(cursor: HeartsCursor | None) -> tuple[str, str]:
    """Return what stands on the stops beside the hand, nothing for one that is not there."""
    if cursor is None:
        return "", ""
    if cursor.is_slapping:
        return _("Slap"), ""
    return _("Pass") if cursor.is_passing else "", _("Menu")


def action_of(hand: HeartsCursor) -> str:
    """Return the action of the stop that goes with the hand."""
    return "slap" if hand.is_slapping else "pass_cards"


def card_action(hand: HeartsCursor) -> str:
    """Return what Enter does on a card."""
    return "mark_card" if hand.is_passing else "play_card"


def cursor_words(hand: HeartsCursor, view: HeartsView, names: Sequence[str], glyphs: Glyphs) -> str:
    """Return what the cursor is on: what its card would do, why it may not be played, a stop."""
    if hand.place == MENU:
        return _("The menu has everything that can be done now.")
    if hand.is_slapping:
        return _("20! Slap with Space: the last one takes the trick.")
    if hand.is_passing:
        return _passing_words(hand, view, names, glyphs)
    card = hand.card
    if card is None:
        return ""
    if refused := hand.refusal(card):
        return refusal_words(refused, glyphs)
    return _playing_words(card, view, glyphs)


def _playing_words(card: Card, view: HeartsView, glyphs: Glyphs) -> str:
    """Return what playing a card would do."""
    name, made = card_words(card, glyphs), makes(view, card)
    if made == SLAP_SUM:
        return _("{card} makes 20: everybody slaps, the last one takes the trick.").format(
            card=name
        )
    if made == EXCHANGE_SUM:
        return _("{card} makes 21: all hands and the trick go to the right.").format(card=name)
    if not view.table:
        return _("Enter leads {card}.").format(card=the_card(card, glyphs))
    if card.suit == view.table[0].suit:
        return _("Enter plays {card}.").format(card=the_card(card, glyphs))
    if card == view.joker:
        return _("Enter plays the joker {card}.").format(card=name)
    return _("Enter discards {card}.").format(card=the_card(card, glyphs))


def _passing_words(
    hand: HeartsCursor, view: HeartsView, names: Sequence[str], glyphs: Glyphs
) -> str:
    to = "" if view.receiver is None else names[view.receiver]
    if hand.place == ACTION:
        if not hand.is_whole:
            left = 3 - len(hand.draft.made)
            return several(
                "{count} card is still to be chosen.", "{count} cards are still to be chosen.", left
            )
        cards = cards_words(cards_of(hand.draft.chosen), glyphs)
        return _("Enter passes {cards} to {player}.").format(cards=cards, player=to)
    assert hand.card is not None
    name = card_words(hand.card, glyphs)
    if hand.draft.chosen >> hand.card & 1:
        return _("{card} goes to {player}; Enter keeps it.").format(card=name, player=to)
    if hand.is_whole:
        return _("Three cards are chosen; Space passes them.")
    return _("Enter chooses {card} for {player}.").format(
        card=the_card(hand.card, glyphs), player=to
    )


def shown(told: Explanation, called: Mapping[str, str], glyphs: Glyphs) -> Explanation:
    """Return an explanation with cards as they are shown, and players by their names."""
    facts = {
        name: the_card(fact, glyphs) if isinstance(fact, Card) else called.get(str(fact), fact)
        for name, fact in told.facts.items()
    }
    return told._replace(facts=facts)


def refusal_words(refused: Explained, glyphs: Glyphs) -> str:
    """Return a refusal as a sentence, its cards as they are shown."""
    return sentence(shown(refused.explanation, {}, glyphs))
