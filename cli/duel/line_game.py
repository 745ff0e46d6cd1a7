"""The duel in the line mode for people: piles, hands and turns, one fact a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, assert_never

from cli.lines.game import LineGame
from cli.lines.rows import number_in
from engine.duel.moves import HIGHEST, SEATS, DealtHands, Drew, FirstSeat, Lay, Pile, Told, Turn
from engine.duel.rules import JUMP, Tops, cards_of
from engine.duel.state import DuelOptions
from engine.duel.view import DuelView
from engine.game import CHANCE, Play
from engine.log import GivenUp
from engine.reasons import IllegalMove, TableReason
from play.games.duel.controls import DuelControls
from play.games.duel.story import DuelStory
from words.names import seat_name
from words.translation import _, mark, sentence, several


class _Said(int):
    """A number as it is said, whatever width a sentence wants."""

    def __format__(self, _width: str) -> str:
        return str(int(self))


class DuelLines(LineGame):
    """The duel in lines."""

    key = "duel"
    controls = DuelControls()
    story = DuelStory()
    covers = "hand"
    move_help = mark(
        "A turn in words: 15 up, 20 up opponent, 48 down.\n"
        "The same in signs: 15^ 20^' 48v; the caret is up, v down, the apostrophe opponent.\n"
        "Plus, minus and star can stand for them: 15+ 20+* 48-."
    )
    no_move = mark(
        "{text} is neither a turn like 15 up, 48 down nor a word; help says how to type a turn."
    )

    def __init__(self) -> None:
        self.looks = {
            "hand": lambda view, _rest: hands(view),
            "piles": lambda view, _rest: piles(view),
            "moves": moves,
            "unseen": unseen,
        }

    @property
    def signs_in_words(self) -> Mapping[str, str]:
        return {"up": _("^ (up)"), "down": _("v (down)")}

    def told(self, move: Any) -> str:
        return short(move.lays) if isinstance(move, Turn) else str(move)

    def fact(self, fact: object) -> object:
        """Return a card and its pile in words, and a card without a zero before it."""
        if isinstance(fact, Lay):
            return short([fact])
        return _Said(fact) if isinstance(fact, int) else fact

    def says_mover(self, move: Any, options: DuelOptions) -> bool:
        """Return True: the sentence for each card names its player."""
        return True

    def step(self, step: Lay, view: DuelView) -> str:
        """Return a card that is laid, in words."""
        return laid(step, view.mover or 0, view.tops)

    def title(self, options: DuelOptions) -> str:
        return _("The duel: lay all your 58 cards and you win; if you cannot lay two, you lose.")

    def situation(self, view: DuelView) -> Iterator[str]:
        """Yield who begins, the four piles, the counts, and the hands that may be known."""
        for entry in view.log.latest(len(SEATS)):
            if isinstance(entry.what, FirstSeat):
                yield _("By lot, {player} begins.").format(player=player(entry.what.seat))
        if view.helped is not None:
            words = _("{player} has to lay only one card a turn.")
            yield words.format(player=player(view.helped))
        yield from piles(view)
        yield from hands(view)

    def answer(self, before: DuelView, play: Play, view: DuelView) -> Iterator[str]:
        """Yield each card of a turn, what was drawn, and the hand for the next turn."""
        if not isinstance(play.move, Turn):
            if view.to_move != (CHANCE,):
                yield from self.situation(view)
            return
        tops = before.tops
        for lay in play.move.lays:
            yield laid(lay, play.seat, tops)
            tops = tops.after(lay)
        for _ply, seat, told in view.log.since(before.log):
            if isinstance(told, Drew):
                yield _drawn(seat, told)
        if view.outcome is None and view.seat is not None and view.seat in view.to_move:
            yield _hand(view.seat, view.hand)

    def log(self, view: DuelView) -> Iterator[str]:
        number = 0
        for entry in view.log:
            told: Told = entry.what
            match told:
                case Turn():
                    number += 1
                    words = _("{number}. {player}: {move}.")
                    turn = short(told.lays)
                    yield words.format(number=number, player=player(entry.seat), move=turn)
                case Drew():
                    yield f"   {_drawn(entry.seat, told)}"
                case GivenUp.FORFEIT:
                    yield "   " + _("{player} gave up.").format(player=player(entry.seat))
                case FirstSeat() | DealtHands():
                    pass
                case _:
                    assert_never(told)


_SHORT: Final = {
    Pile.UP: mark("{card} up"),
    Pile.DOWN: mark("{card} down"),
    Pile.THEIR_UP: mark("{card} up opponent"),
    Pile.THEIR_DOWN: mark("{card} down opponent"),
}
"""A card and its pile in the words that can be typed for them."""

_LAID: Final = {
    Pile.UP: mark("{player} lays {card} on the ascending pile: {cost}."),
    Pile.DOWN: mark("{player} lays {card} on the descending pile: {cost}."),
    Pile.THEIR_UP: mark("{player} lays {card} on the ascending pile of {other}: {cost}."),
    Pile.THEIR_DOWN: mark("{player} lays {card} on the descending pile of {other}: {cost}."),
}
"""The sentence for a card that is laid, by its pile."""


def player(seat: int) -> str:
    """Return the name of a seat."""
    return seat_name(DuelLines.key, SEATS[seat])


def piles(view: DuelView) -> Iterator[str]:
    """Yield the tops of the four piles, and how many cards each player has left."""
    for seat, side in enumerate(view.sides):
        name = player(seat)
        yield _("Ascending pile of {player}: {top}.").format(player=name, top=side.up)
        yield _("Descending pile of {player}: {top}.").format(player=name, top=side.down)
        words = _("{player} has {hand} in hand and {draw} to draw.")
        yield words.format(player=name, hand=_cards(side.hand_size), draw=_cards(side.draw_size))


def hands(view: DuelView) -> Iterator[str]:
    """Yield the hands that the view shows; in play only the hand of its seat."""
    for seat, hand in enumerate(view.hands):
        if hand is not None:
            yield _hand(seat, hand)


def _hand(seat: int, hand: int) -> str:
    words = _("{player} holds: {cards}.") if hand else _("{player} holds no cards.")
    return words.format(player=player(seat), cards=listed(cards_of(hand)))


def listed(cards: Iterable[int]) -> str:
    """Return cards as people say them.

    >>> listed([7, 30])
    '7, 30'
    """
    return ", ".join(map(str, cards))


def _cards(count: int) -> str:
    return several("{count} card", "{count} cards", count)


def short(lays: Iterable[Lay]) -> str:
    """Return cards and their piles in the words that can be typed for them.

    >>> from engine.duel.moves import parse_turn
    >>> short(parse_turn("05^ 20v'").lays)
    '5 up, 20 down opponent'
    """
    return ", ".join(_(_SHORT[lay.pile]).format(card=lay.card) for lay in lays)


def laid(lay: Lay, mover: int, tops: Tops) -> str:
    """Return the sentence for a card that is laid: the player, the pile and the cost."""
    return _(_LAID[lay.pile]).format(
        player=player(mover), card=lay.card, other=player(1 - mover), cost=cost(lay, tops)
    )


def cost(lay: Lay, tops: Tops) -> str:
    """Return how far a card moves its pile on, or back."""
    pips = abs(lay.card - tops[lay.pile])
    if lay.pile.is_theirs:
        return _("a gift of {pips}").format(pips=pips)
    if (lay.card > tops[lay.pile]) != lay.pile.is_ascending:
        return _("a jump back of {pips}").format(pips=JUMP)
    return _("{pips} further").format(pips=pips)


def _drawn(seat: int, drew: Drew) -> str:
    if drew.cards is None:
        words = _("{player} draws {count}.")
        return words.format(player=player(seat), count=_cards(drew.size))
    words = _("{player} draws {cards}.")
    return words.format(player=player(seat), cards=listed(drew.cards))


def moves(view: DuelView, text: str) -> Iterator[str]:
    """Yield where each card in hand fits, or one of them."""
    if view.outcome is not None:
        yield sentence(IllegalMove(TableReason.GAME_OVER))
        return
    if view.seat is None or view.seat not in view.to_move:
        words = TableReason.NOT_TO_MOVE
        yield sentence(IllegalMove(words, player=player(0 if view.seat is None else view.seat)))
        return
    cards = cards_of(view.hand)
    if text:
        asked = number_in(text, HIGHEST)
        if asked is None or asked not in cards:
            yield _("{text} is not in hand: {cards}.").format(text=text, cards=listed(cards))
            return
        cards = [asked]
    steps = view.draft().steps()
    for card in cards:
        fits = [lay for lay, refused in steps.items() if lay.card == card and refused is None]
        yield from (f"{short([lay])}, {cost(lay, view.tops)}." for lay in fits)
        if not fits:
            yield _("{card} fits nowhere now.").format(card=card)


def unseen(view: DuelView, _rest: str) -> Iterator[str]:
    """Yield the cards of each player that are neither laid nor in a hand that is shown."""
    for seat in range(len(SEATS)):
        cards = cards_of(view.unseen(seat))
        words = _("Not yet seen of {player}: {cards}.")
        if not cards:
            words = _("All cards of {player} have been seen.")
        yield words.format(player=player(seat), cards=", ".join(_runs(cards)))


def _runs(cards: list[int]) -> Iterator[str]:
    """Yield cards; three or more in a row are given by the first and the last one.

    >>> list(_runs([2, 3, 4, 7, 8]))
    ['2 to 4', '7', '8']
    """
    at = 0
    while at < len(cards):
        end = at
        while end + 1 < len(cards) and cards[end + 1] == cards[end] + 1:
            end += 1
        if end - at > 1:
            yield _("{first} to {last}").format(first=cards[at], last=cards[end])
            at = end + 1
        else:
            yield str(cards[at])
            at += 1
