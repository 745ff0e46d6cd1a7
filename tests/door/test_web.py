"""The door for browsers: one page, a guest by a cookie, and no line that outlives its tab."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import re
import socket
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace

import pytest
from browser import CHROMIUM, Browser
from line_programs import TAPIS, environment, tapis
from terminal import PATIENCE
from visits import END_SECONDS, ends_within, visits_in

for needed in ("asyncssh", "textual_serve", "websockets"):
    pytest.importorskip(needed, reason="needs the packages of tapis-vert[web]")
web = pytest.importorskip("door.web")
pages = pytest.importorskip("door.web_session")
client = pytest.importorskip("websockets.asyncio.client")
faults = pytest.importorskip("websockets.exceptions")

POLICY = "Content-Security-Policy"
NAMED = {"X-Forwarded-For": "192.0.2.7"}
"""What a proxy says, so that a test that uses an address up leaves others theirs."""


class WebDoor:
    """A door in a process, that lets browsers in at a free port."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        listening = ("--listen", "127.0.0.1:0", "--folder", str(folder), "--web", "127.0.0.1:0")
        command = [*TAPIS, "door", *listening, "--insecure", *options]
        self.process = subprocess.Popen(command, env=environment(), stderr=subprocess.PIPE)
        assert self.process.stderr
        said = [self.process.stderr.readline().decode() for _line in range(3)]
        found = re.search(r"in a browser: http://HOST:(\d+)/", said[-1])
        assert found, said
        self.host = f"127.0.0.1:{found[1]}"
        self.address = f"http://{self.host}/"

    def get(self, path: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
        line = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        line.request("GET", path, headers=headers)
        answer = line.getresponse()
        said = answer.read()
        line.close()
        return answer, said

    def page(self, token: str = "", size: tuple[int, int] = (80, 24), **headers: str):
        cookie = {"Cookie": f"other=1; {web.COOKIE}={token}"} if token else {}
        asked = {"Origin": f"http://{self.host}", "Accept-Language": "en", **cookie, **headers}
        return client.connect(
            f"ws://{self.host}/play?width={size[0]}&height={size[1]}",
            additional_headers={name: value for name, value in asked.items() if value},
            proxy=None,
        )

    def guest(self, token: str) -> Path:
        return self.folder / "guests" / f"browser.{sha256(token.encode()).hexdigest()}"

    def close(self) -> None:
        self.process.terminate()
        assert self.process.wait(PATIENCE) == 0
        assert self.process.stderr
        said = self.process.stderr.read().decode()
        self.process.stderr.close()
        assert said == ""


@pytest.fixture(scope="module")
def door(tmp_path_factory):
    opened = WebDoor(tmp_path_factory.mktemp("door"))
    yield opened
    opened.close()


async def seen(page, words: str) -> str:
    """Read what is painted until some words are there; return it."""
    text = b""
    async with asyncio.timeout(PATIENCE):
        while words.encode() not in text:
            text += await page.recv()
    return text.decode(errors="replace")


async def say(page, kind: str, fact: object) -> None:
    await page.send(json.dumps([kind, fact]))


async def end_of(page) -> tuple[int, str]:
    """Return with which code a page is closed, and the door's last words."""
    words = ""
    async with asyncio.timeout(PATIENCE):
        try:
            while True:
                said = await page.recv()
                if isinstance(said, str):
                    kind, words = json.loads(said)
                    assert kind == pages.SAID
        except faults.ConnectionClosed:
            return page.close_code, words


def token_of(page) -> str:
    """Return the token in the cookie that a browser is given."""
    return re.match(rf"{web.COOKIE}=([^;]+);", page.response.headers["Set-Cookie"])[1]


def test_the_page_and_its_files_are_served_and_nothing_else(door):
    answer, said = door.get("/", **{"Accept-Language": "fr-CA, en;q=0.5"})
    assert answer.status == 200
    assert '<html lang="fr">' in said.decode()
    named = re.findall(r'(?:src|href)="([^"]+)"', said.decode())
    assert len(named) == 5
    for path in named:
        if not path.startswith("data:"):
            answer, body = door.get(f"/{path}")
            assert (answer.status, bool(body)) == (200, True), path
            packed, small = door.get(f"/{path}", **{"Accept-Encoding": "gzip"})
            assert packed.headers["Content-Encoding"] == "gzip"
            assert len(small) < len(body)
    for path in ("/page/page.js", "/../server.py", "/index.html", "/static/js/textual.js", "//"):
        assert door.get(path)[0].status == 404, path


@pytest.mark.parametrize("path", ["/", "/page.js", "/nothing"])
def test_a_page_can_have_no_script_but_the_files_of_the_door(door, path):
    answer, said = door.get(path)
    policy = dict(part.split(maxsplit=1) for part in answer.headers[POLICY].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=", said.decode().partition("</html>")[0])


def test_a_page_paints_answers_keys_and_follows_its_size(door):
    async def play() -> None:
        async with door.page(size=(100, 30), **{"Accept-Language": "fr"}) as page:
            await seen(page, "Première partie")
            await say(page, "stdin", "?")
            await seen(page, "Touches")
            await say(page, "ping", "1")
            await say(page, "resize", {"width": 20, "height": 5})
            await seen(page, "20 x 5")
            await say(page, "resize", {"width": -1, "height": 10**30})
            await say(page, "stdin", "\x11")  # Ctrl+Q
            assert await end_of(page) == (pages.LEFT, "")

    asyncio.run(play())


@pytest.mark.parametrize(
    "origin", ["", "null", "http://elsewhere.example", "http://127.0.0.1:1", "file://{host}"]
)
def test_a_page_of_elsewhere_opens_no_line(door, origin):
    async def knock() -> int:
        with pytest.raises(faults.InvalidStatus) as refused:
            async with door.page(Origin=origin.format(host=door.host)):
                pass
        return refused.value.response.status_code

    assert asyncio.run(knock()) == 403


def test_the_cookie_is_the_account_and_is_kept_nowhere(door):
    async def play() -> str:
        async with door.page() as page:
            await seen(page, "First game")
            cookie = page.response.headers["Set-Cookie"]
            assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= {*cookie.split("; ")}
            token = token_of(page)
        assert len(token) == 43
        (door.guest(token) / "mark").write_text("kept")
        async with door.page(token) as page, door.page() as other:
            await seen(page, "First game")
            await seen(other, "First game")
            assert token_of(page) == token
            assert len(visits_in(door.guest(token))) == 1
            stranger = token_of(other)
            assert stranger != token
            assert not (door.guest(stranger) / "mark").exists()
        return token

    token = asyncio.run(play())
    assert door.guest(token).stat().st_mode & 0o077 == 0
    assert not [path for path in door.folder.rglob("*") if token in path.name]


def test_a_second_tab_is_asked_and_a_page_that_was_only_reloaded_is_not(door):
    async def play() -> None:
        async with door.page() as page:
            token = token_of(page)
            await seen(page, "First game")
            async with door.page(token) as other:
                await seen(other, "You are here already")
                await say(other, "stdin", "q")
                await end_of(other)
            page.transport.abort()
            async with door.page(token) as again:
                assert "You are here already" not in await seen(again, "First game")

    asyncio.run(play())


@pytest.mark.parametrize("token", ["../../accounts", "x" * 42, "x" * 44, "é" * 43, "x;x"])
def test_a_cookie_that_is_none_of_the_door_makes_a_new_guest(door, token):
    async def play() -> str:
        async with door.page(token) as page:
            await seen(page, "First game")
            return token_of(page)

    assert len(asyncio.run(play())) == 43


def test_over_https_the_cookie_never_travels_without_encryption(door):
    async def play() -> str:
        async with door.page(Origin=f"https://{door.host}") as page:
            return page.response.headers["Set-Cookie"]

    assert asyncio.run(play()).endswith("; Secure")


@pytest.mark.parametrize("is_told", [True, False])
def test_a_closed_tab_ends_its_visit(door, is_told):
    async def cut() -> int:
        async with door.page() as page:
            await seen(page, "First game")
            (process,) = visits_in(door.guest(token_of(page)))
            handle = os.pidfd_open(process)
            if not is_told:
                page.transport.abort()
        return handle

    assert ends_within(asyncio.run(cut()), END_SECONDS)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        pytest.param("x" * 70_000, 1009, id="long"),
        ("{", pages.NOT_UNDERSTOOD),
        ('["stdin", 1]', pages.NOT_UNDERSTOOD),
        ('["stdin", "\\ud800"]', pages.NOT_UNDERSTOOD),
        ('["deliver", ""]', pages.NOT_UNDERSTOOD),
        pytest.param("[" * 60_000, pages.NOT_UNDERSTOOD, id="deep"),
        (b"\xff", pages.NOT_UNDERSTOOD),
    ],
)
def test_a_message_that_no_page_sends_closes_the_line(door, said, code):
    async def play() -> int:
        async with door.page() as page:
            await page.send(said)
            return (await end_of(page))[0]

    assert asyncio.run(play()) == code


@pytest.mark.parametrize(
    "said",
    [
        b"\x16\x03\x01\x02\x00\x01\x00",
        pytest.param(b"GET / HTTP/1.1\r\nHost: " + b"x" * 100_000, id="long"),
        pytest.param(b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 1000 + b"\r\n", id="many"),
        b"POST /play HTTP/1.1\r\nContent-Length: 9\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\n\r\n",
        b"GET /play HTTP/1.1\r\nUpgrade: websocket\r\nOrigin: http://[\r\nHost: [\r\n\r\n",
    ],
)
def test_what_is_no_request_of_a_browser_is_answered_with_the_end_of_the_line(door, said):
    host, port = door.host.split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
        line.sendall(said)
        if not said.endswith(b"\r\n\r\n"):
            line.shutdown(socket.SHUT_WR)  # the door waits for the rest
        answer = b""
        with contextlib.suppress(ConnectionResetError):
            while more := line.recv(65536):
                answer += more
    assert not answer or answer.startswith(b"HTTP/1.1 4"), answer
    assert door.get("/")[0].status == 200


def test_who_finds_all_places_taken_reads_so_in_their_language(tmp_path):
    opened = WebDoor(tmp_path / "door", "--most", "1")

    async def play() -> None:
        async with opened.page() as page:
            await seen(page, "First game")
            async with opened.page(**{"Accept-Language": "fr"}) as other:
                said = await end_of(other)
                assert said == (pages.LEFT, "Toutes les places sont prises. Revenez plus tard.")
        assert len([*(opened.folder / "guests").iterdir()]) == 1

    asyncio.run(play())
    opened.close()


def test_connections_are_counted_for_the_address_that_the_proxy_adds(door):
    told = {"X-Forwarded-For": f"198.51.100.1, {NAMED['X-Forwarded-For']}"}
    found = [door.get("/nothing", **told)[0].status for _time in range(web.MOST_NEW + 1)]
    assert found == [404] * web.MOST_NEW + [429]
    assert door.get("/nothing", **NAMED)[0].status == 429
    assert door.get("/nothing", **{"X-Forwarded-For": "198.51.100.1"})[0].status == 404


async def test_a_program_says_no_more_than_its_page_takes_and_the_door_has_the_last_word():
    """The terminal is not read before the line has taken what was said."""

    class Line:
        def __init__(self) -> None:
            self.sent: list[bytes | str] = []
            self.takes = asyncio.Event()
            self.closed = None

        async def send(self, data: bytes | str) -> None:
            self.sent.append(data)
            await self.takes.wait()

        async def close(self, *closed) -> None:
            self.closed = closed

    line, calls = Line(), []
    session = pages.WebSession(None, line, None, "en")
    session._stay = SimpleNamespace(
        pause=lambda: calls.append("pause"), resume=lambda: calls.append("resume")
    )
    painting = asyncio.create_task(session._paint())
    session.write(b"one")
    for _turn in range(5):
        await asyncio.sleep(0)
    assert (line.sent, calls) == ([b"one"], ["pause"])
    line.takes.set()
    while calls != ["pause", "resume"]:
        await asyncio.sleep(0)
    session.write_stderr(b"a question?\r\n")
    while len(line.sent) < 2:
        await asyncio.sleep(0)
    session.write(b"two")
    session.write_stderr("adieu é".encode())
    session.exit(0)
    await painting
    assert line.sent == [b"one", b"a question?\r\n", b"two", '["said","adieu é"]']
    assert line.closed == (pages.LEFT,)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--insecure"], "--cert, --key and --insecure are for --web"),
        (["--web", "1", "--key", "k"], "--key is the key of a --cert"),
        (["--web", "x"], "is not a PORT or ADDRESS:PORT"),
    ],
)
def test_options_that_go_with_none_are_refused(tmp_path, options, said):
    run = tapis("door", "--folder", tmp_path / "door", *options)
    assert run.returncode == 2
    assert said in run.stderr.decode()
    assert not (tmp_path / "door").exists()


def test_a_port_that_is_taken_is_said_in_one_line(door, tmp_path):
    asked = ("--listen", "127.0.0.1:0", "--folder", tmp_path, "--insecure", "--web", door.host)
    run = tapis("door", *asked)
    assert run.returncode == 2
    assert run.stderr.decode() == f"tapis: no door: {door.host}: Address already in use\n"


def test_a_certificate_that_is_not_there_is_named(tmp_path):
    asked = ("--listen", "127.0.0.1:0", "--folder", tmp_path, "--web", "127.0.0.1:0")
    run = tapis("door", *asked, "--cert", tmp_path / "absent.pem")
    assert run.returncode == 2
    said = f"tapis: {tmp_path / 'absent.pem'}: No such file or directory\n"
    assert run.stderr.decode() == said


def test_without_its_packages_the_page_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "textual_serve", None)
    asked = ("--listen", "127.0.0.1:0", "--folder", tmp_path / "door", "--web", "127.0.0.1:0")
    run = tapis("door", *asked, "--insecure")
    assert run.returncode == 2
    assert "install 'tapis-vert[web]'" in run.stderr.decode()


needs_chromium = pytest.mark.skipif(not CHROMIUM, reason="needs Chromium")


@needs_chromium
def test_a_phone_plays_with_the_keys_of_the_page_comes_back_and_is_told_the_end(door, tmp_path):
    open_line = "typeof line !== 'undefined' && line?.readyState === WebSocket.OPEN"
    with Browser(tmp_path, "fr") as browser:
        browser.show(door.address, 390, 700, is_phone=True)
        browser.until(open_line)
        browser.until("document.querySelector('.xterm-helper-textarea')?.inputMode === 'none'")
        guests = {*(door.folder / "guests").iterdir()}
        sizes = browser.value(
            "[...document.querySelectorAll('#keys button')]"
            ".map((key) => key.getBoundingClientRect()).map((key) => [key.width, key.height])"
        )
        assert len(sizes) == 10
        assert min(map(min, sizes)) >= 48, "a thumb is no mouse"
        browser.value("said = []; line.addEventListener('message', (m) => said.push(m.data))")
        browser.tap("[data-key=enter]")
        browser.until("said.length > 0")
        browser.tap("#typing")
        browser.until("document.querySelector('.xterm-helper-textarea').inputMode === 'text'")
        browser.value("void (window.before = true, setTimeout(() => location.reload()))")
        browser.until(f"!window.before && {open_line}")
        assert {*(door.folder / "guests").iterdir()} == guests
        # a key that comes before the program reads keys is lost, as at any terminal
        ctrl_q = "line.send(JSON.stringify(['stdin', '\\x11']))"
        quits = f"line.readyState === WebSocket.OPEN && {ctrl_q}"
        browser.until(f"({quits}, document.querySelector('#end').open)")
        said = browser.value("document.querySelector('#end').innerText")
        assert said.split("\n")[0] == "La session est terminée. Vos parties sont enregistrées."
        assert browser.errors == []
