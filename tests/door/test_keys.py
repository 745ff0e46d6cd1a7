"""A second key is bound by a code: short-lived, used once, and not to be guessed."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace

import pytest

from door.accounts import Accounts
from door.codes import CODE_SECONDS, MOST_CODES, MOST_TRIES, Codes
from door.errands import errand
from door.house import UNBOUND, House, HouseRules, Visitor
from play.manual_loop import ManualLoop

FIRST, SECOND, THIRD = (f"SHA256:{letter * 43}" for letter in "abc")
CODE = re.compile(r"[0-9A-Z]{4}-[0-9A-Z]{4}")


class Scene:
    """A house, and people who ask for something there."""

    def __init__(self, folder) -> None:
        self.time = 0.0
        self.house = House(ManualLoop(lambda: self.time), HouseRules(), Accounts(folder))

    def ask(self, command: str, key: str = FIRST, origin: str = "192.0.2.7") -> str:
        answer = errand(self.house, Visitor(key, origin), command.split(), str)
        assert answer
        return answer.text

    def code(self, key: str = FIRST) -> str:
        return CODE.search(self.ask("bind", key))[0]

    def folder(self, key: str = FIRST):
        return self.house.accounts.of_key(key)

    def play(self, folder):
        (folder / "games").mkdir()
        (folder / "games/mine.json").touch()


@pytest.fixture
def scene(tmp_path):
    return Scene(tmp_path)


def test_a_code_lets_another_key_open_the_account_once(scene):
    folder = scene.folder()
    code = scene.code()
    assert "opens the account of the other" in scene.ask(f"bind {code}", SECOND)
    assert scene.folder(SECOND) == folder
    assert "no code" in scene.ask(f"bind {code}", THIRD)
    assert scene.folder(THIRD) != folder


@pytest.mark.parametrize("change", [str.lower, lambda code: code.replace("-", " "), str])
def test_a_code_is_taken_however_it_is_typed(scene, change):
    assert "opens the account" in scene.ask(f"bind {change(scene.code())}", SECOND)


def test_a_code_is_gone_after_ten_minutes_or_once_there_is_a_new_one(scene):
    early, late = scene.code(), scene.code()
    assert "no code" in scene.ask(f"bind {early}", SECOND)
    scene.time = CODE_SECONDS
    assert "no code" in scene.ask(f"bind {late}", SECOND)


def test_five_codes_can_be_tried_from_an_address_in_ten_minutes(scene):
    code = scene.code()
    for _try in range(MOST_TRIES):
        assert "no code" in scene.ask("bind 0000-0000", SECOND)
    assert "Too many" in scene.ask(f"bind {code}", SECOND), "not even the right one"
    assert "opens" in scene.ask(f"bind {code}", SECOND, origin="192.0.2.8")


def test_codes_are_forty_bits_of_chance_and_not_kept_without_end(tmp_path):
    codes = Codes(lambda: 0.0)
    made = [codes.new(tmp_path / str(number)) for number in range(MOST_CODES + 10)]
    assert len(set(made)) == len(made)
    assert len({sign for code in made for sign in code}) == 33, "32 signs and a hyphen"
    assert sum(codes.find(code) is not None for code in made) == MOST_CODES
    assert codes.find(made[-1])


def test_a_key_with_games_of_its_own_keeps_them_and_the_code_stays(scene):
    scene.play(scene.folder(SECOND))
    code = scene.code()
    assert "keeps it" in scene.ask(f"bind {code}", SECOND)
    assert scene.folder(SECOND) != scene.folder()
    assert "opens" in scene.ask(f"bind {code}", THIRD)


def test_a_guests_folder_becomes_the_account_of_a_key_once_the_guest_has_left(scene):
    guest = Visitor("", "192.0.2.7")
    assert scene.house.enter(guest) == ""
    folder = scene.house.folder_of(guest)
    scene.play(folder)
    code = scene.house.codes.new(folder)
    assert "Leave that game" in scene.ask(f"bind {code}", SECOND)
    scene.house.leave(guest, folder)
    assert "opens" in scene.ask(f"bind {code}", SECOND)
    assert not folder.exists()
    assert (scene.folder(SECOND) / "games/mine.json").exists()


def test_a_browser_whose_guest_became_an_account_opens_it_until_it_is_removed(scene):
    accounts, token = scene.house.accounts, "t" * 43
    folder = accounts.of_a_token(token)
    assert accounts.key_of(token) == "", "a guest"
    scene.play(folder)
    scene.ask(f"bind {scene.house.codes.new(folder)}")
    browser = accounts.key_of(token)
    assert scene.folder(browser) == scene.folder()
    assert (scene.folder() / "games/mine.json").exists()
    assert token not in browser
    assert "2. a browser" in scene.ask("keys")
    ended = []
    session = SimpleNamespace(visitor=Visitor(browser, "", token=token), end=ended.append)
    scene.house.sessions.append(session)
    scene.ask("keys remove 2")
    assert ended == [UNBOUND]
    assert accounts.key_of(token) == ""
    assert accounts.of_a_token(token) != scene.folder()


def test_a_guest_has_no_key_to_bind_to_list_or_to_remove(scene):
    for command in ("bind", f"bind {scene.code()}", "keys", "keys remove 1", "casts"):
        assert "without a key" in scene.ask(command, "")


def test_a_key_that_is_removed_opens_a_new_account_and_not_the_old_one(scene):
    folder = scene.folder()
    scene.ask(f"bind {scene.code()}", SECOND)
    listed = scene.ask("keys", SECOND)
    assert listed.splitlines() == [
        f"1. {FIRST}",
        f"2. {SECOND} (the key that you have come with)",
    ]
    assert "Come with another" in scene.ask("keys remove 2", SECOND)
    assert "no key 3" in scene.ask("keys remove 3", SECOND)
    assert "no more" in scene.ask("keys remove 1", SECOND)
    assert scene.folder(SECOND) == folder
    assert scene.folder() != folder
    assert scene.folder() == scene.folder(), "which is the same from then on"


def test_the_sessions_of_a_key_that_is_removed_are_ended(tmp_path):
    asyncssh = pytest.importorskip("asyncssh", reason="needs the packages of tapis-vert[door]")
    from door_program import Door, lines, painted, seen

    door = Door(tmp_path / "door")
    first, second = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))

    async def play() -> str:
        await lines(door, first, "new duel\nbegin\nsave mine\n")
        told, _status = await lines(door, first, "", command="bind")
        bound, _status = await lines(door, second, "", command=f"bind {CODE.search(told)[0]}")
        assert "opens the account" in bound
        said, _status = await lines(door, second, "games\n")
        assert "mine" in said
        async with door.connect(first) as line:
            screen = await painted(line)
            await seen(screen, "game")
            said, _status = await lines(door, second, "", command="keys remove 1")
            assert "no more" in said
            await screen.wait_closed()
            return (await screen.stderr.read()).decode()

    assert "taken away" in asyncio.run(play())
    told, _status = asyncio.run(lines(door, None, "new duel\nbegin\nsave mine\n"))
    assert CODE.search(told), "a guest who has games is told how to keep them"
    door.close()
