"""The forms and the sizes in which drawings are compared, as text."""

from __future__ import annotations

from tui.themes import Depth
from words.glyphs import ASCII, UNICODE

FORMS = {
    "solid": (UNICODE, Depth.TRUE),
    "indexed": (UNICODE, Depth.INDEXED),
    "sixteen": (UNICODE, Depth.SIXTEEN),
    "no colour": (UNICODE, Depth.NONE),
    "ascii": (ASCII, Depth.NONE),
}
SIZES = {"40x20": (40, 18), "60x20": (60, 18), "80x24": (80, 22), "120x40": (120, 38)}
"""The room of a table in windows of these sizes."""


def told(lines) -> str:
    """Return lines as text, without a colour."""
    return "\n".join("".join(part.text for part in line) for line in lines)
