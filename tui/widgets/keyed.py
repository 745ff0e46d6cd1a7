"""Widgets whose keys are those of actions, so that they can be chosen in the settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import methodcaller
from types import MappingProxyType
from typing import Any, ClassVar, Final, TypeAlias

from play.actions import COMMON
from tui.keymap import chosen_keys, with_keys

Calls: TypeAlias = Mapping[str, Callable[[Any], object]]
"""What a widget does, by the id of an action or by a key; each is called with the widget."""

LIST_KEYS: Final[Calls] = {
    "row_up": methodcaller("move", -1),
    "row_down": methodcaller("move", 1),
    "page_up": methodcaller("move_page", -1),
    "page_down": methodcaller("move_page", 1),
    "first_row": methodcaller("move", -1_000_000),
    "last_row": methodcaller("move", 1_000_000),
}
"""The actions of every widget with rows."""


class Keyed:
    """A part of a widget: it carries out actions by itself, by the keys chosen for them.

    It is no widget: a stylesheet knows only the first of several bases that are widgets.
    """

    KEYED: ClassVar[Calls] = LIST_KEYS
    """The widget's calls, by the ids of the actions."""
    OTHER_KEYS: ClassVar[Calls] = {}
    """Its calls by fixed keys."""

    _calls: Calls = MappingProxyType({})

    def take_keys(self) -> None:
        """Take the keys that are set for the actions now."""
        actions, _clashes = with_keys(COMMON, tuple(self.KEYED), chosen_keys())
        calls: dict[str, Callable[[Any], object]] = {}
        for id_, call in self.KEYED.items():
            for key in actions[id_].keys:
                calls.setdefault(key, call)
        self._calls = {**self.OTHER_KEYS, **calls}

    def press(self, key: str) -> bool:
        """Do what a key is for; return whether it is for anything here."""
        call = self._calls.get(key)
        if call:
            call(self)
        return call is not None
