"""What the terminal shows is not sent again; what is sent makes it show all the rest."""

from __future__ import annotations

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color, ColorSystem
from rich.style import Style

from tui.shown import MOVE, STYLE, SYNC_END, SYNC_START, Shown

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
END = "\x1b[5;20H"


def painting(runs) -> str:
    """Return what Textual writes: runs at their places, and the cursor's place at the end."""
    return (
        "".join(
            f"\x1b[{y};{x}H{style.render(words, color_system=ColorSystem.TRUECOLOR)}"
            for (y, x), words, style in runs
        )
        + END
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
    for runs in paintings:
        data = painting(runs)
        whole.append(data)
        sent.append(shown.sent(data))
        assert cells(*sent) == cells(*whole)
        assert len(sent[-1]) <= len(data) + len("\x1b[39;49;22m")
    assert shown.sent(painting(paintings[-1][-1:])) == ""


def words(*parts: str) -> str:
    codes = ["31", "34"] * len(parts)
    inked = [f"\x1b[{code}m{part}\x1b[0m" for code, part in zip(codes, parts, strict=False) if part]
    return f"\x1b[1;1H{''.join(inked)}\x1b[1;1H"


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
    shown.sent(before)
    runs = MOVE.split(STYLE.sub("", shown.sent(after)))[3::3]
    assert [run for run in runs if run] == sent


def test_what_two_runs_have_in_common_is_sent_once():
    colours = "38;5;230;48;5;22m"
    data = f"\x1b[1;{colours}one\x1b[0m\x1b[{colours} \x1b[0m\x1b[{colours}two\x1b[0m"
    sent = "\x1b[38;5;230;48;5;22;1mone \x1b[22mtwo"
    assert Shown().sent(f"\x1b[1;1H{data}\x1b[1;8H") == f"\x1b[1;1H{sent}\x1b[1;8H\x1b[0m"


@pytest.mark.parametrize("data", ["words", "\x1b[?1049h", "\x07", "\x1b]22;pointer\x1b\\"])
def test_what_is_no_painting_is_sent_as_it_is(data):
    shown = Shown()
    assert shown.sent(data) == data
    assert not shown.has_painted


@pytest.mark.parametrize("unknown", ["\x1b[38;9;1mx", "\x1b[38mx", "\x1b[2J", "\u0301b", "\x00"])
def test_a_painting_with_something_unknown_is_sent_as_it_is_and_the_next_one_whole(unknown):
    shown, known = Shown(), words("known")
    first = shown.sent(known)
    data = f"\x1b[1;1H{unknown}\x1b[1;1H"
    assert shown.sent(data) == data
    assert shown.sent(known) == first


def test_all_is_sent_again_once_it_is_forgotten_and_a_line_by_itself():
    shown, data = Shown(), words("known", " ", "words")
    first = shown.sent(data)
    assert shown.sent(data) == ""
    assert cells(shown.again(0)) == cells(first)
    assert shown.again(1) == ""
    shown.forget()
    assert shown.again(0) == ""
    assert shown.sent(data) == first


def test_the_marks_around_a_painting_are_sent_with_what_it_changes_and_not_alone():
    shown, data = Shown(), words("words")
    sent = [shown.sent(part) for part in (SYNC_START, data, SYNC_END)]
    assert sent == ["", SYNC_START + Shown().sent(data), SYNC_END]
    assert [shown.sent(part) for part in (SYNC_START, data, SYNC_END)] == ["", "", ""]


def test_a_cursor_that_moves_alone_is_sent():
    shown = Shown()
    shown.sent(words("words"))
    assert shown.sent(f"{words('words')}\x1b[2;3H") == "\x1b[2;3H"
