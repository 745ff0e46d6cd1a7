"""Textual is used by its public names; the few others that are needed are known, and there."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers.headless_driver import HeadlessDriver
from textual.drivers.linux_driver import LinuxDriver
from textual.pilot import Pilot
from textual.screen import Screen

import tui

ROOT = Path(tui.__file__).parents[1]
PRIVATE_MODULES = {"textual._xterm_parser": {"tui.driver"}}
PRIVATE = re.compile(r"\b_\w+")
PRIVATE_MODULE = re.compile(r"\btextual(\.\w+)*\._")
"""What a text has that names anything private: any other text need not be parsed."""
KNOWN = {"tui.driver": {"_file", "_disable_tooltips", "_disable_notifications"}}
"""The names of Textual's own that a module uses."""

MODULES = [import_module(name) for _, name, _ in walk_packages(tui.__path__, "tui.")]


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def of_self(tree: ast.AST, kind: type) -> Iterator[str]:
    """Yield the private names of `self` that are read or set."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)):
            continue
        if node.value.id == "self" and isinstance(node.ctx, kind) and is_private(node.attr):
            yield node.attr


@cache
def source_of(module: str) -> ast.Module:
    return ast.parse(inspect.getsource(sys.modules[module]))


@cache
def class_body(cls: type) -> ast.AST:
    """Return the source of a class; a class within another one has none of its own here."""
    nodes = [node for node in source_of(cls.__module__).body if isinstance(node, ast.ClassDef)]
    return next((node for node in nodes if node.name == cls.__qualname__), ast.Module([], []))


@cache
def own_names(cls: type) -> frozenset[str]:
    """Return the private names that the source of a class defines, or sets in its methods."""
    tree = class_body(cls)
    named = set(of_self(tree, ast.Store))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            named.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            named |= {one.id for one in targets if isinstance(one, ast.Name)}
    return frozenset(filter(is_private, named))


def is_textual(cls: type) -> bool:
    return cls.__module__.partition(".")[0] == "textual"


def private_names(module) -> set[str]:
    """Return the private names of Textual's that a module uses, or sets by itself."""
    found: set[str] = set()
    for cls in vars(module).values():
        if not (inspect.isclass(cls) and cls.__module__ == module.__name__):
            continue
        theirs = {name for base in cls.__mro__ if is_textual(base) for name in own_names(base)}
        ours = {
            name
            for base in cls.__mro__
            if base.__module__.partition(".")[0] == "tui"
            for name in own_names(base)
        }
        found |= own_names(cls) & theirs
        found |= {*of_self(class_body(cls), ast.Load)} & (theirs - ours)
    for node in ast.walk(source_of(module.__name__)):
        if isinstance(node, ast.Attribute) and is_private(node.attr):
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            is_own = owner in ("self", "cls") or inspect.ismodule(vars(module).get(owner))
            if not is_own and node.attr in textual_names() - program_names():
                found.add(node.attr)
    return found


@cache
def textual_names() -> frozenset[str]:
    """Return every private name of the classes of Textual that are loaded."""
    classes = {
        base
        for module in MODULES
        for cls in vars(module).values()
        if inspect.isclass(cls)
        for base in cls.__mro__
        if is_textual(base)
    }
    more = (App, Screen, Pilot, HeadlessDriver, LinuxDriver)
    classes |= {base for cls in more for base in cls.__mro__ if is_textual(base)}
    return frozenset(name for cls in classes for name in own_names(cls))


@cache
def program_names() -> frozenset[str]:
    """Return every private name that the program's own classes define, but for those it shares."""
    classes = [
        cls
        for module in MODULES
        for cls in vars(module).values()
        if inspect.isclass(cls) and cls.__module__ == module.__name__
    ]
    shared = {name for names in KNOWN.values() for name in names}
    return frozenset(name for cls in classes for name in own_names(cls)) - shared


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_no_module_uses_a_private_name_of_textual_but_those_known(module):
    assert private_names(module) == KNOWN.get(module.__name__, set())
    for node in ast.walk(source_of(module.__name__)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("textual._"):
            assert module.__name__ in PRIVATE_MODULES[node.module]


def test_no_test_uses_a_private_name_of_textual_but_for_the_rows_that_it_has_painted():
    found = textual_names() - program_names()
    texts = [(file.name, file.read_text()) for file in (ROOT / "tests").rglob("*.py")]
    nodes = [
        (name, node)
        for name, text in texts
        if not found.isdisjoint(PRIVATE.findall(text)) or PRIVATE_MODULE.search(text)
        for node in ast.walk(ast.parse(text))
    ]
    own = {node.name for _file, node in nodes if isinstance(node, ast.FunctionDef)}
    own |= {
        node.attr
        for _file, node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        if isinstance(node.value, ast.Name) and node.value.id == "self"
    }
    own.add("_ready")  # of asyncio's loop
    theirs = found - own
    assert {"_size", "_compositor", "_wait_for_screen", "_writer_thread"} <= theirs
    used = {
        (file, name)
        for file, node in nodes
        for name in (getattr(node, "attr", None), getattr(node, "value", None))
        if isinstance(name, str) and name in theirs
    }
    modules = [node.module or "" for _file, node in nodes if isinstance(node, ast.ImportFrom)]
    assert {(file, name) for file, name in used if file != Path(__file__).name} == {
        ("demonstration.py", "_compositor")
    }
    assert {name for name in modules if name.startswith("textual.") and "._" in name} == {
        "textual._xterm_parser"
    }


def test_every_private_name_that_is_used_is_there():
    assert callable(XTermParser().feed)
    assert "_file" in own_names(LinuxDriver)
    assert {"_disable_tooltips", "_disable_notifications"} <= own_names(App)
