"""Every action of the program, once: its keys, its words, its help.

Bindings, the key line, the menu, the help screen and the command palette are all made from this
list. One letter means one thing in the whole program.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from textual.binding import Binding

from tui.words import _, mark


@dataclass(frozen=True, slots=True)
class Action:
    """Something a person can ask for.

    Attributes:
        id: What screens call it; a screen that offers it has a method `do_ID`.
        keys: The keys, the one that is shown first.
        words: One or two words for the key line and the menu.
        help: What it does, for the help screen.
        sign: What the key line shows for a pair of keys.
    """

    id: str
    keys: tuple[str, ...]
    words: str
    help: str
    sign: str = ""

    def key(self, ascii_only: bool = False) -> str:
        """Return what the key line shows for it: its first key, or a sign for a pair of keys."""
        if self.sign:
            return _ASCII_SIGNS[self.sign] if ascii_only else self.sign
        return key_name(self.keys[0], ascii_only)


ACTIONS: Final = {
    action.id: action
    for action in (
        Action("accept", ("enter",), mark("choose"), mark("Choose what the cursor is on.")),
        Action("lay", ("enter",), mark("lay"), mark("Lay the card, or do what the stop says.")),
        Action("what_next", ("enter",), mark("what next"), mark("Choose what comes next.")),
        Action("hide", ("enter",), mark("hide"), mark("Hide the cards you drew.")),
        Action("left", ("left", "h"), mark("card"), mark("Go to the card before.")),
        Action("right", ("right", "l"), mark("card"), mark("Go to the next card."), "←→"),
        Action(
            "up", ("up", "k"), mark("pile"), mark("Go to the pile above where the card may go.")
        ),
        Action(
            "down",
            ("down", "j"),
            mark("pile"),
            mark("Go to the pile below where the card may go."),
            "↑↓",
        ),
        Action("end_turn", ("space",), mark("end turn"), mark("End the turn and draw.")),
        Action("undo", ("backspace",), mark("card back"), mark("Take the last card back.")),
        Action("type", ("colon",), mark("type"), mark("Type a turn, like 15^ 20^' 48v.")),
        Action("take_back", ("u",), mark("take back"), mark("Go back to your last turn.")),
        Action("hint", ("i",), mark("hint"), mark("Show what a strong player would do, and why.")),
        Action("cards", ("c",), mark("cards"), mark("Show the cards not yet seen.")),
        Action("next_round", ("enter",), mark("go on"), mark("Begin the next round.")),
        Action("answer", ("enter",), mark("answer"), mark("Take the move back, or accept.")),
        Action("pick_up", ("enter",), mark("pick up"), mark("Pick a piece up.")),
        Action("set_down", ("enter",), mark("set down"), mark("Set the piece down.")),
        Action("play_move", ("enter",), mark("play"), mark("Play the move that is set down.")),
        Action("announce_by_enter", ("enter",), mark("échec"), mark("Play, and announce échec.")),
        Action("announce", ("plus",), mark("échec"), mark("Play, and announce échec.")),
        Action("put_back", ("backspace", "escape"), mark("put back"), mark("Put the piece back.")),
        Action("square_left", ("left", "h"), mark("square"), mark("Go to the square on the left.")),
        Action(
            "square_right",
            ("right", "l"),
            mark("square"),
            mark("Go to the square on the right."),
            "←↑↓→",
        ),
        Action("square_up", ("up", "k"), mark("square"), mark("Go to the square above.")),
        Action(
            "square_down",
            ("down", "j"),
            mark("square"),
            mark("Go to the square below, and on to the stops."),
        ),
        Action(
            "next_piece",
            ("tab",),
            mark("next"),
            mark("Go to the next piece that can move, or where it may go."),
        ),
        Action(
            "previous_piece",
            ("shift+tab",),
            mark("previous"),
            mark("Go to the piece before, or where it may go."),
        ),
        Action("type_move", ("colon",), mark("type"), mark("Type a move, like F11-F8 or ZF6-F9.")),
        Action("pause", ("p",), mark("pause"), mark("Play by itself, or pause.")),
        Action("step", ("right", "l"), mark("step"), mark("Show one step.")),
        Action("log_up", ("pageup",), mark("log"), mark("Look back in the log.")),
        Action("log_down", ("pagedown",), mark("log"), mark("Look on in the log.")),
        Action("next_turn", ("right", "l"), mark("turn"), mark("Go to the next turn."), "←→"),
        Action("previous_turn", ("left", "h"), mark("previous"), mark("Go to the turn before.")),
        Action("next_card", ("down", "j"), mark("card"), mark("Go on by one card."), "↑↓"),
        Action("previous_card", ("up", "k"), mark("card"), mark("Go back by one card.")),
        Action("next_step", ("down", "j"), mark("step"), mark("Go on by one step."), "↑↓"),
        Action("previous_step", ("up", "k"), mark("step"), mark("Go back by one step.")),
        Action("first", ("home", "less_than_sign"), mark("first"), mark("Go to the first turn.")),
        Action("last", ("end", "greater_than_sign"), mark("last"), mark("Go to the end.")),
        Action("go_to", ("g",), mark("go to"), mark("Go to a turn by its number.")),
        Action("faster", ("plus",), mark("faster"), mark("Play faster by itself.")),
        Action("slower", ("minus",), mark("slower"), mark("Play slower by itself.")),
        Action("eyes", ("f",), mark("eyes"), mark("Look with the eyes of another player.")),
        Action("branch", ("b",), mark("play on"), mark("Play on from here as a new game.")),
        Action("next_value", ("right", "l"), mark("change"), mark("Take the next value."), "←→"),
        Action("previous_value", ("left", "h"), mark("change"), mark("Take the value before.")),
        Action("open", ("o",), mark("open"), mark("Go on with the game.")),
        Action("replay", ("r",), mark("replay"), mark("Step through the game.")),
        Action("save_as", ("s",), mark("save as"), mark("Save a copy under another name.")),
        Action("rename", ("f2",), mark("rename"), mark("Give the game another name.")),
        Action("delete", ("delete",), mark("delete"), mark("Delete the game.")),
        Action(
            "menu_by_enter", ("enter",), mark("menu"), mark("Show everything that can be done now.")
        ),
        Action("menu", ("m",), mark("menu"), mark("Show everything that can be done now.")),
        Action(
            "help", ("question_mark", "f1"), mark("help"), mark("Show the keys of this screen.")
        ),
        Action("leave", ("escape",), mark("back"), mark("Go back without an answer.")),
        Action("back", ("q", "escape"), mark("back"), mark("Go back; the game is kept.")),
        Action("quit", ("q",), mark("quit"), mark("Leave; the game is kept.")),
    )
}

KEY_NAMES: Final = {
    "enter": mark("Enter"),
    "space": mark("Space"),
    "backspace": mark("Backspace"),
    "delete": mark("Del"),
    "escape": mark("Esc"),
    "colon": ":",
    "question_mark": "?",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "plus": "+",
    "minus": "-",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "pageup": mark("PgUp"),
    "pagedown": mark("PgDn"),
    "home": mark("Home key"),
    "end": mark("End key"),
    "f1": "F1",
    "f2": "F2",
    "tab": mark("Tab"),
    "shift+tab": mark("Shift+Tab"),
}
_ASCII_SIGNS: Final = {"←→": "<>", "↑↓": "^v", "←↑↓→": "<^v>"}
_ASCII_ARROWS: Final = {"←": "<-", "→": "->", "↑": "up", "↓": "down"}


def key_name(key: str, ascii_only: bool = False) -> str:
    """Return what is printed on a key."""
    name = _(KEY_NAMES.get(key, key))
    return _ASCII_ARROWS.get(name, name) if ascii_only else name


def bindings(ids: Iterable[str]) -> list[Binding]:
    """Return the bindings of actions, to be remapped by their id."""
    return [
        Binding(",".join(ACTIONS[id_].keys), f"run('{id_}')", id=id_, show=False) for id_ in ids
    ]
