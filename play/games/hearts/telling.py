"""The words at the table: the line below the trick, the plate, the tags, the cursor."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.hearts.cards import Card, cards_of, mask_of
from engine.hearts.history import PastTrick
from engine.hearts.rules import (
    EXCHANGE_SUM,
    PLAYERS,
    SLAP_SUM,
    VALUES,
    chelem_of,
    count_points,
)
from engine.hearts.tricks import Trick
from engine.hearts.view import HeartsView
from engine.reasons import Explained, Explanation
from play.games.hearts.controls import ACTION, MENU, HeartsCursor
from words.glyphs import Glyphs
from words.playing_cards import card_words, cards_words, the_card
from words.translation import _, mark, sentence, several

LAST_PLACE = 3
"""The cards on the table before the last one of a trick."""
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
SLAP_PLACES: Final = (mark("1st"), mark("2nd"), mark("3rd"), mark("4th"))
"""The places in a slap; a bare number is the key of a player."""

WAY_WORDS: Final = {
    1: mark("to the left"),
    3: mark("to the right"),
    2: mark("across"),
    0: mark("no pass"),
}
"""The direction of a pass, by the number of seats further on."""


def pass_words(view: HeartsView, names: Sequence[str]) -> str:
    """Return the direction of the pass, and its receiver."""
    step = view.receiver
    if step is None or view.seat is None:
        return _("Three cards are passed.")
    way = _(WAY_WORDS[(step - view.seat) % len(names)])
    return _("Three cards go {way}, to {player}.").format(way=way, player=names[step])


def is_between_rounds(view: HeartsView) -> bool:
    """Whether a round is over and the next one, if any, is not shown yet."""
    return not view.to_move and bool(view.rounds) and not any(view.known)


def is_slap(view: HeartsView) -> bool:
    """Whether the four cards on the table make everybody slap."""
    return len(view.table) == PLAYERS and view.total == SLAP_SUM


def past_trick(view: HeartsView) -> Trick | None:
    """Return the last trick as long as no card of the next one lies on the table."""
    return view.tricks[-1] if view.tricks and not view.table else None


def is_to_move(view: HeartsView, seat: int) -> bool:
    """Whether a seat is to move and its card does not lie on the table yet."""
    return seat in view.to_move and card_of(view, seat) is None


def status(view: HeartsView, seat: int) -> str:
    """Return the player's present act in a word or two, or nothing."""
    if view.outcome:
        return _("wins") if seat in view.outcome.winners else ""
    if view.is_passing:
        return _("has passed") if view.has_passed[seat] else _("chooses")
    if is_slap(view):
        if seat not in view.slaps:
            return ""
        return _(SLAP_PLACES[view.slaps.index(seat)])
    if is_to_move(view, seat):
        return _("plays") if view.table else _("leads")
    if view.table:
        if seat == view.leader:
            return _("led")
        return _("highest") if seat == view.highest else ""
    past = past_trick(view)
    return _("took it") if past and seat == past.taker else ""


def card_of(view: HeartsView, seat: int) -> Card | None:
    """Return the card of a seat on the table."""
    if view.leader is None:
        return None
    at = (seat - view.leader) % PLAYERS
    return view.table[at] if at < len(view.table) else None


def joker_forms(view: HeartsView, glyphs: Glyphs) -> tuple[str, ...]:
    """Return the joker with its points and where it may be played, then shorter forms."""
    if view.joker is None:
        return _("joker: after the pass"), _("joker later")
    whole = _("joker {card}: 1 point, any suit from trick 2")
    if view.tricks:
        whole = _("joker {card}: 1 point, any suit")
    name = card_words(view.joker, glyphs)
    forms = (whole, _("joker {card}: 1 point"), _("joker {card}"))
    return tuple(form.format(card=name) for form in forms)


def trick_words(trick: Trick, joker: int, names: Sequence[str]) -> str:
    """Return the fate of a trick in a short sentence."""
    taker = names[trick.taker]
    if trick.total == SLAP_SUM:
        return _("20! {player} slapped last and takes it.").format(player=taker)
    if trick.total == EXCHANGE_SUM:
        return _("21! Hands go right, the trick to {player}.").format(player=taker)
    worth = count_points(mask_of(trick.cards), joker)
    if not worth:
        return _("{player} took it.").format(player=taker)
    points = several("{count} point", "{count} points", worth)
    return _("{player} took it: {points}.").format(player=taker, points=points)


def what_to_play(view: HeartsView) -> str:
    """Return the cards that may be played: those of the led suit, or any."""
    led = view.table[0].suit
    has_suit = any(card.suit == led for card in cards_of(view.hand))
    return _(FOLLOW_WORDS[led]) if has_suit else _("any card")


def sums_made(view: HeartsView, cards: Iterable[Card]) -> dict[Card, int]:
    """Return the sum that each card would make as the last one of a trick; none before that."""
    if not view.options.sums or len(view.table) != LAST_PLACE:
        return {}
    total, values = view.total, VALUES[view.options.values]
    return {card: total + values[card] for card in cards}


def cursor_words(hand: HeartsCursor, view: HeartsView, names: Sequence[str], glyphs: Glyphs) -> str:
    """Describe the effect of the card under the cursor, why it may not be played, or the stop."""
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
    """Return the effect of playing a card."""
    name, made = card_words(card, glyphs), sums_made(view, [card]).get(card)
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


def trick_sentences(trick: PastTrick, names: Sequence[str], glyphs: Glyphs) -> list[str]:
    """Return the fate of a trick in sentences."""
    assert trick.taker is not None
    taker = names[trick.taker]
    led = _("{player} led {card}.").format(
        player=names[trick.leader], card=the_card(trick.cards[0], glyphs)
    )
    words = [led]
    if trick.is_slap:
        words.append(_("The sum was 20, and everybody slapped."))
        order = ", ".join(names[seat] for seat in trick.slaps)
        words.append(_("First to last: {names}.").format(names=order))
        words.append(_("{player} slapped last and takes the trick.").format(player=taker))
    elif trick.is_exchange:
        words.append(_("The sum was 21, and all hands went to the right."))
        words.append(_("The trick too: {player} has it.").format(player=taker))
    else:
        words.append(_("{player} took it.").format(player=taker))
        if trick.total:
            words.append(_("The sum was {total}.").format(total=trick.total))
    return words


def round_words(number: int, points: Sequence[int], names: Sequence[str]) -> str:
    """Return the result of a round in a sentence."""
    winner = chelem_of(points)
    if winner is not None:
        return _("Grand Chelem! {player} has all hearts and the queen; 26 for the others.").format(
            player=names[winner]
        )
    got = ", ".join(f"{name} +{count}" for name, count in zip(names, points, strict=True))
    return _("Round {number}: {points}.").format(number=number, points=got)


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names without their brackets, if they still differ.

    >>> short_names(["Zoé", "West (club)"]), short_names(["Ana (1)", "Ana (2)"])
    (('Zoé', 'West'), ('Ana (1)', 'Ana (2)'))
    """
    short = tuple([name.partition(" (")[0] for name in names])
    return short if len(set(short)) == len(short) else tuple(names)
