"""Two people at two terminals: `tapis host` and `tapis join`, and the game as it is at home."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from line_programs import TAPIS, environment
from table_processes import is_gone
from terminal import Terminal

from engine.duel.game import DUEL
from engine.table import Sitter, Table
from net.names.sockets import tables_here
from saves.reading import read_record
from saves.store import Store

DOWN, ENTER = b"\x1b[B", b"\r"
SEED = 5
TURNS = 3
"""The turns after which somebody resigns where a whole game would take long."""


@pytest.fixture
def people(tables) -> Iterator:
    """Start `tapis` in terminals that do not outlive the test."""
    started: list[Terminal] = []

    def start(*arguments: str) -> Terminal:
        more = {"TERM": "xterm-256color", "TEXTUAL_ANIMATIONS": "none"}
        shown = environment(TMPDIR=os.environ["TMPDIR"], **more)
        started.append(Terminal([*TAPIS, *arguments], shown))
        return started[-1]

    yield start
    for terminal in started:
        terminal.end()


def played_at_home(most: int | None) -> Table:
    """Return the game as it goes at one machine; after so many turns who is to move resigns."""
    options = DUEL.options(first="north")
    table = Table(DUEL, options, [Sitter("Ada"), Sitter("Louis")], SEED)
    player = DUEL.computer_players["greedy"](0)
    while table.to_move:
        (seat,) = table.to_move
        if table.turns == most:
            table.forfeit(seat, "")
            break
        table.play(seat, player.choose(table.view(seat)))
    return table


@pytest.mark.parametrize("most", [TURNS, pytest.param(None, marks=pytest.mark.slow)])
def test_two_people_play_a_duel_from_their_terminals(most, people, tables):
    home = played_at_home(most)
    ada = people("host", "duel", "--seed", str(SEED), "--first", "north", "--name", "Ada")
    ada.wait_for("Others join", "Ada (you)", "free")
    [at] = tables_here()
    table = tables.found(at.name)
    louis = people("join", at.name, "--name", "Louis")
    both = (ada, louis)
    last = ""
    for number, play in enumerate((play for play in home.plays if play.seat >= 0), 1):
        mover = both[play.seat]
        mover.wait_for("your turn", last)
        mover.send(b":")
        mover.wait_for("Your turn, like")
        mover.send(f"{DUEL.format(play.move)}\r".encode())
        last = f"{number:2} {'●○'[play.seat]}"
    if most is not None:
        (seat,) = home.states[-1].to_move
        both[seat].wait_for("your turn", last)
        both[seat].send(b"X")
        both[seat].wait_for("Resign?")
        both[seat].send(DOWN + ENTER)
    names = ("● Ada wins", "○ Louis wins")
    for seat, one in enumerate(both):
        (winner,) = home.outcome.winners
        ends = f"{names[winner][0]} You win" if seat == winner else names[winner]
        one.wait_for(ends, f"{home.turns} turns", last)
        one.send(b"q")
        one.wait_for("Shared tables")
        while (status := one.exited(within=0.3)) is None:
            one.send(b"q")  # the first screen takes none that follows a key at once
        assert status == 0
    assert is_gone(table.process)
    [saved] = [read_record(path.read_bytes()).table for path in Store().paths()]
    assert saved.plays == home.plays
    assert saved.outcome == home.outcome
    assert [sitter.name for sitter in saved.sitters] == ["Ada", "Louis"]
