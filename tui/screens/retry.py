"""The table at which a turn of a replay is tried again: what came later is not there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.client import Client
from engine.loop import Loop
from play.actions import COMMON
from play.retry import Retry, RetryClient
from tui.keymap import shown_key
from tui.pace import Timing
from tui.screens.table import TableScreen
from tui.table.scene import GameScene
from words.translation import _

ELSEWHERE: Final = frozenset(
    {"new", "first_game", "saved", "save_as", "share", "take_back", "replay", "what_next"}
)
"""The actions of a table that are left out: nothing is played here."""


class RetryTable(TableScreen):
    """A turn that is tried again; ends with what is to be said of it, "" for nothing."""

    TOLD_BY = "retry"

    def __init__(
        self,
        retry: Retry,
        scene: GameScene,
        connect: Callable[[Loop], Client[Any]],
        timing: Timing,
    ) -> None:
        """Sit down at the seat that made the turn."""
        self.retry = retry
        super().__init__(scene, connect, None, timing)

    def on_mount(self) -> None:
        """Show the table, and say what is wanted."""
        super().on_mount()
        words = _("Find a better turn {turn}; {key} tells it.")
        self.tell(words.format(turn=self.retry.turn, key=shown_key(self.actions["hint"])))

    def heading(self) -> str:
        return _("Turn {turn} again").format(turn=self.retry.turn)

    def perform(self, action: str) -> None:
        """Carry an action out; the hint is the best turn that the analysis knows."""
        if action in ("hint", "choices"):
            self.controller.model.turn_hint.hint = self.retry.tell()
        super().perform(action)

    def done(self) -> None:
        """End: a turn was as good as the best."""
        self.leave()
        self.finish(self.retry.found_words)

    def do_back(self) -> None:
        """End without having found one."""
        self.leave()
        self.finish("")

    def do_quit(self) -> None:
        """Go back: nothing is played here that could be left."""
        self.do_back()


def retry_table(scene: GameScene, retry: Retry, timing: Timing) -> RetryTable:
    """Return the table at which a turn is tried again, with the keys that its scene offers."""
    client: RetryClient[Any] = RetryClient(retry)
    kept = (id_ for id_ in scene.offers if id_ not in ELSEWHERE)
    offers = tuple("back" if id_ == "quit" else id_ for id_ in kept)
    keys = {"ACTIONS": {**COMMON, **scene.controls.actions}, "OFFERS": offers}
    with_keys: type[RetryTable] = type("RetryTable", (RetryTable,), keys)
    screen = with_keys(retry, scene, lambda _loop: client, timing)
    client.found = screen.done
    return screen
