"""The requests of guests: each is checked, journaled, carried out and answered, once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

import msgspec

from engine.names import free_name
from engine.reasons import Explained, HouseReason, IllegalMove, TableReason
from engine.shuffle import seat_seed
from engine.sides import has_partners, partners
from engine.table import Seen
from host.asked import AnswerOffer, Asked, GiveHint, Resign, Submit, TakeBack
from host.entries import AgainEntry, ComputerEntry, EntryBase, FreeEntry, SitEntry, tagged
from host.game import Deed
from host.guest import Guest, Making
from host.phrases import WatchersPhrases
from host.plan import FREE
from host.reasons import (
    ForfeitReason,
    LineClosed,
    LineReason,
    RequestRefused,
    refused,
)
from host.room import Room
from host.seating import GRACE_SECONDS, Chair
from host.shared_game import SharedGame, one_line
from net.wire import (
    PHRASES,
    AgainRequest,
    AnswerRequest,
    ClaimRequest,
    DoneNews,
    HintRequest,
    MoveRequest,
    RecordNews,
    RecordRequest,
    RefusedNews,
    ReplaceRequest,
    ResignRequest,
    SaidNews,
    SayRequest,
    SitRequest,
    TakeBackRequest,
    WireMessage,
)

MOST_NUMBER: Final = 2**53

Request: TypeAlias = (
    SitRequest
    | MoveRequest
    | TakeBackRequest
    | AnswerRequest
    | ResignRequest
    | ClaimRequest
    | AgainRequest
    | ReplaceRequest
    | SayRequest
    | HintRequest
    | RecordRequest
)
"""The messages that have a number, and are answered."""


class Requests:
    """What guests may ask for, and what comes of it."""

    def __init__(
        self,
        room: Room,
        say_to_all: Callable[[SaidNews], None],
    ) -> None:
        """Serve the guests of a room; `say_to_all` tells everybody there what somebody says."""
        self._room = room
        self._say_to_all = say_to_all
        self._watchers_phrases = WatchersPhrases(room.loop.now)
        self._record: tuple[SharedGame, msgspec.Raw] | None = None

    def receive(self, guest: Guest, request: Request) -> None:
        """Put a request on the docket. Raises `LineClosed` for an impossible number.

        What spectators ask changes nothing and is answered at once; it fills no docket.
        """
        if not 1 <= request.number <= MOST_NUMBER:
            raise LineClosed(LineReason.MESSAGE)
        if guest.seat is None and not isinstance(request, ReplaceRequest):
            self._answer_at_once(guest, request)
            return
        chair = None if guest.seat is None else self._room.seating.chairs[guest.seat]
        answered: list[WireMessage] = []

        def prepare() -> EntryBase | None:
            if chair and (first := chair.answers.find(guest.client, request.number)):
                answered.append(first)
                return None
            seat = guest.seat  # all may have moved on since it was asked
            found = self._prepare(guest, seat, request)
            tag = (-1 if seat is None else seat, guest.client, request.number)
            if isinstance(found, Deed):
                return self._room.enter(found, *tag)
            return found and tagged(found, *tag)

        def done() -> None:
            if answered:
                guest.tell(answered[0])
            else:
                self._done(guest, chair, request)

        def refuse(why: Explained | LineClosed) -> None:
            assert isinstance(why, Explained)
            self._answer(guest, chair, refused(request.number, why))
            if self._room.game and why.reason is TableReason.STALE:
                self._room.show_view(guest)

        self._room.docket.add(prepare, done, refuse)

    def _answer_at_once(self, guest: Guest, request: Request) -> None:
        try:
            self._prepare(guest, None, request)
            if isinstance(request, SayRequest):
                self._watchers_phrases.count(guest)
        except Explained as why:
            guest.tell(refused(request.number, why))
        else:
            self._done(guest, None, request)

    def _done(self, guest: Guest, chair: Chair | None, request: Request) -> None:
        self._answer(guest, chair, self._result(request))
        if isinstance(request, MoveRequest):
            guest.forget()
        elif isinstance(request, SayRequest):
            self._say_to_all(SaidNews(request.phrase, guest.seat))

    def _answer(self, guest: Guest, chair: Chair | None, answer: WireMessage | Making) -> None:
        if chair and isinstance(answer, DoneNews | RefusedNews):
            chair.answers.keep(guest.client, answer)
        guest.tell(answer)

    def _result(self, request: Request) -> WireMessage | Making:
        if isinstance(request, RecordRequest):
            assert self._room.game
            record = partial(self._whole_record, self._room.game)
            return lambda: RecordNews(request.number, record())
        return DoneNews(request.number)

    def _whole_record(self, game: SharedGame) -> msgspec.Raw:
        if self._record is None or self._record[0] is not game:
            self._record = game, one_line(game.record)
        return self._record[1]

    def _prepare(self, guest: Guest, seat: int | None, request: Request) -> Deed | EntryBase | None:
        """Return what a request leads to, None for one that changes nothing on the disk."""
        if isinstance(request, SayRequest):
            self._check_phrase(request)
            return None
        if isinstance(request, SitRequest):
            return self._sit(seat, request)
        if self._room.game and request.game_number != self._room.number:
            raise RequestRefused(HouseReason.OTHER_GAME)
        if isinstance(request, RecordRequest):
            if not self._room.is_over:
                raise RequestRefused(HouseReason.IN_PLAY)
            return None
        if isinstance(request, ReplaceRequest):
            return self._replace(guest, seat, request)
        return self._in_play(self._room.game, seat, request)

    def _sit(self, seat: int | None, request: SitRequest) -> EntryBase | None:
        """Let a person or a program have another seat, before the game begins."""
        if seat is None:
            raise RequestRefused(HouseReason.NOT_SEATED)
        if self._room.game:
            raise RequestRefused(HouseReason.HAS_BEGUN)
        self._check_room()
        if request.seat == seat:
            return None
        if self._chair(request.seat).kind != FREE:
            raise RequestRefused(HouseReason.NOT_FREE)
        return SitEntry(seat=seat, to=request.seat)

    def _again(self, seat: int, request: AgainRequest) -> EntryBase:
        """Note whether somebody wants another game; who is alone cannot have one."""
        if not self._room.is_over:
            raise RequestRefused(HouseReason.IN_PLAY)
        self._check_room()
        if request.yes and not self._room.seating.is_company:
            raise RequestRefused(HouseReason.ALONE)
        return AgainEntry(seat=seat, yes=request.yes)

    def _in_play(
        self, game: SharedGame | None, seat: int | None, request: Request
    ) -> Deed | EntryBase | None:
        """Return what is asked of a game that has begun."""
        if seat is None:
            raise RequestRefused(HouseReason.NOT_SEATED)
        if game is None:
            raise RequestRefused(HouseReason.NOT_BEGUN)
        if isinstance(request, AgainRequest):
            return self._again(seat, request)
        if not isinstance(request, MoveRequest | AnswerRequest | ResignRequest | ClaimRequest):
            self._check_room()
        asked = self._asked(game, seat, request)
        if game.is_over and not isinstance(request, AnswerRequest):
            raise IllegalMove(TableReason.GAME_OVER)
        if isinstance(request, ClaimRequest):
            return self._claim(game, seat, request)
        return game.prepare(asked, self._room.seating.people - {seat})

    def _asked(self, game: SharedGame, seat: int, request: Request) -> Asked:
        """Return what a message asks of the game, as a value."""
        if isinstance(request, MoveRequest):
            return Submit(seat, game.read_move(request.move), Seen(request.moves, request.epoch))
        if isinstance(request, TakeBackRequest):
            return TakeBack(seat)
        if isinstance(request, AnswerRequest):
            return AnswerOffer(seat, request.offer, request.yes)
        if isinstance(request, HintRequest):
            return GiveHint(seat, game.read_move(request.move))
        return Resign(seat)

    def _claim(self, game: SharedGame, seat: int, request: ClaimRequest) -> Deed:
        chair = self._chair(request.seat)
        if request.seat == seat or not chair.is_absent:
            raise RequestRefused(HouseReason.NOT_ABSENT)
        if request.seat in partners(game.game.sides(game.table.options), seat):
            raise RequestRefused(HouseReason.PARTNER)
        left = self._room.opening.plan.claim - chair.waited
        if left > 0:
            raise RequestRefused(HouseReason.TOO_EARLY, seconds=int(left) + 1)
        return game.forfeit(request.seat, ForfeitReason.AWAY.value)

    def _replace(self, guest: Guest, seat: int | None, request: ReplaceRequest) -> EntryBase:
        chair = self._chair(request.seat)
        game = self._room.game
        if request.level and request.level not in self._room.rules.computer_players:
            raise RequestRefused(HouseReason.NO_LEVEL)
        self._check_room()
        if game is None:
            return self._replace_before(guest, chair, request)
        if seat is None:
            raise RequestRefused(HouseReason.NOT_SEATED)
        if game.is_over:
            raise IllegalMove(TableReason.GAME_OVER)
        if not chair.is_client or chair.is_replaced or chair.presence != "gone":
            raise RequestRefused(HouseReason.NOT_ABSENT)
        if not request.level:
            raise RequestRefused(HouseReason.NO_LEVEL)
        if (left := GRACE_SECONDS - chair.absent) > 0:
            raise RequestRefused(HouseReason.TOO_EARLY, seconds=int(left) + 1)
        seed = seat_seed(game.table.seed or 0, request.seat)
        return ComputerEntry(
            seat=request.seat,
            level=request.level,
            name=self._computer_name(request.seat, request.level),
            seed=seed,
        )

    def _replace_before(self, guest: Guest, chair: Chair, request: ReplaceRequest) -> EntryBase:
        if guest.account.key != self._room.seating.owner:
            raise RequestRefused(HouseReason.NOT_YOURS)
        if not request.level:
            if chair.kind != "computer":
                raise RequestRefused(HouseReason.NOT_FREE)
            return FreeEntry(seat=request.seat)
        if chair.kind not in (FREE, "computer"):
            raise RequestRefused(HouseReason.NOT_FREE)
        name = self._computer_name(request.seat, request.level)
        return ComputerEntry(seat=request.seat, level=request.level, name=name)

    def _computer_name(self, seat: int, level: str) -> str:
        """Return the name of a computer player: its level, which is the same in every language."""
        return free_name(level, self._room.seating.names(but=seat))

    def _check_phrase(self, request: SayRequest) -> None:
        if request.phrase not in PHRASES:
            raise RequestRefused(HouseReason.NO_PHRASE)
        game = self._room.game
        sides = self._room.rules.sides(self._room.options)
        if game and not game.is_over and has_partners(sides):
            raise RequestRefused(HouseReason.TO_PARTNERS)

    def _chair(self, seat: int) -> Chair:
        chairs = self._room.seating.chairs
        if not 0 <= seat < len(chairs):
            raise RequestRefused(HouseReason.NO_SUCH_SEAT)
        return chairs[seat]

    def _check_room(self) -> None:
        """Raise `RequestRefused` if the journal has room for moves alone."""
        if not self._room.journal.has_room:
            raise RequestRefused(HouseReason.TOO_MANY)
