"""The reasons why a file is no valid game, as sentences that a file keeps and any language says."""

from __future__ import annotations

from typing import Any, Final

from engine.reasons import Explained, Reason, Sentence


class FileReason(Reason):
    """The faults that this program finds itself."""

    # the file
    NOT_A_FILE = "not a regular file"
    TOO_LONG_A_FILE = "larger than 4 MiB"
    MAY_BE_UNDONE = "written, but a power failure might still undo it ({why})"
    NO_MEMORY = "takes more memory than there is"

    # the document
    AT_BYTE = "byte {byte}"
    AT_COLUMN = "line {line}, column {column}"
    NOT_UTF8 = "not UTF-8"
    BYTE_ORDER = "begins with a byte order mark (BOM)"
    NO_MORE_JSON = "not JSON from here on: {text}"
    CUT_SHORT = "ends too early"
    TOO_MANY_PARTS = "more than {most} commas and closing brackets"
    TOO_DEEP = "nested more than {most} deep"
    NOT_JSON = "{name} is not JSON"
    TOO_LARGE = "{number} is too large"
    KEY_TWICE = "the key {key} appears twice"
    HALF_A_CHARACTER = "text with half a character (a lone surrogate)"

    # a share line
    THE_LINE = "the line"
    AT_LETTER = "letter {letter}"
    NO_SHARE_LINE = "not a share line (it begins with tapis1_)"
    NO_SHARE_LETTER = "{text} is none of the letters and digits of a share line"
    DAMAGED = "damaged or incomplete (its checksum does not match)"
    NOT_FINISHED = "a share line holds a finished game"

    # the game
    NO_GAME_FILE = "not a game file (its format is {format})"
    NO_RESULTS = "no results of an arena"
    NO_VERSION = "expected a number from 1 to {newest}"
    NEWER = "{version} is newer than this program reads ({newest})"
    UNKNOWN_GAME = "unknown game {game}"
    UNKNOWN_RULES = "version {version} is unknown, {known} is known"
    NO_TIME = "{text} is not a time like 2026-11-21T08:54:00Z"
    MISSING = "missing"
    NOT_POSSIBLE = "{value} is not a possible value"

    # its moves and events
    TOO_LONG_A_MOVE = "longer than {most} letters"
    WRITTEN_OTHERWISE = "{text} should be written {written}"
    TOO_MUCH = "too much to check (at most {most} moves, some count more)"
    NO_SUCH_PLACE = "{at} is not a number of moves from 0 to {count}"
    NO_SUCH_SEAT = "there is no seat {seat}"
    TOO_EARLY = "{at} is before what happened earlier"
    NOTHING_TAKEN_BACK = "nothing was taken back"
    NO_TAKE_BACK = "only a take-back has moves"
    NO_SITTER = "a change of seat needs seat and sitter"
    LATE_BRANCH = "branch comes before all other events"
    WENT_ON = "the game went on after the forfeit"
    OTHER_RESULT = "the moves give {result}"
    NO_RESULT = "the moves give no result yet"
    NO_CHANCE = "nothing is left to chance"
    NO_GAME_OF_SERIES = "{number} is not a number from 1 to {games}"
    TWO_NOTES = "two notes by {by} after move {at}"
    TOO_MANY = "more than {most}"
    OUT_OF_ORDER = "{at} is not in order, or not before the variation"
    ANOTHER_PLAYER = "the game has a move of another player here"
    NOT_IN_VARIATION = "{at} is no place in the variation, which has {first} to {last}"
    OTHER_SCORE = "expected the games won before by each of {sides} sides"

    # a deal
    NO_DEAL = 'a deal is {{"NORD": [58 cards], "SUD": [58 cards]}}'
    NO_SEAT = "is not a seat; only NORD and SUD are"
    NO_CARDS = "not a list of 58 cards"
    NO_NUMBER = "{card} is not a whole number"


class ShareReason(Reason):
    """The reasons why no share line holds a game."""

    IN_PLAY = "the game is in play; only a finished one is shared"
    TOO_LONG = "a line would have {count} characters, more than {most}; send the file instead"


_PLAIN: Final = (int, str)


def sentence(reason: Reason, /, **facts: object) -> Sentence:
    """Return the sentence of a reason with its facts."""
    return Sentence(str(reason.value), {name: _plain(fact) for name, fact in facts.items()})


def plain_sentence(text: str) -> Sentence:
    """Return a text without facts as a sentence."""
    return Sentence(text.replace("{", "{{").replace("}", "}}"), {})


def sentence_of(error: Exception) -> Sentence:
    """Return the sentence of an error: its reason and facts if it has them, else its message."""
    if isinstance(error, Explained):
        return sentence(error.reason, **error.facts)
    return plain_sentence(str(error))


def _plain(fact: object) -> Any:
    """Return a fact in a form that a file can keep and that reads the same in the sentence."""
    if isinstance(fact, Explained):
        return sentence(fact.reason, **fact.facts)
    return fact if isinstance(fact, Sentence) or type(fact) in _PLAIN else str(fact)
