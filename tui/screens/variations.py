"""The variations on the screen of a replay: moves are tried, looked at again, and deleted."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from engine.game import CHANCE
from engine.reasons import IllegalMove
from play.notes import Keep
from play.replay_model import ReplayModel
from play.rows import Choice
from play.saved_games import NotChanged
from play.trial import Trial
from saves.record import Variation
from saves.variations import opened
from tui.games.catalogue import scene_of
from tui.screens.asking import do_nothing
from tui.screens.base import TapisScreen
from tui.screens.menu import Ask
from tui.screens.scene_screen import SceneScreen
from words.translation import _, language, sentence

SHOWN_MOVES = 6
"""The most moves of a variation that stand in a row of its own."""


class ReplayVariations(SceneScreen):
    """A replay, and what is tried in it.

    Attributes:
        model: The game that is stepped through.
    """

    model: ReplayModel[Any]
    _trial: Trial | None = None
    _words: tuple[object, dict[Variation, str]] = (None, {})

    def tried(self) -> Mapping[int, Sequence[str]]:
        """Return the first moves of each variation, by the turn after which it begins."""
        begun = self.model.variations.begun
        return {turn: [self.line_words(one) for one in some] for turn, some in begun.items()}

    def line_words(self, variation: Variation) -> str:
        """Return the first moves of a variation as the log writes them."""
        now = language(), self.glyphs
        if self._words[0] != now:
            self._words = now, {}
        words = self._words[1]
        if variation not in words:
            table = opened(self.model.margin.record.table, variation)
            timeline = self.model.timeline
            moves = [move for seat, move in table.plays[variation.at :] if seat != CHANCE]
            shown = [self.scene.move_words(move, timeline) for move in moves[:SHOWN_MOVES]]
            words[variation] = ", ".join(shown)
        return words[variation]

    def place_words(self, turn: int) -> str:
        """Return the words for a turn of the variation that is looked at, "" in the game."""
        if self.model.variations.inside is None:
            return ""
        turns = self.model.replay.turns
        return _("variation {turn}/{turns}").format(turn=turn, turns=turns)

    def halt(self) -> None:
        """Stand still."""
        self.model.halt()
        self.model.changed()

    def press(self, key: str) -> bool:
        """Do the action of a key; one that begins a move at the table begins it there."""
        if super().press(key):
            return True
        begins = self._begins_move(key) and self.refused("try") is None
        if begins:
            self.do_try(key)
        return begins

    def _begins_move(self, key: str) -> bool:
        """Return whether a key begins to type a move of this game, or a card's number."""
        if key.isdecimal():
            return bool(self.scene.typed_keys)
        typed = self.scene.controls.actions.get(self.scene.typed_action)
        return typed is not None and key in typed.keys

    def do_try(self, key: str = "") -> None:
        """Try moves from this place; a `key` is pressed at the table first."""
        from tui.screens.trial import trial_screen

        self.halt()
        try:
            self._trial = trial = Trial(self.model.variations)
        except IllegalMove as refused:
            self.refuse(sentence(refused))
            return
        turn = self.model.replay.place.turn
        heading = _("Try: after turn {turn}").format(turn=turn)
        scene = scene_of(self.scene.key, self.glyphs)
        screen = trial_screen(trial, heading, scene, self.timing, self, self._tried)
        screen.first_key = key
        self.app.push_screen(screen)

    def on_screen_resume(self) -> None:
        """Show what was tried, when the table for that was left."""
        self._tried("")

    def _tried(self, said: str) -> None:
        """Go into the variation that was tried, once its table was left."""
        if said and isinstance(self.app.screen, TapisScreen):
            self.app.screen.tell(said)
        trial = self._trial
        if trial is None or not self.is_on_top:
            return
        if not trial.is_keeping:
            self._trial = None
        if trial.variation:
            made = len(trial.table.plays) - trial.variation.at
            self.model.enter(trial.variation, made)

    def do_variations(self) -> None:
        """Look at the variation that begins here, or at the one that is chosen."""
        self.halt()
        begun = self.model.variations.begun
        here = begun.get(self.model.replay.place.turn, ())
        if len(here) == 1:
            self.model.enter(here[0], 1)
            return
        found = [(turn, one) for turn, some in begun.items() for one in here or some]
        choices = [
            Choice(str(at), self.line_words(one), "" if here else _turn_words(turn))
            for at, (turn, one) in enumerate(found)
        ]

        def chosen(answer: object) -> None:
            if isinstance(answer, str):
                self.model.enter(found[int(answer)][1], 1)

        self.app.push_screen(Ask(_("Which variation?"), choices), chosen)

    def do_to_game(self) -> None:
        """Go back into the game."""
        self.model.leave_variation()

    def do_remove(self) -> None:
        """Delete the variation; asked once."""
        self.halt()
        self.choose(
            _("Delete this variation?"),
            (_("No, keep it"), do_nothing),
            (_("Yes, delete it"), self._remove),
        )

    def _remove(self) -> None:
        try:
            keep = self.model.variations.begin_removal()
        except IllegalMove as refused:
            self.refuse(sentence(refused))
        except NotChanged as why:
            self.tell(str(why))
        else:
            self.run_worker(self.keep(keep))

    async def keep(self, keep: Keep) -> None:
        """Keep a change in a thread, for a disk may be slow, and show it then."""
        is_kept = False
        try:
            told = await asyncio.to_thread(keep)
            is_kept = True
        except NotChanged as why:
            told = str(why)
        self.model.end_change(is_kept=is_kept)
        self.tell(told)


def _turn_words(turn: int) -> str:
    return _("after turn {turn}").format(turn=turn)
