"""Docstrings name their subjects: a noun stands where *who*, *his* or *so many* would."""

from __future__ import annotations

import ast
import re

import pytest
from sources import nodes_of

import arena
import engine
import programs
import saves
import words

HEADLESS = re.compile(
    r"\b[Ss]o (?:many|much)\b(?! \w* that)|(?:^|[.:;] )Who(?:ever)? (?!begins)"
    r"|\b(?:of|for|to|by|from|with|than|or) who\b(?! (?:begins|won))"
    r"|\b(?:his|him|one's|oneself)\b|\bof which on\b|\bfrom which on\b|\bones? who\b"
)


@pytest.mark.parametrize("room", [words, saves, engine, arena, programs])
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
