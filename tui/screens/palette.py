"""The command palette: what can be done now, found by typing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from textual import events
from textual.widgets import Input

from play.action import Action
from play.rows import Choice
from tui.screens.listed import ListScreen
from tui.widgets.choices import Choices
from words.translation import _

MOVES: Final[Mapping[str, int]] = {"up": -1, "down": 1}
PAGES: Final[Mapping[str, int]] = {"pageup": -1, "pagedown": 1}
"""The moves of the cursor keys during typing, in rows and in pages."""
SENTENCES_FROM: Final = 66
"""The narrowest window, in columns, in which sentences are searched, and not words alone."""


class ActionPalette(ListScreen):
    """Lists actions, fewer with every letter typed; ends with the id of one, or with None."""

    OFFERS: ClassVar[tuple[str, ...]] = ("back",)
    NEEDS = (30, 12)

    def __init__(self, actions: Sequence[Action]) -> None:
        """List these actions, in their order while nothing is typed."""
        super().__init__()
        self._actions = actions

    def draw(self) -> None:
        """Show all actions, and let letters be typed."""
        self.show_list(_("What would you like to do?"), ())
        self._offer("")
        self.ask("", lambda _typed: None)

    def _offer(self, typed: str) -> None:
        """Show the actions that contain all typed words, those with a word that begins so first."""
        typed = typed.casefold()
        choices = [Choice(a.id, _(a.words).capitalize(), _(a.help)) for a in self._actions]
        found = [
            choice
            for choice in choices
            if all(part in f"{choice.words} {choice.note}".casefold() for part in typed.split())
        ]
        if self.size.width < SENTENCES_FROM:
            found = [choice._replace(note="") for choice in found]
        found.sort(key=lambda choice: f" {typed}" not in f" {choice.words.casefold()}")
        self.choices.offer(found, found[0].id if found else None)
        self.say("" if found else _("Nothing found."))

    def on_input_changed(self, message: Input.Changed) -> None:
        """Show the actions with the letters typed so far."""
        self._offer(message.value.strip())

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """End with the action under the cursor, if anything was found."""
        message.prevent_default()
        self.choices.take()

    def on_key(self, event: events.Key) -> None:
        """Move the cursor during typing."""
        choices = self.choices
        if event.key in MOVES:
            choices.move(MOVES[event.key])
        elif event.key in PAGES:
            choices.move_page(PAGES[event.key])

    def on_choices_taken(self, message: Choices.Taken) -> None:
        """End with the action."""
        self.finish(message.choice.id)

    def do_back(self) -> None:
        """End without an action."""
        self.finish(None)

    def do_leave(self) -> None:
        """End without an action, as Esc asks for."""
        self.finish(None)
