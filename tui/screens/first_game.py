"""The table of a first game, where a tutor speaks, and the question which first game to play."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from engine.client import Client
from engine.games import LESSONS
from engine.loop import Loop
from host.outside import now
from play.actions import COMMON
from play.first_game import ANEW, Advice, FirstGame, first_game_of, first_games, progress_of
from play.frame import Frame
from play.local_client import LocalClient
from play.notes import GameFile
from play.requests import ReplayGame
from play.rows import Choice
from tui.keymap import shown_key
from tui.pace import Timing
from tui.screens.base import TapisScreen
from tui.screens.menu import Ask
from tui.screens.table import TableScreen
from tui.table.scene import GameScene
from words.translation import _, why


class FirstGameTable(TableScreen):
    """The table of a first game; `first_game_screen` makes one with the keys of the game."""

    TOLD_BY = "first_game"

    def __init__(
        self,
        first: FirstGame,
        scene: GameScene,
        connect: Callable[[Loop], Client[Any]],
        timing: Timing,
    ) -> None:
        """Sit down at a first game."""
        self._first = first
        self._framed: tuple[Frame, Frame, Advice] | None = None
        super().__init__(scene, connect, None, timing)
        first.teach(self.controller)
        scene.tutoring = self._shown()[2]

    @property
    def frame(self) -> Frame:
        """All that is on the table now, the move that the tutor speaks of pointed out."""
        return self._shown()[1]

    def _shown(self) -> tuple[Frame, Frame, Advice]:
        """Return the frame of the controller, the frame to show, and the tutor's words."""
        frame = self.controller.frame
        if self._framed is None or self._framed[0] is not frame:
            cursor, timeline = frame.cursor, self.controller.timeline
            made = cursor.draft.made if cursor else ()
            advice = self._first.advice(self._first.moment(timeline, made))
            shown = frame
            if cursor and frame.hint is None and advice.move is not None:
                shown = frame._replace(hint_steps=cursor.steps_to(advice.move))
            self._framed = frame, shown, advice.spoken(self._facts())
        return self._framed

    def _facts(self) -> dict[str, str]:
        """Return the values of the names in the words: keys by their actions, and signs."""
        keys = {id_: shown_key(self.actions[id_]) for id_ in self.OFFERS}
        return {**keys, **self.scene.signs_in_words}

    def settings_changed(self) -> None:
        """Say everything anew: in another language, or with other keys."""
        self._framed = None
        super().settings_changed()

    def draw(self) -> None:
        """Bring everything up to date; remember the progress at each new step."""
        said, before = self._shown()[2], self.scene.tutoring
        if before and (said.number, said.is_over) != (before.number, before.is_over):
            self._keep()
        self.scene.tutoring = said
        super().draw()

    def leave(self) -> None:
        """Remember the progress, and let go."""
        self._keep()
        super().leave()

    def _keep(self) -> None:
        self._first.keep(self._first.moment(self.controller.timeline))

    def do_what_next(self) -> None:
        key = self.scene.key
        answers = [Choice("new", _("A real game")), *first_games(but=key)]
        answers += [
            Choice(ANEW + key, _("The same once more")),
            Choice("replay", _("Step through the game")),
            Choice("home", _("Home")),
        ]
        self.app.push_screen(Ask(_("What next?"), answers), self._taken)

    def _taken(self, answer: object) -> None:
        if answer == "home":
            self.do_quit()
        elif answer == "new":
            from tui.screens.new_game import NewGame

            self.app.push_screen(NewGame(self.scene.key))
        elif answer == "replay":
            self.run_worker(self._replay())
        elif isinstance(answer, str):
            self.request(first_game_of(answer))

    async def _replay(self) -> None:
        from saves.record import Record

        table = await self.client.record()
        self.request(ReplayGame(Record.new(table, now()), GameFile()))


def first_game_screen(scene: GameScene, timing: Timing, *, anew: bool) -> FirstGameTable:
    """Return the screen for the first game of a game, with the keys that its scene offers."""
    first = FirstGame(scene.key, anew=anew)
    connect = partial(LocalClient[Any], first.session, say_why=why)
    keys = {"ACTIONS": {**COMMON, **scene.controls.actions}, "OFFERS": scene.offers}
    with_keys: type[FirstGameTable] = type("FirstGameTable", (FirstGameTable,), keys)
    return with_keys(first, scene, connect, timing)


def ask_first_game(screen: TapisScreen, game: str | None = None) -> None:
    """Ask which first game to play, the cursor on that of a game, or on one not yet played."""
    place = game or next((key for key in LESSONS if not progress_of(key).is_done), None)

    def taken(answer: object) -> None:
        if isinstance(answer, str):
            screen.request(first_game_of(answer))

    screen.app.push_screen(Ask(_("Which first game?"), first_games(), place), taken)
