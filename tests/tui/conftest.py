"""Pictures of the screens, with no clock, blink or animation in them, and the forms of drawings."""

from __future__ import annotations

import pytest
from looks import FORMS
from pilots import until

from play.frame import Phase
from tui.screens.table import TableScreen
from tui.themes import set_palette
from words.glyphs import ASCII

UNDER_WAY = (Phase.SENT, Phase.WAITING, Phase.SHOWING)


@pytest.fixture
def look(snap_compare):
    """Compare the program's picture after some keys."""

    def compare(app, *keys: str, size=(80, 24), wait=None, then=None) -> bool:
        async def before(pilot):
            def stands_still() -> bool:
                screen = pilot.app.screen
                return not isinstance(screen, TableScreen) or screen.frame.phase not in UNDER_WAY

            await pilot.pause()
            await until(pilot, lambda: wait is None or wait(pilot.app.screen))
            await until(pilot, stands_still)
            for key in keys:
                await pilot.press(key)
                await until(pilot, stands_still)
            await until(pilot, lambda: then is None or then(pilot.app.screen))
            await pilot.pause()

        return snap_compare(app, terminal_size=size, run_before=before)

    return compare


@pytest.fixture(params=FORMS.values(), ids=FORMS)
def glyphs(request, monkeypatch):
    """Draw in each form; what is compared is the signs alone."""
    signs, depth = request.param
    monkeypatch.setenv("TAPIS_ASCII", "1" if signs is ASCII else "0")
    set_palette("baize", depth)
    return signs
