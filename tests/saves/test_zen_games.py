"""Games of Zen as files: random games saved and loaded at any moment, and what can go wrong."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from games_on_disk import NOW
from reasons import is_of_reasons
from zens import new_table, play_on

from engine.game import CHANCE
from engine.shuffle import Lots
from engine.table import EventKind, Sitter, Table
from engine.zen.game import ZEN
from engine.zen.moves import BoardMove
from engine.zen.options import ZenOptions
from engine.zen.state import ZenState
from saves.document import Fault
from saves.header import read_header
from saves.reading import read_record
from saves.record import Record
from saves.replay import Replay, ReplayPosition, branch

KINDS = [
    ZenOptions(0),
    ZenOptions(1, "hand"),
    ZenOptions(1, players=4),
    ZenOptions(1, "hand", 4, "white"),
    ZenOptions(2, "hand"),
    ZenOptions(3, players=4),
]
"""The options of the games, one after the other; games of one round are shorter."""

FEW = (0, 1, 2, 3, 6, 7, 8, 9, 131, 124, 232)
"""Games for every run, not too long."""

MANY = 300
MOMENTS = 5
SILENT = "11/11/11/11/4W6/4B2W3/4B6/5W2B2/11/11/11 W -"
"""White threatens with F4-H4; I4-K4 overlooks it, E7-G5 wins."""

DRAWN = "11/2WW7/11/4B6/3B7/6Z4/11/11/11/11/11 B -"
"""ZG6-D9 connects both sides."""


def saved(table: Table) -> bytes:
    return Record.new(table, NOW).to_bytes()


def same_game(one: Table, other: Table) -> bool:
    """Say whether two games went alike; their last states know all that was told."""
    places = [[state.position for state in table.states] for table in (one, other)]
    return (
        places[0] == places[1] and one.plays == other.plays and one.states[-1] == other.states[-1]
    )


def loaded(table: Table) -> Table:
    """Return the table after a save and a load, which change nothing."""
    data = saved(table)
    record = read_record(data)
    assert record.to_bytes() == data
    read = record.table
    assert same_game(read, table)
    assert read.events == table.events
    assert read.sitters == table.sitters
    assert read.options == table.options
    assert read.outcome == table.outcome
    return read


def played(*moves: str, seed: int | None = 1, **options) -> Table:
    """Return a table at which these moves were made."""
    table = new_table(ZenOptions(**{"first": "black", **options}), seed)
    for move in moves:
        table.play(table.to_move[0], ZEN.parse(move))
    return table


def survives_five_loads(number: int) -> None:
    """Play a random game that is loaded at five moments, and compare it with one that never was."""
    options = KINDS[number % len(KINDS)]
    whole = play_on(new_table(options, number), seed=number)
    lots = Lots(number, 0)
    moments = sorted(lots.below(len(whole.plays) + 1) for _ in range(MOMENTS))
    table = new_table(options, number)
    for moment in moments:
        while len(table.plays) < moment:
            play_on(table, 1, seed=number)
        table = loaded(table)
    play_on(table, seed=number)
    assert same_game(table, whole)
    assert loaded(table).outcome == whole.outcome


@pytest.mark.parametrize("number", FEW)
def test_a_random_game_loaded_at_five_moments_goes_on_as_it_would_have(number):
    survives_five_loads(number)


@pytest.mark.slow
@pytest.mark.parametrize("number", sorted({*range(MANY)} - {*FEW}))
def test_many_random_games_loaded_at_five_moments_go_on_as_they_would_have(number):
    survives_five_loads(number)


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_a_file_holds_the_options_the_seats_and_every_lot(options):
    table = play_on(new_table(options, 4), 30)
    document = json.loads(saved(table))
    assert document["game"] == "zen"
    assert document["options"] == {
        "variant": options.variant,
        "announce": options.announce,
        "players": options.players,
        "first": options.first,
        "position": "",
    }
    assert len(document["players"]) == options.players
    assert document["moves"][0].startswith("begin ") == (options.first == "lots")


def test_lots_stand_in_the_file_where_a_drawn_round_needed_them_and_their_seed_while_it_may():
    table = played("ZG6-D9", variant=2, position=DRAWN, seed=8)
    document = json.loads(saved(table))
    assert document["moves"][:1] == ["ZG6-D9"]
    assert document["moves"][1] in ("begin B", "begin W")
    assert document["seed"] == 8
    over = play_on(loaded(table))
    outcome = json.loads(saved(over))["outcome"]
    assert outcome["why"] == "points"
    assert outcome["points"] == list(over.state.score)
    assert json.loads(saved(over))["seed"] is None
    assert loaded(over).outcome == over.outcome


def test_a_game_of_one_round_keeps_no_seed_once_it_has_begun():
    assert json.loads(saved(new_table(ZenOptions(), 8)))["seed"] is None
    table = new_table(ZenOptions(), None)
    table.seed = 8
    assert json.loads(saved(table))["seed"] == 8


def test_a_file_older_than_the_base_game_is_one_of_variant_1_and_stays_as_it_is():
    document = json.loads(saved(played("F4-H4", variant=1, position=SILENT)))
    del document["options"]["variant"]
    data = json.dumps(document).encode()
    record = read_record(data)
    assert record.table.options.variant == 1
    assert record.table.state.is_echec
    assert json.loads(record.to_bytes())["options"] == document["options"]
    assert read_header(data).turns == 1
    plain = played("F4-H4", position=SILENT)
    assert json.loads(saved(plain))["options"]["variant"] == 0
    assert not loaded(plain).state.is_echec


@pytest.mark.parametrize("answer", ["back", "accept"])
def test_an_answer_to_a_lost_round_is_a_move_of_the_file(answer):
    moves = ("F4-H4", "I4-K4", "E7-G5")
    asked = played(*moves, variant=1, announce="hand", position=SILENT)
    assert loaded(asked).state.view(0).is_asked
    table = played(*moves, answer, variant=1, announce="hand", position=SILENT)
    assert loaded(table).move_text(3) == answer
    assert (table.outcome is None) == (answer == "back")


@pytest.mark.parametrize("players", [2, 4])
def test_a_forfeit_and_what_took_it_back_read_back(players):
    table = play_on(new_table(ZenOptions(2, players=players), 3), 20)
    table.forfeit(1, "left")
    given_up = loaded(table)
    assert given_up.outcome.winners == ((0,) if players == 2 else (0, 2))
    assert given_up.outcome.points == (0,) * players
    given_up.take_back(len(given_up.plays))
    again = loaded(given_up)
    assert again.outcome is None
    assert [event.kind for event in again.events] == [EventKind.FORFEIT, EventKind.TAKE_BACK]
    assert loaded(play_on(again)).outcome


def test_take_backs_across_a_round_s_end_bring_the_same_lots_again():
    table = played("ZG6-D9", variant=2, position=DRAWN, seed=8)
    begun = table.plays[1]
    play_on(table, 3)
    table.take_back(0, 0)
    assert table.state == ZenState.new(table.options)
    table = loaded(table)
    table.play(0, ZEN.parse("ZG6-D9"))
    assert table.plays[1] == begun
    assert table.events[0].moves[:2] == ("ZG6-D9", str(begun.move))


def test_hints_and_changes_of_seat_read_back():
    table = play_on(new_table(ZenOptions(players=4), 5), 9)
    table.note_hint(1, "K1-H1")
    table.sit(3, Sitter("Zoé", "random", 7))
    read = loaded(table)
    assert [event.kind for event in read.events] == [EventKind.HINT, EventKind.SEAT]
    assert read.sitters[3].name == "Zoé"


def change(**fields):
    return lambda document: document.update(fields)


def change_move(at: int, text: str):
    return lambda document: document["moves"].__setitem__(at, text)


def change_option(name: str, value):
    return lambda document: document["options"].__setitem__(name, value)


FAULTS = [
    (change_option("variant", 4), "$.options.variant: 4 is not a possible value"),
    (change_option("variant", "1"), '$.options.variant: "1" is not a possible value'),
    (change_option("players", 4), "$.players: 4 players are needed, not 2"),
    (change_option("first", "red"), '$.options.first: "red" is not a possible value'),
    (change_option("position", "11 B -"), "$.options: position: 1 rows instead of 11"),
    (change(rules=2), "$.rules: version 2 is unknown, 1 is known"),
    (change_move(0, "begin red"), "$.moves[0]: 'begin red' is not a move (write it like F11-F8, "),
    (change_move(0, "F11-F8"), "$.moves[0]: F11-F8 is not a move that can be made now"),
    (change_move(1, "F11-F9"), "$.moves[1]: with 3 on the line, F11 moves 3; F9 is 2 away"),
    (change_move(1, "K1-H1"), "$.moves[1]: the pawn on K1 is the opponent's"),
    (change_move(1, "F11xF8"), "$.moves[1]: there is nothing to take on F8"),
    (change_move(1, "ZF11-F8"), "$.moves[1]: the Zen does not stand on F11"),
    (change_move(1, "F11-F8+"), "$.moves[1]: in this game the players do not announce échec"),
    (change_move(1, "f11-f8"), "$.moves[1]: 'f11-f8' is not a move (write it like F11-F8, "),
    (change_move(3, "back"), "$.moves[3]: back is not a move that can be made now"),
    (change(outcome={"winners": [0], "why": "mat", "points": []}), "$.outcome: the moves give no"),
    (change(seed=4), "$.seed: nothing is left to chance"),
    (lambda document: document["moves"].append("begin W"), "$.moves[4]: begin W is not a move th"),
    (lambda document: document["moves"].append("0:F8-F11"), "$.moves[4]: '0:F8-F11' is not a move"),
]


@pytest.mark.parametrize(("damage", "fault"), FAULTS)
def test_a_wrong_file_is_refused_with_place_and_reason(damage, fault):
    table = new_table(ZenOptions(), None)
    table.play(CHANCE, ZEN.parse("begin B"))
    for move in ("F11-F8", "K1-H1", "F8-F11"):
        table.play(table.to_move[0], ZEN.parse(move))
    document = json.loads(saved(table))
    assert read_record(json.dumps(document).encode())
    damage(document)
    with pytest.raises(Fault) as refused:
        read_record(json.dumps(document).encode())
    assert str(refused.value).startswith(fault)
    assert is_of_reasons(refused.value.sentence)


ROUNDS = play_on(new_table(ZenOptions(2), 6), seed=6)
TEAMS = play_on(new_table(ZenOptions(1, players=4), 6), seed=6)


@pytest.mark.parametrize("table", [ROUNDS, TEAMS], ids=["rounds", "teams"])
def test_a_replay_goes_through_every_turn_and_lots_pass_with_the_turn_before(table):
    replay = Replay.of(table)
    seen = [replay.view(None)]
    while replay.next():
        seen.append(replay.view(None))
    stops = [s for s in table.states if s.to_move != (CHANCE,)]
    assert seen == [state.view(None) for state in stops]
    assert replay.turns == sum(play.seat != CHANCE for play in table.plays)
    assert replay.visible_seats == {*range(len(table.seats)), None}


def test_a_replay_by_step_shows_the_piece_lifted():
    replay = Replay.of(TEAMS)
    assert isinstance(replay.play.move, BoardMove)
    replay.next_step()
    assert replay.place == ReplayPosition(0, 1)
    assert replay.view(None).lifted == replay.play.move.start
    replay.next_step()
    assert replay.place == ReplayPosition(1)
    assert replay.view(None).lifted is None


@pytest.mark.parametrize("turn", [0, 40, 200])
def test_a_branch_has_the_same_past_and_a_file_of_its_own(turn):
    replay = Replay.of(ROUNDS)
    replay.go_to(turn)
    again = branch(ROUNDS, replay.moves_before, replay.seats, 12)
    assert again.plays == ROUNDS.plays[: replay.moves_before]
    assert again.state == ROUNDS.states[replay.moves_before]
    assert [event.kind for event in again.events] == [EventKind.BRANCH]
    assert loaded(again).seed == 12
    assert loaded(play_on(again, seed=3)).outcome


@pytest.mark.parametrize("options", [ZenOptions(2), ZenOptions(1, players=4)], ids=str)
def test_a_game_on_disk_is_gone_on_with(options):
    table = loaded(play_on(new_table(options, 2), 50))
    other = play_on(new_table(options, 2))
    assert same_game(play_on(table), other)


def test_states_of_different_positions_are_not_taken_for_each_other():
    one, other = (new_table(replace(KINDS[0], first=first), 1) for first in ("black", "white"))
    assert one.states != other.states
