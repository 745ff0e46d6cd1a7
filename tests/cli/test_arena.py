"""`tapis arena`: what it prints and keeps, what it refuses, and that nothing is lost or left."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys

import pytest
from line_programs import TAPIS, environment, tapis, with_few_files
from outsiders import Outsider
from table_processes import children_of, is_gone

from arena import executor, journal
from arena.match import Forfeited, GameResult, MeetingResult
from arena.schedule import Contest
from arena.tally import Tally
from cli import arena_run
from cli.__main__ import main
from cli.arena_tables import contest_parts
from cli.paper import printed
from engine.duel.reasons import Ending, Refusal
from engine.duel.state import DuelOptions
from engine.reasons import Explanation
from programs.pool import WorkerLost
from words.translation import set_language

GAMES = ["arena", "duel", "random", "greedy", "--deals", "2", "--seed", "5"]
ENDLESS = [*TAPIS, "arena", "duel", "random", "random", "--deals", "1000000"]
PATIENCE = 60_000
"""Milliseconds that no test waits for."""


def tally_of(*players: str, deals: int = 2, scores: dict[tuple[int, int], str]) -> Tally:
    """Return a tally of made-up pairs: per pairing and deal who won each game, like "01"."""
    tally = Tally(Contest("duel", DuelOptions("north"), players, deals, 5, 10.0))
    for (pairing, deal), winners in scores.items():
        games = tuple(GameResult((int(winner),), Ending.BLOCKED, 9, None) for winner in winners)
        tally.add(MeetingResult(pairing, deal, games, ((0.0123, 0.2), (0.0004,))))
    return tally


def contest_table(tally: Tally) -> str:
    return printed(*contest_parts(tally))


TRIO = {(0, 0): "00", (0, 1): "00", (1, 0): "00", (1, 1): "01", (2, 0): "01", (2, 1): "10"}


def test_the_tables_have_players_by_strength_and_pairings_as_they_were_named(monkeypatch):
    monkeypatch.setenv("TAPIS_ASCII", "1")
    assert contest_table(tally_of("club", "random", "greedy", scores=TRIO)).splitlines() == [
        "duel: 2 deals for each pair of players, each played twice with seats swapped",
        "seed 5",
        "",
        "player    Elo   won %   games   given up   median ms   95 % ms",
        "--------------------------------------------------------------",
        "club     +128    87.5       8          0        12.3       200",
        "greedy    -43    37.5       8          0        0.40      0.40",
        "random    -85    25.0       8          0        12.3       200",
        "",
        "player   against         won % (at 95 %)        Elo difference   pairs",
        "----------------------------------------------------------------------",
        "club     random    100.0 (34.2 to 100.0)                > -113       2",
        "club     greedy      75.0 (25.6 to 96.3)   +191 (-185 to +567)       2",
        "random   greedy      50.0 (15.0 to 85.0)      0 (-301 to +301)       2",
    ]


def test_in_french_numbers_have_a_comma(monkeypatch):
    set_language("fr")
    lines = contest_table(
        tally_of("club", "random", scores={(0, 0): "00", (0, 1): "10"})
    ).splitlines()
    assert lines[:2] == [
        "duel\xa0: 2 donnes pour deux joueurs, en aller-retour, places échangées",
        "graine 5",
    ]
    assert re.search(r"75,0 \(\d\d,\d à 9\d,\d\)", lines[-1])


def test_with_two_players_the_pairing_says_it_all_and_nobody_is_rated():
    assert contest_table(tally_of("a", "b", scores={(0, 0): "01"})).count("Elo") == 1


@pytest.mark.parametrize(
    ("winners", "shown"), [("00", "> -234"), ("11", r"< \+234"), ("01", r"0 \(-434 to \+434\)")]
)
def test_where_somebody_won_everything_the_finite_end_of_the_interval_is_shown(winners, shown):
    last = contest_table(tally_of("a", "b", deals=1, scores={(0, 0): winners})).splitlines()[-1]
    assert re.search(rf" {shown} +1$", last)


def test_what_was_not_played_is_not_guessed():
    lines = contest_table(tally_of("a", "b", "c", scores={(0, 0): "01"})).splitlines()
    assert lines[2] == "interrupted: 1 of 6 pairs of games were played"
    assert lines[-1].split() == ["b", "c", "-", "-", "0"]


def test_who_gave_up_is_counted_with_the_first_reason_of_each_sort():
    tally = Tally(Contest("duel", DuelOptions("north"), ("a", "b\x1b[1m"), 2, 5, 10.0))
    for deal, card in enumerate((7, 8)):
        game = GameResult(
            (0,), Ending.FORFEIT, 1, Forfeited(1, Explanation(Refusal.NOT_IN_HAND, {"card": card}))
        )
        tally.add(MeetingResult(0, deal, (game, game), ((), ())))
    told = r"b\x1b[1m gave up 4 games, the first time: 07 is not in hand"
    assert contest_table(tally).splitlines()[-1] == told


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_tables_fit_80_columns_whatever_the_players_are_called(language, monkeypatch):
    monkeypatch.setenv("TAPIS_ASCII", "1")
    set_language(language)
    players = [f"exec:/a/very/long/path/to/a/program/of/somebody --level {n}" for n in range(3)]
    shown = contest_table(tally_of(*players, deals=1234, scores=TRIO))
    assert max(map(len, shown.splitlines())) <= 80
    assert shown.isascii() or language == "fr"
    assert "…" not in shown


def test_the_same_seed_prints_and_keeps_the_same(tmp_path):
    one, two = tmp_path / "1.json", tmp_path / "2.json"
    runs = [tapis(*GAMES, "--jobs", 1, "--out", one), tapis(*GAMES, "--jobs", 2, "--out", two)]
    assert [(run.returncode, run.stderr) for run in runs] == [(0, b"")] * 2
    assert json.loads(one.read_bytes())["players"] == ["random", "greedy"]
    kept = [file.read_bytes().partition(b'"times"')[0] for file in (one, two)]
    assert kept[0] == kept[1]
    pairings = [run.stdout.decode().splitlines()[-1] for run in runs]
    assert pairings[0] == pairings[1]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["1.json", "2.json"]


def test_without_a_seed_it_tells_which_one_it_drew(capfd):
    seeds = set()
    for _ in range(2):
        assert main(["arena", "duel", "random", "random", "--deals", "1"]) == 0
        seeds |= set(re.findall(r"^seed (\d+)$", capfd.readouterr().out, re.MULTILINE))
    assert len(seeds) == 2


def test_a_player_may_meet_itself(capfd):
    assert main(["arena", "duel", "random", "random", "--deals", "1", "--jobs", "1"]) == 0
    assert re.search(r"^random +random \(2\) ", capfd.readouterr().out, re.MULTILINE)


def test_a_program_that_ends_at_once_loses_every_game_with_its_reason(capfd):
    assert main(["arena", "duel", "greedy", "exec:true", "--deals", "2", "--jobs", "1"]) == 0
    out = capfd.readouterr().out
    assert "exec:true gave up 4 games, the first time: its program ended with status 0" in out
    assert re.search(r"^exec:true +0.0 +4 +4 +- +-$", out, re.MULTILINE)


def test_a_test_ends_with_the_deal_that_decides_it_whatever_the_number_of_processes(tmp_path):
    files = [tmp_path / "1.json", tmp_path / "2.json"]
    for jobs, file in enumerate(files, 1):
        sprt = ["--sprt", "-50", "50", "--alpha", "0.1", "--jobs", jobs, "--out", file]
        run = tapis("arena", "duel", "greedy", "random", "--seed", "5", *sprt)
        assert (run.returncode, run.stderr) == (0, b"")
        assert re.search(rb"LLR 2\.\d\d \(-2.89 to 2.25\), 50 Elo accepted\n", run.stdout)
    kept = [file.read_bytes().partition(b'"times"')[0] for file in files]
    assert kept[0] == kept[1]
    document = json.loads(files[0].read_bytes())
    assert document["interrupted"] is False
    assert document["sprt"]["accepted"] == 50
    assert sum(document["sprt"]["counts"]) == document["pairings"][0]["pairs"]


WRONG = [
    (["greedy", "greedy", "--sprt", "5", "0"], "--sprt: the first difference has to be the smal"),
    (["greedy", "greedy", "--beta", "0.1"], "--beta is an option of --sprt"),
    (["greedy", "club", "random", "--sprt", "0", "5"], "--sprt compares the first player with"),
    (["greedy", "deep"], "no player 'deep', only random, "),
    (["greedy", "human"], "no player 'human', only random, "),
    (["greedy"], "an arena needs at least two players"),
    (["greedy", "exec:"], "no player 'exec:', only random, "),
    (["greedy", "exec:/no/bot --fast"], "/no/bot: there is no such program"),
    (["greedy", "greedy", "--out", "none/x.json"], "none/x.json: No such file or directory"),
    (["greedy", "greedy", "--out", "."], ". exists already"),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG)
def test_what_cannot_be_played_is_said_in_one_line_before_anything_is(
    tmp_path, monkeypatch, capfd, arguments, words
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(arena_run, "_done", None)
    assert main(["arena", "duel", *arguments]) == 2
    out, errors = capfd.readouterr()
    assert out == ""
    assert errors.startswith(f"tapis: {words}")
    assert errors.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", ["0", "-1", "1.5", "x", "1234567890"])
@pytest.mark.parametrize("option", ["--deals", "--jobs"])
def test_numbers_of_deals_and_processes_are_whole_and_not_0(capfd, option, number):
    with pytest.raises(SystemExit) as stopped:
        main([*GAMES, option, number])
    assert stopped.value.code == 2
    assert "is not a whole number from 1 up" in capfd.readouterr().err


def test_there_are_no_more_processes_than_the_cores_can_bear(tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0})
    asked = []
    monkeypatch.setattr(executor.Processes, "run", lambda own, *_: asked.append(own.jobs) or ())
    file = tmp_path / "arena.json"
    assert main([*GAMES, "--deals", "99", "--jobs", "999999999", "--out", str(file)]) == 0
    assert json.loads(file.read_bytes())["times"]["jobs"] == 16
    assert main(["arena", "war", "--deals", "99", "--jobs", "999999999"]) == 0
    assert asked == [16, 16]


def test_a_file_that_exists_is_left_alone(tmp_path, capfd):
    file = tmp_path / "arena.json"
    file.write_text("precious")
    assert main([*GAMES, "--out", str(file)]) == 2
    assert capfd.readouterr().err == f"tapis: {file} exists already\n"
    assert file.read_text() == "precious"


def test_a_report_that_cannot_be_written_in_the_end_is_said_and_the_tables_are_printed(
    tmp_path, monkeypatch, capfd
):
    def full(path, data):
        if b'"interrupted": false' in data:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(journal, "write_file", full)
    file = tmp_path / "arena.json"
    assert main([*GAMES, "--out", str(file), "--jobs", "1"]) == 1
    out, errors = capfd.readouterr()
    assert errors == f"tapis: {file}: No space left on device\n"
    assert "greedy" in out


def test_results_are_kept_also_when_a_process_is_lost(tmp_path, monkeypatch, capfd):
    def lost(self, work, items, stop):
        yield work(next(iter(items)), stop)
        raise WorkerLost

    monkeypatch.setattr(executor.Processes, "run", lost)
    file = tmp_path / "arena.json"
    assert main([*GAMES, "--out", str(file), "--jobs", "2"]) == 1
    out, errors = capfd.readouterr()
    assert errors == "tapis: a process of the arena was ended from outside\n"
    assert "interrupted: 1 of 2 pairs" in out
    assert json.loads(file.read_bytes())["pairings"][0]["pairs"] == 1


def test_closed_output_is_no_error_and_the_report_is_kept(tmp_path):
    file = tmp_path / "arena.json"
    command = f"{' '.join([*TAPIS, *GAMES])} --jobs 1 --out '{file}' >&-"
    run = subprocess.run(["sh", "-c", command], capture_output=True, env=environment(), timeout=60)
    assert (run.returncode, run.stderr) == (1, b"")


class Running:
    """An arena without end, whose bar is read from a terminal."""

    def __init__(self, *arguments: str, **more: str) -> None:
        self.shown = b""
        self._master, slave = os.openpty()
        self.process = subprocess.Popen(
            [*ENDLESS, *arguments],
            stdout=subprocess.PIPE,
            stderr=slave,
            env=environment(TERM="xterm", **more),
            start_new_session=True,
        )
        os.close(slave)
        self._poll = select.poll()
        self._poll.register(self._master, select.POLLIN)

    def has_finished_some(self) -> bool:
        """Wait until the bar tells of finished pairs, and return whether it did."""
        while self._poll.poll(PATIENCE):
            self.shown += os.read(self._master, 65536)
            if re.search(rb"[1-9]\d*/1000000", self.shown):
                return True
        return False

    def end(self, number: int) -> tuple[int, str, str]:
        """Send its group a signal; return the status and what was written once all have ended."""
        started = children_of(self.process.pid)
        os.killpg(self.process.pid, number)
        out, _ = self.process.communicate(timeout=PATIENCE / 1000)
        assert all(map(is_gone, started))
        while self._poll.poll(0):
            try:
                self.shown += os.read(self._master, 65536)
            except OSError:  # nobody has the terminal open any more
                break
        os.close(self._master)
        return self.process.returncode, out.decode(), self.shown.decode()


def test_the_bar_has_the_rate_the_shares_and_the_evidence_below():
    arena = Running("--jobs", "1", "--sprt", "0", "5", TAPIS_ASCII="1", NO_COLOR="1")
    assert arena.has_finished_some()
    shown = arena.end(signal.SIGINT)[2]
    assert re.search(
        r"^SPRT of 0 and 5 Elo: LLR -?\d\.\d\d \(-2\.94 to 2\.94\)", shown, re.MULTILINE
    )
    assert re.search(
        r"^random - random \(2\): \d+\.\d \(\d+\.\d to \d+\.\d\) %", shown, re.MULTILINE
    )


def test_in_lines_little_is_said_and_nothing_where_nobody_reads_it(capfd, monkeypatch):
    talking = [*GAMES[:4], "--deals", "8", "--jobs", "1", "--seed", "5", "--talk"]
    assert main(talking) == 0
    assert "of 8 pairs" not in capfd.readouterr().out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(talking) == 0
    said = capfd.readouterr().out.splitlines()
    assert said[:3] == ["2 of 8 pairs.", "4 of 8 pairs.", "6 of 8 pairs."]
    assert said[3].startswith("duel: 8 deals")


@pytest.mark.parametrize(
    ("number", "status", "jobs"),
    [(signal.SIGINT, 130, "2"), (signal.SIGINT, 130, "1"), (signal.SIGTERM, 143, "2")],
)
def test_a_signal_ends_it_with_what_is_finished_and_leaves_no_process(
    tmp_path, number, status, jobs
):
    file = tmp_path / "arena.json"
    arena = Running("--jobs", jobs, "--out", str(file))
    assert arena.has_finished_some()
    returned, out, shown = arena.end(number)
    assert returned == status
    assert "Traceback" not in shown
    (done,) = re.findall(r"interrupted: (\d+) of 1000000 pairs", out)
    document = json.loads(file.read_bytes())
    assert document["interrupted"] is True
    assert document["pairings"][0]["pairs"] == int(done) > 0


def test_when_it_is_killed_nothing_is_said_and_nothing_left(tmp_path):
    program = Outsider(tmp_path, "(setsid sleep 100 &); cat >/dev/null; sleep 100")
    for_a_while = tmp_path / "for a while"
    for_a_while.mkdir()
    arena = subprocess.Popen(
        [*TAPIS, "arena", "duel", "greedy", program.kind, "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment(TMPDIR=str(for_a_while)),
    )
    assert program.is_started()
    arena.kill()
    out, _ = arena.communicate(timeout=PATIENCE / 1000)
    assert (arena.returncode, out) == (-signal.SIGKILL, b"")
    assert program.is_gone()
    assert list(for_a_while.iterdir()) == []


@pytest.mark.parametrize(
    ("jobs", "status", "said"),
    [
        ("1", 1, "true cannot be started: Too many open files"),
        ("2", 2, "too few files can be open at once (Too many open files)"),
    ],
)
def test_want_of_open_files_is_said_and_no_loss_is_counted(tmp_path, jobs, status, said):
    file = tmp_path / "arena.json"
    players = ["greedy", "exec:true", "--deals", "2", "--jobs", jobs, "--out", str(file)]
    run = with_few_files(9, "arena", "duel", *players)
    assert (run.returncode, run.stderr.decode()) == (status, f"tapis: {said}\n")
    document = json.loads(file.read_bytes())
    assert document["interrupted"]
    assert [total["games"] for total in document["totals"]] == [0, 0]


def test_the_bar_is_plain_where_that_is_asked_for():
    arena = Running("--jobs", "1", TAPIS_ASCII="1", NO_COLOR="1")
    assert arena.has_finished_some()
    assert arena.end(signal.SIGINT)[2].isascii()
