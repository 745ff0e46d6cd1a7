"""The computer players of Dame de Pique: legal, steady, without secrets, and not blind."""

from __future__ import annotations

import pytest
from hearts_tables import (
    ALL,
    EVERY_OPTION,
    PLAIN,
    REFLEX,
    late,
    mask,
    middle,
    played,
    random_plays,
)

from engine.game import Stopped
from engine.hearts import master
from engine.hearts.cards import CARDS, cards_of, write_cards
from engine.hearts.game import HEARTS as GAME
from engine.hearts.master import Chances, Plan
from engine.hearts.moves import SLAP, CardPass, parse
from engine.hearts.options import HeartsOptions
from engine.hearts.players import last_card_cost
from engine.hearts.playout import NOBODY, Playout, danger, pass_three, strength, threat_of
from engine.hearts.rules import NO_VALUES, VALUES
from engine.shuffle import Lots

LEVELS = tuple(GAME.computer_players)


@pytest.fixture(autouse=True)
def _few_worlds(monkeypatch):
    """Let `master` look at few worlds: what it does does not depend on their number."""
    monkeypatch.setattr(master, "WORLDS", 12)
    monkeypatch.setattr(master, "PASS_WORLDS", 8)


def player(level: str, seed: int = 1):
    return GAME.computer_players[level](seed)


def some_states(options: HeartsOptions) -> list:
    """Return moments of random rounds at which somebody is to move."""
    states = []

    def watch(state, plays) -> None:
        if len(plays) % 13 == 3 and state.to_move and state.to_move[0] >= 0:
            states.append((state, [*plays]))

    random_plays(options, 5, watch, rounds=2)
    return states


def test_a_master_that_is_asked_to_stop_stops():
    asked = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 3

    view = middle("7D 8D 9C", "5D", "3S", "4S").view(0)
    with pytest.raises(Stopped):
        player("master").choose(view, stop)
    assert len(asked) == 4


@pytest.mark.parametrize("level", LEVELS)
def test_everybody_slaps(level):
    state = played(middle("2D 3S", "3D 4S", "5D 5S", "TD 6S", options=REFLEX), "2D 3D 5D TD")
    assert player(level).choose(state.view(2)) is SLAP


# Rules of thumb.


@pytest.mark.parametrize(
    ("hands", "cards", "chosen"),
    [
        (("9D", "3D 8D JD", "2S", "2H"), "9D", "8D"),  # the highest that stays under
        (("9D", "2C AS QS", "2S", "2H"), "9D", "QS"),  # the queen where suit is not followed
        (("KS", "3S QS", "2S", "2H"), "KS", "QS"),  # the queen under the king
        (("9S", "KS 4S", "2C", "2H"), "9S", "4S"),  # no king before the queen
        (("9D", "2C 5H AH", "2S", "2H"), "9D", "AH"),  # the highest heart
    ],
)
def test_club_knows_what_every_player_knows(hands, cards, chosen):
    state = played(middle(*hands, options=PLAIN, is_broken=True), cards)
    assert player("club").choose(state.view(1)) == parse(chosen)


def test_club_as_the_last_avoids_what_costs_it_and_knows_the_sums():
    hands = ("2H 9C", "4H 8C", "5H 7C", "TH 9H 3C")
    state = played(middle(*hands, is_broken=True), "2H 4H 5H")
    view = state.view(3)
    # 9H makes 20, and the trick goes to whoever slaps last; TH makes 21: it goes to the right
    assert last_card_cost(view, parse("9H")) == 1
    assert last_card_cost(view, parse("TH")) == 0
    assert player("club").choose(view) == parse("TH")
    plain = played(middle(*hands, is_broken=True, options=PLAIN), "2H 4H 5H").view(3)
    assert last_card_cost(plain, parse("TH")) == 4


def test_the_three_most_dangerous_cards_are_passed():
    hand = mask("2C 3C 9C 2D 5D QS KS 4S 2H 3H 4H 5H AH")
    assert write_cards(pass_three(hand)) == "AH QS KS" or mask("QS KS") & ~pass_three(hand) == 0
    guarded = mask("2S 3S 4S 5S 6S 7S QS 2C AC AD KD 2H AH")
    assert not pass_three(guarded) & mask("QS")
    assert danger(parse("QS"), hand) > danger(parse("9C"), hand) > danger(parse("2C"), hand)


def test_a_hand_of_high_cards_is_strong():
    strong = mask("AC KC QC AD KD AH KH QH JH TH AS KS QS")
    weak = mask("2C 3C 4C 2D 3D 2H 3H 4H 5H 6H 2S 3S 4S")
    assert strength(strong) > master.STRONG > strength(weak)
    assert strength(0) == 0


# Playouts.


def finished(hands, card: str, *, leader=0, taken=("", "", "", ""), values=NO_VALUES, **more):
    playout = Playout(
        [mask(hand) for hand in hands],
        [],
        leader,
        [mask(cards) for cards in taken],
        0,
        values,
        lambda: 0.99,
        is_first=False,
        is_broken=True,
    )
    return playout.finish(parse(card), **more)


def test_a_playout_plays_the_round_to_its_end():
    points = finished(("2D 3H", "3D 4H", "4D 5H", "5D 6H"), "2D", taken=("", "QS", "", ""))
    assert points == (0, 13, 0, 4)


def test_a_playout_knows_the_sums():
    hands = ("2H", "3H", "5H", "TH")
    rank = VALUES["rank"]
    assert finished(hands, "2H", values=rank) == (0, 0, 0, 4)  # the last in a slap of 0.99
    assert finished(("2H", "3H", "5H", "JH"), "2H", values=rank) == (0, 0, 4, 0)
    assert finished(hands, "2H") == (0, 0, 0, 4)
    # at 21 the hands go to the right, and seat 3 leads what seat 0 held
    hands = ("2D 9H", "3D 8H", "5D 7H", "JD 6H")
    assert finished(hands, "2D", values=rank) == (0, 0, 0, 4)


def test_playouts_of_random_worlds_agree_with_the_rules():
    """The points of a playout are those that its own cards score when the rules play them."""
    from engine.hearts.rules import round_points

    for options in (PLAIN, HeartsOptions()):
        for state, _ in some_states(options):
            if state.leader is None or len(state.table) == 4:
                continue
            view = state.view(state.to_move[0])
            playout = Playout(
                [*state.hands],
                [*state.table],
                state.leader,
                [*state.taken],
                view.joker_mask,
                options.card_values,
                lambda: 0.3,
                is_first=not state.tricks,
                is_broken=state.is_broken,
            )
            points = playout.finish(cards_of(view.playable)[0])
            assert points == round_points(playout.taken, view.joker_mask)
            assert sum(playout.taken) == sum(1 << card for card in CARDS)
            assert sum(points) in (26 + options.joker, 78)


def test_who_has_all_points_so_far_is_a_threat():
    taken = [mask("QS 2H"), 0, mask("5C"), 0]
    assert threat_of(taken, 8) == 0
    assert threat_of(taken, 15) == NOBODY
    assert threat_of([*taken[:3], mask("3H")], 8) == NOBODY
    assert threat_of([0, 0, 0, 0], 0) == NOBODY


# The master.


def master_of(monkeypatch, worlds: int = 60):
    monkeypatch.setattr(master, "WORLDS", worlds)
    return player("master")


def test_worlds_of_a_master_contradict_nothing_it_knows(monkeypatch):
    drawn = []
    init = Playout.__init__

    def noting(self, hands, *others, **more):
        drawn.append(tuple(hands))
        init(self, hands, *others, **more)

    monkeypatch.setattr(Playout, "__init__", noting)
    for options in EVERY_OPTION:
        for state, _ in some_states(options):
            if state.leader is None or len(state.table) == 4:
                continue
            view = state.view(state.to_move[0])
            drawn.clear()
            player("master").choose(view)
            for hands in drawn:
                assert sum(hands) == sum(state.hands)
                for seat in ALL:
                    assert hands[seat].bit_count() == view.hand_size(seat)
                    assert hands[seat] & view.known[seat] == view.known[seat]
                    assert hands[seat] & ~view.may[seat] == 0


def hearts_but(*names: str) -> str:
    return " ".join(f"{rank}H" for rank in "23456789TJQKA" if f"{rank}H" not in names)


def test_the_master_stops_a_grand_chelem(monkeypatch):
    taken = (hearts_but("9H", "JH", "QH", "KH", "AH") + " QS", "", "", "")
    hands = ("KH 3C", "AH 9H", "JH 2C", "QH 2D")
    state = played(late(*hands, taken=taken, leader=2, is_broken=True, options=PLAIN), "JH QH KH")
    # with 9H the trick, and AH in the next one, go to seat 0, which has all other points
    assert master_of(monkeypatch).choose(state.view(1)) == parse("AH")


def test_without_a_grand_chelem_to_stop_the_master_stays_under(monkeypatch):
    taken = (hearts_but("8H", "9H", "JH", "QH", "KH", "AH") + " QS", "", "8H", "")
    hands = ("KH 3C", "AH 9H", "JH 2C", "QH 2D")
    state = played(late(*hands, taken=taken, leader=2, is_broken=True, options=PLAIN), "JH QH KH")
    assert master_of(monkeypatch).choose(state.view(1)) == parse("9H")


def test_the_master_goes_on_with_a_grand_chelem_that_is_sure(monkeypatch):
    taken = (hearts_but("2H", "AH") + " QS", "", "", "")
    state = late("AH 2C", "8C 2H", "3C 4D", "5C 5D", is_broken=True, options=PLAIN, taken=taken)
    assert master_of(monkeypatch).choose(state.view(0)) == parse("AH")
    estimates = master.estimate(state.view(0), Lots(3, 1), lambda: False)
    assert estimates[0].plan.move == parse("AH")
    assert estimates[0].chelems > 0
    assert estimates[0].cost < estimates[-1].cost


def test_the_master_thinks_of_a_grand_chelem_with_a_strong_hand_alone():
    hands = ("AC KC QC AD", "2C 3C 4C 2D", "5C 6C 7C 3D", "8C 9C TC 4D")
    strong = late(*hands, options=PLAIN, taken=(hearts_but() + " QS", "", "", ""))
    views = [strong.view(0), played(strong, "AC").view(1)]
    plans = [master._Playing(view, Chances(1)).plans() for view in views]
    assert any(plan.for_all for plan in plans[0])
    assert not any(plan.for_all for plan in plans[1])


def test_the_master_makes_21_where_that_sends_the_queen_on(monkeypatch):
    state = played(late("2S 7C 8D", "3S 8C 9D", "4S 9C TD", "QS 5S JC"), "2S 3S 4S")
    # 2 + 3 + 4 + 12 is 21: the queen goes to seat 2, kept she would be taken by her own seat
    assert master_of(monkeypatch).choose(state.view(3)) == parse("QS")


def test_the_master_s_passes_are_its_three_most_dangerous_cards_and_others():
    state = GAME.start(PLAIN)
    state = state.play(-1, state.chance(Lots(1, 0)))
    view = state.view(0)
    plans = master._Passing(view, Chances(1)).plans()
    assert plans[0] == Plan(pass_three(view.hand))
    assert len(set(plans)) == len(plans) == master.PASSES
    move = player("master").choose(view)
    assert isinstance(move, CardPass)
    assert move.cards in [plan.move for plan in plans]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("better", "worse"), [("novice", "random"), ("greedy", "novice"), ("club", "greedy")]
)
def test_a_level_takes_fewer_points_than_the_one_below(better, worse):
    kinds = (better, worse, better, worse)
    points = dict.fromkeys(kinds, 0)
    for deal in range(40):
        for turn in (0, 1):
            players = [player(kinds[seat - turn], deal * 7 + seat) for seat in ALL]
            state, _ = random_plays(
                PLAIN,
                deal,
                rounds=4,
                move=lambda s, seat, _, p=players: p[seat].choose(s.view(seat)),
            )
            for seat in ALL:
                points[kinds[seat - turn]] += state.scores[seat]
    assert points[better] < 0.9 * points[worse]
