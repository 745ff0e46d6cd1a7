"""Games in which several may move at once as files, in the replay, and gone on with elsewhere."""

from __future__ import annotations

import json

import pytest
from games_on_disk import NOW
from reasons import is_of_reasons
from toy_game import new_table, play_on
from toy_moves import GRAB, ToyOptions

from engine.shuffle import Lots
from engine.table import EventKind, Table
from saves.document import Fault
from saves.reading import read_record
from saves.record import Record
from saves.replay import Replay, branch

ALL = (0, 1, 2, 3)
ALONE = ("human", "random", "saver", "random")
OPTIONS = [ToyOptions(), ToyOptions(4, teams=True), ToyOptions(3), ToyOptions(2)]

pytestmark = pytest.mark.usefixtures("toy")


def saved(table: Table) -> dict:
    return json.loads(Record.new(table, NOW).to_bytes())


def loaded(table: Table) -> Table:
    """Return the same game from its file, after a look that it is the same."""
    data = Record.new(table, NOW).to_bytes()
    record = read_record(data)
    assert record.to_bytes() == data
    read = record.table
    assert (read.options, read.plays, read.states) == (table.options, table.plays, table.states)
    assert (read.events, read.outcome, read.sitters) == (table.events, table.outcome, table.sitters)
    return read


def test_a_file_names_the_seat_where_several_may_move():
    table = play_on(new_table(), 6)
    moves = saved(table)["moves"]
    seats = [play.seat for play in table.plays]
    assert [text.partition(" ")[0] for text in moves] == [
        "deal",
        *(f"{seat}:pick" for seat in seats[1:4]),
        "pick",  # the last to choose is the only one who may
        "race",
        f"{seats[6]}:grab",
        f"{seats[7]}:grab",
    ]


@pytest.mark.parametrize("moves", [2, 6])
def test_a_game_is_gone_on_with_in_the_middle_of_a_choice_and_of_a_race(moves):
    table = play_on(new_table(kinds=ALONE), moves)
    read = loaded(table)
    assert len(read.to_move) == 2
    assert [read.view(seat) for seat in ALL] == [table.view(seat) for seat in ALL]
    assert play_on(read).plays == play_on(table).plays


@pytest.mark.parametrize("number", range(12))
def test_a_random_game_saved_loaded_and_taken_back_at_any_moment_goes_on_as_it_would_have(number):
    options, lots = OPTIONS[number % len(OPTIONS)], Lots(number, 0)
    whole = play_on(new_table(options, number), seed=number)
    table = new_table(options, number)
    for _ in range(4):
        play_on(table, lots.below(12), seed=number)
        table = loaded(table)
        table.seed = number  # a file has none once all lots are drawn
        table.take_back(lots.below(len(table.plays)), 0)
    table = loaded(play_on(table, seed=number))
    assert (table.plays, table.states) == (whole.plays, whole.states)
    assert len(table.events) == 4


def test_the_seed_stays_in_the_file_until_the_last_lot_is_drawn():
    table, seeds = new_table(seed=8), []
    while table.outcome is None:
        seeds.append(saved(table)["seed"])
        play_on(table, 1)
    last = max(at for at, play in enumerate(table.plays) if play.move.word == "race")
    turns = sum(play.seat >= 0 for play in table.plays[:last])
    assert seeds == [8] * turns + [None] * (len(seeds) - turns)


def test_a_take_back_in_the_middle_of_a_choice_reads_back_with_its_seats():
    table = play_on(new_table(), 3)
    gone = [table.move_text(at) for at in (2, 3)]
    table.take_back(2, table.plays[2].seat)
    assert saved(table)["events"][0]["moves"] == gone
    assert all(":pick " in text for text in gone)
    loaded(play_on(loaded(table)))


FAULTS = [
    (1, "pick 7", "$.moves[1]: 'pick 7' does not begin with the seat that moves, like 2:"),
    (1, "9:pick 7", "$.moves[1]: it is not seat 9's turn"),
    (1, "0:grab", "$.moves[1]: grab is not a move that can be made now"),
    (2, "{first}:pick 7", "$.moves[2]: it is not {name}'s turn"),
    (1, "0:pick 17", "$.moves[1]: 17 is not in hand"),
    (5, "race 4", "$.moves[5]: race 4 is not a move that can be made now"),
]


@pytest.mark.parametrize(("at", "text", "fault"), FAULTS)
def test_a_wrong_file_is_refused_with_place_and_reason(at, text, fault):
    table = play_on(new_table(), 5)
    document = saved(table)
    first = table.plays[1].seat
    document["moves"][at] = text.format(first=first)
    with pytest.raises(Fault) as refused:
        read_record(json.dumps(document).encode())
    assert str(refused.value) == fault.format(name=table.seats[first])
    assert is_of_reasons(refused.value.sentence)


def test_a_replay_stops_at_every_choice_and_lots_pass_with_the_one_before():
    table = play_on(new_table())
    replay = Replay.of(table)
    assert replay.visible_seats == {*ALL, None}
    made = []
    while replay.play:
        made.append(replay.play)
        assert replay.view(replay.play.seat) == table.states[replay.moves_before].view(
            replay.play.seat
        )
        replay.next()
    assert made == [play for play in table.plays if play.seat in ALL]
    assert replay.view(None).outcome == table.outcome


@pytest.mark.parametrize("moves", [2, 3, 9, 10])
def test_in_a_branch_from_the_middle_of_a_choice_what_others_have_chosen_falls_anew(moves):
    table = play_on(new_table(seed=6, kinds=ALONE), moves, seed=3)
    replay = Replay.of(table)
    replay.last()
    assert replay.visible_seats == {0, None}
    assert 0 < len(table.to_move) < 4
    chosen = [seat for seat in ALL if table.state.picks[seat] and seat]
    others = set()
    for seed in range(12):
        again = loaded(branch(table, replay.moves_before, replay.seats, seed))
        assert again.view(0) == table.view(0)
        assert again.state.picks[0] == table.state.picks[0]
        others |= {tuple(again.state.picks[seat] for seat in chosen)}
        assert [event.kind for event in again.events] == [EventKind.BRANCH]
        assert play_on(again).outcome
    assert len(others) > 3


def test_in_a_branch_from_a_race_who_has_grabbed_has_and_the_race_goes_on():
    table = play_on(new_table(seed=6, kinds=ALONE), 6, seed=3)
    replay = Replay.of(table)
    replay.last()
    again = branch(table, replay.moves_before, replay.seats, 1)
    assert again.to_move == table.to_move
    assert again.state.grabs == table.state.grabs
    again.play(again.to_move[1], GRAB)
    assert again.view(None).timeout_play.seat == again.to_move[0]


def test_of_several_people_at_one_keyboard_only_one_has_eyes_in_a_replay():
    table = play_on(new_table(seed=6, kinds=("human",) * 4), 2, seed=3)
    assert len(table.to_move) > 1
    assert Replay.of(table).visible_seats == {table.to_move[0], None}
