"""Sets a table for a line mode: who sits there, who plays by itself, the file that keeps it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.game import Game
from engine.table import HUMAN, Sitter, Table
from net.outside import fresh_seed
from net.players import FORM, is_known, is_program
from net.session import Session
from tui.complaints import BadUse, complain, os_text
from tui.seat_names import seat_name
from tui.words import _, said

if TYPE_CHECKING:
    from pathlib import Path

    from engine.timeline import Timeline
    from saves.autosave import Complain


class Wish(NamedTuple):
    """Who is wished for at a seat, None if nobody said, and the option that says so."""

    option: str
    who: str | None


Wishes = Callable[[Table[Any]], Sequence[Wish]]
"""What is wished for each seat of a table."""


def no_wishes(table: Table[Any]) -> list[Wish]:
    """Wish for nobody."""
    return [Wish("", None)] * len(table.seats)


def unwind_for_programs(kinds: Sequence[str | None], stack: ExitStack) -> None:
    """Where a program plays, let signals unwind the stack, so that it is not left behind."""
    if any(kind and is_program(kind) for kind in kinds):
        from net.endings import unwinding

        stack.enter_context(unwinding())


def sitter(game: Game[Any], name: str, who: str, seed: int) -> Sitter:
    """Return who sits somewhere. Raises `BadUse` if nobody plays like this."""
    if who == HUMAN:
        return Sitter(name)
    if not is_known(game, who):
        raise no_player(game, who)
    return Sitter(name, who, None if is_program(who) else seed)


def no_player(game: Game[Any], who: str) -> BadUse:
    """Return the complaint that nobody plays like this."""
    known = ", ".join([HUMAN, *game.computer_players, FORM])
    return BadUse(_("no player {who!r}, only {known}").format(who=who, known=known))


def seated(session: Session, patience: float) -> Session:
    """Return a game of which everybody who plays by itself is known. Raises `BadUse`."""
    _check_players(session.table)
    session.patience = patience
    return session


def keep_new(session: Session, path: Path) -> None:
    """Keep a new game in a file that is not there yet. Raises `BadUse`."""
    from saves.lock import Held
    from tui.file_words import held_by

    try:
        session.keep(path, _complaints(path))
    except Held as held:
        raise BadUse(held_by(held)) from None
    except FileExistsError:
        words = _("{path}: exists already; --resume goes on with it")
        raise BadUse(words.format(path=path)) from None


def resumed(key: str, path: Path, wishes: Wishes, patience: float) -> Session:
    """Return a game that goes on in its file. Raises `BadUse`."""
    from saves.document import Fault
    from saves.lock import Held
    from tui.file_words import held_by

    def prepare(table: Table[Any]) -> None:
        if table.game.key != key:
            words = _("{path}: a game of {game}; tapis console {game} --resume goes on with it")
            raise BadUse(words.format(path=path, game=table.game.key))
        for seat, wish in enumerate(wishes(table)):
            _sit_down(table, seat, wish)
        _check_players(table)

    try:
        path.stat()
        session = Session.opened(path, _complaints(path), prepare, waits=True)
    except Held as held:
        raise BadUse(held_by(held)) from None
    except OSError as error:
        raise BadUse(f"{path}: {os_text(error)}") from None
    except Fault as fault:
        raise BadUse(f"{path}: {said(fault.sentence)}") from None
    session.patience = patience
    session.programs = frozenset(wish.who for wish in wishes(session.table) if wish.who)
    return session


def _sit_down(table: Table[Any], seat: int, wish: Wish) -> None:
    """Let who is wished for play from now on. Raises `BadUse`."""
    option, who = wish
    former = table.sitters[seat]
    if who is not None and who != former.kind:
        table.sit(seat, sitter(table.game, former.name, who, fresh_seed()))
    elif who is None and is_program(former.kind) and not table.outcome:
        raise not_by_a_file(option, table.seats[seat], former.kind)


def _check_players(table: Table[Any]) -> None:
    """Check that somebody knows how to play for each seat. Raises `BadUse`."""
    for seat, one in enumerate(table.sitters):
        if not (one.is_person or table.outcome or is_known(table.game, one.kind)):
            raise _unknown(table.seats[seat], one.kind)


def absent(timeline: Timeline[Any], seat: int, option: str) -> BadUse:
    """Return the complaint that nobody plays for a seat of a game that was over in its file."""
    player, kind = timeline.seats[seat], timeline.sitters[seat].kind
    return not_by_a_file(option, player, kind) if is_program(kind) else _unknown(player, kind)


def _unknown(player: str, kind: str) -> BadUse:
    words = _("{player} was played by {kind!r}, which is not known here")
    return BadUse(words.format(player=seat_name(player), kind=kind))


def not_by_a_file(option: str, player: str, kind: str) -> BadUse:
    """Return the complaint that no file, whoever wrote it, starts a program on this machine."""
    import shlex

    words = _("{player} is a program; to start it, name it again: {option}")
    again = f"{option} {shlex.quote(kind)}"
    return BadUse(words.format(player=seat_name(player), option=again))


def _complaints(path: Path) -> Complain:
    """Return what says in a line what becomes of the file of a game."""
    from saves.place import KeptBeside
    from tui.file_words import in_a_line

    place = path

    def say(told: Exception) -> None:
        nonlocal place
        complain(in_a_line(place, told))
        if isinstance(told, KeptBeside):
            place = told.other

    return say
