"""`tapis` from the shell: deals, saved games, replay, check, help; what bad input gets."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from duels import deal_from, new_table, play_on
from games_on_disk import NOW, saved_game
from line_programs import TAPIS, environment, read_until, start, tapis, tapis_alone

from cli.__main__ import main
from cli.duel.console import PROMPT
from cli.parser import game_first
from engine.duel.game import DUEL
from engine.duel.state import DuelOptions
from engine.game import CHANCE
from engine.games import GAMES
from engine.table import Sitter, Table
from engine.version import __version__
from host import outside
from saves import files, locked_file
from saves.cut import Cut, CutDeal
from saves.lock import GameLock
from saves.reading import read_record
from saves.record import Record
from saves.store import Store
from words.translation import set_language

DECK = list(range(2, 60))
TWO_TURNS = b"15^ 20^\n03^ 12^\n"


@pytest.fixture
def deal(tmp_path) -> Path:
    decks = deal_from([15, 20, 23, 32, 41, 48], [3, 12, 17, 19, 28, 39]).decks
    file = tmp_path / "deal.json"
    file.write_text(json.dumps({"NORD": decks[0], "SUD": decks[1]}))
    return file


WRONG_DEALS = [
    ({"NORD": DECK[1:], "SUD": DECK}, "North: 57 cards instead of 58"),
    ({"NORD": DECK, "SUD": [*DECK[1:], 3]}, "South: 3 appears twice"),
    ({"NORD": [*DECK[1:], 60], "SUD": DECK}, "North: 60 is not a card from 2 to 59"),
    ({"NORD": DECK, "SUD": [*DECK[1:], "2"]}, 'SUD[57]: "2" is not a whole number'),
    ({"NORD": DECK, "SUD": [*DECK[1:], 2.5]}, 'SUD[57]: "2.5" is not a whole number'),
    ({"NORD": DECK, "SUD": [*DECK[1:], True]}, 'SUD[57]: "True" is not a whole number'),
    ({"NORD": DECK}, "SUD: missing"),
    ({"SUD": DECK}, "NORD: missing"),
    ({"NORD": DECK, "SUD": DECK, "EST": DECK}, '"EST": is not a seat; only NORD and SUD are'),
    ({"NORD": "2 3 4", "SUD": DECK}, "NORD: not a list of 58 cards"),
    ([DECK, DECK], '$: a deal is {"NORD": [58 cards], "SUD": [58 cards]}'),
]


@pytest.mark.parametrize(("document", "fault"), WRONG_DEALS)
def test_a_wrong_deal_is_refused_in_one_line_that_names_seat_and_fault(
    tmp_path, capfd, document, fault
):
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(document))
    assert main(["console", "--deal", str(file)]) == 2
    assert capfd.readouterr() == ("", f"tapis: {file}: {fault}\n")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (b"NORD: 2 3 4", "line 1, column 1: not JSON from here on: 'NORD: 2 3 4'"),
        (b'{"NORD": [2,\n 3', "line 2, column 3: ends too early"),
        (b'{"NORD": [], "NORD": []}', '$: the key "NORD" appears twice'),
        (b'{"NORD": \xff}', "byte 9: not UTF-8"),
        (b"[" * 100_000, "$: nested more than 64 deep"),
    ],
)
def test_a_deal_that_is_not_json_is_refused_with_the_place(tmp_path, capfd, text, fault):
    file = tmp_path / "deal.json"
    file.write_bytes(text)
    assert main(["console", "--deal", str(file)]) == 2
    assert capfd.readouterr() == ("", f"tapis: {file}: {fault}\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["console", "--deal", "none.json"], "none.json: No such file or directory"),
        (["console", "--resume", "none.json"], "none.json: No such file or directory"),
        (["console", "--resume", "a", "--save", "b"], "--resume goes on with a game"),
        (["console", "--resume", "a", "--seed", "0"], "--resume goes on with a game"),
        (["console", "--north", "deep"], "no player 'deep', only human, random, "),
        (["replay", "none.json", "--print"], "none.json: No such file or directory"),
        (["console", "zen", "--black", "deep"], "no player 'deep', only human, random"),
        (["console", "zen", *["--black", "human"] * 2], "--black is given 2 times for 1"),
        (["console", "zen", "--variant", "3", "--announce", "hand"], "announce is hand in"),
        (["console", "zen", "--resume", "a", "--save", "b"], "--resume goes on with a game"),
        (["console", "zen", "--resume", "a", "--variant", "2"], "--resume goes on with a game"),
        (["console", "zen", "--resume", "none"], "none: No such file or directory"),
        (["play", "--seed", "1", "zen"], "the table needs a terminal"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(tmp_path, monkeypatch, capfd, arguments, words):
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    out, errors = capfd.readouterr()
    assert out == ""
    assert errors.startswith(f"tapis: {words}")
    assert errors.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [["chess"], ["console", "--seed", "x"], ["console", "--seed", "-1"], ["console", "--se", "1"],
     ["console", "chess"], ["replay"], ["check"], ["legal"], ["legal", "--at", "x", "f"],
     ["perft", "zen"], ["perft", "zen", "--depth", "-1"], ["perft", "zen", "--depth", "100"],
     ["legal", "zen", "--variant", "4"], ["console", "zen", "--players", "3"],
     ["console", "zen", "--first", "red"], ["console", "zen", "--deal", "x"],
     ["console", "--variant", "1"]],
)  # fmt: skip
def test_a_command_line_that_is_none_ends_with_2(capfd, arguments):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    out, errors = capfd.readouterr()
    assert out == ""
    assert "Traceback" not in errors


COMMANDS = [
    *([], ["play"], ["play", "zen"], ["resume"], ["console"], ["console", "zen"], ["replay"]),
    *(["check"], ["saves"], ["legal"], ["legal", "zen"], ["perft"], ["arena"]),
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_is_short_and_says_what_every_option_is_for(capfd, command):
    with pytest.raises(SystemExit) as stopped:
        main([*command, "--help"])
    assert stopped.value.code == 0
    text = capfd.readouterr().out
    assert len(text.splitlines()) <= 40
    options = [line for line in text.splitlines() if line.startswith("  -")]
    assert options
    for line in options:
        following = text[text.index(line) + len(line) :].splitlines()[1:2]
        assert "  " in line.strip() or following[0].startswith("          "), line


def test_the_version_is_told(capfd):
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capfd.readouterr().out == f"tapis {__version__}\n"


@pytest.mark.parametrize("command", [[], ["play"], ["resume"]])
def test_the_table_without_a_terminal_says_what_it_needs(command):
    run = tapis(*command, typed=b"x\n")
    assert (run.returncode, run.stdout) == (2, b"")
    assert run.stderr.count(b"\n") == 1
    assert b"(use ssh -t)" in run.stderr


def test_a_game_is_saved_stopped_and_resumed(tmp_path, deal):
    file = tmp_path / "game.json"
    first = tapis("console", "--deal", deal, "--save", file, typed=b"15^ 20^\n")
    assert (first.returncode, first.stderr) == (1, b"")
    second = tapis("console", "--resume", file, typed=b"nonsense\n03^ 12^\n")
    whole = tapis("console", "--deal", deal, typed=b"15^ 20^\nnonsense\n03^ 12^\n")
    situation = b"".join(first.stdout.splitlines(keepends=True)[-4:])
    assert second.stdout.startswith(situation)
    assert first.stdout + second.stdout.removeprefix(situation) == whole.stdout
    record = read_record(file.read_bytes())
    assert [record.table.move_text(at) for at in (1, 2)] == ["15^ 20^", "03^ 12^"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deal.json", "game.json"]


def test_a_deal_is_played_where_lots_say_who_begins(tmp_path, deal):
    file = tmp_path / "game.json"
    lots = ("--first", "lots", "--seed", "2")
    strict = tapis("console", "--deal", deal, *lots, "--save", file)
    assert (strict.returncode, strict.stderr) == (1, b"")
    assert read_record(file.read_bytes()).table.move_text(0) == "begin SUD"
    told = tapis(
        "console", "--talk", "--south", "human", "--deal", deal, *lots, typed=b"hand\nquit\n"
    )
    assert (told.returncode, told.stderr) == (0, b"")
    assert b"South> South holds: 3, 12, 17, 19, 28, 39.\n" in told.stdout


def test_a_turn_is_on_disk_before_its_answer_is_printed(tmp_path, deal):
    file = tmp_path / "game.json"
    process = start("console", "--deal", deal, "--save", file)
    read_until(process.stdout, PROMPT)
    assert len(read_record(file.read_bytes()).table.plays) == 1
    for turns, line in enumerate(TWO_TURNS.splitlines(keepends=True), start=1):
        process.stdin.write(line)
        assert read_until(process.stdout, b" ").startswith(b"2")
        assert len(read_record(file.read_bytes()).table.plays) == 1 + turns
        read_until(process.stdout, PROMPT)
    process.kill()
    process.communicate()


@pytest.mark.parametrize("game", ["duel", "zen"])
def test_save_refuses_a_file_that_exists_and_leaves_it_alone(tmp_path, capfd, game):
    file = tmp_path / "game.json"
    file.write_text("precious")
    assert main(["console", game, "--save", str(file)]) == 2
    assert "exists already" in capfd.readouterr().err
    assert file.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [file]


def test_a_game_in_play_is_refused_with_the_name_of_its_process(tmp_path, deal):
    file = tmp_path / "game.json"
    process = start("console", "--deal", deal, "--save", file)
    read_until(process.stdout, PROMPT)
    refused = tapis("console", "--resume", file)
    assert refused.returncode == 2
    assert f"{file} is in play: process {process.pid} on ".encode() in refused.stderr
    assert f"played by process {process.pid}" not in tapis("saves").stdout.decode()
    process.kill()
    process.communicate()
    assert tapis("console", "--resume", file, typed=b"15^ 20^\n").returncode == 1


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (["none"], "{folder}/none: No such file or directory"),
        (["text", "none"], "{folder}/none: No such file or directory"),
        (["text"], "no server: {folder}/text: not a certificate with its key, both as PEM"),
    ],
)
def test_a_server_names_the_certificate_or_key_that_is_none(files, said, tmp_path):
    (tmp_path / "text").write_text("no certificate")
    named = zip(("--cert", "--key"), (str(tmp_path / file) for file in files), strict=False)
    given = [word for pair in named for word in pair]
    refused = tapis_alone("serve", "--listen", "127.0.0.1:0", *given)
    assert refused.returncode == 2
    assert refused.stderr.decode() == f"tapis: {said.format(folder=tmp_path)}\n"


def test_another_player_can_take_a_seat_on_resuming(tmp_path):
    file, record = saved_game(tmp_path, play_on(new_table(8), turns=3))
    run = tapis("console", "--resume", file, "--north", "greedy", "--south", "greedy")
    assert run.returncode == 0
    resumed = read_record(file.read_bytes()).table
    assert [sitter.kind for sitter in resumed.sitters] == ["greedy", "greedy"]
    assert [event.sitter.kind for event in resumed.events] == ["human", "human"]
    assert resumed.plays[:4] == record.table.plays


def test_a_player_this_program_does_not_know_must_be_replaced(tmp_path, capfd):
    file, _ = saved_game(tmp_path, new_table(8, kinds=("human", "oracle")))
    assert main(["console", "--resume", str(file)]) == 2
    assert "South was played by 'oracle', which is not known here" in capfd.readouterr().err
    assert tapis("console", "--resume", file, "--south", "human").returncode == 1


def test_a_folder_that_cannot_be_written_is_said_once_and_play_goes_on(tmp_path, deal):
    file = tmp_path / "missing" / "game.json"
    run = tapis("console", "--deal", deal, "--save", file, typed=TWO_TURNS)
    without = tapis("console", "--deal", deal, typed=TWO_TURNS)
    assert run.stdout == without.stdout
    assert run.stderr.decode() == (
        f"tapis: {file}: No such file or directory; play goes on, unsaved\n"
    )


def test_replay_prints_what_the_line_mode_printed(tmp_path):
    game = ["console", "--seed", 3, "--north", "greedy", "--south", "random"]
    file = tmp_path / "game.json"
    played = tapis(*game, "--save", file, "--align")
    assert played.returncode == 0
    assert tapis("replay", file, "--print", "--align").stdout == played.stdout
    assert tapis("replay", file, "--print").stdout == tapis(*game).stdout


def test_check_says_ok_or_the_fault_and_its_place(tmp_path, capfd):
    good, _ = saved_game(tmp_path, play_on(new_table(8), turns=1), "good")
    over, record = saved_game(tmp_path, play_on(new_table(8)), "over")
    bad, _ = saved_game(tmp_path, play_on(new_table(8), turns=5), "bad")
    document = json.loads(bad.read_text())
    document["moves"][3] = "59^ 02^"
    bad.write_text(json.dumps(document))
    assert main(["check", str(good), str(over)]) == 0
    turns = len(record.table.plays) - 1
    winner = ("North", "South")[record.table.outcome.winners[0]]
    assert capfd.readouterr().out == (
        f"{good}: ok, Face to Face, 1 turn, in play\n"
        f"{over}: ok, Face to Face, {turns} turns, {winner} won"
        f" ({record.table.outcome.why.value})\n"
    )
    assert main(["check", "--canonical", str(good)]) == 0
    assert read_record(capfd.readouterr().out.encode()).table.plays
    assert main(["check", "--canonical", str(good), str(over)]) == 2
    assert "--canonical goes with one game" in capfd.readouterr().err
    assert main(["check", str(bad), str(tmp_path / "none"), str(tmp_path), str(good)]) == 1
    lines = capfd.readouterr().out.splitlines()
    assert lines[0].startswith(f"{bad}: $.moves[3]: ")
    assert lines[1:] == [
        f"{tmp_path / 'none'}: No such file or directory",
        f"{tmp_path}: Is a directory",
        f"{good}: ok, Face to Face, 1 turn, in play",
    ]


def test_a_canonical_form_that_nobody_could_read_is_not_written(tmp_path, capfd, monkeypatch):
    file, _ = saved_game(tmp_path, play_on(new_table(8)))
    document = json.loads(file.read_bytes()) | {"x": [[[[]]]] * 20}
    file.write_text(json.dumps(document, separators=(",", ":")))
    monkeypatch.setattr(files, "MAX_BYTES", len(file.read_bytes()))
    assert main(["check", str(file)]) == 0
    capfd.readouterr()
    assert main(["check", "--canonical", str(file)]) == 2
    told = capfd.readouterr()
    assert (told.out, told.err) == ("", f"tapis: {file}: --canonical: larger than 4 MiB\n")


def test_a_deal_that_was_cut_is_checked(tmp_path, capfd):
    cut = CutDeal("t", (Cut(0, "north"), Cut(1, "south")))
    table = Table(DUEL, DuelOptions(), [Sitter("a"), Sitter("b")], cut.seed)
    record = Record.new(table, NOW)
    paths = {name: tmp_path / f"{name}.json" for name in ("none", "right", "wrong")}
    for name, its in (("none", None), ("right", cut), ("wrong", CutDeal("u", cut.cuts))):
        record.cut = its
        paths[name].write_bytes(record.to_bytes())
    assert main(["check", *map(str, paths.values())]) == 0
    capfd.readouterr()
    assert main(["check", "--deal", str(paths["right"])]) == 0
    said = capfd.readouterr().out
    assert "the deal is the one that was cut" in said
    assert "the table 6e10a3b94b47e372" in said and "North 1b21acdbde97875e" in said
    for name, why in (("none", "nobody cut the cards"), ("wrong", "and the cut makes it")):
        assert main(["check", "--deal", str(paths[name])]) == 1
        assert why in capfd.readouterr().out


def test_saves_lists_good_and_broken_games_the_last_changed_first(capfd):
    store = Store()
    assert main(["saves"]) == 0
    assert capfd.readouterr().out == f"no saved games in {store.folder}\n"
    old, _ = saved_game(store.folder, play_on(new_table(8), turns=2), "old")
    new, _ = saved_game(store.folder, play_on(new_table(8)), "new")
    broken = store.path("broken")
    broken.write_text("{")
    held = GameLock(old, NOW)
    for age, file in enumerate([broken, new, old]):
        os.utime(file, (1_000_000 - age, 1_000_000 - age))
    assert main(["saves"]) == 0
    lines = capfd.readouterr().out.splitlines()
    held.release()
    assert lines[0].startswith("broken.json: line 1, column 2: ends too early")
    assert lines[1].startswith("new.json: 2026-11-21 08:54, Face to Face, North - South, ")
    assert lines[2].startswith(
        "old.json: 2026-11-21 08:54, Face to Face, North - South, 2 turns, played by process "
    )
    assert lines[3] == f"3 saved games in {store.folder}"


def test_names_from_files_are_shown_as_harmless_text(capfd):
    store = Store()
    store.folder.mkdir(parents=True)
    table = new_table(8)
    table.sitters = tuple(type(s)(f"\x1b[2J{s.name}\n[bold]") for s in table.sitters)
    (store.folder / "evil\x1b[1m\n.json").write_bytes(Record.new(table, NOW).to_bytes())
    assert main(["saves"]) == 0
    out = capfd.readouterr().out
    assert "\x1b" not in out
    assert out.count("\n") == 2
    assert r"evil\x1b[1m\n.json" in out
    assert r"\x1b[2JNORD\n[bold]" in out


def shell(command: str, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run `tapis` with the redirections of a shell."""
    whole = f"{' '.join(TAPIS)} {command}"
    return subprocess.run(
        ["sh", "-c", whole], input=typed, capture_output=True, env=environment(), timeout=60
    )


def console_here(monkeypatch, *arguments: object, typed: str = "") -> int:
    """Run `tapis console` in this process, where its parts can be watched."""
    read, write = os.pipe()
    os.write(write, typed.encode())
    os.close(write)
    with os.fdopen(read) as source, monkeypatch.context() as patched:
        patched.setattr(sys, "stdin", source)
        return main(["console", *map(str, arguments)])


@pytest.mark.parametrize("seeded", [["--seed", 5], []])
def test_the_seeds_in_the_file_play_the_same_game_again(tmp_path, seeded):
    file = tmp_path / "game.json"
    tapis("console", *seeded, "--north", "random", "--south", "random", "--save", file)
    table = read_record(file.read_bytes()).table
    assert table.outcome
    assert len({sitter.seed for sitter in table.sitters}) == 2
    players = [DUEL.computer_players[sitter.kind](sitter.seed) for sitter in table.sitters]
    for state, (seat, move) in zip(table.states, table.plays, strict=False):
        if seat != CHANCE:
            assert players[seat].choose(state.view(seat)) == move


def test_the_seed_of_who_took_a_seat_plays_the_same_game_again(tmp_path):
    file, before = saved_game(tmp_path, play_on(new_table(8), turns=2))
    tapis("console", "--resume", file, "--north", "random", "--south", "random")
    table = read_record(file.read_bytes()).table
    players = [DUEL.computer_players[sitter.kind](sitter.seed) for sitter in table.sitters]
    done = len(before.table.plays)
    assert len(table.plays) > done
    for state, (seat, move) in list(zip(table.states, table.plays, strict=False))[done:]:
        assert players[seat].choose(state.view(seat)) == move


def test_seeds_fit_into_what_every_json_reader_keeps(tmp_path, monkeypatch, capfd):
    file, _ = saved_game(tmp_path, play_on(new_table(8)))
    monkeypatch.setattr(outside.os, "urandom", lambda count: b"\xff" * count)
    console_here(monkeypatch, "--resume", file, "--north", "random")
    assert read_record(file.read_bytes()).table.sitters[0].seed == 2**53 - 1
    assert outside.fresh_seed() == 2**53 - 1


def test_save_refuses_a_link_that_leads_nowhere(tmp_path, capfd):
    link = tmp_path / "game.json"
    link.symlink_to(tmp_path / "nowhere.json")
    assert main(["console", "--save", str(link)]) == 2
    assert "exists already" in capfd.readouterr().err
    assert list(tmp_path.iterdir()) == [link]


def test_a_game_is_read_when_nobody_else_can_write_it_any_more(tmp_path, monkeypatch, capfd):
    newer = Record.new(play_on(new_table(8), turns=5), NOW)
    file, _ = saved_game(tmp_path, play_on(new_table(8), turns=2))

    def locked_at_last(*arguments):
        file.write_bytes(newer.to_bytes())  # the last words of who had it until now
        return GameLock(*arguments)

    monkeypatch.setattr(locked_file, "GameLock", locked_at_last)
    assert console_here(monkeypatch, "--resume", file) == 1
    assert read_record(file.read_bytes()).table.plays == newer.table.plays


def test_who_sits_there_already_is_not_seated_again(tmp_path):
    table = play_on(new_table(8, kinds=("random", "human")), ("random", "greedy"), 2)
    file, record = saved_game(tmp_path, table)
    run = tapis("console", "--resume", file, "--north", "random", "--south", "human")
    assert run.returncode == 1
    resumed = read_record(file.read_bytes()).table
    assert resumed.events == []
    assert resumed.sitters == record.table.sitters


def test_a_finished_game_of_an_unknown_player_resumes_to_its_end(tmp_path):
    file, record = saved_game(tmp_path, play_on(new_table(8, kinds=("oracle", "human"))))
    run = tapis("console", "--resume", file)
    assert (run.returncode, run.stderr) == (0, b"")
    assert run.stdout.decode().splitlines()[-1].startswith("partie finie, ")
    assert read_record(file.read_bytes()).table.sitters == record.table.sitters


@pytest.mark.parametrize("first", ["north", "south", "lots"])
@pytest.mark.parametrize("seed", [None, 5])
def test_a_game_without_its_deal_is_dealt_on_resuming(tmp_path, first, seed):
    table = Table(DUEL, DuelOptions(first), [Sitter("NORD"), Sitter("SUD")])
    table.seed = seed
    file, _ = saved_game(tmp_path, table)
    assert json.loads(file.read_bytes())["moves"] == []
    printed = tapis("replay", file, "--print")
    assert (printed.returncode, printed.stdout, printed.stderr) == (0, b"", b"")
    run = tapis("console", "--resume", file)
    assert (run.returncode, run.stderr) == (1, b"")
    assert run.stdout.startswith(b"NORD ^[01] v[60] (m6p52)\nSUD ^[01] v[60] (m6p52)\n")
    resumed = read_record(file.read_bytes()).table
    assert resumed.to_move in {(0,), (1,)}
    if seed is not None:
        assert resumed.plays == new_table(seed, first).plays


@pytest.mark.parametrize("first", ["north", "lots"])
def test_a_game_given_up_without_its_deal_has_a_result_to_print(tmp_path, first):
    table = Table(DUEL, DuelOptions(first), [Sitter("NORD"), Sitter("SUD")])
    table.forfeit(0, "left")
    file, _ = saved_game(tmp_path, table)
    run = tapis("replay", file, "--print")
    assert (run.returncode, run.stderr) == (0, b"")
    assert run.stdout.decode() == "partie finie, SUD a gagné\n"
    assert tapis("console", "--resume", file).stdout.endswith(run.stdout)


needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")


@pytest.mark.parametrize("where", [pytest.param("/dev/full", marks=needs_full), "&-"])
def test_a_complaint_that_nobody_can_be_told_does_not_stop_the_game(tmp_path, deal, where):
    file = tmp_path / "missing" / "game.json"
    run = shell(f"console --deal '{deal}' --save '{file}' 2>{where}", TWO_TURNS)
    assert run.stdout == tapis("console", "--deal", deal, typed=TWO_TURNS).stdout
    assert run.returncode == 1


@needs_full
@pytest.mark.parametrize("command", ["check '{0}'", "saves", "replay '{0}' --print", "console"])
def test_output_on_a_full_disk_ends_silently_with_1(tmp_path, command):
    file, _ = saved_game(tmp_path, play_on(new_table(8)))
    run = shell(f"{command.format(file)} >/dev/full")
    assert (run.returncode, run.stderr) == (1, b"")


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{3,}", text.lower()))


SAME_IN_FRENCH = words_of("""
dame pique hearts bataille war limit cards tapis play resume console replay check saves stats
duel help version lang mouse north south seed deal first lots save print align talk human random
greedy nord sud ctrl name watch back usage options arguments table vert standard locale terminal
analyse canonical
mode strict pile exec patience novice casual club expert master arena deals jobs out json places
zen initié legal perft variant announce players black white seat seats the game face host join
machine share svg turn manual completions shell bash zsh fish auto hand échec points position
password file move mat base depth program accessible ssh relay serve tables door
daily date sprt elo alpha beta gauntlet rate continue games pairs score cluster dask local insecure
handicap none problems
""")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_is_french_too_and_fits(command):
    english = tapis(*command, "--help").stdout.decode()
    run = tapis("--lang", "fr", *command, "--help")
    french = run.stdout.decode()
    assert (run.returncode, run.stderr) == (0, b"")
    assert french.startswith("usage\xa0: tapis ")
    assert "afficher cette aide et quitter" in french
    assert words_of(english) & words_of(french) <= SAME_IN_FRENCH
    assert len(french.splitlines()) <= 40
    assert max(map(len, french.splitlines())) < 80


@pytest.mark.parametrize("arguments", ["--lang=fr --help", "--help --lang fr", "--help --lang=fr"])
def test_the_language_may_be_asked_for_anywhere(arguments):
    assert "COMMANDE" in tapis(*arguments.split()).stdout.decode()


@pytest.mark.parametrize("language", ["--lang fr", "--lang=fr"])
def test_the_language_may_be_asked_for_after_the_command(language):
    before = tapis(*language.split(), "saves", "--help").stdout
    assert before.startswith("usage\xa0: ".encode())
    assert tapis("saves", "--help", *language.split()).stdout == before
    assert tapis("saves", *language.split(), "--help").stdout == before
    dashes = tapis("check", "--", *language.split())
    assert dashes.returncode == 1
    assert dashes.stdout.startswith(language.split()[0].encode() + b": ")


@pytest.mark.parametrize(
    ("name", "key", "rest"),
    [
        (["arena", "bataille"], ["arena", "war"], ["--deals", "1", "--seed", "1"]),
        (["legal", "Zen", "l'initié"], ["legal", "zen"], []),
        (["play", "Bataille"], ["play", "war"], ["--help"]),
    ],
)
def test_a_game_is_called_by_its_key_or_its_name(name, key, rest):
    run = tapis(*name, *rest)
    assert run.stdout
    assert (run.stdout, run.stderr) == (tapis(*key, *rest).stdout, b"")


@pytest.mark.parametrize("who", ["north", "NORTH", "NORD", "nord"])
def test_who_begins_is_called_by_the_value_or_by_the_word_of_the_screen(who):
    game = ("console", "--seed", "2", "--first")
    assert tapis(*game, who).stdout == tapis(*game, "north").stdout != b""
    assert tapis("--lang", "fr", *game, "tirage au sort").stderr == b""


@pytest.mark.parametrize(
    "typed", [["le", "duel"], ["dame-de-pique"], ["Dame", "de", "Pique"], ["zen l'initie"]]
)
def test_a_name_of_several_words_leads_to_its_game(typed):
    set_language("fr")
    keys = game_first([*typed, "--seed", "1"], GAMES, "duel")
    assert keys[1:] == ["--seed", "1"]
    assert keys[0] == {"l": "duel", "d": "hearts", "z": "zen"}[typed[0][0].lower()]


def test_the_locale_decides_unless_a_language_is_asked_for():
    assert "COMMANDE" in tapis("--help", LANG="fr_FR.UTF-8").stdout.decode()
    asked = tapis("--lang", "en", "--help", LANG="fr_FR.UTF-8").stdout
    assert asked == tapis("--help").stdout == tapis("--help", LANG="de_DE.UTF-8").stdout


@pytest.mark.parametrize("arguments", [["--lang", "xx"], ["--lang=xx", "saves"], ["--lang"]])
def test_a_language_that_is_none_ends_with_2(arguments):
    run = tapis(*arguments)
    assert (run.returncode, run.stdout) == (2, b"")
    assert b"tapis: error: argument --lang: " in run.stderr
    assert "tapis : erreur : argument --lang : " in tapis(*arguments, LANG="fr").stderr.decode()


def test_check_speaks_french(tmp_path):
    good, _ = saved_game(tmp_path, play_on(new_table(8), turns=1), "good")
    over, record = saved_game(tmp_path, play_on(new_table(8)), "over")
    run = tapis("--lang", "fr", "check", good, over)
    turns = len(record.table.plays) - 1
    winner = ("NORD", "SUD")[record.table.outcome.winners[0]]
    assert run.returncode == 0
    assert run.stdout.decode() == (
        f"{good} : correct, Le Duel, 1 tour, en cours\n"
        f"{over} : correct, Le Duel, {turns} tours, gagnée par {winner}"
        " (l'autre joueur ne peut pas poser deux cartes)\n"
    )


FRENCH_COMPLAINTS = [
    (["console", "--resume", "a", "--seed", "0"], "--resume reprend une partie ; --save, --deal"),
    (["console", "--north", "deep"], "aucun joueur 'deep', seulement humain, random, "),
    (["play", "--north", "deep"], "aucun joueur 'deep', seulement humain, random, "),
    (["play"], "la table demande un terminal (utilisez ssh -t) ; tapis --talk s'en passe"),
    (["console", "--save", "there"], "there existe déjà ; --resume reprend la partie"),
    (["console", "--deal", "deal"], "deal : NORD : 57 cartes au lieu de 58"),
]


@pytest.mark.parametrize(("arguments", "words"), FRENCH_COMPLAINTS)
def test_what_cannot_be_done_is_said_in_french(tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").touch()
    (tmp_path / "deal").write_text(json.dumps({"NORD": DECK[1:], "SUD": DECK}))
    run = tapis("--lang", "fr", *arguments)
    assert (run.returncode, run.stdout) == (2, b"")
    assert run.stderr.decode().startswith(f"tapis: {words}")


def test_the_line_mode_is_the_same_in_every_language(tmp_path, deal):
    file = tmp_path / "missing" / "game.json"
    game = ["console", "--deal", deal, "--save", file]
    french = tapis("--lang", "fr", *game, typed=TWO_TURNS)
    assert french.stdout == tapis(*game, typed=TWO_TURNS).stdout
    assert french.stderr.decode().endswith(" ; la partie continue sans être enregistrée\n")
