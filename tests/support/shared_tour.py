"""A tour of what is shown of tables with people elsewhere, and of programs that play."""

from __future__ import annotations

from typing import Any

from far_host import Server
from shared_company import Crowd, crowd_client
from tour import Tour, Visit, pages_of

from engine.client import PHRASES, Place
from engine.table import HUMAN
from engine.updates import Said
from play.setup import new_table, usual_setup
from tui.games.catalogue import scene_of
from tui.screens.shared_table import SHARED, SharedTable
from tui.screens.start_program import StartProgram
from tui.screens.table import table_screen
from tui.screens.waiting_room import WaitingRoom
from words.glyphs import glyphs

FREE = Place("", "free", presence="gone")


def shared_of(game: str) -> Visit:
    """Return a visit to the waiting room of a shared table, and to the table in play."""

    async def visit(tour: Tour) -> None:
        setup = usual_setup(game)
        setup = setup._replace(kinds=(HUMAN,) * len(setup.kinds))
        count = len(setup.seats())
        away = Place("Maximilienne", presence="gone", waited=42, absent=12)
        seated = [Place("Zoé"), *[away] * (count - 1)]
        crowd = Crowd(*seated[:-1], FREE, has_begun=False)
        crowd.watchers = 12
        client = crowd_client(Server(new_table(setup, 4)), frozenset({0}), crowd)
        await tour.at(WaitingRoom(client))
        await tour.press("enter", "down", "escape", "up")
        client.change(*seated[:-1], Place("casual", "computer", "casual"))
        await tour.press("down")
        await tour.away()

        crowd.has_begun, crowd.is_owner = True, False
        crowd.places, crowd.phrases = seated, PHRASES
        screen: Any = table_screen(
            scene_of(game, glyphs()),
            lambda _loop: client,
            None,
            tour.app.timing,
            kind=SharedTable,
            more=SHARED,
        )
        await tour.at(screen)
        for waited in (12, 42, 60):
            client.change(seated[0], *[away._replace(waited=waited, absent=waited)] * (count - 1))
            await tour.press("right", "w")
            await tour.away()
        for phrase in PHRASES:
            client.tell(Said(1, phrase))
            await tour.look()
        await tour.press("X")
        await tour.away()
        await tour.press("Q")
        await pages_of(tour, screen)
        screen.leave()
        await tour.away()

    return visit


async def start_program(tour: Tour) -> None:
    """Visit the question whether a program may be started, to the end of its command."""
    for words in (1, 60):
        command = ["python3", *(f"--option={number}" for number in range(words))]
        await tour.at(StartProgram(["NORD", "SUD"], command))
        await tour.press("pagedown", "pagedown", "down", "down")
        await tour.away()
