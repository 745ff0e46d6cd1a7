"""Pictures of the screens: no clock, no blink, no animation in them."""

from __future__ import annotations

import pytest
from pilots import until

from play.frame import Phase
from tui.screens.table import TableScreen

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
