"""The felt behind the widgets, and a table that places its widgets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Generic, Protocol, TypeVar

from textual.containers import Container
from textual.geometry import NULL_OFFSET, Region, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.strip import Strip
from textual.widget import Widget

from tui.themes import paint
from tui.widgets.lines import Lines
from tui.widgets.remembered import remembered

MOST_GAP: Final = 2
"""The most lines between two widgets of a table."""


class Felt(Container):
    """A container on the felt.

    A stylesheet knows no index of a colour, so that the ground is painted like all else.
    """

    def felt(self) -> Strip:
        """Return a line of it, as wide as it is; all its lines are the same."""
        return blank(self.outer_size.width)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines of a region."""
        strip = self.felt()
        if crop.column_span != (0, strip.cell_length):
            strip = strip.crop(*crop.column_span)
        return [strip] * crop.height


@remembered
def blank(width: int) -> Strip:
    """Return a line of felt."""
    return Strip.blank(width, paint("text", "felt"))


class FocusedLines(Lines, can_focus=True):
    """The hand or the board, which has the focus during a game."""


class Plan(Protocol):
    """The places of everything on a table."""

    @property
    def regions(self) -> Mapping[str, Region]:
        """The region of each widget, by its id."""


P = TypeVar("P", bound=Plan)


class PlacedFelt(Felt, Generic[P]):
    """A table on which every widget has its place, which no stylesheet could say."""

    def __init__(self, plan: Callable[..., P], *children: Widget, id: str | None = None) -> None:  # noqa: A002
        """Place the children by `plan`, called with columns, rows, and what `make_room` is told."""
        super().__init__(*children, id=id)
        self._plan = plan
        self._room: dict[str, bool] = {}
        self._arrangement = _Places()

    @property
    def layout(self) -> Layout:
        """The layout that gives the widgets their places."""
        return self._arrangement

    @property
    def places(self) -> P:
        """The plan for the size that the table has now."""
        return self.plan_for(self.size)

    def plan_for(self, size: Size) -> P:
        """Return the plan for a table of this size."""
        return self._plan(size.width, size.height, **self._room)

    def make_room(self, **room: bool) -> None:
        """Place the widgets anew if the plan is asked for other room than before."""
        if room != self._room:
            before, self._room = self.places.regions, room
            if self.places.regions != before:
                for child in self.children[:1]:
                    child.refresh(layout=True)  # a widget's own layout is kept otherwise


class _Places(Layout):
    """Places the widgets as their table says."""

    name = "placed"

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        """Return where each widget stands."""
        assert isinstance(parent, PlacedFelt)
        regions, none = parent.plan_for(size).regions, Spacing()
        return [
            WidgetPlacement(regions[child.id or ""], NULL_OFFSET, none, child) for child in children
        ]


def rail_width(least: int, felt: int, width: int) -> int:
    """Return the cells of a rail beside a felt that needs `felt` cells of `width`.

    The rail has what the felt leaves, but no more than twice the `least` it needs.
    """
    return max(min(2 * least, width - felt), 0)


def stacked(
    heights: Mapping[str, int], ranks: Sequence[int], height: int, width: int
) -> dict[str, Region]:
    """Return the region of each widget, by its id, one below another.

    The lines left over go to the gaps between them in turn, the gap of rank 0 first, up to two
    lines each. A rank without a gap is a share that goes around all of them, like the rest.

    >>> [region.y for region in stacked({"a": 2, "b": 3}, (0, 1), 8, 80).values()]
    [0, 4]
    """
    spare, shares = max(height - sum(heights.values()), 0), len(ranks)
    gaps = [min(MOST_GAP, (spare + shares - 1 - rank) // shares) for rank in ranks]
    gaps = gaps[: len(heights) - 1]
    regions, y = {}, (spare - sum(gaps)) // 2
    for (id_, rows), gap in zip(heights.items(), (*gaps, 0), strict=True):
        regions[id_] = Region(0, y, width, rows)
        y += rows + gap
    return regions
