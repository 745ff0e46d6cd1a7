"""Zen's board as lines: every square, every mark, every size; and where a click goes."""

from __future__ import annotations

import pytest
from zens import position

from engine.zen.position_text import START
from engine.zen.squares import SIZE, SQUARES, parse_square
from tui.board_cursor import READING_ORDER, first_place
from tui.boards.zen import (
    SIZES,
    STOPS_BELOW,
    Marks,
    board,
    counted_line,
    signs,
    size_for,
    square_at,
    squares,
    stop_at,
    stops,
)
from tui.glyphs import ASCII, UNICODE

SQUARE = parse_square


def plain(lines) -> list[str]:
    return ["".join(part.text for part in line) for line in lines]


def square_text(there, marks: Marks, name: str, glyphs=UNICODE) -> str:
    return "".join(part.text for part in squares(there, marks, signs(glyphs))[SQUARE(name)])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_every_line_of_the_board_is_as_wide_as_it_says_and_every_square_is_where_a_click_is(
    size, glyphs
):
    lines = plain(board(START, Marks(), size, glyphs))
    assert len(lines) == size.rows
    assert max(map(len, lines)) <= size.columns
    seen = {}
    for y, line in enumerate(lines):
        for x, letter in enumerate(line):
            if (square := square_at(x, y, size)) is not None:
                seen.setdefault(square, set()).add(letter)
    assert set(seen) == set(SQUARES)
    black, white, zen = signs(glyphs).pieces
    for square, letters in seen.items():
        for piece, mask in zip((black, white, zen), START[:3], strict=True):
            assert (piece in letters) == bool(mask >> square & 1)


def test_the_letters_stand_above_their_columns_and_the_numbers_beside_their_rows():
    for size in SIZES:
        lines = plain(board(START, Marks(), size, UNICODE))
        for column, letter in enumerate("ABCDEFGHIJK"):
            x = lines[0].index(letter)
            assert {square_at(x, y, size) for y in range(len(lines))} - {None} == set(
                SQUARES[column::SIZE]
            )
        rows = [line.split()[0] for line in lines if line.split() and line.split()[0].isdigit()]
        assert rows == [str(number) for number in range(11, 0, -1)]


def test_the_largest_size_that_fits_is_taken():
    assert size_for(43, 22) == size_for(10, 5) == SIZES[-1]
    assert size_for(83, 38) == SIZES[1]
    assert size_for(123, 58) == SIZES[0]
    for size in SIZES:
        assert size_for(size.columns, size.rows + STOPS_BELOW) == size


def test_each_mark_is_a_shape_of_its_own():
    there = position("A1 B1", "C1 D1", "E1")
    marks = Marks(
        here=SQUARE("A1"),
        lifted=SQUARE("B1"),
        targets=frozenset({SQUARE("C1"), SQUARE("F1")}),
        counted=1 << SQUARE("D1") | 1 << SQUARE("G1"),
        way=0,
        came=(SQUARE("H1"), SQUARE("E1")),
        advised=frozenset({SQUARE("I1")}),
    )
    columns = "ABCDEFGHIJ"
    for glyphs, shown in (
        (UNICODE, ["[●]", "‹●›", "×○×", ":○:", "▸◆", "(·)", "─", "▫", "!·!", "·"]),
        (ASCII, ["[B]", "<B>", "xWx", ":W:", ">Z", "(.)", "-", "_", "!.!", "."]),
    ):
        found = [square_text(there, marks, f"{column}1", glyphs) for column in columns]
        assert [text.strip() for text in found] == shown


@pytest.mark.parametrize(
    ("start", "end", "way"), [("A6", "K6", 0), ("F1", "F11", 1), ("A1", "K11", 2), ("A11", "K1", 3)]
)
def test_a_line_is_drawn_the_way_it_runs(start, end, way):
    mask, found = counted_line(SQUARE(start), SQUARE(end))
    assert (mask.bit_count(), found) == (11, way)
    empty = position("A1", "K1")._replace(black=0, white=0)
    marks = Marks(counted=mask, way=way)
    assert square_text(empty, marks, start).strip() == "─│╱╲"[way]
    assert counted_line(SQUARE("A1"), SQUARE("B3")) == (0, 0)


def test_the_stops_show_the_cursor_and_take_clicks():
    words = ("Play", "Échec", "Menu")
    shown = "".join(part.text for part in stops(words, 1))
    assert "[ Échec ]" in shown and "[ Menu ]" not in shown
    for place, word in enumerate(words):
        assert stop_at(shown.index(word), words) == place
    assert stop_at(0, words) is None
    assert stop_at(len(shown) + 1, words) is None


def test_squares_are_read_from_the_upper_left_on():
    assert [str(square) for square in READING_ORDER[:2]] == ["A11", "B11"]
    assert str(READING_ORDER[-1]) == "K1"
    assert str(first_place([SQUARE("A1"), SQUARE("C5"), SQUARE("B5")])) == "B5"
