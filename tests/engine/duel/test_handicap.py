"""A duel with a handicap: one player has to lay only one card a turn."""

from __future__ import annotations

import json
from random import Random

import pytest
import slow_rules
from duels import positions, view_of
from endgames import endgame, wins
from games_on_disk import NOW
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.duel import results, rules
from engine.duel.analysis import Effort, analyse
from engine.duel.game import DUEL
from engine.duel.hints import hint
from engine.duel.moves import SEATS, Turn, parse_turn
from engine.duel.quick_turns import quick_turns
from engine.duel.reasons import Ending, Refusal
from engine.duel.rules import Tops, mask_of
from engine.duel.state import DuelOptions, DuelState
from engine.game import CHANCE
from engine.reasons import IllegalMove
from engine.shuffle import Lots
from engine.table import Sitter, Table
from engine.timeline import TableTimeline
from net.view_form import read_view, write_view
from play.games.duel.story import DuelStory
from play.setup import usual_setup
from saves.document import Fault
from saves.header import read_header
from saves.reading import read_record
from saves.record import Record

LEVELS = tuple(DUEL.computer_players)
MOST_TURNS = {"expert": 30, "master": 8}
"""The turns after which the games of levels that think long are left."""
SMALL = st.sets(st.integers(2, 59), max_size=4)


def table_with(helped: str, seed: int = 1, first: str = "north") -> Table:
    return Table(DUEL, DuelOptions(first, helped), [Sitter(seat) for seat in SEATS], seed)


def tops_near(hand, data) -> Tops:
    near = {1, 60, *(card + far for card in hand for far in (-10, -1, 0, 1, 10))}
    top = st.sampled_from(sorted(top for top in near if 1 <= top <= 60))
    return Tops(*(data.draw(top) for _ in range(4)))


@settings(max_examples=60)
@given(SMALL, st.data())
def test_one_card_can_be_laid_where_trying_everything_finds_one(hand, data):
    tops = tops_near(hand, data)
    expected = slow_rules.can_lay(hand, slow_rules.plain(tops), 1)
    assert rules.can_lay(mask_of(hand), tops, 1) == expected


@settings(max_examples=25)
@given(positions)
@example(({20, 30, 40, 41, 50, 51}, Tops(30, 31, 45, 15)))
@example(({2}, Tops(50, 1, 30, 60)))
def test_all_turns_of_one_card_or_more_are_there_and_each_once(position):
    hand, tops = position
    cards = sorted(hand)
    found = results.results(cards, tops, 1)
    assert len(found) == len(set(found))
    led_to = set()
    for result in found:
        turn = results.turn_to(result, cards, tops)
        view_of(hand, tops)._replace(helped=0).check(turn)
        left, new = slow_rules.play_out(
            hand, slow_rules.plain(tops), [(lay.card, lay.pile.mark) for lay in turn.lays]
        )
        led_to.add((frozenset(left), tuple(new.values())))
    assert led_to == slow_rules.all_results(hand, slow_rules.plain(tops), 1)


@settings(max_examples=60)
@given(positions, st.integers(1, 12))
def test_quick_turns_are_among_them_and_there_is_one_where_there_is_any(position, most):
    hand, tops = position
    mask, cards = mask_of(hand), sorted(hand)
    every = results.results(cards, tops, 1)
    found = quick_turns(mask, tops, most, 1)
    assert bool(found) == bool(every)
    led_to = {(results.tops_of(result), result & results.USED) for result in every}
    places = {1 << card: 1 << place for place, card in enumerate(cards)}
    for _cost, used, *new in found:
        by_place = sum(place for card, place in places.items() if used & card)
        assert (Tops(*new), by_place) in led_to


@settings(max_examples=40)
@given(positions)
def test_greedy_finds_the_cheapest_turn_of_one_card_or_more(position):
    hand, tops = position
    costs = slow_rules.greedy_costs(hand, slow_rules.plain(tops), 1)
    view = view_of(hand, tops)._replace(helped=0)
    if costs:
        turn = DUEL.computer_players["greedy"](0).choose(view)
        lays = [(lay.card, lay.pile.mark) for lay in turn.lays]
        left, new = slow_rules.play_out(hand, slow_rules.plain(tops), lays)
        assert costs[frozenset(left), tuple(new.values())] == min(costs.values())


@pytest.mark.parametrize("leasts", [(1, 2), (2, 1)])
def test_the_end_is_solved_as_trying_everything_does(leasts):
    random, met = Random(f"{leasts}"), set()
    for _ in range(40):
        end = endgame(random, 2, 4)
        masks = mask_of(end.hand), mask_of(end.their_hand)
        found = results.EndgameSolver().winning_result(*masks, end.tops, *leasts)
        expected = wins(end.hand, end.their_hand, tuple(end.tops), *leasts)
        assert (found is not None) == expected
        met.add((expected, wins(end.hand, end.their_hand, tuple(end.tops))))
    assert len(met) > 2, "the handicap decides some of these ends"


def test_a_solver_keeps_apart_who_of_both_has_the_handicap():
    random, solver = Random(5), results.EndgameSolver()
    for _ in range(12):
        end = endgame(random, 2, 4)
        masks = mask_of(end.hand), mask_of(end.their_hand)
        for leasts in ((1, 2), (2, 2), (2, 1)):
            found = solver.winning_result(*masks, end.tops, *leasts)
            assert (found is not None) == wins(*end[:2], tuple(end.tops), *leasts)


@pytest.mark.parametrize("helped", ["north", "south"])
def test_one_card_is_a_turn_for_the_helped_player_alone_and_draws_up_to_six(helped):
    table = table_with(helped, first=helped)
    seat = ("north", "south").index(helped)
    table.play(seat, next(turn for turn in table.view(seat).legal() if len(turn.lays) == 1))
    side = table.view(None).sides[seat]
    assert (side.hand_size, side.draw_size) == (6, 51)
    other = 1 - seat
    assert all(len(turn.lays) > 1 for turn in table.view(other).legal())
    one = Turn(next(table.view(other).legal()).lays[:1])
    with pytest.raises(IllegalMove, match="at least two cards"):
        table.play(other, one)


def test_a_draft_of_the_helped_player_may_end_after_one_card_and_not_before():
    draft = table_with("north").view(0).draft()
    with pytest.raises(IllegalMove) as refused:
        draft.finish()
    assert refused.value.reason is Refusal.NONE_LAID
    assert draft.move is None
    (step, *_) = draft.legal_steps()
    assert draft.add(step).finish() == Turn((step,))
    with pytest.raises(IllegalMove, match="at least one card"):
        table_with("north").play(0, Turn(()))


@pytest.mark.parametrize("helped", ["north", "south"])
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_whole_games_on_both_sides_of_a_handicap(level, helped):
    table = table_with(helped)
    players = [DUEL.computer_players[one](1) for one in (level, "casual")]
    while not table.outcome and len(table.plays) < MOST_TURNS.get(level, 1000):
        (seat,) = table.to_move
        table.play(seat, players[seat].choose(table.view(seat)))
        assert max(side.hand_size for side in table.view(None).sides) <= 6
    if table.outcome:
        check_end(table.state, ("north", "south").index(helped))


def check_end(state: DuelState, helped: int) -> None:
    """Hold the reason of the end against the plain rules."""
    (winner,) = state.outcome.winners
    view = state.view(1 - winner)
    if state.outcome.why is Ending.ALL_LAID:
        assert not state.hands[winner]
        return
    is_helped = helped == 1 - winner
    assert state.outcome.why is (Ending.BLOCKED_ALONE if is_helped else Ending.BLOCKED)
    hand = {card for card in range(60) if view.hands[1 - winner] >> card & 1}
    assert not slow_rules.can_lay(hand, slow_rules.plain(view.tops), 1 if is_helped else 2)


def test_who_has_the_handicap_wins_more_often():
    wins_of = {"none": 0, "north": 0}
    for helped in wins_of:
        for seed in range(24):
            table = table_with(helped, seed)
            player = DUEL.computer_players["greedy"](0)
            while not table.outcome:
                (seat,) = table.to_move
                table.play(seat, player.choose(table.view(seat)))
            wins_of[helped] += table.outcome.winners == (0,)
    assert wins_of["north"] > wins_of["none"] + 4


@pytest.mark.parametrize(
    ("helped", "card", "why"),
    [
        (None, 57, Ending.BLOCKED),
        (0, 57, Ending.BLOCKED),
        (1, 57, None),
        (1, 40, Ending.BLOCKED_ALONE),
    ],
)
def test_the_helped_player_is_blocked_only_where_no_card_at_all_can_be_laid(helped, card, why):
    tops, mine, theirs = Tops(20, 40, 55, 3), mask_of({30, 31, 33}), mask_of({card})
    sides = [
        side._replace(laid=rules.DECK & ~cards, hand_size=cards.bit_count(), draw_size=0)
        for side, cards in zip(view_of({2}, tops).sides, (mine, theirs), strict=True)
    ]
    state = DuelState(0, (sides[0], sides[1]), (mine, theirs), helped=helped)
    outcome = state.play(0, parse_turn("30^ 31^")).outcome
    assert (outcome and outcome.why) == why


def test_hints_and_the_analysis_go_by_the_handicap():
    table = table_with("south", seed=4)
    for _ in range(6):
        (seat,) = table.to_move
        table.play(seat, DUEL.computer_players["greedy"](0).choose(table.view(seat)))
    view = table.view(table.to_move[0])
    found = hint(view)
    for turn in (found.move, *found.others):
        view.check(turn)
    judged = [*analyse(table.states[:-1], table.plays, effort=Effort(4, 2, 2, 1))]
    assert [one.seat for one in judged] == [
        play.seat for play in table.plays if play.seat != CHANCE
    ]


def test_files_name_a_handicap_only_where_there_is_one():
    for helped in ("none", "south"):
        table = table_with(helped)
        data = Record.new(table, NOW).to_bytes()
        named = {"none": {}, "south": {"handicap": "south"}}[helped]
        assert json.loads(data)["options"] == {"first": "north", **named}
        again = read_record(data).table
        assert (again.options, again.state.helped) == (table.options, table.state.helped)
        assert read_header(data).is_aided == (helped != "none"), "it is not rated"
    wrong = data.replace(b'"south"', b'"both"')
    with pytest.raises(Fault, match="handicap"):
        read_record(wrong)


def test_messages_carry_the_handicap_of_a_view_only_where_there_is_one():
    for helped in ("none", "south"):
        view = table_with(helped).view(0)
        document = write_view(DUEL, view)
        assert ("helped" in document) == (helped == "south")
        assert read_view(DUEL, document) == view


def test_the_handicap_goes_with_its_player_to_the_other_place():
    setup = usual_setup("duel").with_option("handicap", "north")
    moved = setup.moved_on()
    assert (moved.kinds, moved.values) == (setup.kinds[::-1], {"handicap": "south"})
    assert moved.moved_on() == setup
    assert usual_setup("duel").moved_on().values == {"handicap": "none"}


def test_the_end_is_told_by_the_cards_that_had_to_be_laid():
    told = set()
    for seed in range(9):
        table = table_with("south", seed)
        while not table.outcome:
            (seat,) = table.to_move
            kind = ("greedy", "random")[seat]
            table.play(seat, DUEL.computer_players[kind](seed).choose(table.view(seat)))
        told.add(
            DuelStory().why(TableTimeline(table, frozenset((0, 1))), SEATS).partition(" of ")[0]
        )
    assert "SUD can lay none" in told


def test_a_redrawn_branch_keeps_the_handicap():
    table = table_with("north", 3)
    state = DUEL.start(table.options)
    for play in table.state.redraw(table.plays, frozenset((0,)), Lots(9, 1)):
        state = state.play(*play)
    assert state.helped == 0
