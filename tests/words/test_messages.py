"""What is said with facts: every fact is filled in, and none is left in another language."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from string import Formatter

import pytest
from sources import nodes_of

import arena
import cli
import door
import engine
import net
import play
import programs
import saves
import tui
import words
from engine.games import DESCRIPTIONS, LESSONS, find_lesson
from engine.reasons import Explanation, Reason, TableReason
from saves.reasons import sentence as kept
from tui.games.catalogue import SCENES, scene_of
from words.glyphs import ASCII
from words.translation import _, said, set_language, why

PACKAGES = (words, cli, tui, play, saves, engine, net, programs, arena, door)
FILLED_BY_OTHERS = {
    "hint_words": "_sentence",
    "better_line": "_sentence",
    "_way_there": "out_of_place",
}
"""The functions that return a message with its facts still in braces, and those that fill it."""
FACTS_ELSEWHERE = {
    "_WrongSetting(SettingsReason.NO_VALUE, **facts)",
    "Fault('$.series.number', FileReason.NO_GAME_OF_SERIES, **facts)",
    "IllegalMove(WarRefusal.OTHER_DEAL, **facts)",
    "Explanation(Merit.BLOCKS, self._opponent)",
    "Explanation(Merit.NO_JUMP, self._opponent)",
    "Explanation(Merit.NO_HELP, self._opponent)",
    "Explanation(Merit.LITTLE_HELP, {**self._opponent, 'pips': self._relief})",
}
"""The reasons whose facts do not stand beside them."""


def fields(text: str) -> set[str]:
    return {name for _text, name, _form, _how in Formatter().parse(text) if name}


@cache
def nodes() -> list[ast.AST]:
    return [node for package in PACKAGES for node in nodes_of(package)]


@cache
def functions() -> list[tuple[ast.FunctionDef, list[ast.Call]]]:
    """Return every function of the program with the calls in it."""
    return [
        (node, [call for call in ast.walk(node) if isinstance(call, ast.Call)])
        for node in nodes()
        if isinstance(node, ast.FunctionDef)
    ]


@cache
def constants() -> dict[str, set[str]]:
    """Return the names of messages that are marked where they stand, each with its fields."""
    found: dict[str, set[str]] = {}
    for node in nodes():
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Call):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            text = next(iter(node.value.args), None) if called(node.value) == "mark" else None
            if isinstance(text, ast.Constant) and fields(str(text.value)):
                found.setdefault(name_of(target), set()).update(fields(str(text.value)))
    return found


def name_of(node: ast.AST) -> str:
    return getattr(node, "id", "") or getattr(node, "attr", "")


def called(call: ast.Call) -> str:
    return name_of(call.func)


def filled(calls: list[ast.Call]) -> list[set[str | None]]:
    """Return the facts of each `format` among calls; None stands for any."""
    return [{word.arg for word in call.keywords} for call in calls if called(call) == "format"]


def unfilled(calls: list[ast.Call]) -> Iterator[set[str]]:
    """Yield the fields of each message that no `format` among the calls fills in."""
    there: list[set[str | None]] | None = None
    for call in calls:
        if called(call) != "_" or not call.args:
            continue
        text = call.args[0]
        is_here = isinstance(text, ast.Constant)
        wanted = fields(str(text.value)) if is_here else constants().get(name_of(text), set())
        if wanted:
            there = filled(calls) if there is None else there
            if not any(wanted <= facts or None in facts for facts in there):
                yield wanted


def test_every_message_is_filled_in_by_the_function_that_says_it():
    assert {"typed_fault", "no_move"} <= {*constants()}
    by_name = {
        name: [facts for node, calls in functions() if node.name == name for facts in filled(calls)]
        for name in FILLED_BY_OTHERS.values()
    }
    open_ = [(node.name, facts) for node, calls in functions() for facts in unfilled(calls)]
    assert {name for name, _facts in open_} == {*FILLED_BY_OTHERS}
    for name, wanted in open_:
        assert any(wanted <= facts for facts in by_name[FILLED_BY_OTHERS[name]]), name


def kinds_of_reason() -> dict[str, type[Reason]]:
    for package in (engine, saves, programs, net, play, tui):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    kinds = [Reason]
    for kind in kinds:
        kinds += kind.__subclasses__()
    return {kind.__name__: kind for kind in kinds}


def facts_beside(call: ast.Call) -> set[str]:
    """Return the facts that a call gives: by name, or in a dictionary."""
    named = {word.arg for word in call.keywords if word.arg}
    dicts = [argument for argument in call.args if isinstance(argument, ast.Dict)]
    return named | {key.value for one in dicts for key in one.keys if isinstance(key, ast.Constant)}


def test_every_reason_is_given_just_the_facts_that_its_sentence_names():
    kinds, elsewhere, count = kinds_of_reason(), set(), 0
    for call in {call for _node, calls in functions() for call in calls}:
        for given in call.args:
            kind = kinds.get(getattr(getattr(given, "value", None), "id", ""))
            if kind is None or not isinstance(given, ast.Attribute):
                continue
            member = kind.__members__.get(given.attr)
            if member is None or called(call) in ("reason", "is_"):
                continue
            count += 1
            if facts_beside(call) != fields(str(member.value)):
                elsewhere.add(ast.unparse(call))
    assert elsewhere == FACTS_ELSEWHERE
    assert count > 200


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_typed_move_that_is_none_is_named_as_it_was_typed(language):
    set_language(language)
    for make in SCENES.values():
        scene = make()
        if scene.typed_action:
            told = _(scene.typed_fault).format(text="8 tr")
            assert "{" not in told
            assert ("8 tr" in told) == ("{text}" in scene.typed_fault)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_sentence_of_a_first_game_is_filled_in(language):
    set_language(language)
    for key in LESSONS:
        scene, lesson = scene_of(key, ASCII), find_lesson(key)
        known = {*scene.offers, *scene.signs_in_words}
        for step in lesson.steps:
            parts = (step.task, step.keys, step.typed, step.praise, step.typed_task)
            for words_ in (*parts, *(step.begun or ())):
                assert fields(_(words_)) <= known


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_player_that_a_reason_names_is_called_as_people_call_them(language):
    set_language(language)
    for describe in DESCRIPTIONS.values():
        for seat, name in {**describe().seat_words, "chance": "chance"}.items():
            facts = {"player": seat}
            told = why(Explanation(TableReason.NOT_TO_MOVE, facts))
            assert _(name).removeprefix("le ") in told
            assert told == said(kept(TableReason.NOT_TO_MOVE, **facts))
            assert seat not in told or seat == _(name)
