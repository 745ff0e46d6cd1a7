"""`tapis replay --print`, `tapis check` and `tapis saves`: game files seen from the shell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.table import Table
from saves.store import Saved, Store, look_at
from tui.complaints import BadUse, os_text, say, write_out
from tui.seat_names import seat_name
from tui.words import _, said, several

if TYPE_CHECKING:
    from saves.header import Header
    from saves.listing import Listing

LONGEST_NAME = 40


def replay(path: Path, align: bool) -> int:
    """Print a game as the line mode would have. Raises `BadUse`."""
    saved = look_at(path)
    if saved.record is None:
        raise BadUse(f"{path}: {said(saved.wrong)}")
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


def saved_games() -> Iterator[str]:
    """Return the games of the folder in lines, and how many there are. Raises `BadUse`."""
    store = Store()
    try:
        listing = store.listing()
    except OSError as error:
        raise BadUse(f"{store.folder}: {os_text(error)}") from None
    return _lines(listing, store.folder)


def _lines(listing: Listing, folder: Path) -> Iterator[str]:
    """Yield each line as soon as its file is read."""
    try:
        yield from map(_row, listing)
        count = several("{count} saved game", "{count} saved games", len(listing))
        games = count if len(listing) else _("no saved games")
        yield _("{games} in {folder}").format(games=games, folder=folder)
    finally:
        listing.keep()


def _verdict(saved: Saved) -> str:
    header = saved.header
    if header is None:
        return said(saved.wrong)
    right = _("ok")
    return f"{right}, {header.game}, {_turns(header)}, {_result(header)}"


def _row(saved: Saved) -> str:
    header = saved.header
    if header is None:
        return f"{saved.path.name}: {said(saved.wrong)}"
    players = " - ".join(name[:LONGEST_NAME] for name in header.names)
    state = _result(header)
    if saved.holder:
        words = _("played by process {process} on {host} since {since}")
        state = words.format(**asdict(saved.holder))
    when = datetime.fromisoformat(header.saved).astimezone()
    what = f"{header.game}, {players}, {_turns(header)}, {state}"
    return f"{saved.path.name}: {when:%Y-%m-%d %H:%M}, {what}"


def _turns(header: Header) -> str:
    return several("{count} turn", "{count} turns", header.turns)


def _result(header: Header) -> str:
    if header.ended is None:
        return _("in play")
    winners = _(" and ").join(map(seat_name, header.ended.called))
    words = _("{winners} won ({why})") if winners else _("drawn ({why})")
    return words.format(winners=winners, why=_(header.ended.why))
