"""What the terminal shows is not sent again; what is sent makes it show all the rest."""

from __future__ import annotations

import re

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style

from tui.shown import Shown
from tui.widgets.cells import BLANK, Row, lay, row_of

WIDTH, HEIGHT = 20, 5
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
WORDS = st.text("ab  日é", min_size=1, max_size=5)
PLACES = st.tuples(st.integers(1, HEIGHT), st.integers(1, 8))
RUNS = st.lists(st.tuples(PLACES, WORDS, STYLES), min_size=1, max_size=8)
CURSOR = (19, 4)
CODES = re.compile(r"\x1b\[[0-9;]*[mH]")


def painted(rows: list[Row], runs) -> str:
    """Lay runs on rows of cells, and return what a terminal is sent for the runs by themselves."""
    for (y, x), words, style in runs:
        lay(row_of([Segment(words, style)]), rows[y - 1], x - 1)
    return "".join(
        f"\x1b[{y};{x}H{style.render(words, color_system=ColorSystem.TRUECOLOR)}"
        for (y, x), words, style in runs
    )


def cells(*sent: str) -> list[tuple]:
    """Return how every cell is painted; of a blank no more than is seen."""
    screen = pyte.Screen(WIDTH, HEIGHT)
    pyte.Stream(screen).feed("".join(sent))
    found = [screen.buffer[y][x] for y in range(HEIGHT) for x in range(WIDTH)]
    return [
        (cell.bg,) if cell.data == " " and not (cell.reverse or cell.underscore) else tuple(cell)
        for cell in found
    ]


def has_halves(runs) -> bool:
    """Whether a run covers half of a wide sign, which terminals show in ways of their own."""
    taken: dict[tuple[int, int], object] = {}
    for number, ((y, x), words, _style) in enumerate(runs):
        at = x
        for letter in words:
            wide = letter == "日"
            for cell in range(at, at + 1 + wide):
                if taken.get((y, cell)):
                    return True
                taken[y, cell] = wide and number + 1
            at += 1 + wide
    return False


@given(st.lists(RUNS, min_size=1, max_size=4))
def test_the_terminal_shows_each_painting_whatever_was_there(paintings):
    if has_halves([run for runs in paintings for run in runs]):
        return
    shown, whole, sent = Shown(), [], []
    rows = [[BLANK] * WIDTH for _ in range(HEIGHT)]
    for runs in paintings:
        whole.append(painted(rows, runs))
        sent.append(shown.sent([*map(list, rows)], CURSOR))
        assert cells(*sent) == cells(*whole)
    assert shown.sent(rows, CURSOR) == ""


INKS = (Style(color="red"), Style(color="blue"))


def words(*parts: str) -> list[Row]:
    """Return a row of words in two inks by turns."""
    inks = INKS * len(parts)
    return [row_of(Segment(part, ink) for part, ink in zip(parts, inks, strict=False))]


@pytest.mark.parametrize(
    ("before", "after", "sent"),
    [
        (words("abcdefghijkl"), words("Abcdefghijkl"), ["A"]),
        (words("abcdefghijkl"), words("AbcdefghijkL"), ["A", "L"]),
        (words("abcdefghijkl"), words("AbcDefghijkl"), ["AbcD"]),
        (words("ab", "c", "defghijkl"), words("AB", "c", "Defghijkl"), ["AB", "D"]),
        (words("日本"), words("日x "), ["x "]),
        (words("a", "  ", "b"), words("a  ", "", "b"), []),
    ],
)
def test_cells_that_are_there_are_sent_where_that_is_shorter_than_to_go_past_them(
    before, after, sent
):
    shown = Shown()
    shown.sent(before, CURSOR)
    assert [run for run in CODES.split(shown.sent(after, CURSOR)) if run] == sent


def test_what_two_runs_have_in_common_is_sent_once():
    style = Style(color="color(230)", bgcolor="color(22)")
    bold = style + Style(bold=True)
    row = row_of([Segment("one", bold), Segment(" ", style), Segment("two", style)])
    sent = "\x1b[38;5;230;48;5;22;1mone \x1b[22mtwo"
    assert Shown().sent([row], (7, 0)) == f"\x1b[1;1H{sent}\x1b[1;8H\x1b[0m"


def test_all_is_sent_again_once_it_is_forgotten_and_a_line_by_itself():
    shown, rows = Shown(), words("known", " ", "words")
    first = shown.sent(rows, CURSOR)
    assert shown.sent(rows, CURSOR) == ""
    assert cells(shown.again(0)) == cells(first)
    assert shown.again(1) == ""
    shown.forget()
    assert shown.again(0) == ""
    assert shown.sent(rows, CURSOR) == first


def test_a_cursor_that_moves_alone_is_sent():
    shown = Shown()
    shown.sent(words("words"), CURSOR)
    assert shown.sent(words("words"), (2, 1)) == "\x1b[2;3H"


def test_an_accent_belongs_to_the_letter_before_it_whatever_its_style():
    accented = row_of([Segment("e", INKS[0]), Segment("\u0301b", INKS[1])])
    assert [sign for sign, _pen in accented] == ["e\u0301", "b"]


@pytest.mark.parametrize(("x", "left"), [(0, "x 本"), (1, " x本"), (2, "日x "), (3, "日 x")])
def test_half_of_a_wide_sign_is_a_blank(x, left):
    [row] = words("日本")
    lay(row_of([Segment("x")]), row, x)
    assert "".join(sign for sign, _pen in row) == left
