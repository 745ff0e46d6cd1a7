"""Each visit is a process of its own: terminal, folder, language; a closed line ends it."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from line_programs import environment
from terminal import PATIENCE

from door.visit import Ended, Visit, VisitFiles, ask_for, resize
from net.doorkeeper import Ends

SERVER = """
import socket, sys
from cli.command import run
from cli.lines import start
from tui import app
from door.fork_server import wait_for_visits
visit = wait_for_visits(socket.socket(fileno=int(sys.argv[1])))
sys.exit(run(visit.arguments) if visit else 0)
"""
LOADED = """
import atexit, os, socket, sys
from cli import visits
from cli.command import run
from door.fork_server import wait_for_visits
visits.load()
before = set(sys.modules)
visit = wait_for_visits(socket.socket(fileno=int(sys.argv[1])))
def note():
    with open("late", "w") as late:
        print(*sorted(set(sys.modules) - before), file=late)
if visit:
    atexit.register(note)
sys.exit(run(visit.arguments) if visit else 0)
"""
PROBE = """
import os, socket, sys
from pathlib import Path
from door.fork_server import wait_for_visits
visit = wait_for_visits(socket.socket(fileno=int(sys.argv[1])))
if visit:
    from words.translation import language
    from words.glyphs import glyphs, ASCII
    try:
        Path(visit.arguments[0]).read_text()
        seen = "read"
    except OSError as error:
        seen = "refused"
    size = os.get_terminal_size(0)
    print(sorted(os.environ), Path.cwd().name, language(), glyphs() is ASCII, seen)
    print(size.columns, size.lines, os.getsid(0) == os.getpid())
    sys.stdin.readline()
"""


class Line:
    """Our end of the terminal of a visit."""

    def __init__(self, master: int, control: socket.socket) -> None:
        self.master = master
        self.control = control
        self.said = b""

    def until(self, words: bytes) -> str:
        while words not in self.said:
            ready = select.select([self.master], [], [], PATIENCE)[0]
            assert ready, self.said
            self.said += os.read(self.master, 65536)
        return self.said.decode()

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def close(self) -> None:
        os.close(self.master)
        self.control.close()


class Forks:
    """A fork server in a process, and our end of its socket."""

    def __init__(self, script: str) -> None:
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.settimeout(PATIENCE)
        command = [sys.executable, "-c", script, str(theirs.fileno())]
        self.process = subprocess.Popen(
            command, env=environment(LANG="C"), pass_fds=[theirs.fileno()]
        )
        theirs.close()

    def visit(self, visit: Visit) -> Line:
        master, slave = os.openpty()
        resize(master, 100, 30)
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        asking, theirs_asked = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        asking.close()
        files = VisitFiles(slave, theirs.detach(), theirs_asked.detach())
        ask_for(self.socket, visit, files)
        files.close()
        ours.settimeout(PATIENCE)
        return Line(master, ours)

    def ended(self) -> Ended:
        return msgspec.json.decode(self.socket.recv(4096), type=Ended)

    def close(self) -> None:
        self.socket.close()
        assert self.process.wait(PATIENCE) == 0


@pytest.fixture
def forks(request):
    server = Forks(request.param)
    yield server
    server.close()


def a_visit(folder: Path, *arguments: str, number: int = 1, lang: str = "en_GB.UTF-8") -> Visit:
    folder.mkdir(exist_ok=True)
    home = {"HOME": str(folder), "TAPIS_HOME": str(folder), "LANG": lang, "TERM": "xterm"}
    return Visit(number, str(folder), arguments, home)


@pytest.mark.parametrize("forks", [PROBE], indirect=True, ids=["probe"])
def test_a_visit_has_its_own_environment_folder_language_and_terminal(forks, tmp_path):
    (tmp_path / "secret").write_text("secret")
    secret = str(tmp_path / "secret")
    french = forks.visit(a_visit(tmp_path / "zoé", secret, number=1, lang="fr_FR.UTF-8"))
    plain = forks.visit(a_visit(tmp_path / "paul", secret, number=2, lang="C"))
    names = "['HOME', 'LANG', 'TAPIS_HOME', 'TERM']"
    assert f"{names} zoé fr False refused\r\n100 30 True" in french.until(b"True")
    assert f"{names} paul en True refused\r\n100 30 True" in plain.until(b"30 True")
    plain.type("\n")
    assert forks.ended() == Ended(2, 0)
    french.close()
    assert forks.ended() == Ended(1, -signal.SIGHUP), "a closed line ends its visit"
    plain.close()


@pytest.mark.parametrize("forks", [SERVER], indirect=True, ids=["program"])
def test_two_people_play_in_words_and_on_the_screen_and_a_closed_line_keeps_the_game(
    forks, tmp_path
):
    words = forks.visit(a_visit(tmp_path / "ada", "--talk", number=1))
    screen = forks.visit(a_visit(tmp_path / "bob", number=2, lang="fr_FR.UTF-8"))
    words.until(b"> ")
    screen.control.send(msgspec.json.encode(Ends("LONG", 90.0)))
    screen.until("Vous êtes ici depuis longtemps".encode())
    words.type("new duel\nbegin\nsave mine\n")
    words.until(b"mine.json")
    screen.until("Première partie".encode())
    screen.close()
    assert forks.ended().number == 2
    words.close()
    assert forks.ended().number == 1
    assert (tmp_path / "ada/games/mine.json").exists()


@pytest.mark.parametrize("forks", [PROBE], indirect=True, ids=["probe"])
def test_visits_end_with_the_door(forks, tmp_path):
    line = forks.visit(a_visit(tmp_path / "ada", "x"))
    line.until(b"30 True")
    forks.close()
    with pytest.raises(OSError, match="Input/output error"):
        line.until(b"nothing more is said")
    line.close()


@pytest.mark.parametrize("forks", [LOADED], indirect=True, ids=["program"])
def test_no_module_is_left_for_a_session_to_load(forks, tmp_path):
    words = forks.visit(a_visit(tmp_path / "ada", "--talk", number=1))
    screen = forks.visit(a_visit(tmp_path / "bob", number=2))
    words.until(b"> ")
    words.type("new duel\nbegin\nsave mine\nstats\nquit\n")
    screen.until(b"First game")
    screen.type("\r")
    screen.until(b"Ctrl+N")
    screen.type("\x11")
    assert {forks.ended().number, forks.ended().number} == {1, 2}
    for who, line in (("ada", words), ("bob", screen)):
        assert (tmp_path / who / "late").read_text() == "\n"
        line.close()
