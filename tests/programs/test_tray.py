"""The tray: what a program may ask in its turn, what it costs, and that it tells no secret."""

from __future__ import annotations

import pytest
from duels import deal_from
from outsiders import PATIENCE, Outsider, sit

from engine.duel.game import DUEL
from engine.duel.state import DuelOptions
from engine.game import CHANCE
from engine.games import find_game
from engine.reasons import Forfeit
from engine.table import Sitter, Table
from programs import program
from programs.players import dismiss
from programs.program import ProgramPlayer
from programs.tray import Tray

NORTH = [15, 20, 23, 32, 41, 48, 31, 33]
SOUTH = [3, 12, 17, 19, 28, 39, 22, 36, 46, 59]
QUESTIONS = {
    b"? 15^ 20^": "! legal",
    b"?15^ 20^": "! legal",
    b"? 15^ 16^": "! illegal not-in-hand: 16 is not in hand",
    b"? 15^": "! illegal too-few: at least two cards must be laid, not 1",
    b"? 20^ 15^": "! illegal not-up: 15^ cannot go on an ascending pile at 20",
    b"? hello": "! unreadable: 'hello' is not a turn (write it like 15^ 20^' 48v)",
    b"? \xff": "! unreadable: not UTF-8",
}


def new_table(south=SOUTH):
    """A table with the cards of the rules' figure, NORD to move."""
    table = Table(DUEL, DuelOptions("north"), [Sitter("NORD"), Sitter("SUD")])
    table.play(CHANCE, deal_from(NORTH, south))
    return table


@pytest.mark.parametrize(("question", "answer"), QUESTIONS.items())
def test_a_move_is_tried_out_and_the_tray_says_why_not(question, answer):
    assert Tray(DUEL, new_table().view(0)).answer(question) == [answer]


@pytest.mark.parametrize("game", ["duel", "zen", "hearts"])
def test_all_legal_moves_are_listed_as_each_game_writes_them(game):
    game = find_game(game)
    options = game.options()
    table = Table(game, options, [Sitter(seat) for seat in game.seats(options)], 7)
    view = table.view(table.to_move[0])
    number, *moves = Tray(game, view).answer(b"?")
    assert number == f"! {len(moves)}"
    assert [game.line_words.read(move) for move in moves] == list(view.legal())
    assert Tray(game, view).answer(f"? {moves[-1]}".encode()) == ["! legal"]


def test_no_answer_depends_on_what_only_the_other_knows():
    views = [new_table(south).view(0) for south in (SOUTH, [*SOUTH[5:], *SOUTH[:5]])]
    here, there = (Tray(DUEL, view) for view in views)
    for question in (*QUESTIONS, b"?"):
        assert here.answer(question) == there.answer(question)


ASKING = """read a; read b; read c
echo '? 15^ 16^'; read one; echo '? 15^ 20^'; read two; echo '?'; read number
echo "$one/$two/$number" >$0; echo '15^ 20^'; cat >/dev/null"""


def test_a_program_asks_in_the_middle_of_its_turn_and_then_moves(tmp_path):
    table = new_table()
    outsider = Outsider(tmp_path, ASKING)
    player = sit(table, 0, outsider, PATIENCE)
    move = player.choose(table.view(0))
    dismiss(player, table.view(0))
    assert str(move) == "15^ 20^"
    count = len(list(table.view(0).legal()))
    answers = ["! illegal not-in-hand: 16 is not in hand", "! legal", f"! {count}"]
    assert outsider.heard == "/".join(answers) + "\n"


def test_who_asks_without_end_forfeits(tmp_path, monkeypatch):
    monkeypatch.setattr(program, "MOST_QUESTIONS", 3)
    table = new_table()
    outsider = Outsider(tmp_path, "cat >/dev/null & yes '? 15^ 20^'")
    with pytest.raises(Forfeit, match="it asked more than 3 questions in one turn"):
        sit(table, 0, outsider, PATIENCE).choose(table.view(0))
    assert outsider.is_gone()


class Clock:
    """A clock that others move."""

    now = 0.0

    def __call__(self):
        return self.now


def test_the_time_of_an_answer_is_not_the_program_s(monkeypatch):
    clock, spent_before = Clock(), []
    lines = [b"? 15^ 20^", b"? 15^ 20^", b"15^ 20^"]

    class Asking:
        def __init__(self, command, *, show_errors):
            pass

        def ask(self, words, patience, stop, spent):
            clock.now += 1
            spent_before.append(spent)
            return lines.pop(0)

        def end(self):
            pass

    def slow(self, question):
        clock.now += 100
        return ["! legal"]

    monkeypatch.setattr(program, "monotonic", clock)
    monkeypatch.setattr(program, "Process", Asking)
    monkeypatch.setattr(Tray, "answer", slow)
    ProgramPlayer(["asking"], DUEL, 10.0).choose(new_table().view(0))
    assert spent_before == [0, 1, 2]
