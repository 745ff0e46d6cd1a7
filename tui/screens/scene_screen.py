"""A screen with the scene of a game: the table, or a replay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import monotonic
from typing import Any

from textual import events
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget

from engine.loop import Call, Stoppable
from engine.timeline import Timeline
from play.frame import Frame, Phase
from play.story import GARLAND, Highlight, Story
from tui.pace import MOTION, Timing, call_later
from tui.screens.base import TapisScreen
from tui.table.scene import GameScene
from tui.widgets.felt import Felt
from words.translation import language


class Called(Message):
    """A call that was to be made soon."""

    def __init__(self, call: Call) -> None:
        super().__init__()
        self.call = call


class SceneScreen(TapisScreen):
    """A screen that shows a game by its scene.

    Attributes:
        scene: The widgets and the words of the game.
        timing: How fast things happen.
    """

    ROW_KEYS = ()

    scene: GameScene
    timing: Timing
    _settling: Timer | None = None
    _story_of: tuple[object, ...] = ()
    _ended: Story | None = None
    _hung = GARLAND

    @property
    def needs(self) -> tuple[int, int]:
        return self.scene.needs

    def body(self) -> Iterable[Widget]:
        self.add_class(self.scene.key)
        with Felt(id="columns"):
            yield from self.scene.widgets()

    # The loop of a model

    def soon(self, call: Call) -> None:
        """Make a call soon; may be asked from any thread."""
        self.post_message(Called(call))

    def on_called(self, message: Called) -> None:
        """Make the call."""
        message.call()

    def later(self, seconds: float, call: Call) -> Stoppable:
        """Make a call after some seconds."""
        return call_later(self, seconds, call)

    def now(self) -> float:
        """Return the seconds of a clock that no change of the date touches."""
        return monotonic()

    # The table

    def show_scene(self, frame: Frame, names: tuple[str, ...], timeline: Timeline[Any]) -> None:
        """Show the table; moving cards reach their place in `MOTION` seconds.

        The garland of a win that was seen to come is hung up part by part, one in these seconds.
        """
        is_over = frame.phase is Phase.OVER
        self.scene.has_motion = self.timing.has_motion and self.app.animation_level != "none"
        if not is_over or not self.scene.has_motion:
            self._hung = 0 if self.scene.has_motion else GARLAND
        story = self._story(timeline, names, frame.mine) if is_over else None
        if story:
            more = tuple(Highlight(story.turns, "", words) for words in self.also_told())
            highlights = more + story.highlights
            story = story._replace(hung=self._hung, feats=self.feats(), highlights=highlights)
        self.scene.story = story
        self.scene.show(frame, names)
        is_hanging = story is not None and story.is_won and self._hung < GARLAND
        if (self.scene.is_moving or is_hanging) and self._settling is None:
            self._settling = self.set_timer(MOTION, self._go_on_moving)

    def _go_on_moving(self) -> None:
        """Show moving cards at their place, and one part more of a garland."""
        self._settling = None
        self.scene.settle()
        if self.scene.story:
            self._hung += 1
            self.update()

    def _settle(self) -> None:
        """End all motion: show moving cards at their place, and the whole garland."""
        if self._settling:
            self._settling.stop()
            self._settling = None
            self.scene.settle()
            if self.scene.story:
                self._hung = GARLAND
                self.update()

    def _story(
        self, timeline: Timeline[Any], names: tuple[str, ...], mine: int | None
    ) -> Story | None:
        """Return the story of the game that is over; it is made once."""
        now = (timeline, timeline.version, language(), self.glyphs)
        if now != self._story_of:
            self._story_of, self._ended = now, self.scene.end_story(timeline, names, mine)
        return self._ended

    def also_told(self) -> tuple[str, ...]:
        """Return further sentences about the game that is over, which come first."""
        return ()

    def feats(self) -> tuple[tuple[str, str], ...]:
        """Return the firsts and records of the game that is over, as `Story` has them."""
        return ()

    def on_key(self, event: events.Key) -> None:
        """Let a key end the motion of cards."""
        self._settle()

    def do_new(self) -> None:
        """Choose a new game; its beginning ends this screen."""
        from tui.screens.new_game import NewGame

        self.app.push_screen(NewGame())

    def do_first_game(self) -> None:
        """Choose a first game; its beginning ends this screen."""
        from tui.screens.first_game import ask_first_game

        ask_first_game(self, self.scene.key)

    def do_rules(self) -> None:
        """Show the rules of the game, at the place that matters now."""
        from tui.screens.pages import RulesScreen

        self.app.push_screen(RulesScreen(self.scene.key, self.section_of_rules()))

    def section_of_rules(self) -> str:
        """Return the section of the rules that matters now, by its anchor; empty for none."""
        return ""

    def show_words(self, words: str) -> None:
        if not self.scene.say(words):
            super().show_words(words)

    def legend(self) -> Sequence[tuple[str, str]]:
        return self.scene.legend()
