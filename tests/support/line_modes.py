"""Games of the line mode for people, typed by tests."""

from __future__ import annotations

import io
import re

from cli import sessions
from cli.game_commands import line_game
from cli.game_options import SeatRequests
from cli.lines.at_table import HomeTable
from cli.lines.console import LineConsole
from cli.lines.game import LineGame
from cli.sessions import GameRequest
from engine.games import find_game
from host.session import Session

_WHAT_NEXT = re.compile(r"^(?:new|setup|swap|replay|share|home|quit): .*\n", re.MULTILINE)


def without_what_next(text: str) -> str:
    """Return what was written without the lines that say, after a game, what can be typed."""
    return _WHAT_NEXT.sub("", text)


class Keyboard(io.BytesIO):
    """Lines to read, typed by a person at a terminal."""

    def isatty(self) -> bool:
        return True


class Played:
    """What came of lines that were typed.

    Attributes:
        console: The console, closed.
        status: Its exit status.
        table: The table of the game at home that was played last.
        parts: The texts in the order in which they were written, without what comes after a game.
    """

    def __init__(
        self,
        game: str | LineGame,
        *lines: str,
        options=None,
        who=(),
        seed=1,
        start: Session | None = None,
        keep=False,
        person=False,
    ) -> None:
        """Type lines at a game, new or as it stands at the `start`.

        Who plays is named by seat or by option; a `person` sits at a terminal.
        """
        self.game = line_game(game) if isinstance(game, str) else game
        key = self.game.key
        named = {"named": who} if isinstance(who, dict) else {"listed": who}
        seats = SeatRequests(key, **named)
        request = GameRequest(options or find_game(key).options(), seats, seed)
        session = start or sessions.new(request)
        if keep:
            sessions.keep(session)
        written: list[bytes] = []
        typed = "".join(f"{line}\n" for line in lines).encode(errors="surrogateescape")
        source = (Keyboard if person else io.BytesIO)(typed)
        at = HomeTable.of(self.game, session)
        self.console = LineConsole(at, request, source, written.append)
        self.status = self.console.run()
        self.console.close()
        self.table = self.console.session.table
        self.parts = [without_what_next(part.decode()) for part in written]

    @property
    def text(self) -> str:
        """Return all that was written."""
        return "".join(self.parts)

    @property
    def moves(self) -> list[str]:
        """Return the moves of the game."""
        return [self.table.move_text(at) for at in range(len(self.table.plays))]

    @property
    def answers(self) -> list[str]:
        """Return what was written after each prompt."""
        answers: list[str] = []
        for part in self.parts:
            if part.endswith("> "):
                answers.append("")
            elif answers:
                answers[-1] += part
        return answers
