"""The seats of a shared table: their players, the accounts that may come, and presence."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection, Container, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from engine.client import Place
from engine.loop import Call, OneTimer
from engine.series import moved_on
from engine.table import HUMAN, Sitter
from host.guest import Account, FirstAnswers, Guest, LineClosed, LineReason, is_proven
from host.plan import FREE, HostPlan
from host.requests import Hello

if TYPE_CHECKING:
    from host.room import Room

MOST_LINES: Final = 10
"""The most lines of one account, but for the owner's own program."""

MOST_WATCHERS: Final = 50

MOST_GUESTS: Final = 100
"""The most lines of a table; where one more comes, one that has said nothing yet has to go."""

GRACE_SECONDS: Final = 30
"""The seconds in turn that an absent player has before a computer may play instead."""

_MOST_TOKEN: Final = 64


def sealed(token: str) -> str:
    """Return the SHA-256 of a token in hex, which is all that a table keeps of it."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


class Chair:
    """A seat of a shared table.

    Attributes:
        kind: `free`, `person`, `program`, or `computer` for a level that the table lets play.
        name: The name of the player.
        level: The level of a computer player that plays, also one in the place of somebody gone.
        is_replaced: Whether a computer player plays in the place of the person or program.
        is_openers: Whether the person who plays here opened the table.
        account, token: The account of the player, and the SHA-256 of their token.
        player: The level or program that plays for the client, empty for a person.
        guest: Their line, None while it is down.
        presence: `here`, `away` or `gone`.
        lost: The time when the line went down.
        waited: The seconds for which the others have waited for this player in turn.
        absent: Those of them in this absence, 0 once the player is back.
        has_left: Whether the player said goodbye.
        again: The player's answer to another game after the one that is over, None for none yet.
        answers: The answers to the requests of this seat.
    """

    def __init__(self) -> None:
        self.answers = FirstAnswers()
        self.free()

    def free(self) -> None:
        """Let nobody sit here."""
        self.kind = FREE
        self.name = self.level = self.token = self.player = ""
        self.is_replaced = self.has_left = self.is_openers = False
        self.account = ""
        self.guest: Guest | None = None
        self.presence = "gone"
        self.lost = 0.0
        self.begin()

    def begin(self) -> None:
        """Begin a game: no seconds of waiting, and no answer to another game."""
        self.waited = self.absent = 0.0
        self.again: bool | None = None

    def give(self, account: str, name: str, token: str, player: str) -> None:
        """Seat a person or a program, or let it come back with another token."""
        self.kind = "program" if player else "person"
        self.account, self.name, self.token, self.player = account, name, token, player
        self.has_left = False

    def give_computer(self, name: str, level: str) -> None:
        """Seat a computer player at a free seat, or in the place of a player who is gone."""
        self.level = level
        if self.kind == FREE:
            self.kind, self.name, self.presence = "computer", name, "here"
        else:
            self.is_replaced = True

    def sitter(self, levels: Container[str]) -> Sitter:
        """Return the sitter for a record, in which a program that is no level is a person."""
        level = self.level if self.is_played_here else self.player
        return Sitter(self.name, level if level in levels else HUMAN)

    def lend(self, name: str, level: str) -> None:
        """Let a computer player play a free seat until somebody comes for it."""
        self.name, self.level, self.is_replaced = name, level, True

    @property
    def is_client(self) -> bool:
        """Whether a person or a program has this seat, there or not."""
        return self.kind in ("person", "program")

    @property
    def is_played_here(self) -> bool:
        """Whether a computer player of the table plays this seat now."""
        return self.kind == "computer" or self.is_replaced

    @property
    def is_absent(self) -> bool:
        """Whether the others wait for this player."""
        return self.is_client and not self.is_replaced and self.presence != "here"

    @property
    def place(self) -> Place:
        """The seat and its player, as all may know them."""
        is_computer, absent = self.is_played_here, int(self.absent) if self.is_absent else 0
        kind = "computer" if is_computer and self.kind != FREE else self.kind
        level, presence = (self.level, "here") if is_computer else ("", self.presence)
        return Place(self.name, kind, level, presence, int(self.waited), absent, self.again)


class Seating:
    """The seats of a table.

    Attributes:
        chairs: The seats, in order.
        owner: The account of the table's owner; one that no line proves owns nothing.
    """

    def __init__(self, plan: HostPlan, owner: str, *, goes_on: bool) -> None:
        """Lay out the seats; the first free one is kept until its owner comes.

        With `goes_on` the plan's opener goes on with a game though seats are free.
        """
        self.chairs = [Chair() for _seat in plan.seats]
        self.owner = owner
        self._users = frozenset(plan.users)
        self._group = plan.group
        self._owner_came = plan.opener is not None
        self._goes_on = goes_on and self._owner_came
        if plan.opener is not None:
            chair = self.chairs[plan.opener]
            chair.give(owner, plan.seats[plan.opener].name, plan.token, "")
            chair.is_openers = True

    def knows(self, account: Account) -> bool:
        """Whether an account is the owner's, or has a seat."""
        key = account.key
        return key == self.owner or any(c.is_client and c.account == key for c in self.chairs)

    def owns(self, guest: Guest) -> bool:
        """Whether a guest owns the table: by its account, or at the seat of its opener."""
        return guest.account.key == self.owner or (
            guest.seat is not None and self.chairs[guest.seat].is_openers
        )

    def check(self, account: Account) -> None:
        """Raise `LineClosed` for an account that may not come."""
        if account.key == self.owner or not (self._users or self._group):
            return
        if account.name in self._users or (self._group and self._group in account.groups):
            return
        raise LineClosed(LineReason.NOT_ALLOWED)

    def find(self, hello: Hello, account: Account) -> int:
        """Return the seat that a newcomer gets. Raises `LineClosed`.

        A token finds its own seat, for the account to which it was given if that can be proven.
        An account that comes back gets the seat of the same program, or one whose line is down,
        or with `back` any of its seats. Others get a free seat.
        """
        if hello.token:
            return self._by_token(hello.token, account)
        own = [
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.is_client and chair.account == account.key
        ]
        for seat in own:
            guest = self.chairs[seat].guest
            if guest is not None and guest.client == hello.client:
                return seat
        down = [seat for seat in own if self.chairs[seat].guest is None]
        if down:
            return self._best(down, hello.name)
        if hello.back:
            if not own:
                raise LineClosed(LineReason.NO_SUCH_SEAT)
            return self._best(own, hello.name)
        return self._free(account, hello.seat)

    def sit(self, seat: int, to: int) -> None:
        """Move a player to another seat."""
        self.chairs[seat], self.chairs[to] = self.chairs[to], self.chairs[seat]
        self._tell_guests()

    def move_on(self) -> None:
        """Let all move on by one seat."""
        self.chairs[:] = moved_on(self.chairs)
        self._tell_guests()

    def _tell_guests(self) -> None:
        for seat, chair in enumerate(self.chairs):
            if chair.guest:
                chair.guest.seat = seat

    @property
    def is_company(self) -> bool:
        """Whether somebody is there, and has somebody to play with."""
        there = len(self._there)
        return there > 1 or (there == 1 and any(chair.is_played_here for chair in self.chairs))

    def agree(self, *, silence: bool) -> bool:
        """Whether all players there want another game; with `silence` no answer counts as a yes."""
        yes = (True, None) if silence else (True,)
        return self.is_company and all(chair.again in yes for chair in self._there)

    @property
    def _there(self) -> list[Chair]:
        """The chairs of people and programs whose line is up."""
        return [chair for chair in self.chairs if chair.guest and not chair.has_left]

    def came(self, account: str) -> None:
        """Note that an account has come, for a seat or to watch."""
        self._owner_came = self._owner_came or account == self.owner

    @property
    def is_full(self) -> bool:
        """Whether nobody has to sit down any more before the game can be played."""
        return self._goes_on or all(chair.kind != FREE for chair in self.chairs)

    @property
    def places(self) -> tuple[Place, ...]:
        """The places by seat, as all may know them."""
        return tuple(chair.place for chair in self.chairs)

    @property
    def people(self) -> frozenset[int]:
        """The seats of people, there or not, that no computer player has taken over."""
        return frozenset(
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.kind == "person" and not chair.is_replaced
        )

    def names(self, but: int) -> Sequence[str]:
        """Return the names at all other seats."""
        return [chair.name for seat, chair in enumerate(self.chairs) if seat != but]

    def _by_token(self, token: str, account: Account) -> int:
        seal = sealed(token[:_MOST_TOKEN])
        for seat, chair in enumerate(self.chairs):
            if chair.is_client and hmac.compare_digest(chair.token, seal):
                if chair.account == account.key or not is_proven(chair.account):
                    return seat
                break
        raise LineClosed(LineReason.NO_SUCH_SEAT)

    def _best(self, seats: list[int], name: str) -> int:
        """Return the seat of this name if one has it, else the one that is silent for longest."""

        def rank(seat: int) -> tuple[bool, float]:
            chair = self.chairs[seat]
            return chair.name != name, chair.guest.heard if chair.guest else chair.lost

        return min(seats, key=rank)

    def _free(self, account: Account, wished: int | None) -> int:
        free = [seat for seat, chair in enumerate(self.chairs) if chair.kind == FREE]
        free.sort(key=lambda seat: self.chairs[seat].is_replaced)
        if account.key != self.owner and not self._owner_came:
            free = free[1:]
        if not free:
            raise LineClosed(LineReason.FULL)
        if wished is None:
            return free[0]
        if not 0 <= wished < len(self.chairs) or self.chairs[wished].kind != FREE:
            raise LineClosed(LineReason.TAKEN)
        return wished


def crowded_out(guests: Sequence[Guest]) -> tuple[Guest, LineReason] | None:
    """Return who has to go because the last of these guests has come, and why; None for nobody."""
    last = guests[-1]
    if sum(one.account.counted == last.account.counted for one in guests) > MOST_LINES:
        return last, LineReason.TOO_MANY
    if len(guests) <= MOST_GUESTS:
        return None
    silent = (one for one in guests if not (one.is_in or one.is_closed))
    return next(silent, last), LineReason.TABLE_FULL


TICK: Final = 1.0
_MOST_LATE: Final = 3.0
"""A tick that comes later than this finds a table that was stopped itself, and counts for less."""


class Presence:
    """The clock of a table's lines; it stands still while nobody is connected."""

    away_seconds: ClassVar[float] = 20.0
    gone_seconds: ClassVar[float] = 30.0
    hello_seconds: ClassVar[float] = 10.0
    """The seconds that a new line has for its first message."""

    def __init__(self, room: Room, guests: Collection[Guest], changed: Call) -> None:
        """Make a clock that stands.

        Args:
            room: The seats and the game.
            guests: The guests, with a seat or without.
            changed: Called when somebody came, went or fell silent, or was waited for.
        """
        self._room = room
        self._clock = room.loop.now
        self._guests = guests
        self._changed = changed
        self._timer = OneTimer(room.loop)
        self._last: float | None = None

    def watch(self) -> None:
        """Start the clock if it stands; to be called when a line comes."""
        if self._last is None:
            self._last = self._clock()
            self._timer.start(TICK, self._tick)

    def stop(self) -> None:
        """Stop the clock."""
        self._timer.stop()
        self._last = None

    def look(self) -> bool:
        """Set the presence of all players; return whether any has changed."""
        now, has_changed = self._clock(), False
        for chair in self._room.seating.chairs:
            presence = self._presence(chair, now)
            if presence != chair.presence:
                if presence == "gone":
                    chair.lost = now
                chair.presence, has_changed = presence, True
            if presence == "here":
                chair.absent = 0.0
        return has_changed

    def _tick(self) -> None:
        assert self._last is not None
        now = self._clock()
        passed = now - self._last
        if passed > _MOST_LATE:  # stopped, with all that was sent meanwhile unread
            for guest in self._guests:
                guest.heard += passed - TICK
                guest.came += passed - TICK
            passed = TICK
        self._last = now
        for guest in list(self._guests):
            self._look_at(guest, now)
        is_new = self.look()
        if self._wait(passed) or is_new:
            self._changed()
        if self._guests:
            self._timer.start(TICK, self._tick)
        else:
            self._last = None

    def _look_at(self, guest: Guest, now: float) -> None:
        is_dumb = not guest.is_in and now - guest.came >= self.hello_seconds
        if is_dumb or now - guest.heard >= self.gone_seconds:
            guest.close(LineReason.SILENT)
        else:
            guest.pass_second(now)

    def _presence(self, chair: Chair, now: float) -> str:
        if chair.kind == "computer":
            return "here"
        if chair.guest is None:
            return "gone"
        return "away" if now - chair.guest.heard >= self.away_seconds else "here"

    def _wait(self, seconds: float) -> bool:
        """Count the time for which somebody waits for others; return whether it is worth news."""
        chairs = self._room.seating.chairs
        if not any(chair.guest and chair.presence == "here" for chair in chairs):
            return False
        awaited = [chairs[seat] for seat in self._room.to_move if seat >= 0]
        is_news = False
        for chair in (one for one in awaited if one.is_absent):
            before = int(chair.waited)
            chair.waited += seconds
            chair.absent += seconds
            is_news = is_news or int(chair.waited) > before
        return is_news
