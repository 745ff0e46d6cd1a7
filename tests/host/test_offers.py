"""Offers: who has to agree, what ends an offer, and when one may ask again."""

from __future__ import annotations

import pytest
from toy_game import new_table, play_on

from engine.client import Offer
from engine.game import CHANCE
from engine.reasons import IllegalMove, OfferReason
from engine.table import Sitter
from engine.updates import Answered, Offered
from host.game import SECONDS_AFTER_NO, HostedGame, PendingChange


class Scene:
    """A game of four with some moves made, its offers, and what was told of them."""

    def __init__(self, moves: int = 6) -> None:
        self.table = play_on(new_table(seed=4), moves)
        self.seconds = 0.0
        self.game = HostedGame(self.table, self)
        self.offers = self.game.offers
        self.told: list[Offered | Answered] = []
        self.offers.tell = self.told.append
        moved = [play.seat for play in self.table.plays if play.seat != CHANCE]
        self.seat = moved[-1]
        self.others = frozenset(range(4)) - {self.seat}
        self.offer = Offer(self.seat, self.table.last_turn(self.seat), 1)

    def now(self) -> float:
        return self.seconds

    def ask(self) -> None:
        self.do(self.game.take_back(self.seat, self.others))

    def answer(self, seat: int, *, yes: bool) -> None:
        self.do(self.game.answer(seat, self.offer.number, yes))

    def do(self, deed: PendingChange | None) -> None:
        if deed:
            self.game.apply(deed)

    def why_not(self, seat: int, others=()) -> object:
        with pytest.raises(IllegalMove) as refused:
            self.offers.ask(seat, others)
        return refused.value.reason


def test_where_nobody_has_to_agree_the_move_is_taken_back_at_once():
    scene = Scene()
    scene.do(scene.game.take_back(scene.seat))
    assert len(scene.table.plays) == scene.offer.to
    assert scene.told == []


def test_it_is_taken_back_once_all_others_agree():
    scene = Scene()
    moves = len(scene.table.plays)
    scene.ask()
    assert scene.told == [Offered(scene.offer)]
    for seat in scene.others:
        assert len(scene.table.plays) == moves
        scene.answer(seat, yes=True)
    assert len(scene.table.plays) == scene.offer.to
    assert scene.told == [Offered(scene.offer), Answered(scene.offer, True)]
    assert scene.offers.offer is None


def test_one_no_ends_it_and_one_may_ask_again_after_a_while():
    scene = Scene()
    scene.ask()
    scene.answer(min(scene.others), yes=False)
    assert scene.told[-1] == Answered(scene.offer, False)
    scene.seconds = SECONDS_AFTER_NO - 1
    assert scene.why_not(scene.seat, scene.others) is OfferReason.TOO_SOON
    scene.seconds = SECONDS_AFTER_NO
    scene.ask()
    assert scene.offers.offer == scene.offer._replace(number=2)
    assert len(scene.table.plays) > scene.offer.to


def test_one_offer_does_not_hide_another():
    scene = Scene()
    scene.ask()
    other = next(p.seat for p in scene.table.plays if p.seat in scene.others)
    assert scene.why_not(other, {scene.seat}) is OfferReason.ANOTHER_STANDS
    assert scene.offers.offer == scene.offer


def test_answers_of_those_who_were_not_asked_and_late_ones_are_refused():
    scene = Scene()
    scene.ask()
    with pytest.raises(IllegalMove):
        scene.answer(scene.seat, yes=True)
    assert scene.offers.undecided == scene.others
    play_on(scene.table, 1)
    moves = len(scene.table.plays)
    for seat in scene.others:
        with pytest.raises(IllegalMove):
            scene.answer(seat, yes=True)
    assert len(scene.table.plays) == moves


def test_an_offer_lapses_with_the_next_move_but_not_with_a_hint_or_another_player():
    scene = Scene()
    scene.ask()
    scene.table.note_hint(scene.seat, "")
    scene.table.sit(scene.seat, Sitter("Max"))
    assert scene.offers.offer == scene.offer
    play_on(scene.table, 1)
    assert scene.offers.offer is None
    assert scene.told[-1] == Answered(scene.offer, False)


def test_who_has_not_moved_has_nothing_to_take_back():
    scene = Scene(moves=2)
    idle = next(seat for seat in range(4) if scene.table.last_turn(seat) is None)
    assert scene.why_not(idle, {scene.seat}) is OfferReason.NO_TURN_YET
