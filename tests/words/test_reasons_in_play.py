"""What play brings up is said whole: every reason of every game, by screen and lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo
from reasons_met import ENDED, MET, Refused

import words
from cli.game_commands import line_game
from cli.lines import looking
from engine.duel.reasons import Ending, Merit, Refusal
from engine.game import Hint
from engine.hearts.reasons import HeartsEnding, HeartsMerit, HeartsRefusal
from engine.reasons import Explanation, IllegalMove, Reason, TableReason
from engine.table import Table
from engine.timeline import TableTimeline
from engine.war.reasons import WarEnding, WarMerit, WarRefusal
from engine.zen.reasons import ZenEnding, ZenMerit, ZenRefusal
from tui.games.catalogue import scene_of
from words.glyphs import UNICODE
from words.translation import set_language, why

KINDS: dict[str, tuple[type[Reason], ...]] = {
    "duel": (TableReason, Refusal, Merit, Ending),
    "zen": (TableReason, ZenRefusal, ZenMerit, ZenEnding),
    "hearts": (TableReason, HeartsRefusal, HeartsMerit, HeartsEnding),
    "war": (TableReason, WarRefusal, WarMerit, WarEnding),
}
"""The reasons of each game. One that play cannot bring up is dead, and has no place there."""
NAMES = ("Ana", "Zoé", "Bo", "Eve", "Kim", "Lou", "Max", "Noé")
FRENCH = Path(words.__file__).parent / "locale" / "fr" / "LC_MESSAGES" / "tapis.mo"
NOTATION = {"deal", "pass", "shuffle", "begin", "back", "turn", "slap"}
"""The words of written moves, which are those of every language."""
FAULT = re.compile(
    r"[{}]|\bNone\b|\bseat \d|  |^\s|\s$|^$|\s[,.]|\(\)|[.!?]\.|\+ \w+ (?:wins|gagne)\b"
)
"""A brace, a fact that is missing, blanks or signs too many, several that win as one."""


@pytest.mark.parametrize("key", KINDS)
def test_play_brings_up_every_reason_of_a_game_and_each_is_said_whole_in_both_languages(key):
    refused: dict[object, IllegalMove] = {}
    advised: dict[object, Explanation] = {}
    for one in MET[key]():
        if isinstance(one, Refused):
            refused[one.why.reason, *map(sort_of, one.why.facts.values())] = one.why
        else:
            advised |= {(told.reason, *told.facts.values()): told for told in one.reasons}
    tables = [*ENDED[key]()]
    met = {told.reason for told in (*refused.values(), *advised.values())}
    met |= {table.outcome.why for table in tables if table.outcome}
    assert {member for kind in KINDS[key] for member in kind} - met == set()
    for code in ("en", "fr"):
        set_language(code)
        texts = {*said(key, [*refused.values()], tuple(advised.values()), tables)}
        assert len(texts) > len(met)
        assert [text for text in texts if FAULT.search(text)] == []
        strange = {text: foreign_words(code) & {*words_of(text)} for text in texts}
        assert {text: found for text, found in strange.items() if found} == {}


def sort_of(fact: object) -> object:
    """Return what a refusal is told apart by: a name, or the kind of any other fact."""
    return fact if isinstance(fact, str) else type(fact)


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
        yield from (scene.teller.result(timeline, names), lines.result(timeline))
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
