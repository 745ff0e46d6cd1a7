"""Who meets whom: every pairing on the same deals, and seeds that depend on nothing else."""

from __future__ import annotations

import pickle

from arena.schedule import Contest, deal_seed
from engine.duel.state import DuelOptions
from engine.shuffle import Lots, seat_seed

OPTIONS = DuelOptions("north")


def contest(*players: str, deals: int = 3, seed: int = 7) -> Contest:
    return Contest("duel", OPTIONS, players, deals, seed, 10.0)


def test_every_two_players_meet_on_every_deal():
    met = [(m.kinds, m.deal) for m in contest("a", "b", "c", deals=2).meetings()]
    pairs = [("a", "b"), ("a", "c"), ("b", "c")]
    assert met == [(pair, deal) for deal in (0, 1) for pair in pairs]


def test_the_number_of_pairs_is_known_beforehand():
    whole = contest("a", "b", "c", "d", deals=5)
    assert whole.size == len(list(whole.meetings())) == 30


def test_a_deal_depends_on_the_seed_and_its_number_only():
    meetings = list(contest("a", "b", "c").meetings())
    assert {(m.deal, m.deal_seed, m.opening_seed) for m in meetings} == {
        (deal, Lots(7, deal).below(2**53), seat_seed(deal_seed(7, deal), 0)) for deal in range(3)
    }
    others = {m.deal_seed for m in contest("a", "b", seed=8).meetings()}
    assert others.isdisjoint(m.deal_seed for m in meetings)


def test_more_deals_go_on_where_fewer_end():
    few, many = contest("a", "b", deals=2), contest("a", "b", deals=4)
    assert list(few.meetings()) == list(many.meetings())[:2]


def test_a_meeting_travels_in_few_bytes():
    meeting = next(contest("random", "greedy").meetings())
    sent = pickle.dumps(meeting)
    assert len(sent) < 250
    assert pickle.loads(sent) == meeting
