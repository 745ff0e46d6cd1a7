"""Games that chance alone decides: lengths and winners by seat, whoever does the work."""

from __future__ import annotations

import json

import pytest

from arena.chance import Lengths, bins, play_game
from arena.executor import InProcess
from cli.__main__ import main
from engine.game import Stopped, never
from engine.war.options import WarOptions


def counted(count: int = 40, seed: int = 3) -> Lengths:
    lengths = Lengths("war", WarOptions(3, 4), count, seed)
    for result in InProcess().run(play_game, lengths.games(), never):
        lengths.add(result)
    return lengths


def test_the_same_seed_gives_the_same_report_in_whatever_order_games_finish():
    lengths, other = counted(), Lengths("war", WarOptions(3, 4), 40, 3)
    for one in reversed([*other.games()]):
        other.add(play_game(one))
    assert lengths.report() == other.report()
    assert lengths.report() != counted(seed=4).report()
    assert json.loads(lengths.report())["interrupted"] is False


def test_the_shares_of_all_seats_are_all_games():
    lengths = counted()
    assert sum(share.mean for share in lengths.shares()) == pytest.approx(1)
    assert sum(lengths.endings.values()) == 40
    assert len(lengths.turns) == 40
    assert lengths.turns == sorted(lengths.turns)


def test_a_shared_win_is_split():
    lengths = Lengths("war", WarOptions(2, 26, 1), 10, 3)
    for one in lengths.games():
        lengths.add(play_game(one))
    assert [share.mean for share in lengths.shares()] == [0.5, 0.5]


def test_every_length_is_in_one_range():
    turns = counted().turns
    for most in (1, 4, 16):
        found = bins(turns, most)
        assert len(found) <= most + 1
        assert sum(one.games for one in found) == len(turns)
    with pytest.raises(Stopped):
        play_game(next(counted(1).games()), lambda: True)


def test_the_command_prints_and_keeps_them(tmp_path, capfd):
    file = tmp_path / "war.json"
    arguments = ["arena", "war", "--players", "3", "--cards", "4", "--deals", "20", "--seed", "3"]
    assert main([*arguments, "--jobs", "1", "--out", str(file)]) == 0
    out = capfd.readouterr().out
    assert out.startswith("Bataille: 20 games, Players 3, Cards each 4, Last duel 10000\nseed 3\n")
    assert "Player 3" in out
    assert json.loads(file.read_text())["options"] == {"players": 3, "cards": 4, "limit": 10000}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["war", "random", "random"], "nobody decides anything in war: name no players"),
        (["war", "--players", "8", "--cards", "7"], "--cards can only be 1-6 here"),
        (["duel", "random", "random", "--cards", "3"], "--cards is an option of the arena of war"),
    ],
)
def test_what_makes_no_sense_is_refused(capfd, arguments, words):
    assert main(["arena", *arguments]) == 2
    assert capfd.readouterr().err.startswith(f"tapis: {words}")
