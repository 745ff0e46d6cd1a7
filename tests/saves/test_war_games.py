"""Games of Bataille as files: saved and loaded at any moment, long ones, branches, wrong files."""

from __future__ import annotations

import json
import tracemalloc

import pytest
from games_on_disk import NOW
from reasons import is_of_reasons
from wars import cards_in, new_table, play_on

from engine.game import CHANCE
from engine.shuffle import Lots
from engine.table import EventKind, Table
from engine.war.game import WAR
from engine.war.options import WarOptions
from saves.document import Fault
from saves.header import read_header
from saves.reading import MAX_EFFORT, read_record
from saves.record import Record
from saves.replay import Replay, branch

KINDS = [
    WarOptions(2, 5),
    WarOptions(3, 4),
    WarOptions(4, 2),
    WarOptions(8, 6, 120),
    WarOptions(5, 10, 60),
    WarOptions(2, 26, 90),
]
"""The options of the games, one after the other."""

FEW, MANY, MOMENTS = 20, 300, 5
LONG = WarOptions(2, 26)
LONG_SEED = 350
"""A game of more than 3,000 duels."""

MIB = 1 << 20


def saved(table: Table) -> bytes:
    return Record.new(table, NOW).to_bytes()


def loaded(table: Table) -> Table:
    """Return the table after a save and a load, which change nothing."""
    data = saved(table)
    record = read_record(data)
    assert record.to_bytes() == data
    read = record.table
    assert read.states == table.states
    assert (read.plays, read.events, read.sitters) == (table.plays, table.events, table.sitters)
    assert (read.options, read.outcome) == (table.options, table.outcome)
    return read


def survives_five_loads(number: int) -> None:
    """Play a game that is loaded at five moments, and compare it with one that never was."""
    options = KINDS[number % len(KINDS)]
    whole = play_on(new_table(options, number))
    lots = Lots(number, 0)
    moments = sorted(lots.below(whole.turns + 1) for _ in range(MOMENTS))
    table, turns = new_table(options, number), 0
    for moment in moments:
        table, turns = loaded(play_on(table, moment - turns)), moment
    assert play_on(table).states == whole.states
    assert loaded(table).outcome == whole.outcome


@pytest.mark.parametrize("number", range(FEW))
def test_a_game_loaded_at_five_moments_goes_on_as_it_would_have(number):
    survives_five_loads(number)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(FEW, MANY))
def test_many_games_loaded_at_five_moments_go_on_as_they_would_have(number):
    survives_five_loads(number)


def test_a_game_is_loaded_in_the_middle_of_a_tie_and_before_a_shuffle():
    options = WarOptions(2, 3)
    table = new_table(options, None)
    for move in ("deal 5C 9C 2C / 5D 8D 3C", "turn"):
        table.play(table.to_move[0], WAR.parse(move))
    tied = loaded(table)
    assert tied.state.view(0).duel.cards == ("5C", "5D")
    tied.play(0, WAR.parse("turn"))
    undecided = loaded(tied)
    assert undecided.to_move == (CHANCE,)
    undecided.seed = 4
    undecided.draw_lots()
    assert undecided.state.duel.number == 2


@pytest.fixture(scope="module")
def long_game() -> bytes:
    table = play_on(new_table(LONG, LONG_SEED))
    assert table.state.duel.number > 3_000
    return saved(table)


def test_a_game_of_3_000_duels_stays_under_1_mb_of_file_and_40_mb_of_memory(long_game):
    assert len(long_game) < MIB
    tracemalloc.start()
    table = read_record(long_game).table
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 40 * MIB
    assert table.outcome
    assert len(table.plays) < MAX_EFFORT
    assert all(len(cards_in(state)) == 52 for state in table.states[1:])


def test_a_list_reads_the_head_of_a_long_game(long_game):
    header = read_header(long_game)
    table = read_record(long_game).table
    assert (header.game, header.turns) == ("war", table.turns)
    assert header.ended.winners == table.outcome.winners


def test_the_longest_game_there_may_be_has_fewer_moves_than_a_file_may_have(long_game):
    table = read_record(long_game).table
    moves_a_duel = len(table.plays) / table.state.duel.number
    assert moves_a_duel * WarOptions().limit < 0.8 * MAX_EFFORT


def test_a_seed_is_kept_until_the_end():
    table = new_table(WarOptions(3, 2), 8)
    assert json.loads(saved(table))["seed"] == 8
    assert json.loads(saved(play_on(table)))["seed"] is None


def test_a_forfeit_and_what_took_it_back_read_back():
    table = play_on(new_table(WarOptions(3, 4), 3), 4)
    table.forfeit(1, "left")
    given_up = loaded(table)
    assert given_up.outcome.winners == (0, 2)
    given_up.seed = 5
    given_up.take_back(len(given_up.plays))
    assert loaded(play_on(loaded(given_up))).outcome


def test_a_take_back_brings_the_same_shuffles_again():
    table = play_on(new_table(WarOptions(3, 4), 3), 4)
    plays = [*table.plays]
    table.take_back(1, 0)
    assert play_on(loaded(table), 4).plays == plays


@pytest.mark.parametrize("turn", [0, 1, 7, 30])
def test_a_branch_has_the_same_turns_and_other_cards_to_come(turn):
    table = play_on(new_table(WarOptions(3, 10), 6), 40)
    replay = Replay.of(table)
    replay.go_to(turn)
    again = branch(table, replay.moves_before, replay.seats, 12)
    assert again.view(0) == table.view_at(replay.moves_before, 0)
    assert [event.kind for event in again.events] == [EventKind.BRANCH]
    assert again.state.piles != table.states[replay.moves_before].piles
    assert loaded(play_on(again)).outcome


def test_a_replay_goes_from_turn_to_turn():
    table = play_on(new_table(WarOptions(2, 4), 6))
    replay = Replay.of(table)
    seen = [replay.view(None)]
    while replay.next():
        seen.append(replay.view(None))
    stops = [state for state in table.states if state.to_move != (CHANCE,)]
    assert seen == [state.view(None) for state in stops]
    assert replay.turns == table.turns


def change(**fields):
    return lambda document: document.update(fields)


def change_move(at: int, text: str):
    return lambda document: document["moves"].__setitem__(at, text)


def change_option(name: str, value):
    return lambda document: document["options"].__setitem__(name, value)


FAULTS = [
    (change_option("players", 9), "$.options: players is 2 to 8, not 9"),
    (change_option("players", "3"), '$.options.players: "3" is not a possible value'),
    (change_option("players", 3), "$.players: 3 players are needed, not 2"),
    (change_option("cards", 27), "$.options: cards is 1 to 26 for 2 players, not 27"),
    (change_option("limit", 0), "$.options: limit is 1 to 10000, not 0"),
    (change(rules=2), "$.rules: version 2 is unknown, 1 is known"),
    (
        change_move(0, "deal 2C 5D / 3D 2C"),
        "$.moves[0]: each of the 2 players has to be dealt 2",
    ),
    (change_move(0, "deal 2C 5D / 3D"), "$.moves[0]: each of the 2 players has to be dealt 2"),
    (change_move(0, "deal 2C 1D / 3D 4D"), "$.moves[0]: '1D' is not a card (write it like TC)"),
    (change_move(0, "turn"), "$.moves[0]: turn is not a move that can be made now"),
    (change_move(1, "pass"), "$.moves[1]: 'pass' is not a move (the only one is turn)"),
    (change_move(1, "shuffle 3D 2C"), "$.moves[1]: shuffle 3D 2C is not a move that can be made"),
    (change_move(2, "shuffle 3D 5D"), "$.moves[2]: only the cards of the duel are shuffled: 2C 3D"),
    (change_move(2, "turn"), "$.moves[2]: turn is not a move that can be made now"),
    (
        change(outcome={"winners": [0], "why": "limit", "points": []}),
        "$.outcome: the moves give",
    ),
]


@pytest.mark.parametrize(("damage", "fault"), FAULTS)
def test_a_wrong_file_is_refused_with_place_and_reason(damage, fault):
    table = new_table(WarOptions(2, 2), None)
    for move in ("deal 2C 5D / 3D 4D", "turn", "shuffle 3D 2C"):
        table.play(table.to_move[0], WAR.parse(move))
    document = json.loads(saved(table))
    assert read_record(json.dumps(document).encode())
    damage(document)
    with pytest.raises(Fault) as refused:
        read_record(json.dumps(document).encode())
    assert str(refused.value).startswith(fault)
    assert is_of_reasons(refused.value.sentence)
