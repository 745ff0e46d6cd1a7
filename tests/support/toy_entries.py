"""What the toy game adds to the lists of games; run as a program it is `tapis` with that game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from toy_game import find_toy


def describe_toy():
    """Return the description of the toy game."""
    from toy_description import TOY

    return TOY


def toy_scene():
    """Return the scene of the toy game."""
    from toy_scene import ToyScene

    return ToyScene


KEY: Final = "toy"
ENTRIES: Final[dict[str, Callable[[], Any]]] = {
    "engine.games.GAMES": find_toy,
    "engine.games.DESCRIPTIONS": describe_toy,
    "tui.games.catalogue.SCENES": toy_scene,
}
"""The entry of the game in each list, by the full name of the list."""


def list_called(name: str) -> dict[str, Any]:
    """Return the list with this full name."""
    module, _, attribute = name.rpartition(".")
    found: dict[str, Any] = getattr(import_module(module), attribute)
    return found


if __name__ == "__main__":
    for name, entry in ENTRIES.items():
        list_called(name)[KEY] = entry
    from cli.__main__ import main

    sys.exit(main())
