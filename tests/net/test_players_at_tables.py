"""Computer players and programs that come to a real table by `tapis join --player`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from far_places import FarPlace, no_line_is_left, players
from line_programs import TAPIS, environment
from table_processes import is_gone

from host.plan import SeatPlan
from net.joining.tables import find_tables
from saves.reading import read_record
from saves.store import Store

PAGE = Path(__file__).parents[2] / "docs" / "players.md"


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--player", "nobody"], b"only random, novice"),
        (["--player", "human"], b"only random, novice"),
        (["--player", "exec:"], b"only random, novice"),
        (["--player", "random", "--watch"], b"--watch"),
        (["--games", "3"], b"--player"),
    ],
)
def test_who_cannot_play_takes_no_seat_and_begins_no_game(more, why, tables):
    table = tables.start(game="duel", seats=(SeatPlan(), SeatPlan()))
    run = tapis_there("join", table.table, *more)
    assert run.returncode == 2
    assert why in run.stderr
    [sign] = find_tables()
    assert [place.is_free for place in sign.places] == [True, True]


def tapis_there(*arguments):
    """Run `tapis` to its end where the tables of the test are."""
    return subprocess.run(
        [*TAPIS, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(TMPDIR=os.environ["TMPDIR"]),
        timeout=60,
    )


def test_two_programs_play_two_games_and_tell_who_won(tables):
    options = {"cards": 3, "players": 2}
    table = tables.start(game="war", options=options, seats=(SeatPlan(), SeatPlan()), seed=5)
    command = [*TAPIS, "join", table.table, "--player", "random", "--games"]
    runs = [
        subprocess.Popen(
            [*command, games, "--name", name],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            env=environment(TMPDIR=os.environ["TMPDIR"]),
        )
        for name, games in (("Ada", "2"), ("Zoé", "3"))
    ]
    told = [run.communicate(timeout=60)[0].decode().splitlines() for run in runs]
    assert [run.returncode for run in runs] == [0, 1]
    score = re.fullmatch(r"Games won: (Ada|Zoé) (\d), (Ada|Zoé) (\d)(, drawn \d)?\.", told[0][-1])
    assert int(score[2]) + int(score[4]) <= 2
    assert told[1][-3:] == ["The others have left.", "Games played: 2 of 3.", told[0][-1]]


@pytest.mark.slow
def test_a_whole_dame_de_pique_of_a_person_a_program_and_computers(tables, tmp_path):
    told = PAGE.read_text().partition("### Programs that play Dame de Pique")[2]
    bot = tmp_path / "bot.py"
    bot.write_text(re.search(r"```python\n(.*?)```", told, re.DOTALL)[1])
    seats = (SeatPlan(), SeatPlan(), SeatPlan("greedy", "G"), SeatPlan("random", "R"))
    table = tables.start(game="hearts", seats=seats, seed=5)
    person, watcher = FarPlace(table, name="Zoé"), FarPlace(table, watch=True)
    command = [*TAPIS, "join", table.table, "--name", "Bot"]
    program = subprocess.Popen(
        [*command, "--player", f"exec:{sys.executable} {bot}"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        env=environment(TMPDIR=os.environ["TMPDIR"]),
    )
    try:
        person.until_begun()
        [choices] = players(person)

        def is_on(plays: int) -> bool:
            watcher.loop.run()
            return choices.is_over or len(person.client.timeline.plays) > plays

        while not choices.is_over:
            before = len(person.client.timeline.plays)
            person.until(partial(is_on, before))
        watcher.until(lambda: watcher.client.timeline.outcome is not None)
        watcher.until(lambda: watcher.client._record.is_asked)
        said = program.communicate(timeout=60)[0]
    finally:
        program.kill()
    assert program.returncode == 0
    assert b"Bot plays West." in said
    outcome = watcher.client.timeline.outcome
    assert outcome.why != "forfeit"
    person.leave()
    watcher.leave()
    assert is_gone(table.process)
    assert no_line_is_left()
    [kept] = [read_record(path.read_bytes()) for path in Store().paths()]
    ended = json.loads(kept.to_bytes())["outcome"]
    assert tuple(ended["winners"]) == tuple(sorted(outcome.winners))
