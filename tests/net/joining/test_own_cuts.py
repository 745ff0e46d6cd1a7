"""The cuts of a client: what it answers a table that cheats, and what it finds at the end."""

from __future__ import annotations

from dataclasses import replace

import pytest
from house_clients import FarPerson
from shared_tables import OTHER, OWNER, TableScene

from engine.duel.game import DUEL
from engine.duel.state import DuelOptions
from engine.games import find_game
from engine.table import Sitter, Table
from host.plan import HostPlan, SeatPlan, options_of
from net.joining.own_cuts import DealReason, OwnCuts
from net.joining.reception import StrangeNews
from net.wire import CutNews
from saves.cut import Cut, CutDeal, cut_seal, table_seal
from saves.record import Record

TABLE = table_seal("server")
GAMES = {
    "duel": {},
    "zen": {"variant": 3},
    "hearts": {"slap": "reflex"},
    "war": {"cards": 5, "players": 3},
}


class At:
    """A client at a table that a test plays; the other player's value is `south`."""

    def __init__(self):
        self.cuts = OwnCuts()
        self.seal = self.cuts.answer(CutNews(TABLE), 0).seal
        self.seals = (self.seal, cut_seal(TABLE, Cut(1, "south")))

    def open(self):
        return self.cuts.answer(CutNews(TABLE, self.seals), 0).value

    def verdict(self, deal, dealt=None):
        seed = (dealt or deal or CutDeal("x", ())).seed
        table = Table(DUEL, DuelOptions(), [Sitter("a"), Sitter("b")], seed)
        record = Record(table, "2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "0", {}, cut=deal)
        return self.cuts.verdict(1, record.to_bytes()).reason


def test_a_right_deal_is_told_as_such():
    at = At()
    assert at.verdict(CutDeal("server", (Cut(0, at.open()), Cut(1, "south")))) is DealReason.CHECKED


def test_the_same_question_gets_the_same_answer_and_a_new_seal_of_the_table_a_new_value():
    at = At()
    assert at.cuts.answer(CutNews(TABLE), 0).seal == at.seal
    value = at.open()
    assert at.open() == value
    another = table_seal("another")
    sealed = at.cuts.answer(CutNews(another), 0).seal
    opened = at.cuts.answer(CutNews(another, (sealed, "")), 0).value
    assert opened not in ("", value)
    assert at.verdict(CutDeal("another", (Cut(0, opened),))) is DealReason.ANEW


@pytest.mark.parametrize("seals", [(), ("", ""), ("x",), ("other", "x")])
def test_no_value_is_opened_for_seals_without_our_own(seals):
    at = At()
    if seals:
        with pytest.raises(StrangeNews):
            at.cuts.answer(CutNews(TABLE, seals), 0)
    else:
        assert not at.cuts.answer(CutNews(TABLE, seals), 0).value


def test_no_value_is_opened_again_for_other_seals():
    at = At()
    at.open()
    with pytest.raises(StrangeNews):
        at.cuts.answer(CutNews(TABLE, (at.seal, "changed")), 0)


def test_a_value_is_never_opened_before_it_was_sealed():
    assert not OwnCuts().answer(CutNews(TABLE, ("a", "b")), 0).value
    with pytest.raises(StrangeNews):
        OwnCuts().answer(CutNews(TABLE), None)


@pytest.mark.parametrize("cheat", ["table", "other", "nobody", "none", "dealt"])
def test_a_table_that_chose_the_cards_is_found_out(cheat):
    at = At()
    right = CutDeal("server", (Cut(0, at.open()), Cut(1, "south")))
    deals = {
        "table": replace(right, table="better"),
        "other": replace(right, cuts=(right.cuts[0], Cut(1, "better"))),
        "nobody": replace(right, cuts=right.cuts[:1]),
        "none": None,
    }
    dealt = CutDeal("better", ()) if cheat == "dealt" else None
    assert at.verdict(deals.get(cheat, right), dealt) is DealReason.WRONG


def test_a_deal_without_our_cut_is_told_and_a_client_that_did_not_cut_says_nothing():
    at = At()
    at.open()
    assert at.verdict(CutDeal("server", (Cut(1, "south"),))) is DealReason.WITHOUT
    assert OwnCuts().verdict(1, b"no record") is None
    assert at.cuts.verdict(1, b"no record").reason is DealReason.WRONG


@pytest.mark.parametrize("key", GAMES)
def test_each_game_is_cut_and_checked_by_every_player(key):
    game, options = find_game(key), options_of(HostPlan(game=key, options=GAMES[key]))
    others, level = len(game.seats(options)) - 2, next(iter(game.computer_players))
    seats = [SeatPlan()] * 2 + [SeatPlan(level, f"computer {at}") for at in range(others)]
    scene = TableScene(key, seats=seats, options=GAMES[key], seed=None)
    people = [FarPerson(scene, one, cuts=True) for one in (OWNER, OTHER)]
    scene.run()
    people[0].client.resign(0)
    scene.run()
    for one in people:
        assert one.client.company.deal.reason is DealReason.CHECKED
