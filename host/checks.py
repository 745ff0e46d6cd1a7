"""The checks of newcomers at a shared table, and of requests that are not the game's own."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Final

from engine.client import PHRASES, free_name, plain_name
from engine.clock import OUT_OF_TIME
from engine.game import has_partners, partners
from engine.reasons import HouseReason, IllegalMove, Reason, TableReason
from engine.shuffle import seat_seed
from host import entries, requests
from host.entries import EntryBase, EntryKeeper
from host.game import HostedGame, PendingChange
from host.guest import Guest, LineClosed, LineReason
from host.plan import FREE
from host.rate import Rate, Rates
from host.requests import Asked, Hello, OfGame
from host.room import Room
from host.seating import GRACE_SECONDS, Chair, sealed

PHRASES_SECONDS: Final = 20.0
MOST_OF_ALL: Final = 6
MOST_OF_ONE: Final = 3
"""The most phrases that all spectators, and those of one account, may say in these seconds."""


MOST_CLIENT: Final = 32
"""The longest name of a client program, in letters."""

MOST_HELLOS: Final = 20
HELLOS_SECONDS: Final = 20.0
"""The most times that one account may say hello in these seconds."""


class ForfeitReason(Reason):
    """Why a player lost a game at a shared table, as its record says it."""

    AWAY = "away for too long"
    TIME = OUT_OF_TIME


class RequestChecks:
    """The checks of requests, which return the entry of the journal that each leads to."""

    def __init__(self, room: Room, journal: EntryKeeper, most_moves: int) -> None:
        """Check the requests of the guests of a room.

        `most_moves` is the number of moves that they may make in a second, 0 for any number.
        """
        self._room = room
        self._journal = journal
        self._clock = room.loop.now
        self._most_moves = most_moves
        self._moves = Rate(most_moves, 1.0)
        self._said: deque[tuple[float, str]] = deque()
        self._hellos = Rates(MOST_HELLOS, HELLOS_SECONDS)

    def step(self, guest: Guest, asked: Asked, of: int) -> PendingChange | EntryBase | None:
        """Return the step that a request leads to, None for one that changes nothing on the disk.

        The host checks the move itself; this checks whether the guest may ask now. `of` is the
        number of the game that is meant, 0 for any. Raises `IllegalMove`.
        """
        if of and self._room.game and of != self._room.number:
            raise IllegalMove(HouseReason.OTHER_GAME)
        if isinstance(asked, requests.Say):
            self._check_phrase(guest, asked)
        elif isinstance(asked, requests.Sit):
            return self._sit(guest, asked)
        elif isinstance(asked, requests.AskRecord):
            if not self._room.is_over:
                raise IllegalMove(HouseReason.IN_PLAY)
        elif isinstance(asked, requests.Replace):
            return self._replace(guest, asked)
        else:
            return self._in_play(guest, asked)
        return None

    def _in_play(
        self, guest: Guest, asked: OfGame | requests.Again | requests.Claim | requests.Misread
    ) -> PendingChange | EntryBase | None:
        """Check a request for the guest's own seat in a game that has begun."""
        game = self._room.game
        if isinstance(asked, requests.PlayOut) or guest.seat != asked.seat:
            raise IllegalMove(HouseReason.NOT_SEATED)
        if isinstance(asked, requests.Misread):
            raise asked.why
        if isinstance(asked, requests.Submit) and self._most_moves:
            self._check_pace()
        if game is None:
            raise IllegalMove(HouseReason.NOT_BEGUN)
        if isinstance(asked, requests.Again):
            return self._again(asked)
        if not isinstance(
            asked, requests.Submit | requests.AnswerOffer | requests.Resign | requests.Claim
        ):
            self._check_room()
        if game.is_over and not isinstance(asked, requests.AnswerOffer):
            raise IllegalMove(TableReason.GAME_OVER)
        return self._claim(game, asked) if isinstance(asked, requests.Claim) else None

    def _sit(self, guest: Guest, asked: requests.Sit) -> EntryBase | None:
        """Let a person or a program have another seat, before the game begins."""
        if guest.seat is None:
            raise IllegalMove(HouseReason.NOT_SEATED)
        if self._room.game:
            raise IllegalMove(HouseReason.HAS_BEGUN)
        self._check_room()
        if asked.to == guest.seat:
            return None
        if self._chair(asked.to).kind != FREE:
            raise IllegalMove(HouseReason.NOT_FREE)
        return entries.SitEntry(seat=guest.seat, to=asked.to)

    def _again(self, asked: requests.Again) -> EntryBase:
        """Note whether a player wants another game; a player who is alone cannot have one."""
        if not self._room.is_over:
            raise IllegalMove(HouseReason.IN_PLAY)
        self._check_room()
        if asked.yes and not self._room.seating.is_company:
            raise IllegalMove(HouseReason.ALONE)
        return entries.AgainEntry(seat=asked.seat, yes=asked.yes)

    def _claim(self, game: HostedGame[Any], asked: requests.Claim) -> PendingChange:
        chair, table = self._chair(asked.absent), game.table
        if asked.absent == asked.seat or not chair.is_absent:
            raise IllegalMove(HouseReason.NOT_ABSENT)
        if asked.absent in partners(table.game.sides(table.options), asked.seat):
            raise IllegalMove(HouseReason.PARTNER)
        self._check_patience(self._room.opening.plan.claim - chair.waited)
        return game.forfeit(asked.absent, ForfeitReason.AWAY.value)

    def _replace(self, guest: Guest, asked: requests.Replace) -> EntryBase:
        chair, game = self._chair(asked.seat), self._room.game
        if asked.level and asked.level not in self._room.rules.computer_players:
            raise IllegalMove(HouseReason.NO_LEVEL)
        self._check_room()
        if game is None:
            return self._replace_before(guest, chair, asked)
        if guest.seat is None:
            raise IllegalMove(HouseReason.NOT_SEATED)
        if game.is_over:
            raise IllegalMove(TableReason.GAME_OVER)
        is_free = chair.kind == FREE and self._room.seating.owns(guest)
        is_client = chair.is_client and not chair.is_replaced
        if not is_free and not (is_client and chair.presence == "gone"):
            raise IllegalMove(HouseReason.NOT_ABSENT)
        if not asked.level:
            raise IllegalMove(HouseReason.NO_LEVEL)
        self._check_patience(0 if is_free else GRACE_SECONDS - chair.absent)
        return self._computer(asked, seat_seed(game.table.seed or 0, asked.seat))

    def _replace_before(self, guest: Guest, chair: Chair, asked: requests.Replace) -> EntryBase:
        if not self._room.seating.owns(guest):
            raise IllegalMove(HouseReason.NOT_YOURS)
        if chair.kind != "computer" and (chair.kind != FREE or not asked.level):
            raise IllegalMove(HouseReason.NOT_FREE)
        return self._computer(asked) if asked.level else entries.FreeEntry(seat=asked.seat)

    def _computer(self, asked: requests.Replace, seed: int | None = None) -> EntryBase:
        """Return the entry of a computer player; its name is its level, alike in all languages."""
        name = free_name(asked.level, self._room.seating.names(but=asked.seat))
        return entries.ComputerEntry(seat=asked.seat, level=asked.level, name=name, seed=seed)

    def _check_pace(self) -> None:
        """Raise `IllegalMove` where moves are made too quickly."""
        if not self._moves.take(self._clock()):
            raise IllegalMove(HouseReason.TOO_QUICK, most=self._most_moves)

    def _check_patience(self, left: float) -> None:
        if left > 0:
            raise IllegalMove(HouseReason.TOO_EARLY, seconds=int(left) + 1)

    def _check_phrase(self, guest: Guest, asked: requests.Say) -> None:
        """Check a phrase; a table passes on few of spectators, and of one account fewer still."""
        if asked.phrase not in PHRASES:
            raise IllegalMove(HouseReason.NO_PHRASE)
        game = self._room.game
        sides = self._room.rules.sides(self._room.options)
        if game and not game.is_over and has_partners(sides):
            raise IllegalMove(HouseReason.TO_PARTNERS)
        if guest.seat is None:
            now, key = self._clock(), guest.account.counted
            while self._said and now - self._said[0][0] >= PHRASES_SECONDS:
                self._said.popleft()
            own = sum(account == key for _time, account in self._said)
            if len(self._said) >= MOST_OF_ALL or own >= MOST_OF_ONE:
                raise IllegalMove(HouseReason.SAID_ENOUGH)
            self._said.append((now, key))

    def _chair(self, seat: int) -> Chair:
        chairs = self._room.seating.chairs
        if not 0 <= seat < len(chairs):
            raise IllegalMove(HouseReason.NO_SUCH_SEAT)
        return chairs[seat]

    def _check_room(self) -> None:
        """Raise `IllegalMove` if the journal has room for moves alone."""
        if not self._journal.has_room:
            raise IllegalMove(HouseReason.TOO_MANY)

    # Newcomers; these methods raise `LineClosed`

    def check_newcomer(self, guest: Guest) -> None:
        """Check that this guest may look at the table now."""
        if guest.is_in or guest.client:
            raise LineClosed(LineReason.MESSAGE)
        self._room.seating.check(guest.account)

    def check_hello(self, guest: Guest, hello: Hello) -> None:
        """Note the program of a guest; check that they may come now."""
        self.check_newcomer(guest)
        name = hello.client
        if not (0 < len(name) <= MOST_CLIENT and name.isascii() and name.isalnum()):
            raise LineClosed(LineReason.MESSAGE)
        if not self._hellos.take(guest.account.counted, self._clock()):
            raise LineClosed(LineReason.TOO_FAST)
        guest.client = name

    def seat_for(
        self, guest: Guest, hello: Hello, new_token: Callable[[], str]
    ) -> tuple[int, str, EntryBase | None]:
        """Return the seat that a guest gets, its token, and the entry of it if there is one."""
        seat = self._room.seating.find(hello, guest.account)
        chair = self._room.seating.chairs[seat]
        if hello.token:
            return seat, hello.token, entries.ReturnEntry(seat=seat) if chair.is_replaced else None
        if not self._journal.has_room:
            raise LineClosed(LineReason.FULL)
        token, account = new_token(), guest.account
        name, player = chair.name, chair.player
        if chair.kind == FREE:
            opening = self._room.opening
            owner = opening.plan.owner if account.key == opening.account else ""
            usual = plain_name(owner) or plain_name(account.name, "guest")
            name = free_name(account.called(hello.name, usual), self._room.seating.names(seat))
            player = plain_name(hello.player)
        entry = entries.SeatEntry(
            seat=seat, account=account.key, name=name, token=sealed(token), player=player
        )
        return seat, token, entry
