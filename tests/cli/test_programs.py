"""Programs as players of the line mode: games, forfeits, files, and no process left behind."""

from __future__ import annotations

import json
import resource
import shlex
import signal
import subprocess
import sys
from random import Random

import pytest
from duels import deal_from, new_table, play_on, view_of
from endgames import endgame
from games_on_disk import saved_game
from line_programs import read_until, start, tapis, with_few_files
from outsiders import Outsider, bot, example, listening

from cli.__main__ import main
from engine.duel.game import DUEL
from engine.table import EventKind, Sitter
from saves.reading import read_record

NORTH = [15, 20, 23, 32, 41, 48, 31, 33]
SOUTH = [3, 12, 17, 19, 28, 39, 22, 36, 46, 59]
BEGINNING = """\
NORD ^[01] v[60] (m6p52)
SUD ^[01] v[60] (m6p52)
cartes NORD { 15 20 23 32 41 48 }
"""
ONE_TURN = """\
> 15^ 20^
2 cartes posées, 2 cartes piochées
NORD ^[20] v[60] (m6p50)
SUD ^[01] v[60] (m6p52)
cartes SUD { 03 12 17 19 28 39 }
"""


@pytest.fixture
def deal(tmp_path):
    north, south = deal_from(NORTH, SOUTH).decks
    file = tmp_path / "deal.json"
    file.write_text(json.dumps({"NORD": north, "SUD": south}))
    return file


def test_the_example_of_the_manual_has_ten_lines():
    assert len(example().splitlines()) == 10


@pytest.mark.parametrize("seat", [0, 1])
def test_the_example_finds_a_turn_wherever_there_is_one(seat):
    words, random = DUEL.line_words, Random(7)
    ends = [endgame(random, fewest=2, most=6) for _ in range(200)]
    views = [view_of(set(end.hand), end.tops, seat) for end in ends]
    told = [line for view in views for line in [*words.situation(view), *words.asking(view)]]
    typed = "".join(f"{line}\n" for line in told).encode()
    run = subprocess.run(shlex.split(bot()), input=typed, capture_output=True, timeout=60)
    for view, line in zip(views, run.stdout.decode().splitlines(), strict=True):
        view.check(words.read(line))


def test_two_programs_play_a_whole_game_that_reads_back(tmp_path):
    programs = [Outsider(tmp_path, bot(), name) for name in ("north", "south")]
    file = tmp_path / "game.json"
    sitters = ["--north", programs[0].kind, "--south", programs[1].kind]
    run = tapis("console", "--seed", 4, *sitters, "--save", file)
    assert (run.returncode, run.stderr) == (0, b"")
    assert tapis("replay", file, "--print").stdout == run.stdout
    table = read_record(file.read_bytes()).table
    assert [sitter.kind for sitter in table.sitters] == [program.kind for program in programs]
    assert table.events == []
    assert all(program.is_gone() for program in programs)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_forfeit_ends_the_game_as_any_end_does_and_standard_error_says_why(
    tmp_path, deal, language
):
    program = Outsider(tmp_path, "echo nonsense; cat")
    file = tmp_path / "game.json"
    game = ["--lang", language, "console", "--deal", deal, "--save", file]
    run = tapis(*game, "--south", program.kind, typed=b"15^ 20^\n")
    assert run.returncode == 0
    assert run.stdout.decode() == BEGINNING + "> " + ONE_TURN[10:] + "partie finie, NORD a gagné\n"
    said = {
        "en": "tapis: SUD gave up: 'nonsense' is not a move\n",
        "fr": "tapis: SUD abandonne : 'nonsense' n'est pas un coup\n",
    }
    assert run.stderr.decode() == said[language]
    assert program.is_gone()


def test_a_saved_forfeit_is_right_and_resumes_to_its_end(tmp_path, deal):
    program = Outsider(tmp_path, "echo 15^ 16^; cat")
    file = tmp_path / "game.json"
    run = tapis("console", "--deal", deal, "--save", file, "--north", program.kind)
    assert run.stderr == b"tapis: NORD gave up: 15^ 16^ is illegal: 16 is not in hand\n"
    (event,) = read_record(file.read_bytes()).table.events
    assert (event.kind, event.seat) == (EventKind.FORFEIT, 0)
    assert event.text == "15^ 16^ is illegal: 16 is not in hand"
    assert tapis("check", file).stdout.decode() == (
        f"{file}: ok, Face to Face, 0 turns, South won (the other player gave up)\n"
    )
    end = BEGINNING + "partie finie, SUD a gagné\n"
    for command in (["replay", "--print"], ["console", "--resume"]):
        again = tapis(*command, file)
        assert (again.returncode, again.stdout.decode(), again.stderr) == (0, end, b"")
    assert run.stdout.decode() == end
    assert program.starts == 1


def test_no_file_starts_a_program(tmp_path):
    program = Outsider(tmp_path, listening(bot()))
    table = play_on(new_table(4), turns=2)
    table.sitters = (Sitter("NORD", program.kind), Sitter("SUD", "greedy", 1))
    file, _ = saved_game(tmp_path, table)
    before = file.read_bytes()
    run = tapis("console", "--resume", file)
    assert (run.returncode, run.stdout) == (2, b"")
    assert run.stderr.startswith(b"tapis: North is a program; to start it, name it again: --north ")
    assert program.starts == 0
    assert file.read_bytes() == before
    asked = tapis("console", "--resume", file, "--north", program.kind)
    assert (asked.returncode, asked.stderr) == (0, b"")
    assert program.starts == 1
    assert program.heard.startswith("".join(f"{line}\n" for line in situation(table)))
    assert read_record(file.read_bytes()).table.events == []


def situation(table):
    return DUEL.line_words.situation(table.view(0))


def test_patience_can_be_set(tmp_path, deal):
    program = Outsider(tmp_path, "cat >/dev/null")
    run = tapis("console", "--deal", deal, "--north", program.kind, "--patience", 1)
    assert run.stderr == b"tapis: NORD gave up: no answer within 1 s\n"
    assert program.is_gone()


@pytest.mark.parametrize("patience", ["0", "-1", "nan", "inf", "1e9", "x", ""])
def test_patience_is_some_seconds(capfd, patience):
    with pytest.raises(SystemExit) as stopped:
        main(["console", f"--patience={patience}"])
    assert stopped.value.code == 2
    assert f"{patience!r} is not a number of seconds" in capfd.readouterr().err


def test_the_standard_error_of_a_program_is_seen(tmp_path):
    program = Outsider(tmp_path, "echo oops >&2; exit 1")
    run = tapis("console", "--seed", 4, "--north", program.kind)
    assert run.stderr == b"oops\ntapis: NORD gave up: its program ended with status 1\n"


@pytest.mark.parametrize("command", ["console", "play"])
@pytest.mark.parametrize("kind", ["deep", "exec:", "exec:'", "exec:./b\udcff"])
def test_whoever_nobody_knows_is_answered_with_those_who_are_known(capfd, command, kind):
    assert main([command, "--south", kind]) == 2
    known = ", ".join(["human", *DUEL.computer_players, "exec:PROGRAM"])
    assert capfd.readouterr().err == f"tapis: no player {kind!r}, only {known}\n"


@pytest.mark.parametrize("command", ["console", "play"])
def test_the_help_names_every_kind_of_player(capfd, command):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    text = " ".join(capfd.readouterr().out.split())
    assert all(kind in text for kind in ["human", *DUEL.computer_players, "exec:PROGRAM"])


SIGNALS = {signal.SIGINT: 130, signal.SIGTERM: -signal.SIGTERM, signal.SIGHUP: -signal.SIGHUP}
SCRIPTS = {
    "thinks": "cat >/dev/null; sleep 100",
    "waits": "echo 15^ 20^; trap '' TERM HUP INT; sleep 100 & sleep 100",
}


@pytest.mark.parametrize(("number", "status"), SIGNALS.items(), ids=str)
@pytest.mark.parametrize("script", SCRIPTS)
def test_a_signal_leaves_no_program_behind(tmp_path, deal, number, status, script):
    program = Outsider(tmp_path, SCRIPTS[script])
    file = tmp_path / "game.json"
    process = start("console", "--deal", deal, "--north", program.kind, "--save", file)
    read_until(process.stdout, b"48 }\n" if script == "thinks" else b"39 }\n> ")
    assert program.is_started()
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (status, b"")
    assert program.is_gone()
    assert tapis("check", file).returncode == 0
    assert not list(tmp_path.glob(".*.lock"))


@pytest.mark.skipif(sys.platform != "linux", reason="orphans cannot be adopted here")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGQUIT], ids=str)
def test_whatever_ends_us_ends_all_that_a_program_started(tmp_path, deal, number):
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    script = "(setsid sh -c 'echo 15^ 20^; sleep 100; sleep 100' &); cat >/dev/null; sleep 100"
    program = Outsider(tmp_path, script)
    process = start("console", "--deal", deal, "--north", program.kind)
    read_until(process.stdout, b"39 }\n> ")
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (-number, b"")
    assert program.is_gone()


def test_want_of_open_files_is_said_and_nobody_loses_by_it(tmp_path, deal):
    file = tmp_path / "game.json"
    game = f"console --deal '{deal}' --save '{file}' --north exec:true"
    run = with_few_files(9, *shlex.split(game))
    said = "tapis: true cannot be started: Too many open files\n"
    assert (run.returncode, run.stderr.decode()) == (2, said)
    assert run.stdout.decode() == BEGINNING
    table = read_record(file.read_bytes()).table
    assert (table.events, table.outcome) == ([], None)
    zen = ["console", "zen", "--first", "black", "--black", "exec:true"]
    assert with_few_files(9, *zen).stderr.decode() == said


def test_the_end_of_input_leaves_no_program_behind(tmp_path, deal):
    program = Outsider(tmp_path, SCRIPTS["waits"])
    run = tapis("console", "--deal", deal, "--north", program.kind)
    assert run.stdout.decode() == BEGINNING + ONE_TURN + "> "
    assert (run.returncode, run.stderr) == (1, b"")
    assert program.is_gone()


def test_closed_output_leaves_no_program_behind(tmp_path, deal):
    program = Outsider(tmp_path, SCRIPTS["waits"])
    process = start("console", "--deal", deal, "--south", program.kind)
    read_until(process.stdout, b"> ")
    process.stdout.close()
    process.stdin.write(b"15^ 20^\n")
    assert process.wait(timeout=60) == 1
    assert process.stderr.read() == b""
    process.stdin.close()
    process.stderr.close()
    assert program.starts == 0 or program.is_gone()
