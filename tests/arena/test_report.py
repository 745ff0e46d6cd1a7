"""The report: the same bytes whoever did the work, everything in it, nothing that JSON lacks."""

from __future__ import annotations

import json

import pytest

from arena.executor import InProcess, Processes
from arena.match import Forfeited, GameResult, MeetingResult, play_meeting
from arena.report import report
from arena.schedule import Contest
from arena.tally import Tally
from engine.duel.reasons import Ending, Refusal
from engine.duel.state import DuelOptions
from engine.game import never
from engine.reasons import Explanation
from engine.version import __version__
from saves.document import read_document

NORTH = DuelOptions("north")
TRIO = Contest("duel", NORTH, ("random", "greedy", "random"), 4, 7, 10.0)


def played(contest: Contest, executor) -> Tally:
    tally = Tally(contest)
    for result in executor.run(play_meeting, contest.meetings(), never):
        tally.add(result)
    return tally


def without_times(data: bytes) -> bytes:
    head, times, _ = data.partition(b'\n "times": ')
    assert times
    return head


def won(pairing: int, deal: int, *winners: int, given_up: Forfeited | None = None) -> MeetingResult:
    games = tuple(GameResult((winner,), Ending.BLOCKED, 9, given_up) for winner in winners)
    return MeetingResult(pairing, deal, games, ((0.5, 0.25), (0.125,)))


def test_the_same_seed_gives_the_same_bytes_whatever_the_number_of_processes():
    one = report(played(TRIO, InProcess()), jobs=1, seconds=3)
    two = report(played(TRIO, Processes(2)), jobs=2, seconds=2)
    assert without_times(one) == without_times(two)
    assert one != two


def test_a_report_has_all_that_is_needed_to_repeat_it():
    document = read_document(report(played(TRIO, InProcess()), jobs=1, seconds=3))
    assert document["program"] == __version__
    again = Contest(
        document["game"],
        DuelOptions(**document["options"]),
        tuple(document["players"]),
        document["deals"],
        document["seed"],
        document["patience"],
    )
    assert again == TRIO
    assert document["rules"] == 1
    assert document["interrupted"] is False


def test_what_was_not_played_makes_a_report_an_interrupted_one():
    tally = Tally(TRIO)
    tally.add(won(0, 2, 0, 1))
    document = read_document(report(tally, jobs=1, seconds=0))
    assert document["interrupted"] is True
    assert [pairing["pairs"] for pairing in document["pairings"]] == [1, 0, 0]
    assert document["pairings"][1]["share"] is None
    assert [total["rating"] for total in document["totals"]] == [0, 0, None]


def test_what_is_infinite_is_null():
    tally = Tally(Contest("duel", NORTH, ("greedy", "random"), 1, 7, 10.0))
    tally.add(won(0, 0, 0, 0))
    (pairing,) = read_document(report(tally, jobs=1, seconds=0))["pairings"]
    assert pairing["share"]["mean"] == pairing["share"]["high"] == 1
    assert pairing["elo"]["mean"] is pairing["elo"]["high"] is None
    assert pairing["elo"]["low"] < 0


def test_who_gave_up_is_named_with_the_reason():
    tally = Tally(Contest("duel", NORTH, ("random", "greedy", "random"), 1, 7, 10.0))
    tally.add(won(2, 0, 0, 0, given_up=Forfeited(1, Explanation(Refusal.NOT_IN_HAND, {"card": 7}))))
    document = read_document(report(tally, jobs=1, seconds=0))
    (result,) = document["pairings"][2]["results"]
    assert result["games"][0]["forfeit"] == {
        "player": 1,
        "reason": "not-in-hand",
        "text": "07 is not in hand",
    }
    assert [total["forfeits"] for total in document["totals"]] == [0, 0, 2]


def test_times_are_those_of_the_decisions_of_each_player():
    tally = Tally(Contest("duel", NORTH, ("greedy", "random"), 2, 7, 10.0))
    for deal in (0, 1):
        tally.add(won(0, deal, 0, 1))
    times = json.loads(report(tally, jobs=3, seconds=1.23456))["times"]
    assert (times["jobs"], times["seconds"]) == (3, 1.235)
    assert times["decisions"] == [
        {"count": 4, "median": 0.25, "p95": 0.5},
        {"count": 2, "median": 0.125, "p95": 0.125},
    ]


def test_a_player_s_share_is_that_of_all_its_games():
    tally = Tally(Contest("duel", NORTH, ("a", "b", "c"), 1, 7, 10.0))
    for result in (won(0, 0, 0, 0), won(1, 0, 0, 1), won(2, 0, 1, 0)):
        tally.add(result)
    player_scores = tally.player_scores()
    assert [(showing.games, showing.share) for showing in player_scores] == [
        (4, 0.75),
        (4, 0.25),
        (4, 0.5),
    ]
    ratings = [showing.rating for showing in player_scores]
    assert ratings[0] > ratings[2] > ratings[1]
    assert sum(ratings) == pytest.approx(0)
