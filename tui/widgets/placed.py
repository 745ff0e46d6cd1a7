"""Felt on which every widget has its place, which no stylesheet could say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.geometry import NULL_OFFSET, Region, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from tui.widgets.felt import Felt


class PlacedFelt(Felt):
    """A table; a subclass says where its widgets stand."""

    def __init__(self, *children: Widget, id: str | None = None) -> None:  # noqa: A002
        super().__init__(*children, id=id)
        self._arrangement = _Places()

    @property
    def layout(self) -> Layout:
        """What gives the widgets their places."""
        return self._arrangement

    def regions(self, size: Size, children: Sequence[Widget]) -> Iterable[Region]:
        """Return where each of the widgets stands on a table of this size."""
        raise NotImplementedError


class _Places(Layout):
    """Places the widgets as their table says."""

    name = "placed"

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        """Return where each widget stands."""
        assert isinstance(parent, PlacedFelt)
        none = Spacing()
        return [
            WidgetPlacement(region, NULL_OFFSET, none, child)
            for child, region in zip(children, parent.regions(size, children), strict=True)
        ]
