"""Shares, Elo and ratings against figures computed by hand; the arithmetic is written out."""

from __future__ import annotations

import json
from math import inf, log10, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.chance import Lengths, bins, play_game
from arena.executor import InProcess
from arena.statistics import Z, elo_difference, quantile, ratings, share_of
from cli.__main__ import main
from engine.game import Stopped, never
from engine.war.options import WarOptions

scores = st.lists(st.sampled_from([0, 0.25, 0.5, 0.75, 1]), min_size=1, max_size=60)


def close(value: float) -> object:
    return pytest.approx(value, abs=1e-9)


def test_the_share_and_its_interval_as_computed_by_hand():
    # four pairs: mean p = (1 + 1 + 0.5 + 0) / 4 = 0.625; p (1 - p) = 0.234375
    # squares: 0.375^2 + 0.375^2 + 0.125^2 + 0.625^2 = 0.6875
    # design effect, with two pairs of effect 1 more: (0.6875 + 2 x 0.234375) / (6 x 0.234375)
    design = 1.15625 / 1.40625
    size = 4 / design  # 4.8649 effective observations
    # Wilson: (p + z^2/2n -+ z sqrt(p (1 - p) / n + z^2/4n^2)) / (1 + z^2/n)
    half = Z * sqrt(0.234375 / size + Z * Z / (4 * size * size))
    low = (0.625 + Z * Z / (2 * size) - half) / (1 + Z * Z / size)
    high = (0.625 + Z * Z / (2 * size) + half) / (1 + Z * Z / size)
    assert share_of([1, 1, 0.5, 0]) == (0.625, close(low), close(high))
    assert (round(low, 3), round(high, 3)) == (0.244, 0.896)


def test_who_won_every_pair_has_wilson_s_interval_of_so_many_observations():
    # p = 1: both terms of the middle and the half are z^2/2n, so the low end is 1 / (1 + z^2/n)
    assert share_of([1] * 50) == (1, close(1 / (1 + Z * Z / 50)), 1)
    assert share_of([0] * 50) == (0, 0, close(Z * Z / 50 / (1 + Z * Z / 50)))


def test_pairs_that_all_ended_one_each_leave_a_little_doubt():
    # squares 0, so the design effect is 2 / (n + 2), and n / d is n (n + 2) / 2: 5,100 for 100
    mean, low, high = share_of([0.5] * 100)
    half = Z * sqrt(0.25 / 5100 + (Z / 10200) ** 2) / (1 + Z * Z / 5100)
    assert (mean, low, high) == (0.5, close(0.5 - half), close(0.5 + half))
    assert 0.01 < half < 0.02


@given(scores)
def test_the_interval_holds_the_share_and_stays_within_0_and_1(pairs):
    mean, low, high = share_of(pairs)
    assert 0 <= low <= mean <= high <= 1
    assert low < high


@given(scores)
def test_seen_from_the_other_side_the_interval_is_mirrored(pairs):
    mean, low, high = share_of(pairs)
    assert share_of([1 - score for score in pairs]) == (
        close(1 - mean),
        close(1 - high),
        close(1 - low),
    )


@given(scores)
def test_more_of_the_same_is_surer(pairs):
    once, often = share_of(pairs), share_of(pairs * 4)
    assert often.high - often.low < once.high - once.low


def test_elo_differences_as_computed_by_hand():
    # 400 log10(p / (1 - p)): 10 to 1 is 400 points, 3 to 1 is 400 x 0.4771 = 190.8
    assert elo_difference(10 / 11) == close(400)
    assert elo_difference(0.75) == close(400 * log10(3))
    assert elo_difference(0.25) == close(-400 * log10(3))
    assert (elo_difference(0.5), elo_difference(1), elo_difference(0)) == (0, inf, -inf)


def test_ratings_of_three_meet_every_pairing_where_they_can():
    # with the drawn pair 2 to 1, 2 to 1 and 4 to 1: strengths 4, 2, 1, 400 log10(2) points apart
    won = {(0, 1): 19.5, (1, 0): 9.5, (1, 2): 19.5, (2, 1): 9.5, (0, 2): 23.5, (2, 0): 5.5}
    step = 400 * log10(2)
    assert ratings(won, 3) == pytest.approx([step, 0, -step], abs=1e-3)


def test_ratings_stay_finite_for_who_won_or_lost_everything():
    first, second, third = ratings({(0, 1): 9, (1, 0): 0, (1, 2): 9, (2, 1): 0}, 3)
    assert 1000 > first > second > third > -1000
    assert first + second + third == pytest.approx(0)


def test_who_met_nobody_has_no_rating():
    assert ratings({(0, 2): 1, (2, 0): 1}, 3) == [0, None, 0]
    assert ratings({}, 2) == [None, None]


@pytest.mark.parametrize(
    ("part", "value"), [(0, 1), (0.25, 1), (0.26, 2), (0.5, 2), (0.75, 3), (0.95, 4), (1, 4)]
)
def test_a_quantile_is_one_of_the_values(part, value):
    assert quantile([1, 2, 3, 4], part) == value


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
