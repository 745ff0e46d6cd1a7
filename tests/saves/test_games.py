"""Games of every kind as files: loaded at any moment, replayed, gone on with elsewhere, refused."""

from __future__ import annotations

import json
import tracemalloc
from itertools import chain
from typing import Any

import hearts_tables
import pytest
import wars
import zens
from every_game import DUEL, HEARTS, OPTIONS, TOY, WAR, ZEN, every_option, go_on, name_of
from games_on_disk import NOW
from reasons import is_of_reasons

from engine.game import CHANCE, Game
from engine.hearts.moves import CardPass
from engine.shuffle import Lots
from engine.table import EventKind, Sitter, Table
from engine.war.options import WarOptions
from engine.zen.options import ZenOptions
from saves.document import Fault
from saves.header import read_header
from saves.reading import MAX_EFFORT, read_record
from saves.record import Record
from saves.replay import Replay, branch

pytestmark = pytest.mark.usefixtures("toy")

MOMENTS = 5
FEW = 60
"""The most turns of a random game in every run."""

SILENT = "11/11/11/11/4W6/4B2W3/4B6/5W2B2/11/11/11 W -"
"""White threatens with F4-H4; I4-K4 overlooks it, E7-G5 wins."""

DRAWN = "11/2WW7/11/4B6/3B7/6Z4/11/11/11/11/11 B -"
"""ZG6-D9 connects both sides."""

LONG, LONG_SEED = WarOptions(2, 26), 350
"""A game of more than 3,000 duels."""

MIB = 1 << 20


def new_table(
    game: Game[Any], options: Any, seed: int | None = 1, kinds: tuple[str, ...] = ()
) -> Table:
    """Return a table of people, or of these kinds of players."""
    seats = game.seats(options)
    kinds = kinds or ("human",) * len(seats)
    sitters = [
        Sitter(name, kind, None if kind == "human" else 1)
        for name, kind in zip(seats, kinds, strict=True)
    ]
    return Table(game, options, sitters, seed)


def saved(table: Table) -> dict:
    return json.loads(Record.new(table, NOW).to_bytes())


def read(document: dict) -> Table:
    return read_record(json.dumps(document).encode()).table


def loaded(table: Table) -> Table:
    """Return the table after a save and a load, which change nothing."""
    data = Record.new(table, NOW).to_bytes()
    record = read_record(data)
    assert record.to_bytes() == data
    again = record.table
    assert (again.plays, again.states) == (table.plays, table.states)
    assert (again.events, again.sitters) == (table.events, table.sitters)
    assert (again.options, again.outcome) == (table.options, table.outcome)
    return again


def survives_five_loads(game: Game[Any], options: Any, number: int, most: int) -> None:
    """Play a random game that is loaded at five moments, and compare it with one that never was."""
    whole = go_on(new_table(game, options, number), most, number)
    lots = Lots(number, 0)
    moments = sorted(lots.below(whole.turns + 1) for _ in range(MOMENTS))
    table = new_table(game, options, number)
    for moment in moments:
        table = loaded(go_on(table, moment - table.turns, number))
    table = loaded(go_on(table, most - table.turns, number))
    assert (table.plays, table.states) == (whole.plays, whole.states)


@every_option
def test_a_random_game_loaded_at_five_moments_goes_on_as_it_would_have(game, options):
    survives_five_loads(game, options, 4, FEW)


@pytest.mark.slow
@every_option
@pytest.mark.parametrize("number", range(50))
def test_many_random_games_loaded_at_five_moments_go_on_as_they_would_have(game, options, number):
    survives_five_loads(game, options, number, 100_000)


@every_option
def test_a_seed_is_kept_while_a_lot_may_come_and_not_after_the_end(game, options):
    table, seeds = new_table(game, options, 8), {}
    while table.outcome is None and table.turns < FEW:
        seeds[len(table.plays)] = saved(table)["seed"]
        go_on(table, 1)
    drawn = [at for at, play in enumerate(table.plays) if play.seat == CHANCE]
    for at, seed in seeds.items():
        assert seed == 8 or (seed is None and drawn[-1:] < [at])
    assert table.outcome is None or saved(table)["seed"] is None


@every_option
def test_a_forfeit_and_what_took_it_back_read_back(game, options):
    table = go_on(new_table(game, options, 3), 9)
    if table.outcome:
        return
    table.forfeit(1, "left")
    given_up = loaded(table)
    given_up.seed = 3
    given_up.take_back(len(given_up.plays))
    again = loaded(given_up)
    assert [event.kind for event in again.events] == [EventKind.FORFEIT, EventKind.TAKE_BACK]
    assert loaded(go_on(again, FEW)).turns > 9


@every_option
def test_a_take_back_brings_the_same_lots_again(game, options):
    table = go_on(new_table(game, options, 3), FEW, 2)
    drawn = [at for at, play in enumerate(table.plays) if play.seat == CHANCE]
    plays = list(table.plays)
    for at in reversed(drawn):
        table.take_back(at)
        assert table.plays == plays[: len(table.plays)]
        loaded(table)


@every_option
def test_a_replay_goes_through_every_turn_and_lots_pass_with_the_turn_before(game, options):
    table = go_on(new_table(game, options, 6), FEW)
    replay = Replay.of(table)
    seen = [replay.view(None)]
    while replay.next():
        seen.append(replay.view(None))
    assert seen == [state.view(None) for state in table.states if state.to_move != (CHANCE,)]
    assert replay.turns == sum(play.seat != CHANCE for play in table.plays)
    back = [replay.view(None)]
    while replay.previous():
        back.append(replay.view(None))
    assert back == seen[::-1]


@every_option
@pytest.mark.parametrize("turn", [0, 7, 30])
def test_a_branch_has_the_same_past_and_a_file_of_its_own(game, options, turn):
    kinds = ("human", *["random"] * (len(game.seats(options)) - 1))
    table = go_on(new_table(game, options, 6, kinds), FEW)
    replay = Replay.of(table)
    replay.go_to(min(turn, replay.turns - 1))
    at = replay.moves_before
    again = loaded(branch(table, at, replay.seats, 12))
    for seat in replay.seats:
        assert again.view(seat) == table.view_at(at, seat)
    assert [event.kind for event in again.events] == [EventKind.BRANCH]
    again.seed = 12
    assert len(loaded(go_on(again, FEW)).plays) > at


MOMENTS_WITHIN = {
    "a pass": lambda view: sum(view.has_passed) == 2,
    "a trick": lambda view: len(view.table) == 2 and len(view.tricks) == 3,
    "a slap": lambda view: len(view.slaps) == 2 and view.is_slapping and len(view.tricks) < 8,
}


def until(table: Table, condition) -> Table:
    while not condition(table.view(None)):
        assert table.outcome is None
        go_on(table, 1, 3)
    return table


@pytest.mark.parametrize("moment", MOMENTS_WITHIN)
def test_in_a_branch_only_what_its_person_knows_stays(moment):
    kinds = ("human", "random", "random", "random")
    table = new_table(HEARTS, hearts_tables.REFLEX, 4, kinds)
    until(table, MOMENTS_WITHIN[moment])
    replay = Replay.of(table)
    replay.last()
    assert replay.visible_seats == {0, None}
    hands = set()
    for seed in range(6):
        again = loaded(branch(table, replay.moves_before, replay.seats, seed))
        assert again.view(0) == table.view(0)
        assert again.to_move == table.to_move
        hands.add(again.state.hands[1])
        go_on(again, 30, seed)
    assert len(hands) > 3


def test_the_seat_stands_in_front_where_several_may_move():
    table = until(
        new_table(HEARTS, hearts_tables.REFLEX, 4),
        lambda view: view.is_slapping and len(view.slaps) == 3,
    )
    moves = saved(table)["moves"]
    passes = [text for text in moves if "pass" in text][:4]
    assert [text.split(":")[0] for text in passes[:3]] == [
        str(play.seat) for play in table.plays if isinstance(play.move, CardPass)
    ][:3]
    assert passes[3].startswith("pass ")  # the last to choose is the only one who may
    assert [text[1:] for text in moves[-3:]] == [":slap"] * 3


def test_a_take_back_in_the_middle_of_a_choice_reads_back_with_its_seats():
    table = go_on(new_table(TOY, TOY.options()), 2)
    gone = [table.move_text(at) for at in (1, 2)]
    table.take_back(1, table.plays[1].seat)
    assert saved(table)["events"][0]["moves"] == gone
    assert all(":pick " in text for text in gone)
    loaded(go_on(loaded(table), FEW))


def test_of_several_people_at_one_keyboard_only_one_has_eyes_in_a_replay():
    table = go_on(new_table(TOY, TOY.options(), 6), 2)
    assert len(table.to_move) > 1
    assert Replay.of(table).visible_seats == {table.to_move[0], None}


# What one game alone has


def zen_played(*moves: str, seed: int | None = 1, **options) -> Table:
    """Return a table of Zen at which these moves were made."""
    table = zens.new_table(ZenOptions(**{"first": "black", **options}), seed)
    for move in moves:
        table.play(table.to_move[0], ZEN.parse(move))
    return table


def test_a_game_of_one_round_of_zen_keeps_no_seed_once_it_has_begun():
    assert saved(zens.new_table(ZenOptions(), 8))["seed"] is None
    table = zens.new_table(ZenOptions(), None)
    table.seed = 8
    assert saved(table)["seed"] == 8


def test_a_file_older_than_the_base_game_of_zen_is_one_of_variant_1_and_stays_as_it_is():
    document = saved(zen_played("F4-H4", variant=1, position=SILENT))
    del document["options"]["variant"]
    data = json.dumps(document).encode()
    record = read_record(data)
    assert record.table.options.variant == 1
    assert record.table.state.is_echec
    assert json.loads(record.to_bytes())["options"] == document["options"]
    assert read_header(data).turns == 1
    plain = zen_played("F4-H4", position=SILENT)
    assert saved(plain)["options"]["variant"] == 0
    assert not loaded(plain).state.is_echec


@pytest.mark.parametrize("answer", ["back", "accept"])
def test_an_answer_to_a_lost_round_is_a_move_of_the_file(answer):
    moves = ("F4-H4", "I4-K4", "E7-G5", answer)
    table = zen_played(*moves, variant=1, announce="hand", position=SILENT)
    assert loaded(table).move_text(3) == answer
    assert (table.outcome is None) == (answer == "back")


def test_a_lot_after_a_drawn_round_stands_in_the_file_and_falls_the_same_again():
    table = zen_played("ZG6-D9", variant=2, position=DRAWN, seed=8)
    begun = table.plays[1]
    assert saved(table)["moves"][1] == str(begun.move)
    assert str(begun.move) in ("begin B", "begin W")
    zens.play_on(table, 3)
    table.take_back(0, 0)
    table = loaded(table)
    table.play(0, ZEN.parse("ZG6-D9"))
    assert table.plays[1] == begun
    assert table.events[0].moves[:2] == ("ZG6-D9", str(begun.move))


def test_a_replay_of_zen_by_step_shows_the_piece_lifted():
    replay = Replay.of(zen_played("F11-F8"))
    replay.next_step()
    assert replay.view(None).lifted == replay.play.move.start
    replay.next_step()
    assert replay.view(None).lifted is None


def test_a_game_of_3_000_duels_stays_under_1_mb_of_file_and_40_mb_of_memory():
    played = wars.play_on(wars.new_table(LONG, LONG_SEED))
    data = Record.new(played, NOW).to_bytes()
    assert len(data) < MIB
    tracemalloc.start()
    table = read_record(data).table
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 40 * MIB
    assert (table.plays, table.state) == (played.plays, played.state)
    assert table.states[::100] == played.states[::100]  # each is compared with its whole log
    duels = table.state.duel.number
    assert duels > 3_000
    assert len(table.plays) / duels * WarOptions().limit < 0.8 * MAX_EFFORT
    header = read_header(data)
    assert (header.game, header.turns) == ("war", table.turns)
    assert header.ended.winners == table.outcome.winners


# Wrong files


def change(**fields):
    return lambda document: document.update(fields)


def change_move(at: int, text: str):
    return lambda document: document["moves"].__setitem__(at, text)


def change_option(name: str, value):
    return lambda document: document["options"].__setitem__(name, value)


SOUND = {
    ZEN: (ZenOptions(), ("begin B", "F11-F8", "K1-H1", "F8-F11")),
    HEARTS: (HEARTS.options(), ()),
    WAR: (WarOptions(2, 2), ("deal 2C 5D / 3D 4D", "turn", "shuffle 3D 2C")),
    TOY: (TOY.options(), ()),
}
"""The options and the moves of a sound file; without moves eight by lot."""

NO_MOVE = "is not a move that can be made now"
FAULTS = {
    ZEN: [
        (change_option("variant", "1"), '$.options.variant: "1" is not a possible value'),
        (change_option("players", 4), "$.players: 4 players are needed, not 2"),
        (change_option("position", "11 B -"), "$.options: position: 1 rows instead of 11"),
        (change(rules=2), "$.rules: version 2 is unknown, 1 is known"),
        (change_move(0, "begin red"), "$.moves[0]: 'begin red' is not a move (write it like F1"),
        (change_move(0, "F11-F8"), f"$.moves[0]: F11-F8 {NO_MOVE}"),
        (change_move(1, "F11-F9"), "$.moves[1]: with 3 on the line, F11 moves 3; F9 is 2 away"),
        (change_move(1, "F11-F8+"), "$.moves[1]: in this game the players do not announce échec"),
        (change_move(3, "back"), f"$.moves[3]: back {NO_MOVE}"),
        (change(seed=4), "$.seed: nothing is left to chance"),
        (lambda one: one["moves"].append("0:F8-F11"), "$.moves[4]: '0:F8-F11' is not a move"),
    ],
    HEARTS: [
        (change_option("values", "ace"), '$.options.values: "ace" is not a possible value'),
        (change_option("joker", 1), "$.options.joker: 1 is not a possible value"),
        (
            change_move(1, "pass 2C 3C 4C"),
            "$.moves[1]: 'pass 2C 3C 4C' does not begin with the seat that moves, like 2:",
        ),
        (change_move(1, "0:TC"), "$.moves[1]: three cards must be passed"),
        (change_move(1, "0:pass 3C 2C 4C"), "$.moves[1]: 'pass 3C 2C 4C' is not a move (write"),
        (change_move(5, "joker QS"), "$.moves[5]: QS cannot be the joker"),
        (change_move(6, "tc"), "$.moves[6]: 'tc' is not a move (write it like TC, pass 2C AH QS,"),
    ],
    WAR: [
        (change_option("players", 9), "$.options: players is 2 to 8, not 9"),
        (change_option("players", 3), "$.players: 3 players are needed, not 2"),
        (change_move(0, "deal 2C 5D / 3D 2C"), "$.moves[0]: each of the 2 players has to be dea"),
        (change_move(0, "deal 2C 5D / 3D"), "$.moves[0]: each of the 2 players has to be dealt"),
        (change_move(0, "deal 2C 1D / 3D 4D"), "$.moves[0]: '1D' is not a card (write it like"),
        (change_move(0, "turn"), f"$.moves[0]: turn {NO_MOVE}"),
        (change_move(1, "pass"), "$.moves[1]: 'pass' is not a move (the only one is turn)"),
        (change_move(1, "shuffle 3D 2C"), f"$.moves[1]: shuffle 3D 2C {NO_MOVE}"),
        (change_move(2, "shuffle 3D 5D"), "$.moves[2]: only the cards of the duel are shuffled:"),
        (
            change(outcome={"winners": [0], "why": "limit", "points": []}),
            "$.outcome: the moves give",
        ),
    ],
    TOY: [
        (change_move(1, "pick 7"), "$.moves[1]: 'pick 7' does not begin with the seat that moves"),
        (change_move(1, "9:pick 7"), "$.moves[1]: it is not seat 9's turn"),
        (change_move(1, "0:grab"), f"$.moves[1]: grab {NO_MOVE}"),
        (change_move(1, "0:pick 17"), "$.moves[1]: 17 is not in hand"),
        (change_move(5, "race 4"), f"$.moves[5]: race 4 {NO_MOVE}"),
    ],
}
assert FAULTS.keys() | {DUEL} == OPTIONS.keys(), "the duel's are in test_record"


@pytest.mark.parametrize(
    ("game", "damage", "fault"),
    chain.from_iterable([(game, *one) for one in some] for game, some in FAULTS.items()),
    ids=name_of,
)
def test_a_wrong_file_is_refused_with_place_and_reason(game, damage, fault):
    options, moves = SOUND[game]
    table = new_table(game, options, None if moves else 1)
    for move in moves:
        table.play(table.to_move[0], game.parse(move))
    document = saved(table if moves else go_on(table, 8, 1))
    assert read(document)
    damage(document)
    with pytest.raises(Fault) as refused:
        read(document)
    assert str(refused.value).startswith(fault)
    assert is_of_reasons(refused.value.sentence)
