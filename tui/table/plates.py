"""A player's plate: who it is, and whether it is their turn."""

from __future__ import annotations

from rich.cells import cell_len

from tui.glyphs import glyphs
from tui.themes import paint
from tui.widgets.lines import Line, cut, line, text

BEFORE_WORDS = 5
"""Cells before the words: the sign of the turn, and the coin."""


def plate(
    words: str,
    coin: str,
    metal: str,
    *,
    is_filled: bool,
    width: int,
    ink: str = "text",
    right: str = "",
) -> Line:
    """Return a plate.

    Args:
        words: Who plays, what is said of them; cut where there is no room.
        coin: The sign of the side: filled the first one, hollow the second.
        metal: The ground of a plate that is filled, as a role.
        is_filled: Whether it is their turn; the plate is filled then and has a sign in front.
        width: How wide it is, in cells.
        ink: The role of the words while it is not.
        right: What stands at its right end.
    """
    sign = glyphs().cursor if is_filled else " "
    end = f"  {right} " if right else " "
    room = max(width - BEFORE_WORDS - cell_len(end), 1)
    shown = cut(words, room)
    gap = " " * (room - cell_len(shown))
    style = paint("plate", metal, bold=True) if is_filled else paint(ink, bold=True)
    quiet = paint("plate", metal) if is_filled else paint("quiet")
    parts = [text(f" {sign} {coin} {shown}{gap}", style)]
    if right:
        parts.append(text(end, quiet))
    elif is_filled:
        parts.append(text(end, style))
    return line(*parts)
