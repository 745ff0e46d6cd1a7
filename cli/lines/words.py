"""The words of the line mode in both languages: those of all games."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Final, NamedTuple

from words.translation import language, mark


class Subject(Enum):
    """What a word is for: help groups them by it, in this order."""

    PLAY = mark("Play")
    LOOK = mark("Look")
    REPLAY = mark("Replay")
    OTHERS = mark("Play with others")
    FILES = mark("Files")
    EVERYWHERE = mark("Everywhere")


class Word(NamedTuple):
    """A word that can be typed, in either language whichever is spoken.

    Attributes:
        english, french: The word.
        help: What it does.
        actions: The actions of the full-screen program that it stands for.
        key: The letter that does the same, there and here.
        takes: What may follow the word.
        more: What else is to be known of it, as sentences.
        subject: What it is for.
        example: What follows the word in an example, where something may follow.
    """

    english: str
    french: str
    help: str
    actions: tuple[str, ...] = ()
    key: str = ""
    takes: str = ""
    more: str = ""
    subject: Subject = Subject.PLAY
    example: str = ""

    @property
    def spelled(self) -> str:
        """The word in the language spoken."""
        return self.french if language() == "fr" else self.english


_COUNT: Final = mark("[NUMBER]", "how many")
_NUMBER: Final = mark("[NUMBER]", "which")
_PLAY: Final = (
    Word("hint", "indice", mark("say what a strong player would play"), ("hint",), "i"),
    Word("undo", "annuler", mark("take back the last move that a person made"), ("take_back",),
         "u"),
    Word("play", "jouer", mark("let the game play by itself, for some moves or to the end"),
         ("play", "pause", "step", "faster", "slower"), takes=_COUNT,
         more=mark("Without a number it goes to the end. Where nobody plays here, "
                   "an empty line makes one move."), example="3"),
    Word("new", "nouvelle", mark("begin another game like this one"), ("new", "what_next"),
         takes=mark("[KIND]"),
         more=mark("In a series of games it is the next one. With the name of a game it sets one"
                   " up, as setup does."), example="zen"),
    Word("swap", "échanger", mark("after a game, play the same deal with the seats swapped")),
    Word("setup", "préparer", mark("set up a new game: who plays, its options, how many games"),
         ("set_up", "next_tile", "previous_tile"), takes=mark("[KIND]"),
         more=mark("It lists numbered rows. A number shows what a row can be; a "
                   "number and a value set it; begin begins, return goes back."), example="zen"),
    Word("set", "choisir", mark("show what a row can be, or set it; its number alone will do"),
         ("next_value", "previous_value"), takes=mark("NUMBER [VALUE]"), example="3 2"),
    Word("begin", "commencer", mark("begin the game that is set up")),
)  # fmt: skip
_LOOK: Final = (
    Word("log", "journal", mark("list what was played"), ("log_up", "log_down")),
    Word("eyes", "yeux", mark("see what the next player sees, or the one you name"),
         ("eyes", "open_hands"), takes=mark("[SEAT or all]"),
         more=mark("In a replay, and where nobody plays here. In a replay of a game that is over,"
                   " all tells what each player knew."), example="2"),
    Word("statistics", "statistiques", mark("say how everybody has done, or one person"),
         ("statistics",), takes=mark("[NAME]"), example="Zoé"),
)  # fmt: skip
_REPLAY: Final = (
    Word("replay", "rejouer", mark("step through this game, or one in a file"), ("replay",), "r",
         mark("[GAME]"), mark("A game is named by its number in the list of games, by its"
                              " file, or by a share line."), example="2"),
    Word("next", "suivant", mark("forward one turn, or several; an empty line too"),
         ("next_turn", "ten_on"), takes=_COUNT, example="5"),
    Word("previous", "précédent", mark("back one turn, or several"),
         ("previous_turn", "ten_back"), takes=_COUNT, example="5"),
    Word("forward", "avancer", mark("forward one step of a turn, like a card"),
         ("next_step", "next_card")),
    Word("backward", "reculer", mark("back one step of a turn"),
         ("previous_step", "previous_card")),
    Word("first", "début", mark("to the first turn"), ("first",)),
    Word("last", "fin", mark("to the end"), ("last",)),
    Word("go", "aller", mark("to a turn by its number"), ("go_to",), "g", mark("NUMBER"),
         example="12"),
    Word("marks", "repères", mark("list the turns worth seeing, or go to the next one"),
         ("next_mark", "previous_mark"), takes=mark("[next or previous]"), example=mark("next")),
    Word("branch", "repartir", mark("play on from here as a new game"), ("branch",), "b", _NUMBER,
         mark("Without a number it lists who may play; a number chooses."), example="2"),
    Word("return", "revenir", mark("back to the game"), ("back", "leave")),
)  # fmt: skip
_OTHERS: Final = (
    Word("people", "joueurs", mark("say who is at this table, and who is away"), ("people",), "w"),
    Word("say", "dire", mark("say a phrase to all at this table, or list the phrases"),
         takes=_NUMBER, example="1"),
    Word("mute", "muet", mark("hide what others say, or show it again"), ("mute",)),
    Word("yes", "oui", mark("agree to what another player asks")),
    Word("no", "non", mark("decline what another player asks")),
    Word("computer", "ordinateur",
         mark("let a computer play a free seat, or for somebody who is away"),
         takes=mark("[PLAYER] [LEVEL]"),
         more=mark("Before the game begins, the level free empties the seat again."),
         example="2"),
    Word("claim", "réclamer", mark("claim the game, because a player was away too long"),
         takes=mark("[PLAYER]"), example="2"),
    Word("invite", "inviter", mark("open this game to others, who may take seats"),
         ("invite",), takes=mark("[SEAT]"),
         more=mark("You keep your seat, and the game goes on. Others may take the seats of people,"
                   " or those of computers where you play alone; with a seat, only that one."),
         example="2"),
    Word("close", "fermer", mark("close this table to others, and play on here"), ("close",),
         takes=mark("[LEVEL]"),
         more=mark("People here play the seats of others then, or computers of a level."),
         example=mark("casual")),
    Word("resign", "abandonner", mark("give up the game; asks once"), ("resign",)),
    Word("tables", "tables", mark("list the tables on this machine")),
    Word("join", "rejoindre", mark("sit down at a table on this machine"),
         takes=mark("TABLE [back]"),
         more=mark("A table is named by its number in the list, or by its name. "
                   "With back you return to a seat that another window still plays."), example="1"),
    Word("watch", "regarder", mark("watch the game at a table on this machine"), ("watch",),
         takes=mark("TABLE"), example="1"),
    Word("host", "ouvrir", mark("open a table to the people on this machine"),
         takes=mark("[KIND]"),
         more=mark("It is the game being set up, or else one as it was last set up."),
         example="zen"),
)  # fmt: skip
FIRST_GAME: Final = Word(
    "first game", "première partie", mark("a first game, step by step"), ("first_game",),
    takes=mark("[KIND] [new]"),
    more=mark("It is the first game of this game, or of the one named; the duel and Zen have "
              "one. It goes on where you left it; with new, from the beginning."),
    example=mark("zen new"),
)  # fmt: skip
"""The word that leads to a first game: the only one of two words."""
_FILES: Final = (
    FIRST_GAME,
    Word("save", "sauver", mark("say where the game is saved; with a name, copy it"), ("save_as",),
         "s", mark("[NAME]"),
         mark("A game that is not saved anywhere is saved from then on. "
              "A bare name means a file in the folder of games; a path "
              "may lead anywhere."), example=mark("Sunday")),
    Word("share", "partager", mark("write a finished game in one line, to be sent, or draw it"),
         ("share",), "e", mark("[picture] [GAME]"),
         mark("Without a game it is this one; another is named by its number in the list of games,"
              " or by its file. With picture the table is drawn into a file, also in the middle"
              " of a game."), example=mark("picture 2")),
    Word("resume", "reprendre", mark("go on with a game, or with the latest one"),
         ("open", "go_on"), "o", mark("[GAME]"),
         mark("A game is named by its number in the list of games, or by its file."), example="2"),
    Word("games", "parties", mark("list the saved games, or those with these words"),
         ("saved", "find"), takes=mark("[WORDS]"), example="zoé zen"),
    Word("sort", "trier", mark("list the saved games by another column"), ("sort",),
         takes=mark("COLUMN"),
         more=mark("The columns: game, players, state, when. The same column again reverses the"
                   " order."),
         example=mark("players")),
    Word("copy", "copier", mark("copy a game of the list under another name"),
         takes=mark("NUMBER NAME"), example=mark("2 Sunday")),
    Word("rename", "renommer", mark("give a game of the list another name"), ("rename",),
         takes=mark("NUMBER NAME"), example=mark("1 Sunday")),
    Word("delete", "supprimer", mark("delete a game of the list; asks once"), ("delete",),
         takes=mark("NUMBER"), example="2"),
)  # fmt: skip
_EVERYWHERE: Final = (
    Word("rules", "règles", mark("the rules in short, or one of their sections"), ("rules",),
         takes=mark("[SECTION]"),
         more=mark("A section is named by its number. After a refused move, rules "
                   "alone reads the section that says why."), example="3"),
    Word("manual", "manuel", mark("list the sections of the manual, or read one"), ("manual",),
         takes=mark("[SECTION]"), more=mark("A section is named by its number."), example="3"),
    Word("settings", "réglages", mark("list what can be set, or set it"), ("settings", "reset"),
         takes=mark("[NUMBER [VALUE]]"), example="3 2"),
    Word("language", "langue", mark("speak French or English from now on"),
         takes=mark("[fr or en]"), example="fr"),
    Word("help", "aide", mark("list the words, or say exactly what one does"),
         ("help", "menu", "menu_by_enter"), "?", mark("[WORD or NUMBER]"),
         mark("A number lists the words of one group; all lists every word you can use now."),
         example=mark("save")),
    Word("quit", "quitter", mark("leave"), ("quit",), "q"),
)  # fmt: skip

COMMON: Final = tuple(
    word._replace(subject=subject)
    for subject, words in {
        Subject.PLAY: _PLAY,
        Subject.LOOK: _LOOK,
        Subject.REPLAY: _REPLAY,
        Subject.OTHERS: _OTHERS,
        Subject.FILES: _FILES,
        Subject.EVERYWHERE: _EVERYWHERE,
    }.items()
    for word in words
)
"""The words of all games, in the order of the help."""

STEPPING: Final = frozenset(
    {"next", "previous", "forward", "backward", "first", "last", "go", "marks", "branch"}
)
"""The words, by their English, for stepping through a game only."""

FINISH: Final = "finish"
"""The word, by its English, that plays to the end at once: of games in which nobody decides."""

PLAYING: Final = frozenset({"hint", "undo", "invite", FINISH})
"""The words, by their English, for the game in play only."""

AFTER: Final = frozenset({"swap"})
"""The words, by their English, for the end of a game only."""

ANSWERING: Final = frozenset({"yes", "no"})
"""The words, by their English, that answer another player."""

SHARED: Final = frozenset({"people", "say", "mute", "computer", "claim", "close", "resign"}) | (
    ANSWERING
)
"""The words, by their English, for a table shared with people elsewhere only."""

AT_HOME: Final = frozenset({"play", "swap", "eyes", "invite", FINISH})
"""The words, by their English, that make no sense for the game in play at a shared table."""

ANY_TIME: Final = frozenset({Subject.OTHERS, Subject.FILES, Subject.EVERYWHERE})
BEFORE_A_GAME: Final = frozenset({"new", "setup", "statistics", "replay"})
"""The words, by their subject or their English, for which no game has to be in play."""

SETTING_UP: Final = frozenset({"set", "begin"})
"""The words, by their English, for setting up a new game only."""


class OfTheEye(Enum):
    """Why something of the full-screen program has no word here: it is of the eye alone."""

    CURSOR = "it moves a cursor, or takes what that is on: what is typed names a thing itself"
    SCROLLING = "it scrolls: what is written can be read again as the terminal has it"
    ROOM = "it shows what had no room: a line that is written is never cut"
    COVERING = "it covers or uncovers what is on the screen: here nothing is drawn over"


_IN_LISTS: Final = ("row_up", "row_down", "first_row", "last_row", "accept")

OF_THE_EYE: Final[Mapping[str, OfTheEye]] = {
    **dict.fromkeys(_IN_LISTS, OfTheEye.CURSOR),
    "page_up": OfTheEye.SCROLLING,
    "page_down": OfTheEye.SCROLLING,
    "whole": OfTheEye.ROOM,
    "hide": OfTheEye.COVERING,
    "next_round": OfTheEye.COVERING,
}
"""The actions of all screens that have no word, by their ids."""


def find_word(words: Iterable[Word], text: str) -> Word | None:
    """Return the word for what somebody typed; accents and capitals do not matter.

    >>> find_word(COMMON, "PRECEDENT").english, find_word(COMMON, "?").english
    ('previous', 'help')
    >>> find_word(COMMON, "F11-F8")
    """
    typed = plain(text)
    for word in words:
        if typed and typed in (word.english, plain(word.french), word.key):
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


def plain(text: str) -> str:
    """Return a text in small letters without accents.

    >>> plain("Précédent")
    'precedent'
    """
    letters = unicodedata.normalize("NFKD", text.lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
