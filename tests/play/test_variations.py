"""Moves tried in a replay: kept in the file as variations, drawn as the record has it."""

from __future__ import annotations

import json

import pytest
from at_table import HandLoop
from duels import new_table, play_on
from every_game import DUEL, HEARTS, WAR, ZEN, go_on, random_table
from games_on_disk import NOW

from engine.game import CHANCE
from engine.hearts.options import HeartsOptions
from engine.log import log_of
from engine.reasons import IllegalMove
from engine.shuffle import Lots
from engine.table import Sitter, Table
from engine.war.options import WarOptions
from engine.zen.options import ZenOptions
from host.session import Session
from play import trial as trials
from play import variations as model_of_variations
from play.controls import TypedControls
from play.frame import NO_SENSE_NOW
from play.local_client import LocalClient
from play.notes import GameFile
from play.playback import Pace
from play.replay_model import ReplayModel
from play.saved_games import NotChanged
from play.trial import Trial, TrialController, TrialSession
from play.variations import VariationRefusal
from saves.lock import GameLock
from saves.reading import read_record
from saves.record import PERSON, Record

KINDS = ("human", "greedy")


def over(seed=9) -> Record:
    return Record.new(play_on(new_table(seed, kinds=KINDS), ("greedy", "greedy")), NOW)


def in_play(seed=9, turns=6) -> Record:
    table = new_table(seed, kinds=KINDS)
    return Record.new(play_on(table, ("greedy", "greedy"), turns), NOW)


def replay_of(record: Record, file: GameFile, loop: HandLoop | None = None) -> ReplayModel:
    controls = TypedControls(record.table.game.parse)
    return ReplayModel(record, file, controls, lambda _: [], loop or HandLoop())


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "game.json"
    over().write_copy(file)
    return file


@pytest.fixture
def model(path):
    return replay_of(read_record(path.read_bytes()), GameFile(path))


def make(trial: Trial, count: int = 1, kind: str = "random", seed: int = 3) -> None:
    """Make moves in a trial, each kept before it is made."""
    for _ in range(count):
        ahead = trial.table.ahead()
        go_on(ahead, 1, seed, kind)
        if keep := trial.begin(ahead):
            keep()
            trial.end(is_kept=True)
        trial.table.catch_up(ahead)


def tried(model: ReplayModel, turn: int, count: int = 2, seed: int = 3) -> Trial:
    """Try moves after a turn of the game, and go into the variation."""
    model.leave_variation()
    model.go_to(str(turn))
    trial = Trial(model.variations)
    make(trial, count, seed=seed)
    assert trial.variation
    model.enter(trial.variation)
    return trial


def lines_in(path) -> list[dict]:
    return json.loads(path.read_bytes()).get("lines", [])


def test_moves_that_are_tried_are_in_the_file_before_they_are_made(model, path):
    model.go_to("5")
    trial = Trial(model.variations)
    for count in (1, 2, 3):
        ahead = trial.table.ahead()
        go_on(ahead, 1, 3)
        keep = trial.begin(ahead)
        assert trial.table.turns == 4 + count
        keep()
        trial.end(is_kept=True)
        trial.table.catch_up(ahead)
        moves = [trial.table.move_text(at) for at in range(6, 6 + count)]
        assert lines_in(path) == [{"at": 6, "by": PERSON, "moves": moves}]


def test_a_variation_is_gone_into_and_stepped_through_and_left_at_its_start(model):
    tried(model, 5, 3)
    assert (model.replay.place.turn, model.replay.turns) == (8, 8)
    assert model.frame.refusal("variations") is NO_SENSE_NOW
    assert model.do("previous_turn")
    assert model.variations.inside
    model.leave_variation()
    assert (model.variations.inside, model.replay.place.turn) == (None, 5)
    assert model.replay.turns > 8
    assert [(mark.turn, mark.name) for mark in model.marks] == [(5, "variation")]


def test_a_step_back_before_its_first_move_leads_into_the_game(model):
    tried(model, 5, 2)
    for place, is_inside in ((6, True), (5, False), (4, False)):
        model.do("previous_turn")
        assert (model.replay.place.turn, model.variations.inside is not None) == (place, is_inside)
    tried(model, 5, 2, seed=4)
    model.do("first")
    assert (model.replay.place.turn, model.variations.inside) == (0, None)


def test_moves_of_the_game_itself_are_no_variation(model, path):
    model.go_to("5")
    trial = Trial(model.variations)
    game = model.table
    for at in range(6, 9):
        ahead = trial.table.ahead()
        ahead.play(*game.plays[at])
        assert trial.begin(ahead) is None
        trial.table.catch_up(ahead)
    assert (trial.variation, lines_in(path)) == (None, [])
    make(trial, seed=5)
    assert [line["at"] for line in lines_in(path)] == [9]


def test_other_moves_after_a_take_back_are_another_variation_and_the_same_ones_none(model, path):
    trial = tried(model, 5, 3)
    first = trial.variation
    trial.table.take_back(7)
    make(trial, 2)
    assert (trial.variation, len(lines_in(path))) == (first, 1)
    trial.table.take_back(7)
    make(trial, 1, seed=8)
    assert len(lines_in(path)) == 2
    assert [line["moves"][0] for line in lines_in(path)] == [first.moves[0]] * 2
    assert [*model.variations.begun] == []
    model.leave_variation()
    assert [*map(len, model.variations.begun.values())] == [2]


def test_moves_tried_within_a_variation_go_on_from_there(model, path):
    tried(model, 5, 2)
    trial = Trial(model.variations)
    make(trial, 1, seed=8)
    assert [len(line["moves"]) for line in lines_in(path)] == [3]
    model.enter(trial.variation)
    model.go_to("6")
    make(trial := Trial(model.variations), 1, seed=12)
    assert [len(line["moves"]) for line in lines_in(path)] == [3, 2]


def test_notes_on_a_variation_stay_with_it_as_it_grows(model, path):
    tried(model, 5, 2)
    model.go_to("6")
    model.begin_note("!? Brave")()
    model.end_change(is_kept=True)
    assert model.note == "!? Brave"
    assert [mark.name for mark in model.marks] == ["note"]
    note = {"at": 7, "by": PERSON, "sign": "!?", "text": "Brave"}
    assert [line["notes"] for line in lines_in(path)] == [[note]]
    model.do("last")
    trial = Trial(model.variations)
    make(trial)
    assert [line["notes"] for line in lines_in(path)] == [[note]]
    assert "notes" not in json.loads(path.read_bytes())


def test_a_variation_is_removed(model, path):
    tried(model, 5, 2)
    tried(model, 7, 2)
    assert len(lines_in(path)) == 2
    model.variations.begin_removal()()
    model.end_change(is_kept=True)
    assert (model.variations.inside, model.replay.place.turn) == (None, 7)
    assert [line["at"] for line in lines_in(path)] == [6]


def test_a_variation_that_is_not_on_the_disk_is_not_shown(model, path):
    model.go_to("5")
    trial = Trial(model.variations)
    ahead = go_on(trial.table.ahead(), 1)
    lock = GameLock(path, NOW)
    keep = trial.begin(ahead)
    with pytest.raises(NotChanged, match="is open elsewhere"):
        keep()
    trial.end(is_kept=False)
    lock.release()
    assert (trial.variation, model.variations.shown, lines_in(path)) == (None, (), [])
    assert model.margin.refusal is None


def test_a_session_makes_a_move_once_it_is_on_the_disk(model, path):
    loop, told = HandLoop(), []
    model.go_to("5")
    trial = Trial(model.variations)
    client = LocalClient(TrialSession(trial, loop, told.append), loop)
    seat = client.timeline.to_move[0]
    client.submit(seat, next(client.timeline.view(seat).legal()))
    while client.is_sending:
        loop.settle()
    loop.settle()
    assert (len(client.timeline.plays), len(lines_in(path)), told) == (7, 1, [""])
    assert trial.variation == model.variations.shown[0]
    lock = GameLock(path, NOW)
    seat = client.timeline.to_move[0]
    client.submit(seat, next(client.timeline.view(seat).legal()))
    while client.is_sending:
        loop.settle()
    loop.settle()
    lock.release()
    assert told[1:] == ["The game is open elsewhere; nothing can be written into it now."]
    assert [len(line["moves"]) for line in lines_in(path)] == [1]
    client.close()


def test_one_person_makes_the_moves_of_all_seats_and_takes_back_what_was_tried(model):
    loop = HandLoop()
    model.go_to("5")
    trial = Trial(model.variations)
    client = LocalClient(TrialSession(trial, loop, print), loop)
    controls = TypedControls(DUEL.parse)
    controls.hides = True
    controller = TrialController(client, controls, loop, Pace(0.1))
    controller.model.begun_at = trial.begun.at
    controller.begin()
    assert controller.model.last_mine() is None
    for made in (1, 2):
        controller.play(next(client.timeline.view(controller.model.seat).legal()))
        while client.is_sending:
            loop.settle()
        loop.settle()
        assert controller.model.seat == client.timeline.to_move[0]
        assert len(client.timeline.plays) == 6 + made
    controller.take_back()
    while client.is_sending:
        loop.settle()
    assert len(client.timeline.plays) == 7
    assert controller.frame.refusal("what_next") is NO_SENSE_NOW
    client.close()


def test_nothing_can_be_tried_after_the_end_but_after_a_game_was_given_up(model):
    model.do("last")
    assert model.frame.refusal("try") == IllegalMove(VariationRefusal.OVER_HERE)
    record = in_play()
    record.table.forfeit(0, "tired")
    given_up = replay_of(record, GameFile())
    given_up.do("last")
    assert given_up.frame.refusal("try") is None


def test_others_who_play_too_see_no_variation(tmp_path):
    for table in (
        play_on(new_table(9, kinds=("human", "human")), ("greedy", "greedy"), 5),
        go_on(Table(ZEN, ZenOptions(), [Sitter("Zoé"), Sitter("Max")], 1), 5),
    ):
        model = replay_of(Record.new(table, NOW), GameFile(tmp_path / "x.json"))
        assert model.frame.refusal("try") == IllegalMove(VariationRefusal.OTHERS_PLAY)
        with pytest.raises(IllegalMove):
            Trial(model.variations)
        table.forfeit(0, "tired")
        assert model.frame.refusal("try") is None


def test_a_variation_of_a_game_in_play_is_shown_to_nobody_else_before_the_end(tmp_path):
    record, file = in_play(), tmp_path / "game.json"
    record.write_copy(file)
    model = replay_of(record, GameFile(file))
    tried(model, 3, 2)
    assert record.variations[0].knows == (0,)
    record.table.sit(0, Sitter("Max", "greedy", 1))
    record.table.sit(1, Sitter("Zoé"))
    assert replay_of(record, GameFile(file)).variations.shown == ()
    record.table.forfeit(1, "tired")
    assert len(replay_of(record, GameFile(file)).variations.shown) == 1


def test_variations_of_the_game_in_play_are_in_its_own_file_and_end_with_their_moves(tmp_path):
    session = Session(in_play().table, waits=True)
    session.keep(tmp_path / "game.json", lambda _: None)
    model = replay_of(session.record, GameFile(session=session))
    tried(model, 3, 2)
    tried(model, 5, 1)
    assert [line["at"] for line in lines_in(session.path)] == [4, 6]
    session.table.take_back(5)
    assert session.is_written(10)
    assert [line["at"] for line in lines_in(session.path)] == [4]
    assert read_record(session.path.read_bytes()).table.plays == session.table.plays
    session.close()


def test_there_are_so_many_variations_at_most(model, monkeypatch):
    tried(model, 5, 2)
    model.leave_variation()
    monkeypatch.setattr(model_of_variations, "MAX_VARIATIONS", 1)
    trial = Trial(model.variations)
    with pytest.raises(IllegalMove) as refused:
        trial.begin(go_on(trial.table.ahead(), 1, 8))
    assert refused.value == IllegalMove(VariationRefusal.TOO_MANY, most=1)
    monkeypatch.setattr(model_of_variations, "MAX_EFFORT", 2)
    with pytest.raises(IllegalMove) as refused:
        make(trial, 3)
    assert refused.value == IllegalMove(VariationRefusal.TOO_LONG)


GAMES = [
    (DUEL, DUEL.options()),
    (HEARTS, HeartsOptions()),
    (HEARTS, HeartsOptions(joker=True, sums=True, slap="lots")),
    (WAR, WarOptions(2, 26, 40)),
    (ZEN, ZenOptions(2, first="lots")),
]


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_lots_follow_the_record_as_long_as_they_can(game, options, tmp_path):
    table = random_table(game, options, 7)
    model = replay_of(Record.new(table, NOW), GameFile())
    model.go_to(str(model.replay.turns // 3))
    trial = Trial(model.variations)
    assert trial.table.states == table.states[: len(trial.table.states)]
    for seat, move in table.plays[len(trial.table.plays) :]:
        if seat != CHANCE:
            trial.table.play(seat, move)
    assert trial.table.plays == table.plays
    assert not trial.anew


def test_lots_fall_anew_where_the_record_has_none():
    table = random_table(HEARTS, HeartsOptions(), 7, 60)
    table.forfeit(0, "tired")
    model = replay_of(Record.new(table, NOW), GameFile())
    model.do("last")
    trial = Trial(model.variations)
    assert not trial.anew
    go_on(trial.table, 60)
    assert trial.anew


def alike(table: Table, seed: int) -> Table:
    """Return another game that looks the same to the first seat."""
    other = Table(table.game, table.options, table.sitters)
    for play in table.state.redraw(table.plays, frozenset({0}), Lots(seed, 1)):
        other.play(*play)
    assert other.view(0) == table.view(0)
    return other


@pytest.mark.parametrize(
    ("game", "options", "made", "turns"),
    [*((*one, 23, (0, 9, 22)) for one in GAMES), *((*one, 75, (50,)) for one in GAMES[1:3])],
)
def test_a_variation_of_a_game_in_play_never_shows_what_its_seat_cannot_know(
    game, options, made, turns, monkeypatch
):
    """Of games that look the same to a person the same variation shows the same cards."""
    for module in (model_of_variations, trials):
        monkeypatch.setattr(module, "fresh_seed", lambda: 77)
    table = in_play_of(game, options, made)
    same = [table, *(alike(table, seed) for seed in range(3))]
    for turn in turns:
        shown = [shown_in_a_trial(other, turn) for other in same]
        assert shown == [shown[0]] * len(same)
    secrets = {repr(other.view(1)._replace(log=log_of(()))) for other in same}
    assert (len(secrets) > 1) == (game in (DUEL, HEARTS))


def test_nobody_is_told_that_what_was_drawn_anew_fell_as_it_is(monkeypatch):
    """Near the end of a duel few cards are hidden, so that some redraw hits the truth."""
    truth = in_play()
    monkeypatch.setattr("saves.variations.redrawn", lambda _first, _now, plays, *_: plays)
    model = replay_of(truth, GameFile())
    model.go_to("5")
    trial = Trial(model.variations)
    assert trial.begun.drawn == ()
    assert (trial.is_redrawn, trial.anew) == (True, False)


def in_play_of(game, options, made: int) -> Table:
    """Return a game in play at which the first seat is a person's."""
    tables = (random_table(game, options, seed, made) for seed in range(20))
    table = next(table for table in tables if table.outcome is None)
    table.sitters = tuple(
        Sitter("x", "random" if seat else "human", 1) for seat in range(len(table.seats))
    )
    return table


def shown_in_a_trial(table: Table, turn: int) -> list:
    """Return all views of all seats, but for their logs, while moves are tried after a turn."""
    model = replay_of(Record.new(table, NOW), GameFile())
    model.go_to(str(turn))
    tried = Trial(model.variations).table
    at = len(tried.plays)
    go_on(tried, 15, 5)
    return [
        tried.view_at(number, eyes)._replace(log=log_of(()))
        for number in range(at, len(tried.plays) + 1)
        for eyes in (*range(len(table.seats)), None)
    ]
