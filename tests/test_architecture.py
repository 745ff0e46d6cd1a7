"""The architecture's promises: what imports what, what it costs, and that its picture is true."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator

import diagram
import pytest
from line_programs import environment

from programs.process import _ALONE

PAGE = (diagram.ROOT / "docs" / "architecture.md").read_text()


def loaded_after(code: str, *, whole: bool = False) -> set[str]:
    """Return the packages, or the modules, that a fresh interpreter has loaded after the code."""
    script = f"{code}\nimport sys\nprint(*sys.modules, file=sys.stderr)"
    run = subprocess.run(
        [
            sys.executable,
            "-I",
            "-c",
            f"import sys; sys.path.insert(0, {str(diagram.ROOT)!r})\n{script}",
        ],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env=environment(),
        timeout=60,
        check=True,
    )
    names = run.stderr.decode().split()
    return {name if whole else name.partition(".")[0] for name in names}


def modules(*packages: str) -> list[str]:
    names = [name.removesuffix(".__init__") for name in diagram.sources()]
    return [name for name in names if name.startswith(tuple(f"{one}." for one in packages))]


def test_the_rules_the_files_a_game_in_play_and_the_line_mode_load_no_screen_library():
    lines = modules("cli.lines", "cli.zen", "cli.duel")
    names = [
        *modules("engine", "saves", "programs", "host", "net", "door", "arena", "play"),
        *lines,
    ]
    loaded = loaded_after("\n".join(f"import {name}" for name in names))
    assert {name.split(".")[0] for name in names} | {"words", "msgspec"} <= loaded
    assert loaded & {"textual", "rich"} == set()


def test_the_engine_loads_nothing_but_the_standard_library():
    loaded = loaded_after("\n".join(f"import {name}" for name in modules("engine")))
    ours = loaded_after("") | {"engine"}  # what a new interpreter loads by itself, and the engine
    assert "engine" in loaded
    assert {name for name in loaded - ours if name not in sys.stdlib_module_names} == set()


def loaded_after_tapis(*arguments: str) -> set[str]:
    """Return the modules that are loaded after the command was carried out."""
    script = f"import sys\nsys.argv = {['tapis', *arguments]!r}\nfrom cli.__main__ import main"
    return loaded_after(f"{script}\nassert main() in (0, 1)", whole=True)


DUEL = ("console", "--seed", "1", "--north", "greedy", "--south", "greedy")
ZEN = ("console", "zen", "--seed", "1", "--black", "random", "--white", "random")


@pytest.mark.parametrize(("game", "other"), [(DUEL, "engine.zen"), (ZEN, "engine.duel")])
def test_a_game_that_is_not_kept_loads_neither_msgspec_nor_platformdirs(game, other):
    loaded = loaded_after_tapis(*game)
    assert "engine.table" in loaded
    assert loaded & {"msgspec", "platformdirs", "textual", "rich", "random", other} == set()


SLOW_TO_LOAD = {
    *("ast", "asyncio", "copy", "dataclasses", "datetime", "hashlib", "inspect", "json", "locale"),
    *("logging", "pathlib", "random", "threading", "urllib.parse", "weakref", "engine.client"),
}
if sys.version_info >= (3, 14):
    SLOW_TO_LOAD.remove("ast")  # its named tuples look at annotations


def test_a_scripted_duel_loads_nothing_that_takes_long_and_collects_garbage_only_while_it_plays():
    told = "import gc\nassert gc.isenabled() and gc.get_freeze_count()"
    script = f"import sys\nsys.argv = {['tapis', *DUEL]!r}\nfrom cli.__main__ import main\nmain()"
    loaded = loaded_after(f"{script}\n{told}", whole=True) - loaded_after("", whole=True)
    assert "cli.duel.console" in loaded
    assert loaded & SLOW_TO_LOAD == set()


def test_a_game_in_play_loads_nothing_of_any_terminal():
    loaded = loaded_after("\n".join(f"import {name}" for name in modules("play")))
    assert "play" in loaded
    assert loaded & {"tui", "arena", "textual", "rich", "curses", "termios", "readline"} == set()


def secrets_read(tree: ast.Module) -> list[int]:
    """Return the lines where a state of a game is read, or named; it holds everybody's secrets."""
    read = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in ("state", "states")
    ]
    named = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        and (node.module or "").startswith("engine")
        and any(alias.name.endswith("State") for alias in node.names)
    ]
    return sorted(read + named)


def test_nothing_above_the_files_touches_the_states_of_a_table():
    above = ("host.", "net.", "arena.", "play.", "cli.", "tui.")
    read = {
        name: secrets_read(tree)
        for name, tree in diagram.sources().items()
        if name.startswith(above)
    }
    assert len(read) > 50
    assert {name: lines for name, lines in read.items() if lines} == {}


def test_that_rule_finds_a_state_that_is_read_or_named():
    for line in (
        "table.states[0]",
        "x = screen.table.state.hands",
        "from engine.game import State",
    ):
        assert secrets_read(ast.parse(line)) == [1]
    assert secrets_read(diagram.sources()["saves.replay"]) != []


OUTSIDE = {"asyncio", "random", "secrets", "select", "signal", "socket", "subprocess", "threading"}
"""What a game in play has from others: lines, threads, chance; and the time."""


def imported(tree: ast.Module) -> set[str]:
    """Return the packages that a module imports, wherever it does."""
    found = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    found |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    return {name.partition(".")[0] for name in found}


def test_a_host_has_no_socket_no_thread_and_no_clock_and_what_is_outside_is_handed_in():
    found = {
        name: imported(tree) & {*OUTSIDE, "time"}
        for name, tree in diagram.sources().items()
        if name.startswith("host.")
    }
    assert len(found) > 10
    assert {name: used for name, used in found.items() if used} == {"host.outside": {"secrets"}}


def test_the_strict_line_mode_loads_nothing_of_a_game_in_play():
    assert not {name for name in loaded_after_tapis(*DUEL) if name.startswith("play")}


LATER = {"learned_evaluation", "look_ahead", "hints"}
"""What only strong players and hints need."""


@pytest.mark.parametrize(
    "code",
    [
        f"import sys\nsys.argv = {['tapis', *DUEL]!r}\nfrom cli.__main__ import main\nmain()",
        "import cli.commands.screen, cli.full_screen, tui.screens.table, tui.games.duel.scene",
    ],
    ids=["line mode", "table"],
)
def test_strong_players_programs_and_the_arena_are_loaded_only_where_they_are_needed(code):
    loaded = loaded_after(code, whole=True)
    assert "programs.players" in loaded
    later = {f"engine.duel.{name}" for name in LATER} | {
        "arena",
        "programs.program",
        "programs.process",
    }
    assert loaded & later == set()


MODULES = {
    "saves": "files",
    "check /dev/null": "files",
    "legal zen": "positions",
    "perft --depth 1 zen": "positions",
    "console --seed 1": "console",
    "console --seed 1 zen": "console",
    "arena duel random random --deals 1 --jobs 1": "arena",
}


@pytest.mark.parametrize("command", MODULES)
def test_a_command_loads_its_own_module_its_game_and_no_screen(command):
    loaded = loaded_after_tapis(*command.split())
    commands = {name for name in loaded if name.startswith("cli.commands.")}
    assert commands == {f"cli.commands.{MODULES[command]}"}
    games = {name.split(".")[1] for name in loaded if name.count(".") > 1 and "engine." in name}
    if MODULES[command] in ("files", "positions"):
        assert games == ({"zen"} if "zen" in command else set())
    assert "textual" not in loaded


def test_the_list_of_commands_loads_none_and_no_game():
    script = "from cli.command import COMMANDS, run\ntry: run(['--help'])\nexcept SystemExit: pass"
    loaded = loaded_after(script, whole=True)
    assert "cli.command" in loaded
    assert not {name for name in loaded if name.startswith(("cli.commands.", "engine.duel"))}


def test_the_pages_of_classes_are_those_of_the_sources():
    there = {file.name: file.read_text() for file in diagram.PAGES.iterdir()}
    assert there == diagram.pages()


def test_the_diagram_resolves_a_name_as_python_does():
    modules = {"a.one": "class Card: ...", "a.two": "class Card: ...\nclass Hand:\n    x: Card"}
    imports = "from a import two as second\nfrom a.one import Card as First"
    modules["a.three"] = f"{imports}\nclass Pile(First):\n    y = second.Hand"
    trees = {name: ast.parse(text) for name, text in modules.items()}
    one, two = diagram.Class("a.one", "Card"), diagram.Class("a.two", "Card")
    hand, pile = diagram.Class("a.two", "Hand"), diagram.Class("a.three", "Pile")
    assert diagram.arrows(trees) == {(hand, two), (pile, one), (pile, hand)}


def test_no_reader_parses_what_is_told():
    """Whoever looks at an entry's value matches on types; texts are for the codecs alone."""
    for name, tree in diagram.sources().items():
        nodes = [*ast.walk(tree)]
        if not any(isinstance(node, ast.Attribute) and node.attr == "what" for node in nodes):
            continue
        for call in [node for node in nodes if isinstance(node, ast.Call)]:
            words = ast.unparse(call)
            takes_apart = isinstance(call.func, ast.Attribute) and call.func.attr in (
                "startswith",
                "split",
                "partition",
                "isdigit",
                "fullmatch",
                "match",
                "search",
            )
            reads = "parse" in ast.unparse(call.func)
            assert not ((takes_apart or reads) and ".what" in words), f"{name}: {words}"


def test_no_point_of_the_page_is_long():
    points = re.findall(r"^- ((?:.|\n(?!- |\n))+)", PAGE, re.MULTILINE)
    assert len(points) > 100
    assert [point for point in points if len(point.split()) > 40] == []


NAMES = sorted(set(re.findall(rf"`((?:{'|'.join(diagram.PACKAGES)})\.[\w.]+)`", PAGE)))


@pytest.mark.parametrize("name", NAMES)
def test_every_name_on_the_page_exists(name):
    known = diagram.sources().keys() | {n.removesuffix(".__init__") for n in diagram.sources()}
    module, _, inner = name.rpartition(".")
    assert name in known or (module in known and inner in vars(__import__(module, fromlist=["x"])))


def test_no_module_is_too_long_and_each_says_what_it_is_for():
    for name, tree in diagram.sources().items():
        doc = tree.body and getattr(tree.body[0], "value", None)
        assert doc and isinstance(doc.value, str), f"{name} does not say what it is for"
    for file in [f for p in diagram.PACKAGES for f in (diagram.ROOT / p).rglob("*.py")]:
        assert len(file.read_text().splitlines()) <= 400, file


def pythons_started(tree: ast.Module) -> Iterator[list[str]]:
    """Yield what comes after the name of this Python in each command with it."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.List)
            and node.elts
            and ast.unparse(node.elts[0]) == "sys.executable"
        ):
            yield [ast.unparse(word) for word in node.elts[1:]]


def test_every_python_that_is_started_ignores_the_folder_it_is_started_in():
    started = [
        (name, words[0])
        for name, tree in diagram.sources().items()
        for words in pythons_started(tree)
    ]
    assert {first for _name, first in started} == {"'-I'", "*_ALONE"}, started
    assert _ALONE[0] == "-I"
