"""What a process knows of its surroundings is the session's own where it is forked for a person.

The fork server has loaded the program in surroundings of its own. So nothing of them is read as a
module is loaded, nor remembered, and each module that reads them is listed here with its reason.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import diagram
import pytest

SURROUNDINGS = {
    *("environ", "environb", "getenv", "expandvars", "expanduser", "Path.home", "Path.cwd"),
    *("getcwd", "getuser", "getlogin", "gethostname", "getfqdn", "getpwuid", "getpwnam"),
    *("gettempdir", "mkdtemp", "mkstemp", "TemporaryDirectory", "NamedTemporaryFile"),
    *("user_data_path", "user_config_path", "user_cache_path", "getlocale", "setlocale"),
    *("/proc/self/environ", "/proc/self/cwd", "/proc/self/cmdline"),
}
SAID = {"_", "several", "said", "sentence", "reason", "language", "glyphs", "is_plain", "spelled"}
"""Functions whose answer depends on the language or the signs."""

SESSION = "the environment, which a visit replaces by its person's"
DOOR = "the process of the door, which speaks to many"
HOSTING = "a process of shared tables, which no visit can start"
CLUSTER = "the arena, at whose processes a visit has no part"
READERS = {
    **dict.fromkeys(("cli.command", "cli.streams", "cli.lines.program_words"), SESSION),
    **dict.fromkeys(("saves.home", "tui.appearance", "tui.screens.picture"), SESSION),
    "words.glyphs": "what `begin_in` is given, in a visit",
    "words.translation": "what `begin_in` is given, in a visit",
    "play.last_setup": "the name of the account, which is LOGNAME first",
    "play.saved_games": "the home folder, which is HOME",
    "saves.lock": "the name of the machine, beside a game of the person's own",
    "door.visit": "it puts the person's environment in the place of the fork server's",
    "door.surroundings": DOOR,
    **dict.fromkeys(("net.hosting.beside", "net.hosting.server", "net.hosting.web_door"), HOSTING),
    **dict.fromkeys(("net.names.sockets", "net.names.starting"), HOSTING),
    **dict.fromkeys(("arena.cluster_way", "arena.cluster_work"), CLUSTER),
}
REMEMBERED = {
    ("words.translation", "environ"),  # `begin_in` follows another one
    ("words.glyphs", "environ"),  # `begin_in` lets it be asked anew
    ("words.glyphs", "/proc/self/environ"),
    ("words.glyphs", "_"),  # by language
    ("net.hosting.server", "getpwuid"),
}


class Reading(NamedTuple):
    """Something of the surroundings that is read, and whether the answer may be kept."""

    what: str
    is_kept: bool


def readings(node: ast.AST, *, is_kept: bool = True) -> Iterator[Reading]:
    """Yield what is read by a node: it is kept unless a function that keeps nothing reads it."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        marks = [ast.unparse(mark) for mark in getattr(node, "decorator_list", [])]
        for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            yield from readings(default, is_kept=is_kept)
        inside: Sequence[ast.AST] = node.body if isinstance(node.body, list) else [node.body]
        for child in inside:
            yield from readings(child, is_kept=any("cache" in mark for mark in marks))
        return
    if isinstance(node, ast.Attribute | ast.Name) and isinstance(node.ctx, ast.Load):
        name = ast.unparse(node)
        if found := SURROUNDINGS & {name, name.rpartition(".")[2]}:
            yield Reading(found.pop(), is_kept)
    elif isinstance(node, ast.Constant) and node.value in SURROUNDINGS and "/" in str(node.value):
        yield Reading(node.value, is_kept)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAID:
        yield Reading(node.func.id, is_kept)
    for child in ast.iter_child_nodes(node):
        yield from readings(child, is_kept=is_kept)


@pytest.fixture(scope="module")
def found() -> dict[str, set[Reading]]:
    return {name: set(readings(tree)) for name, tree in diagram.sources().items()}


def test_each_module_that_reads_the_surroundings_of_its_process_has_a_reason(found):
    there = {name for name, read in found.items() if {one.what for one in read} & SURROUNDINGS}
    assert there == READERS.keys()


def test_no_module_keeps_what_it_read_before_a_session_began(found):
    kept = {(name, one.what) for name, read in found.items() for one in read if one.is_kept}
    assert kept == REMEMBERED


@pytest.mark.parametrize(
    ("source", "what", "is_kept"),
    [
        ("HOME = os.environ.get('HOME')", "environ", True),
        ("def ask(home=Path.home()): pass", "Path.home", True),
        ("class A:\n    words = _('a')", "_", True),
        ("@cache\ndef ask():\n    return tempfile.gettempdir()", "gettempdir", True),
        ("def ask():\n    return open('/proc/self/environ')", "/proc/self/environ", False),
        ("def ask():\n    return [getuser() for _one in '1']", "getuser", False),
    ],
)
def test_these_rules_find_what_is_read_and_kept(source, what, is_kept):
    assert [*readings(ast.parse(source))] == [Reading(what, is_kept)]
