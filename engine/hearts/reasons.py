"""The reasons of Dame de Pique, in English: of refusals, of the end of a game, of hints."""

from __future__ import annotations

from engine.reasons import MoveReason, Reason


class HeartsRefusal(MoveReason):
    """Why a card cannot be played or passed, or a move of chance is not possible."""

    NOT_IN_HAND = "{card} is not in hand"
    TWO_FIRST = "the 2 of clubs is led first"
    NOT_BROKEN = "hearts may not be led before one has been played"
    FOLLOW = "you must follow the suit of {led}"
    FOLLOW_OR_JOKER = "you must follow the suit of {led}, or play the joker", "joker"
    HEART_LATER = "no heart in the first trick"
    QUEEN_LATER = "no queen of spades in the first trick"
    JOKER_LATER = "no joker in the first trick"
    THREE_NOW = "three cards must be passed", "round"
    ALL_SLAP = "the sum is 20, everybody slaps", "sums"
    CHOSEN = "{card} is chosen already", "round"
    TOO_FEW = "three cards are passed, not {count}", "round"
    NOTHING_CHOSEN = "no card is chosen", "round"
    COMPLETE = "the move is complete"
    DEALT_TWICE = "{card} is dealt twice", "cards"
    NO_JOKER = "{card} cannot be the joker", "joker"


class HeartsEnding(Reason):
    """Why a game ended."""

    HUNDRED = "100 points are reached"
    FORFEIT = "a player gave up"


class HeartsMerit(Reason):
    """Why a move is good, the strongest reason first; listed after the move, with commas."""

    SLAP = "everybody has to"
    ONLY = "it is the only card that can be played"
    TRIES_CHELEM = "goes for a Grand Chelem"
    STOPS_CHELEM = "keeps {player} from a Grand Chelem"
    LOSES_QUEEN = "puts the queen of spades on somebody else's trick"
    MAKES_SLAP = "makes 20, so that the last to slap takes the trick"
    MAKES_EXCHANGE = "makes 21, so that the trick goes on to the right"
    PASSES_QUEEN = "passes the queen of spades"
    PASSES_HIGH_SPADES = "passes high spades that would take the queen"
    KEEPS_QUEEN = "keeps the queen of spades behind {count} lower spades"
    LOSES_POINTS = "puts points on somebody else's trick"
    STAYS_UNDER = "stays under {card}"
    TAKES_NOTHING = "takes a trick that is worth nothing"
    FLUSHES_QUEEN = "draws out the queen of spades"
    SAFE_LEAD = "is lower than all others of its suit"
    LAST_OF_SUIT = "leaves no other card of its suit in hand"
    EMPTIES_SUIT = "leaves a suit empty"
    PASSES_HIGH = "passes {card}, the highest of its suit"
    ABOUT = "points to expect in this round: {points}"
