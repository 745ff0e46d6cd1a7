"""A screen on which the scene of a game stands: the table, and a replay of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.widget import Widget

from tui.screens.base import TapisScreen
from tui.table.scene import GameScene
from tui.widgets.felt import Felt


class SceneScreen(TapisScreen):
    """A screen that shows a game by its scene.

    Attributes:
        scene: The widgets and the words of the game.
    """

    scene: GameScene

    @property
    def needs(self) -> tuple[int, int]:
        """What the game's table needs."""
        return self.scene.needs

    def body(self) -> Iterable[Widget]:
        """Put the table left of the log."""
        self.add_class(self.scene.key)
        with Felt(id="columns"):
            yield from self.scene.widgets()

    def show_words(self, words: str) -> None:
        """Show the message where the game has it."""
        if not self.scene.say(words):
            super().show_words(words)

    def legend(self) -> Sequence[tuple[str, str]]:
        """Return the marks on the table."""
        return self.scene.legend()
