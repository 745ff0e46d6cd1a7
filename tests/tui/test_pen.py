"""What is sent in fewer bytes paints the same cells, whatever the styles."""

from __future__ import annotations

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color, ColorSystem
from rich.style import Style

from tui.pen import thrifty

COLOURS = st.sampled_from([None, "red", "bright_blue", "#12402f", "color(22)", "default"])
STYLES = st.builds(
    lambda ink, ground, bold, reverse, underline: Style(
        color=Color.parse(ink) if ink else None,
        bgcolor=Color.parse(ground) if ground else None,
        bold=bold,
        reverse=reverse,
        underline=underline,
    ),
    COLOURS,
    COLOURS,
    *[st.sampled_from([None, True])] * 3,
)
WORDS = st.sampled_from(["a", "  ", "b c", " d", "é", "\x1b[2;3H", "\r\n", "\x1b[1;1H  "])


def shown(sent: str) -> list[tuple]:
    """Return how every cell is painted; of a blank no more than is seen."""
    screen = pyte.Screen(20, 5)
    pyte.Stream(screen).feed(sent)
    cells = [screen.buffer[y][x] for y in range(5) for x in range(20)]
    return [
        (cell.bg,) if cell.data == " " and not (cell.reverse or cell.underscore) else tuple(cell)
        for cell in cells
    ]


@given(st.lists(st.tuples(WORDS, STYLES), max_size=12))
def test_it_paints_the_same_and_is_never_longer(runs):
    sent = "".join(style.render(words, color_system=ColorSystem.TRUECOLOR) for words, style in runs)
    fewer = thrifty(sent)
    assert shown(fewer) == shown(sent)
    assert len(fewer) <= len(sent) + len("\x1b[39;49;22m")


@pytest.mark.parametrize("sent", ["", "words", "\x1b[?1049h", "\x1b[38;9;1mx", "\x1b[38mx", "\x07"])
def test_what_it_does_not_know_is_sent_as_it_is(sent):
    assert thrifty(sent) == sent


def test_what_two_runs_have_in_common_is_sent_once():
    colours = "38;5;230;48;5;22m"
    sent = f"\x1b[1;{colours}one\x1b[0m\x1b[{colours} \x1b[0m\x1b[{colours}two\x1b[0m"
    assert thrifty(sent) == "\x1b[38;5;230;48;5;22;1mone \x1b[22mtwo\x1b[0m"
