"""The reasons of Bataille, in English: of refusals, of the end of a game, of hints."""

from __future__ import annotations

from engine.reasons import MoveReason, Reason


class WarRefusal(MoveReason):
    """Why a move cannot be made."""

    OTHER_CARDS = "only the cards of the duel are shuffled: {cards}", "after"
    OTHER_DEAL = (
        "each of the {players} players has to be dealt {count} cards, all different",
        "table",
    )
    TURNED = "the cards are turned already"
    UNFINISHED = "the next cards have to be turned"


class WarNotation(Reason):
    """Why a text is nothing of Bataille's."""

    NO_MOVE_BUT_TURN = "{text} is not a move (the only one is turn)"
    NO_CARD = "{text} is not a card (write it like TC)"


class WarOption(Reason):
    """Why Bataille cannot be played with some options."""

    OTHER_CARDS = "cards is 1 to {most} for {players} players, not {given}"


class WarEnding(Reason):
    """Why a game ended."""

    LAST_IN = "nobody else has a card left"
    LIMIT = "the last duel is over"
    FORFEIT = "a player gave up"


class WarMerit(Reason):
    """Why a move is good."""

    ONLY = "there is nothing to decide"
