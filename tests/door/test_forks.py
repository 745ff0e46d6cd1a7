"""The fork server as the door sees it."""

from __future__ import annotations

import asyncio

from terminal import PATIENCE

from door.forks import Forks


def test_the_last_words_of_a_fork_server_reach_the_log_of_the_door(capfd):
    async def lose() -> None:
        lost = asyncio.Event()
        forks = Forks(asyncio.get_running_loop(), "no_such_module")
        forks.lost = lost.set
        await asyncio.wait_for(lost.wait(), PATIENCE)
        await forks.close()

    asyncio.run(lose())
    assert "No module named 'no_such_module'" in capfd.readouterr().err
