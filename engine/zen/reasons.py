"""The reasons of Zen, in English: of refusals, of the end of a round or game, of hints."""

from __future__ import annotations

from engine.reasons import MoveReason, Reason


class ZenRefusal(MoveReason):
    """Why a move of a pawn or the Zen is illegal, or an answer is not due."""

    NOTHING_THERE = "there is nothing on {square}"
    NOT_YOURS = "the pawn on {square} is the opponent's"
    STUCK = "{square} has no move"
    ZEN_STUCK = "the Zen has no move"
    ALREADY_MOVED = "the move is complete"
    NOT_STRAIGHT = "{end} is not in a straight line from {start}"
    WRONG_COUNT = "with {count} on the line, {start} moves {count}; {end} is {distance} away"
    ZEN_WRONG_COUNT = "with {count} on the line, the Zen moves {count}; {end} is {distance} away"
    OWN_PAWN = "your own pawn stands on {end}", "taking"
    IN_THE_WAY = "the opponent's pawn on {square} blocks the way to {end}", "taking"
    BARRED = "the Zen was just moved from {end} and cannot be put back", "zen"
    NO_CONTACT = "the Zen would touch no pawn on {end}", "zen"
    IS_THE_ZEN = "the Zen stands on {square}: its moves are written with Z", "notation"
    NOT_THE_ZEN = "the Zen does not stand on {square}", "notation"
    NO_CAPTURE = "there is nothing to take on {end}", "taking"
    CAPTURE = "this takes the piece on {end}: write it with x", "taking"
    NO_ECHEC = "{move} does not give échec", "echec"
    NO_ANNOUNCING = "in this game the players do not announce échec", "echec"
    ASKED = "the round is lost: answer back or accept", "echec"
    UNFINISHED = "a move needs a piece and the square it goes to"


class ZenNotation(Reason):
    """Why a text is no square, or no position."""

    NO_SQUARE = "{text} is not a square from A1 to K11"
    SIDE_TO_MOVE = "side to move: {side} is neither B nor W"
    NO_ROWS = "{count} rows instead of {wanted}"
    NO_COLUMNS = "row {row}: {count} squares instead of {wanted}"
    NO_PIECES = "row {row}: {text} is neither B, W, Z nor a number from 1 to {most}"
    TWO_ZENS = "there is one Zen, not {count}: {squares}"
    PAWNS_TOO_MANY = "{count} pawns {side}, a side has {most}"
    NO_BARRED_SQUARE = "barred square: {square} is neither a square from A1 to K11 nor -"
    BARRED_TO_NOBODY = "barred square: no Zen is left that {square} could be barred to"
    BARRED_AND_TAKEN = "barred square: the Zen has just left {square}, it must be empty"
    NO_POSITION = (
        "{text} is not a position: it needs rows, side to move and barred square, with one blank "
        "between them"
    )


class ZenOption(Reason):
    """Why Zen cannot be played with some options."""

    NOTHING_TO_ANNOUNCE = "announce is hand in variants 1 and 2 only: the others have no échec"
    POSITION = "position: {why}"


class ZenEnding(Reason):
    """Why a round or a game ended."""

    CONNECTED = "the chain is complete"
    BOTH_CONNECTED = "both chains are complete"
    NO_PAWNS = "the other side has no pawn left"
    NO_MOVE = "the other side has no move"
    REPETITION = "the same position for the third time"
    MAT = "échec et mat"
    POINTS = "seven points are reached"
    FORFEIT = "the other side gave up"


class ZenMerit(Reason):
    """Why a move is good, the strongest reason first; listed after the move, with commas."""

    UNANNOUNCED = "nobody announced the échec"
    CONNECTS = "connects all your pieces"
    LAST_PAWN = "takes the last pawn"
    NO_REPLY = "leaves the other side no move"
    MAT = "échec et mat"
    SCORE = "makes it {own} to {other}"
    ONLY = "there is no other move"
    DRAWS = "draws"
    FORCED = "wins in {count} moves at most"
    ONLY_PARRY = "is the only defence"
    PARRIES = "stops the threat to connect"
    ECHEC = "échec"
    THREATENS = "threatens to connect"
    TAKES_ZEN = "takes the Zen"
    TAKES = "takes {square}"
    SPLITS = "leaves the other side split into {count} groups"
    JOINS_ALL = "joins your pawns into one group"
    JOINS = "joins your pawns into {count} groups"
    BRINGS_ZEN = "brings the Zen to your pawns"
    LURES_ZEN = "draws the Zen away from the other side's pawns"
    CLOSER = "draws your pieces together"
    KEEPS_ZEN = "keeps the Zen in touch with your pawns"
    LOST = "every move loses"
    BEST = "nothing better was found"


class ZenTask(Reason):
    """What a problem asks."""

    WINS_NOW = "Find the only move that wins at once."
    WINS_IN = "Find the only move that wins in {count} moves, whatever the other side does."


class ZenFailure(Reason):
    """Why a move does not solve a problem."""

    GOES_ON = "It does not end the game."
    ENDS = "It ends the game, and does not win it."
    PARRIED = "The other side answers {move}, and no move wins at once."
    ANSWERED = "The other side answers {move}, and nothing wins in {count} moves."
