"""A table at which nobody decides anything: it plays by itself, and to its end at once."""

from __future__ import annotations

import pytest
from at_table import Sitting
from wars import new_table, play_on
from zens import new_table as new_zen

from engine.reasons import IllegalMove
from engine.table import Sitter, Table
from engine.updates import Ended, Resynced
from engine.war.game import WAR
from engine.war.options import WarOptions
from engine.zen.options import ZenOptions
from play.controller import Controller
from play.frame import NO_SENSE_NOW, Phase
from play.games.war.controls import WarControls
from play.games.zen.controls import ZenControls
from play.playback import Pace
from play.setup import usual_setup

STEP = 0.25


class Game(Sitting):
    """A sitting with a controller that shows nothing step by step."""

    def __init__(self, table: Table, controls=None):
        super().__init__(table)
        self.controller = Controller(
            self.client, controls or WarControls(), self.loop, Pace(STEP, shows=False)
        )
        self.controller.begin()
        self.loop.settle()


def of_people(seed: int = 3) -> Game:
    return Game(new_table(WarOptions(2, 6), seed, "human"))


def test_people_s_moves_are_made_at_the_pace_once_the_table_plays_by_itself():
    game = of_people()
    game.controller.pause()
    for turns in (1, 2, 3):
        game.loop.pass_seconds(STEP)
        assert game.table.turns == turns
    game.controller.pause()
    game.loop.pass_seconds(4 * STEP)
    assert game.table.turns == 3
    assert game.controller.frame.phase is Phase.TURN


def test_faster_shortens_the_wait_for_the_next_move():
    game = of_people()
    game.controller.hurry(1)
    game.controller.pause()
    game.loop.pass_seconds(STEP / 2)
    assert game.table.turns == 1


def test_it_plays_by_itself_to_the_end():
    game = of_people()
    game.controller.pause()
    game.loop.until(lambda: game.table.outcome)
    game.loop.settle()
    assert game.controller.frame.phase is Phase.OVER
    assert game.table.plays == play_on(new_table(WarOptions(2, 6), 3)).plays


def test_a_take_back_stops_what_plays_by_itself():
    game = of_people()
    game.controller.pause()
    game.loop.pass_seconds(STEP)
    game.controller.take_back()
    game.loop.settle()
    game.loop.pass_seconds(4 * STEP)
    assert game.table.turns == 0


def test_computers_move_without_being_told_to_and_the_person_is_waited_for():
    sitters = [Sitter("Zoé"), Sitter("2", "random", 1), Sitter("3", "random", 1)]
    game = Game(Table(WAR, WarOptions(3, 6), sitters, 3))
    game.controller.play(next(game.table.view(0).legal()))
    game.loop.until(lambda: game.table.turns >= 3 and 0 in game.table.to_move)
    assert game.controller.frame.phase is Phase.TURN


def test_all_moves_to_the_end_are_told_as_one_change():
    game = of_people()
    game.news()
    told = []
    game.table.watch(None, lambda change, view: told.append(change))
    game.client.play_out()
    assert game.table.plays == play_on(new_table(WarOptions(2, 6), 3)).plays
    assert told == [game.table.plays[-1]]
    assert game.news() == [Resynced(), Ended(game.table.outcome)]
    assert game.controller.frame.phase is Phase.OVER
    game.client.play_out()
    assert game.news() == []


def test_a_table_that_is_over_is_not_played_out():
    table = play_on(new_table(WarOptions(2, 2), 3))
    with pytest.raises(IllegalMove):
        table.play_out()


def test_without_lots_it_is_played_out_until_chance_is_due():
    table = new_table(WarOptions(2, 4), 3)
    table.seed = None
    table.play_out()
    assert (table.turns, table.to_move) == (1, (-1,))


def test_it_is_offered_only_where_nobody_decides_anything_and_while_the_game_is_on():
    actions = ("play_out", "play", "faster", "slower")
    game = of_people()
    assert [game.controller.frame.refusal(action) for action in actions] == [None] * 4
    assert game.controller.frame.refusal("pause") is NO_SENSE_NOW
    game.controller.pause()
    assert game.controller.frame.refusal("pause") is None
    game.client.play_out()
    assert [game.controller.frame.refusal(action) for action in actions] == [NO_SENSE_NOW] * 4
    zen = Game(new_zen(ZenOptions(), 3), ZenControls())
    assert [zen.controller.frame.refusal(action) for action in actions] == [NO_SENSE_NOW] * 4


def test_new_seats_have_the_usual_kinds_of_the_game_and_those_that_were_chosen_stay():
    setup = usual_setup("war")
    assert setup.kinds == ("human", "random", "random", "random")
    assert setup.with_option("players", 8).kinds == ("human", *["random"] * 7)
    two = setup.with_kind(1, "human").with_option("players", 2)
    assert two.with_option("players", 3).kinds == ("human", "human", "random")
