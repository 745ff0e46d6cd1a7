"""A process of a table's pool: it reads questions from standard input and answers with moves."""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
from functools import lru_cache
from typing import Any

import msgspec

from engine.game import Player, Stopped
from engine.games import find_game
from engine.reasons import Forfeit
from net.hosting.thinkers import ChosenMove, MoveQuestion


def main() -> None:
    """Answer every question; the process ends, in the middle of a thought too, when no more come.

    So it ends with its table, however that ends.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    questions: queue.SimpleQueue[MoveQuestion] = queue.SimpleQueue()
    stopped: set[int] = set()

    def listen() -> None:
        try:
            for line in sys.stdin.buffer:
                question = msgspec.json.decode(line, type=MoveQuestion)
                if question.game:
                    questions.put(question)
                else:
                    stopped.add(question.number)
        finally:  # also after half a question of a table that was killed
            os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        question = questions.get()
        choice = chosen(question, stopped)
        stopped.discard(question.number)
        sys.stdout.buffer.write(msgspec.json.encode(choice) + b"\n")
        sys.stdout.buffer.flush()


def chosen(question: MoveQuestion, stopped: set[int]) -> ChosenMove:
    """Return the answer to a question; one with neither move nor reason once it was stopped."""
    game = find_game(question.game)
    try:
        view = game.view_from_json(msgspec.json.decode(question.view))
        player = _player(question.game, question.level, question.seed)
        move = player.choose(view, lambda: question.number in stopped)
        return ChosenMove(question.number, move=game.format(move))
    except Stopped:
        return ChosenMove(question.number)
    except Forfeit as forfeit:
        return ChosenMove(question.number, why=str(forfeit))
    except Exception as error:  # noqa: BLE001 - the player loses, and the table goes on
        return ChosenMove(question.number, why=type(error).__name__)


@lru_cache(maxsize=16)
def _player(game: str, level: str, seed: int) -> Player[Any]:
    return find_game(game).computer_players[level](seed)
