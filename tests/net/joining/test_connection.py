"""The connection to a table: what it does on a line, how it comes back, what it takes."""

from __future__ import annotations

import os
import socket
import threading
from collections import deque
from pathlib import Path

import pytest

from engine.duel.game import DUEL
from net.joining.connection import Connection, Joined, join
from net.joining.dialogue import (
    MOST_REQUESTS,
    SECONDS,
    Arrived,
    Backoff,
    Dialogue,
    LineDown,
    LineUp,
)
from net.joining.line import LineLost, SocketLine, UnixAddress
from net.joining.reasons import JoinReason, NotJoined
from net.wire import (
    PROTOCOL,
    DoneNews,
    FaultNews,
    HelloRequest,
    LeaveRequest,
    MoveRequest,
    Ping,
    Pong,
    RefusedNews,
    SeenRequest,
    TakeBackRequest,
    WelcomeNews,
    WireMessage,
    request_from,
    to_line,
)

SHORTEST = Backoff.shortest

HELLO = HelloRequest(PROTOCOL, "abc")
WELCOME = WelcomeNews(PROTOCOL, "zoe", "duel", DUEL.rules_version, {}, seat=0, token="t1")
LOST, SILENCE = "lost", "silence"
WAIT = 60


class Clock:
    def __init__(self):
        self.now = 50.0

    def __call__(self):
        return self.now


class ScriptedLine:
    """A line on which a script arrives: messages, raw bytes, silences; then it is lost."""

    def __init__(self, script, clock):
        self.sent: list[WireMessage] = []
        self.is_closed = False
        self._script = deque(script)
        self._clock = clock
        self._is_ended = False

    def send(self, line):
        self.sent.append(request_from(line))

    def receive(self, seconds):
        if self._is_ended or not self._script or self._script[0] is LOST:
            raise LineLost
        what = self._script.popleft()
        if callable(what):
            what()
            return self.receive(seconds)
        if what is SILENCE:
            self._clock.now += seconds
            return None
        return what if isinstance(what, bytes) else to_line(what)

    def hang_up(self):
        self._is_ended = True

    def why_lost(self):
        return NotJoined(JoinReason.GONE)

    def close(self):
        self.is_closed = True


class ScriptedAddress:
    """A table whose lines are scripts; after them it is gone, and the connection is closed."""

    def __init__(self, *scripts):
        self.clock = Clock()
        self.lines: list[ScriptedLine] = []
        self.opened = 0
        self.ended = lambda: None
        self._marks = 0
        self._scripts = deque(scripts)

    server, name, owner, seconds = "unix:1000", "zoe", "zoe", 10.0

    def called(self, table):
        return f"{table}@zoe"

    def later(self):
        return self

    def open(self):
        if not self._scripts:
            self.ended()
            raise NotJoined(JoinReason.GONE)
        self.opened += 1
        script = self._scripts.popleft()
        if isinstance(script, JoinReason):
            raise NotJoined(script)
        self.lines.append(ScriptedLine(script, self.clock))
        return self.lines[-1]

    def mark(self):
        self._marks += 1  # as if the table were started anew all the time, so nothing waits
        return self._marks


def heard_of(*scripts, take=None):
    """Return what a connection told of these lines, and the address."""
    address = ScriptedAddress(*scripts)
    events = []

    def note(event):
        events.append(event)
        return True

    joined = join(address, HELLO)
    connection = Connection(joined, take or note, clock=address.clock, backoff=Backoff(lambda: 0.5))
    connection.look_seconds = 0.001
    address.ended = connection.close
    address.connection = connection
    connection.run()
    return events, address


def test_a_line_is_told_of_with_what_arrives_and_its_end():
    done = DoneNews(3)
    events, address = heard_of([WELCOME, done, LOST])
    assert events == [
        LineUp(0, WELCOME),
        Arrived(done, len(to_line(done))),
        LineDown(1, JoinReason.GONE, SHORTEST),
    ]
    assert address.lines[0].sent == [HELLO]
    assert address.lines[0].is_closed


def test_the_next_line_is_greeted_with_the_token_of_the_seat():
    newer = WelcomeNews(PROTOCOL, "zoe", "duel", DUEL.rules_version, {}, seat=0, token="t2")
    events, address = heard_of([WELCOME], [newer], JoinReason.SILENT, [WELCOME])
    assert [line.sent[0].token for line in address.lines] == ["", "t1", "t2"]
    assert events == [
        LineUp(0, WELCOME),
        LineDown(1, JoinReason.GONE, SHORTEST),
        LineUp(1, newer),
        LineDown(1, JoinReason.GONE, SHORTEST),
        LineDown(2, JoinReason.SILENT, SHORTEST),
        LineUp(2, WELCOME),
        LineDown(1, JoinReason.GONE, SHORTEST),
    ]


def test_pings_are_answered_and_a_silent_table_is_asked_and_given_up():
    events, address = heard_of([WELCOME, Ping(), *[SILENCE] * 9])
    assert address.lines[0].sent == [HELLO, Pong(), Ping(), Ping()]
    assert events[-1] == LineDown(1, JoinReason.SILENT, SHORTEST)
    assert address.clock() == 50 + Dialogue.silent_seconds


@pytest.mark.parametrize("line", [b"{\n", b"\xff\n", b'{"cmd":"done"}\n', b'{"cmd":"x"}\n'])
def test_a_line_that_makes_no_sense_ends(line):
    events, _address = heard_of([WELCOME, line, DoneNews(1)])
    assert events == [LineUp(0, WELCOME), LineDown(1, JoinReason.STRANGE, 2 * SHORTEST)]


def test_a_line_ends_when_what_arrives_is_not_taken_in_time():
    told = []

    def take(event):
        told.append(event)
        return not isinstance(event, Arrived)

    heard_of([WELCOME, DoneNews(1), DoneNews(2)], take=take)
    assert told[2:] == [LineDown(1, JoinReason.STRANGE, 2 * SHORTEST)]


@pytest.mark.parametrize(
    ("code", "why", "lines", "back"),
    [
        ("replaced", JoinReason.REPLACED, 1, 0),
        ("not-allowed", JoinReason.NOT_ALLOWED, 1, 0),
        ("closing", JoinReason.CLOSING, 2, 0),
        ("too-fast", JoinReason.TOO_FAST, 2, 0),
        ("back", JoinReason.BACK, 2, 42),
        ("back", JoinReason.BACK, 2, 86_400),
    ],
)
def test_a_table_that_closes_the_line_says_why_and_is_tried_again_where_that_helps(
    code, why, lines, back
):
    told = 10**9 if back == 86_400 else back
    events, address = heard_of([WELCOME, FaultNews(code, "x", told)], [WELCOME])
    assert events[1] == LineDown(1, why, 0.0 if lines == 1 else SHORTEST, back)
    assert address.opened == lines


def test_requests_go_on_their_own_line_only_and_confirmations_are_not_counted():
    def act():
        for number in range(MOST_REQUESTS):
            address.connection.send(0, TakeBackRequest(number))
        address.connection.send(0, SeenRequest(1))
        address.connection.send(1, TakeBackRequest(999))
        address.connection.send(1, SeenRequest(999))

    address = ScriptedAddress([WELCOME, act, SILENCE, *[SILENCE] * 100])
    connection = Connection(
        join(address, HELLO), lambda _event: True, clock=address.clock, backoff=Backoff()
    )
    address.connection = connection
    address.ended = connection.close
    connection.run()
    sent = address.lines[0].sent[1:]
    numbers = [one.number for one in sent if isinstance(one, TakeBackRequest)]
    assert numbers == [*range(MOST_REQUESTS)]
    assert sent.index(SeenRequest(1)) == MOST_REQUESTS - 1  # the last request waited
    assert SeenRequest(999) not in sent


@pytest.mark.parametrize(
    ("answer", "sent"),
    [(DoneNews(1), 100), (RefusedNews(1, "stale", "Too late."), MOST_REQUESTS - 1)],
)
def test_moves_that_are_made_hold_nothing_up(answer, sent):
    def ask():
        address.connection.send(0, MoveRequest(1, 0, 0, "turn"))

    script = [ask, answer] * 100
    address = ScriptedAddress([WELCOME, *script])
    connection = Connection(join(address, HELLO), lambda _event: True, clock=address.clock)
    address.connection = connection
    address.ended = connection.close
    connection.run()
    moves = [one for one in address.lines[0].sent if isinstance(one, MoveRequest)]
    assert len(moves) == sent


def test_a_rejected_line_ends_and_waits_grow():
    backoff = Backoff(lambda: 0.5)
    waits = [backoff.next() for _time in range(8)]
    assert waits == [0.25, 0.5, 1, 2, 4, 8, 8, 8]
    backoff.reset()
    assert backoff.next() == 0.25
    backoff.fault()
    backoff.fault()
    backoff.reset()
    assert backoff.next() == 1
    assert 0.75 <= Backoff(lambda: 0.0).next() / 0.25 <= 1.25


@pytest.mark.parametrize("lot", [0.0, 0.5, 1.0])
def test_the_first_tries_are_made_within_a_second(lot):
    backoff = Backoff(lambda: lot)
    assert 0 < backoff.next() + backoff.next() < 1


def test_requests_are_let_through_again_when_the_first_are_long_ago():
    clock = Clock()
    dialogue = Dialogue(HELLO, lambda _event: True, clock, Backoff())
    dialogue.begin(WELCOME)
    for number in range(MOST_REQUESTS):
        dialogue.send(0, TakeBackRequest(number))
    for seconds, sent in ((SECONDS - 0.5, MOST_REQUESTS - 1), (0.5, MOST_REQUESTS)):
        clock.now += seconds
        dialogue.passed()
        assert len(dialogue.unsent) == sent


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ([FaultNews("full", "")], JoinReason.FULL),
        ([FaultNews("no-such-seat", "")], JoinReason.NO_SUCH_SEAT),
        ([FaultNews("whatever", "")], JoinReason.REFUSED),
        ([SILENCE], JoinReason.SILENT),
        ([], JoinReason.GONE),
        ([b"<html>\n"], JoinReason.STRANGE),
        ([DoneNews(1)], JoinReason.STRANGE),
        ([Pong()] * 1000, JoinReason.STRANGE),
        ([WelcomeNews(1, "x", "duel", 1, {})], JoinReason.PROTOCOL),
        ([WelcomeNews(PROTOCOL, "x", "go", 1, {})], JoinReason.UNKNOWN_GAME),
        ([WelcomeNews(PROTOCOL, "x", "duel", 99, {})], JoinReason.UNKNOWN_GAME),
        ([WelcomeNews(PROTOCOL, "x", "duel", 1, {"first": 7})], JoinReason.STRANGE),
        ([WelcomeNews(PROTOCOL, "x", "war", 1, {"players": 10**9})], JoinReason.STRANGE),
        ([WelcomeNews(PROTOCOL, "x", "duel", 1, {}, seat=2)], JoinReason.STRANGE),
    ],
)
def test_a_table_that_cannot_be_joined_says_why(script, why):
    address = ScriptedAddress(script)
    with pytest.raises(NotJoined) as not_joined:
        join(address, HELLO)
    assert not_joined.value.reason is why
    assert all(line.is_closed for line in address.lines)


# Over real sockets


@pytest.fixture
def pair():
    ours, theirs = socket.socketpair()
    line = SocketLine(ours)
    yield line, theirs
    line.close()
    theirs.close()


def test_lines_come_whole_however_they_arrive(pair):
    line, theirs = pair
    theirs.send(b"one\ntw")
    assert line.receive(WAIT) == b"one\n"
    assert line.receive(0) is None
    theirs.send(b"o\nthree\n")
    assert [line.receive(WAIT), line.receive(0)] == [b"two\n", b"three\n"]
    theirs.close()
    with pytest.raises(LineLost):
        line.receive(WAIT)


def test_a_line_without_an_end_is_lost(pair):
    line, theirs = pair

    def flood():
        try:
            while True:
                theirs.send(b"x" * 65536)
        except OSError:
            pass

    thread = threading.Thread(target=flood)
    thread.start()
    with pytest.raises(LineLost):
        line.receive(WAIT)
    line.close()
    thread.join(WAIT)


def test_a_table_that_reads_nothing_has_lost_the_line_and_nobody_waits(pair):
    line, _theirs = pair

    def send_on():
        for _time in range(10_000):
            line.send(b"x" * 1000)

    with pytest.raises(LineLost):
        send_on()


def test_who_waits_for_a_line_is_told_when_it_is_hung_up(pair):
    line, _theirs = pair
    ends = []

    def wait():
        with pytest.raises(LineLost):
            line.receive(WAIT)
        ends.append(True)

    thread = threading.Thread(target=wait)
    thread.start()
    line.hang_up()
    thread.join(WAIT)
    assert ends == [True]


def test_a_socket_of_another_owner_is_not_talked_to(tmp_path):
    path = tmp_path / "table"
    with socket.socket(socket.AF_UNIX) as listening:
        assert UnixAddress(path, os.getuid()).mark() is None
        listening.bind(str(path))
        first = UnixAddress(path, os.getuid()).mark()
        assert first is not None
        with pytest.raises(NotJoined) as not_joined:
            UnixAddress(path, os.getuid()).open()
        assert not_joined.value.reason is JoinReason.GONE
        listening.listen()
        UnixAddress(path, os.getuid()).open().close()
        with pytest.raises(NotJoined) as not_joined:
            UnixAddress(path, os.getuid() + 1).open()
        assert not_joined.value.reason is JoinReason.FOREIGN
    path.unlink()
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        assert UnixAddress(path, os.getuid()).mark() != first
    for wrong in (tmp_path, Path("/" + "x" * 200)):
        with pytest.raises(NotJoined):
            UnixAddress(wrong, os.getuid()).open()


def test_a_closed_connection_says_goodbye_and_leaves_no_thread(tmp_path):
    path = tmp_path / "table"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        listening.listen()
        line = UnixAddress(path, os.getuid()).open()
        there, _address = listening.accept()
        joined = Joined(UnixAddress(path, 0), HELLO, line, WELCOME, DUEL, None)
        is_up = threading.Event()
        connection = Connection(joined, lambda _event: is_up.set() or True)
        connection.start()
        assert is_up.wait(WAIT)
        connection.close()
        with there:
            assert there.makefile("rb").read() == to_line(LeaveRequest())
    for thread in threading.enumerate():
        if thread.name == "line to a table":
            thread.join(WAIT)
            assert not thread.is_alive()
