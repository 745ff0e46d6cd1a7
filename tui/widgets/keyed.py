"""Widgets whose keys are those of actions, so that they can be chosen in the settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.binding import Binding, BindingsMap

from play.actions import COMMON
from tui.keymap import chosen_keys, with_keys

LIST_KEYS: Mapping[str, str] = {
    "row_up": "move(-1)",
    "row_down": "move(1)",
    "page_up": "move_page(-1)",
    "page_down": "move_page(1)",
    "first_row": "move(-1000000)",
    "last_row": "move(1000000)",
}
"""The actions of whatever has rows, by id, with what the widget does."""


class Keyed:
    """What a widget that carries out actions by itself has besides: the keys chosen for them.

    It is no widget: of several bases that are widgets a stylesheet knows only the first.
    """

    _bindings: BindingsMap
    KEYED: ClassVar[Mapping[str, str]] = LIST_KEYS
    """The ids of these actions, each with the call that carries it out."""

    def take_keys(self) -> None:
        """Give the actions the keys that are chosen for them now."""
        actions, _clashes = with_keys(COMMON, tuple(self.KEYED), chosen_keys())
        self._bindings = BindingsMap(
            Binding(",".join(actions[id_].keys), call, id=id_, show=False)
            for id_, call in self.KEYED.items()
        )
