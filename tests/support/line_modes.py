"""What tests of the line modes share."""

from __future__ import annotations

import re

_WHAT_NEXT = re.compile(r"^(?:new|setup|swap|replay|share|quit): .*\n", re.MULTILINE)


def without_what_next(text: str) -> str:
    """Return what was written without the lines that say, after a game, what can be typed."""
    return _WHAT_NEXT.sub("", text)
