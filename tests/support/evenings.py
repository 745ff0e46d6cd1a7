"""People who come to a door, each with a key of their own, and whose lines are cut."""

from __future__ import annotations

import asyncio
import contextlib
from itertools import count

from door_program import Door, Talker, asyncssh


class Evening:
    """People at a door, each with a key of their own."""

    evenings = count(2)

    def __init__(self, door: Door, keys: dict[str, asyncssh.SSHKey] | None = None) -> None:
        self.door = door
        self.address = f"127.0.1.{next(self.evenings)}"  # each is counted apart
        self.keys = {} if keys is None else keys
        self.lines: dict[str, asyncssh.SSHClientConnection] = {}
        self._open = contextlib.AsyncExitStack()

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_why: object) -> None:
        await self._open.aclose()

    async def line(self, name: str, *, is_guest: bool = False):
        key = None
        if not is_guest:
            key = self.keys.setdefault(name, asyncssh.generate_private_key("ssh-ed25519"))
        line = await self._open.enter_async_context(self.door.connect(key, name, self.address))
        self.lines[name] = line
        return line

    async def talker(self, name: str, *, is_guest: bool = False) -> Talker:
        talker = await Talker.at(await self.line(name, is_guest=is_guest))
        await talker.until("> ")
        return talker


def come_back_after_cuts(door: Door, tables: int, cuts: int) -> int:
    """Cut each player's line so many times; return how many times their seat was theirs again."""

    async def play_at(number: int) -> int:
        async with Evening(door) as evening:
            return await cut(evening, [f"{who}{number}" for who in ("ada", "bob")])

    async def cut(evening: Evening, names: list[str]) -> int:
        first, second = [await evening.talker(name) for name in names]
        first.type("host duel")
        await first.until("2. South: free.")
        second.type(f"join {names[0]}")
        await second.until("South holds: ")
        hands = [await first.until("North holds: ") and await first.until(".\n"), ""]
        count = 0
        for _cut in range(cuts):
            for at, side in enumerate(("North", "South")):
                evening.lines[names[at]].abort()
                again = await evening.talker(names[at])
                again.type(f"join {names[0]}")
                await again.until(f"{side} holds: ")
                hand = await again.until(".\n")
                assert hand == (hands[at] or hand)
                hands[at] = hand
                count += 1
        return count

    async def play() -> int:
        return sum(await asyncio.gather(*map(play_at, range(tables))))

    return asyncio.run(play())
