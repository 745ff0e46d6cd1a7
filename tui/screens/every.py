"""Every screen there is, with the actions that it offers: what chosen keys are held against."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.games import GAMES
from play.action import Action
from play.actions import COMMON
from tui import screens
from tui.games.scenes import SCENES
from tui.screens.base import TapisScreen
from tui.widgets.keyed import LIST_KEYS


class ScreenActions(NamedTuple):
    """The actions by id that are known on a screen, and the ids of those that it offers."""

    actions: Mapping[str, Action]
    offers: Sequence[str]


def every_screen() -> Iterator[ScreenActions]:
    """Yield what every screen offers, the tables of the games last."""
    from tui.screens.shared_table import SHARED

    for module in pkgutil.iter_modules(screens.__path__):
        importlib.import_module(f"{screens.__name__}.{module.name}")
    found = {(*kind.OFFERS, *kind.ROW_KEYS): kind.ACTIONS for kind in _kinds_of(TapisScreen)}
    for offers in sorted(found):
        if set(offers) - {"whole", *LIST_KEYS}:
            yield ScreenActions(found[offers], offers)
    for game in GAMES:
        scene = SCENES[game]()
        yield ScreenActions({**COMMON, **scene.actions}, (*scene.offers, *SHARED, "whole"))


def _kinds_of(kind: type[TapisScreen]) -> Iterator[type[TapisScreen]]:
    """Yield the screens of this kind that stand in modules; tables of a game are made as needed."""
    for below in kind.__subclasses__():
        if getattr(sys.modules[below.__module__], below.__name__, None) is below:
            yield below
        yield from _kinds_of(below)


def every_action() -> dict[str, Action]:
    """Return every action by id that has keys to choose: shared ones, then each game's own."""
    found = {id_: action for id_, action in COMMON.items() if id_ not in ("leave", "skip")}
    for offered in every_screen():
        found |= {id_: offered.actions[id_] for id_ in offered.offers if id_ not in found}
    return found
