"""The actions that every game shares, each with its keys, its words and its help.

Bindings, the key line, the menu, the help screen and the command palette are all made from such
entries; a game lists its own ones beside its scene. One letter means one thing in all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Final, NamedTuple

from textual.binding import Binding
from textual.keys import key_to_character

from words.translation import _, mark


class Topic(Enum):
    """What an action is for: help and menu are grouped by it, in this order."""

    PLAY = mark("Play")
    LOOK = mark("Look")
    REPLAY = mark("Replay")
    FILES = mark("Files")
    EVERYWHERE = mark("Everywhere")


class Action(NamedTuple):
    """Something a person can ask for.

    Attributes:
        id: The name by which screens offer it, and by which its keys can be remapped.
        keys: The keys; the first one is the one that the key line shows.
        words: One or two words for the key line.
        help: A sentence for the menu and the help screen.
        sign: What the key line shows in place of the key, where several actions share an entry.
        topic: What it is for.
    """

    id: str
    keys: tuple[str, ...]
    words: str
    help: str
    sign: str = ""
    topic: Topic = Topic.PLAY

    def key(self, ascii_only: bool = False) -> str:
        """Return what the key line shows for it: its sign if it has one, else its first key."""
        if self.sign:
            return _ASCII_SIGNS[self.sign] if ascii_only else self.sign
        return key_name(self.keys[0], ascii_only)


def by_id(*actions: Topic | Action) -> Mapping[str, Action]:
    """Return the actions by their id; a topic among them is that of the actions after it."""
    found, topic = {}, Topic.PLAY
    for action in actions:
        if isinstance(action, Topic):
            topic = action
        else:
            found[action.id] = action._replace(topic=topic)
    return found


ANY_KEY: Final = "any"
"""The name of no key: whatever is pressed does what has it."""

COMMON: Final = by_id(
    Topic.PLAY,
    Action("accept", ("enter",), mark("choose"), mark("Choose what is under the cursor.")),
    Action("go_on", ("enter",), mark("go on"), mark("Go on with the game.")),
    Action("set_up", ("enter",), mark("new game"), mark("Set up a new game of this kind.")),
    Action("next_tile", ("right", "l"), mark("game"), mark("Go to the next game."), "←→"),
    Action("previous_tile", ("left", "h"), mark("game"), mark("Go to the previous game.")),
    Action("next_value", ("right", "l"), mark("change"), mark("Change to the next value."), "←→"),
    Action("previous_value", ("left", "h"), mark("change"), mark("Change to the previous value.")),
    Action(
        "reset",
        ("backspace", "delete"),
        mark("reset"),
        mark("Reset the row to its default value."),
    ),
    Action("skip", (ANY_KEY,), mark("skip"), mark("Skip what is shown.")),
    Action("hide", ("enter",), mark("hide"), mark("Hide the cards you drew.")),
    Action("next_round", ("enter",), mark("go on"), mark("Begin the next round.")),
    Action("what_next", ("enter",), mark("what next"), mark("Choose what comes next.")),
    Action("take_back", ("u",), mark("take back"), mark("Take back your last turn.")),
    Action("hint", ("i",), mark("hint"), mark("Show what a strong player would do, and why.")),
    Action("watch", ("v",), mark("watch"), mark("Watch the game without a seat.")),
    Action("people", ("w",), mark("people"), mark("Show who is there, and say or do something.")),
    Action("invite", ("W",), mark("invite"), mark("Open this game to others.")),
    Action("close", ("W",), mark("close"), mark("Close this table to others, and play on here.")),
    Action("mute", ("Q",), mark("quiet"), mark("Show or hide what others say.")),
    Action("resign", ("X",), mark("resign"), mark("Give the game up.")),
    Action("play", ("space", "p"), mark("play"), mark("Let the game run.")),
    Action("pause", ("space", "p"), mark("pause"), mark("Pause the game.")),
    Action("play_out", ("end",), mark("to the end"), mark("Play to the end at once.")),
    Action("step", ("right", "l"), mark("step"), mark("Show one step.")),
    Action("faster", ("plus",), mark("faster"), mark("Play faster.")),
    Action("slower", ("minus",), mark("slower"), mark("Play more slowly.")),
    Topic.LOOK,
    Action("log_up", ("pageup",), mark("log"), mark("Scroll back in the log.")),
    Action("log_down", ("pagedown",), mark("log"), mark("Scroll forward in the log.")),
    Action("eyes", ("f",), mark("view"), mark("See the game as another player sees it.")),
    Action("open_hands", ("O",), mark("all hands"), mark("Open the hands of all players.")),
    Action("row_up", ("up", "k"), mark("up"), mark("Go up one row.")),
    Action("row_down", ("down", "j"), mark("down"), mark("Go down one row.")),
    Action("page_up", ("pageup",), mark("page"), mark("Go up one page.")),
    Action("page_down", ("pagedown",), mark("page"), mark("Go down one page.")),
    Action("first_row", ("home",), mark("first"), mark("Go to the first row.")),
    Action("last_row", ("end",), mark("last"), mark("Go to the last row.")),
    Action("whole", ("z",), mark("more"), mark("Show in full the words that are cut here.")),
    Action("statistics", ("T",), mark("statistics"), mark("Show how everybody has done.")),
    Topic.REPLAY,
    Action("next_turn", ("right", "l"), mark("turn"), mark("Go to the next turn."), "←→"),
    Action("previous_turn", ("left", "h"), mark("previous"), mark("Go to the previous turn.")),
    Action("next_card", ("down", "j"), mark("card"), mark("Go forward one card."), "↑↓"),
    Action("previous_card", ("up", "k"), mark("card"), mark("Go back one card.")),
    Action("next_step", ("down", "j"), mark("step"), mark("Go forward one step."), "↑↓"),
    Action("previous_step", ("up", "k"), mark("step"), mark("Go back one step.")),
    Action("first", ("home", "less_than_sign"), mark("first"), mark("Go to the first turn.")),
    Action("last", ("end", "greater_than_sign"), mark("last"), mark("Go to the end.")),
    Action("ten_back", ("pageup",), mark("ten back"), mark("Go back ten turns.")),
    Action("ten_on", ("pagedown",), mark("ten ahead"), mark("Go forward ten turns.")),
    Action("next_mark", ("n",), mark("next mark"), mark("Go to the next mark.")),
    Action("previous_mark", ("N",), mark("previous mark"), mark("Go to the previous mark.")),
    Action("go_to", ("g",), mark("go to"), mark("Go to a turn by its number.")),
    Action("branch", ("b",), mark("play on"), mark("Play on from here as a new game.")),
    Action("replay", ("r",), mark("replay"), mark("Step through the game.")),
    Topic.FILES,
    Action("new", ("ctrl+n",), mark("new game"), mark("Begin a new game; this one is saved.")),
    Action("first_game", ("F",), mark("first game"), mark("Play a first game, step by step.")),
    Action("saved", ("o",), mark("open"), mark("Open a saved game.")),
    Action("open", ("o",), mark("open"), mark("Go on with the game.")),
    Action(
        "find", ("slash",), mark("find"), mark("Show only the games that contain certain words.")
    ),
    Action("sort", ("t",), mark("sort"), mark("Sort by the next column.")),
    Action("save_as", ("s",), mark("save as"), mark("Save a copy under another name.")),
    Action("share", ("e",), mark("share"), mark("Share the game, as a line or a picture.")),
    Action("rename", ("f2",), mark("rename"), mark("Give the game another name.")),
    Action("delete", ("delete",), mark("delete"), mark("Delete the game.")),
    Topic.EVERYWHERE,
    Action("rules", ("R",), mark("rules"), mark("Read the rules.")),
    Action("manual", ("M",), mark("manual"), mark("Read the manual.")),
    Action("settings", ("comma",), mark("settings"), mark("Change the settings.")),
    Action("help", ("question_mark", "f1"), mark("help"), mark("Show the keys of this screen.")),
    Action("menu", ("m",), mark("menu"), mark("Show everything that can be done now.")),
    Action(
        "menu_by_enter", ("enter",), mark("menu"), mark("Show everything that can be done now.")
    ),
    Action("leave", ("escape",), mark("back"), mark("Go back without an answer.")),
    Action("back", ("q", "escape"), mark("back"), mark("Go back; the game is saved.")),
    Action("quit", ("q",), mark("quit"), mark("Leave; the game is saved.")),
)
"""The actions of tables, replays, lists and menus, whatever the game is."""


def by_topic(actions: Iterable[Action]) -> Iterator[tuple[Topic, list[Action]]]:
    """Yield the topics that any of the actions have, each with its actions.

    A game's own ones come first, in the order given, then those that all games share in theirs.
    """
    places = {id_: at for at, id_ in enumerate(COMMON)}
    ordered = sorted(actions, key=lambda action: places.get(action.id, -1))
    for topic in Topic:
        if mine := [action for action in ordered if action.topic is topic]:
            yield topic, mine


NOT_IN_MENU: Final = frozenset(
    {
        "menu",
        "menu_by_enter",
        "skip",
        "log_up",
        "log_down",
        "next_turn",
        "previous_turn",
        "next_card",
        "previous_card",
        "next_step",
        "previous_step",
        "next_value",
        "previous_value",
        "next_tile",
        "previous_tile",
        "row_up",
        "row_down",
        "page_up",
        "page_down",
        "first_row",
        "last_row",
    }
)
"""The ids of the actions that no menu has: itself, and the keys of a cursor."""

KEY_NAMES: Final = {
    ANY_KEY: mark("any key"),
    "enter": mark("Enter"),
    "space": mark("Space"),
    "backspace": mark("Backspace"),
    "delete": mark("Del"),
    "escape": mark("Esc"),
    "colon": ":",
    "comma": ",",
    "question_mark": "?",
    "slash": "/",
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
    "home": mark("Home", "key"),
    "end": mark("End", "key"),
    "f1": "F1",
    "f2": "F2",
    "tab": mark("Tab"),
    "shift+tab": mark("Shift+Tab"),
}
_ASCII_SIGNS: Final = {"←→": "<>", "↑↓": "^v", "←↑↓→": "<^v>", "+-": "+-"}
_ASCII_ARROWS: Final = {"←": "<-", "→": "->", "↑": "up", "↓": "down"}


def key_name(key: str, ascii_only: bool = False) -> str:
    """Return what is printed on a key."""
    known = _(KEY_NAMES[key]) if key in KEY_NAMES else ""
    name = known or key_to_character(key) or _held(key)
    return _ASCII_ARROWS.get(name, name) if ascii_only else name


def _held(key: str) -> str:
    """Return a key held with others, as `Ctrl+X`, or one that only has a name, as `F5`."""
    return "+".join(
        part.upper() if len(part) == 1 else part.capitalize() for part in key.split("+")
    )


def bindings(actions: Iterable[Action]) -> list[Binding]:
    """Return a key binding for each action, to be remapped by its id."""
    return [
        Binding(",".join(action.keys), f"run('{action.id}')", id=action.id, show=False)
        for action in actions
    ]
