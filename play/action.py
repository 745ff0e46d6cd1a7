"""An action: a request of a person, by a key on the screen or by a word in the lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Final, NamedTuple

from words.plain_text import folded
from words.translation import language, mark

ANY_KEY: Final = "any"
"""The key of an action that every key triggers."""


class Topic(Enum):
    """The purpose of an action: help, menu and manual group actions by it, in this order."""

    PLAY = mark("Play")
    LOOK = mark("Look")
    REPLAY = mark("Replay")
    OTHERS = mark("Play with others")
    FILES = mark("Files")
    EVERYWHERE = mark("Everywhere")


class Untyped(Enum):
    """The reason why an action has no word in the lines."""

    MOVE = "a typed move says it: it names its card or square, and is whole when it is typed"
    CURSOR = "it moves a cursor, or takes the thing under it: what is typed names a thing itself"
    SCROLLING = "it scrolls: the terminal keeps what was written"
    ROOM = "it shows what had no room: a line that is written is never cut"
    COVERING = "it covers or uncovers the screen: lines cover nothing"
    STEPS = "it skips what is shown step by step: lines come at once"


class Untold(Enum):
    """The reason why a screen has no form of its own in the lines."""

    ANSWERS = "it asks: each of its answers is a line that can be typed"
    ACTIONS = "an action shows it, and that action has a word"
    ROOM = "it shows what had no room: a line that is written is never cut"
    COVERING = "it covers the table, or waits: lines cover nothing, and wait by themselves"
    KEYS = "it is about keys: lines have none"


class Word(NamedTuple):
    """A word that can be typed, in either language whichever is spoken.

    Attributes:
        english, french: The word.
        help: What it does.
        takes: The words that may follow it.
        example: The words that follow it in an example, if any may follow.
        more: Further sentences about it.
        has_letter: Whether the first key of its action does the same where words are typed.
        id, key, topic: Those of its action; `words_of` sets them.
    """

    english: str
    french: str
    help: str
    takes: str = ""
    example: str = ""
    more: str = ""
    has_letter: bool = False
    id: str = ""
    key: str = ""
    topic: Topic = Topic.PLAY

    @property
    def spelled(self) -> str:
        """The word in the language spoken."""
        return self.french if language() == "fr" else self.english

    @property
    def letter(self) -> str:
        """The letter that does the same, "" for none."""
        signs = {"question_mark": "?", "exclamation_mark": "!"}
        return signs.get(self.key, self.key) if self.has_letter else ""


class Action(NamedTuple):
    """Something a person can ask for.

    Attributes:
        id: The name by which screens and models know it, and by which its keys can be remapped.
        keys: The keys; the key line shows the first one. An action without keys is only typed.
        words: One or two words for the key line.
        help: A sentence for the menu and the help screen.
        typed: Its word in the lines; or the id of another action with the same word;
            or the reason why it has none.
        sign: The sign on the key line in place of the key, where several actions share an entry.
        topic: Its purpose.
    """

    id: str
    keys: tuple[str, ...]
    words: str
    help: str
    typed: Word | str | Untyped
    sign: str = ""
    topic: Topic = Topic.PLAY


def typed_only(word: Word) -> Action:
    """Return the action of a word for which no key is needed; its id is the English word."""
    return Action(word.english, (), "", "", word)


def by_id(*actions: Topic | Action) -> Mapping[str, Action]:
    """Return the actions by their id; a topic among them is that of the actions after it."""
    found, topic = {}, Topic.PLAY
    for action in actions:
        if isinstance(action, Topic):
            topic = action
        else:
            found[action.id] = action._replace(topic=topic)
    return found


def words_of(actions: Iterable[Action]) -> Iterator[Word]:
    """Yield the words of those actions that have one of their own."""
    for action in actions:
        if isinstance(word := action.typed, Word):
            key = action.keys[0] if action.keys else ""
            yield word._replace(id=action.id, key=key, topic=action.topic)


def find_word(words: Iterable[Word], text: str) -> Word | None:
    """Return the word for what somebody typed; accents and capitals do not matter."""
    typed = folded(text)
    for word in words:
        if typed and typed in (word.english, folded(word.french), word.letter):
            return word
    return None


def split_word(words: Iterable[Word], line: str) -> tuple[Word | None, str]:
    """Return the word with which a line begins, None without one, and what follows it."""
    first, _blank, rest = line.partition(" ")
    second, _blank, others = rest.strip().partition(" ")
    if second and (two := find_word(words, f"{first} {second}")):
        return two, others.strip()
    return find_word(words, first), rest.strip()
