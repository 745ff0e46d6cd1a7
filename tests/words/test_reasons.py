"""Every reason of every game is raised somewhere, and said whole by screen and lines."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.mofile import read_mo
from games_over import ENDED
from sources import nodes_of

import engine
import host
import saves
import words
from cli.game_commands import line_game
from cli.lines import looking
from engine.duel.moves import Lay, Pile
from engine.duel.reasons import Ending, Merit, Refusal
from engine.game import Hint
from engine.hearts.cards import parse_card
from engine.hearts.reasons import HeartsEnding, HeartsMerit, HeartsRefusal
from engine.reasons import Explanation, IllegalMove, Reason, TableReason
from engine.table import Table
from engine.timeline import TableTimeline
from engine.war.reasons import WarEnding, WarMerit, WarRefusal
from engine.zen.reasons import ZenEnding, ZenMerit, ZenRefusal
from engine.zen.squares import parse_square
from tui.games.catalogue import scene_of
from words.glyphs import UNICODE
from words.translation import set_language, why

KINDS: dict[str, tuple[type[Reason], ...]] = {
    "duel": (TableReason, Refusal, Merit, Ending),
    "zen": (TableReason, ZenRefusal, ZenMerit, ZenEnding),
    "hearts": (TableReason, HeartsRefusal, HeartsMerit, HeartsEnding),
    "war": (TableReason, WarRefusal, WarMerit, WarEnding),
}
"""The reasons of each game."""
FACTS: dict[str, dict[str, Any]] = {
    "duel": {"card": 7, "lay": Lay(20, Pile.UP), "top": 12, "player": "NORD"},
    "zen": {"square": parse_square("F6"), "start": parse_square("A1"), "end": parse_square("B3")},
    "hearts": {"card": parse_card("QS"), "led": parse_card("TC"), "player": "WEST", "points": 2.6},
    "war": {"cards": "2C 3D", "given": "2C"},
}
"""A fact for each name in the sentences of a game; others are the number 3."""
NAMES = ("Ana", "Zoé", "Bo", "Eve", "Kim", "Lou", "Max", "Noé")
FRENCH = Path(words.__file__).parent / "locale" / "fr" / "LC_MESSAGES" / "tapis.mo"
NOTATION = {"deal", "pass", "shuffle", "begin", "back", "turn", "slap"}
"""The words of written moves, which are those of every language."""
FAULT = re.compile(
    r"[{}]|\bNone\b|\bseat \d|  |^\s|\s$|^$|\s[,.]|\(\)|[.!?]\.|\+ \w+ (?:wins|gagne)\b"
)
"""A brace, a fact that is missing, blanks or signs too many, several that win as one."""


@pytest.mark.parametrize("key", KINDS)
def test_every_reason_is_raised_somewhere(key):
    named = {
        ast.unparse(node)
        for room in (engine, saves, host)
        for node in nodes_of(room)
        if isinstance(node, ast.Attribute)
    }
    assert {str(member) for kind in KINDS[key] for member in kind} - named == set()


def with_facts(key: str, reason: Reason) -> Explanation:
    """Return an explanation with a fact for each name in the sentence."""
    names = {name for _, name, *_ in Formatter().parse(str(reason.value)) if name}
    return Explanation(reason, {name: FACTS[key].get(name, 3) for name in names})


@pytest.mark.parametrize("key", KINDS)
def test_every_reason_of_a_game_and_every_end_is_said_whole_in_both_languages(key):
    common, refusals, merits, endings = KINDS[key]
    refused = [
        IllegalMove(one, **with_facts(key, one).facts)
        for kind in (common, refusals)
        for one in kind
    ]
    advised = tuple(with_facts(key, one) for one in merits)
    tables = [*ENDED[key]()]
    assert {table.outcome.why for table in tables} == {*endings}
    for code in ("en", "fr"):
        set_language(code)
        texts = {*said(key, refused, advised, tables)}
        assert len(texts) > len(refused) + len(advised)
        assert [text for text in texts if FAULT.search(text)] == []
        strange = {text: foreign_words(code) & {*words_of(text)} for text in texts}
        assert {text: found for text, found in strange.items() if found} == {}


def said(
    key: str, refused: list[IllegalMove], advised: tuple[Explanation, ...], tables: list[Table]
) -> Iterator[str]:
    """Yield what screen and lines say of refusals, of reasons for a hint, and of ends of games."""
    lines, scene = line_game(key), scene_of(key, UNICODE)
    for not_legal in refused:
        yield from (scene.refusal_words(not_legal), looking.refused(lines, not_legal))
        yield why(not_legal)
    yield from looking.reasons(lines, advised)
    for table in tables:
        seats = range(len(table.seats))
        timeline, names = TableTimeline(table, frozenset(seats)), NAMES[: len(seats)]
        story = scene.end_story(timeline, names)
        if table is tables[0]:
            yield from scene.hint_reasons(Hint(None, advised), timeline, 0, names)
        for mine in (None, *table.outcome.winners):
            yield scene.teller.result(timeline, names, mine)
            yield lines.result(timeline, mine)
        yield from (story.title, story.why, *[one.words for one in story.highlights])


@cache
def foreign_words(code: str) -> set[str]:
    """Return the words that stand in sentences of the other language alone."""
    english, french = set(), set()
    with FRENCH.open("rb") as file:
        for message in read_mo(file):
            english |= {*words_of(str(message.id))}
            french |= {*words_of(str(message.string))}
    return (french - english if code == "en" else english - french) - NOTATION


def words_of(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]{3,}", re.sub(r"\{[^{}]*\}|--?[\w-]+|`[^`]*`", "", text.lower()))
