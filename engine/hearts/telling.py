"""What each seat is told of a move: lines of logs, by seat and for a spectator at last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.hearts.cards import write_cards
from engine.hearts.four import SEATS
from engine.hearts.moves import CardPass, HeartsDeal
from engine.hearts.rules import HAND_SIZE, PASS_SIZE
from engine.log import HIDDEN, Log, LogEntry

BLANK_PASS: Final = f"pass {' '.join([HIDDEN] * PASS_SIZE)}"
_BLANK_HAND: Final = " ".join([HIDDEN] * HAND_SIZE)

Logs = tuple[Log, ...]
"""The log of each seat, and a spectator's."""


def deal_texts(deal: HeartsDeal) -> list[str]:
    """Return what each seat, and last a spectator, is told of a deal: its own hand alone."""
    return [
        "deal "
        + " / ".join(
            [
                write_cards(hand) if owner == reader else _BLANK_HAND
                for owner, hand in enumerate(deal.hands)
            ]
        )
        for reader in (*SEATS, None)
    ]


def pass_texts(seat: int, move: CardPass) -> list[str]:
    """Return what each seat is told of the cards that one of them passes."""
    return [str(move) if reader == seat else BLANK_PASS for reader in SEATS]


def told(logs: Logs, ply: int, actor: int, text: str, own: Sequence[str] = ()) -> Logs:
    """Return the logs with one line more; each seat reads its text of `own`, if there are any."""
    entry = LogEntry(ply, actor, text)
    if not own:
        return tuple([log.tell(entry) for log in logs])
    entries = [*(LogEntry(ply, actor, mine) for mine in own), entry]
    return tuple([log.tell(line) for log, line in zip(logs, entries, strict=True)])


def told_each(logs: Logs, ply: int, texts: Sequence[str]) -> Logs:
    """Return the logs with a line more that each seat alone is told, of itself."""
    *seats, spectator = logs
    told = [log.tell(LogEntry(ply, seat, texts[seat])) for seat, log in enumerate(seats)]
    return (*told, spectator)
