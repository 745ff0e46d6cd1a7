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
    KEEPS_CHELEM = "nothing beats it, and a Grand Chelem stays possible"
    STOPS_CHELEM = "keeps {player} from a Grand Chelem"
    LOSES_QUEEN = "puts the queen of spades on somebody else's trick"
    MAKES_SLAP = "makes 20, so that the last to slap takes the trick"
    MAKES_EXCHANGE = "makes 21, so that the trick goes to {player}"
    WINS_EXCHANGE = "makes 21, so that the trick comes to you"
    AVOIDS_SLAP = "{card} would make 20, and the trick might come to you"
    AVOIDS_EXCHANGE = "{card} would make 21, and the trick would come to you"
    PASSES_QUEEN = "passes the queen of spades"
    PASSES_HIGH_SPADES = "passes high spades that would take the queen"
    KEEPS_QUEEN = "keeps the queen of spades behind {count} lower spades"
    LOSES_HIGH_SPADE = "the queen of spades is out, and {card} could take her later"
    LOSES_JOKER = "puts the joker on somebody else's trick"
    LOSES_HEART = "puts a heart on somebody else's trick"
    HOLDS_QUEEN = "you hold the queen of spades, so lead no spade"
    HOLDS_HIGH_SPADE = "the queen of spades is out, and you hold {card}"
    FLUSHES_QUEEN = "draws out the queen of spades"
    ALL_UNDER = "all your cards here stay under {card}, so the highest goes"
    ALL_OVER = "none of your cards stays under {card}"
    STAYS_UNDER = "stays under {card}"
    FIRST_TRICK = "points are set aside in the first trick"
    TAKES_NOTHING = "takes a trick that is worth nothing"
    HOLDS_QUEEN_BACK = "the queen of spades would be the highest card here"
    UNDER_QUEEN = "stays under the queen of spades, which is out"
    QUEEN_GONE = "the queen of spades is gone, so spades are safer"
    SAFE_LEAD = "is lower than all others of its suit"
    LAST_OF_SUIT = "leaves no other card of its suit in hand"
    EMPTIES_SUIT = "leaves a suit empty"
    LOSES_HIGH = "gets rid of a high card"
    PASSES_HIGH = "passes {card}, the highest of its suit"
    LEAVES_ONE = "leaves a single card of a suit"
    SHORTENS = "its suit is your shortest"
    NO_POINTS_YET = "no points lie on the table yet"
    ONE_AFTER = "only {player} plays after you"
    SUIT_LEFT = "left of its suit: {above} above, {below} below"
    NOBODY_ELSE = "nobody else has its suit"
    AS_GOOD = "{card} is about as good"
    ABOUT = "points to expect in this round: {points}"
