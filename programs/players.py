"""The factory of players for sitters, computer players and programs, and why a program forfeits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, TypeGuard

from engine.game import Game, Player, StopFlag, View, never
from engine.reasons import Forfeit, Reason
from engine.table import PROGRAM, Sitter

PATIENCE: Final = 10.0
"""The seconds that a program may take for an answer."""

LONGEST_COMMAND: Final = 4096
"""The longest command of a program, in letters, so that a person can read all of it."""

_LONGEST_TITLE: Final = 40


class Failure(Reason):
    """Why a program forfeits; the sentence is about the player it plays for."""

    NOT_STARTED = "{program} cannot be started: {why}"
    ENDED = "its program ended with status {status}"
    KILLED = "its program was ended by {signal}"
    CLOSED = "its program closed its standard output"
    SILENT = "no answer within {seconds:g} s"
    DEAF = "its program read nothing for {seconds:g} s"
    TOO_LONG = "its answer is longer than {limit} bytes"
    TOO_CURIOUS = "it asked more than {most} questions in one turn"
    NO_MOVE = "{answer} is not a move"
    ILLEGAL = "{move} is illegal: {why}"


class OutOfResources(Forfeit):
    """An error: a program cannot be started because this machine lacks memory, files or processes.

    The player is not to blame: a caller that need not end the game lets nobody lose by it.
    """

    def __init__(self, program: str, why: str) -> None:
        super().__init__(Failure.NOT_STARTED, program=program, why=why)

    def __reduce__(self) -> tuple[object, ...]:
        return OutOfResources, (self.facts["program"], self.facts["why"])


class UnknownPlayer(ValueError):
    """An error: there is no player of this kind; the text says why."""


class RemotePlayer(Protocol):
    """A player outside this process, which has to be closed."""

    def choose(self, view: View[Any], stop: StopFlag = never) -> Any:
        """Return a legal move for the seat of the view. Raises `Stopped`, `Forfeit`."""

    def finish(self, view: View[Any]) -> None:
        """Close the player, told how the game ended if it has."""

    def close(self) -> None:
        """Close the player at once, even while another thread waits for its answer."""


def is_program(kind: str) -> bool:
    """Whether a sitter of this kind is a program: `exec:PROGRAM ARGS`.

    >>> is_program("exec:./bot --level 3"), is_program("greedy")
    (True, False)
    """
    return kind.startswith(PROGRAM)


def is_known(game: Game[Any], kind: str) -> bool:
    """Whether `make_player` knows players of this kind; a program need not be there."""
    try:
        _check(game, kind)
    except UnknownPlayer:
        return False
    return True


def make_player(
    game: Game[Any], sitter: Sitter, patience: float = PATIENCE, *, show_errors: bool = False
) -> Player[Any]:
    """Return the player for a sitter, with the sitter's seed. Raises `UnknownPlayer`.

    A program is started when it is first asked, and has `patience` seconds for each answer. Its
    standard error goes to ours with `show_errors`, else nowhere. The caller has to `dismiss`
    the player.
    """
    command = _check(game, sitter.kind)
    if not command:
        return _computer_players(game)[sitter.kind](sitter.seed or 0)
    from programs.program import ProgramPlayer

    return ProgramPlayer(command, game, patience, show_errors=show_errors)


def is_remote(player: Player[Any]) -> TypeGuard[RemotePlayer]:
    """Whether a player has to be closed; `isinstance` of a protocol would load `inspect`."""
    return hasattr(player, "finish")


def dismiss(player: Player[Any], view: View[Any]) -> None:
    """Close a player; a program is told how the game ended, if it did, and leaves no process.

    After the end of a game a program has a second to end by itself, in the middle of one no time.
    """
    if is_remote(player):
        player.finish(view)


def dismiss_later(player: Player[Any], view: View[Any]) -> None:
    """Close a player in a thread, so that nobody waits for it; see `dismiss`."""
    import threading

    threading.Thread(target=dismiss, args=(player, view), name="dismissing", daemon=True).start()


def abandon(player: Player[Any]) -> None:
    """Close a player at once, whatever it is doing in another thread."""
    if is_remote(player):
        player.close()


def command_of(kind: str) -> list[str]:
    """Return the words of a program's command, split as a shell would. Raises `UnknownPlayer`.

    >>> command_of("exec:./bot --name 'Deep Green'")
    ['./bot', '--name', 'Deep Green']
    """
    import shlex

    if len(kind) > LONGEST_COMMAND:
        raise UnknownPlayer(f"{PROGRAM} with a command of over {LONGEST_COMMAND} letters")
    try:
        kind.encode()  # a file has to keep it
        words = shlex.split(kind.removeprefix(PROGRAM))
    except ValueError as fault:
        raise UnknownPlayer(f"{kind!r}: {fault}") from None
    if not words or not words[0]:
        raise UnknownPlayer(f"{kind!r} names no program")
    return words


def title(kind: str) -> str:
    """Return the name of a player of this kind; of a program its command without folders.

    >>> title("exec:/usr/bin/python3 games/bot.py"), title("greedy")
    ('python3 bot.py', 'greedy')
    """
    if not is_program(kind):
        return kind
    try:
        words = " ".join(word.rstrip("/").rpartition("/")[2] for word in command_of(kind))
    except UnknownPlayer:
        words = kind
    return words if len(words) <= _LONGEST_TITLE else words[: _LONGEST_TITLE - 3] + "..."


def _computer_players(game: Game[Any]) -> Mapping[str, Callable[[int], Player[Any]]]:
    return {**game.computer_players, **game.pinned_players}


def _check(game: Game[Any], kind: str) -> list[str]:
    """Return the command of a program, nothing for a computer player. Raises `UnknownPlayer`."""
    if not is_program(kind):
        if kind not in _computer_players(game):
            raise UnknownPlayer(f"no player {kind!r}")
        return []
    if game.line_words is None:
        raise UnknownPlayer(f"programs cannot play {game.key}")
    return command_of(kind)
