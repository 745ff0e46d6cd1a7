"""What was drawn of the same values is not drawn again, and of others it is."""

from __future__ import annotations

import pytest

from tui.themes import Depth, set_palette
from tui.widgets.remembered import KEPT, remembered
from words.translation import set_language


@pytest.fixture
def drawings():
    """Return a drawing function, and the list of what it was asked for."""
    asked = []

    @remembered
    def draw(words: str, *, width: int = 1) -> list[str]:
        asked.append((words, width))
        return [words] * width

    return draw, asked


def test_the_same_values_are_drawn_once(drawings):
    draw, asked = drawings
    assert draw("a", width=2) is draw("a", width=2)
    assert draw("b") == ["b"]
    assert draw("a", width=2) == ["a", "a"]
    assert asked == [("a", 2), ("b", 1)]


@pytest.mark.parametrize(
    "change", [lambda: set_palette("light", Depth.SIXTEEN), lambda: set_language("fr")]
)
def test_another_palette_or_language_is_drawn_anew(drawings, change):
    draw, asked = drawings
    set_palette("baize", Depth.TRUE)
    set_language("en")
    draw("a")
    change()
    draw("a")
    assert len(asked) == 2


def test_the_oldest_drawings_are_forgotten(drawings):
    draw, asked = drawings
    for at in range(KEPT + 1):
        draw(str(at))
    draw(str(KEPT))
    draw("0")
    assert len(asked) == KEPT + 2
