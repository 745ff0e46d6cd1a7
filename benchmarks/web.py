"""What play over the web costs, beside a bare echo of `websockets` with TLS.

A table listens with a certificate of its own, its journal on a memory file system. Each move of the
duel goes by WebSocket and is timed until the mover's next view is there; in turns with it a line of
the same length goes to a bare echo server, by the same kind of client. Then the bytes of games of
24 moves are counted, TLS apart: twice those of the player over the web, for the owner of a table
plays by its socket. Its greeting is shared over the moves. Ratios are what to quote, of medians.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

ROOT = Path(__file__).parents[1]
sys.path[:1] = [str(ROOT), str(ROOT / "tests" / "support")]  # in place of this folder

from benchmarks.network import GAMES, GATHERING, MEMORY, MOVES, Seat, at_socket
from engine.shuffle import Lots
from host.plan import HostPlan, SeatPlan
from net.hosting.certificates import fingerprint, own_certificate
from net.hosting.listen import Listen
from net.hosting.start import start_table
from net.joining.web import WebAddress, web_address
from net.web import Tls
from saves.passwords import Password

GOAL = 2.2
COUNTED = 24
"""The moves of a game whose bytes are counted."""

MOST_BYTES = 260
"""The goal for the bytes of a move."""

ECHO = """
import asyncio, ssl, sys
from websockets.asyncio.server import serve
async def answer(line):
    async for text in line:
        await line.send("x" * int(text.split()[0]))
async def main():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1])
    async with serve(answer, "127.0.0.1", 0, ssl=context) as server:
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()
asyncio.run(main())
"""


class WebCaller:
    """One end of a line over the web."""

    def __init__(self, address: WebAddress) -> None:
        self._line = address.open()

    def send(self, line: bytes) -> None:
        """Send a line."""
        self._line.send(line)

    def receive(self) -> bytes:
        """Return the next line."""
        return self._line.receive(10) or b""

    def close(self) -> None:
        """End the line."""
        self._line.close()


@contextmanager
def echo(certificate: Path) -> Iterator[WebCaller]:
    """Give a line to a bare echo server."""
    command = [sys.executable, "-c", ECHO, str(certificate)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        at = f"wss://127.0.0.1:{int(server.stdout.readline())}"
        caller = WebCaller(web_address(f"{at}#sha256:{fingerprint(certificate)}", Password()))
        try:
            yield caller
        finally:
            caller.close()
            server.kill()


@contextmanager
def seats(seed: int) -> Iterator[list[Seat]]:
    """Give the seats of a duel: its owner's by a socket, the other one over the web."""
    plan = HostPlan(game="duel", seats=(SeatPlan(), SeatPlan()), seed=seed)
    table = start_table(plan, listen=Listen(address="127.0.0.1"))
    try:
        owner = at_socket(table.socket, "Ada", "duel")
        far = WebCaller(web_address(owner.address, Password()))
        yield [owner, Seat(far, "Louis", "duel", table.table)]
    finally:
        with suppress(ProcessLookupError):
            os.kill(table.process, signal.SIGKILL)


def play(both: list[Seat], seed: int) -> Iterator[tuple[Seat, Seat, bytes]]:
    """Yield who makes a move of a game, who sees it, and its line, which has to be sent."""
    lots = Lots(seed, 0)
    for seat in both:
        seat.take(1)
    while not both[0].view.outcome:
        mover, other = sorted(both, key=lambda seat: seat.seat != both[0].view.to_move[0])
        yield mover, other, mover.move(lots)


def timed(both: list[Seat], seed: int, bare: WebCaller) -> Iterator[tuple[float, float]]:
    """Yield the seconds of each move over the web, and of an echo in turn with it."""
    for mover, other, line in islice(play(both, seed), MOVES["duel"]):
        sleep(2 * GATHERING)  # as people do, after the last sync
        begin = perf_counter()
        mover.caller.send(line)
        data = mover.see()
        seconds = perf_counter() - begin
        other.take(mover.read(data))
        sleep(2 * GATHERING)
        begin = perf_counter()
        bare.send(b"%d " % len(data) + b"x" * len(line) + b"\n")
        bare.receive()
        if mover is both[1]:
            yield seconds, perf_counter() - begin


def counted() -> list[int]:
    """Let all plain bytes of TLS in this process be counted from now on."""
    count = [0]
    take, put = Tls.take, Tls.put

    def taking(self: Tls, data: bytes) -> bytes:
        plain = take(self, data)
        count[0] += len(plain)
        return plain

    def putting(self: Tls, plain: bytes) -> bytes:
        count[0] += len(plain)
        return put(self, plain)

    Tls.take, Tls.put = taking, putting  # type: ignore[method-assign]
    return count


def main() -> None:
    """Measure, and print medians and ratios."""
    place = MEMORY if MEMORY.is_dir() else Path(tempfile.gettempdir())
    moves: list[float] = []
    echoes: list[float] = []
    each: list[float] = []
    with tempfile.TemporaryDirectory(dir=place) as home:
        os.environ.update(TAPIS_HOME=home)
        tempfile.tempdir = home
        with echo(own_certificate(datetime.now(UTC))) as bare:
            for seed in range(GAMES):
                with seats(seed) as both:
                    for seconds, bare_seconds in timed(both, seed, bare):
                        moves.append(seconds)
                        echoes.append(bare_seconds)
        count = counted()
        for seed in range(GAMES):
            count[0] = 0
            with seats(seed) as both:
                for mover, other, line in islice(play(both, seed), COUNTED):
                    mover.caller.send(line)
                    other.take(mover.read(mover.see()))
            each.append(2 * count[0] / COUNTED)
    print(f"duel over wss, journal in {place}: {len(moves)} moves")
    print(f"  {'a move and its view':34} {1e6 * median(moves):8.0f} us")
    print(f"  {'a bare echo of the same length':34} {1e6 * median(echoes):8.0f} us")
    print(f"  {'a move to an echo':34} {median(moves) / median(echoes):8.2f} x   (goal: {GOAL})")
    print(f"  {'bytes a move, both players':34} {median(each):8.0f}     (goal: {MOST_BYTES})")


if __name__ == "__main__":
    main()
