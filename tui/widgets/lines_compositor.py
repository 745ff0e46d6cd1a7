"""A compositor that asks the lines that changed for what is painted, and no other widget."""

from __future__ import annotations

from textual._compositor import ChopsUpdate, Compositor
from textual.geometry import Region
from textual.strip import Strip

from tui.widgets.lines import Lines


class LinesCompositor(Compositor):
    """A compositor that paints changed lines by themselves.

    Textual's own renders every widget around a change, and cuts what lies beneath it too.
    """

    def render_partial_update(self) -> ChopsUpdate | None:
        """Return what has changed; where more than lines is to be seen there, Textual does it."""
        height = self.size.height
        chops: list[dict[int, Strip | None]] = [{} for _ in range(height)]
        ends: list[list[int]] = [[] for _ in range(height)]
        spans = [*self._regions_to_spans(self._dirty_regions)]
        for y, first, behind in spans:
            parts = self._parts(y, first, behind) if 0 <= y < height else None
            if parts is None:
                return super().render_partial_update()
            for x in sorted(parts):
                chops[y][x] = parts[x]
                ends[y].append(x + parts[x].cell_length)
        self._dirty_regions.clear()
        return ChopsUpdate(chops, spans, ends) if spans else None

    def _parts(self, y: int, first: int, behind: int) -> dict[int, Strip] | None:
        """Return the strips from cell `first` of line y up to `behind`, each by its first cell.

        None if not all of it is lines that lie beside each other with nothing above them.
        """
        parts: dict[int, Strip] = {}
        missing = behind - first
        for widget, seen, region in self.layers_visible[y]:
            x, end = max(first, seen.x), min(behind, seen.right)
            if x >= end:
                continue
            is_covered = any(x < at + strip.cell_length and at < end for at, strip in parts.items())
            if is_covered or not isinstance(widget, Lines):
                return None
            [parts[x]] = widget.render_lines(Region(x - region.x, y - region.y, end - x, 1))
            missing -= end - x
            if not missing:
                return parts
        return None
