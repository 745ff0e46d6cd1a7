"""The door by ssh: a key is an account, nobody is asked for a password, and no line outlives."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path

import pytest
from door_program import Door, lines, painted, seen
from line_programs import tapis
from visits import END_SECONDS, ends_within, visits_in

from door.accounts import GUEST_SECONDS, Accounts
from door.house import House, HouseRules, Visitor
from play.manual_loop import ManualLoop

asyncssh = pytest.importorskip("asyncssh", reason="needs the packages of tapis-vert[door]")


def test_a_key_finds_its_games_again_and_another_key_does_not(door, key):
    said, status = asyncio.run(lines(door, key, "new duel\nbegin\nsave mine\n"))
    assert "mine.json" in said
    assert status == 1, "as at home, where what is typed ends in a game"
    folder = door.folder_of(key)
    assert folder.stat().st_mode & 0o077 == 0
    again, _status = asyncio.run(lines(door, key, "games\n", name="another-name"))
    assert "mine" in again
    path = folder / "games/mine.json"
    kept = path.read_bytes()
    other = asyncssh.generate_private_key("ssh-rsa", key_size=2048)
    typed = f"games\nopen {path}\nopen ../{folder.name}/games/mine\nreplay {path}\nsave {path}\n"
    said, _status = asyncio.run(lines(door, other, typed))
    assert "Permission denied" in said
    assert "North" not in said
    assert path.read_bytes() == kept


@pytest.mark.parametrize("name", ["guest", "ada"])
def test_somebody_without_a_key_is_a_guest_without_an_account(door, name):
    before = set(door.accounts())
    said, status = asyncio.run(lines(door, None, "new duel\nbegin\nsave mine\n", name))
    assert "mine.json" in said
    assert status == 1, "as at home, where what is typed ends in a game"
    assert set(door.accounts()) == before
    assert [*(door.folder / "guests").glob("*/games/mine.json")]


def test_the_folder_of_a_guest_is_gone_a_day_after_the_guest(tmp_path):
    accounts = Accounts(tmp_path)
    house = House(ManualLoop(), HouseRules(), accounts)
    guest = Visitor("", "192.0.2.7")
    folder, account = house.folder_of(guest), accounts.of_key("SHA256:a/b+c")
    assert house.enter(guest) == ""
    os.utime(folder, (0, 0))  # came long ago, and plays on
    accounts.forget_guests(10 * GUEST_SECONDS, house.guests())
    assert folder.exists()
    house.leave(guest, folder)
    left = folder.stat().st_mtime
    accounts.forget_guests(left + GUEST_SECONDS - 1, house.guests())
    assert folder.exists()
    accounts.forget_guests(left + GUEST_SECONDS + 1, house.guests())
    assert not folder.exists()
    assert account.exists()


def test_five_people_at_once_each_have_their_own_language_and_size(door):
    async def play() -> None:
        async with contextlib.AsyncExitStack() as stack:
            visits = []
            for number in range(5):
                key = asyncssh.generate_private_key("ssh-ed25519")
                line = await stack.enter_async_context(door.connect(key))
                lang = "fr_FR.UTF-8" if number % 2 else "en_GB.UTF-8"
                visits.append(await painted(line, lang=lang))
            for number, visit in enumerate(visits):
                await seen(visit, "Première partie" if number % 2 else "First game")
            visits[0].change_terminal_size(20, 5)
            await seen(visits[0], "needs 40")
            for visit in visits:
                visit.stdin.write(b"\x11")  # Ctrl+Q
            for visit in visits:
                await visit.wait_closed()
                assert visit.exit_status == 0

    asyncio.run(play())


@pytest.mark.parametrize("command", [None, "talk"])
def test_a_line_that_is_cut_ends_its_visit(door, key, command):
    async def cut() -> int:
        async with door.connect(key) as line:
            asked = {"command": command, "encoding": None}
            await seen(await (line.create_process(**asked) if command else painted(line)), "game")
            (process,) = visits_in(door.folder_of(key))
            handle = os.pidfd_open(process)  # its number may soon be another's
            line.abort()
        return handle

    assert ends_within(asyncio.run(cut()), END_SECONDS)


def test_a_silent_session_is_warned_and_then_ended_with_its_game_kept(tmp_path, key):
    opened = Door(tmp_path / "door", "--silent", "3")

    async def be_silent():
        async with opened.connect(key) as line:
            screen = await painted(line)
            program = await line.create_process("talk", encoding=None)
            program.stdin.write(b"new duel\nbegin\nsave mine\n")
            await seen(screen, "First game")
            screen.stdin.write(b"\x1b[B")  # the silence begins anew, once there is a screen
            said = await seen(screen, "there?")  # cells that stay as they were are not sent
            said += await seen(screen, "\x1b[?1049l")
            told = await screen.stderr.read() + await program.stderr.read()
            await screen.wait_closed()
            return told.decode(), screen.exit_status

    told, status = asyncio.run(be_silent())
    opened.close()
    assert "Are you there?" in told, "in words it is said beside them"
    assert told.count("Nobody has typed here") == 2
    assert status == 1
    assert (opened.folder_of(key) / "games/mine.json").exists()


@pytest.mark.parametrize(
    ("command", "lang", "said"),
    [
        ("sh", "C", "ssh HOST opens the table"),
        ("talk --help", "fr_FR.UTF-8", "ssh HÔTE ouvre la table"),
    ],
)
def test_another_command_is_refused_in_the_language_of_the_person(door, key, command, lang, said):
    async def ask():
        async with door.connect(key) as line:
            return await line.run(command, env={"LANG": lang})

    ran = asyncio.run(ask())
    assert said in ran.stderr
    assert ran.exit_status == 2


def test_nothing_but_sessions_is_let_through(door, key):
    async def attempt() -> None:
        async with door.connect(key) as line:
            with pytest.raises(asyncssh.ChannelOpenError):
                await line.open_connection("127.0.0.1", door.port)
            with pytest.raises(asyncssh.ChannelListenError):
                await line.forward_remote_port("127.0.0.1", 0, "127.0.0.1", door.port)
            with pytest.raises((asyncssh.ChannelOpenError, asyncssh.SFTPError)):
                await line.start_sftp_client()

    asyncio.run(attempt())


def test_a_key_that_is_shown_and_not_proved_gives_no_account(key):
    from door.server import DoorServer

    server = DoorServer(None)
    server.begin_auth("ada")
    server.validate_public_key("ada", key.convert_to_public())
    assert server.get_kbdint_challenge("ada", "", "") is True
    server.auth_completed()
    assert server._account == ""
    server.validate_public_key("ada", key.convert_to_public())
    assert server.begin_auth("guest") is False
    server.auth_completed()
    assert server._account == ""


def test_a_door_that_is_stopped_keeps_all_games_and_leaves_no_process(tmp_path, key):
    opened = Door(tmp_path / "door")
    (opened.folder / "motd").write_text("Cards\x1b[2J at eight.\n")

    async def play() -> int:
        async with opened.connect(key) as line:
            program = await line.create_process("talk", encoding=None)
            program.stdin.write(b"new duel\nbegin\nsave mine\n")
            await seen(program, "mine.json")
            (process,) = visits_in(opened.folder_of(key))
            opened.process.send_signal(signal.SIGTERM)
            await program.wait_closed()
            return process

    process = asyncio.run(play())
    opened.close()
    assert not Path(f"/proc/{process}").exists()
    assert (opened.folder_of(key) / "games/mine.json").exists()
    assert (opened.folder / "host_key").stat().st_mode & 0o777 == 0o600


def test_the_message_of_the_day_steers_no_terminal(tmp_path):
    accounts = Accounts(tmp_path)
    assert accounts.message() == ""
    (tmp_path / "motd").write_text("Cards\x1b[2J at eight.\n")
    assert accounts.message() == "Cards[2J at eight.\n"


def test_a_port_or_a_folder_that_is_taken_is_said_in_one_line(door, tmp_path):
    where = f"127.0.0.1:{door.port}"
    run = tapis("door", "--listen", where, "--folder", tmp_path)
    assert run.returncode == 2
    assert run.stderr.decode() == f"tapis: no door: {where}: Address already in use\n"
    run = tapis("door", "--listen", "127.0.0.1:0", "--folder", door.folder)
    assert run.returncode == 2
    assert run.stderr.decode().startswith("tapis: no door: Another door has the folder ")


def test_a_folder_from_which_modules_are_loaded_is_none_for_accounts(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path / "accounts"))
    run = tapis("door", "--listen", "127.0.0.1:0", "--folder", tmp_path)
    assert run.returncode == 2
    assert run.stderr.decode().endswith("from where this program loads its parts.\n")
    assert not (tmp_path / "guests").exists()


def test_without_its_packages_the_door_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "asyncssh", None)
    for name in ("door.server", "door.session"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    run = tapis("door", "--folder", tmp_path / "door")
    assert run.returncode == 2
    assert "pip install 'tapis-vert[door]'" in run.stderr.decode()
    assert not (tmp_path / "door").exists()
