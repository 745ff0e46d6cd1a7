"""Games of Dame de Pique as files: loaded at any moment, gone on with, branched, refused."""

from __future__ import annotations

import json

import pytest
from games_on_disk import NOW
from hearts_tables import ALL, EVERY_OPTION, REFLEX, random_move
from reasons import is_of_reasons

from engine.game import CHANCE
from engine.games import GAMES
from engine.hearts.game import HEARTS
from engine.hearts.moves import CardPass
from engine.hearts.options import HeartsOptions
from engine.shuffle import Lots
from engine.table import EventKind, Sitter, Table
from saves.document import Fault
from saves.reading import read_record
from saves.record import Record
from saves.replay import Replay, branch

FEW = 20
MANY = 300
MOMENTS = 5
SEED = 4
MOVES = 90
"""The moves of a random game; some are played to their end."""


@pytest.fixture(autouse=True)
def _found_by_its_key(monkeypatch):
    monkeypatch.setitem(GAMES, HEARTS.key, lambda: HEARTS)


def new_table(
    options: HeartsOptions,
    seed: int | None = 1,
    kinds: tuple[str, ...] = ("human",) * 4,
) -> Table:
    sitters = [
        Sitter(name, kind, None if kind == "human" else number)
        for number, (name, kind) in enumerate(zip(HEARTS.seats(options), kinds, strict=True))
    ]
    return Table(HEARTS, options, sitters, seed)


def play_on(table: Table, upto: int, seed: int) -> Table:
    """Let random moves be made until there are so many, whoever may move chosen by lot."""
    while len(table.plays) < upto and table.outcome is None:
        lots = Lots(seed, len(table.plays))
        seat = table.to_move[lots.below(len(table.to_move))]
        table.play(seat, random_move(table.state, seat, lots))
    return table


def saved(table: Table) -> bytes:
    return Record.new(table, NOW).to_bytes()


def loaded(table: Table) -> Table:
    """Return the table after a save and a load, which change nothing."""
    data = saved(table)
    record = read_record(data)
    assert record.to_bytes() == data
    read = record.table
    assert (read.plays, read.states, read.options) == (table.plays, table.states, table.options)
    assert (read.events, read.sitters, read.outcome) == (table.events, table.sitters, table.outcome)
    return read


def survives_five_loads(number: int, moves: int) -> None:
    options, lots = EVERY_OPTION[number % len(EVERY_OPTION)], Lots(number, 0)
    whole = play_on(new_table(options, number), moves, number)
    table = new_table(options, number)
    for moment in sorted(lots.below(len(whole.plays) + 1) for _ in range(MOMENTS)):
        table = loaded(play_on(table, moment, number))
    play_on(table, moves, number)
    assert (table.plays, table.states) == (whole.plays, whole.states)
    assert loaded(table).outcome == whole.outcome


@pytest.mark.parametrize("number", range(FEW))
def test_a_random_game_loaded_at_five_moments_goes_on_as_it_would_have(number):
    survives_five_loads(number, 9999 if number == 4 else MOVES)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(FEW, MANY))
def test_many_random_games_loaded_at_five_moments_go_on_as_they_would_have(number):
    survives_five_loads(number, 9999)


def until(table: Table, condition) -> Table:
    while not condition(table.view(None)):
        assert table.outcome is None
        play_on(table, len(table.plays) + 1, 2)
    return table


MOMENTS_WITHIN = {
    "a pass": lambda view: sum(view.has_passed) == 2,
    "a trick": lambda view: len(view.table) == 2 and len(view.tricks) == 3,
    "a slap": lambda view: len(view.slaps) == 2 and view.is_slapping and len(view.tricks) < 8,
}


@pytest.mark.parametrize("moment", MOMENTS_WITHIN)
def test_a_game_is_resumed_in_the_middle_of(moment):
    table = until(new_table(REFLEX, SEED), MOMENTS_WITHIN[moment])
    read = loaded(table)
    assert read.to_move == table.to_move
    assert [read.view(seat) for seat in ALL] == [table.view(seat) for seat in ALL]
    more = len(table.plays) + 60
    assert play_on(read, more, 7).plays == play_on(table, more, 7).plays


def test_the_seat_stands_in_front_where_several_may_move():
    table = until(new_table(REFLEX, SEED), lambda view: view.is_slapping and len(view.slaps) == 3)
    moves = json.loads(saved(table))["moves"]
    passes = [text for text in moves if "pass" in text][:4]
    assert [text.split(":")[0] for text in passes[:3]] == [
        str(play.seat) for play in table.plays if isinstance(play.move, CardPass)
    ][:3]
    assert passes[3].startswith("pass ")  # the last to choose is the only one who may
    assert [text[1:] for text in moves[-3:]] == [":slap"] * 3


def test_a_take_back_brings_the_same_lots_again():
    table = play_on(new_table(HeartsOptions(), 3), 130, 2)
    drawn = [at for at, play in enumerate(table.plays) if play.seat == CHANCE]
    plays = list(table.plays)
    for at in reversed(drawn):
        table.take_back(at)
        assert table.plays == plays[: at + 1]
        loaded(table)
    assert {event.kind for event in table.events} == {EventKind.TAKE_BACK}


@pytest.mark.parametrize("moment", MOMENTS_WITHIN)
def test_in_a_branch_only_what_its_person_knows_stays(moment):
    kinds = ("human", "random", "random", "random")
    table = until(new_table(REFLEX, SEED, kinds), MOMENTS_WITHIN[moment])
    replay = Replay.of(table)
    replay.last()
    assert replay.visible_seats == {0, None}
    hands = set()
    for seed in range(6):
        again = loaded(branch(table, replay.moves_before, replay.seats, seed))
        assert again.view(0) == table.view(0)
        assert again.to_move == table.to_move
        hands.add(again.state.hands[1])
        play_on(again, len(again.plays) + 30, seed)
    assert len(hands) > 3


FAULTS = [
    (
        1,
        "pass 2C 3C 4C",
        "$.moves[1]: 'pass 2C 3C 4C' does not begin with the seat that moves, like 2:",
    ),
    (1, "0:TC", "$.moves[1]: three cards must be passed"),
    (
        1,
        "0:pass 3C 2C 4C",
        "$.moves[1]: 'pass 3C 2C 4C' is not a move (write it like TC, pass 2C AH QS, slap)",
    ),
    (5, "joker QS", "$.moves[5]: QS cannot be the joker"),
    (5, "joker 2C", "$.moves[5]: 2C cannot be the joker"),
    (6, "3C", "$.moves[6]: "),
    (6, "tc", "$.moves[6]: 'tc' is not a move (write it like TC, pass 2C AH QS, slap)"),
]


@pytest.mark.parametrize(("at", "text", "fault"), FAULTS)
def test_a_wrong_file_is_refused_with_place_and_reason(at, text, fault):
    document = json.loads(saved(play_on(new_table(HeartsOptions()), 8, 1)))
    document["moves"][at] = text
    with pytest.raises(Fault) as refused:
        read_record(json.dumps(document).encode())
    assert str(refused.value).startswith(fault)
    assert is_of_reasons(refused.value.sentence)


@pytest.mark.parametrize("options", [{"values": "ace"}, {"slap": "hand"}, {"joker": 1}], ids=str)
def test_options_that_do_not_exist_are_refused(options):
    document = json.loads(saved(new_table(HeartsOptions())))
    document["options"] |= options
    with pytest.raises(Fault) as refused:
        read_record(json.dumps(document).encode())
    assert str(refused.value).startswith("$.options")
    assert is_of_reasons(refused.value.sentence)
