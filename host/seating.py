"""The seats of a shared table: who has which, by token and account, and who may come."""

from __future__ import annotations

import hashlib
import hmac
from collections import OrderedDict
from collections.abc import Container, Sequence
from typing import ClassVar, Final

from engine.client import Place
from engine.series import moved_on
from engine.table import HUMAN, Sitter
from engine.updates import Refused
from host.asked import Hello
from host.guest import Account, Guest
from host.plan import FREE, HostPlan
from host.told import Done, LineClosed, LineReason

MOST_LINES: Final = 10
"""The most lines of one account, but for the owner's own program."""

MOST_WATCHERS: Final = 50

GRACE_SECONDS: Final = 30
"""The seconds of his turn that an absent player has before a computer may play for him."""

_MOST_TOKEN: Final = 64


def sealed(token: str) -> str:
    """Return what a table keeps of a token: its SHA-256 in hex."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


class FirstAnswers:
    """The first answers to the requests of the programs that played a seat, the newest ones."""

    most_clients: ClassVar[int] = 4
    most_answers: ClassVar[int] = 64

    def __init__(self) -> None:
        self._of: OrderedDict[str, dict[int, Done | Refused | None]] = OrderedDict()

    def find(self, client: str, number: int) -> Done | Refused | None:
        """Return the answer that a request got, None if it is a new one.

        An answer so old that it was forgotten is said to be done: it was one of those, or refused
        long ago, and is not to be carried out again.
        """
        answers = self._of.get(client)
        if not answers:
            return None
        if number in answers:
            return answers[number]
        forgotten = len(answers) == self.most_answers and number < min(answers)
        return Done(number) if forgotten else None

    def keep(self, client: str, answer: Done | Refused) -> None:
        """Keep an answer."""
        answers = self._of.setdefault(client, {})
        self._of.move_to_end(client)
        if len(self._of) > self.most_clients:
            self._of.popitem(last=False)
        answers[answer.number] = answer
        if len(answers) > self.most_answers:
            del answers[min(answers)]

    def newest(self, client: str) -> int:
        """Return the highest number that was answered, 0 for none."""
        return max(self._of.get(client, ()), default=0)


class Chair:
    """A seat of a shared table.

    Attributes:
        kind: `free`, `person`, `program`, or `computer` for a level that the table lets play.
        name: What who sits there is called.
        level: The level of a computer player that plays, also one in the place of somebody gone.
        is_replaced: Whether a computer player plays in the place of the person or program.
        account, token: The account of who sits there, and the SHA-256 of their token.
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
        self.is_replaced = self.has_left = False
        self.account = ""
        self.guest: Guest | None = None
        self.presence = "gone"
        self.lost = 0.0
        self.begin()

    def begin(self) -> None:
        """Begin a game: nobody was waited for yet, or has said what comes after it."""
        self.waited = self.absent = 0.0
        self.again: bool | None = None

    def give(self, account: str, name: str, token: str, player: str) -> None:
        """Seat a person or a program, or let it come back with another token."""
        self.kind = "program" if player else "person"
        self.account, self.name, self.token, self.player = account, name, token, player
        self.has_left = False

    def give_computer(self, name: str, level: str) -> None:
        """Seat a computer player at a free seat, or in the place of who is gone."""
        self.level = level
        if self.kind == FREE:
            self.kind, self.name, self.presence = "computer", name, "here"
        else:
            self.is_replaced = True

    def sitter(self, levels: Container[str]) -> Sitter:
        """Return who sits here as a record has it; a program that is no level is a person there."""
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
        """Whether the others wait for who sits here."""
        return self.is_client and not self.is_replaced and self.presence != "here"

    @property
    def place(self) -> Place:
        """Who sits here, as all may know it."""
        presence = "here" if self.is_played_here else self.presence
        return Place(
            self.name,
            is_free=self.kind == FREE,
            is_person=self.kind == "person" and not self.is_replaced,
            level=self.level if self.is_played_here else "",
            is_here=presence == "here",
            is_gone=presence == "gone",
            waited=int(self.waited),
            absent=int(self.absent) if self.is_absent else 0,
            again=self.again,
        )


class Seating:
    """The seats of a table.

    Attributes:
        chairs: The seats, in order.
        owner: The account of the table's owner.
    """

    def __init__(self, plan: HostPlan, count: int, owner: str) -> None:
        """Lay out `count` seats; the first free one is kept for the owner until they came."""
        self.chairs = [Chair() for _ in range(count)]
        self.owner = owner
        self._users = frozenset(plan.users)
        self._group = plan.group
        self._owner_came = self._goes_on = plan.opener is not None
        if plan.opener is not None:
            name = plan.seats[plan.opener].name
            self.chairs[plan.opener].give(owner, name, plan.token, "")

    def knows(self, account: Account) -> bool:
        """Whether an account is the owner's, or has a seat."""
        key = account.key
        return key == self.owner or any(c.is_client and c.account == key for c in self.chairs)

    def check(self, account: Account) -> None:
        """Raise `LineClosed` for an account that may not come."""
        if account.key == self.owner or not (self._users or self._group):
            return
        if account.name in self._users or (self._group and self._group in account.groups):
            return
        raise LineClosed(LineReason.NOT_ALLOWED)

    def find(self, hello: Hello, account: Account) -> int:
        """Return the seat that a newcomer gets. Raises `LineClosed`.

        With a token it is the token's seat. Who comes back from an account gets the seat of the
        same program, or one whose line is down, or with `back` any; else it is a free one.
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
        """Let who sits at a seat have another one."""
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
        """Whether all who are there want another game; `silence` counts as a yes, or does not."""
        yes = (True, None) if silence else (True,)
        return self.is_company and all(chair.again in yes for chair in self._there)

    @property
    def _there(self) -> list[Chair]:
        """The chairs of those who play from elsewhere, and whose line is up."""
        return [chair for chair in self.chairs if chair.guest and not chair.has_left]

    def came(self, account: str) -> None:
        """Note that an account was given a seat."""
        self._owner_came = self._owner_came or account == self.owner

    @property
    def is_full(self) -> bool:
        """Whether nobody has to sit down any more before the game can be played."""
        return self._goes_on or all(chair.kind != FREE for chair in self.chairs)

    @property
    def places(self) -> tuple[Place, ...]:
        """Who sits where, as all may know it."""
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
                if chair.account == account.key:
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
