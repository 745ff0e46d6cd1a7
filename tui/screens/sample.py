"""A sample of a table: a few cards, signs and words, in the colours and the style of now."""

from __future__ import annotations

from tui.glyphs import ASCII, Border, glyphs
from tui.themes import paint, palette
from tui.widgets.lines import Line, line, text
from words.translation import _

WIDTH = 8


def sample() -> list[Line]:
    """Return a pile that rises and one that falls, a hand of two, and whose turn it is."""
    is_ascii = glyphs() is ASCII
    up, down = "^v" if is_ascii else "▲▼"
    shapes = _solid if palette().is_solid and not is_ascii else _outlined
    piles = zip(shapes("gold", up, 17, "up"), shapes("silver", down, 42, "down"), strict=True)
    turn = text(f" {'N' if is_ascii else '●'} NORD ", paint("plate", "gold", bold=True))
    cap = "v" if is_ascii else "▀" if palette().is_solid else "▄"
    cursor = text(cap * WIDTH, paint("cursor", bold=True))
    tag = text("   +10  ", paint("on_cursor", "cursor", bold=True))
    words = text(_("Rules"), paint("quiet"))
    return [
        line(""),
        line("  ", turn, "  ", words),
        line(""),
        *(line("  ", *left, "  ", *right) for left, right in piles),
        line(""),
        line("  ", cursor, "  ", tag),
        line("  ", text(up, paint("up_light")), " 23  ", text(down, paint("down_light")), " 38"),
        line("  ", text(_("Settings"), paint("error"))),
    ]


def _solid(owner: str, sign: str, number: int, ink: str) -> list[Line]:
    """Return a card with a band in its owner's colour."""
    face = paint("ink", "face", bold=True)
    outline = paint("outline" if palette().has_outline else "face")
    return [
        (text(f"▗{'▄' * (WIDTH - 2)}▖", paint(owner)),),
        (text(f" {number}   ", face), text(f"{sign} ", paint(ink, "face"))),
        (text(" " * WIDTH, face),),
        (text(f"▝{'▀' * (WIDTH - 2)}▘", outline),),
    ]


def _outlined(owner: str, sign: str, number: int, ink: str) -> list[Line]:
    """Return a card with its owner's border."""
    border: Border = glyphs().double if owner == "gold" else glyphs().rounded
    across, edge = border.across * (WIDTH - 2), paint(owner)
    side = text(border.down, edge)
    return [
        (text(f"{border.top_left}{across}{border.top_right}", edge),),
        (side, text(f"{number}   ", paint("ink", "face")), text(sign, paint(ink, "face")), side),
        (side, text(" " * (WIDTH - 2), paint("ink", "face")), side),
        (text(f"{border.bottom_left}{across}{border.bottom_right}", edge),),
    ]
