"""The actions of each game alone, beside those that all games share (`play/actions.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from play.action import Action, Topic, Untyped, Word, by_id, typed_only, words_of
from play.actions import COMMON, WORDS
from words.translation import mark

_ANNOUNCING: Final = mark("Play, and announce échec (variants 1 and 2).")
_ASKED: Final = mark(
    "For use after a loss to an échec that nobody announced, where the players announce it "
    "(variants 1 and 2)."
)

_HAND: Final = typed_only(Word("hand", "main", mark("tell your cards")))
_FIRST_CARD: Final = Action("first_card", ("home",), mark("first"), mark("Go to the first card."),
                            Untyped.MOVE)  # fmt: skip
_LAST_CARD: Final = Action("last_card", ("end",), mark("last"), mark("Go to the last card."),
                           Untyped.MOVE)  # fmt: skip

_DUEL: Final = by_id(
    Action("lay", ("enter",), mark("lay card"), mark("Lay the card on the chosen pile."),
           Untyped.MOVE),
    Action("end_by_enter", ("enter",), mark("end turn"), mark("End the turn and draw."),
           Untyped.MOVE),
    Action("left", ("left", "h"), mark("card"), mark("Go to the previous card."), Untyped.MOVE),
    Action("right", ("right", "l"), mark("card"), mark("Go to the next card."), Untyped.MOVE,
           sign="←→"),
    _FIRST_CARD,
    _LAST_CARD,
    Action("up", ("up", "k"), mark("pile"),
           mark("Go up to the next pile for the card, yours first."), Untyped.MOVE),
    Action("down", ("down", "j"), mark("pile"),
           mark("Go back down, to the pile that is closest."), Untyped.MOVE, sign="↑↓"),
    Action("end_turn", ("space",), mark("end turn"), mark("End the turn and draw."), Untyped.MOVE),
    Action("undo", ("backspace",), mark("card back"), mark("Take back the last card."),
           Untyped.MOVE),
    Action("type", ("colon",), mark("type"), mark("Type a turn, like 15^ 20^' 48v."),
           Untyped.MOVE),
    Topic.LOOK,
    _HAND,
    typed_only(Word("piles", "piles",
                    mark("tell the four piles, and how many cards each player has left"))),
    typed_only(Word("moves", "coups", mark("tell where each of your cards fits, or one of them"),
                    takes=mark("[CARD]"), example="15",
                    more=mark("It goes by the piles as they were before your turn."))),
    Action("cards", ("c",), mark("cards"), mark("Show the cards not seen yet."),
           Word("unseen", "restantes", mark("list the cards not yet seen"))),
)  # fmt: skip

_ZEN: Final = by_id(
    typed_only(Word("moves", "coups", mark("list the moves, or those of one square"),
                    takes=mark("[SQUARE]"), example="F11")),
    Action("answer", ("enter",), mark("answer"), mark("Take the move back, or accept."),
           Word("back", "retour", mark("take back your last move, and the one that won"),
                more=_ASKED)),
    Action("accept_loss", (), "", "",
           Word("accept", "accepter", mark("accept that the round is lost"), more=_ASKED)),
    Action("pick_up", ("enter",), mark("pick up"), mark("Pick up a piece."), Untyped.MOVE),
    Action("set_down", ("enter",), mark("set down"), mark("Set the piece down."), Untyped.MOVE),
    Action("play_move", ("enter",), mark("play it"), mark("Play the move as it stands."),
           Untyped.MOVE),
    Action("announce_by_enter", ("enter",), mark("échec"), _ANNOUNCING, Untyped.MOVE),
    Action("announce", ("plus",), mark("échec"), _ANNOUNCING, Untyped.MOVE),
    Action("put_back", ("backspace", "escape"), mark("put back"), mark("Put the piece back."),
           Untyped.MOVE),
    Action("square_left", ("left", "h"), mark("square"), mark("Go to the square on the left."),
           "moves"),
    Action("square_right", ("right", "l"), mark("square"), mark("Go to the square on the right."),
           "moves", sign="←↑↓→"),
    Action("square_up", ("up", "k"), mark("square"), mark("Go to the square above."), "moves"),
    Action("square_down", ("down", "j"), mark("square"),
           mark("Go to the square below, then to the buttons."), "moves"),
    Action("next_piece", ("tab",), mark("next"),
           mark("Go to the next piece that can move, or its next square."), "moves"),
    Action("previous_piece", ("shift+tab",), mark("previous"),
           mark("Go to the previous piece, or its previous square."), "moves"),
    Action("type_move", ("colon",), mark("type"), mark("Type a move, like F11-F8 or ZF6-F9."),
           Untyped.MOVE),
    Topic.LOOK,
    typed_only(Word("table", "table", mark("tell the pieces, both sides and the Zen"))),
    typed_only(Word("pieces", "pièces", mark("tell the pieces row by row, or those of one place"),
                    takes=mark("[ROW, COLUMN or SQUARE]"), example="F6",
                    more=mark("For a square it tells what is on it and around it."))),
    typed_only(Word("board", "plateau", mark("draw the board"), takes=mark("[on or off]"),
                    example=mark("on"),
                    more=mark("On: it is drawn after each move from then on; off: it is told in"
                              " words."))),
    typed_only(Word("pawns", "pions", mark("show each side's groups and captures"))),
    typed_only(Word("position", "position", mark("write the position in one line"))),
)  # fmt: skip

_HEARTS: Final = by_id(
    Action("play_card", ("enter",), mark("play card"), mark("Play the card."), Untyped.MOVE),
    Action("mark_card", ("enter",), mark("choose"), mark("Choose a card to pass, or keep it."),
           Untyped.MOVE),
    Action("pass_by_enter", ("enter",), mark("pass"), mark("Pass the three cards."), Untyped.MOVE),
    Action("pass_cards", ("space",), mark("pass"), mark("Pass the three cards."), Untyped.MOVE),
    Action("slap", ("space", "enter"), mark("slap"), mark("Slap: the last one takes the trick."),
           Word("slap", "taper", mark("slap, at a sum of 20"))),
    Action("card_left", ("left", "h"), mark("card"), mark("Go to the previous card."),
           Untyped.MOVE),
    Action("card_right", ("right", "l"), mark("card"), mark("Go to the next card."), Untyped.MOVE,
           sign="←→"),
    _FIRST_CARD,
    _LAST_CARD,
    Action("next_playable", ("tab",), mark("next"),
           mark("Go to the next card that can be played."), Untyped.MOVE),
    Action("previous_playable", ("shift+tab",), mark("previous"),
           mark("Go to the previous card that can be played."), Untyped.MOVE),
    Action("keep_card", ("backspace",), mark("card back"), mark("Keep the card chosen last."),
           Untyped.MOVE),
    Action("type_card", ("colon",), mark("type"), mark("Type a card, like QS, or three to pass."),
           Untyped.MOVE),
    Topic.LOOK,
    _HAND,
    typed_only(Word("table", "table", mark("tell the trick, the scores and your cards again"))),
    Action("last_trick", ("d",), mark("last trick"), mark("Show the last trick."),
           Word("trick", "levée", mark("tell the last trick"), has_letter=True)),
    Action("cards", ("c",), mark("cards"), mark("Show the cards not seen yet."),
           Word("unseen", "inconnues", mark("tell the cards not seen yet"), has_letter=True)),
    Action("scores", ("S",), mark("points"), mark("Show the points of every round."),
           Word("scores", "points", mark("tell the points of every round"))),
)  # fmt: skip

_WAR: Final = by_id(
    Action("turn", ("space", "enter"), mark("turn cards"), mark("Turn the next cards."),
           Word("turn", "retourner", mark("turn the next cards; an empty line too"))),
    Action("play", ("p",), mark("auto"), mark("Let the game run."), "play"),
    Action("pause", ("p",), mark("pause"), mark("Pause the game."), "play"),
    Action("faster", ("plus",), mark("speed"), mark("Play faster."), "play", sign="+-"),
    COMMON["play_out"],
    Topic.LOOK,
    typed_only(Word("piles", "piles", mark("show how many cards each player has"))),
)  # fmt: skip

OWN: Final[Mapping[str, Mapping[str, Action]]] = {
    "duel": _DUEL,
    "zen": _ZEN,
    "hearts": _HEARTS,
    "war": _WAR,
}
"""The games' own actions by their ids, by the game's key; some have the id of a shared action."""

_WITHOUT: Final[Mapping[str, frozenset[str]]] = {"war": frozenset({"hint", "choices", "follow"})}
"""The actions of all games that make no sense in a game in which nobody decides."""


@cache
def words_at(game: str) -> tuple[Word, ...]:
    """Return every word of a game's lines, in the order of the help.

    >>> from play.action import find_word
    >>> find_word(words_at("zen"), "PRECEDENT").english, find_word(words_at("war"), "?").english
    ('previous', 'help')
    >>> find_word(words_at("zen"), "F11-F8")
    """
    without = _WITHOUT.get(game, frozenset())
    return (*words_of(OWN[game].values()), *(word for word in WORDS if word.id not in without))


def words_by_action(game: str) -> Mapping[str, Word]:
    """Return the word that says each action of a game, by the action's id.

    >>> words_by_action("zen")["square_left"].english
    'moves'
    """
    said = {id_: action.typed for id_, action in {**COMMON, **OWN[game]}.items()}
    words = {id_: action.typed for id_, action in COMMON.items()} | {
        id_: word for id_, word in said.items() if isinstance(word, Word)
    }
    said |= {id_: words[other] for id_, other in said.items() if isinstance(other, str)}
    return {id_: word for id_, word in said.items() if isinstance(word, Word)}
