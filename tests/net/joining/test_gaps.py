"""A far game with gaps: moves of which no view was received are passed over and never missed."""

from __future__ import annotations

import pytest
from duels import new_table as new_duel
from duels import play_on
from hand_table import HandTable, told
from zens import new_table as new_zen
from zens import play_on as play_zen

from engine.updates import MOST_TOLD, Resynced
from engine.zen.options import ZenOptions
from play.controller import Controller
from play.controls import TypedControls
from play.frame import Phase
from play.playback import Pace
from programs.thinking import think_in_loop


def at_table(far: HandTable, *, shows: bool = True) -> Controller:
    """Return the controller of a person, with all that it told counted by frames."""
    game = far.table.game
    controls = TypedControls(lambda typed, _view: game.parse(typed))
    pace = Pace(0.01, shows=shows)
    controller: Controller = Controller(far.client, controls, far.loop, pace, think_in_loop)
    controller.begin(recap=True)
    return controller


def shown_until_still(far: HandTable, controller: Controller) -> list[int]:
    """Return the numbers of the moves that are shown until nothing more is."""
    shown = []
    while controller.frame.phase is Phase.SHOWING:
        if controller.frame.logged_moves not in shown:
            shown.append(controller.frame.logged_moves)
        far.loop.pass_seconds(1)
    return shown


def test_what_was_missed_is_passed_over_and_the_rest_is_shown():
    far = HandTable(new_zen(ZenOptions(first="black"), 3), seat=0)
    far.begin()
    controller = at_table(far)
    assert shown_until_still(far, controller) == []
    first = len(far.table.plays)
    play_zen(far.table, 2)
    far.view()
    assert shown_until_still(far, controller) == []  # one's own move, then one before which
    play_zen(far.table, 1)  # there was no view
    far.view()
    play_zen(far.table, 1)
    far.view()
    assert shown_until_still(far, controller) == [first + 3]
    assert controller.frame.phase is Phase.TURN
    assert controller.frame.view == far.table.view(0)


def test_a_wide_gap_begins_anew_and_a_game_is_joined_in_the_middle():
    far = HandTable(new_zen(ZenOptions(first="black"), 3), seat=0)
    play_zen(far.table, 6)
    far.begin()
    controller = at_table(far)
    assert controller.frame.phase is Phase.TURN
    play_zen(far.table, MOST_TOLD + 2)
    far.view()
    assert far.news() == told([Resynced()])
    assert controller.frame.view == far.table.view(0)


def test_a_turn_goes_on_over_a_lost_line():
    far = HandTable(new_duel(5))
    far.begin()
    if far.table.to_move != (0,):
        play_on(far.table, turns=1)
        far.view()
    controller = at_table(far, shows=False)
    controller.begin()
    far.down()
    far.down(2)
    assert controller.frame.notice is not None
    assert controller.frame.phase is Phase.TURN
    far.up()
    far.people()
    far.view()
    assert controller.frame.phase is Phase.TURN
    assert controller.frame.notice is None


@pytest.mark.parametrize("kind", ["computer", "program"])
def test_a_computer_player_elsewhere_is_waited_for_like_anybody(kind):
    far = HandTable(new_duel(5))
    far.begin()
    controller = at_table(far, shows=False)
    far.seats(kind)
    if 0 in far.table.to_move:
        play_on(far.table, turns=1)
        far.view()
    assert controller.frame.phase is Phase.WAITING
    assert not controller.frame.is_unknown
