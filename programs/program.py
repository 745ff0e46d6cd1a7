"""An external program as a player: it is asked in the line protocol and answers with a line."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from time import monotonic
from typing import Any, Final

from engine.game import Game, StopFlag, Stopped, View, never
from engine.log import Log
from engine.reasons import Forfeit, IllegalMove, NotationError
from programs.players import Failure
from programs.process import Process
from programs.signals import signals_held_back
from programs.tray import ASKS, MOST_QUESTIONS, Tray

_LONGEST_QUOTE: Final = 40


class ProgramPlayer:
    """A program that plays one seat over its standard streams.

    It is started when it is first asked. If its seat has not moved yet, it is told the game from
    the beginning, else the situation now. It is started anew when the game does not continue from
    its last answer: after a take-back, or after it was stopped.
    """

    def __init__(
        self, command: Sequence[str], game: Game[Any], patience: float, *, show_errors: bool = False
    ) -> None:
        """Make the player; the program is not started yet.

        Args:
            command: The program and its arguments.
            game: The game; it has `line_words`.
            patience: Seconds for each answer.
            show_errors: Whether its standard error goes to ours, else nowhere.
        """
        assert game.line_words
        self.process: Process | None = None
        self._command = command
        self._game = game
        self._words = game.line_words
        self._patience = patience
        self._show_errors = show_errors
        self._asked = Log()
        self._answered: Any = None
        self._busy = threading.Lock()
        self._is_closing = False

    def choose(self, view: View[Any], stop: StopFlag = never) -> Any:
        """Return the program's move. After `Forfeit` or `Stopped` the program has ended."""
        with self._busy:
            try:
                return self._ask(view, lambda: self._is_closing or stop())
            except BaseException:
                self._end()
                raise

    def finish(self, view: View[Any]) -> None:
        """Tell the program how the game ended, if it did, and end it."""
        with self._busy:
            try:
                if self.process and view.outcome:
                    lines = [*self._news(view), *self._words.result(view.outcome)]
                    self.process.finish(_encoded(lines), lambda: self._is_closing)
            finally:
                self._end()

    def close(self) -> None:
        """End the program at once and for good, even while another thread is asking it."""
        self._is_closing = True
        with self._busy:
            self._end()

    def _ask(self, view: View[Any], stop: StopFlag) -> Any:
        if stop():
            raise Stopped
        if not self._goes_on(view):
            self._end()
        lines = self._news(view)
        if self.process is None:
            with signals_held_back():
                self.process = Process(self._command, show_errors=self._show_errors)
        question = _encoded([*lines, *self._words.asking(view)])
        move = self._read(self._answer(self.process, question, view, stop), view)
        self._asked, self._answered = view.log, move
        return move

    def _answer(self, process: Process, question: bytes, view: View[Any], stop: StopFlag) -> bytes:
        """Return the line with the program's move; the tray answers what it asks before.

        The time that an answer takes us is not the program's. Raises `Forfeit`, `Stopped`.
        """
        tray, spent = Tray(self._game, view), 0.0
        for _ in range(MOST_QUESTIONS + 1):
            begin = monotonic()
            line = process.ask(question, self._patience, stop, spent)
            spent += monotonic() - begin
            if not line.startswith(ASKS):
                return line
            question = _encoded(tray.answer(line))
        raise Forfeit(Failure.TOO_CURIOUS, most=MOST_QUESTIONS)

    def _news(self, view: View[Any]) -> list[str]:
        """Return the lines that the program has not been told yet."""
        if self.process is not None and self._goes_on(view):
            return self._words.since(view, len(self._asked))
        if any(told.seat == view.seat for told in view.log):
            return self._words.situation(view)
        return self._words.since(view, 0)

    def _goes_on(self, view: View[Any]) -> bool:
        """Whether the game continues from the last question to the program and its answer.

        Where several may move at once, moves of others may lie between the two.
        """
        before, now = list(self._asked), list(view.log)
        own = [told.what for told in now[len(before) :] if told.seat == view.seat]
        return now[: len(before)] == before and own[:1] == [self._answered]

    def _read(self, line: bytes, view: View[Any]) -> Any:
        """Return the move that a line says. Raises `Forfeit`."""
        line = line.removesuffix(b"\r")
        try:
            move = self._words.read(line.decode())
            view.check(move)
        except (UnicodeDecodeError, NotationError):
            raise Forfeit(Failure.NO_MOVE, answer=_quote(line)) from None
        except IllegalMove as why:
            raise Forfeit(Failure.ILLEGAL, move=_cut(self._game.format(move)), why=why) from None
        return move

    def _end(self) -> None:
        with signals_held_back():
            if self.process is not None:
                self.process.end()
                self.process = None


def _encoded(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _quote(line: bytes) -> str:
    r"""Return a line as printable text, shortened.

    >>> print(_quote(b"hello\x1b\xff"))
    'hello\x1b\\xff'
    """
    return repr(_cut(line.decode(errors="backslashreplace")))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 3] + "..."
