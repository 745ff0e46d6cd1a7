"""A simulated home whose game is opened to others and closed again, by kills in between."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Final

import msgspec
from world import World
from world_home import HOME_KINDS, HomeWorld, state_of
from world_parts import Broken
from world_script import KINDS, Happening
from world_table import Process

from engine.table import HUMAN, Table
from host.plan import FREE
from host.seating import sealed
from net.names.journals import game_of, killed_tables, table_with
from net.names.names import END_SECONDS
from play.hosting import Opening, opening_of, seat_at_home, seats_to_take, usually_open
from saves.lock import Held, is_held

NAME: Final = "world"


class OpenedWorld(HomeWorld):
    """A game that goes from a home to a shared table and back, and what befalls it.

    Attributes:
        hosting: The table that the game was opened at last, None for none yet.
        is_away: Whether the game is at that table now.
    """

    kinds: ClassVar = (
        *HOME_KINDS,
        *KINDS,
        *[("invite", 0.0, 1.0)] * 50,
        *[("close", 0.0, 5.0)] * 30,
    )

    hosting: Hosting | None = None
    is_away = False
    _close_until: float | None = None

    @property
    def is_over(self) -> bool:
        return self._table.is_over if self.is_away else super().is_over

    @property
    def _table(self) -> Hosting:
        assert self.hosting
        return self.hosting

    def progress(self) -> list[object]:
        return self._table.progress() if self.is_away else super().progress()

    def befall(self, one: Happening) -> None:
        if one.what == "invite":
            self._invite(one)
        elif one.what == "close":
            self._close()
        elif self.is_away and one.what in {kind for kind, _, _ in KINDS}:
            self._table.befall(one)
        elif not self.is_away and one.what in {kind for kind, _, _ in HOME_KINDS}:
            super().befall(one)

    def finish(self) -> None:
        """Close the table if the game is at one; nothing may be left but the game's file."""
        for _ in range(5):  # the table may be killed as it ends, and is started again then
            if self.is_away:
                self.disk.doomed = None
                self.let_pass(END_SECONDS)
                self._close()
                self.let_pass(4 * END_SECONDS)
        if self.is_away or self.session is None:
            raise Broken("the game does not come home")
        super().finish()

    # To the table

    def _invite(self, one: Happening) -> None:
        """Leave the game at home, and open it to others."""
        client, session = self.client, self.session
        if client is None or session is None or self.is_over:
            return
        self.process.run(session.begin_file)
        if session.saved_in is None:
            return
        if not client.own_seats:  # all left their seats to computer players
            return
        opener = sorted(client.own_seats)[one.who % len(client.own_seats)]
        others = usually_open(client.timeline, opener)
        opening = opening_of(client.timeline, session.saved_in, opener, others)
        token = self.outside().new_token()
        plan = msgspec.structs.replace(opening.plan, token=sealed(token))
        self.process.run(self._leave_now)
        self.process.later(one.seconds, lambda: self._open_table(plan, opening, token))

    def _open_table(self, plan, opening: Opening, token: str) -> None:
        self.seen["opened"] += 1
        self.is_away = True
        self.hosting = Hosting(self, plan, opening.path, token)
        self.hosting.begin()
        self._may_die("dies at once")

    def _may_die(self, name: str) -> None:
        """Now and then kill the table's process at one of its next calls, with the power or not."""
        process = self._table.booting
        if process is not None and self.chance(name) < 0.2:
            self._table.loses_power = self.chance(name) < 0.5
            self.disk.doom(process.loop, self.chance.below(name, 40))

    def come_home(self) -> None:
        """Go on at home with a game that no table was opened with, or that is no more at one."""
        self.is_away = self._is_due = False
        self.disk.doomed = None
        if self.process.is_dead:
            self._start()
        else:
            self.process.run(self._open)

    def _open(self) -> None:
        """Open the game, or sit down at its table if that was killed."""
        if self.hosting is not None and self.path is not None:
            if self.disk.is_failing:  # else the journal might be overlooked
                self.process.later(1.0, self._open)
                return
            if table_with(self.path):
                killed = [one.path for one in killed_tables() if one.table == NAME]
                if not killed:
                    raise Broken("the game is at a table that cannot be opened")
                self.seen["taken over"] += 1
                self.is_away = True
                self.hosting.journal = str(killed[0])
                self.hosting.take_over()
                return
        super()._open()

    # And back

    def _close(self) -> None:
        """Close the table, and go on at home."""
        process = self._table.process if self.is_away else None
        if process is None or self._close_until is not None:
            return
        path = process.open_table.game_path if process.is_ended else game_of(NAME)
        if path is None:
            if not self.disk.is_failing:
                raise Broken("the table has no file")
            return
        self.seen["closed"] += 1
        self._table.leave_opener()
        self.path = path
        self.places.add(f"{path}")
        self._table.history = [state_of(process.table)] if process.table else self.history[-1:]
        self._may_die("dies at the end")
        process.loop.run(process.open_table.end)  # if it has not ended, for all have left
        self._close_until = self.loop.now + END_SECONDS
        self.loop.later(0.5, lambda: self._look_whether_closed(process))

    def _look_whether_closed(self, process: Process) -> None:
        assert self.path and self._close_until
        with_others = is_held(self.path) or table_with(self.path)
        if with_others and self.loop.now < self._close_until:
            self.loop.later(0.5, lambda: self._look_whether_closed(process))
            return
        self._close_until = None
        if not with_others:
            if self._table.history:
                self.history, self.kept = self._table.history, 0
            self._left_at = None
        if self._table.process is None or process.loop.is_dead or not with_others:
            self.come_home()
        else:
            self._table.people[0].start()

    def look_again(self, table: Table) -> None:
        super().look_again(table)
        if self.hosting is not None and not self.is_away:
            seat_at_home(table, self.hosting.kinds)
            self.history.append(state_of(table))


class Hosting(World):
    """The table at which a game from home is played with others."""

    def __init__(self, home: OpenedWorld, plan, path: Path, token: str) -> None:
        for name in ("seed", "chance", "loop", "disk", "game", "transcript", "seen"):
            setattr(self, name, getattr(home, name))
        self.home = home
        self.crashes = self.cuts = 0
        self.games = 1
        self.plan = plan
        self.history: list = []
        self.kinds: dict[int, str] = {}
        free = [
            seat
            for seat, planned in enumerate(plan.seats)
            if planned.kind == FREE or (planned.is_lent and self.chance("comes too") < 0.5)
        ]
        self.set_up(len(free))
        self.resumed = f"{path}"
        self.people[0].token = token

    def begin(self) -> None:
        """Open the table; then sit down, and let the others come."""
        Process(self)
        if self.process:
            self.home.look_again(self.process.open_table._files.resumed().table)
            self._let_come()

    def take_over(self) -> None:
        """Start a killed table again; whoever is not there any more comes back."""
        Process(self)
        self._let_come()

    def _let_come(self) -> None:
        self.people[0].start()
        for person in self.people[1:]:
            self.loop.later(self.chance("comes") * 3.0, person.start)

    def start_table(self) -> None:
        """Go on after a kill: what became of the game is told by the disk."""
        if self.home.is_away and self.home.hosting is self and self.home._close_until is None:
            self.home.come_home()

    def entry_done(self) -> None:
        """Remember each state of a game that is being closed: its file has one of them."""
        if self.home._close_until is not None and self.booting and self.booting.table:
            self.history.append(state_of(self.booting.table))

    def cannot_open(self, process: Process, why: Exception) -> None:
        if self.journal:
            super().cannot_open(process, why)
            return
        if not isinstance(why, OSError | Held):
            raise Broken(f"the game cannot be opened to others: {why!r}")
        process.loop.die()
        self.disk.end_of(process.loop)
        self.booting = None
        self.home.come_home()

    def table_killed(self) -> None:
        """End the table's process; with the power the home's ends too."""
        if self.booting and not self.booting.loop.is_dead:
            self.home.crashes += 1
        if self.loses_power:
            self.home.process.die()
            self.disk.end_of(self.home.process)
        super().table_killed()

    def leave_opener(self) -> None:
        """Let the opener leave, who knows which seats are to be taken at home."""
        opener = self.people[0]
        if opener.client and opener.client.company.places:
            taken = seats_to_take(opener.client.company, opener.client.own_seats)
            self.kinds = dict.fromkeys(taken, HUMAN)
        opener.leave()
