"""What a door tells the person in a session, as notices on the screen."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

from saves.confined import is_confined
from words.translation import sentence

if TYPE_CHECKING:
    from net.doorkeeper import Doorkeeper


class Tell(Protocol):
    """How a notice is shown."""

    def __call__(self, words: str, *, stays: bool) -> None:
        """Show words on the screen on top, until a key is pressed if they are to stay."""


def hear_door(tell: Tell) -> None:
    """Show all that the door says from now on; where there is no door there is nothing to hear."""
    if not is_confined():
        return
    from net.doorkeeper import doorkeeper

    if keeper := doorkeeper():
        loop = asyncio.get_running_loop()
        loop.add_reader(keeper.handle, _hear, loop, keeper, tell)


def _hear(loop: asyncio.AbstractEventLoop, keeper: Doorkeeper, tell: Tell) -> None:
    try:
        news = keeper.hear()
    except EOFError:
        loop.remove_reader(keeper.handle)
        return
    if news:
        tell(sentence(news.notice), stays=True)
