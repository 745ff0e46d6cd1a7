"""The actions at a table: no key means two of them at once, whatever somebody does there."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from at_table import Sitting
from games_on_disk import NOW

from engine.games import GAMES
from engine.reasons import IllegalMove
from play.actions import COMMON
from play.controller import Controller
from play.frame import Phase
from play.games.actions import OWN
from play.playback import Pace
from play.setup import new_table, usual_setup
from saves.record import Record
from tui.games.catalogue import SCENES

KEYS_PRESSED = 250
WHOLE_MOVES = 12
"""A move chosen at random is played after so many keys, so that a game gets on."""


class Keyboard(Sitting):
    """A game with the usual players, where keys are pressed at random."""

    def __init__(self, game: str, kinds: tuple[str, ...], seed: int) -> None:
        setup = usual_setup(game)
        setup = setup._replace(kinds=(kinds * len(setup.kinds))[: len(setup.kinds)])
        super().__init__(new_table(setup, seed))
        controls = SCENES[game]().new_controls()
        self.controller = Controller(self.client, controls, self.loop, Pace(0.01))
        self.controller.model.look_back.record = lambda: Record.new(self.table, NOW)
        self.lots = random.Random(seed)
        self.controller.begin()

    def press(self, action: str) -> None:
        """Do what a key would do."""
        controller = self.controller
        carries_out = {
            "skip": controller.skip,
            "hide": controller.hide,
            "next_round": controller.next_round,
            "play": controller.pause,
            "pause": controller.pause,
            "step": controller.step,
            "eyes": controller.turn_round,
            "take_back": controller.take_back,
        }
        if action in carries_out:
            carries_out[action]()
        elif action in OWN[self.table.game.key]:
            controller.do(action)
        if controller.frame.phase is Phase.CURTAIN:
            controller.lift()

    def move(self) -> None:
        """Play any move where a person is to move."""
        frame = self.controller.frame
        if frame.phase is Phase.TURN:
            self.controller.play(next(frame.current_view.legal()))


@pytest.mark.parametrize("kinds", [("human", "random"), ("human",), ("random",)], ids="-".join)
@pytest.mark.parametrize("game", GAMES)
def test_no_key_means_two_things_that_can_be_had_at_once(game, kinds):
    actions, offers = {**COMMON, **OWN[game]}, ("skip", *SCENES[game]().offers, "invite", "level")
    for seed in range(3):
        at = Keyboard(game, kinds, seed)
        for pressed in range(KEYS_PRESSED):
            at.loop.pass_seconds(0.02)
            refusals = at.controller.frame.refusals()
            assert {*offers} <= {*refusals}
            possible = [actions[id_] for id_ in offers if refusals[id_] is None]
            keys = Counter(key for action in possible for key in {*action.keys})
            assert [key for key, count in keys.items() if count > 1] == []
            try:
                at.press(at.lots.choice(possible).id)
            except IllegalMove:
                continue
            if pressed % WHOLE_MOVES == 0:
                at.move()
