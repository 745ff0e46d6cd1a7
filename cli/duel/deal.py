"""The file of `--deal`, read for the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cli.duel.deal_file import read_deal
from cli.streams import BadUse
from engine.reasons import IllegalMove
from saves.document import Fault
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
