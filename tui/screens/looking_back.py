"""Stepping through a game: the curtain falls first where several people still play it."""

from __future__ import annotations

from typing import Any

from textual.app import App

from engine.table import Table
from engine.timeline import TableTimeline
from tui.games.scenes import scene_of
from tui.glyphs import glyphs
from tui.pace import Timing
from tui.screens.curtain import CurtainScreen
from tui.screens.replay import ReplayScreen
from tui.table.scene import names_of


def look_back(app: App[Any], table: Table[Any], timing: Timing) -> None:
    """Show the replay of a game, once a curtain is lifted if one falls."""
    people = [seat for seat, sitter in enumerate(table.sitters) if sitter.is_person]
    comes = next((seat for seat in table.to_move if seat in people), None)
    scene = scene_of(table.game.key, glyphs())
    hides = scene.hides and timing.has_curtain and len(people) > 1
    if not hides or table.outcome or comes is None:
        app.push_screen(ReplayScreen(table, scene, timing))
        return
    names = names_of(TableTimeline(table, frozenset()))
    leave = [names[seat] for seat in people if seat != comes]

    def lifted(is_lifted: object) -> None:
        if is_lifted:
            app.push_screen(ReplayScreen(table, scene, timing))

    app.push_screen(CurtainScreen(names[comes], leave, timing), lifted)
