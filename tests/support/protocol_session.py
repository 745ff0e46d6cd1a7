"""The sample session of docs/protocol.md, written by a short duel at a real table.

`PYTHONPATH=.:tests/support python tests/support/protocol_session.py` puts it into the page anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from table_processes import SocketClient, Tables, own_folder

from host.plan import SeatPlan

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"

TABLE: dict[str, Any] = {
    "game": "duel",
    "name": "ada",
    "options": {"first": "north"},
    "seats": (SeatPlan(), SeatPlan("greedy", "SUD (greedy)")),
    "seed": 5,
}
"""The table of the session."""

TURNS = 2
"""The turns that Ada plays before she resigns."""

_SESSION = re.compile(r"(?<=\n## A session\n)(.*?\n```\n).*?(\n```)", re.DOTALL)
_TOKEN = re.compile(r'"token":"[^"]{22}"')


def session_of(page: str) -> list[str]:
    """Return the lines of the session that a page shows, each with `> ` or `< ` before it."""
    found = re.search(r"\n## A session\n.*?\n```\n(.*?)\n```", page, re.DOTALL)
    assert found
    return found[1].splitlines()


def masked(line: str) -> str:
    """Return a line with the same token each time."""
    return _TOKEN.sub(f'"token":"{"A" * 22}"', line)


def is_people(line: str) -> bool:
    """Whether a line says who sits where."""
    return line.startswith('< {"cmd":"people"')


class Speaker:
    """Ada's client, which keeps all that is said."""

    def __init__(self, client: SocketClient) -> None:
        self.lines: list[str] = []
        self._client = client

    def say(self, line: str) -> None:
        """Send a line."""
        self.lines.append(f"> {line}")
        self._client.write(line.encode() + b"\n")

    def hear(self) -> str:
        """Return the next line, "" at the end; of lists of people in a row the last is kept."""
        line = self._client.read_line().decode().rstrip("\n")
        if line:
            heard = masked(f"< {line}")
            if is_people(heard) and is_people(self.lines[-1]):
                self.lines.pop()
            self.lines.append(heard)
        return line

    def hear_until(self, is_it: Callable[[str], bool]) -> None:
        """Read to a line that is wanted."""
        while not is_it(self.hear()):
            assert self.lines


def new_session(client: SocketClient) -> list[str]:
    """Play the session; return its lines."""
    ada = Speaker(client)

    def is_my_turn(line: str) -> bool:
        return '"cmd":"view"' in line and client.view.to_move == (0,)

    ada.say('{"cmd":"hello","protocol":2,"client":"1f0c","name":"Ada"}')
    ada.hear_until(is_my_turn)
    ada.say('{"cmd":"seen","view":1}')
    ada.say('{"cmd":"say","number":1,"phrase":"good-luck"}')
    ada.hear_until(lambda line: '"said"' in line)
    at = f'"moves":{client.at.moves},"epoch":0'
    ada.say(f'{{"cmd":"move","number":2,{at},"move":"99^A"}}')
    ada.hear_until(lambda line: '"refused"' in line)
    for number in range(3, 3 + TURNS):
        text = _turn(client)
        at = f'"moves":{client.at.moves},"epoch":0'
        ada.say(f'{{"cmd":"move","number":{number},{at},"move":"{text}"}}')
        ada.hear_until(is_my_turn)
        ada.say(f'{{"cmd":"seen","view":{client.at.view}}}')
    ada.say(f'{{"cmd":"resign","number":{3 + TURNS}}}')
    ada.hear_until(lambda line: '"view"' in line)
    ada.say('{"cmd":"leave"}')
    assert ada.hear() == ""
    return ada.lines


def replayed(client: SocketClient, lines: list[str]) -> list[str]:
    """Say what the client of a session says, each when all before was heard; return all lines."""
    ada = Speaker(client)
    for number, line in enumerate(lines):
        if line.startswith("> "):
            ada.say(line[2:])
            continue
        while len(ada.lines) <= number or (is_people(line) and ada.lines[number] != line):
            if not ada.hear():
                return ada.lines
    assert ada.hear() == ""
    return ada.lines


def _turn(client: SocketClient) -> str:
    """Return the turn that a computer player would make."""
    player = client.game.computer_players["greedy"](0)
    return client.game.format_wire(player.choose(client.view))


def main() -> None:
    """Put a new session into the page."""
    with own_folder():
        tables = Tables()
        try:
            lines = new_session(tables.client(tables.start(**TABLE)))
        finally:
            tables.end_all()
    session = "\n".join(lines)
    page = PAGE.read_text()
    PAGE.write_text(_SESSION.sub(lambda found: f"{found[1]}{session}{found[2]}", page))


if __name__ == "__main__":
    main()
