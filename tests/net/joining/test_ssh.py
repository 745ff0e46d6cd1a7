"""Tables of another machine by ssh: addresses, the relay, whole games, lost lines, faults."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from far_places import FarPlace, no_line_is_left, players
from line_programs import TAPIS, environment
from ssh_server import SSH, ssh_server

from engine.updates import Disconnected, Reconnected
from host.plan import SeatPlan
from net.joining.reasons import JoinReason, NotJoined
from net.joining.seats import TokenBook, sign_at, sit_at
from net.joining.ssh import SshAddress, ssh_address

TWO = (SeatPlan(), SeatPlan())
ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ssh://example.org", ("", "example.org", "", "")),
        ("ssh://example.org/", ("", "example.org", "", "")),
        ("ssh://zoe@example.org:2200/duel-2", ("zoe", "example.org", "2200", "duel-2")),
        ("ssh://[fe80::1]/t@zoe", ("", "fe80::1", "", "t@zoe")),
    ],
)
def test_an_address_has_an_account_a_machine_a_port_and_a_table(text, found):
    address = ssh_address(text, may_ask=False)
    assert address[:4] == found
    assert ssh_address(address.called(address.name), may_ask=False) == address


@pytest.mark.parametrize(
    "text",
    [
        "ssh://",
        "ssh://-oProxyCommand=touch%20x/t",
        "ssh://-oProxyCommand=x@host/t",
        "ssh://zoe@-oProxyCommand=x/t",
        "ssh://zoe@host:-p/t",
        "ssh://host/-t",
        "ssh://host/a/b/c",
        "ssh://ho st/t",
        "ssh://host;id/t",
        "ssh://host/t\n-o",
        "ssh://zoé@host",
    ],
)
def test_an_address_that_is_none_is_told_and_no_part_of_it_becomes_an_option(text):
    with pytest.raises(NotJoined) as not_joined:
        ssh_address(text, may_ask=True)
    assert not_joined.value.reason is JoinReason.ADDRESS


def test_ssh_may_ask_the_first_time_and_never_on_the_screen():
    address = SshAddress("zoe", "host", "22", "t", may_ask=True)
    assert address.command()[-2:] == ["host", "tapis relay"]
    assert address.command()[address.command().index("--") + 1] == "host"
    assert "BatchMode=yes" not in address.command()
    assert "BatchMode=yes" in address.later().command()


def relayed(message: str | bytes) -> dict[str, object]:
    """Return the first answer on the line of a relay."""
    data = message if isinstance(message, bytes) else message.encode()
    words = [sys.executable, "-m", "cli", "relay"]
    ended = subprocess.run(words, input=data, stdout=subprocess.PIPE, cwd=ROOT, check=False)
    return json.loads(ended.stdout.splitlines()[0])


def look(table: str) -> str:
    return json.dumps({"cmd": "look", "protocol": 2, "table": table}) + "\n"


def test_a_relay_leads_to_a_table_by_its_name_or_to_the_only_one(tables):
    assert relayed(look(""))["code"] == "gone"
    tables.start(game="duel", seats=TWO, name="one")
    assert relayed(look(""))["table"] == "one"
    assert relayed(look("two"))["code"] == "gone"
    assert relayed(b"\xff\n")["code"] == "message"
    tables.start(game="zen", seats=TWO, name="two")
    assert relayed(look("two"))["game"] == "zen"
    several = relayed(look(""))
    assert several["code"] == "which"
    assert "one@" in str(several["text"]) and "two@" in str(several["text"])


@pytest.fixture
def server(tmp_path, monkeypatch):
    """Give an ssh server that runs commands in the home of this test."""
    if not SSH:
        pytest.skip("there is no ssh here")
    with ssh_server(tmp_path) as there:
        monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
        yield there


def far_place(server, table: str = "", **hello) -> FarPlace:
    return FarPlace(SshAddress("zoe", "127.0.0.1", str(server.port), table, may_ask=False), **hello)


def test_a_game_is_played_by_ssh_to_its_end_and_a_lost_line_comes_back(server, tables):
    table = tables.start(game="duel", seats=TWO, seed=5, name="one")
    one, two = far_place(server, name="Zoé"), FarPlace(table, name="Paul")
    assert one.client.company.table == f"ssh://zoe@127.0.0.1:{server.port}/one"
    one.until_begun()
    server.cut()
    one.until(lambda: one.has_heard(Disconnected))
    one.until(lambda: one.has_heard(Reconnected))
    both = players(one, two)

    def are_done() -> bool:
        two.loop.run()
        return all(player.is_over for player in both)

    one.until(are_done)
    assert one.client.timeline.outcome == two.client.timeline.outcome is not None
    assert server.commands == ["tapis relay", "tapis relay"]
    for place in (one, two):
        place.leave()
    assert no_line_is_left()


def test_a_level_and_a_program_play_two_games_by_ssh_and_tell_who_won(server, tables, tmp_path):
    told = (ROOT / "docs" / "players.md").read_text().partition("### A player in ten lines")[2]
    bot = tmp_path / "bot.py"
    bot.write_text(re.search(r"```python\n(.*?)```", told, re.DOTALL)[1])
    tables.start(game="duel", seats=TWO, seed=5, name="one")
    address = f"ssh://zoe@127.0.0.1:{server.port}/one"
    runs = [
        subprocess.Popen(
            [*TAPIS, "join", address, "--games", "2", "--player", player, "--name", name],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            env=environment(PATH=os.environ["PATH"], TMPDIR=os.environ["TMPDIR"]),
        )
        for player, name in (("random", "Ada"), (f"exec:{sys.executable} {bot}", "Bot"))
    ]
    said = [run.communicate(timeout=60)[0].decode().splitlines()[1:] for run in runs]
    assert [run.returncode for run in runs] == [0, 0]
    assert said[0] == said[1]
    *games, score = said[0]
    assert len(games) == 2
    assert all(game.startswith("The game is over: ") for game in games)
    assert score.startswith("Games won: ")


def test_a_seat_by_ssh_is_found_again_by_its_token(server, tables):
    tables.start(game="duel", seats=TWO, seed=5, name="one")
    for _ in range(2):
        place = far_place(server, name="Zoé")
        assert place.client.own_seats == {0}
        assert place.token
        place.leave()
    address = SshAddress("zoe", "127.0.0.1", str(server.port), "one", may_ask=False)
    kept = TokenBook().find(address.server, address.name)
    assert kept and kept.token == place.token.token
    kept.release()


def test_a_seat_of_a_game_in_play_is_played_on_by_ssh_with_its_token_alone(server, tables):
    table = tables.start(game="duel", seats=TWO, seed=5, name="one")
    one, two = far_place(server, "one", name="Zoé"), FarPlace(table, name="Paul")
    one.until_begun()
    one.leave()
    again = far_place(server, "one", name="Zoé")
    assert again.client.own_seats == {0}
    for place in (again, two):
        place.leave()
    assert no_line_is_left()


def test_a_table_describes_itself_by_ssh(server, tables):
    tables.start(game="zen", seats=TWO, name="one")
    address = f"ssh://zoe@127.0.0.1:{server.port}"
    sign = sign_at(address)
    assert (sign.name, sign.game) == (f"{address}/one", "zen")


def not_joined(server, table: str = "") -> NotJoined:
    with pytest.raises(NotJoined) as found:
        sit_at(f"ssh://zoe@127.0.0.1:{server.port}/{table}", "Zoé")
    return found.value


def test_a_fault_of_ssh_is_told_with_its_own_words(server, monkeypatch):
    assert not_joined(server, "none").reason is JoinReason.GONE
    server.knows_tapis = False
    assert str(not_joined(server)) == (
        "127.0.0.1 does not know the command tapis, which has to be installed there too."
    )
    server.let_in("stranger")
    refused = not_joined(server)
    assert refused.reason is JoinReason.NOT_REACHED_SAID
    assert "Permission denied" in str(refused)
    monkeypatch.setenv("PATH", "/nowhere")
    assert not_joined(server).reason is JoinReason.NO_SSH
