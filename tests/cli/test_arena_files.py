"""Files of `tapis arena`: written as they go, continued, rated together, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from itertools import islice

import pytest
from line_programs import environment, tapis

from arena import executor, journal
from cli.__main__ import main
from cli.commands import arena as arena_command
from words.translation import set_language

GAMES = ["arena", "duel", "random", "greedy", "--seed", "5"]

KINDS = ("random", "greedy", "exec:true")


def stopped_after(count):
    """Return an executor that plays some of the games and is then interrupted."""

    class Stopped(executor.InProcess):
        def run(self, work, items, stop):
            yield from islice(super().run(work, items, stop), count)

    return Stopped()


@pytest.mark.parametrize(
    "arguments",
    [
        ["duel", *KINDS, "--deals", "3", "--seed", "4"],
        ["duel", *KINDS, "--deals", "3", "--seed", "4", "--gauntlet"],
        ["hearts", "greedy", *("random",) * 3, "--deals", "4", "--seed", "4"],
        ["duel", "greedy", "random", "--sprt", "0", "100", "--seed", "4"],
        ["war", "--deals", "9", "--seed", "4", "--cards", "3"],
    ],
    ids=["pairs", "gauntlet", "one table", "test", "chance"],
)
def test_a_file_that_was_broken_off_is_continued_to_the_same_end(
    tmp_path, monkeypatch, capfd, arguments
):
    whole, broken = tmp_path / "whole.json", tmp_path / "broken.json"
    assert main(["arena", *arguments, "--jobs", "1", "--out", str(whole)]) == 0
    for count, plan in ((2, [*arguments, "--out"]), (1, ["--continue"])):
        with monkeypatch.context() as patched:
            stopped = partial(stopped_after, count)
            patched.setattr(arena_command, "_executor", lambda *_, where=stopped: where())
            assert main(["arena", *plan, str(broken)]) == 0
        assert json.loads(broken.read_bytes())["interrupted"] is True
    assert f"to go on: tapis arena --continue {broken}\n" in capfd.readouterr().out
    assert main(["arena", "--continue", str(broken), "--jobs", "2"]) == 0
    kept = [file.read_bytes().partition(b'"times"')[0] for file in (whole, broken)]
    assert kept[0] == kept[1]
    assert main(["arena", "--continue", str(broken)]) == 0
    assert broken.read_bytes().partition(b'"times"')[0] == kept[0]


def test_what_is_finished_is_in_the_file_long_before_the_end(tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(journal, "PAUSE", 0.0)
    monkeypatch.setattr(journal, "COST", 0)
    file = tmp_path / "arena.json"
    found = []

    def looking(self, work, items, stop):
        for item in items:
            yield work(item, stop)
            found.append(json.loads(file.read_bytes())["pairings"][0]["pairs"])

    monkeypatch.setattr(executor.InProcess, "run", looking)
    assert main([*GAMES, "--deals", "3", "--jobs", "1", "--out", str(file)]) == 0
    assert found == [1, 2, 3]


WITHOUT_PAUSE = """
import sys
from arena import journal
from cli.__main__ import main
journal.PAUSE, journal.COST = 0.0, 0
main(sys.argv[1:])
"""


def test_a_killed_arena_is_continued_to_the_file_of_one_that_was_not(tmp_path):
    plan = ["arena", "duel", "greedy", "random", "--deals", "120", "--seed", "8"]
    whole, killed = tmp_path / "whole.json", tmp_path / "killed.json"
    arena = subprocess.Popen(
        [sys.executable, "-c", WITHOUT_PAUSE, *plan, "--jobs", "1", "--out", killed],
        stdout=subprocess.DEVNULL,
        env=environment(),
    )
    while b'"deal": 3,' not in ((killed.exists() and killed.read_bytes()) or b""):
        assert arena.poll() is None
    arena.kill()
    arena.wait()
    assert json.loads(killed.read_bytes())["interrupted"] is True
    assert tapis(*plan, "--out", whole).returncode == 0
    run = tapis("arena", "--continue", killed, "--jobs", "2")
    assert (run.returncode, run.stderr) == (0, b"")
    kept = [file.read_bytes().partition(b'"times"')[0] for file in (whole, killed)]
    assert kept[0] == kept[1]


def test_where_nobody_decides_anything_nothing_is_compared(capfd):
    words = "nobody decides anything in war: leave --sprt out"
    assert refused(capfd, "war", "--sprt", "0", "5") == words


def test_without_a_game_it_asks_for_one_in_french_too(capfd):
    assert refused(capfd) == "name a game and its players"
    set_language("fr")
    assert "nommez un jeu et ses joueurs" in refused(capfd)


@pytest.fixture
def file(tmp_path, capfd):
    """Return the file of a few games that were all played."""
    path = tmp_path / "arena.json"
    assert main([*GAMES, "--deals", "2", "--jobs", "1", "--out", str(path)]) == 0
    capfd.readouterr()
    return path


def changed(path, **fields):
    """Write a file with some fields changed beside it; return its name."""
    other = path.with_name("changed.json")
    other.write_text(json.dumps({**json.loads(path.read_bytes()), **fields}))
    return str(other)


def refused(capfd, *arguments):
    """Return what a refused arena says, in one line."""
    assert main(["arena", *arguments]) == 2
    out, errors = capfd.readouterr()
    assert (out, errors.count("\n")) == ("", 1)
    return errors.removeprefix("tapis: ").strip()


def test_two_arenas_do_not_write_one_file(file, capfd):
    fields = {"deals": 3, "interrupted": True}
    broken = changed(file, **fields)
    with journal.Journal(file.with_name("changed.json"), bytes, is_new=False):
        assert refused(capfd, "--continue", broken) == f"{broken} is being written by another arena"
    assert main(["arena", "--continue", broken]) == 0
    assert json.loads(file.with_name("changed.json").read_bytes())["pairings"][0]["pairs"] == 3


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"program": "0.0.9"}, "begun by version 0.0.9 of the program, and this is "),
        ({"rules": 99}, "$.rules: version 99 is unknown, "),
        ({"game": "go"}, '$.game: unknown game "go"'),
        ({"format": "tapis-vert"}, "$.format: no results of an arena"),
        ({"version": 2}, "$.format: no results of an arena"),
        ({"deals": 1}, "$.results: no results of an arena"),
        ({"seed": "5"}, '$.seed: "5" is not a possible value'),
        ({"options": {"first": "west"}}, "$.options"),
    ],
)
def test_what_cannot_be_continued_is_refused_with_its_place(file, capfd, fields, words):
    assert (
        refused(capfd, "--continue", changed(file, **fields))
        .partition("changed.json: ")[2]
        .startswith(words)
    )


def test_a_file_that_is_not_there_or_no_json_is_refused(tmp_path, capfd):
    none = tmp_path / "none.json"
    assert refused(capfd, "--continue", str(none)) == f"{none}: No such file or directory"
    none.write_bytes(b"[[")
    assert refused(capfd, "--rate", str(none)) == f"{none}: $.format: no results of an arena"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["duel", "--continue"], "--continue stands alone, without duel"),
        (["--seed", "0", "--continue"], "--continue stands alone, without --seed"),
        (["--cards", "3", "--continue"], "--continue stands alone, without --cards"),
        (["--gauntlet", "--rate"], "--rate stands alone, without --gauntlet"),
        (["--rate", "x.json", "--continue"], "--continue stands alone, without --rate"),
    ],
)
def test_the_plan_is_in_the_file_and_nowhere_else(file, capfd, arguments, words):
    assert refused(capfd, *arguments, str(file)) == words


def test_in_a_gauntlet_only_the_first_player_meets_the_others(tmp_path):
    file = tmp_path / "arena.json"
    run = tapis(*GAMES[:4], "club", "--gauntlet", "--deals", "1", "--seed", "5", "--out", file)
    assert run.returncode == 0
    document = json.loads(file.read_bytes())
    assert document["gauntlet"] is True
    assert [one["players"] for one in document["pairings"]] == [[0, 1], [0, 2]]


def played(name, *arguments):
    assert main(["arena", *arguments, "--jobs", "1", "--out", name]) == 0
    return name


def test_ratings_over_several_files_count_each_player_once(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    files = [
        played("1", "duel", "random", "greedy", "--deals", "2", "--seed", "1"),
        played("2", "duel", "greedy", "random", "greedy", "--deals", "1", "--seed", "2"),
    ]
    capfd.readouterr()
    assert main(["arena", "--rate", *files]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[0] == "duel: 2 files"
    # Two pairs of the first file, and in the second random meets two greedy ones: with one drawn
    # pair it is 4.5 to 0.5, and 400 log10(9) = 382 between them.
    assert [line.split() for line in lines if line.startswith("greedy")] == [
        ["greedy", "+191", "100.0", "4"]
    ]
    pair = next(line.split() for line in lines if line.startswith("random   greedy"))
    assert (pair[2], pair[-1]) == ("0.0", "4")


def test_other_games_and_the_same_deals_are_not_rated_together(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    one = played("1", "duel", "random", "greedy", "--deals", "1", "--seed", "1")
    same = played("2", "duel", "greedy", "random", "--deals", "2", "--seed", "1")
    zen = played("3", "zen", "random", "random", "--deals", "1", "--seed", "1")
    war = played("4", "war", "--deals", "1")
    capfd.readouterr()
    words = f"{one} and {same} have the same deals of the same players"
    assert refused(capfd, "--rate", one, same) == words
    assert refused(capfd, "--rate", one, zen) == f"{one} and {zen} are of games that differ"
    assert refused(capfd, "--rate", war) == f"{war}: nobody decided anything in these games"


def test_ratings_are_said_in_lines_too(file, capfd):
    assert main(["arena", "--rate", str(file), "--talk"]) == 0
    assert capfd.readouterr().out.splitlines()[:2] == [
        "duel: 1 file",
        "player greedy: Elo +140, share % 100.0, pairs 2.",
    ]
