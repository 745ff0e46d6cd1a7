"""Pictures of the screen in a third of the bytes that Rich writes."""

from __future__ import annotations

import re

CELL = 12.2
"""How wide a cell is in Rich's pictures."""
BLANK = "\N{NO-BREAK SPACE}"

_LEFT_OUT = re.compile(
    r"@font-face \{[^}]*\}\s*"
    r"|<!--.*?-->\s*"
    r'|<clipPath id="[\w-]+-line-\d+">.*?</clipPath>\s*'
    r'| clip-path="url\(#[\w-]+-line-\d+\)"',
    re.DOTALL,
)
"""Fonts from elsewhere, and the path around each line."""
_RECT = re.compile(
    r'<rect fill="(#\w+)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"'
    r' shape-rendering="crispEdges"/>\s*'
)
_RECTS = re.compile(f"(?:{re.sub(r'[(](?![?])', '(?:', _RECT.pattern)})+")
_TEXT = re.compile(
    r'<text class="([\w-]+)" x="([\d.]+)" y="([\d.]+)" textLength="[\d.]+">([^<]*)</text>\s*'
)


def smaller(svg: str) -> str:
    """Return a picture that looks the same, but for its font where the reader has another one."""
    svg = _TEXT.sub(_trimmed, _RECTS.sub(_joined, _LEFT_OUT.sub("", svg)))
    svg = re.sub(r"terminal-\d+-", "", svg)
    svg = svg.replace("</style>", "rect { shape-rendering: crispEdges }\n</style>", 1)
    return re.sub(r"\n\s*", "\n", svg)


def _joined(found: re.Match[str]) -> str:
    """Return rectangles, those of a colour that touch on a line as one."""
    joined: list[tuple[str, float, str, float, str]] = []
    for fill, x, y, width, height in _RECT.findall(found[0]):
        left, wide = float(x), float(width)
        if joined:
            ink, before, line, much, high = joined[-1]
            if (ink, line, high) == (fill, y, height) and abs(before + much - left) < CELL / 2:
                joined[-1] = (fill, before, y, left + wide - before, height)
                continue
        joined.append((fill, left, y, wide, height))
    return "".join(
        f'<rect fill="{fill}" x="{x:g}" y="{y}" width="{width:g}" height="{height}"/>\n'
        for fill, x, y, width, height in joined
    )


def _trimmed(found: re.Match[str]) -> str:
    """Return a text without the blanks around it, nothing if it has no more."""
    ink, x, y, words = found.groups()
    whole = words.replace("&#160;", BLANK).rstrip(BLANK + "\n")
    bare = whole.lstrip(BLANK)
    if not bare:
        return ""
    left = float(x) + CELL * (len(whole) - len(bare))
    cells = len(re.sub(r"&#?\w+;", "&", bare))
    return f'<text class="{ink}" x="{left:g}" y="{y}" textLength="{CELL * cells:g}">{bare}</text>\n'
