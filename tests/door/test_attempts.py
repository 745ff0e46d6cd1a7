"""Nothing of another account, of a guest or of the door is read or changed by those inside.

Each attempt has a name: the way it goes by and what it is after. What is typed, asked for and sent
along goes by ssh to one door, in which everything that belongs to others holds a secret word.
"""

from __future__ import annotations

import asyncio
import os
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from door_program import Door, asyncssh, lines

SECRET = "Zorro77"
SECRETS = (SECRET, "root:x:0", "BEGIN OPENSSH")
"""Words that others' files hold, the machine's and the door's key."""

GAME = "new duel\nbegin\n"
WORDS = {
    **dict.fromkeys(("resume", "replay", "open", "delete", "copy 1", "daily", "join"), ""),
    **dict.fromkeys(("save", "share picture"), GAME),
}
"""The words that take a name or a path, and what is typed before."""


class Scene:
    """A door, and the folders of somebody with secrets and of an attacker."""

    def __init__(self, door: Door) -> None:
        self.door = door
        self.victim, self.attacker = (asyncssh.generate_private_key("ssh-ed25519") for _ in "12")
        for key in (self.victim, self.attacker):
            asyncio.run(lines(door, key, "new duel\nbegin\nsave mine\n"))
        asyncio.run(lines(door, None, "new duel\nbegin\nsave mine\n"))
        self.other, self.own = map(door.folder_of, (self.victim, self.attacker))
        (self.guest,) = (door.folder / "guests").iterdir()
        for folder in (self.other, self.guest):
            game = folder / "games/mine.json"
            told = game.read_text().replace('"North"', f'"{SECRET}"')
            assert SECRET in told
            game.write_text(told)
            (folder / "games/é.json").write_text(told)
        (self.other / "casts").mkdir()
        (self.other / "casts/2026-01-01-000000.cast").write_text(SECRET)
        (self.door.folder / "bans").write_text(f"# {SECRET}\n")
        (self.own / "games/link.json").symlink_to(self.other / "games/mine.json")
        (self.own / "to-root").symlink_to("/")

    def targets(self) -> dict[str, Path]:
        """Return all that is not the attacker's, by its name."""
        door, other = self.door.folder, self.other
        return {
            "another's game": other / "games/mine.json",
            "another's game with an accent": other / "games/é.json",
            "another's memory": other / "memory.json",
            "another's list of games": other / "games.index",
            "another's recording": other / "casts/2026-01-01-000000.cast",
            "another's folder": other / "games",
            "a guest's game": self.guest / "games/mine.json",
            "the door's key": door / "host_key",
            "the bans": door / "bans",
            "the keys": door / "keys",
            "the machine's accounts": Path("/etc/passwd"),
            "the environment": Path("/proc/self/environ"),
        }

    def spellings(self, target: Path) -> dict[str, str]:
        """Return the ways to write the path of a target."""
        name, up = str(target), os.path.relpath(target, self.own)
        return {
            "as it is": name,
            "from here": up,
            "from the games": f"games/../{up}",
            "from home": f"~/{up}",
            "by a link": f"to-root{name}",
            "with slashes": name.replace("/", "//"),
            "by the process": f"/proc/self/root{name}",
            "by a variable": f"$HOME/{up}",
            "decomposed": unicodedata.normalize("NFD", name),
            "as an address": f"file://{name}",
        }

    def typed(self, word: str) -> dict[str, str]:
        """Return what is typed after a word, by the name of the attempt."""
        paths = {
            f"{word}, {how}: {what}": f"{word} {path}"
            for what, target in self.targets().items()
            for how, path in self.spellings(target).items()
        }
        return paths | {f"{word}, a link among the games": f"{word} link"}

    def commands(self) -> Iterator[str]:
        """Yield what is asked for beside the program."""
        for target in map(str, self.targets().values()):
            up = os.path.relpath(target, self.own / "casts")
            yield from (f"casts {target}", f"casts {up}")
            yield from (f"cat {target}", f"talk {target}", f"record {target}", f"scp -f {target}")
            yield from (f"talk; cat {target}", f"casts remove {target}", f"casts remove {up}")
        yield from ("sh", "bash -i", "/bin/sh", "sftp-server", "rsync --server . .", "env", "tapis")
        yield from ("bind 0000-0000", "keys remove 2", "keys remove -1", "keys remove 0", "bind *")

    def surroundings(self) -> Iterator[tuple[str, str]]:
        """Yield the names and values that are sent along as the client's environment."""
        for name in ("HOME", "TAPIS_HOME", "XDG_DATA_HOME", "PWD", "LOGNAME", "TMPDIR", "LANG"):
            yield name, str(self.other)
        yield from (("LC_ALL", f"../{self.other.name}"), ("LANGUAGE", str(self.other)))
        for name in ("LD_PRELOAD", "PYTHONPATH", "PYTHONSTARTUP", "PYTHONHOME", "TEXTUAL_DRIVER"):
            yield name, str(self.other / "games/mine.json")
        yield from (("TERMINFO", str(self.other)), ("TERM", f"../{self.other.name}"))

    def names(self) -> list[str]:
        """Return the user names by which somebody could look like another."""
        name = self.other.name
        print_ = self.victim.get_fingerprint()
        return [name, print_, f"../{name}", f"accounts/{name}", f"door:{name}", "root", "*", "\\0"]

    def belongings(self) -> dict[Path, bytes]:
        """Return all files that are not the attacker's, and what is in them."""
        places = (self.other, self.guest, self.door.folder / "keys")
        files = [path for place in places for path in place.rglob("*") if path.is_file()]
        files += [self.door.folder / "host_key", self.door.folder / "bans"]
        return {path: path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    door = Door(tmp_path_factory.mktemp("door"))
    yield Scene(door)
    door.close()


def told(said: str) -> list[str]:
    """Return the lines that tell something of others."""
    return [line for line in said.splitlines() if any(word in line for word in SECRETS)]


def test_the_attempts_are_more_than_five_hundred_and_each_has_its_name(scene):
    names = [name for word in WORDS for name in scene.typed(word)]
    names += [f"command {command}" for command in scene.commands()]
    names += [f"environment {name}" for name, _value in scene.surroundings()]
    names += [f"user {name}" for name in scene.names()]
    assert len(names) == len(set(names)) > 1000


def test_the_secret_would_be_found(scene):
    said, _status = asyncio.run(lines(scene.door, scene.victim, "replay mine\n"))
    assert told(said)


@pytest.mark.parametrize("word", WORDS)
def test_no_path_that_is_typed_leads_to_what_is_of_others(scene, word):
    before = scene.belongings()
    typed = [*scene.typed(word).values()]
    typing = WORDS[word] + "".join(f"{line}\n" for line in typed)
    said, _status = asyncio.run(lines(scene.door, scene.attacker, typing))
    assert said.count("> ") > len(typed), "each was answered"
    assert told(said) == []
    assert scene.belongings() == before


def test_no_command_reads_or_changes_what_is_of_others(scene):
    before = scene.belongings()

    async def ask() -> list[str]:
        async with scene.door.connect(scene.attacker, here="127.0.2.1") as line:
            answers = [await line.run(command, input="") for command in scene.commands()]
        return [*map(str, (ran.stdout + ran.stderr for ran in answers))]

    assert [told(said) for said in asyncio.run(ask()) if told(said)] == []
    assert scene.belongings() == before


def test_no_environment_that_is_sent_along_leads_into_another_account(scene):
    async def ask() -> list[str]:
        async with scene.door.connect(scene.attacker, here="127.0.3.1") as line:
            ran = [
                await line.run("talk", env={name: value}, input="games\nreplay mine\n")
                for name, value in scene.surroundings()
            ]
        return [str(one.stdout + one.stderr) for one in ran]

    for said in asyncio.run(ask()):
        assert told(said) == []
        assert "North" in said, "it is the attacker's own game"


def test_no_name_leads_into_another_account_with_a_key_or_without(scene):
    async def ask(key: asyncssh.SSHKey | None, name: str, number: int) -> str:
        async with scene.door.connect(key, name, f"127.0.4.{number}") as line:
            return str((await line.run("talk", input="games\nreplay mine\n")).stdout)

    async def every() -> list[str]:
        return [
            await ask(key, name, number)
            for number, name in enumerate(scene.names(), start=1)
            for key in (scene.attacker, None)
        ]

    assert [said for said in asyncio.run(every()) if told(said)] == []


def test_a_guest_is_none_of_those_who_came_before(scene):
    said, _status = asyncio.run(lines(scene.door, None, "games\nreplay mine\nresume mine\n"))
    assert told(said) == []
