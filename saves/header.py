"""What a list tells of a game: read from its file without playing its moves."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from saves.record import FORMAT, VERSION, Layout, Record, check_time, game_of, read_record

LONGEST_NAME: Final = 80
"""A list shows no more of a name than this, in letters."""

_DECODER: Final = msgspec.json.Decoder(Layout)


class Ended(NamedTuple):
    """How a game ended: the seats that won (none is a draw), and the English sentence why."""

    winners: tuple[int, ...]
    why: str


class Header(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a list tells of a game.

    Attributes:
        game: The key of the game.
        seats: What the seats are called in files.
        names: Who sits there, each cut to `LONGEST_NAME` letters.
        turns: How many moves the players made.
        saved: When it was last saved, ISO 8601 with a zone.
        ended: How it ended, None while it is in play.
    """

    game: str
    seats: tuple[str, ...]
    names: tuple[str, ...]
    turns: int
    saved: str
    ended: Ended | None

    def __post_init__(self) -> None:
        """Raise `ValueError` for what no list could show."""
        check_time("$.saved", self.saved)
        if len(self.seats) != len(self.names):
            raise ValueError(f"{len(self.seats)} players are needed, not {len(self.names)}")
        if self.ended and not all(0 <= seat < len(self.seats) for seat in self.ended.winners):
            raise ValueError("a winner who sits nowhere")


def header_of(record: Record) -> Header:
    """Return what a list tells of a game that was read in full."""
    table = record.table
    outcome = table.outcome
    return Header(
        table.game.key,
        table.seats,
        tuple(sitter.name[:LONGEST_NAME] for sitter in table.sitters),
        table.turns,
        record.saved,
        Ended(outcome.winners, str(outcome.why.value)) if outcome else None,
    )


def read_header(data: bytes) -> Header:
    """Return the header of the game in a file; its moves are counted, not played. Raises `Fault`.

    What is not plainly right is read in full, which tells what is wrong, and where.
    """
    try:
        return _glance(data)
    except (ValueError, RecursionError):
        pass
    return header_of(read_record(data))


def _glance(data: bytes) -> Header:
    """Return the header of a file of today's version. Raises `ValueError`, `RecursionError`."""
    layout = _DECODER.decode(data)
    if (layout.format, layout.version) != (FORMAT, VERSION):
        raise ValueError("not a file of this version")
    game, options = game_of(layout)
    ended = None
    if layout.outcome:
        sentences = {reason.code: str(reason.value) for reason in game.endings}
        if layout.outcome.why not in sentences:
            raise ValueError("an end that the game does not know")
        ended = Ended(layout.outcome.winners, sentences[layout.outcome.why])
    return Header(
        game.key,
        game.seats(options),
        tuple(sitter.name[:LONGEST_NAME] for sitter in layout.players),
        sum(not move.startswith(game.chance_words) for move in layout.moves),
        layout.saved,
        ended,
    )
