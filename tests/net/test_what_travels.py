"""What a table tells a seat in whole games: not a byte depends on what the seat may not know.

A game is played a second time with everything that the reader has not seen drawn anew: the same
has to arrive.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count
from typing import Any, NamedTuple

import pytest
from shared_tables import OTHER, OWNER, THIRD, Caller, TableScene

from engine.game import CHANCE, Play
from engine.games import find_game
from engine.shuffle import Lots
from engine.table import Sitter, Table
from host.plan import HostPlan, SeatPlan, options_of
from host.races import Races

SEED = 812345678901234
TOKEN = re.compile(rb'"token":"[^"]+"')
GAMES = {
    "duel": {},
    "zen": {"variant": 1},
    "hearts": {"slap": "reflex"},
    "war": {"cards": 5, "players": 3},
}
SOME = 90
"""The moves after which a game breaks off where whole ones would take long."""

MOST_DRAWS = 50
"""The draws after which no others are taken to be possible."""

IN_SUITE = [*[("duel", at) for at in range(4)], *[("war", at) for at in range(2)]]
IN_SUITE += [*[("hearts", at) for at in range(3)], ("zen", 0)]
MANY = [pytest.param(key, at, marks=pytest.mark.slow) for key in GAMES for at in range(4, 204)]


class Script(NamedTuple):
    """A game as it is played: its moves, and what is asked besides, by the number of moves."""

    key: str
    plays: Sequence[Play]
    asked: dict[int, str]


def played(key: str, number: int, most: int | None) -> tuple[Table[Any], int]:
    """Return a game of players that move by lot, and where it breaks off, before its end."""
    game = find_game(key)
    options = options_of(HostPlan(game=key, options=GAMES[key]))
    sitters = [Sitter(name) for name in game.seats(options)]
    table = Table(game, options, sitters, number)
    players = [game.computer_players["random"](number * 10 + at) for at in range(len(sitters))]
    lots = Lots(number, 77)
    while table.to_move and (most is None or len(table.plays) < most):
        seat = table.to_move[lots.below(len(table.to_move))]
        table.play(seat, players[seat].choose(table.view(seat)))
    return table, 2 + lots.below(len(table.plays) - 2)


def drawn_anew(table: Table[Any], end: int, reader: int | None, lots: Lots) -> list[Play]:
    """Return the game up to here with other cards that the reader has not seen, if any are left."""
    known = frozenset() if reader is None else frozenset({reader})
    for tries in count():
        plays = table.states[end].redraw(table.plays[:end], known, lots)
        state = table.states[0]
        for play in plays:
            if state.outcome is None:
                state = state.play(*play)
        is_other = plays != table.plays[:end] or tries > MOST_DRAWS
        if state.outcome is None and is_other:  # otherwise somebody cannot move, which all see
            return plays
    raise AssertionError


def what_is_asked(lots: Lots, moves: int) -> dict[int, str]:
    """Return at which numbers of moves a seat asks for something more, and what."""
    kinds = ("hint", "take-back", "no", "say", "get-record", "hidden")
    return {lots.below(moves): kinds[lots.below(len(kinds))] for _ in range(moves // 6)}


def told(script: Script, reader: int | None, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Play a script at a table; return all that one seat, or a spectator, is told."""

    def draw_lots(table: Table[Any]) -> None:
        is_due = table.seed is not None
        while is_due and table.to_move == (CHANCE,) and len(table.plays) < len(script.plays):
            table._push(CHANCE, script.plays[len(table.plays)].move)

    with monkeypatch.context() as patched:
        patched.setattr(Table, "draw_lots", draw_lots)
        patched.setattr(Races, "seconds", 1e9)
        options = options_of(HostPlan(script.key, GAMES[script.key]))
        places = len(find_game(script.key).seats(options))
        seats = [SeatPlan()] * places
        scene = TableScene(script.key, seats, seed=SEED, options=GAMES[script.key])
        callers = scene.seated(*[(OWNER, OTHER)[at % 2] for at in range(places)])
        watcher = scene.caller(THIRD, "watcher")
        watcher.hello(watch=True)
        asked = dict(script.asked)
        while (at := len(scene.table.plays)) < len(script.plays):
            for caller in callers:
                caller.guest._messages._times.clear()
                caller.read()
            _ask(scene, callers, asked.pop(at, ""), script)
            at = len(scene.table.plays)
            play = script.plays[at]
            text = scene.game.format_wire(play.move)
            assert callers[play.seat].move(text)["cmd"] == "done"
            scene.seconds += 1
            watcher.read()
        one = watcher if reader is None else callers[reader]
        one.read()
        assert one.view == scene.table.view(reader)
        return TOKEN.sub(b"", b"".join(one.lines))


def _ask(scene: TableScene, callers: list[Caller], what: str, script: Script) -> None:
    """Let the seat that moved last ask for something."""
    moved = [play.seat for play in scene.table.plays if play.seat != CHANCE]
    if not what or not moved:
        return
    caller = callers[moved[-1]]
    if what in ("take-back", "no"):
        caller.ask("take-back")
        if offer := callers[moved[-1] - 1].last("offered"):
            scene.seconds += 11
            for other in callers:
                if other is not caller:
                    other.ask("answer", offer=offer["offer"], yes=what == "take-back")
    elif what == "say":
        caller.ask("say", phrase="hello")
    elif what == "get-record":
        assert caller.ask("get-record")["code"] == "in-play"
    else:
        play = script.plays[len(scene.table.plays)]
        text = scene.game.format_wire(play.move)
        callers[play.seat].ask("hint", move=text)
        caller.ask("move", moves=0, epoch=0, move=text)  # stale


@pytest.mark.parametrize(("key", "number"), [*IN_SUITE, *MANY])
def test_what_is_told_is_the_same_when_what_is_hidden_is_drawn_anew(key, number, monkeypatch):
    table, end = played(key, number, SOME if number < 4 else None)
    seats = [None, *range(len(table.sitters))]
    lots = Lots(number, 78)
    reader = seats[lots.below(len(seats))]
    plays, anew = table.plays[:end], drawn_anew(table, end, reader, lots)
    asked = what_is_asked(lots, end)
    first = told(Script(key, plays, asked), reader, monkeypatch)
    again = told(Script(key, anew, asked), reader, monkeypatch)
    assert first == again
    assert str(SEED).encode() not in first
    assert b'"seed"' not in first
    if key != "zen":
        assert anew != plays
