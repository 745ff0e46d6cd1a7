"""Tables of another machine over the web: addresses, certificates, passwords, games, lost lines."""

from __future__ import annotations

import json
import os
import socket
import ssl
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from far_places import FarPlace, no_line_is_left, players
from line_programs import ROOT, TAPIS, environment, tapis_alone
from web_server import own_pem, web_server

from engine.updates import Disconnected, Reconnected
from host.plan import SeatPlan
from net.hosting.certificates import server_context
from net.hosting.listen import Listen
from net.joining.connection import greet
from net.joining.dialogue import Backoff
from net.joining.reasons import JoinReason, NotJoined
from net.joining.seats import Access, sign_at
from net.joining.web import WebAddress, web_address
from net.names.journals import killed_tables, listen_beside
from net.wire import PROTOCOL, HelloRequest
from play.tables_here import is_server, server_of
from saves.passwords import Password

TWO = (SeatPlan(), SeatPlan())
HEX = "0123456789abcdef" * 4
HERE = Listen(address="127.0.0.1")
SECRET = "un mot de passe"
LOCKED = Listen(address="127.0.0.1", has_password=True)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("wss://example.org", (True, "example.org", 443, "", "")),
        ("wss://example.org:4433/", (True, "example.org", 4433, "", "")),
        (f"wss://a.b:1/duel-2#sha256:{HEX}", (True, "a.b", 1, "duel-2", HEX)),
        ("wss://[fe80::1]:9/t", (True, "fe80::1", 9, "t", "")),
        ("ws://127.0.0.1/t", (False, "127.0.0.1", 80, "t", "")),
    ],
)
def test_an_address_has_a_machine_a_port_a_table_and_a_fingerprint(text, found):
    address = web_address(text, Password())
    assert address[:5] == found
    assert web_address(address.called(address.name), Password()) == address
    server = address.called("").partition("#")[0]
    assert not server.endswith("/")
    assert server_of(text) == address.called("")
    assert is_server(text) is not bool(address.name)


@pytest.mark.parametrize(
    "text",
    [
        "wss://",
        "wss://host:65536/t",
        "wss://host/a/b",
        "wss://ho st/t",
        "wss://zoe:secret@host/t",
        "wss://host/t#sha256:12",
        f"ws://127.0.0.1/t#sha256:{HEX}",
        "wss://host/t\r\nX: y",
        "wss://host/../t",
    ],
)
def test_an_address_that_is_none_is_told(text):
    with pytest.raises(NotJoined) as not_joined:
        web_address(text, Password())
    assert not_joined.value.reason is JoinReason.ADDRESS


def why_not(address: str, password: str = "", *, is_insecure: bool = False) -> NotJoined:
    """Return why no line can be opened, or why it was not greeted."""
    at = web_address(address, Password(password), is_insecure=is_insecure)
    with pytest.raises(NotJoined) as not_joined:
        greet(at, HelloRequest(PROTOCOL, "x"))
    return not_joined.value


def test_a_plain_line_leaves_this_machine_only_where_that_is_said():
    assert why_not("ws://example.invalid/t").reason is JoinReason.PLAIN
    assert why_not("ws://example.invalid/t", is_insecure=True).reason is JoinReason.NO_MACHINE


@contextmanager
def strange_server(context: ssl.SSLContext | None, answer: bytes):
    """Serve one line, with an answer to its first bytes; give its port and what came on it."""
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            line, _ = listening.accept()
            with suppress(OSError), line:
                inner = context.wrap_socket(line, server_side=True) if context else line
                with inner:
                    heard.append(inner.recv(4096))
                    inner.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        yield listening.getsockname()[1], heard
        thread.join()


def test_another_certificate_is_found_before_anything_is_said():
    with strange_server(server_context(own_pem()), b"") as (port, heard):
        refusal = why_not(f"wss://127.0.0.1:{port}/t#sha256:{HEX}", SECRET)
        assert refusal.reason is JoinReason.OTHER_CERTIFICATE
    assert heard in ([], [b""])


def test_a_certificate_for_which_nobody_vouches_is_not_believed():
    with strange_server(server_context(own_pem()), b"") as (port, heard):
        assert why_not(f"wss://127.0.0.1:{port}/t", SECRET).reason is JoinReason.NO_VOUCHER
    assert heard in ([], [b""])


@pytest.mark.parametrize(
    "answer", [b"", b"HTTP/1.1 404 Not Found\r\n\r\n", b"220 mail\r\n", b"HTTP/1.1 101 Yes\r\n\r\n"]
)
def test_what_is_no_table_is_told(answer):
    with strange_server(None, answer) as (port, _heard):
        assert why_not(f"ws://127.0.0.1:{port}/t").reason is JoinReason.NO_TABLE
    assert why_not(f"ws://127.0.0.1:{port}/t").reason is JoinReason.NO_ANSWER


def test_a_given_certificate_is_believed_where_the_system_knows_who_vouches(
    tmp_path, monkeypatch, tables
):
    pem = tmp_path / "given.pem"
    pem.write_bytes(certificate_for("localhost"))
    table = tables.start(game="duel", seats=TWO, name="t", listen=Listen("localhost", 0, str(pem)))
    address = tables.client(table).hello()["address"]
    assert address.startswith("wss://localhost:") and "#" not in address
    assert why_not(address).reason is JoinReason.NO_VOUCHER
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    assert sign_at(address).game == "duel"
    elsewhere = address.replace("localhost", "127.0.0.1")
    assert why_not(elsewhere).reason is JoinReason.NO_VOUCHER


def certificate_for(name: str) -> bytes:
    """Return a certificate that vouches for itself under a name, with its key."""
    from datetime import timedelta

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key, called = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(called, called, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=True)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    form, encoding = serialization.PrivateFormat.PKCS8, serialization.Encoding.PEM
    private = key.private_bytes(encoding, form, serialization.NoEncryption())
    return private + made.public_bytes(encoding)


class CuttingProxy:
    """Leads lines to a port; cuts them, and delays, halves or repeats what goes over them."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._lines: list[socket.socket] = []
        self.repeats = 0
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def cut(self) -> None:
        lines, self._lines = self._lines, []
        for line in lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.cut()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
                self._lines += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pump, args=(one, other), daemon=True).start()

    def _pump(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError), one:
            while piece := one.recv(700):
                half = len(piece) // 2
                for part in (piece[:half], piece[half:]):
                    other.sendall(part)
                if self.repeats:  # of TLS nothing more can be read then
                    self.repeats -= 1
                    other.sendall(piece)
                    self.cut()
            other.shutdown(socket.SHUT_WR)


def through(proxy: CuttingProxy, address: str) -> WebAddress:
    return web_address(address, Password(SECRET))._replace(port=proxy.port)


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(Backoff, "shortest", 0.02)
    monkeypatch.setattr(Backoff, "longest", 0.1)


GAMES = [
    ("duel", {}, 2, "random"),
    ("zen", {"variant": 1}, 2, "greedy"),
    ("hearts", {"joker": False, "sums": False}, 4, "greedy"),
    ("war", {"cards": 5, "players": 2}, 2, "random"),
]
"""Games that are short with the seed of the test."""


@pytest.mark.parametrize(("game", "options", "count", "level"), GAMES)
def test_a_whole_game_of_each_kind_is_played_over_rough_lines(
    game, options, count, level, tables, quick
):
    seats = (SeatPlan(), *(SeatPlan() for _ in range(count - 1)))
    plan = {"game": game, "options": options, "seats": seats, "seed": 29, "name": "one"}
    table = tables.start(listen=LOCKED, password=SECRET, race_time=0, **plan)
    one = FarPlace(table, name="Zoé")
    address = one.client.company.address
    proxy = CuttingProxy(web_address(address, Password()).port)
    far = FarPlace(through(proxy, address), loop=one.loop, name="Paul")
    others = [FarPlace(table, loop=one.loop, name=f"P{at}") for at in range(count - 2)]
    everybody = (one, far, *others)
    one.until_begun()
    proxy.cut()
    far.until(lambda: far.has_heard(Disconnected))
    far.until(lambda: far.has_heard(Reconnected))
    playing = players(*everybody, level=level)

    def are_done() -> bool:
        moves = len(one.client.timeline.plays)
        if moves > 4 and len(deeds) < 2:
            deeds.append(proxy.cut() if deeds else setattr(proxy, "repeats", 1))
        return all(player.is_over for player in playing)

    deeds: list[object] = []
    one.until(are_done)
    assert far.client.timeline.outcome == one.client.timeline.outcome is not None
    assert one.client.timeline.outcome.why != "forfeit"
    for place in everybody:
        place.leave()
    proxy.close()
    assert no_line_is_left()


def test_a_seat_is_found_again_by_its_token_and_by_nothing_else(tables):
    table = tables.start(game="duel", seats=TWO, name="one", listen=HERE)
    address = web_address(tables.client(table).hello(name="Paul")["address"], Password())
    one = FarPlace(address, name="Zoé")
    for known in (address, address._replace(name="")):
        one.leave()
        again = FarPlace(known, name="Zoé")
        assert again.client.own_seats == one.client.own_seats
        one = again
    for stolen in ("", "x" * 32, one.token.token[:-1]):
        hello = HelloRequest(PROTOCOL, "thief", token=stolen, back=True)
        with pytest.raises(NotJoined) as refusal:
            greet(address, hello)
        assert refusal.value.reason in (JoinReason.NO_SUCH_SEAT, JoinReason.FULL)
    again.leave()
    assert no_line_is_left()


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_killed_table_listens_again_if_its_password_can_be_found(is_kept, tables, tmp_path):
    file = tmp_path / "password"
    file.write_text(f"{SECRET}\n")
    listen = Listen("127.0.0.1", password_file=str(file) if is_kept else "", has_password=True)
    table = tables.start(game="duel", seats=TWO, name="one", listen=listen, password=SECRET)
    address = tables.client(table).hello(name="Zoé")["address"]
    tables.kill(table)
    [dead] = killed_tables()
    assert SECRET not in dead.path.read_text() + listen_beside(dead.path).read_text()
    again = tables.revive(dead.path)
    welcome = tables.client(again).hello(name="Zoé")
    assert welcome.get("address", "") == (address if is_kept else "")
    if is_kept:
        assert sign_at(address, Access(password=Password(SECRET))).game == "duel"
        assert why_not(address, "wrong").reason is JoinReason.PASSWORD_WRONG


def test_the_password_comes_from_a_file_the_environment_or_the_settings(tables, tmp_path):
    table = tables.start(game="duel", seats=TWO, name="one", listen=LOCKED, password=SECRET)
    one = FarPlace(table, name="Zoé")
    address = one.client.company.address
    home = Path(os.environ["TAPIS_HOME"])
    file = tmp_path / "password"
    join = ["join", address, "--player", "random", "--seat", "nowhere"]

    def said(*more: str, **environment: str) -> tuple[int, str]:
        ran = tapis_alone(*join, *more, **environment)
        assert ran.stdout == b""
        return ran.returncode, ran.stderr.decode()

    assert said() == (1, "tapis: A password is asked for there.\n")
    file.write_text("wrong")
    assert said("--password-file", str(file)) == (1, "tapis: The password is wrong.\n")
    file.write_text(SECRET)
    let_in = [said("--password-file", str(file)), said(TAPIS_PASSWORD=SECRET)]
    settings = home / "settings.toml"
    settings.write_text(f'password = "{SECRET}"\n')
    settings.chmod(0o644)
    let_in.append(said())
    assert {status for status, _words in let_in} == {2}
    assert all("nowhere" in words for _status, words in let_in)
    assert settings.stat().st_mode & 0o777 == 0o600
    one.leave()


def test_no_child_has_the_password_in_its_environment(tables, tmp_path):
    plan = {"game": "duel", "options": {"first": "south"}, "seats": TWO, "name": "one"}
    table = tables.start(listen=LOCKED, password=SECRET, **plan)
    address = tables.client(table).hello(name="Zoé")["address"]
    program, heard = tmp_path / "program", tmp_path / "heard"
    os.mkfifo(heard)
    program.write_text(f"#!/bin/sh\nenv > {heard}\n")
    program.chmod(0o755)
    words = [*TAPIS, "join", address, "--player", f"exec:{program}"]
    with subprocess.Popen(words, env=environment(TAPIS_PASSWORD=SECRET)) as playing:
        said = heard.read_text()
        playing.terminate()
    assert "PATH=" in said
    assert SECRET not in said
    for entry in ("environ", "cmdline"):
        assert SECRET.encode() not in Path(f"/proc/{table.process}/{entry}").read_bytes()


def test_a_small_client_without_our_code_plays_over_the_web(tables):
    small = ROOT / "tests" / "net" / "small_web_client.py"
    assert len(small.read_text().splitlines()) <= 40
    plan = {"game": "duel", "seats": TWO, "seed": 7, "name": "one"}
    one = FarPlace(tables.start(listen=LOCKED, password=SECRET, **plan), name="Zoé")
    with subprocess.Popen(
        [sys.executable, str(small), one.client.company.address, "Paul"],
        env={"TAPIS_PASSWORD": SECRET},
        stdout=subprocess.PIPE,
    ) as other:
        one.until_begun()
        [mine] = players(one)
        one.until(lambda: mine.is_over)
        said, _none = other.communicate(timeout=60)
    assert other.returncode == 0
    assert json.loads(said)["winners"] == list(one.client.timeline.outcome.winners)
    one.leave()
    assert no_line_is_left()


def test_a_full_server_and_a_frame_too_long_are_told(monkeypatch):
    with web_server() as server:
        monkeypatch.setattr("net.hosting.limits.MOST_LINES", 0)
        assert why_not(server.address).reason is JoinReason.SERVER_FULL
