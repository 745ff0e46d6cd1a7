"""The log of a server: what goes wrong and where, without a word of what anybody said."""

from __future__ import annotations

import logging
from pathlib import Path
from traceback import extract_tb
from typing import Final

LOG: Final = logging.getLogger("tapis")


def note_fault(where: str, error: BaseException) -> None:
    """Write down what kind of fault of ours this is, and in which line of which file.

    The text of an error may hold a move, a name or a token, so it is left out.
    """
    frames = extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"
    LOG.error("%s: %s at %s", where, type(error).__name__, place)
