"""A game of Zen from the first lot to the end: teams, rounds, points, announcements, repetition."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from zens import new_table, play_moves, play_on, position, seeds

from engine.game import CHANCE, Outcome, Play
from engine.log import FORFEIT, LogEntry
from engine.reasons import IllegalMove
from engine.shuffle import Lots
from engine.zen.board import BLACK, WHITE, after
from engine.zen.ending import TIMES, connection, is_echec, is_mat, points
from engine.zen.game import ZEN
from engine.zen.moves import Answer, FirstColour, parse
from engine.zen.options import ZenOptions, colour_of
from engine.zen.positions import START, format_position, parse_position, perft
from engine.zen.reasons import ZenEnding, ZenRefusal
from engine.zen.squares import parse_square
from engine.zen.state import ZenState
from engine.zen.view import Round

AUTO = ZenOptions(1, first="black")
EVERY_KIND = [
    ZenOptions(),
    ZenOptions(players=4),
    ZenOptions(1, first="white"),
    ZenOptions(2, first="black"),
    ZenOptions(2, "hand", 4),
    ZenOptions(1, "hand"),
    ZenOptions(3),
    ZenOptions(3, players=4),
    ZenOptions(2, position="11/11/7W3/4WBW1B2/8W2/5B1B3/11/11/11/11/11 W -"),
]
SILENT = parse_position("11/11/11/11/4W6/4B2W3/4B6/5W2B2/11/11/11 W -")
"""White threatens with F4-H4; I4-K4 overlooks it, E7-G5 wins; I4-I3 would have parried."""

MATING = parse_position("11/11/7W3/4WBW1B2/8W2/5B1B3/11/11/11/11/11 W -")
"""I7-H7 is échec et mat."""

DRAWN = parse_position("11/2WW7/11/4B6/3B7/6Z4/11/11/11/11/11 B -")
"""ZG6-D9 connects both sides."""


def begun_at(place, variant=1, *options) -> ZenState:
    return ZenState.from_position(ZenOptions(variant, *options), place)


def told(state) -> list[str]:
    return [str(line.what) for line in state.view(None).log]


def test_lots_decide_who_begins_unless_an_option_does():
    for first, colour in (("black", BLACK), ("white", WHITE)):
        state = ZEN.start(ZenOptions(first=first))
        assert state.to_move == (colour,)
        assert state.position == START._replace(side=colour)
        assert not state.chance_to_come
    state = ZEN.start(ZenOptions())
    assert state.to_move == (CHANCE,)
    assert state.chance_to_come
    assert {state.chance(Lots(seed, 0)) for seed in range(20)} == {
        FirstColour(BLACK),
        FirstColour(WHITE),
    }
    begun = state.play(CHANCE, FirstColour(WHITE))
    assert begun.to_move == (WHITE,)
    assert begun.position == START._replace(side=WHITE)
    assert told(begun) == ["begin W"]
    assert not begun.chance_to_come


def test_only_the_move_that_is_due_can_be_made():
    start, state = ZEN.start(ZenOptions()), ZEN.start(AUTO)
    for wrong, seat, text in [
        (start, CHANCE, "F11-F8"),
        (start, 0, "F11-F8"),
        (start, 0, "begin B"),
        (state, CHANCE, "begin B"),
        (state, 1, "K1-H1"),
        (state, 0, "begin B"),
        (state, 0, "back"),
        (state, 0, "K1-H1"),
        (state, 2, "F11-F8"),
    ]:
        with pytest.raises(IllegalMove):
            wrong.play(seat, parse(text))
    with pytest.raises(IllegalMove):
        state.chance(Lots(1, 0))


def test_four_play_in_turn_and_see_the_same():
    state = ZEN.start(ZenOptions(players=4, first="white"))
    seats = []
    for text in ("K1-H1", "F11-F8", "H1-K1", "F8-F11", "K1-H1"):
        seats += state.to_move
        state = play_moves(state, text)
    assert seats == [1, 2, 3, 0, 1]
    assert ZEN.seats(state.options) == ("BLACK 1", "WHITE 1", "BLACK 2", "WHITE 2")
    assert ZEN.seats(AUTO) == ("BLACK", "WHITE")
    views = [state.view(seat) for seat in (0, 1, 2, 3, None)]
    assert all(view._replace(seat=0) == views[0] for view in views)


@pytest.mark.parametrize(("players", "winners"), [(2, (1,)), (4, (1, 3))])
def test_the_team_of_the_connected_side_wins(players, winners):
    place = parse_position("11/11/11/11/4W6/4B2W3/4B6/7W3/11/11/8B2 W -")
    state = play_moves(begun_at(place, 1, "auto", players), "E7-G5")
    assert (state.outcome.winners, state.outcome.why) == (winners, ZenEnding.CONNECTED)
    assert state.outcome.points == ()
    assert state.to_move == ()


def test_both_connected_is_a_draw():
    state = play_moves(begun_at(DRAWN), "ZG6-D9")
    assert (state.outcome.winners, state.outcome.why) == ((), ZenEnding.BOTH_CONNECTED)
    assert state.rounds == (Round(None, ZenEnding.BOTH_CONNECTED, 0, state.position),)


THERE_AND_BACK = ("F11-F8", "K1-H1", "F8-F11", "H1-K1")


def test_a_position_that_comes_for_the_third_time_is_a_draw():
    state = play_moves(ZEN.start(AUTO), *THERE_AND_BACK, *THERE_AND_BACK[:3])
    assert state.outcome is None
    state = play_moves(state, "H1-K1")
    assert (state.outcome.winners, state.outcome.why) == ((), ZenEnding.REPETITION)
    assert [*state.past, state.position].count(START) == TIMES


def test_a_position_counts_in_its_own_round_only():
    state = play_moves(ZEN.start(ZenOptions(3, first="black")), *THERE_AND_BACK, *THERE_AND_BACK)
    assert state.to_move == (CHANCE,)
    state = play_moves(state, "begin B", *THERE_AND_BACK, *THERE_AND_BACK[:3])
    assert len(state.rounds) == 1
    assert len(play_moves(state, "H1-K1").rounds) == 2


def test_another_barred_square_makes_another_position():
    place = position("E5 K2 A1", "E7 K10 A9", "F6")
    zen = ("ZF6-E6", "K10-J9", "ZE6-F6", "J9-K10")
    state = play_moves(begun_at(place, 3), *zen)
    assert state.position == place  # two moves later nothing is barred
    state = play_moves(state, *zen[:3])
    assert state.position.barred == 1 << parse_square("E6")
    assert state.past.count(state.position) == 1
    assert state.past.count(state.position._replace(barred=0)) == 0


def test_a_capture_forgets_the_positions_before():
    place = parse_position("11/11/11/11/4W6/4B2W3/4B6/4W2B3/11/11/9B1 B -")
    state = begun_at(place, 3)
    captures = [move for move in state.view(0).legal() if move.is_capture]
    state = state.play(0, captures[0])
    assert state.past == ()


def test_echec_is_announced_by_itself():
    state = play_moves(begun_at(SILENT), "F4-H4")
    assert state.is_echec
    assert state.view(0).is_echec
    assert told(state) == ["F4-H4", "echec"]
    assert not play_moves(state, "I4-I3").is_echec
    assert play_moves(state, "I4-K4", "E7-G5").outcome.winners == (1,)  # there is no going back
    assert begun_at(state.position).is_echec


def test_the_base_game_knows_no_echec_and_no_mat_and_goes_on_until_a_side_is_connected():
    state = play_moves(begun_at(SILENT, 0), "F4-H4")
    assert is_echec(state.position, 0)
    assert (state.is_echec, told(state)) == (False, ["F4-H4"])
    assert play_moves(state, "I4-K4", "E7-G5").outcome == Outcome((1,), ZenEnding.CONNECTED)
    mated = play_moves(begun_at(MATING, 0), "I7-H7")
    assert is_mat(mated.position, 1)
    assert mated.outcome is None
    replies = list(mated.view(0).legal())
    for reply in replies:
        replied = mated.play(0, reply)
        ends = [replied.play(1, move).outcome for move in replied.view(1).legal()]
        assert any(end and end.winners == (1,) for end in ends)
    assert perft(mated.position, 1) == len(replies) > 0
    assert perft(mated.position, 1, 1) == 0


def test_the_third_variant_knows_no_echec():
    state = play_moves(begun_at(SILENT, 3), "F4-H4")
    assert is_echec(state.position, 3)
    assert not state.is_echec
    assert told(state) == ["F4-H4"]


@pytest.mark.parametrize("options", [(1,), (1, "hand"), (1, "auto", 4)])
def test_mat_wins_at_once_announced_or_not(options):
    state = play_moves(begun_at(MATING, *options), "I7-H7")
    assert state.outcome.winners == ((1,) if state.options.players == 2 else (1, 3))
    assert state.outcome.why is ZenEnding.MAT
    assert begun_at(state.position, *options).outcome == state.outcome
    if options == (1, "hand"):
        assert play_moves(begun_at(MATING, *options), "I7-H7+").outcome == state.outcome


def test_after_mat_the_points_are_counted_on_that_board():
    state = play_moves(begun_at(MATING, 2), "I7-H7")
    (played,) = state.rounds
    assert played.why is ZenEnding.MAT
    assert played.points == points(played.position, WHITE) == 3
    assert state.score == (0, 3)
    assert connection(played.position) is None
    assert told(state) == ["I7-H7", "round W 3 mat"]


def test_the_third_variant_knows_no_mat():
    state = play_moves(begun_at(MATING, 3), "I7-H7")
    assert state.rounds == ()


@pytest.mark.parametrize("players", [2, 4])
def test_the_losing_colour_begins_the_next_round(players):
    state = play_moves(begun_at(SILENT, 2, "auto", players), "F4-H4", "I4-K4", "E7-G5")
    assert state.outcome is None
    assert state.to_move == (BLACK,)
    assert state.position == START
    assert (state.past, state.is_echec) == ((), False)
    gained = points(state.rounds[0].position, WHITE)
    assert state.score == (0, gained) == (0, 1)
    assert told(state)[-2:] == ["E7-G5", "round W 1 connected"]
    assert state.chance_to_come


def test_after_a_drawn_round_lots_decide_who_begins():
    state = play_moves(begun_at(DRAWN, 2, "auto", 4), "ZG6-D9")
    assert state.to_move == (CHANCE,)
    assert state.score == (0, 0)
    assert told(state) == ["ZG6-D9", "round - 0 both-connected"]
    begun = play_moves(state, "begin W")
    assert begun.to_move == (WHITE,)
    assert begun.position == START._replace(side=WHITE)


def test_a_win_without_points_is_a_round_all_the_same():
    state = play_moves(begun_at(position("E5 H1", "E7", "A11"), 3), "E5xE7")
    assert told(state) == ["E5xE7", "round B 0 no-pawns"]
    assert (state.score, state.to_move) == ((0, 0), (WHITE,))


@settings(max_examples=5)
@given(seeds, st.sampled_from([options for options in EVERY_KIND if options.has_rounds]))
def test_rounds_are_played_to_seven_points(seed, options):
    table = play_on(new_table(options, seed), seed=seed)
    scores = [0, 0]
    begins = [state for state in table.states if state.position[:3] == START[:3] and not state.past]
    for number, played in enumerate(table.state.rounds):
        assert max(scores) < 7
        if played.winner is None:
            assert played.points == 0
        else:
            scores[played.winner] += played.points
            assert played.points == points(played.position, played.winner)
            later = [state for state in begins if len(state.rounds) == number + 1]
            assert all(state.mover == 1 - played.winner for state in later)
    outcome = table.outcome
    winner = scores.index(max(scores))
    assert max(scores) >= 7
    assert (outcome.why, outcome.winners) == (ZenEnding.POINTS, options.team(winner))
    assert outcome.points == tuple(scores[colour_of(seat)] for seat in range(options.players))
    assert table.state.score == tuple(scores)


@pytest.mark.parametrize("players", [2, 4])
def test_who_loses_to_an_echec_nobody_announced_is_asked(players):
    state = play_moves(begun_at(SILENT, 1, "hand", players), "F4-H4")
    assert not state.is_echec
    state = play_moves(state, "I4-K4", "E7-G5")
    loser = 0 if players == 2 else 2
    assert state.to_move == (loser,)
    assert state.outcome is None
    assert state.view(None).is_asked
    assert list(state.view(loser).legal()) == [Answer.BACK, Answer.ACCEPT]
    with pytest.raises(IllegalMove) as refused:
        state.play(loser, parse("F11-F8"))
    assert refused.value.reason is ZenRefusal.ASKED
    accepted = play_moves(state, "accept")
    assert accepted.outcome.winners == ((1,) if players == 2 else (1, 3))
    assert accepted.outcome.why is ZenEnding.CONNECTED
    assert told(accepted) == ["F4-H4", "I4-K4", "E7-G5", "accept"]


def test_who_is_asked_may_take_the_last_move_back_but_only_once():
    silent = play_moves(begun_at(SILENT, 1, "hand"), "F4-H4")
    asked = play_moves(silent, "I4-K4", "E7-G5")
    back = play_moves(asked, "back")
    assert (back.position, back.mover, back.past) == (silent.position, 0, silent.past)
    assert back.is_echec  # now it is known
    assert not back.view(0).is_asked
    assert told(back) == ["F4-H4", "I4-K4", "E7-G5", "back", "echec"]
    assert back.plies == 4
    assert play_moves(back, "I4-I3").outcome is None
    again = play_moves(back, "I4-K4", "E7-G5")
    assert again.outcome.winners == (1,)


def test_an_announced_echec_is_not_taken_back():
    state = play_moves(begun_at(SILENT, 1, "hand"), "F4-H4+")
    assert state.is_echec
    assert told(state) == ["F4-H4+", "echec"]
    assert play_moves(state, "I4-K4", "E7-G5").outcome.winners == (1,)


def test_nobody_is_asked_where_nobody_gave_echec():
    lost = play_moves(begun_at(SILENT, 1, "hand"), "F4-H4").position
    state = play_moves(begun_at(lost, 1, "hand"), "I4-K4", "E7-G5")  # it stood so from the start
    assert state.outcome.winners == (1,)


def test_nobody_is_asked_about_a_gift():
    place = parse_position("11/11/11/11/1W9/1Z2B6/11/4W6/1B9/11/11 B -")
    state = play_moves(begun_at(place, 1, "hand"), "B3xB6", "E4-D4")  # an échec, and overlooked
    assert play_moves(state, "B6-D6").view(1).is_asked
    assert play_moves(state, "B6xD4").outcome.winners == (1,)  # it is Black who connects White


def test_in_rounds_an_answer_comes_before_the_points():
    asked = play_moves(begun_at(SILENT, 2, "hand"), "F4-H4", "I4-K4", "E7-G5")
    assert (asked.score, asked.rounds) == ((0, 0), ())
    accepted = play_moves(asked, "accept")
    assert accepted.score == (0, 1)
    assert accepted.position == START
    assert accepted.view(0).is_asked is False


def test_captures_are_those_a_side_made_in_this_round_the_zen_among_them():
    taking = parse_position("11/11/11/WBB2W5/2B8/1BB2W5/3W7/11/3Z7/11/11 B -")

    def captures(*moves: str, place=taking, variant: int = 0) -> list[int]:
        start = ZEN.start(ZenOptions(variant, position=format_position(place)))
        view = play_moves(start, *moves).view(None)
        return [view.captures(colour) for colour in (BLACK, WHITE)]

    assert captures() == captures("B6-E6") == [0, 0]
    assert captures("B8xF8") == [1, 0]
    assert captures("B6-E6", "D5xD3") == captures("B6-E6", "D5xD3", variant=3) == [0, 1]
    assert captures("C6xF6", "F8xF6", "C7-E9", "D5xD3") == [1, 2]
    assert captures("I7-H7", place=MATING, variant=2) == [0, 0]
    won = position("B1 K11 K9", "A2 D1", "", "W")
    assert captures("D1xB1", place=won, variant=2) == [0, 0]  # a new round


def test_a_capture_that_an_answer_takes_back_is_counted_no_more():
    place = parse_position("11/11/11/2W1Z6/7B3/2W4W3/4B2B3/11/2W8/11/11 B -")
    asked = play_moves(begun_at(place, 1, "hand"), "E5-G5", "C6xE8", "G5-G6")
    assert asked.view(None).captures(WHITE) == 1
    back = play_moves(asked, "back")
    assert back.view(None).captures(WHITE) == 0
    assert play_moves(back, "C6xE8").view(None).captures(WHITE) == 1


def test_a_round_that_was_given_up_has_its_number():
    state = ZEN.start(ZenOptions(2, position=format_position(MATING)))
    assert state.view(None).round_number == state.forfeit(0).view(None).round_number == 1
    second = play_moves(state, "I7-H7")
    assert second.view(None).round_number == second.forfeit(0).view(None).round_number == 2
    assert second.forfeit(0).view(None).captures(WHITE) == 0


def test_the_team_of_who_gives_up_loses():
    state = ZEN.start(ZenOptions(2, players=4, first="black"))
    for seat, winners in ((0, (1, 3)), (1, (0, 2)), (2, (1, 3)), (3, (0, 2))):
        after_it = state.forfeit(seat)
        assert (after_it.outcome.winners, after_it.outcome.why) == (winners, ZenEnding.FORFEIT)
        assert after_it.outcome.points == (0, 0, 0, 0)
        assert list(after_it.view(None).log) == [LogEntry(0, seat, FORFEIT)]
    asked = play_moves(begun_at(SILENT, 1, "hand"), "F4-H4", "I4-K4", "E7-G5")
    assert asked.forfeit(0).outcome.winners == (1,)
    assert not asked.forfeit(0).view(0).is_asked


@pytest.mark.parametrize("players", [2, 4])
def test_an_option_lets_the_first_round_begin_in_a_position(players):
    options = ZenOptions(2, players=players, position=format_position(MATING))
    state = ZEN.start(options)
    assert state == begun_at(MATING, 2, "auto", players, "lots", options.position)
    assert state.to_move == (WHITE,)
    mat = play_moves(state, "I7-H7")
    assert (mat.score, mat.to_move) == ((0, 3), (BLACK,))
    assert mat.position == START
    over = ZenOptions(position=format_position(position("E5 F5", "A11 K1")))
    assert ZEN.start(over).outcome.winners == (0,)


def test_everybody_sees_a_piece_being_moved():
    for seat in (0, 1, None):
        view = ZEN.start(AUTO).view(seat)
        assert view.during(()) is view
        lifted = view.during((parse_square("F11"),))
        assert (lifted.lifted, lifted.position) == (parse_square("F11"), view.position)
        down = view.during((parse_square("F11"), parse_square("F8")))
        assert down.position == after(START, parse("F11-F8").code)._replace(side=BLACK)
        zen = view.during(ZEN.steps(parse("ZF6-F9")))
        assert zen.position.zen == 1 << parse_square("F9")


@settings(max_examples=15)
@given(seeds, st.integers(0, 300), st.sampled_from(EVERY_KIND))
def test_nothing_is_hidden_from_anybody(seed, turns, options):
    state = play_on(new_table(options, seed), turns, seed).state
    for seat in (*range(options.players), None):
        assert state.view(seat)._replace(seat=0) == state.view(0)


def test_a_random_player_announces_now_and_then_and_answers():
    state = begun_at(SILENT, 1, "hand")
    chosen = {
        str(ZEN.computer_players["random"](seed).choose(state.view(1))) for seed in range(300)
    }
    assert {"F4-H4", "F4-H4+"} <= chosen
    asked = play_moves(state, "F4-H4", "I4-K4", "E7-G5").view(0)
    answers = {ZEN.computer_players["random"](seed).choose(asked) for seed in range(20)}
    assert answers == set(Answer)


def test_drawing_anew_changes_nothing_for_everybody_saw_everything():
    table = play_on(new_table(ZenOptions(), 5), 20)
    assert table.state.redraw(table.plays, frozenset(), Lots(1, 1)) == table.plays
    assert isinstance(table.plays[0], Play)
