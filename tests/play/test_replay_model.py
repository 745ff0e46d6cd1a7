"""The model of a replay: its places and marks, the eyes, what it refuses, its pace, a branch."""

from __future__ import annotations

import pytest
from at_table import HandLoop
from duels import new_table, play_on
from games_on_disk import NOW
from wars import new_table as new_war
from zens import new_table as new_zen

from engine.reasons import IllegalMove
from engine.table import EventKind
from engine.war.options import WarOptions
from engine.zen.options import ZenOptions
from play.frame import NO_SENSE_NOW, Phase
from play.games.duel.controls import DuelControls
from play.games.zen.controls import ZenControls
from play.notes import GameFile
from play.playback import SPEEDS
from play.replay_model import ReplayModel, ReplayNotice
from play.story import Highlight
from play.ways_to_sit import ways_to_sit
from saves.record import Record

OVER = play_on(new_table(9), ("greedy", "greedy"))
IN_PLAY = play_on(new_table(9), ("greedy", "greedy"), 7)
MARKS = (Highlight(21, "biggest gift", ""), Highlight(6, "best turn", ""))


def replay_of(table, controls=None, marks=MARKS, **more) -> ReplayModel:
    found = [mark for mark in marks if mark.turn <= table.turns]
    record, file = Record.new(table, NOW), GameFile()
    controls = controls or DuelControls()
    return ReplayModel(record, file, controls, lambda _: found, HandLoop(), **more)


def test_a_step_says_whether_it_led_to_another_place():
    model = replay_of(OVER)
    moves = [
        *[("previous_turn", (0, 0)), ("next_turn", (1, 0)), ("next_card", (1, 1))],
        *[("previous_step", (1, 0)), ("ten_on", (11, 0)), ("ten_back", (1, 0))],
        *[("first", (0, 0)), ("last", (OVER.turns, 0)), ("next_step", (OVER.turns, 0))],
    ]
    before = (0, 0)
    for action, there in moves:
        assert model.do(action) is (there != before), action
        assert model.replay.place == there
        before = there


def test_the_next_mark_and_the_one_before_are_never_where_one_is():
    model = replay_of(OVER)
    for place, there in {(0, 0): 6, (5, 0): 6, (6, 0): 21, (21, 0): None}.items():
        model.replay.go_to(*place)
        assert gone(model, "next_mark") == there
    for place, there in {(6, 0): None, (6, 1): 6, (7, 0): 6, (21, 0): 6}.items():
        model.replay.go_to(*place)
        assert gone(model, "previous_mark") == there
    assert replay_of(OVER, marks=()).frame.refusal("next_mark") is NO_SENSE_NOW


def gone(model: ReplayModel, action: str) -> int | None:
    """Return the turn to which an action led; None if it was refused, and led nowhere."""
    before = model.replay.place
    try:
        model.do(action)
    except IllegalMove:
        assert model.replay.place == before
        return None
    return model.replay.place.turn


@pytest.mark.parametrize("typed", ["", "-1", "99", "x", "1" * 5000])
def test_a_number_that_is_no_turn_leads_nowhere(typed):
    model = replay_of(IN_PLAY)
    model.go_to("3")
    with pytest.raises(IllegalMove) as refused:
        model.go_to(typed)
    assert refused.value == IllegalMove(ReplayNotice.NO_TURN, turn=typed, turns=7)
    assert model.replay.place == (3, 0)


def test_all_hands_are_open_until_one_looks_with_the_eyes_of_one_player():
    model = replay_of(OVER)
    seen = [(model.eyes, [hand is not None for hand in model.view.hands])]
    for action in ("eyes", "eyes", "open_hands"):
        assert model.frame.refusal(action) is None
        model.do(action)
        seen.append((model.eyes, [hand is not None for hand in model.view.hands]))
    assert seen == [
        (0, [True, True]),
        (0, [True, False]),
        (1, [False, True]),
        (1, [True, True]),
    ]
    assert model.frame.refusal("open_hands") is NO_SENSE_NOW


def test_a_game_in_play_is_seen_with_the_eyes_of_the_player_to_move_alone():
    model = replay_of(IN_PLAY)
    (mover,) = IN_PLAY.to_move
    for action in ("first", "ten_on", "last", "open_hands"):
        model.do(action)
        assert model.frame.seat == mover
        assert model.view.hands[1 - mover] is None
    assert model.frame.refusal("eyes") == IllegalMove(ReplayNotice.ONE_VIEW)
    assert model.frame.refusal("open_hands") is NO_SENSE_NOW


def test_a_person_who_plays_alone_replays_with_the_own_eyes_while_the_computer_is_to_move():
    table = play_on(new_table(9, kinds=("human", "greedy")), ("greedy", "greedy"), 7)
    assert table.to_move == (1,)
    model = replay_of(table)
    assert model.replay.visible_seats == {0, None}
    assert model.view.hands[1] is None


def test_where_nothing_is_hidden_there_are_no_other_eyes():
    model = replay_of(new_zen(ZenOptions(first="black")), ZenControls())
    assert model.eyes is None
    assert not model.frame.is_watched
    for action in ("eyes", "open_hands", "play"):
        assert model.frame.refusal(action) is NO_SENSE_NOW


def test_it_goes_on_by_itself_to_the_end_and_from_there_from_the_start():
    model, changes = replay_of(OVER), []
    loop, model.changed = model._timer._loop, lambda: changes.append(model.replay.place)
    model.do("last")
    model.do("play")
    assert model.replay.place == (0, 0)
    assert model.frame.refusal("play") is NO_SENSE_NOW
    loop.pass_seconds(1)
    assert changes[-1] == (0, 1)
    model.do("faster")
    for _step in range(500):
        loop.pass_seconds(1 / SPEEDS[2])
    assert model.frame.phase is Phase.OVER
    assert not model.is_playing
    assert loop.timers == []
    model.do("play")
    model.do("pause")
    assert model.frame.refusal("pause") is NO_SENSE_NOW
    loop.pass_seconds(5)
    assert model.replay.place == (0, 0)
    for speed in (3, 3):
        model.do("faster")
        assert model.pace.speed == speed


@pytest.mark.parametrize(
    ("table", "is_dealt_anew"),
    [(OVER, True), (new_war(WarOptions(3, 5)), True), (new_zen(ZenOptions(first="black")), False)],
)
def test_the_question_before_a_branch_tells_of_cards_that_are_dealt_anew(table, is_dealt_anew):
    words = replay_of(table, marks=()).branch_question
    assert words.startswith("This begins a new game from the start;")
    assert words.endswith("not seen yet are dealt anew.") is is_dealt_anew


def test_a_branch_goes_on_from_its_place_with_the_chosen_players():
    model = replay_of(OVER)
    model.go_to("5")
    model.do("play")
    ways = ways_to_sit(model.setup)
    assert [way.words for way in ways] == [
        "The same players as before",
        "You play North",
        "You play South",
        "Computers play all seats",
    ]
    table = model.branch(ways[2].kinds)
    assert not model.is_playing
    assert [sitter.kind for sitter in table.sitters] == list(ways[2].kinds)
    assert table.turns == 5
    assert table.events[0].kind is EventKind.BRANCH
    assert "after turn 5;" in model.branch_question
    model.do("first")
    assert "from the start;" in model.branch_question
    model.do("last")
    assert model.frame.refusal("branch") == IllegalMove(ReplayNotice.OVER_HERE)
