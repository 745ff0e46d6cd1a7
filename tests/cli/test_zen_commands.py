"""`tapis console zen`, `tapis legal`, `tapis perft`, and what the shell is told of games of Zen."""

from __future__ import annotations

import json
import re
import signal
import subprocess

import pytest
from duels import new_table as new_duel
from games_on_disk import saved_game
from line_modes import without_what_next
from line_programs import read_until, start, tapis
from outsiders import Outsider, bot, listening
from zens import new_table, play_on

from cli.__main__ import main
from engine.zen.options import ZenOptions
from saves.reading import read_record

START = "W4B4B/4W1W4/3B3B3/2W5W2/1B7B1/W4Z4W/1B7B1/2W5W2/3B3B3/4W1W4/B4B4W"
MATED = "11/11/7W3/4WBW1B2/7W3/5B1B3/11/11/11/11/11 B -"


def legal(*arguments: str) -> list[str]:
    run = tapis("legal", "zen", *arguments)
    assert (run.returncode, run.stderr) == (0, b"")
    return run.stdout.decode().splitlines()


def test_legal_lists_the_moves_one_a_line_and_sorted():
    moves = legal()
    assert len(moves) == 56
    assert moves == sorted(moves)
    assert [move for move in moves if move.startswith("F11")] == ["F11-C11", "F11-F8", "F11-I11"]
    assert legal("--position", f"{START} B -") == moves
    assert len(legal("--position", f"{START} W -")) == 56
    barred = legal("--position", f"{START.replace('Z', '1').replace('W414W', 'W9W')} B -")
    assert not [move for move in barred if move.startswith("Z")]


def test_legal_knows_variants_and_ends():
    lonely = "B9W/11/11/11/11/11/11/11/11/11/B4Z4W B -"
    with_contact, free = legal("--position", lonely), legal("--variant", "3", "--position", lonely)
    assert set(with_contact) < set(free)
    assert legal("--position", MATED, "--variant", "1") == []
    assert legal("--position", MATED) == legal("--position", MATED, "--variant", "3") != []


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (["--depth", "0"], 1),
        (["--depth", "1"], 56),
        (["--depth", "2"], 3018),
        (["--depth", "2", "--variant", "3"], 3026),
        (["--depth", "1", "--position", MATED], 19),
        (["--depth", "3", "--variant", "1", "--position", MATED], 0),
    ],
)
def test_perft_prints_a_number(capfd, arguments, count):
    assert main(["perft", "zen", *arguments]) == 0
    assert capfd.readouterr() == (f"{count}\n", "")


WRONG_POSITIONS = [
    ("", "'' is not a position: it needs rows, side to move and barred square, with one blank"),
    (START, "is not a position: it needs rows, side to move and barred square"),
    (f"{START} R -", "side to move: 'R' is neither B nor W"),
    (f"{START}/11 B -", "12 rows instead of 11"),
    (f"{START.replace('5W2', '5W3', 1)} B -", "row 8: 12 squares instead of 11"),
    (f"{START.replace('Z', 'Q')} B -", "row 6: 'Q' is neither B, W, Z nor a number from 1 to 11"),
    (f"{START.replace('4Z4', '3ZZ4')} B -", "there is one Zen, not 2: E6 and F6"),
    (f"{START} B L3", "barred square: 'L3' is neither a square from A1 to K11 nor -"),
    (f"{START} B A1", "barred square: the Zen has just left A1, it must be empty"),
    ("\x1b[2J", r"'\x1b[2J' is not a position"),
]


@pytest.mark.parametrize("command", [["legal"], ["perft", "--depth", "1"], ["console"]])
@pytest.mark.parametrize(("position", "fault"), WRONG_POSITIONS)
def test_a_wrong_position_is_refused_in_one_line_that_says_what_and_where(
    capfd, command, position, fault
):
    name, *more = command
    if (name, position) == ("console", ""):
        return  # no position: a game from the start
    assert main([name, "zen", *more, "--position", position]) == 2
    out, errors = capfd.readouterr()
    assert out == ""
    assert errors.startswith(f"tapis: {'' if name == 'console' else '--'}position: ")
    assert fault in errors
    assert errors.count("\n") == 1


def test_counting_is_stopped_by_ctrl_c():
    process = start("perft", "zen", "--depth", "9")
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(timeout=0.5)
    process.send_signal(signal.SIGINT)
    assert (process.wait(timeout=60), process.communicate()) == (130, (b"", b""))


def test_the_end_of_input_is_quiet_and_1():
    run = tapis("console", "zen", "--first", "black", "--white", "human", typed=b"F11-F8\n")
    assert (run.returncode, run.stderr) == (1, b"")
    assert run.stdout.decode().endswith("White> ")
    run = tapis("console", "zen", "--first", "black", typed=b"quit\n")
    assert (run.returncode, run.stderr) == (0, b"")


def _unkept(said: bytes) -> bytes:
    """Return what was said without the name of the file, which is another one for each game."""
    return re.sub(rb"Black - White( \d)?\.json|Noir - Blanc( \d)?\.json", b"", said)


def test_the_language_is_the_one_asked_for_or_that_of_the_locale():
    asked = tapis("--lang", "fr", "console", "zen", "--first", "black", typed=b"aide 5\n")
    locale = tapis("console", "zen", "--first", "black", typed=b"aide 5\n", LANG="fr_FR.UTF-8")
    assert _unkept(asked.stdout) == _unkept(locale.stdout)
    assert "Tapez un coup, choix pour une liste, ou aide." in asked.stdout.decode()
    assert "reprendre [PARTIE]" in " ".join(asked.stdout.decode().split())


def test_plain_ascii_when_it_is_asked_for_and_where_nothing_else_can_be_shown():
    game = ["--lang", "fr", "console", "zen", "--first", "black"]
    asked = tapis(*game, typed=b"aide\n", TAPIS_ASCII="1").stdout
    assert asked.isascii()
    needed = tapis(*game, typed=b"aide\n", PYTHONIOENCODING="ascii").stdout
    assert _unkept(asked) == _unkept(needed)


@pytest.mark.parametrize("players", [2, 4])
def test_a_game_is_saved_stopped_and_resumed(tmp_path, players):
    file = tmp_path / "game.json"
    begun = ["console", "zen", "--first", "black", "--players", players, "--variant", "2"]
    people = ("--seats", ",".join(["human"] * players))
    first = tapis(*begun, *people, "--save", file, typed=b"F11-F8\nK1-H1\n")
    assert (first.returncode, first.stderr) == (1, b"")
    second = tapis("console", "zen", "--resume", file, typed=b"nonsense\nB7-B9\n")
    assert (second.returncode, second.stderr) == (1, b"")
    table = read_record(file.read_bytes()).table
    assert [str(play.move) for play in table.plays] == ["F11-F8", "K1-H1", "B7-B9"]
    assert table.options == ZenOptions(2, players=players, first="black")
    assert [play.seat for play in table.plays] == ([0, 1, 0] if players == 2 else [0, 1, 2])


def test_a_move_is_on_disk_before_its_answer_is_printed(tmp_path):
    file = tmp_path / "game.json"
    process = start("console", "zen", "--first", "black", "--white", "human", "--save", file)
    read_until(process.stdout, b"Black> ")
    process.stdin.write(b"F11-F8\n")
    read_until(process.stdout, b"goes")
    assert len(read_record(file.read_bytes()).table.plays) == 1
    process.kill()
    process.communicate()
    assert tapis("console", "zen", "--resume", file, typed=b"K1-H1\n").returncode == 1
    assert len(read_record(file.read_bytes()).table.plays) == 2


def test_each_line_mode_goes_on_with_games_of_its_own(tmp_path, capfd):
    zen, _ = saved_game(tmp_path, play_on(new_table(ZenOptions(), 3), 5), "zen")
    duel, _ = saved_game(tmp_path, new_duel(1), "duel")
    before = zen.read_bytes(), duel.read_bytes()
    assert main(["console", "--resume", str(zen)]) == 2
    assert main(["console", "zen", "--resume", str(duel)]) == 2
    assert capfd.readouterr().err.splitlines() == [
        f"tapis: {zen} is a game of zen; tapis console zen --resume goes on with it",
        f"tapis: {duel} is a game of duel; tapis console duel --resume goes on with it",
    ]
    assert (zen.read_bytes(), duel.read_bytes()) == before


SHORT = [(ZenOptions(), 271), (ZenOptions(2, players=4), 270)]
"""Options with a seed by which players at random end soon."""


@pytest.mark.parametrize(("options", "seed"), SHORT, ids=str)
def test_replay_prints_what_the_line_mode_printed(tmp_path, options, seed):
    file = tmp_path / "game.json"
    game = ["--variant", options.variant, "--players", options.players, "--seed", seed]
    who = ["--black", "random", "--white", "random"]
    played = tapis("console", "zen", *game, *who, "--first", "black", "--save", file)
    assert (played.returncode, played.stderr) == (0, b"")
    printed = tapis("replay", file, "--print")
    assert (printed.returncode, printed.stderr) == (0, b"")
    seats = options.players
    title, *_who_help_kept, rest = played.stdout.decode().split("\n", seats + 3)
    assert printed.stdout.decode() == f"{title}\n{rest}"


def test_a_broken_file_says_what_and_where(tmp_path, capfd):
    file, _ = saved_game(tmp_path, play_on(new_table(ZenOptions(first="black"), 3), 9))
    document = json.loads(file.read_text())
    document["moves"][4] = "A1-B3"
    file.write_text(json.dumps(document))
    fault = f"{file}: $.moves[4]: B3 is not in a straight line from A1\n"
    assert main(["check", str(file)]) == 1
    assert main(["console", "zen", "--resume", str(file)]) == 2
    assert capfd.readouterr() == (fault, f"tapis: {fault}")


# Programs


def test_two_programs_play_a_game_that_reads_back(tmp_path):
    programs = [Outsider(tmp_path, bot("zen"), name) for name in ("black", "white")]
    file = tmp_path / "game.json"
    who = ["--black", programs[0].kind, "--white", programs[1].kind]
    options = ["--variant", 1, "--announce", "hand"]
    run = tapis("console", "zen", "--seed", 4, *who, *options, "--save", file)
    assert (run.returncode, run.stderr) == (0, b"")
    table = read_record(file.read_bytes()).table
    assert table.outcome
    assert table.events == []
    assert all(program.is_gone() for program in programs)


def test_a_program_is_told_what_happens(tmp_path):
    program = Outsider(
        tmp_path, listening("read a; read b; read c; echo K1-H1; read d; read e; echo -")
    )
    game = ["console", "zen", "--first", "black", "--white", program.kind]
    tapis(*game, typed=b"F11-F8\nB7-B9\n")
    heard = program.heard.splitlines()
    assert heard[:2] == ["zen 0 auto 2", "BLACK: F11-F8"]
    assert heard[2].startswith("play WHITE: W9B/4W1W4/")
    assert heard[3:4] == ["BLACK: B7-B9"]


def test_a_program_that_plays_what_it_may_not_gives_up_the_game(tmp_path):
    program = Outsider(tmp_path, "echo F11-F9; cat >/dev/null")
    run = tapis("console", "zen", "--first", "black", "--black", program.kind)
    assert run.returncode == 0
    assert run.stderr.decode() == (
        "tapis: Black gave up: F11-F9 is illegal: with 3 on the line, F11 moves 3; F9 is 2 away\n"
    )
    said = without_what_next(run.stdout.decode())
    assert "You win: Black gave up (F11-F9 is illegal: with 3 on the line" in said
    assert program.is_gone()


def test_a_name_however_long_leaves_room_for_what_is_wrong_with_it():
    run = tapis("console", "zen", "--first", "black", typed=b"resume /%s\n" % (b"a" * 4000))
    line = next(line for line in run.stdout.decode().splitlines() if "aaa" in line)
    assert line.endswith(": File name too long")
    assert len(line.removeprefix("Black> ")) == 200
