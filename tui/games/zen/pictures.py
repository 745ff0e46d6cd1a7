"""The pieces and marks of Zen's board in signs, row by row, for every size and form."""

from __future__ import annotations

from typing import Final

SIDES: Final = ("black", "white", "zen")
"""The names of the pieces, in the order of a position."""
WAYS: Final = ("row", "column", "rising", "falling")
"""The names of the lines through a square, in the order of `engine.zen.board.LINES`."""
TARGET, LEFT, EMPTY = "target", "left", ""

HOLLOW: Final = "▂"
"""Of a solid pawn: drawn in the ground's colour on the pawn's, so that six eighths are the pawn."""

Picture = tuple[str, ...]

SIGNS: Final[dict[int, dict[str, Picture]]] = {
    3: {
        "row": (" ─ ",),
        "column": (" │ ",),
        "rising": (" ╱ ",),
        "falling": (" ╲ ",),
        TARGET: (" ■ ",),
        LEFT: (" ▫ ",),
    },
    4: {
        "row": ("▁▁▁▁", "    "),
        "column": (" ▕  ", " ▕  "),
        "rising": ("  ╱ ", " ╱  "),
        "falling": (" ╲  ", "  ╲ "),
        TARGET: (" ▄▄ ", " ▀▀ "),
        LEFT: ("    ", " ▫  "),
    },
    7: {
        "row": ("", "───────", ""),
        "column": ("   │   ", "   │   ", "   │   "),
        "rising": ("     ╱ ", "   ╱   ", " ╱     "),
        "falling": (" ╲     ", "   ╲   ", "     ╲ "),
        TARGET: ("", "  ▐█▌  ", ""),
        LEFT: ("", "   ▫   ", ""),
    },
    11: {
        "row": ("", "", "───────────", "", ""),
        "column": ("     │     ",) * 5,
        "rising": ("         ╱", "       ╱", "     ╱", "   ╱", " ╱"),
        "falling": (" ╲", "   ╲", "     ╲", "       ╲", "         ╲"),
        TARGET: ("", "   ▗▄▄▄▖   ", "   ▐███▌   ", "   ▝▀▀▀▘   ", ""),
        LEFT: ("", "", "     ▫     ", "", ""),
    },
}


def _solid(pawn: Picture, zen: Picture) -> dict[str, Picture]:
    return {"black": pawn, "white": pawn, "zen": zen}


SOLID: Final[dict[int, dict[str, Picture]]] = {
    3: {"black": (" ● ",), "white": (" ○ ",), "zen": ("▐█▌",)},
    4: _solid(("▗▆▆▖", "▝▂▂▘"), ("▟██▙", "▜██▛")),
    7: _solid(
        (" ▗▆▆▆▖ ", " █████ ", " ▝▂▂▂▘ "),
        (" ▟███▙ ", " █████ ", " ▜███▛ "),
    ),
    11: _solid(
        (
            "  ▗▄▆▆▆▄▖  ",
            " ▟███████▙ ",
            " █████████ ",
            " ▜███████▛ ",
            "  ▝▀▂▂▂▀▘  ",
        ),
        (
            "  ▟█████▙  ",
            " ▟███████▙ ",
            " █████████ ",
            " ▜███████▛ ",
            "  ▜█████▛  ",
        ),
    ),
}
OUTLINES: Final[dict[int, dict[str, Picture]]] = {
    3: {"black": (" ● ",), "white": (" ○ ",), "zen": (" ◆ ",), EMPTY: (" · ",)},
    4: {
        "black": ("▗██▖", "▝██▘"),
        "white": ("╭──╮", "╰──╯"),
        "zen": (" ╱╲ ", " ╲╱ "),
        EMPTY: (" ·· ", " ·· "),
    },
    7: {
        "black": (" ▟███▙ ", " █████ ", " ▜███▛ "),
        "white": (" ╭───╮ ", " │   │ ", " ╰───╯ "),
        "zen": (" ╱───╲ ", " │ ◆ │ ", " ╲───╱ "),
        EMPTY: ("", "  ···  ", ""),
    },
    11: {
        "black": (
            "  ▄█████▄  ",
            " █████████ ",
            " █████████ ",
            " █████████ ",
            "  ▀█████▀  ",
        ),
        "white": (
            "  ╭─────╮  ",
            " ╱       ╲ ",
            " │       │ ",
            " ╲       ╱ ",
            "  ╰─────╯  ",
        ),
        "zen": (
            "   ╱───╲   ",
            "  ╱     ╲  ",
            " │   ◆   │ ",
            "  ╲     ╱  ",
            "   ╲───╱   ",
        ),
        EMPTY: ("", "    ···    ", "    ···    ", "    ···    ", ""),
    },
}
_PLAIN_SIGNS: Final = str.maketrans("─│╱╲▕▫·◆╭╮╰╯█▗▖▝▘▟▙▜▛▄▀", "-|/\\|_.Z..''#..''..''.'")
"""The plain ASCII signs for outlines and for the links between pieces."""
_OTHERWISE_PLAIN: Final[dict[int, dict[str, Picture]]] = {
    3: {"black": (" B ",), "white": (" W ",), TARGET: (" + ",)},
    4: {"row": ("    ", "----"), TARGET: (" ++ ", " ++ "), EMPTY: ("    ", " .. ")},
    7: {"white": (" .---. ", " | W | ", " '---' "), TARGET: ("", "  +++  ", "")},
    11: {
        "white": ("  .-----.  ", " /       \\ ", " |   W   | ", " \\       / ", "  '-----'  "),
        TARGET: ("", "    +++    ", "    +++    ", "    +++    ", ""),
        EMPTY: ("", "", "    ...    ", "", ""),
    },
}
PLAIN: Final = {
    size: {
        what: tuple(row.translate(_PLAIN_SIGNS) for row in rows)
        for what, rows in {**SIGNS[size], **OUTLINES[size]}.items()
    }
    | otherwise
    for size, otherwise in _OTHERWISE_PLAIN.items()
}
