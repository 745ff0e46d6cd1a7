"""Why a word cannot be used now, where it can be used instead, and which line has to wait."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from cli.lines.looking import LONGEST_QUOTE
from cli.lines.rows import row_called
from cli.streams import BadUse
from engine.reasons import IllegalMove, TableReason
from play.action import Topic, Word, split_word
from play.frame import NO_SENSE_NOW
from play.replay_model import ReplayNotice
from play.shared_seat import SHARED
from words.translation import _, sentence

if TYPE_CHECKING:
    from cli.lines.console import LineConsole
    from cli.streams import TypedLines

ANYWHERE: Final = frozenset(
    {"new", "set_up", "first_game", "daily", "problems", "statistics", "replay"}
    | {"tables", "join", "watch", "host"}
    | {"save_as", "share", "open", "saved", "sort", "copy", "rename", "delete"}
    | {"rules", "manual", "settings", "language", "help", "home", "quit"}
)
"""The actions that are always possible in the lines."""

OF_REPLAYS: Final = frozenset(
    {"next_turn", "previous_turn", "next_step", "previous_step", "first", "last", "go_to"}
    | {"next_mark", "branch", "note", "analysis", "retry", "try", "variations"}
)
"""The actions that only a replay has."""

OF_TABLES: Final = frozenset(
    {"hint", "choices", "follow", "take_back", "invite", "play_out", "swap", "level", *SHARED}
)
"""The actions that only a game in play has, or its end."""

AT_HOME: Final = frozenset({"play", "swap", "level", "eyes", "invite", "play_out"})
"""The actions that no shared table has."""

PLAYING: Final = frozenset({"resign", "follow"})
"""The actions that make a move; typed ahead in a waiting room they wait for the game."""

SETTING_UP: Final = frozenset({"next_value", "begin"})
"""The actions that only the setup of a new game has."""


def refusal(console: LineConsole, word: Word) -> IllegalMove | None:
    """Return why a word cannot be used now, None if it can."""
    at, is_on = console.at, console.at.is_on
    if word.id in ANYWHERE:
        makes_sense = True
    elif word.english in at.game.looks or word.id == "log_up":
        makes_sense = is_on or console.stepping is not None
    elif console.stepping:
        return console.stepping.refusal(word.id)
    elif console.setting_up:
        makes_sense = word.id in SETTING_UP or word.id == "back"
    elif word.english in at.game.moves:
        makes_sense = is_on and at.game.fits(word, at.view)
    else:
        return at.refusal(word.id)
    return None if makes_sense else NO_SENSE_NOW


def fits(console: LineConsole, word: Word | None) -> bool:
    """Return whether a word makes sense now; None stands for a move."""
    if word is None:
        return console.is_playing and console.at.is_on and not console.at.is_over
    return refusal(console, word) is not NO_SENSE_NOW


def is_row(console: LineConsole, word: Word, line: str) -> bool:
    """Return whether a line names a row of a setup, though it begins with a word of elsewhere."""
    if console.setting_up is None or fits(console, word):
        return False
    with suppress(BadUse):
        row_called(console.setting_up.rows, line)
        return True
    return False


def waits(console: LineConsole, typed: TypedLines) -> bool:
    """Wait for the others; return False if the next line can be answered meanwhile.

    A move that was typed ahead waits for its turn.
    """
    at = console.at
    is_there = not at.is_asking and typed.wait(at.loop.seconds_left, at.bell)
    if is_there and fits_now(console, typed.look()):
        return False
    if at.is_waiting and (is_there or at.is_asking):
        at.loop.wait()
    at.hush()
    return True


def fits_now(console: LineConsole, line: bytes | None) -> bool:
    """Return whether a line, or the end of input, can be answered while others are waited for.

    In the waiting room of a table only what plays waits for the game; other words are answered. In
    a game it has to be possible now, and no move.
    """
    at, text = console.at, None if line is None else line.decode(errors="replace").strip()
    if not text:
        return text is None or not (at.is_on and at.game.enter)
    if at.meant(text):
        return True
    word, _rest = split_word(console.game.words, text)
    if word is None or word.english in at.game.moves:
        return False
    return refusal(console, word) is None if at.is_on else word.id not in PLAYING


def why_not(console: LineConsole, word: Word, rest: str = "") -> str:
    """Return why a word and the text after it cannot be used now, "" if they can."""
    refused = refusal(console, word)
    if refused is NO_SENSE_NOW:
        return out_of_place(console, word)
    if rest.isdecimal() and word.id == "choices":
        return _("{word} lists the moves; {number} alone plays that one.").format(
            word=word.spelled, number=rest
        )
    if rest and not word.takes:
        return _("{word} takes nothing after it; type {word} alone.").format(word=word.spelled)
    return sentence(refused) if refused else ""


def out_of_place(console: LineConsole, word: Word) -> str:
    """Return the answer to a word that makes no sense now."""
    id_, at = word.id, console.at
    needs_a_game = word.topic in (Topic.PLAY, Topic.LOOK) or id_ == "resign"
    is_elsewhere = id_ in SETTING_UP and not (at.has_game and id_ == "begin")
    if console.is_playing and not at.is_on and needs_a_game and not is_elsewhere:
        return at.absent()
    words, way = _way_there(console, word)
    if way:
        other = next(one.spelled for one in console.game.words if one.id == way)
        return words.format(word=word.spelled, other=other)
    if not at.is_near and id_ in AT_HOME:
        return _("{word} does not work at a shared table.").format(word=word.spelled)
    if (
        console.is_playing
        and id_ in ("hint", "choices", "follow", "play_out", "play")
        and at.is_over
    ):
        return sentence(IllegalMove(TableReason.GAME_OVER))
    if console.is_playing and id_ in ("hint", "choices") and (absent := at.absent()):
        return absent
    if id_ == "follow" and console.is_playing and (why := at.refusal("hint")):
        return at.absent() or sentence(why)
    words = {
        "yes": _("Nobody asks anything now."),
        "no": _("Nobody asks anything now."),
        "back": _("You are at the game.") if at.has_game else at.absent(),
        "next_mark": _("There is no turn worth seeing."),
        "swap": _("{word} is for the end of a game."),
        "level": _("{word} is for who has won twice, or lost three times, against one level."),
        "play": _("{word} is for a replay, or for a game that nobody plays here."),
        "eyes": _("{word} is for a replay, or for a game that nobody plays here."),
        "invite": _("Only a game that somebody here plays can be opened to others."),
    }.get(id_, _("{word} cannot be used now; help lists the words."))
    if id_ == "eyes" and not at.has_secrets and (console.stepping or at.plays_alone):
        words = sentence(IllegalMove(ReplayNotice.NOTHING_HIDDEN))
    elif id_ == "play" and console.stepping:
        words = _("This is the last turn.")
    return words.format(word=word.spelled)


def _way_there(console: LineConsole, word: Word) -> tuple[str, str]:
    """Return the answer to a word that belongs elsewhere, and the action that leads there."""
    is_move = word.english in console.at.game.moves
    if not console.is_playing and (word.id in OF_TABLES or is_move):
        return _("{word} is for the game in play; {other} leads back to it."), "back"
    may_hint = console.is_playing and console.at.has_game and console.at.refusal("hint") is None
    if word.id == "follow" and may_hint:
        return _("{word} plays a hint; {other} gives one."), "hint"
    if word.id in OF_REPLAYS and not console.stepping:
        return _("{word} is for a replay; {other} leads to one."), "replay"
    if word.id in SETTING_UP:
        return _("{word} is for a new game; {other} sets one up."), "set_up"
    if word.id in SHARED and console.at.is_near:
        words = _("{word} is for a table shared with others; {other} lists those on this machine.")
        return words, "tables"
    return "", ""


def no_word(console: LineConsole, line: str) -> Iterator[str]:
    """Yield the answer to a line that begins with no word: it may be a turn that is tried again."""
    if console.stepping and console.stepping.retrying:
        yield from console.stepping.tried(line)
    else:
        text = line.partition(" ")[0][:LONGEST_QUOTE]
        yield _("{text} is not a word; help lists the words.").format(text=text)
