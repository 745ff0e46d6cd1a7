"""The events of Dame de Pique: moves as each seat may know them, and their consequences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from engine.hearts.cards import Card, parse_cards, write_cards
from engine.hearts.moves import CardPass, HeartsDeal, JokerLot, Slap, SlapLot, parse
from engine.hearts.rules import HAND_SIZE, PASS_SIZE, PLAYERS, SEATS, SLAP_SUM, Four
from engine.log import FORFEIT, HIDDEN, GivenUp, Log, LogEntry
from engine.reasons import NotationError, NotationReason, shown

_BLANK_HAND: Final = " ".join([HIDDEN] * HAND_SIZE)


class DealtRound(NamedTuple):
    """A deal: the hand of each seat as a mask, 0 for those that the reader may not know."""

    hands: Four

    def __str__(self) -> str:
        return "deal " + " / ".join(write_cards(hand) or _BLANK_HAND for hand in self.hands)


class HeartsNote(Enum):
    """Events that are told without a fact."""

    PASSED = f"pass {' '.join([HIDDEN] * PASS_SIZE)}"
    """Three cards were passed, which the reader may not know."""

    SLAPPING = f"sum {SLAP_SUM}"
    """The sum of the trick is 20: everybody slaps."""

    EXCHANGE = "exchange"
    """The sum of the trick is 21: all hands go to the right."""

    def __str__(self) -> str:
        return self.value


class Received(NamedTuple):
    """The cards that a seat was passed, as a mask; told to that seat alone."""

    cards: int

    def __str__(self) -> str:
        return f"received {write_cards(self.cards)}"


class TrickTaken(NamedTuple):
    """The trick goes to a seat; the sum of its values is None where sums do not count."""

    total: int | None

    def __str__(self) -> str:
        return "takes" if self.total is None else f"takes {self.total}"


class NewHand(NamedTuple):
    """The hand that a seat has after an exchange, as a mask; told to that seat alone."""

    cards: int

    def __str__(self) -> str:
        return f"hand {write_cards(self.cards)}"


class RoundCounted(NamedTuple):
    """The end of a round: the points of each seat in it."""

    points: tuple[int, ...]

    def __str__(self) -> str:
        return f"round {' '.join(map(str, self.points))}"


Told: TypeAlias = (
    Card
    | CardPass
    | Slap
    | JokerLot
    | SlapLot
    | DealtRound
    | HeartsNote
    | Received
    | TrickTaken
    | NewHand
    | RoundCounted
    | GivenUp
)
"""All that a log of Dame de Pique can tell."""

Logs: TypeAlias = tuple[Log, ...]
"""The log of each seat, and a spectator's."""


def known_deals(deal: HeartsDeal) -> list[DealtRound]:
    """Return a deal as each seat, and last a spectator, may know it: its own hand alone."""
    dealt = []
    for reader in (*SEATS, None):
        hands = [hand if owner == reader else 0 for owner, hand in enumerate(deal.hands)]
        dealt.append(DealtRound(tuple(hands)))
    return dealt


def known_passes(seat: int, move: CardPass) -> list[CardPass | HeartsNote]:
    """Return a pass as each seat may know it: only the passing seat knows the cards."""
    return [move if reader == seat else HeartsNote.PASSED for reader in SEATS]


def tell(logs: Logs, ply: int, actor: int, told: Told, own: Sequence[Told] = ()) -> Logs:
    """Return the logs with an entry more; each seat is told its one of `own`, if there are any."""
    entry = LogEntry(ply, actor, told)
    if not own:
        return tuple([log.tell(entry) for log in logs])
    entries = [*(LogEntry(ply, actor, mine) for mine in own), entry]
    return tuple([log.tell(line) for log, line in zip(logs, entries, strict=True)])


def tell_each(logs: Logs, ply: int, told: Sequence[Told]) -> Logs:
    """Return the logs with an entry more that each seat alone is told, of itself."""
    *seats, spectator = logs
    grown = [log.tell(LogEntry(ply, seat, told[seat])) for seat, log in enumerate(seats)]
    return (*grown, spectator)


def write_told(told: Told) -> str:
    """Write an event as messages carry it: a hand that the reader may not know is one `?`.

    >>> write_told(DealtRound((0, 0, 0, 0)))
    'deal ? / ? / ? / ?'
    """
    return str(told).replace(_BLANK_HAND, HIDDEN)


def read_told(text: str) -> Told:
    """Read the text of an event, also of a message. Raises `NotationError`.

    >>> read_told("takes 12"), read_told("round 0 26 0 0"), read_told("QS")
    (TrickTaken(total=12), RoundCounted(points=(0, 26, 0, 0)), QS)
    """
    if text in _WORDS:
        return _WORDS[text]
    word, _blank, rest = text.partition(" ")
    if word == "deal":
        return _read_deal(rest)
    if word in ("received", "hand"):
        cards = _read_cards(rest)
        return Received(cards) if word == "received" else NewHand(cards)
    if word == "takes":
        return TrickTaken(_read_number(rest))
    if word == "round":
        points = tuple(map(_read_number, rest.split(" ")))
        if len(points) == PLAYERS:
            return RoundCounted(points)
    move = parse(text)
    assert not isinstance(move, HeartsDeal)
    return move


_WORDS: Final[dict[str, Told]] = {
    str(FORFEIT): FORFEIT,
    str(TrickTaken(None)): TrickTaken(None),
    **{str(note): note for note in HeartsNote},
}


def _read_deal(text: str) -> DealtRound:
    hands = [
        0 if hand in (HIDDEN, _BLANK_HAND) else _read_cards(hand) for hand in text.split(" / ")
    ]
    if len(hands) != PLAYERS or not {hand.bit_count() for hand in hands} <= {0, HAND_SIZE}:
        raise NotationError(NotationReason.UNREADABLE, text=shown(text))
    return DealtRound(tuple(hands))


def _read_cards(text: str) -> int:
    cards = parse_cards(text)
    if not cards:
        raise NotationError(NotationReason.UNREADABLE, text=shown(text))
    return cards


def _read_number(text: str) -> int:
    if not re.fullmatch("0|[1-9][0-9]{0,2}", text):
        raise NotationError(NotationReason.UNREADABLE, text=shown(text))
    return int(text)
