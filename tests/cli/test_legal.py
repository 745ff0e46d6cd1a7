"""`tapis legal FILE`: the legal moves of a game in a file, or why a move is not one."""

from __future__ import annotations

import pytest
import zens
from duels import new_table, play_on
from games_on_disk import saved_game
from line_programs import tapis

from cli.__main__ import main
from cli.commands import positions
from engine.table import Sitter
from engine.zen.options import ZenOptions


def listed(capfd, *arguments: object) -> list[str]:
    assert main(["legal", *map(str, arguments)]) == 0
    out, errors = capfd.readouterr()
    assert errors == ""
    return out.splitlines()


@pytest.fixture
def duel(tmp_path):
    """Return the file of a duel that computer players are in the middle of."""
    return saved_game(tmp_path, play_on(new_table(8, kinds=("greedy", "greedy")), turns=4))[0]


@pytest.fixture
def zen(tmp_path):
    """Return the file of a game of Zen that a person plays with a computer player."""
    table = zens.play_on(zens.new_table(ZenOptions(first="black"), 3), 5)
    return saved_game(tmp_path, table, "zen")[0]


def test_the_moves_at_the_end_are_listed_one_a_line_and_sorted(capfd, duel):
    table = play_on(new_table(8, kinds=("greedy", "greedy")), turns=4)
    (seat,) = table.to_move
    moves = listed(capfd, duel)
    assert moves == sorted(str(move) for move in table.view(seat).legal())
    assert len(moves) > 20
    assert listed(capfd, duel, "--seat", table.seats[seat].lower()) == moves


def test_the_moves_after_some_turns_are_those_of_that_place(capfd, zen):
    start_of_zen = tapis("legal", "zen").stdout.decode().splitlines()
    assert listed(capfd, zen, "--at", 0) == start_of_zen
    assert listed(capfd, zen, "--at", 1, "--seat", "white") != start_of_zen
    assert listed(capfd, "--at", 5, zen) == listed(capfd, zen)


def test_a_move_is_legal_or_it_is_said_why_not(capfd, duel, zen):
    move = listed(capfd, duel)[0]
    for words in ([move], move.split()):
        assert listed(capfd, duel, *words) == ["legal"]
    assert listed(capfd, zen, "--at", 0, "F11-F8") == ["legal"]
    assert listed(capfd, zen, "F11-F8", "--at", 0) == ["legal"]
    for file, words, why in [
        (zen, "F11-F9", "with 3 on the line, F11 moves 3; F9 is 2 away"),
        (zen, "F12-F9", "'F12-F9' is not a move"),
        (duel, "nonsense", "'nonsense' is not a turn (write it like 15^ 20^' 48v)"),
    ]:
        assert main(["legal", str(file), "--at", "0", words]) == 1
        out, errors = capfd.readouterr()
        assert out.startswith(why)
        assert errors == ""


def test_who_is_not_to_move_has_no_moves(capfd, zen):
    assert main(["legal", str(zen), "--at", "0", "--seat", "white", "F11-F8"]) == 1
    assert capfd.readouterr() == ("it is not White's turn\n", "")
    assert main(["legal", str(zen), "--at", "0", "--seat", "white"]) == 1
    assert capfd.readouterr() == ("", "tapis: only Black may move now\n")


def test_a_game_that_is_over_has_no_moves_but_all_of_it_can_be_asked_for(tmp_path, capfd):
    file, record = saved_game(tmp_path, play_on(new_table(8)))
    assert main(["legal", str(file)]) == 1
    assert capfd.readouterr() == ("", "tapis: the game is over\n")
    assert main(["legal", str(file), "15^ 20^"]) == 1
    assert capfd.readouterr() == ("the game is over\n", "")
    for turn in range(record.table.turns):
        assert listed(capfd, file, "--at", turn)


def test_a_hidden_hand_stays_hidden_while_the_game_is_in_play(tmp_path, capfd):
    secret = "tapis: what South could play is secret while the game is in play\n"
    file, _ = saved_game(tmp_path, play_on(new_table(8, kinds=("human", "greedy")), turns=2))
    assert listed(capfd, file)
    for arguments in (["--at", "1"], ["--seat", "SUD"], ["--at", "1", "15^ 20^"]):
        assert main(["legal", str(file), *arguments]) == 2
        assert capfd.readouterr() == ("", secret)


def test_nothing_is_secret_in_zen(tmp_path, capfd):
    table = zens.play_on(zens.new_table(ZenOptions(first="black"), 3), 5)
    table.sitters = (table.sitters[0], Sitter("WHITE", "greedy", 1))
    file, _ = saved_game(tmp_path, table)
    assert listed(capfd, file, "--at", 1)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["none"], "none: No such file or directory"),
        (["."], ".: Is a directory"),
        (["{zen}", "--at", "6"], "There is no turn 6, only 0 to 5."),
        (["{zen}", "--seat", "red"], "There is no seat red, only Black, White."),
        (["{zen}", "--seat", "red\x1b"], "There is no seat red\\x1b, only Black, White."),
    ],
)
def test_what_cannot_be_answered_is_said_in_one_line(tmp_path, capfd, zen, arguments, words):
    assert main(["legal", *[word.format(zen=zen) for word in arguments]]) == 2
    assert capfd.readouterr() == ("", f"tapis: {words}\n")


def test_it_speaks_french(zen):
    def said(*arguments):
        run = tapis("--lang", "fr", "legal", zen, *arguments)
        return (run.stdout + run.stderr).decode()

    assert said("--at", 0, "F11-F8") == "légal\n"
    assert said("--at", 0, "--seat", "blanc") == (
        "tapis: c'est à Noir de jouer, et à personne d'autre\n"
    )
    assert said("--at", 9) == "tapis: Il n'y a pas de tour 9, seulement de 0 à 5.\n"


def test_many_moves_are_written_as_they_are_found(capfd, monkeypatch, duel):
    table = play_on(new_table(8, kinds=("greedy", "greedy")), turns=4)
    found = [str(move) for move in table.view(table.to_move[0]).legal()]
    monkeypatch.setattr(positions, "MOST_SORTED", len(found) - 1)
    assert listed(capfd, duel) == found != sorted(found)
    monkeypatch.setattr(positions, "MOST_SORTED", len(found))
    assert listed(capfd, duel) == sorted(found)


def test_a_position_needs_no_file(capfd, monkeypatch, zen):
    monkeypatch.chdir(zen.parent)
    assert listed(capfd, "zen") == listed(capfd, "./zen.json", "--at", 0)
