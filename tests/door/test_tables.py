"""At the tables of a door people meet: each as the account of their key, and as nobody else."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess

import pytest
from door_program import Door
from evenings import Evening, come_back_after_cuts
from line_programs import TAPIS, environment
from table_processes import children_of
from terminal import PATIENCE

A_SHORT_GAME = ("new war", "2 2", "3 1")
"""A game of Bataille for two, with a card each."""


@pytest.fixture(scope="module")
def door(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(tmp_path_factory.mktemp("t")))
        opened = Door(tmp_path_factory.mktemp("door"))
        yield opened
        opened.close()


def test_two_people_play_a_game_in_words_while_a_third_watches_and_then_another_one(door):
    async def play() -> None:
        async with Evening(door) as evening:
            ada, louis, zoe = [await evening.talker(name) for name in ("ada", "louis", "zoe")]
            ada.type(*A_SHORT_GAME, "host")
            await ada.until("2. Player 2: free.")
            assert "among the shared tables: ada\n" in ada.said
            louis.type("tables", "join 1")
            assert "door/ada: Bataille, ada: 1 seat free" in await louis.until("louis (you)")
            zoe.type("tables", "watch 1")
            await zoe.until("watch")
            await ada.until("louis")
            for _game in range(2):
                for one in (ada, louis, zoe):
                    await one.until("Duel 1")
                ada.type("turn")
                louis.type("turn")
                await zoe.until("1. Player 1: ")
                for one in (ada, louis):
                    await one.until("nobody alone chose the cards")
                ada.type("say 1")
                await louis.until("Player 1 (ada): Hello.")
                zoe.type("say 1")
                await ada.until("A spectator: Hello.")
                for one in (ada, louis):
                    one.type("new")

    asyncio.run(play())


def test_a_watcher_sees_no_hand_and_each_player_only_their_own(door):
    async def play() -> None:
        async with Evening(door) as evening:
            eve, max_, ivy = [await evening.talker(name) for name in ("eve", "max", "ivy")]
            eve.type("host duel")
            await eve.until("2. South: free.")
            max_.type("join eve")
            await max_.until("South holds: ")
            await eve.until("North holds: ")
            ivy.type("watch eve", "hand", "look")
            await ivy.until("and 52 cards to draw")
            eve.type("resign", "resign")
            await max_.until("You win")
            assert "South holds" not in eve.said
            assert "North holds" not in max_.said.split("You win")[0]
            assert "holds" not in ivy.said

    asyncio.run(play())


def test_a_guest_is_called_one_and_two_people_never_have_one_name(door):
    async def play() -> None:
        async with Evening(door) as evening:
            ann = await evening.talker("ann")
            ann.type("new war", "2 4", "host")
            await ann.until("ann (you)")
            for name, called in (("Ann", "Ann"), ("ann", "ann 2")):
                evening.keys.pop(name, None)
                other = await evening.talker(name)
                other.type("join ann")
                await other.until(f"{called} (you)")
            guest = await evening.talker("ann", is_guest=True)
            guest.type("join ann")
            await guest.until("Player 4: guest (you)")

    asyncio.run(play())


def test_a_cut_line_costs_nobody_their_seat(door):
    assert come_back_after_cuts(door, 1, 2) == 4


@pytest.mark.slow
def test_200_cut_lines_cost_nobody_their_seat(door):
    assert come_back_after_cuts(door, 20, 5) == 200


def test_nobody_takes_a_seat_that_is_not_theirs_nor_comes_to_other_tables_of_the_machine(door):
    async def play() -> None:
        async with Evening(door) as evening:
            amy, tom, thief = [await evening.talker(name) for name in ("amy", "tom", "thief")]
            amy.type("host duel")
            await amy.until("2. South: free.")
            tom.type("join amy")
            await tom.until("South holds: ")
            evening.lines["tom"].abort()
            await amy.until("tom")
            tom, other = await evening.talker("tom"), await evening.talker("thief")
            seat = "Your seat at door/amy is waiting: join door/amy leads back to it.\n"
            async with asyncio.timeout(PATIENCE):
                while seat not in tom.said:  # the session before may still be about to end
                    tom.type("home")
                    await tom.until("> ")
            assert "Your seat" not in other.said
            for again in ("join amy", "join amy back"):
                thief.type(again)
                await thief.until("seat")
            for place in ("club/amy", "amy@root", "door/../amy", "ws://127.0.0.1:9/amy"):
                thief.type(f"join {place}", "zzz")
                await thief.until("No game is open here.")
            assert "amy" not in thief.said.split(". Settings")[1]

    asyncio.run(play())


def processes_of(process: int) -> list[int]:
    """Return a process and all that it and its children have started."""
    return [process, *(one for child in children_of(process) for one in processes_of(child))]


@pytest.mark.parametrize("is_whole", [False, True], ids=["the door", "all of its processes"])
def test_after_a_kill_each_game_goes_on_at_the_tables_and_alone(tmp_path, monkeypatch, is_whole):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    keys = {}

    async def begin() -> str:
        async with Evening(door, keys) as evening:
            ada, bob, zoe = [await evening.talker(name) for name in ("ada", "bob", "zoe")]
            ada.type(*A_SHORT_GAME, "host")
            await ada.until("2. Player 2: free.")
            bob.type("join ada")
            await bob.until("Duel 1")
            zoe.type("new war", "begin", "turn")
            await zoe.until("Duel 1")
            await zoe.until("Player 1> ")
            await zoe.until("Player 1> ")
            for process in processes_of(door.process.pid) if is_whole else [door.process.pid]:
                os.kill(process, signal.SIGKILL)
            return re.findall(r"Duel \d+: ", zoe.said)[-1]

    async def go_on(duel: str) -> None:
        async with Evening(door, keys) as evening:
            ada, bob, zoe = [await evening.talker(name) for name in ("ada", "bob", "zoe")]
            assert "Bataille: go on: " in zoe.said
            zoe.type("resume")
            await zoe.until(duel)
            ada.type("tables")
            await ada.until("in play")
            for one in (ada, bob):
                one.type("join ada")
                await one.until("Duel 1: ")
            for one in (ada, bob):
                one.type("turn")
            for one in (ada, bob):
                await one.until("new: another game.")

    door = Door(tmp_path / "door")
    duel = asyncio.run(begin())
    door.process.wait(PATIENCE)
    door.process.stderr.close()
    door = Door(tmp_path / "door")
    asyncio.run(go_on(duel))
    door.close()


def test_people_at_home_and_at_a_door_meet_at_one_table_of_a_server(tmp_path, monkeypatch):
    pytest.importorskip("websockets", reason="needs the packages of tapis-vert[online]")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    serving = [*TAPIS, "serve", "--name", "club", "--listen", "127.0.0.1:0", "--insecure"]
    server = subprocess.Popen(serving, env=environment(), stderr=subprocess.PIPE, text=True)
    address = next(line for line in server.stderr if "ws://" in line).split()[-1]
    door = Door(tmp_path / "door", "--server", "club")

    async def play() -> None:
        async with Evening(door) as evening:
            ada = await evening.talker("ada")
            ada.type(*A_SHORT_GAME, "host")
            await ada.until("2. Player 2: free.")
            joining = [*TAPIS, "join", address, "--name", "zoe", "--talk"]
            home = await asyncio.create_subprocess_exec(
                *joining, stdin=-1, stdout=-1, env=environment()
            )
            await ada.until("zoe")
            for one in (ada.program, home):
                one.stdin.write(b"turn\n")
            said, _ = await home.communicate(b"")
            assert "nobody alone" in said.decode()
            await ada.until("nobody alone chose the cards")

    asyncio.run(play())
    door.close()
    server.terminate()
    assert server.wait(PATIENCE) == 0
    server.stderr.close()
