"""A client made of views alone: what its seats see is sent to it as JSON, and nothing else is."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from engine.client import Ended, Hear, Moved, Offer, Refused, TakenBack, Update
from engine.game import Play
from engine.reasons import IllegalMove
from engine.table import ELSEWHERE, Change, EventKind, Seen, Sitter, Table
from engine.timeline import ReceivedTimeline
from host.offers import Offers


class Server:
    """Keeps a table, lets its computer players move at once, and sends views."""

    def __init__(self, table: Table[Any]) -> None:
        self.table = table
        self.sent = ""
        self.offers = Offers(table, lambda: 0.0)
        self._players = {
            seat: table.game.computer_players[sitter.kind](sitter.seed)
            for seat, sitter in enumerate(table.sitters)
            if not sitter.is_person
        }

    def go_on(self) -> None:
        """Let the computer players move until a person is to."""
        table = self.table
        while movers := [seat for seat in table.to_move if seat in self._players]:
            seat = movers[0]
            table.play(seat, self._players[seat].choose(table.view(seat)))


class FarClient:
    """Plays some seats of a table that it never sees."""

    computers: frozenset[int] = frozenset()
    thinking: frozenset[int] = frozenset()
    is_sending = False
    notice = None
    banner = None
    company = None

    def __init__(self, server: Server, mine: frozenset[int]) -> None:
        table = server.table
        sitters = [
            sitter if seat in mine else Sitter(sitter.name, ELSEWHERE)
            for seat, sitter in enumerate(table.sitters)
        ]
        self.own_seats = mine
        self.timeline: ReceivedTimeline[Any] = ReceivedTimeline(
            table.game, table.options, sitters, mine
        )
        self._server = server
        self._hearers: list[Hear] = []
        self._number = 0
        for at in range(len(table.plays) + 1):
            self._receive(at)
        server.offers.listen(self._hear)
        for seat in mine or {None}:
            table.watch(seat, self._heard)

    @property
    def offer(self) -> Offer | None:
        return self._server.offers.offer

    def listen(self, hear: Hear) -> None:
        self._hearers.append(hear)

    def submit(self, seat: int, move: Any) -> int:
        self._number += 1
        table, game = self._server.table, self.timeline.game
        seen = Seen(len(self.timeline.plays), table.epoch)
        try:
            table.play(seat, game.parse(game.format(move)), seen)
        except IllegalMove as why:
            self._hear(Refused(self._number, why))
        self._server.go_on()
        return self._number

    def ask_take_back(self, seat: int) -> int:
        """Ask the people that play elsewhere."""
        people = {s for s, sitter in enumerate(self._server.table.sitters) if sitter.is_person}
        others, table = people - self.own_seats, self._server.table
        if others:
            self._server.offers.ask(seat, others)
        else:
            table.take_back(table.last_turn(seat), seat)
        return self._number

    def answer(self, offer: Offer, yes: bool) -> None:
        offers, table = self._server.offers, self._server.table
        for seat in self.own_seats & offers.undecided:
            if offers.answer(seat, yes):
                offers.granted(offer)
                table.take_back(offer.to, offer.seat)

    def note_hint(self, seat: int, move: Any) -> None:
        self._server.table.note_hint(seat, self.timeline.game.format(move))

    def play_out(self) -> None: ...

    def ask(self, seat: int) -> None: ...

    def stop_thinking(self) -> None: ...

    def keep_draft(self, seat: int, steps: tuple[Any, ...]) -> None: ...

    def draft(self, seat: int) -> tuple[Any, ...]:
        return ()

    def resign(self, seat: int) -> None:
        self._server.table.forfeit(seat, "")

    async def record(self) -> Table[Any]:
        return self._server.table

    def close(self) -> None:
        self._server.table.unwatch(self._heard)
        self._server.offers.unlisten(self._hear)

    def _receive(self, at: int) -> None:
        """Get the views as they stand after so many moves, as JSON and back."""
        table, game = self._server.table, self.timeline.game
        for seat in self.own_seats or {None}:
            sent = json.dumps(game.view_to_json(table.view_at(at, seat)))
            self._server.sent += sent
            self.timeline.receive(at, game.view_from_json(json.loads(sent)))

    def _heard(self, change: Change, _view: object) -> None:
        plays = len(self._server.table.plays)
        self._receive(plays)
        update: Update | None = None
        if isinstance(change, Play):
            update = Moved(plays - 1, self.timeline.plays[plays - 1])
        elif change.kind is EventKind.TAKE_BACK:
            update = TakenBack(change.at, change.seat)
        if update:
            self._hear(update)
        if self.timeline.outcome:
            self._hear(Ended(self.timeline.outcome))

    def _hear(self, update: Update) -> None:
        for hear in tuple(self._hearers):
            hear(update)


def far(server: Server, mine: frozenset[int]) -> Callable[[object], FarClient]:
    """Return what connects a table screen to a server."""
    return lambda _loop: FarClient(server, mine)
