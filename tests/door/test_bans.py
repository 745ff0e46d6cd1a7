"""The keeper bans keys and addresses in a file, which counts at once, also for those inside."""

from __future__ import annotations

import asyncio

import pytest
from line_programs import tapis

from door.accounts import Accounts
from door.bans import read_bans
from door.house import BANNED, House, HouseRules, Visitor
from play.manual_loop import ManualLoop

KEY, OTHER = (f"SHA256:{letter * 43}" for letter in "ab")


@pytest.mark.parametrize(
    ("line", "origin", "is_banned"),
    [
        ("192.0.2.7", "192.0.2.7", True),
        ("192.0.2.7  # loud", "192.0.2.8", False),
        ("192.0.2.0/24", "192.0.2.200", True),
        ("192.0.2.9/24", "192.0.2.200", True),
        ("2001:db8:1:2::7", "2001:db8:1:2::/64", True),
        ("2001:db8::/32", "2001:db8:1:2::/64", True),
        ("2001:db8:1:3::7", "2001:db8:1:2::/64", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("0.0.0.0/0", "2001:db8::/64", False),
        ("192.0.2.7", "somewhere", False),
    ],
)
def test_an_address_or_a_network_is_banned(line, origin, is_banned):
    bans = read_bans(f"# friends of nobody\n\n{line}\n")
    assert bans.faults == []
    assert bans.hold_origin(origin) is is_banned


@pytest.mark.parametrize("line", ["ada", "192.0.2", "SHA256:short", "192.0.2.0/33", "md5:00:11"])
def test_a_line_that_is_no_ban_is_named_and_the_others_count(line):
    bans = read_bans(f"192.0.2.7\n{line}\n{KEY}\n")
    (fault,) = bans.faults
    assert str(fault).startswith(f"bans, line 2: {line} is neither a key")
    assert bans.hold_origin("192.0.2.7")
    assert bans.hold_key([KEY])


def test_a_ban_of_one_key_bans_all_keys_of_its_account(tmp_path):
    accounts = Accounts(tmp_path)
    house = House(ManualLoop(), HouseRules(), accounts)
    accounts.bind(OTHER, accounts.of_key(KEY))
    (tmp_path / "bans").write_text(KEY)
    assert not house.read_bans()
    assert house.enter(Visitor(OTHER, "192.0.2.7")) == BANNED
    assert house.enter(Visitor("", "192.0.2.7")) == ""
    (tmp_path / "bans").unlink()
    house.read_bans()
    assert house.enter(Visitor(OTHER, "192.0.2.7")) == ""


def test_a_ban_ends_a_session_and_lets_nobody_in(tmp_path):
    asyncssh = pytest.importorskip("asyncssh", reason="needs the packages of tapis-vert[door]")
    from door_program import Door, lines, painted, seen

    door = Door(tmp_path / "door")
    key = asyncssh.generate_private_key("ssh-ed25519")

    async def play() -> str:
        async with door.connect(key) as line:
            screen = await painted(line)
            await seen(screen, "game")
            (door.folder / "bans").write_text(f"nobody\n{key.get_fingerprint()}\n")
            await screen.wait_closed()
            told = (await screen.stderr.read()).decode()
        said, status = await lines(door, key, "")
        assert (said.strip(), status) == (BANNED, 1)
        said, status = await lines(door, key, "", command="keys")
        assert (said.strip(), status) == (BANNED, 2)
        return told

    assert BANNED in asyncio.run(play())
    door.process.terminate()
    assert "tapis: bans, line 1: nobody is neither" in door.process.stderr.read().decode()
    door.close()


def test_a_door_with_a_ban_that_cannot_be_read_is_not_opened(tmp_path):
    (tmp_path / "bans").write_text("everybody\n")
    run = tapis("door", "--listen", "127.0.0.1:0", "--folder", tmp_path)
    assert run.returncode == 2
    assert run.stderr.decode().startswith("tapis: no door: bans, line 1: everybody is neither")
