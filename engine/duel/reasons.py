"""Why a move of the duel is refused and why a duel ends, as English sentences with their facts."""

from __future__ import annotations

from engine.game import Reason


class Refusal(Reason):
    """Why a turn, or a card of it, cannot be laid; or why a deal is none."""

    NOT_IN_HAND = "{card:02} is not in hand"
    LAID_TWICE = "{card:02} is laid twice"
    NOT_UP = "{lay} cannot go on an ascending pile at {top}"
    NOT_DOWN = "{lay} cannot go on a descending pile at {top}"
    NO_HELP_UP = "{lay} does not improve the opponent's ascending pile at {top}"
    NO_HELP_DOWN = "{lay} does not improve the opponent's descending pile at {top}"
    SECOND_GIFT = "{lay} would be a second card on the opponent's piles"
    NO_SECOND = "{lay} first would leave no second card"
    TOO_FEW = "at least two cards must be laid, not {count}"
    DECK_SIZE = "{player}: {count} cards instead of 58"
    NOT_A_CARD = "{player}: {card} is not a card from 2 to 59"
    CARD_TWICE = "{player}: {card} appears twice"


class Ending(Reason):
    """Why a duel ended."""

    ALL_LAID = "all 58 cards are laid"
    BLOCKED = "the other player cannot lay two cards"
    FORFEIT = "the other player gave up"
