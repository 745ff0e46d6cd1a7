"""The words of the line mode in both languages: those of all games."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final, NamedTuple

from words.translation import mark


class Word(NamedTuple):
    """A word that can be typed, in either language whichever is spoken.

    Attributes:
        english, french: The word.
        help: What it does.
        actions: The actions of the full-screen table that it stands for.
        key: The letter that does the same, there and here.
        takes: What may follow the word.
    """

    english: str
    french: str
    help: str
    actions: tuple[str, ...] = ()
    key: str = ""
    takes: str = ""


FIRST_GAME: Final = Word(
    "first game", "première partie", mark("a first game; with new, from its beginning"),
    ("first_game",),
)  # fmt: skip
"""The word that leads to a first game: the only one of two words."""

COMMON: Final = (
    Word("log", "journal", mark("list what was played"), ("log_up", "log_down")),
    Word("hint", "indice", mark("say what a strong player would play"), ("hint",), "i"),
    Word("undo", "annuler", mark("take the last move of a person back"), ("take_back",), "u"),
    Word("replay", "rejouer", mark("step through this game, or one in a file"), ("replay",), "r",
         mark("[FILE]")),
    Word("next", "suivant", mark("one move on; an empty line too"), ("next_turn",)),
    Word("previous", "précédent", mark("one move back"), ("previous_turn",)),
    Word("first", "début", mark("to the first move"), ("first",)),
    Word("last", "fin", mark("to the end"), ("last",)),
    Word("go", "aller", mark("to a move by its number"), ("go_to",), "g", mark("NUMBER")),
    Word("branch", "repartir", mark("play on from here as a new game"), ("branch",), "b"),
    Word("return", "revenir", mark("back to the game"), ("back", "leave")),
    Word("save", "sauver", mark("keep the game in a new file; a kept one: copy it"), ("save_as",),
         "s", mark("[FILE]")),
    Word("share", "partager", mark("write the game in one line, to be sent"), ("share",), "e"),
    Word("resume", "reprendre", mark("go on with the game in a file"), ("open",), "o",
         mark("FILE")),
    Word("games", "parties", mark("list the saved games"), ("saved",)),
    Word("new", "nouvelle", mark("begin another game like this one"), ("new", "what_next")),
    FIRST_GAME,
    Word("rules", "règles", mark("the rules in short"), ("rules",)),
    Word("manual", "manuel", mark("list the sections of the manual, or read one"), ("manual",),
         takes=mark("[SECTION]")),
    Word("help", "aide", mark("list what can be typed"), ("help", "menu", "menu_by_enter"), "?"),
    Word("quit", "quitter", mark("leave"), ("quit",), "q"),
)  # fmt: skip
"""The words of all games, in the order of the help."""

STEPPING: Final = frozenset({"next", "previous", "first", "last", "go", "branch", "return"})
"""The words, by their English, for stepping through a game only."""

FINISH: Final = "finish"
"""The word, by its English, that plays to the end at once: of games in which nobody decides."""

PLAYING: Final = frozenset({"hint", "undo", FINISH})
"""The words, by their English, for the game in play only."""

_NO_CURSOR: Final = "there is no cursor: what is typed is done"
_SHELL: Final = "the shell does it: files lie where one saved them"
_NO_TIME: Final = "nothing moves between two lines: who types sets the pace"
_SETTINGS: Final = "settings are for the screen; a file holds them"
_OPTION: Final = "choices are options of the command line"

_NO_MARKS: Final = "there is no timeline that could be marked"
_BY_NUMBER: Final = "a move is gone to by its number"

_IN_LISTS: Final = (
    *("row_up", "row_down", "page_up", "page_down", "first_row", "last_row"),
    *("next_tile", "previous_tile", "accept"),
)
"""The actions that move the cursor of a list or choose where it is."""

EVERYWHERE_WITHOUT: Final = {
    **dict.fromkeys(_IN_LISTS, _NO_CURSOR),
    "go_on": "resume goes on with a game",
    "set_up": "new begins a game",
    "statistics": "tapis stats shows them",
    "find": _SHELL,
    "sort": _SHELL,
    "next_round": "the next round begins by itself",
    "step": _NO_TIME,
    "play": _NO_TIME,
    "pause": _NO_TIME,
    "next_mark": _NO_MARKS,
    "previous_mark": _NO_MARKS,
    "ten_back": _BY_NUMBER,
    "ten_on": _BY_NUMBER,
    "play_out": "it is for games in which nobody decides anything",
    "faster": _NO_TIME,
    "slower": _NO_TIME,
    "next_value": _OPTION,
    "previous_value": _OPTION,
    "settings": _SETTINGS,
    "reset": _SETTINGS,
    "rename": _SHELL,
    "delete": _SHELL,
}
"""Why an action of the full-screen table has no word in any game, by its id."""


def find_word(words: Iterable[Word], text: str) -> Word | None:
    """Return the word for what somebody typed; accents and capitals do not matter.

    >>> find_word(COMMON, "PRECEDENT").english, find_word(COMMON, "?").english
    ('previous', 'help')
    >>> find_word(COMMON, "F11-F8")
    """
    plain = _plain(text)
    for word in words:
        if plain and plain in (word.english, _plain(word.french), word.key):
            return word
    return None


def split_word(words: Iterable[Word], line: str) -> tuple[Word | None, str]:
    """Return the word that a line begins with, if it does, and what follows it.

    >>> split_word(COMMON, "Premiere partie new")[1], split_word(COMMON, "first")[0].english
    ('new', 'first')
    """
    first, _blank, rest = line.partition(" ")
    second, _blank, others = rest.strip().partition(" ")
    if second and (two := find_word(words, f"{first} {second}")):
        return two, others.strip()
    return find_word(words, first), rest.strip()


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
