"""The notice in the place of a screen that has not enough room."""

from __future__ import annotations

from textwrap import wrap

from textual.geometry import Size

from words.translation import _


def small_notice(needs: tuple[int, int], size: Size, key: str) -> list[str]:
    """Return which size is needed and the key that leaves, in the longest words that fit.

    >>> small_notice((40, 20), Size(30, 5), "q")
    ['Tapis Vert needs 40 x 20; this', 'window is 30 x 5. q leaves.']
    >>> small_notice((40, 20), Size(9, 2), "q")
    ['40 x 20 q', 'leaves.']
    """
    size_words = _("Tapis Vert needs {columns} x {rows}; this window is {width} x {height}.")
    leaves = _("{key} leaves.").format(key=key)
    facts = {"columns": needs[0], "rows": needs[1], "width": size.width, "height": size.height}
    short = f"{needs[0]} x {needs[1]}"
    width = max(size.width, 1)
    for words in (f"{size_words.format(**facts)} {leaves}", f"{short} {leaves}", f"{short} {key}"):
        rows = wrap(words, width)
        if len(rows) <= size.height:
            return rows
    return [key]
