"""Many clients of one server in one loop: quick ones, for all play a game known beforehand."""

from __future__ import annotations

import asyncio
import ssl
from pathlib import Path
from typing import Any, Final

import msgspec

from engine.game import CHANCE
from engine.games import find_game
from engine.shuffle import Lots
from engine.table import Sitter, Table
from host.entries import OpenEntry, SeatEntry, encoded
from host.guest import GUEST
from host.plan import HostPlan, SeatPlan
from host.seating import sealed
from net.names.journals import JOURNAL_VERSION, SUFFIX
from net.names.sockets import own_account
from net.web import Tls, WebStream, client_frames
from net.wire import LONGEST_NEWS, PROTOCOL, HelloRequest, to_line

PLAN: Final = HostPlan(
    game="duel", options={"first": "north"}, seats=(SeatPlan(), SeatPlan()), seed=5
)
SEEN: Final = b'{"cmd":"seen","view":%d}\n'
LOCAL: Final = "127.0.0.1"
AT_ONCE: Final = 64
"""The lines that are opened at once."""


class Message(msgspec.Struct):
    """What these clients read of a message."""

    cmd: str
    view: int = 0
    moves: int = -1
    epoch: int = 0
    text: str = ""
    code: str = ""


read: Final = msgspec.json.Decoder(Message).decode


def write_journals(folder: Path, count: int, *, by_guests: bool) -> None:
    """Write the journals of tables whose seats are taken; a game begins once they are opened.

    Args:
        folder: Where the journals are.
        count: How many tables there are.
        by_guests: Whether guests have taken the seats, whom their token alone lets in again.
    """
    folder.mkdir(parents=True)
    for number in range(count):
        name = f"t{number}"
        opening = OpenEntry(table=name, plan=PLAN, account=own_account(), version=JOURNAL_VERSION)
        account = f"{GUEST}{number}" if by_guests else own_account()
        seats = [
            SeatEntry(seat=seat, account=account, name=who, token=sealed(token(name, seat)))
            for seat, who in enumerate((f"Ada {number}", f"Louis {number}"))
        ]
        path = folder / f"{name}-{number:08x}{SUFFIX}"
        path.write_bytes(b"".join(map(encoded, (opening, *seats))))
        path.chmod(0o600)


def token(table: str, seat: int) -> str:
    """Return the token of a seat."""
    return f"{table}-{seat}"


def known_game() -> list[tuple[int, str]]:
    """Return seats and moves of the game that is played at each table, chance's with no text."""
    game = find_game(PLAN.game)
    rules = game.options(**PLAN.options)
    table: Table[Any] = Table(game, rules, [Sitter(seat) for seat in game.seats(rules)], PLAN.seed)
    lots, found = Lots(1, 0), [(play.seat, "") for play in table.plays]
    while table.outcome is None:
        view = table.view(seat := table.to_move[0])
        assert seat != CHANCE
        legal = [move for move, _ in zip(view.legal(), range(9), strict=False)]
        move = legal[lots.below(len(legal))]
        table.play(seat, move)
        found.append((seat, game.format_wire(move)))
    return found


class Seat(asyncio.Protocol):
    """A client that plays a seat.

    Attributes:
        moves: The moves of the newest view, -1 before there is one.
    """

    def __init__(self, table: str, seat: int, stream: WebStream | None) -> None:
        """Be the client of a seat, with the frames of its line if that is one over the web."""
        self.moves, self._epoch, self._number = -1, 0, 0
        self._hello = HelloRequest(
            PROTOCOL, f"{table}x{seat}", table=table, token=token(table, seat)
        )
        self._stream = stream
        self._heard = b""
        self._awaited: asyncio.Future[None] | None = None
        self._transport: Any = None

    def news(self) -> asyncio.Future[None]:
        """Return what is done once the next view has come."""
        self._awaited = asyncio.get_running_loop().create_future()
        return self._awaited

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Say hello, or begin to shake hands."""
        self._transport = transport
        if self._stream is None:
            self.send(to_line(self._hello))
        else:
            self._stream.take(b"")
            self._transport.write(self._stream.outgoing())

    def data_received(self, data: bytes) -> None:
        """Take in what comes, and confirm each view."""
        if self._stream is None:
            *lines, self._heard = (self._heard + data).split(b"\n")
        else:
            lines = self._frames(self._stream, data)
        for line in lines:
            self._take(read(line))

    def _frames(self, stream: WebStream, data: bytes) -> list[bytes]:
        assert stream.tls
        was_open, was_shaken = stream.is_open, stream.tls.is_open
        events = stream.take(data)
        if stream.tls.is_open and not was_shaken:
            stream.request("", "")
        if stream.is_open and not was_open:
            self.send(to_line(self._hello))
        self._transport.write(stream.outgoing())
        return [event for event in events if isinstance(event, bytes)]

    def _take(self, message: Message) -> None:
        if message.cmd == "view":
            self.moves, self._epoch = message.moves, message.epoch
            self.send(SEEN % message.view)
            if self._awaited and not self._awaited.done():
                self._awaited.set_result(None)
        elif message.cmd in ("refused", "fault"):
            raise RuntimeError(f"{self._hello.table}: {message.code}: {message.text}")

    def send(self, line: bytes) -> None:
        """Send a line."""
        if self._stream is None:
            self._transport.write(line)
        else:
            self._stream.put(line)
            self._transport.write(self._stream.outgoing())

    def play(self, move: str) -> None:
        """Send a move."""
        self._number += 1
        told = self._number, self.moves, self._epoch, move.encode()
        self.send(b'{"cmd":"move","number":%d,"moves":%d,"epoch":%d,"move":"%s"}\n' % told)

    def close(self) -> None:
        """Hang up."""
        self._transport.abort()


class Tables:
    """The clients of a server's tables, two at each.

    Attributes:
        count: How many tables there are.
    """

    def __init__(self, count: int) -> None:
        """Begin without a line."""
        self.count = count
        self._game = known_game()
        self._seats: list[tuple[Seat, Seat]] = []

    async def come(self, socket: Path, port: int) -> None:
        """Let all come, over the web if there is a port; return once all have a view."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        loop, room = asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE)

        async def one(table: int, seat: int) -> Seat:
            stream = None
            if port:
                frames = client_frames(True, LOCAL, port, f"t{table}", LONGEST_NEWS)
                stream = WebStream(frames, Tls(context, LOCAL, is_server=False))
            client = Seat(f"t{table}", seat, stream)
            arrived = client.news()
            async with room:
                if port:  # the players of each table have an address of their own
                    own = f"127.1.{table // 250}.{table % 250 + 1}", 0
                    await loop.create_connection(lambda: client, LOCAL, port, local_addr=own)
                else:
                    await loop.create_unix_connection(lambda: client, str(socket))
                await asyncio.wait_for(arrived, 60)
            return client

        coming = [one(table, seat) for table in range(self.count) for seat in range(2)]
        found = await asyncio.gather(*coming)
        self._seats = list(zip(found[::2], found[1::2], strict=True))

    def moves(self, table: int) -> int:
        """Return how many moves were made at a table."""
        return max(seat.moves for seat in self._seats[table])

    async def move(self, table: int) -> None:
        """Let the next move be made at a table; return once its mover has seen it."""
        at = self.moves(table)
        seat, text = self._game[at]
        mover = self._seats[table][seat]
        while mover.moves < at:
            await mover.news()
        mover.play(text)
        while mover.moves == at:
            await mover.news()

    def close(self) -> None:
        """Let all hang up."""
        for seat in (seat for both in self._seats for seat in both):
            seat.close()
