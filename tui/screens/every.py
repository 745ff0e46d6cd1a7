"""Every screen there is, with the actions that it offers: what chosen keys are held against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.games import GAMES
from tui.actions import COMMON, Action
from tui.games.scenes import SCENES
from tui.widgets.keyed import LIST_KEYS


class ScreenActions(NamedTuple):
    """The actions by id that are known on a screen, and the ids of those that it offers."""

    actions: Mapping[str, Action]
    offers: Sequence[str]


def every_screen() -> Iterator[ScreenActions]:
    """Yield what every screen offers, those of the games last."""
    from tui.screens.curtain import CurtainScreen
    from tui.screens.help import HelpScreen
    from tui.screens.home import Home
    from tui.screens.menu import Ask
    from tui.screens.new_game import NewGame
    from tui.screens.replay import ReplayScreen
    from tui.screens.rules import RulesScreen
    from tui.screens.saved import SavedGames
    from tui.screens.settings import KeysScreen, SettingsScreen

    several = (Home, NewGame, SavedGames, RulesScreen, HelpScreen, Ask, ReplayScreen)
    for screen in (*several, CurtainScreen, SettingsScreen, KeysScreen):
        rows = () if screen in (ReplayScreen, CurtainScreen) else LIST_KEYS
        yield ScreenActions(screen.ACTIONS, (*screen.OFFERS, *rows))
    for game in GAMES:
        scene = SCENES[game]()
        yield ScreenActions({**COMMON, **scene.actions}, (*scene.offers, "whole"))


def every_action() -> dict[str, Action]:
    """Return every action by id that has keys to choose: shared ones, then each game's own."""
    found = {id_: action for id_, action in COMMON.items() if id_ not in ("leave", "skip")}
    for offered in every_screen():
        found |= {id_: offered.actions[id_] for id_ in offered.offers if id_ not in found}
    return found
