"""Help in the line modes: the words that can be used now, and what each does exactly."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final

from cli.lines.game import LineGame
from cli.lines.rows import numbered
from play.action import Topic, Word, find_word
from words.plain_text import folded
from words.translation import _, language, several

ALL: Final = ("all", "tout")
"""The words that ask for all words, in both languages."""


def help_lines(
    game: LineGame, fits: Callable[[Word | None], bool], wanted: Collection[Topic]
) -> Iterator[str]:
    """Yield how moves are typed, the words of the wanted topics, and how to hear the others."""
    if fits(None):
        yield from _(game.move_help).split("\n")
    for number, (topic, words) in enumerate(_by_topic(game, fits), 1):
        if words and topic in wanted:
            yield _heading(topic)
            yield from (f"  {_typed(word)}" for word in words)
        elif words:
            count = several("{count} word", "{count} words", len(words))
            told = _("{topic}: {count}, type help {number}.")
            yield told.format(topic=_(topic.value), count=count, number=number)
    yield _("help and a word says exactly what it does.")


def help_on(game: LineGame, fits: Callable[[Word | None], bool], asked: str) -> Iterator[str]:
    """Yield the words of a topic by its number, or of all; or what one word does exactly."""
    groups = [*_by_topic(game, fits)]
    if folded(asked) in ALL:
        for topic, words in groups:
            yield from _group(topic, words)
    elif group := numbered(groups, asked):
        topic, words = group
        yield from _group(topic, words)
        if not words:
            yield _("{topic}: no words for now.").format(topic=_(topic.value))
    elif word := find_word(game.words, asked):
        yield from _on_word(word)
    else:
        yield _("There is no word {text}; help lists the words.").format(text=asked)


def _by_topic(
    game: LineGame, fits: Callable[[Word | None], bool]
) -> Iterator[tuple[Topic, list[Word]]]:
    """Yield every topic with its words that can be used now."""
    for topic in Topic:
        yield topic, [word for word in game.words if word.topic is topic and fits(word)]


def _group(topic: Topic, words: list[Word]) -> Iterator[str]:
    if words:
        yield _heading(topic)
    for word in words:
        yield "  " + _("{word}: {help}.").format(word=_typed(word), help=_(word.help))


def _heading(topic: Topic) -> str:
    return _("{topic}:").format(topic=_(topic.value))


def _on_word(word: Word) -> Iterator[str]:
    """Yield what a word does exactly, what it takes, and an example."""
    yield _("{word}: {help}.").format(word=_typed(word), help=_(word.help))
    if word.more:
        yield _(word.more)
    if word.example:
        yield _("For example: {line}").format(line=f"{word.spelled} {_(word.example)}")
    other = word.english if language() == "fr" else word.french
    if other != word.spelled:
        yield _("In French: {word}; both are understood.").format(word=other)
    if word.letter:
        yield _("The letter {key} does the same.").format(key=word.letter)


def _typed(word: Word) -> str:
    """Return a word as it is typed in the language spoken, with what it takes."""
    return " ".join(part for part in (word.spelled, _(word.takes)) if part)
