"""Widgets that stand one below the other, with gaps between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.geometry import Region


def stacked(
    heights: Mapping[str, int], gaps: Sequence[int], top: int, width: int
) -> dict[str, Region]:
    """Return where each widget stands, by its id, from line `top` on; `gaps` lie between them.

    >>> [region.y for region in stacked({"a": 2, "b": 3}, [1], 4, 80).values()]
    [4, 7]
    """
    regions, y = {}, top
    for (id_, height), gap in zip(heights.items(), (*gaps, 0), strict=True):
        regions[id_] = Region(0, y, width, height)
        y += height + gap
    return regions
