"""Dame de Pique, who sees what: own hand, passes, hands once held; nothing else leaks."""

from __future__ import annotations

import pytest
from hearts_tables import (
    ALL,
    EVERY_OPTION,
    PLAIN,
    REFLEX,
    mask,
    middle,
    played,
    random_plays,
)

from engine.game import CHANCE, UNKNOWN, Play
from engine.hearts.cards import ALL as DECK
from engine.hearts.cards import write_cards
from engine.hearts.game import HEARTS
from engine.hearts.moves import SLAP, CardPass
from engine.hearts.options import HeartsOptions
from engine.hearts.state import HeartsState
from engine.reasons import IllegalMove
from engine.shuffle import Lots
from engine.table import Sitter, Table
from engine.timeline import TableTimeline


def told_to(state: HeartsState, seat: int | None) -> list[str]:
    return [str(line.what) for line in state.view(seat).log]


def dealt() -> HeartsState:
    state = HEARTS.start(HeartsOptions())
    return state.play(CHANCE, state.chance(Lots(1, 0)))


def some_pass(state: HeartsState, seat: int) -> CardPass:
    return next(state.view(seat).legal())


# "Own hand; what one passed, received and gave away, all round long"


def test_one_sees_ones_own_hand_and_no_other():
    state = dealt()
    for seat in ALL:
        known = state.view(seat).known
        assert known == tuple(state.hands[seat] if other == seat else 0 for other in ALL)
        line = told_to(state, seat)[0].removeprefix("deal ").split(" / ")
        assert line[seat] == write_cards(state.hands[seat])
        assert {hand for other, hand in enumerate(line) if other != seat} == {" ".join("?" * 13)}
    assert state.view(None).known == (0, 0, 0, 0)
    assert set(told_to(state, None)[0].split()) == {"deal", "/", "?"}


def test_one_sees_what_one_passed_and_received_all_round_long():
    state = dealt()
    for seat in ALL:
        state = state.play(seat, some_pass(state, seat))
    state = state.play(CHANCE, state.chance(Lots(1, 5)))
    while state.number == 1 and not state.rounds:
        for seat in ALL:
            view = state.view(seat)
            assert view.passed == state.passes[seat]
            assert view.received == state.passes[seat - 1]
            left = state.passes[seat] & ~view.played
            if not state.exchanges:
                assert view.known[view.receiver] & left == left
        (mover,) = state.to_move
        chance = mover == CHANCE
        state = state.play(
            mover, state.chance(Lots(7, 7)) if chance else next(state.view(mover).legal())
        )


def test_what_one_gave_away_at_21_is_known_where_it_goes():
    hands = ("2D 3C 2S 2H 6S", "3D 4C 3S 3H 7S", "5D 5C 5S 5H 8S", "JD 9C JS JH 9S")
    state = middle(*hands, is_broken=True)
    for number, suit in enumerate("DCSH", 1):
        for _ in ALL:
            (own,) = state.to_move
            cards = {
                str(move)[1]: move
                for move in state.view(own).legal()
                if str(move) not in ("6S", "7S", "8S", "9S")
            }
            state = state.play(own, cards[suit])
        for seat in ALL:
            known = state.view(seat).known
            for steps in range(4):
                other = (seat - steps) % 4
                assert known[other] == (state.hands[other] if steps <= number else 0)
    assert state.view(None).known == (0, 0, 0, 0)


def test_what_one_passed_is_known_to_go_on_to_the_right_at_21():
    deal = state = dealt()
    for seat in ALL:
        state = state.play(seat, some_pass(state, seat))
    passed = some_pass(deal, 0).cards
    turned = HeartsState(
        state.options, 1, (*state.hands[1:], state.hands[0]), state.passes, exchanges=1
    )
    # passed to seat 1, and then at seat 0, which passed them
    assert turned.view(0).known[0] & passed == passed
    # seat 2 passed to seat 3, which then gave them to seat 2
    assert turned.view(1).known[1] & some_pass(deal, 1).cards == some_pass(deal, 1).cards


def test_everybody_knows_who_will_lead_the_2_of_clubs():
    state, _ = random_plays(PLAIN, 5, rounds=3)
    state = state.play(CHANCE, state.chance(Lots(1, 1)))
    (leader,) = state.to_move
    for seat in (*ALL, None):
        assert state.view(seat).known[leader] & mask("2C")


# "joker, cards played, slaps, that an exchange took place, scores, who has already passed:
# everybody."


def test_everybody_sees_who_has_passed_and_not_what():
    state = dealt().play(2, some_pass(dealt(), 2))
    for seat in (*ALL, None):
        view = state.view(seat)
        assert view.has_passed == (False, False, True, False)
        own = str(some_pass(dealt(), 2))
        assert told_to(state, seat)[-1] == (own if seat == 2 else "pass ? ? ?")
        assert view.passed == (state.passes[2] if seat == 2 else 0)


def test_everybody_sees_joker_cards_slaps_and_scores():
    state = middle(
        "2D 3S", "3D 4S", "5D 5S", "TD 6S", joker="7D", options=REFLEX, scores=(1, 2, 3, 4)
    )
    state = played(state, "2D 3D 5D TD").play(3, SLAP).play(1, SLAP)
    for seat in (*ALL, None):
        view = state.view(seat)
        assert (str(view.joker), view.slaps, view.scores) == ("7D", (3, 1), (1, 2, 3, 4))
        assert [str(card) for card in view.table] == ["2D", "3D", "5D", "TD"]
        assert told_to(state, seat) == ["2D", "3D", "5D", "TD", "sum 20", "slap", "slap"]


def test_everybody_is_told_that_an_exchange_took_place_and_only_its_new_owner_the_hand():
    state = played(middle("2D 3S", "3D 4S", "5D 5S", "JD 6S"), "2D 3D 5D JD")
    for seat in ALL:
        hand = f"hand {write_cards(state.hands[seat])}"
        assert told_to(state, seat)[-3:] == ["takes 21", "exchange", hand]
        assert [*state.view(seat).log][-1].seat == seat
    assert told_to(state, None)[-2:] == ["takes 21", "exchange"]


# "A pass is pass ? ? ? to the others; what one received is told after the fourth pass."


def test_what_one_received_is_told_after_the_fourth_pass():
    state = dealt()
    for seat in (3, 1, 0):
        state = state.play(seat, some_pass(state, seat))
        assert not any(text.startswith("received") for text in told_to(state, 2))
    state = state.play(2, some_pass(state, 2))
    for seat in ALL:
        giver = (seat - 1) % 4
        assert told_to(state, seat)[-1] == f"received {write_cards(state.passes[giver])}"
    assert told_to(state, None)[-2:] == ["pass ? ? ?", "pass ? ? ?"]


# "A spectator sees only what everybody sees."


def test_a_spectator_sees_what_everybody_sees():
    seen = []
    random_plays(HeartsOptions(), 9, lambda state, _: seen.append(state), rounds=2)
    for state in seen:
        view = state.view(None)
        assert view.hand == view.passed == view.received == view.playable == 0
        assert [*view.legal()] == []
        for seat in ALL:
            assert view.known[seat] & ~state.view((seat + 2) % 4).known[seat] == 0
        with pytest.raises(IllegalMove, match=r"it is not a spectator's turn|the game is over"):
            view.draft()


def test_after_the_end_all_hands_are_open():
    state = dealt().forfeit(1)
    assert {state.view(seat).known for seat in (*ALL, None)} == {state.hands}


def test_no_seat_knows_more_than_is_so_and_a_void_that_was_shown_is_one():
    def holds(state, _plays):
        for seat in (*ALL, None):
            view = state.view(seat)
            assert all(
                mine & ~theirs == 0 for mine, theirs in zip(view.known, state.hands, strict=True)
            )
            assert view.unseen & ~sum(state.hands) == 0
            for other in ALL:
                assert view.hand_size(other) == state.hands[other].bit_count()
                assert state.hands[other] & ~view.may[other] == 0

    for number, options in enumerate(EVERY_OPTION):
        random_plays(options, number, holds, rounds=4)


# What was shown by a card that was played.


@pytest.mark.parametrize(
    ("led", "card", "first", "may"),
    [
        ("7D", "9D", False, DECK),
        ("7D", "9S", False, DECK & ~mask("2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD")),
        ("7D", "8C", False, DECK),  # the joker, which may be played instead
        ("2C", "9C", True, DECK),
        ("2C", "9D", True, DECK & ~mask("2C 3C 4C 5C 6C 7C 9C TC JC QC KC AC")),
        ("2C", "5H", True, mask("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH QS")),
        ("2C", "8C", True, mask("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH QS 8C")),
    ],
)
def test_a_card_shows_what_its_hand_lacks(led, card, first, may):
    hand = {"5H": "5H 6H", "8C": "8C QS" if first else "8C 3D"}.get(card, f"{card} 5S")
    state = middle(f"{led} 3C", hand, "4C 5C", "6C 9H", joker="8C", first=first)
    assert played(state, f"{led} {card}").may[1] == may


def test_hearts_led_before_they_are_broken_show_that_nothing_else_is_left():
    state = played(middle("5H AH", "3C 4D", "4C 5D", "5C 6D"), "5H")
    assert write_cards(state.may[0]) == "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"


# What a seat is told never depends on what it may not know.


def test_a_pass_is_unknown_to_all_others_until_the_end():
    options = HeartsOptions()
    _, plays = random_plays(options, 8, rounds=1)
    table = Table(HEARTS, options, [Sitter(name) for name in HEARTS.seats(options)])
    for play in plays:
        table.play(*play)
    passes = [at for at, play in enumerate(plays) if isinstance(play.move, CardPass)]
    for seat in ALL:
        seen = TableTimeline(table, frozenset({seat})).plays
        for at in passes:
            known = plays[at].move if plays[at].seat == seat else UNKNOWN
            assert seen[at] == Play(plays[at].seat, known)
    table.forfeit(1, "left")
    assert TableTimeline(table, frozenset()).plays == plays
