"""The table at which moves are tried from a place of a replay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from textual import events
from textual.keys import key_to_character

from engine.client import Client
from engine.loop import Loop
from play.actions import COMMON
from play.frame import Frame, Phase
from play.local_client import LocalClient
from play.trial import Trial, TrialController, TrialSession
from tui.keymap import shown_key
from tui.pace import Timing
from tui.screens.table import TableScreen
from tui.table.scene import GameScene
from words.translation import _


class TrialScreen(TableScreen):
    """A table at which one person moves for all; `trial_screen` makes one with the game's keys."""

    TOLD_BY = "replay"
    new_controller = TrialController
    controller: TrialController[Any]
    first_key = ""
    """The key that is pressed when the table is there, empty for none."""

    def __init__(
        self,
        trial: Trial,
        heading: str,
        scene: GameScene,
        connect: Callable[[Loop], Client[Any]],
        timing: Timing,
    ) -> None:
        """Sit down at all seats.

        Args:
            trial: The moves that are tried.
            heading: The heading of the log.
            scene: The look of the game.
            connect: Returns the client through which the moves are made.
            timing: How fast things happen.
        """
        super().__init__(scene, connect, None, timing)
        self._trial = trial
        self._heading = heading
        self._is_told = bool(trial.begun.moves) and (trial.is_redrawn or trial.anew)
        self.controller.model.begun_at = trial.begun.at

    def on_mount(self) -> None:
        """Press the first key, once the controller has begun."""
        if self.first_key:
            pressed = events.Key(self.first_key, key_to_character(self.first_key))
            self.call_after_refresh(self.call_after_refresh, self.app.post_message, pressed)

    def heading(self) -> str:
        return self._heading

    def words(self, frame: Frame, names: Sequence[str], width: int) -> str:
        """Return the message; at an end the key that leads back to the replay."""
        if frame.phase is not Phase.OVER or frame.notice:
            return super().words(frame, names, width)
        words = _("The game is over here; {key} leads back to the replay.")
        return words.format(key=shown_key(self.actions["back"]))

    def draw(self) -> None:
        """Show the table; say once that something is drawn anew."""
        super().draw()
        if self._trial.is_redrawn:
            words = _("What you cannot know yet is drawn anew here.")
        else:
            words = _("What is drawn from here on falls anew.") if self._trial.anew else ""
        if words and not self._is_told:
            self._is_told = True
            self.tell(words)

    def follow_hint(self) -> None:
        """Play the move of the hint, which is looked for first if there is none."""
        if self.frame.hint:
            super().follow_hint()
        else:
            self.controller.seek_hint(super().follow_hint)

    def do_take_back(self) -> None:
        """Go back by one move, without a question: it stays a variation."""
        self.controller.take_back()

    def do_back(self) -> None:
        """Go back to the replay."""
        self.leave()
        super().do_back()

    def do_quit(self) -> None:
        """Go back to the replay."""
        self.do_back()


def trial_screen(
    trial: Trial,
    heading: str,
    scene: GameScene,
    timing: Timing,
    loop: Loop,
    told: Callable[[str], object],
) -> TrialScreen:
    """Return the screen for moves that are tried, with the keys that the game's scene offers.

    `loop` and `told` are those of a `TrialSession`.
    """
    connect = partial(LocalClient[Any], TrialSession(trial, loop, told))
    offers = tuple("back" if id_ == "quit" else id_ for id_ in scene.offers)
    keys = {"ACTIONS": {**COMMON, **scene.controls.actions}, "OFFERS": offers}
    with_keys: type[TrialScreen] = type("TrialScreen", (TrialScreen,), keys)
    return with_keys(trial, heading, scene, connect, timing)
