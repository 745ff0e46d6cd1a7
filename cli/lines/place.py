"""Which words can be had now, and what is said of one that cannot: where it can, or why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.reasons import IllegalMove
from play.action import Topic, Word
from play.notices import NO_SENSE_NOW
from play.replay_model import ReplayNotice
from words.translation import _, sentence

if TYPE_CHECKING:
    from cli.lines.console import LineConsole

STEPPING: Final = frozenset(
    {"next", "previous", "forward", "backward", "first", "last", "go", "marks", "branch"}
)
"""The words, by their English, for stepping through a game only."""

PLAYING: Final = frozenset({"hint", "undo", "invite", "finish"})
"""The words, by their English, for the game in play only."""

AFTER: Final = frozenset({"swap"})
"""The words, by their English, for the end of a game only."""

ANSWERING: Final = frozenset({"yes", "no"})
"""The words, by their English, that answer another player."""

SHARED: Final = ANSWERING | frozenset(
    {"people", "say", "mute", "sit", "computer", "claim", "close", "resign"}
)
"""The words, by their English, for a table shared with people elsewhere only."""

AT_HOME: Final = frozenset({"play", "swap", "eyes", "invite", "finish"})
"""The words, by their English, that make no sense for the game in play at a shared table."""

ANY_TIME: Final = frozenset({Topic.OTHERS, Topic.FILES, Topic.EVERYWHERE})
BEFORE_A_GAME: Final = frozenset({"new", "setup", "statistics", "replay"})
"""The words, by their topic or their English, for which no game has to be in play."""

SETTING_UP: Final = frozenset({"set", "begin"})
"""The words, by their English, for setting up a new game only."""


def fits(console: LineConsole, word: Word | None) -> bool:
    """Say whether a word, or a move where it is none, can be had now."""
    at = console.at
    is_playing = console.is_playing
    if word is None:
        return is_playing and at.is_on and not at.is_over
    name = word.english
    if _is_out_of_place(console, word):
        return False
    if name in at.game.moves:
        return is_playing and at.game.fits(word, at.view)
    if name == "play":
        goes_on = at.plays_alone or bool(at.game.enter)
        return console.stepping is not None or (is_playing and goes_on)
    if name == "eyes":
        return console.stepping is not None or (is_playing and at.plays_alone)
    if name == "return":
        return not is_playing
    if name in AFTER:
        return is_playing and at.is_over
    if name in SETTING_UP:
        return console.setting_up is not None
    if name in STEPPING:
        return console.stepping is not None
    return name not in PLAYING or is_playing


def _is_out_of_place(console: LineConsole, word: Word) -> bool:
    """Say whether a word makes no sense at a table like this, as it is now."""
    if not console.is_playing:
        return word.english in SHARED
    if word.english in SHARED:
        return not console.company.fits(word.english)
    if console.at.is_on:
        return word.english in AT_HOME | AFTER and not console.at.is_near
    return word.topic not in ANY_TIME and word.english not in BEFORE_A_GAME


def out_of_place(console: LineConsole, word: Word) -> str:
    """Return where a word can be had that cannot be had now, or why not."""
    name, at = word.english, console.at
    if console.is_playing and not at.is_on and _needs_a_game(word):
        return at.absent()
    words, way = _way_there(console, name)
    if way:
        other = next(one.spelled for one in console.game.words if one.english == way)
        return words.format(word=word.spelled, other=other)
    if name in ANSWERING:
        return _("Nobody asks anything now.")
    if name == "return":
        return _("You are at the game.")
    words = _("{word} cannot be used now; help lists the words.")
    if not at.is_near and name in AT_HOME | AFTER:
        words = _("{word} does not work at a shared table.")
    elif name in AFTER:
        words = _("{word} is for the end of a game.")
    elif name in ("eyes", "play"):
        words = _("{word} is for a replay, or for a game that nobody plays here.")
    return words.format(word=word.spelled)


def _needs_a_game(word: Word) -> bool:
    name = word.english
    return name == "resign" or (word.topic not in ANY_TIME and name not in STEPPING | SETTING_UP)


def _way_there(console: LineConsole, name: str) -> tuple[str, str]:
    """Return what is said of a word that has its place elsewhere, and the word leading there."""
    if not console.is_playing and name in PLAYING | SHARED | AFTER | {*console.at.game.moves}:
        return _("{word} is for the game in play; {other} leads back to it."), "return"
    if name in STEPPING:
        return _("{word} is for a replay; {other} leads to one."), "replay"
    if name in SETTING_UP:
        return _("{word} is for a new game; {other} sets one up."), "setup"
    if name in SHARED and console.at.is_near:
        words = _("{word} is for a table shared with others; {other} lists those on this machine.")
        return words, "tables"
    return "", ""


def no_move(console: LineConsole, text: str) -> str:
    """Return what is said of a text that is no word where no move can be typed."""
    words = _("{text} is not a word; help lists the words.")
    if console.stepping:
        words = _(
            "{text} is not a word; no move can be typed in a replay, {other} leads to the game."
        )
    back = next(one.spelled for one in console.game.words if one.english == "return")
    return words.format(text=text, other=back)


def no_more(word: Word) -> str:
    """Return what is said of a word after which something stands, but nothing can."""
    return _("{word} takes nothing after it; type {word} alone.").format(word=word.spelled)


def why_not(console: LineConsole, word: Word) -> str:
    """Return what is said of a word that cannot be had now, "" if it can."""
    if not fits(console, word):
        return out_of_place(console, word)
    if console.stepping is None:
        return ""
    refused = console.stepping.model.frame.refusals().get(word.id)
    if refused is NO_SENSE_NOW:
        refused = IllegalMove(ReplayNotice.NOTHING_HIDDEN) if word.id == "eyes" else None
    return sentence(refused) if refused else ""
