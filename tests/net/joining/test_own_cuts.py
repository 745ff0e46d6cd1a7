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
OTHER_DEAL = CutDeal("better", ())
GAMES = {
    "duel": {},
    "zen": {"variant": 3},
    "hearts": {"slap": "reflex"},
    "war": {"cards": 5, "players": 3},
}


def table_of(seed):
    return Table(DUEL, DuelOptions(), [Sitter("a"), Sitter("b")], seed)


def record_of(deal, seed):
    now = "2026-01-01T00:00:00Z"
    return Record(table_of(seed), now, now, "0", {}, cut=deal).to_bytes()


class At:
    """A client at a table that a test plays; the other player's value is `south`."""

    def __init__(self):
        self.cuts = OwnCuts()
        self.seal = self.cuts.answer(CutNews(TABLE), 0).seal
        self.seals = (self.seal, cut_seal(TABLE, Cut(1, "south")))

    def open(self):
        return self.cuts.answer(CutNews(TABLE, self.seals), 0).value

    def verdict(self, told, recorded=None, played=None, game_number=1):
        """Return what is said of the values told, with another deal in the record or in play."""
        seed = (recorded or told or OTHER_DEAL).seed
        seen = table_of(played.seed if played else seed).view(0)
        return self.cuts.verdict(game_number, record_of(told, seed), seen).reason


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


CHEATS = {
    "its own value is another one than it sealed": (
        lambda right: {"told": replace(right, table="better")},
        DealReason.WRONG,
    ),
    "the value of the other player is another one": (
        lambda right: {"told": replace(right, cuts=(right.cuts[0], Cut(1, "better")))},
        DealReason.WRONG,
    ),
    "the value of the other player is left out": (
        lambda right: {"told": replace(right, cuts=right.cuts[:1])},
        DealReason.WRONG,
    ),
    "the deck in the record is another one": (
        lambda right: {"told": right, "recorded": OTHER_DEAL},
        DealReason.WRONG,
    ),
    "the deck in play was another one than in the record": (
        lambda right: {"told": right, "played": OTHER_DEAL},
        DealReason.WRONG,
    ),
    "our value is left out": (
        lambda right: {"told": replace(right, cuts=right.cuts[1:])},
        DealReason.WITHOUT,
    ),
    "our value is that of another game": (
        lambda right: {"told": replace(right, cuts=(Cut(0, "earlier"), right.cuts[1]))},
        DealReason.WITHOUT,
    ),
    "no values are told": (lambda _right: {"told": None}, DealReason.WITHOUT),
    "it asked for the cut of another game": (
        lambda right: {"told": right, "game_number": 2},
        DealReason.UNSEEN,
    ),
    "it never asked for the cut": (
        lambda _right: {"told": None, "game_number": 2},
        DealReason.WITHOUT,
    ),
}
"""What a table may do to choose the cards, and what its players are told then."""


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_table_that_may_have_chosen_the_cards_is_never_said_to_be_right(cheat):
    at = At()
    right = CutDeal("server", (Cut(0, at.open()), Cut(1, "south")))
    cheated, reason = CHEATS[cheat]
    assert at.verdict(right) is DealReason.CHECKED
    assert at.verdict(**cheated(right)) is reason


def test_a_record_that_is_none_is_wrong_and_a_spectator_checks_nothing():
    at = At()
    assert at.cuts.verdict(1, b"no record", table_of(1).view(0)).reason is DealReason.WRONG
    assert at.cuts.verdict(1, b"no record", table_of(1).view(None)) is None


def test_a_table_that_repeats_its_value_gets_another_one_of_ours():
    at = At()
    value = at.open()
    sealed = at.cuts.answer(CutNews(TABLE, game_number=2), 0).seal
    again = at.cuts.answer(CutNews(TABLE, (sealed, at.seals[1]), game_number=2), 0).value
    assert again not in ("", value)


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
