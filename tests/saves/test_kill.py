"""A process killed at any moment leaves a file that lacks at most the turn being typed."""

from __future__ import annotations

import pytest
from duels import new_table, play_on
from programs import read_until, start

from engine.shuffle import Lots
from saves.record import read_record
from tui.duel_text import PROMPT

SEED = 8
MOMENTS = 50


@pytest.fixture(scope="module")
def script() -> list[str]:
    table = play_on(new_table(SEED), ("greedy", "greedy"))
    return [table.written(at) for at in range(1, len(table.plays))]


@pytest.mark.parametrize("moment", range(MOMENTS))
def test_kill(moment, script, tmp_path):
    lots = Lots(2026, moment)
    answered = lots.below(len(script))
    bytes_read = lots.below(30)
    file = tmp_path / "game.json"
    process = start("console", "--seed", SEED, "--save", file)
    read_until(process.stdout, PROMPT)
    for turn in script[:answered]:
        process.stdin.write(f"{turn}\n".encode())
        read_until(process.stdout, PROMPT)
    process.stdin.write(f"{script[answered]}\n".encode())
    seen = process.stdout.read(bytes_read) if bytes_read else b""
    process.kill()
    process.communicate()
    table = read_record(file.read_bytes()).table
    written = [table.written(at) for at in range(1, len(table.plays))]
    at_least = answered + bool(seen)
    assert written in [script[:count] for count in (at_least, answered + 1)]
    leftovers = {path.name for path in tmp_path.iterdir()} - {"game.json"}
    assert leftovers <= {".game.json.tmp", ".game.json.lock", "tapis-home"}
