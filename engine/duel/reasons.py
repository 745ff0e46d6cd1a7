"""The reasons of the duel, in English: of refusals, of the end of a game, of hints."""

from __future__ import annotations

from engine.reasons import MoveReason, Reason


class Refusal(MoveReason):
    """Why a turn or one of its cards cannot be laid, or a deal is invalid."""

    NOT_IN_HAND = "{card:02} is not in hand"
    LAID_TWICE = "{card:02} is laid twice"
    NOT_UP = "{lay} cannot go on an ascending pile at {top:02}", "own-piles"
    NOT_DOWN = "{lay} cannot go on a descending pile at {top:02}", "own-piles"
    NO_HELP_UP = "{lay} does not improve the opponent's ascending pile at {top:02}", "gifts"
    NO_HELP_DOWN = "{lay} does not improve the opponent's descending pile at {top:02}", "gifts"
    SECOND_GIFT = "{lay} would be a second card on the opponent's piles"
    NO_SECOND = "{lay} first would leave no second card"
    TOO_FEW = "at least two cards must be laid, not {count}"
    NONE_LAID = "at least one card must be laid"
    DECK_SIZE = "{player}: {count} cards instead of 58", "set-up"
    NOT_A_CARD = "{player}: {card} is not a card from 2 to 59", "set-up"
    CARD_TWICE = "{player}: {card} appears twice", "set-up"


class DuelNotation(Reason):
    """Why a text is no turn."""

    NO_CARD = "there is no card {card}, only 02 to 59"
    NO_TURN = "{text} is not a turn (write it like {example})"


class Ending(Reason):
    """Why a duel ended."""

    ALL_LAID = "all 58 cards are laid"
    BLOCKED = "the other player cannot lay two cards"
    BLOCKED_ALONE = "the other player cannot lay a card"
    FORFEIT = "the other player gave up"


class Merit(Reason):
    """Why a turn is good, the strongest reason first; listed after the turn, with commas."""

    WINS = "lays your last cards"
    BLOCKS = "blocks {player}"
    ONLY = "there is no other turn"
    JUMP = "jump back"
    JUMPS = "{count} jumps back"
    REFILLS = "refills your hand to six"
    KEEPS_JUMP = "keeps {card:02} for a jump back"
    GAINS = "gains {pips}"
    FREE = "costs nothing"
    CHEAP = "costs only {pips}"
    LITTLE_HELP = "gives {player} only {pips}"
    KEEPS = "keeps {card:02} in reach"
    NO_JUMP = "leaves {player} no immediate jump"
    CHEAPEST = "no turn costs less"
    KEEPS_PAIR = "keeps {low:02} and {high:02} for a jump back"
    NO_HELP = "gives {player} nothing"
    GIFT_NEEDED = "there is no turn without a gift"
    COSTS = "costs {pips}"


class DuelTask(Reason):
    """What a problem asks."""

    SURVIVE = (
        "Find the only turn that lets you lay two cards next time for certain, whatever you draw "
        "or {player} gives you."
    )
    WIN = "Both draw piles are empty. Find the only turn that wins, whatever {player} does."


class Proof(Reason):
    """What the solution of a problem does for certain; listed with the reasons of a hint."""

    SURVIVES = "leaves you two cards to lay next time, whatever comes"
    WINS = "wins whatever {player} does"


class Failure(Reason):
    """Why a turn does not solve a problem."""

    ANSWERED = "{player} answers {turn} and wins."
    STUCK = "If {player} gives you nothing, you cannot lay two cards next time."
    GIVEN = "{player} may give you {lay}, and then you cannot lay two cards."
    DRAWN = "You may draw {cards}, and then you cannot lay two cards."
    DRAWN_AND_GIVEN = (
        "You may draw {cards} and {player} may give you {lay}: then you cannot lay two cards."
    )
