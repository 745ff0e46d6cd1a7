"""docs/protocol.md: it names all that goes over a line and nothing else, and so is enough."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from line_programs import ROOT
from protocol_session import PAGE, TABLE, is_people, replayed, session_of

from engine.client import PHRASES
from engine.games import GAMES, find_game
from engine.reasons import HouseReason, OfferReason, TableReason
from host.guest import LineReason
from host.plan import SeatPlan
from net.lobby_wire import LobbyRequest, NoticeNews, OpenedNews, TablesNews
from net.view_form import write_view
from net.wire import ClientMessage, TableMessage, ViewNews
from net.wire_parts import PlaceNews, SeriesNews
from words import names as spoken

SMALL = ROOT / "tests" / "net" / "small_client.py"
DEFAULTS = {
    "game_number": 1,
    "patience": 60,
    "grace": 30,
    "pause": 30,
    "race_time": 1,
    "moves": -1,
    "kind": "free",
    "presence": "here",
}
"""The defaults of fields that are neither 0 nor empty, as the page names them."""


@pytest.fixture(scope="module")
def page():
    return PAGE.read_text()


def section(page: str, title: str) -> str:
    """Return what stands under a heading, to the next one of any kind."""
    found = re.search(rf"^##+ {title}\n(.*?)(?=^##+ |\Z)", page, re.DOTALL | re.MULTILINE)
    assert found
    return found[1]


def ticked(text: str) -> list[str]:
    return re.findall(r"`([a-z_-]+)`", text)


def rows(text: str) -> Iterator[tuple[str, str]]:
    """Yield the first two cells of each row of a table, but for its head."""
    for line in text.splitlines()[2:]:
        if line.startswith("| `"):
            first, second = line.strip("| ").split(" | ")[:2]
            yield first, second


def bodies(page: str, title: str) -> dict[str, list[str]]:
    """Return the fields of each command that a table of the page names."""
    return {
        cmd: ticked(body) for names, body in rows(section(page, title)) for cmd in ticked(names)
    }


def fields(message: type) -> list[str]:
    return [field.encode_name for field in msgspec.structs.fields(message)]


def tagged(messages: object) -> dict[str, type]:
    return {one.__struct_config__.tag: one for one in get_args(messages)}


@pytest.mark.parametrize(
    ("title", "messages"),
    [
        ("Messages of a client", ClientMessage),
        ("Messages of a table", TableMessage),
        ("Requests in the lobby", LobbyRequest),
        ("Answers in the lobby", TablesNews | OpenedNews | NoticeNews),
    ],
)
def test_every_command_and_field_is_named_and_no_other(page, title, messages):
    told, ours = bodies(page, title), tagged(messages)
    assert told.keys() == ours.keys()
    for cmd, message in ours.items():
        if message is ViewNews:
            assert "see below" in section(page, title)
            named = [name for cell, _ in rows(section(page, "Views")) for name in ticked(cell)]
            assert sorted(named) == sorted(fields(message))
        else:
            phrases = PHRASES if cmd == "say" else ()
            assert sorted({*told[cmd]} - {*phrases}) == sorted(fields(message)), cmd


def test_a_place_and_the_phrases_are_told(page):
    place = re.search(r"^A place has .*?\n\n", page, re.DOTALL | re.MULTILINE)[0]
    values = {"person", "computer", "program", "free", "here", "away", "gone", "yes", "no"}
    assert {*ticked(place)} - values == {*fields(PlaceNews)}
    series = re.search(r"^A `series` is null .*?\n\n", page, re.DOTALL | re.MULTILINE)[0]
    assert {*ticked(series)} - {"series", "sign"} == {*fields(SeriesNews)}
    assert set(bodies(page, "Messages of a client")["say"]) >= {*PHRASES}
    assert {*spoken.PHRASES} == {*PHRASES}


def test_what_may_be_left_out_is_told(page):
    told = {}
    messages = [*tagged(ClientMessage).values(), *tagged(TableMessage).values(), PlaceNews]
    for message in messages:
        for field in msgspec.structs.fields(message):
            default = field.default
            if default is not msgspec.NODEFAULT and default:
                told[field.encode_name] = default
    assert told == DEFAULTS
    sentence = re.search(r"Left out are\nfields .*?\.", page, re.DOTALL)[0]
    for name, value in DEFAULTS.items():
        assert re.search(rf"`{name}` `?{value}\b", sentence), name


@pytest.mark.parametrize(
    ("cmd", "reasons", "more"),
    [
        ("refused", (TableReason, OfferReason, HouseReason), {"illegal"}),
        ("fault", (LineReason,), set()),
    ],
)
def test_every_code_is_named_and_no_other(page, cmd, reasons, more):
    told = ticked(re.search(rf"The codes of `{cmd}`:(.*?)\n\n", page, re.DOTALL)[1])
    assert sorted(told) == sorted({reason.code for kind in reasons for reason in kind} | more)


@pytest.mark.parametrize("key", GAMES)
def test_every_field_of_a_games_view_is_named(page, key):
    game = find_game(key)
    view = game.start(game.options()).view(0)
    text = section(page, "The view of each game")
    common = text.partition("**`duel`**")[0]
    own = re.search(rf"\*\*`{key}`\*\*.*?\n\n", text, re.DOTALL)[0]
    assert {*write_view(game, view)} <= {*ticked(common + own)}


def test_the_session_is_what_a_real_table_says(page, tables):
    lines = session_of(page)
    assert sum(map(is_people, lines)) == 1
    assert {json.loads(line[2:])["cmd"] for line in lines} >= {"hello", "move", "view", "refused"}
    assert replayed(tables.client(tables.start(**TABLE)), lines) == lines


def test_a_client_of_60_lines_without_our_code_plays_a_whole_game(tables):
    source = SMALL.read_text()
    assert len(source.splitlines()) <= 60
    imported = {
        name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [one.name for one in node.names] if isinstance(node, ast.Import) else [node.module]
        )
    }
    assert imported <= {*sys.stdlib_module_names}
    seats = (SeatPlan(), SeatPlan("greedy", "SUD (greedy)"))
    table = tables.start(game="duel", seats=seats, seed=7)
    ran = subprocess.run(
        [sys.executable, "-I", "-S", str(SMALL), str(table.socket), "Zoé"],
        cwd=Path(table.socket).parent,
        capture_output=True,
        timeout=60,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert json.loads(ran.stdout)["winners"] in ([0], [1])
