"""Help, the manual and the rules in the line modes: lists of words and of sections, or one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import takewhile
from typing import Final, TypeAlias

from cli.lines.game import LineGame
from cli.lines.rows import numbered
from cli.streams import BadUse
from engine.games import describe
from play.action import Topic, Word, find_word
from play.game_words import game_name
from words.pages import (
    Section,
    block_words,
    manual,
    parsed,
    rules_in_short,
    rules_sections,
    rules_text,
    sections,
)
from words.plain_text import folded
from words.translation import _, language, several

Figure: TypeAlias = Callable[[Sequence[str]], Iterator[str]]
"""A function that tells a figure of a page, given its rows."""

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


def manual_lines(asked: str) -> Sequence[str]:
    """Return the section with this number, or the list of sections without a number.

    Raises:
        BadUse: There is no such section.
        OSError: The manual cannot be read.
    """
    parts = sections(manual())
    if not asked:
        return [*_listed(parts), _("Type manual and a number to read a section.")]
    return _section(parts, asked)


def rules_lines(
    game: LineGame, asked: str, anchor: str = "", *, named: bool = False
) -> Sequence[str]:
    """Return the rules of a game in short and the list of the sections of the whole page.

    With a number, or else with the `anchor` of a refusal, return only that section. A game that
    was `named` has to be named again for one. Raises `BadUse` if there is no such section.
    """
    parts = rules_sections(rules_text(game.key))
    if asked:
        return _section(parts, asked, game.figure)
    for part in parts:
        if anchor and anchor in part.anchors:
            return [*_read(part, game.figure), _("Type rules again for the list of sections.")]
    title = _(describe(game.key).title)
    short = [title, *filter(None, rules_in_short(game.key).split("\n"))]
    if not parts:
        return short
    words = _("For the whole rules, type {line} and a number: it reads a section.")
    word = next(word.spelled for word in game.words if word.id == "rules")
    line = f"{word} {game_name(game.key)}" if named else word
    return [*short, *_listed(parts), words.format(line=line)]


def _listed(parts: Sequence[Section]) -> Sequence[str]:
    return [f"{number}. {part.title}" for number, part in enumerate(parts, 1)]


def _section(parts: Sequence[Section], asked: str, figure: Figure = iter) -> Sequence[str]:
    part = numbered(parts, asked)
    if part is None:
        words = _("There is no section {text}, only 1 to {last}.")
        raise BadUse(words.format(text=asked, last=len(parts)))
    return _read(part, figure)


def _read(part: Section, figure: Figure) -> Sequence[str]:
    return [part.title, *_told(part.text, figure)]


def _told(markdown: str, figure: Figure) -> Iterator[str]:
    """Yield a line for each paragraph, each item of a list and each row of a table but its head.

    A drawn figure is told in words.
    """
    tokens = iter(parsed(markdown))
    for token in tokens:
        if token.type == "fence":
            rows = [row for row in token.content.splitlines() if row]
            yield from figure(rows) if token.info.strip() else rows
        elif token.type == "inline":
            yield block_words(token)
        elif token.type == "thead_open":
            [*takewhile(lambda one: one.type != "thead_close", tokens)]
        elif token.type == "tr_open":
            row = takewhile(lambda one: one.type != "tr_close", tokens)
            cells = [block_words(one) for one in row if one.type == "inline"]
            yield _(": ").join(filter(None, cells))
