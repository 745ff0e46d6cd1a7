"""Dame de Pique in the line mode for people: cards, tricks, scores, what happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, assert_never

from cli.lines.game import LineGame
from engine.game import CHANCE, UNKNOWN, Play
from engine.hearts.cards import CARDS, SUITS, Card, cards_of, mask_of
from engine.hearts.moves import (
    SLAP,
    CardPass,
    DealtRound,
    HeartsNote,
    JokerLot,
    NewHand,
    Received,
    RoundCounted,
    Slap,
    SlapLot,
    Told,
    TrickTaken,
)
from engine.hearts.options import SEAT_NAMES, HeartsOptions
from engine.hearts.rules import (
    EXCHANGE_SUM,
    PLAYERS,
    SLAP_SUM,
    chelem_of,
    count_points,
)
from engine.hearts.tricks import Trick
from engine.hearts.view import HeartsView
from engine.log import GivenUp, LogEntry
from play.action import Word, find_word
from play.games.hearts.controls import HeartsControls
from play.games.hearts.story import HeartsStory
from words.names import seat_name
from words.playing_cards import spoken_card, spoken_cards, spoken_rank, the_spoken_card
from words.translation import _, mark, several


class HeartsLines(LineGame):
    """Dame de Pique in lines."""

    key = "hearts"
    controls = HeartsControls()
    story = HeartsStory()
    moves: ClassVar[Mapping[str, str]] = {"slap": str(SLAP)}
    race = mark("Slap: type slap. You have {seconds} seconds.")
    covers = "table"
    move_help = mark(
        "A card: queen of spades, or QS.\n"
        "Three cards to pass: 2 of clubs, ace of hearts, queen of spades; or 2C AH QS.\n"
        "The letters: C clubs, D diamonds, H hearts, S spades; A ace, K king, Q queen, J jack."
    )
    no_move = mark(
        "{text} is neither a card like 8 of clubs, or 8C, nor a word; help lists the words."
    )

    def __init__(self) -> None:
        self.looks = {
            "hand": hand,
            "table": lambda view, _rest: self.situation(view),
            "trick": last_trick,
            "unseen": unseen,
            "scores": sheet,
        }

    @property
    def signs_in_words(self) -> Mapping[str, str]:
        return {str(card): the_spoken_card(card) for card in CARDS}

    def fits(self, word: Word, view: HeartsView) -> bool:
        """Say whether everybody slaps."""
        return view.is_slapping

    def told(self, move: Any) -> str:
        """Return a move in words, as it could be typed; a hidden one is a pass."""
        if move is UNKNOWN:
            return _("pass three cards")
        if isinstance(move, CardPass):
            return _("pass {cards}").format(cards=named(move.cards))
        word = find_word(self.words, str(move)) if move is SLAP else None
        return word.spelled if word else spoken_card(move)

    def fact(self, fact: object) -> object:
        return the_spoken_card(fact) if isinstance(fact, Card) else fact

    def says_mover(self, move: Any, options: HeartsOptions) -> bool:
        """Return True: each entry of the log names its player."""
        return True

    def answer(self, before: HeartsView, play: Play, view: HeartsView) -> Iterator[str]:
        choice = _what_to_choose(view)
        is_asked = choice is not None and choice != _what_to_choose(before)
        for line, words in told(view.log.since(before.log), before.table, before.joker_mask):
            if isinstance(line.what, DealtRound):
                yield from _round(view)
            tells_hand = isinstance(line.what, DealtRound | NewHand)
            if not (tells_hand and is_asked):
                yield words
            if isinstance(line.what, RoundCounted) and view.outcome is None:
                yield _("In all: {points}.").format(points=_listed(view.scores))
        if is_asked:
            if view.table and view.total:
                yield _sum(view.total)
            yield from _choice(view)

    def title(self, options: HeartsOptions) -> str:
        if not (options.joker or options.sums):
            return _("Dame de Pique without joker and sums: plain Hearts")
        parts = [_("joker") if options.joker else _("no joker")]
        parts.append(_("sums of 20 and 21") if options.sums else _("no sums"))
        return _("Dame de Pique: {parts}").format(parts=", ".join(parts))

    def situation(self, view: HeartsView) -> Iterator[str]:
        """Yield the round, the scores, the trick, and the hand of the view's seat."""
        if view.number:
            yield from _round(view)
        yield from scores(view)
        yield from to_move(view)

    def log(self, view: HeartsView) -> Iterator[str]:
        return (words for _line, words in told(view.log))


def player(seat: int) -> str:
    """Return the name of a seat."""
    return seat_name(HeartsLines.key, SEAT_NAMES[seat])


def named(mask: int) -> str:
    """Return cards in words, each with its article, for the middle of a sentence."""
    return ", ".join(the_spoken_card(one) for one in cards_of(mask))


def suits(mask: int, joker: Card | None = None) -> Iterator[str]:
    """Yield the cards of each suit in words, in the order of a hand; the joker is named."""
    ranks: list[list[str]] = [[] for _suit in SUITS]
    for one in cards_of(mask):
        words = spoken_rank(one)
        is_joker = one == joker
        ranks[one.suit].append(_("{card} (joker)").format(card=words) if is_joker else words)
    return (spoken_cards(suit, names) for suit, names in zip(SUITS, ranks, strict=True) if names)


def cards(mask: int, joker: Card | None = None) -> str:
    """Return cards in words, suit by suit."""
    return _("; ").join(suits(mask, joker))


def _hand(heading: str, mask: int, joker: Card | None) -> Iterator[str]:
    """Yield a heading, and the cards of each suit."""
    yield heading
    yield from (f"  {one}" for one in suits(mask, joker))


def _round(view: HeartsView) -> Iterator[str]:
    if view.leader is None:
        yield _("Round {round}.").format(round=view.number)
    else:
        number = len(view.tricks) + 1
        yield _("Round {round}, trick {trick}.").format(round=view.number, trick=number)
    if view.joker is not None:
        yield _("Joker: {cards}.").format(cards=spoken_card(view.joker))
    if view.is_broken:
        yield _("Hearts are broken.")


def scores(view: HeartsView) -> Iterator[str]:
    """Yield the scores, with the points taken in this round."""
    for seat, (score, more) in enumerate(zip(view.scores, view.points, strict=True)):
        words = _("{player}: {points}.")
        if more:
            words = _("{player}: {points}, and {more} more in this round.")
        yield words.format(player=player(seat), points=_points(score), more=more)


def _points(count: int) -> str:
    return several("{count} point", "{count} points", count)


def to_move(view: HeartsView) -> Iterator[str]:
    """Yield the trick, and the cards of the view's seat if it is to move."""
    if view.table and view.leader is not None:
        yield from trick(view.leader, view.table, view.total, view.joker)
    yield from _choice(view)


def _choice(view: HeartsView) -> Iterator[str]:
    """Yield the cards of the view's seat and what it may do with them, if it is to move."""
    if view.seat is None or view.seat not in view.to_move:
        return
    if view.is_slapping:
        return
    yield from _hand(_("Your cards:"), view.hand, view.joker)
    if view.is_passing and view.receiver is not None:
        yield _("Pass three cards to {player}.").format(player=player(view.receiver))
        return
    if not view.table:
        yield _("You lead.")
    if view.playable != view.hand:
        yield from _hand(_("You may play:"), view.playable, view.joker)
    elif view.table:
        yield _("You may play any card.")


def trick(leader: int, played: Sequence[Card], total: int, joker: Card | None) -> Iterator[str]:
    """Yield the cards of a trick with their players, and their sum if sums count."""
    yield _("The trick:")
    for place, one in enumerate(played):
        words = _("{player}: {card}.")
        if one == joker:
            words = _("{player}: {card}, the joker.")
        yield "  " + words.format(player=player((leader + place) % PLAYERS), card=spoken_card(one))
    if total:
        yield _sum(total)


def _sum(total: int) -> str:
    return _("Sum: {sum}.").format(sum=total)


def hand(view: HeartsView, _rest: str) -> Iterator[str]:
    """Yield the cards of the view's seat, whoever is to move."""
    if view.hand:
        yield from _hand(_("Your cards:"), view.hand, view.joker)
    else:
        yield _("You hold no cards.")


def last_trick(view: HeartsView, _rest: str) -> Iterator[str]:
    """Yield the last trick of the round, and its taker."""
    if not view.tricks:
        yield _("No trick of this round yet.")
        return
    last: Trick = view.tricks[-1]
    yield from trick(last.leader, last.cards, last.total, view.joker)
    words = _("{player} took it: {points}.")
    worth = _worth(last.cards, view.joker_mask)
    yield words.format(player=player(last.taker), points=worth)


def unseen(view: HeartsView, _rest: str) -> Iterator[str]:
    """Yield the cards that this seat has not seen, and those others are known to hold."""
    if view.unseen:
        yield from _hand(_("Not seen yet:"), view.unseen, None)
    else:
        yield _("All cards have been seen.")
    for seat, known in enumerate(view.known):
        if known and seat != view.seat:
            yield _("{player} holds: {cards}.").format(player=player(seat), cards=cards(known))


def sheet(view: HeartsView, _rest: str) -> Iterator[str]:
    """Yield the points of every round, and their sums."""
    for number, points in enumerate(view.rounds, 1):
        yield _("Round {round}: {points}.").format(round=number, points=_listed(points))
    for seat, sum_ in enumerate(view.scores):
        yield _("{player} in all: {points}.").format(player=player(seat), points=_points(sum_))


def _listed(points: Sequence[int]) -> str:
    return ", ".join(f"{player(seat)} {count}" for seat, count in enumerate(points))


def told(
    entries: Iterable[LogEntry], table: Sequence[Card] = (), joker: int = 0
) -> Iterator[tuple[LogEntry, str]]:
    """Yield entries of the log, each with its sentence.

    `table` has the cards played before them, and `joker` is the mask of that card.
    """
    for line in entries:
        what: Told = line.what
        if isinstance(what, Card):
            table = (*table, what)
        elif isinstance(what, JokerLot):
            joker = 1 << what.card
        yield line, _entry_words(line, _worth(table, joker))
        if isinstance(what, TrickTaken):
            table = ()


def _taken(taker: str, trick: TrickTaken, worth: str) -> str:
    words = _("{player} takes the trick: {points}.")
    if trick.total is not None:
        words = _("{player} takes the trick: {points}; sum {sum}.")
    return words.format(player=taker, points=worth, sum=trick.total)


def _worth(table: Iterable[Card], joker: int) -> str:
    """Return the points of a trick in words."""
    return _points(worth) if (worth := count_points(mask_of(table), joker)) else _("no points")


def _entry_words(line: LogEntry, worth: str) -> str:
    """Return an entry of the log as a sentence; `worth` tells the points of the trick so far."""
    who = "" if line.seat == CHANCE else player(line.seat)
    what: Told = line.what
    if isinstance(what, DealtRound):
        return _deal(what)
    if isinstance(what, TrickTaken):
        return _taken(who, what, worth)
    if isinstance(what, SlapLot):
        order = ", ".join(map(player, what.seats))
        return _("Slaps, first to last: {players}.").format(players=order)
    if isinstance(what, RoundCounted):
        return _round_over(what.points)
    if isinstance(what, HeartsNote | Slap | GivenUp):
        return _noted(what, who)
    return _with_cards(what, who)


def _noted(what: HeartsNote | Slap | GivenUp, who: str) -> str:
    """Return the sentence for an entry without a fact of its own."""
    match what:
        case HeartsNote.PASSED:
            return _("{player} passes three cards.").format(player=who)
        case HeartsNote.SLAPPING:
            return _("The sum is {sum}: everybody slaps.").format(sum=SLAP_SUM)
        case HeartsNote.EXCHANGE:
            words = _("The sum is {sum}: all hands go to the right, the trick too.")
            return words.format(sum=EXCHANGE_SUM)
        case Slap.SLAP:
            return _("{player} slaps.").format(player=who)
        case GivenUp.FORFEIT:
            return _("{player} gave up.").format(player=who)
        case _:
            assert_never(what)


def _with_cards(what: Card | CardPass | Received | NewHand | JokerLot, who: str) -> str:
    """Return the sentence for an entry that tells cards."""
    match what:
        case Card():
            return _("{player}: {card}.").format(player=who, card=spoken_card(what))
        case CardPass():
            return _("{player} passes {cards}.").format(player=who, cards=named(what.cards))
        case Received():
            return _("{player} receives {cards}.").format(player=who, cards=named(what.cards))
        case NewHand():
            words = _("{player} now holds: {cards}.")
            return words.format(player=who, cards=cards(what.cards))
        case JokerLot():
            words = _("It is worth 1 point; from trick 2 on it may be played whatever was led.")
            return f"{_('Joker: {cards}.').format(cards=cards(1 << what.card))} {words}"
        case _:
            assert_never(what)


def _deal(dealt: DealtRound) -> str:
    """Return the words for a deal: the hand that the reader may know."""
    for seat, hand in enumerate(dealt.hands):
        if hand:
            words = _("{player} is dealt: {cards}.")
            return words.format(player=player(seat), cards=cards(hand))
    return _("The cards are dealt.")


def _round_over(points: tuple[int, ...]) -> str:
    words = _("The round is over: {points}.").format(points=_listed(points))
    chelem = chelem_of(points)
    if chelem is not None:
        words += " " + _("Grand Chelem for {player}!").format(player=player(chelem))
    return words


def _what_to_choose(view: HeartsView) -> object:
    """Return the choice that a seat has; None while it is not to move."""
    if view.seat is None or view.seat not in view.to_move:
        return None
    return (view.hand, view.table, view.number)
