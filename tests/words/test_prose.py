"""Docstrings name their subjects; an overriding method does not repeat its protocol."""

from __future__ import annotations

import ast
import inspect
import pkgutil
import re
from importlib import import_module
from types import FunctionType

import pytest
from sources import nodes_of

import arena
import cli
import door
import engine
import host
import net
import play
import programs
import saves
import tui
import words

FUNCTIONS = (FunctionType, classmethod, staticmethod)
ROOMS = [words, saves, engine, arena, programs, host, net, door, play, tui, cli]

HEADLESS = re.compile(
    r"\b[Ss]o (?:many|much)\b(?! \w* that)|(?:^|[.:;] )Who(?:ever)? (?!begins)"
    r"|\b(?:of|for|to|by|from|with|than|or) who\b(?! (?:begins|won))"
    r"|\b(?:his|him|one's|oneself)\b|\bof which on\b|\bfrom which on\b|\bones? who\b"
)


@pytest.mark.parametrize("room", ROOMS)
def test_no_sentence_of_a_docstring_is_headless(room):
    assert HEADLESS.search("The points from which on who has all of them is told to be stopped.")
    told = [
        " ".join(node.value.value.split())
        for node in nodes_of(room)
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    ]
    assert len(told) > 9
    assert [text for text in told if HEADLESS.search(text)] == []


@pytest.mark.parametrize("room", ROOMS)
def test_a_public_method_has_a_docstring_or_overrides_one_that_has_and_repeats_none(room):
    faults = []
    for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
        for one in vars(import_module(module.name)).values():
            if not inspect.isclass(one) or one.__module__ != module.name or one.__name__[0] == "_":
                continue
            for name, member in vars(one).items():
                if name[0] != "_" and isinstance(getattr(member, "fget", member), FUNCTIONS):
                    above = inspect.getdoc(getattr(super(one, one), name, None))
                    said = member.__doc__ and inspect.cleandoc(member.__doc__)
                    if not (said or above) or said == above:
                        faults.append(f"{module.name}.{one.__name__}.{name}")
    assert faults == []
