"""The file of `--deal`: the decks of a duel as `{"NORD": [58 cards], "SUD": [58 cards]}`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cli.streams import BadUse
from engine.duel.moves import SEATS, Deal
from engine.duel.state import check_deal
from engine.reasons import IllegalMove
from saves.document import Fault, quoted, read_document
from saves.files import read_file
from saves.reasons import FileReason
from words.errors import os_text
from words.translation import about, said, why


def read_deal_file(path: Path) -> Any:
    """Return the deal in a file. Raises `BadUse`."""
    try:
        return read_deal(path)
    except OSError as error:
        raise BadUse(about(path, os_text(error))) from None
    except Fault as fault:
        raise BadUse(about(path, said(fault.sentence))) from None
    except IllegalMove as refused:
        raise BadUse(about(path, why(refused))) from None


def read_deal(path: Path) -> Deal:
    """Return the deal in the file.

    Raises `OSError`, `Fault` for any other document, and `IllegalMove` for decks that are not the
    cards 2 to 59. Both name the seat.
    """
    document = read_document(read_file(path))
    if not isinstance(document, dict):
        raise Fault("$", FileReason.NO_DEAL)
    for seat in document:
        if seat not in SEATS:
            raise Fault(quoted(seat), FileReason.NO_SEAT)
    for seat in SEATS:
        if seat not in document:
            raise Fault(seat, FileReason.MISSING)
        if not isinstance(document[seat], list):
            raise Fault(seat, FileReason.NO_CARDS)
        for at, card in enumerate(document[seat]):
            if type(card) is not int:
                raise Fault(f"{seat}[{at}]", FileReason.NO_NUMBER, card=quoted(str(card)))
    north, south = (tuple(document[seat]) for seat in SEATS)
    deal = Deal((north, south))
    check_deal(deal)
    return deal
