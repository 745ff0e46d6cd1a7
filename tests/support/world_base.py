"""What all simulated worlds have: a seed, a loop, a disk, and what befalls them by and by."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, Final

from world_disk import GAMES_FOLDER, TABLES_FOLDER, Disk
from world_parts import Broken, Chance, VirtualLoop
from world_script import Happening

from engine.games import find_game
from host.outside import Outside
from net.hosting import open_table
from net.joining import own_cuts
from net.names.journals import sweep_journals

BESIDE: Final = (".lock", ".tmp")
"""How the names end of what a killed program may leave beside a file that is opened no more."""

QUIET_SECONDS: Final = 60.0
"""The virtual seconds after the last fault within which the game has to go on."""


OVER: Final = "over"
"""The progress of a game that is over while others go on."""


class SimulatedWorld:
    """A world under one seed.

    Attributes:
        seed: What everything is drawn from.
        script: What befalls the world, by time.
        transcript: The SHA-256 of all that is told.
        crashes, cuts: How many processes died, and how many lines.
        seen: What has happened, and how often.
        is_still: Whether nobody moves in this world.
    """

    script: list[Happening]
    is_still = False

    def __init__(self, seed: int, game: str) -> None:
        self.seed = seed
        self.chance = Chance(f"{seed}")
        self.loop = VirtualLoop()
        self.disk = Disk(self.chance)
        self.game = find_game(game)
        self.transcript = hashlib.sha256()
        self.crashes = self.cuts = 0
        self.seen: Counter[str] = Counter()

    def options_of(self, choices: tuple[dict[str, Any], ...]) -> dict[str, Any]:
        """Return the options of this world's game."""
        return choices[self.chance.below("options", len(choices))]

    def outside(self) -> Outside:
        """Return seeds, tokens and times that come from the world."""
        return Outside(
            now=lambda: datetime.fromtimestamp(self.loop.now, UTC),
            fresh_seed=lambda: self.chance.below("seed", 2**53),
            new_token=lambda: f"{self.chance.below('token', 2**53):022x}",
        )

    def run(self, seconds: float = 4000.0) -> SimulatedWorld:
        """Run to the end of the game and of its table; return the world. Raises `Broken`."""
        with self.mounted():
            self._run(seconds)
        return self

    @contextmanager
    def mounted(self) -> Iterator[None]:
        """Let the program find the disk of this world, and one account."""
        own, open_table.own_account = open_table.own_account, lambda: "unix:1000"
        secrets, own_cuts.secrets = own_cuts.secrets, SimpleNamespace(token_hex=self._value)
        try:
            with self.disk.mounted():
                yield
        finally:
            open_table.own_account, own_cuts.secrets = own, secrets

    def _value(self, size: int) -> str:
        """Return the value of a cut in hex."""
        return f"{self.chance.below('cut', 2**53):0{2 * size}x}"

    def _run(self, seconds: float) -> None:
        self.begin()
        for one in self.script:
            self.loop.later(one.at, lambda one=one: self.befall(one))
        until = self.loop.now + seconds
        last_fault = self.loop.now + max((one.end for one in self.script), default=0)
        since: dict[int, tuple[object, float]] = {}
        while self.loop.step(until):
            if self.loop.now <= last_fault:
                continue
            if self.is_over:
                break
            for at, version in enumerate(self.progress()):
                before, began = since.get(at, (None, last_fault))
                if at not in since or version != before or version == OVER:
                    since[at] = version, self.loop.now
                elif self.loop.now > began + QUIET_SECONDS:
                    raise Broken(f"nothing has happened since {began:.1f}")
        if not self.is_over:
            raise Broken("the game does not end")
        self.finish()

    def let_pass(self, seconds: float) -> None:
        """Let time pass."""
        until = self.loop.now + seconds
        while self.loop.step(until):
            pass

    def left_on_disk(self) -> set[str]:
        """Return what is left once the next table would have swept up, without what may be."""
        sweep_journals(TABLES_FOLDER)
        return {path for path in self.disk.paths if not self._may_be_left(path)}

    def _may_be_left(self, path: str) -> bool:
        return bool(self.crashes) and path.startswith(f"{GAMES_FOLDER}/.") and path.endswith(BESIDE)

    # What each world has of its own

    def begin(self) -> None:
        """Let the world begin."""
        raise NotImplementedError

    def befall(self, one: Happening) -> None:
        """Let something befall the world now."""
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        raise NotImplementedError

    def progress(self) -> list[object]:
        """Return of each game what changes whenever it goes on, `OVER` if that is not to be."""
        raise NotImplementedError

    def finish(self) -> None:
        """Let all leave; nothing may be left."""
        raise NotImplementedError
