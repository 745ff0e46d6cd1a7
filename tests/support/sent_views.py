"""Views as they come out of the JSON that messages carry."""

from __future__ import annotations

import json
from typing import TypeVar

from engine.game import Game, View
from net.view_form import read_view, write_view

M = TypeVar("M")


def as_sent(game: Game[M], view: View[M], known: View[M] | None = None) -> View[M]:
    """Return the view that is read from the JSON of a view."""
    return read_view(game, json.loads(json.dumps(write_view(game, view, known))), known)
