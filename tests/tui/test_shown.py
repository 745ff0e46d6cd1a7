"""What the terminal shows is not sent again, and what it is sent makes it show all the rest."""

from __future__ import annotations

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tui.pen import STYLE, thrifty
from tui.shown import Shown

WIDTH = 12
COLOURS = ColorSystem.EIGHT_BIT
STYLES = st.builds(
    lambda ink, ground, bold, reverse: Style(
        color=Color.parse(ink), bgcolor=Color.parse(ground), bold=bold, reverse=reverse
    ),
    st.sampled_from(["red", "color(230)"]),
    st.sampled_from(["green", "color(22)"]),
    *[st.sampled_from([None, True])] * 2,
)
WORDS = st.text("ab  日é", min_size=1, max_size=5)
STRIPS = st.lists(st.builds(Segment, WORDS, STYLES, st.none()), max_size=6).map(
    lambda segments: Strip(segments).adjust_cell_length(WIDTH, Style(bgcolor="green"))
)


def cells(sent: str) -> list[tuple]:
    """Return how every cell is painted; of a blank no more than is seen."""
    screen = pyte.Screen(WIDTH + 2, 2)
    pyte.Stream(screen).feed(sent)
    row = [screen.buffer[1][x] for x in range(WIDTH + 2)]
    return [(cell.bg,) if cell.data == " " and not cell.reverse else tuple(cell) for cell in row]


@given(st.lists(STRIPS, min_size=1, max_size=4))
def test_the_terminal_shows_the_last_strip_whatever_was_there(strips):
    shown = Shown()
    sent = "".join(thrifty(shown.paint(1, 1, strip, COLOURS)) for strip in strips)
    assert cells(sent) == cells(Shown().paint(1, 1, strips[-1], COLOURS))
    assert shown.paint(1, 1, strips[-1], COLOURS) == ""


def strip(*words: str) -> Strip:
    styles = [Style(color="red"), Style(color="blue")] * len(words)
    return Strip(Segment(part, style) for part, style in zip(words, styles, strict=False))


@pytest.mark.parametrize(
    ("before", "after", "sent"),
    [
        (strip("abcdefghijkl"), strip("Abcdefghijkl"), ["A"]),
        (strip("abcdefghijkl"), strip("AbcdefghijkL"), ["A", "L"]),
        (strip("abcdefghijkl"), strip("AbcDefghijkl"), ["AbcD"]),
        (strip("ab", "c", "defghijkl"), strip("AB", "c", "Defghijkl"), ["AB", "D"]),
        (strip("日本"), strip("日x "), ["x "]),
        (strip("a", "  ", "b"), strip("a  ", "", "b"), []),
    ],
)
def test_cells_that_are_there_are_sent_where_that_is_shorter_than_to_go_past_them(
    before, after, sent
):
    shown = Shown()
    shown.paint(0, 0, before, COLOURS)
    runs = STYLE.sub("", shown.paint(0, 0, after, COLOURS)).split("\x1b[1;")[1:]
    assert [run.split("H")[1] for run in runs] == sent


def test_all_is_sent_again_once_it_is_forgotten_and_an_accent_alone_does_no_harm():
    shown = Shown()
    first = shown.paint(0, 0, strip("words"), COLOURS)
    shown.forget()
    assert shown.paint(0, 0, strip("words"), COLOURS) == first
    alone = Strip([Segment("a"), Segment("\u0301b")])
    assert "b" in shown.paint(0, 0, alone, COLOURS)
    assert shown.paint(0, 0, strip("words"), COLOURS) == first
