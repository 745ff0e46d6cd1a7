"""`tapis replay --print`, `tapis check` and `tapis saves`: game files seen from the shell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

from engine.table import Table
from saves.store import Saved, Store, look_at
from tui.complaints import BadUse, os_text, say, write_out
from tui.seat_names import seat_name
from tui.words import _, reason, several

LONGEST_NAME = 40


def replay(path: Path, align: bool) -> int:
    """Print a game as the line mode would have. Raises `BadUse`."""
    saved = look_at(path)
    if saved.record is None:
        raise BadUse(f"{path}: {saved.fault}")
    for part in _transcript(saved.record.table, align):
        write_out(part)
    return 0


def _transcript(table: Table[Any], align: bool) -> Iterator[bytes]:
    """Return a game as its own line mode would have printed it."""
    if table.game.key == "zen":
        from tui.zen_lines.transcript import transcript as zen_transcript

        return zen_transcript(table)
    from tui.console import transcript
    from tui.duel_text import DuelText

    return transcript(table, DuelText(align))


def check(paths: Iterable[Path]) -> int:
    """Print for each file that it is right, or its fault; return 1 if any has one."""
    right = True
    for path in paths:
        saved = look_at(path)
        right = right and saved.record is not None
        say(f"{path}: {_verdict(saved)}")
    return 0 if right else 1


def saves() -> int:
    """Print the games of the folder, the last changed first. Raises `BadUse`."""
    for line in saved_games():
        say(line)
    return 0


def saved_games() -> list[str]:
    """Return the games of the folder in lines, and how many there are. Raises `BadUse`."""
    store = Store()
    try:
        games = store.games()
    except OSError as error:
        raise BadUse(f"{store.folder}: {os_text(error)}") from None
    count = several("{count} saved game", "{count} saved games", len(games))
    words = _("{games} in {folder}")
    there = words.format(games=count if games else _("no saved games"), folder=store.folder)
    return [*map(_row, games), there]


def _verdict(saved: Saved) -> str:
    if saved.record is None:
        return saved.fault
    table = saved.record.table
    right = _("ok")
    return f"{right}, {table.game.key}, {_turns(table)}, {_result(table)}"


def _row(saved: Saved) -> str:
    if saved.record is None:
        return f"{saved.path.name}: {saved.fault}"
    table = saved.record.table
    players = " - ".join(sitter.name[:LONGEST_NAME] for sitter in table.sitters)
    state = _result(table)
    if saved.holder:
        words = _("played by process {process} on {host} since {since}")
        state = words.format(**asdict(saved.holder))
    when = datetime.fromisoformat(saved.record.saved).astimezone()
    what = f"{table.game.key}, {players}, {_turns(table)}, {state}"
    return f"{saved.path.name}: {when:%Y-%m-%d %H:%M}, {what}"


def _turns(table: Table[Any]) -> str:
    count = table.turns
    return several("{count} turn", "{count} turns", count)


def _result(table: Table[Any]) -> str:
    outcome = table.outcome
    if outcome is None:
        return _("in play")
    winners = _(" and ").join(seat_name(table.seats[seat]) for seat in outcome.winners)
    words = _("{winners} won ({why})") if winners else _("drawn ({why})")
    return words.format(winners=winners, why=reason(outcome.why))
