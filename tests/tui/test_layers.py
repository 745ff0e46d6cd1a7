"""What the screens know: no game, no class of the program, no method by a name from elsewhere."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from textual.app import App

from engine.games import GAMES
from tui.screens.keys import every_kind
from tui.screens.scene_screen import SceneScreen

OF_EVERY_APP = {*dir(App())}
TUI = Path(__file__).parents[2] / "tui"
SHARED = sorted(
    file
    for place in ("screens", "table", "widgets", "pace.py")
    for file in ((TUI / place).rglob("*.py") if (TUI / place).is_dir() else [TUI / place])
)


def games_named(tree: ast.Module) -> list[str]:
    """Return the games that a module imports, or names in its code; docstrings are not code."""
    said = [
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in [getattr(node, "module", "") or "", *(alias.name for alias in node.names)]
    ]
    docs = {
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    said += [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docs
    ]
    words = [word for text in said for word in text.lower().replace(".", " ").split()]
    return [key for key in GAMES if key in words]


def looked_up_by_name(tree: ast.Module) -> list[int]:
    """Return the lines where a method or a field of `self` is looked up by a name."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("getattr", "hasattr", "setattr")
        and isinstance(node.args[0], ast.Name)
        and node.args[0].id == "self"
    ]


def called_on_the_app(tree: ast.Module) -> set[str]:
    """Return what is read of `self.app` and of the program's class."""
    of_self = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "app"
    }
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return of_self | (names & {"TapisApp"})


@pytest.mark.parametrize("file", SHARED, ids=lambda file: str(file.relative_to(TUI)))
def test_what_all_games_share_names_no_game_and_no_class_of_the_program(file):
    tree = ast.parse(file.read_text())
    assert games_named(tree) == []
    assert called_on_the_app(tree) - OF_EVERY_APP == set()


def test_nothing_on_the_screen_is_looked_up_by_a_name_from_elsewhere():
    """But for the method of an action: every id that a screen offers has one, as a test holds."""
    files = sorted(TUI.rglob("*.py"))
    assert len(files) > 40
    found = {file.name: looked_up_by_name(ast.parse(file.read_text())) for file in files}
    assert {name: len(lines) for name, lines in found.items() if lines} == {"base.py": 1}


@pytest.mark.parametrize(
    "line",
    [
        "from tui.games.zen import board",
        "import engine.duel.rules",
        "x = 'zen'",
        "y = f'.duel {z}'",
    ],
)
def test_that_rule_finds_a_game(line):
    assert games_named(ast.parse(line)) != []


def test_those_rules_find_a_program_and_a_name():
    assert called_on_the_app(ast.parse("self.app.go_home()")) == {"go_home"}
    assert called_on_the_app(ast.parse("x = TapisApp()")) == {"TapisApp"}
    assert looked_up_by_name(ast.parse("getattr(self, name)()")) == [1]


def test_every_screen_opens_in_the_smallest_window_of_a_table():
    """But for pictures, which are drawn in a size of their own, and tables, which say theirs."""
    kinds = [kind for kind in every_kind() if not issubclass(kind, SceneScreen)]
    assert [kind for kind in kinds if kind.NEEDS[0] > 40 or kind.NEEDS[1] > 20] == []
