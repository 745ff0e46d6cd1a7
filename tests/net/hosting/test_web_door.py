"""The door to other machines: the request, the password, frames, limits, half-open lines."""

from __future__ import annotations

import random
import socket
import ssl
import stat
from contextlib import suppress
from functools import partial

import pytest
from web_server import own_pem, web_server
from websockets.exceptions import ConnectionClosed, InvalidStatus

from host.seating import Presence
from net.hosting import web_door
from net.hosting.certificates import fingerprint
from net.hosting.limits import Gate
from net.hosting.passwords import PasswordCheck, Tries
from net.joining.web import web_address
from net.web import Event, WebStream, client_frames, server_frames
from net.wire import LONGEST_REQUEST
from saves.passwords import Password

HELLO = '{"cmd":"hello"}'


def refused(server, password: str = "", **how) -> InvalidStatus:
    with pytest.raises(InvalidStatus) as refusal:
        server.connect(password, **how)
    return refusal.value


def status(*asked, **how) -> int:
    return refused(*asked, **how).response.status_code


@pytest.fixture
def quick_tries(monkeypatch):
    monkeypatch.setattr(Tries, "first_seconds", 0.05)


def test_messages_go_both_ways_and_each_line_is_a_stranger_of_its_own():
    with web_server() as server:
        lines = [server.connect() for _ in range(2)]
        for line in lines:
            line.send(HELLO)
            assert line.recv() == HELLO
        keys = {account.key for account in server.entered}
        assert len(keys) == 2 and all(key.startswith("guest:") for key in keys)
        assert {account.origin for account in server.entered} == {"127.0.0.1"}
        for line in lines:
            line.close()


def test_no_page_of_the_web_is_let_in_whatever_password_it_has():
    with web_server("sesame") as server:
        for origin in ("https://example.org", "null", f"https://127.0.0.1:{server.door.port}"):
            assert status(server, "sesame", origin=origin) == 403


def test_a_password_is_needed_with_any_user_and_no_wrong_one_is_let_in(quick_tries):
    with web_server("sésame:2") as server:
        missing = refused(server).response
        assert missing.status_code == 401
        assert missing.headers["WWW-Authenticate"] == 'Basic realm="tapis", charset="UTF-8"'
        for wrong in ("sesame", "sésame", "sésame:2 "):
            assert status(server, wrong) == 401
        server.connect("sésame:2").close()
        for header in ("Basic", "Basic !", "Bearer sésame", "basic Og=="):
            given = {"Authorization": header}
            assert status(server, additional_headers=given) == 401
            server.connect("sésame:2").close()


@pytest.mark.parametrize("header", ["", "Basic", "Basic c2VzYW1l", "Basic \udcff", "Digest x"])
def test_no_other_header_is_a_password(header):
    assert not PasswordCheck("sesame").is_right(header)


def test_tries_of_one_address_wait_longer_and_longer_and_nobody_else_waits():
    tries, now, waits = Tries(), 100.0, []
    for _ in range(8):
        tries.wrong("a", now)
        waits.append(tries.seconds_left("a", now))
        assert tries.seconds_left("b", now) == 0
        now += waits[-1]
    assert waits == [1, 2, 4, 8, 16, 30, 30, 30]
    assert tries.seconds_left("a", now) == 0
    tries.right("a")
    tries.wrong("a", now)
    assert tries.seconds_left("a", now) == 1
    later = now + Tries.forgotten_after + 2
    tries.wrong("a", later)
    assert tries.seconds_left("a", later) == 1


def test_wrong_passwords_of_many_addresses_are_forgotten_one_by_one(monkeypatch):
    monkeypatch.setattr(Tries, "most_kept", 2)
    tries = Tries()
    for origin in "abc":
        tries.wrong(origin, 0)
    assert [tries.seconds_left(origin, 0) for origin in "abc"] == [0, 1, 1]


def test_a_try_waits_its_turn_and_a_frame_before_the_answer_is_no_message(monkeypatch):
    monkeypatch.setattr(Tries, "first_seconds", 0.2)
    with web_server("sesame") as server:
        assert status(server, "wrong") == 401
        now = server.loop.time()
        line = server.connect("sesame")
        assert server.loop.time() - now > 0.1
        line.close()
        assert status(server, "wrong") == 401
        with raw(server) as early:
            early.sendall(request("d3JvbmdlcjpzZXNhbWU=") + masked(0x81, b"hello"))
            assert early.recv(100).startswith(b"HTTP/1.1 101")
        assert len(server.entered) == 0


def request(basic: str = "") -> bytes:
    """Return the bytes of a request for a line."""
    headers = "GET /t HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    headers += "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    if basic:
        headers += f"Authorization: Basic {basic}\r\n"
    return f"{headers}\r\n".encode()


def masked(first: int, payload: bytes) -> bytes:
    """Return a frame of a client whose mask is 0."""
    assert len(payload) < 126
    return bytes([first, 0x80 | len(payload), 0, 0, 0, 0]) + payload


def raw(server) -> socket.socket:
    """Return a socket that is connected, with TLS if the door has it."""
    connected = socket.create_connection(("127.0.0.1", server.door.port), 10)
    if server.door.context:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        connected = context.wrap_socket(connected)
    connected.settimeout(10)
    return connected


def until_closed(line: socket.socket) -> bytes:
    """Return all that comes, to the end of a line that the other end closes."""
    said = b""
    with suppress(ConnectionError, ssl.SSLError), line:
        while piece := line.recv(4096):
            said += piece
    return said


@pytest.mark.parametrize("at", ["tcp", "tls", "request"])
def test_a_line_that_says_nothing_is_closed_however_far_it_came(at, monkeypatch):
    monkeypatch.setattr(Presence, "gone_seconds", 0.1)
    with web_server() as server:
        line = socket.create_connection(("127.0.0.1", server.door.port), 10)
        if at != "tcp":
            line.close()
            line = raw(server)
        if at == "request":
            line.sendall(request())
        said = until_closed(line)
        assert (b"silent" in said) == (at == "request")


def test_a_line_whose_other_end_is_gone_is_ended_without_a_fault(monkeypatch):
    def gone(_transport):
        raise OSError(107, "not connected")

    monkeypatch.setattr("asyncio.selector_events._SelectorSocketTransport.write_eof", gone)
    monkeypatch.setattr(Presence, "gone_seconds", 0.05)
    monkeypatch.setattr(web_door, "LAST_SECONDS", 0.05)
    with web_server() as server:
        line = raw(server)
        line.sendall(request())
        assert b"silent" in until_closed(line)


@pytest.mark.parametrize("in_parts", [False, True])
def test_a_message_that_is_too_long_ends_its_line(in_parts):
    with web_server() as server:
        longest, longer = "x" * LONGEST_REQUEST, "x" * (LONGEST_REQUEST + 1)
        line = server.connect()
        line.send(longest)
        assert line.recv() == longest
        with suppress(ConnectionClosed):
            line.send(iter([longer[:2000], longer[2000:]]) if in_parts else longer)
        with pytest.raises(ConnectionClosed):
            line.recv()
        assert line.protocol.close_code == 1009


def test_many_pings_or_small_parts_end_a_line_with_the_reason():
    with web_server() as server:
        line = server.connect()
        line.send(HELLO)
        assert line.recv() == HELLO
        with suppress(ConnectionClosed):
            for _ in range(web_door.MOST_EXTRA + 1):
                line.ping()
        assert "too-fast" in line.recv()
        with pytest.raises(ConnectionClosed):
            line.recv()
        assert line.protocol.close_code == 1008


def let_in_once_a_line_has_ended(server):
    while True:
        with suppress(InvalidStatus):
            return server.connect()


def test_lines_of_one_address_are_limited_and_others_told_why(monkeypatch):
    monkeypatch.setattr(web_door, "Gate", partial(Gate, 2, 10_000))
    with web_server() as server:
        lines = [server.connect() for _ in range(2)]
        refusal = refused(server).response
        assert refusal.status_code == 429
        assert b"too many connections from this address" in refusal.body
        lines.pop().close()
        lines.append(let_in_once_a_line_has_ended(server))
        monkeypatch.setattr(web_door, "MOST_REFUSED", 0)
        with pytest.raises((OSError, EOFError)):
            server.connect()
        for line in lines:
            line.close()


def test_a_proxy_of_this_machine_says_whose_line_it_is(monkeypatch):
    monkeypatch.setattr(web_door, "Gate", partial(Gate, 1))
    with web_server(is_plain=True) as server:
        one = server.connect(additional_headers={"X-Forwarded-For": "1.2.3.4, 2001:db8::1"})
        one.send(HELLO)
        assert one.recv() == HELLO
        assert server.entered[0].origin == "2001:db8::/64"
        assert status(server, additional_headers={"X-Forwarded-For": "2001:db8::2"}) == 429
        server.connect(additional_headers={"X-Forwarded-For": "1.2.3.4"}).close()
        one.close()


def send_gibberish(server, lots: random.Random) -> None:
    """Send a line what is no message: as bytes, in a frame, or changed somewhere."""
    good = request() + masked(0x81, b"hello") * 3
    kind = lots.randrange(4)
    data = bytearray(good)
    if kind < 2:
        data = bytearray(request() * kind + lots.randbytes(lots.randrange(1, 300)))
    elif kind == 2:
        for _ in range(lots.randrange(1, 8)):
            data[lots.randrange(len(data))] = lots.randrange(256)
    else:
        data = data[: lots.randrange(len(data))]
    at = ("127.0.0.1", server.door.port)
    with socket.create_connection(at, 10) if kind == 0 else raw(server) as line:
        line.settimeout(0.03)
        with suppress(OSError):
            line.sendall(data)
            line.recv(1000)


@pytest.mark.parametrize(
    ("seed", "count"), [(1, 20), pytest.param(2, 1000, marks=pytest.mark.slow)]
)
def test_lines_of_gibberish_cost_nobody_else_anything(seed, count, monkeypatch):
    monkeypatch.setattr(web_door, "Gate", partial(Gate, most_new=10_000))
    lots = random.Random(seed)
    with web_server() as server:
        good = server.connect()
        for _ in range(count):
            send_gibberish(server, lots)
        good.send(HELLO)
        assert good.recv() == HELLO
        good.close()


def through(stream: WebStream, other: WebStream) -> list[Event]:
    """Carry what one end has to send to the other one."""
    return other.take(stream.outgoing())


def test_a_message_with_a_token_is_never_compressed_and_others_are():
    ours = WebStream(client_frames(is_tls=False, host="h", port=80, table="t", longest=9999), None)
    theirs = WebStream(server_frames(), None)
    ours.request("", "")
    [asked] = through(ours, theirs)
    theirs.accept(asked)
    through(theirs, ours)
    for sender, receiver in ((ours, theirs), (theirs, ours)):
        for line in (b'{"name":"aaaaaaaaaaaaaaaaaaaa"}', b'{"token":"aaaaaaaaaaaaaaaaaaaa"}'):
            sender.put(line + b"\n")
            data = sender.outgoing()
            is_compressed = bool(data[0] & 0x40)
            assert is_compressed == (b"token" not in line)
            assert len(data) < len(line) if is_compressed else len(data) > len(line)
            assert receiver.take(data) == [line]


def test_the_own_certificate_is_made_once_and_is_private():
    with web_server() as server, web_server() as other:
        assert fingerprint(own_pem()) in server.address
        assert server.address.partition("#")[2] == other.address.partition("#")[2]
        assert stat.S_IMODE(own_pem().stat().st_mode) == 0o600
        assert web_address(server.address, Password()).port == server.door.port


def test_a_port_that_is_taken_or_no_certificate_is_an_error(tmp_path):
    with web_server() as server:
        with pytest.raises(OSError, match="in use"), web_server(port=server.door.port):
            pass
        with pytest.raises(FileNotFoundError), web_server(certificate=str(tmp_path / "none")):
            pass
        (tmp_path / "bad").write_text("no certificate")
        with pytest.raises(ssl.SSLError), web_server(certificate=str(tmp_path / "bad")):
            pass
