"""Zen's board as lines: every square, every mark, every size and form; and where a click goes."""

from __future__ import annotations

from itertools import combinations

import pytest
from rich.cells import cell_len
from zens import position

from engine.zen.geometry import SIZE
from engine.zen.positions import START
from engine.zen.squares import COLUMNS, SQUARES, parse_square
from play.games.zen.controls import READING_ORDER, first_place
from tui.games.zen.board import BoardMarks, board, counted_line, looks
from tui.games.zen.layout import DIVIDER, LEAST, RAIL_LEAST, RAIL_ROWS, SIZES, layout_for
from tui.games.zen.miniature import miniature
from tui.games.zen.pieces import Form, drawn, form, signs
from tui.themes import SOLID as THEME_SOLID
from tui.themes import THEMES, Depth, paint, set_palette
from words.glyphs import ASCII, UNICODE

SQUARE = parse_square
SOLID = [(theme, Depth.TRUE, UNICODE) for theme in THEMES]
SOLID.append(("baize", Depth.INDEXED, UNICODE))
NO_COLOUR = ("baize", Depth.NONE, UNICODE)
PLAIN_ASCII = ("baize", Depth.NONE, ASCII)
OUTLINES = [NO_COLOUR, ("baize", Depth.SIXTEEN, UNICODE), PLAIN_ASCII, ("baize", Depth.TRUE, ASCII)]
FORMS = [*SOLID, *OUTLINES]
ROOMS = [(40, 19), (60, 19), (80, 23), (100, 23), (80, 59), (120, 39), (157, 55), (200, 59)]


def name_of(value) -> str:
    names = {ASCII: "ascii", UNICODE: "unicode"}
    return "-".join(names.get(part, getattr(part, "name", str(part))) for part in value)


def use(theme: str, depth: Depth, glyphs, is_sparing: bool = False) -> Form:
    """Draw so from now on."""
    set_palette(theme, depth, is_sparing=is_sparing)
    return form(glyphs)


def plain(lines) -> list[str]:
    return ["".join(part.text for part in line) for line in lines]


def square_text(there, marks: BoardMarks, name: str, size=SIZES[-1], look=SOLID[0]) -> str:
    form = use(*look)
    square = looks(there, marks, size, form)[SQUARE(name)]
    return "\n".join(plain(drawn(*square, size, form)))


@pytest.mark.parametrize("room", ROOMS, ids=name_of)
@pytest.mark.parametrize("look", FORMS, ids=name_of)
def test_the_board_fits_its_room_and_every_piece_is_where_a_click_finds_it(room, look):
    layout = layout_for(*room)
    lines = plain(board(START, BoardMarks(), layout, use(*look)))
    assert len(lines) <= layout.room[1] <= room[1]
    assert max(map(cell_len, lines)) <= layout.room[0]
    seen = {}
    for y, line in enumerate(lines):
        for x, letter in enumerate(line):
            if (square := layout.square_at(x, y)) is not None:
                seen[square] = seen.get(square, "") + letter
    assert set(seen) == set(SQUARES)
    assert {len(letters) for letters in seen.values()} == {
        layout.square.width * layout.square.height
    }
    empty = {seen[s] for s in SQUARES if not START.occupied >> s & 1}
    assert empty.isdisjoint({seen[s] for s in SQUARES if START.occupied >> s & 1})


@pytest.mark.parametrize("size", SIZES, ids=name_of)
def test_with_sixteen_colours_the_sides_differ_by_shape_however_cards_are_drawn(size):
    set_palette("baize", Depth.SIXTEEN, THEME_SOLID)
    now = form(UNICODE)
    squares = looks(START, BoardMarks(), size, now)
    black, white = (plain(drawn(*squares[SQUARE(name)], size, now)) for name in ("F11", "A11"))
    assert black != white
    rows = plain(miniature(None, 22, 11, UNICODE))
    assert {"●", "○", "◆"} <= set("".join(rows))


@pytest.mark.parametrize("columns", [*range(40, 210, 7)])
@pytest.mark.parametrize("rows", [*range(19, 62, 5)])
def test_a_layout_fills_its_room_with_the_largest_squares_that_fit(columns, rows):
    layout = layout_for(columns, rows)
    (width, height), (rail, rail_rows) = layout.room, layout.rail
    if layout.is_beside:
        assert (width + DIVIDER + rail, height, rail_rows) == (columns, rows, rows)
        assert rail + DIVIDER >= RAIL_LEAST
    else:
        assert (width, height + rail_rows, rail) == (columns, rows, columns)
        assert rail_rows >= RAIL_ROWS
    assert layout.left + SIZE * layout.square.width <= width
    assert layout.top + SIZE * layout.square.height < height
    for larger in SIZES[: SIZES.index(layout.square)]:
        across, down = 3 + SIZE * larger.width, SIZE * larger.height + 1
        assert columns < across + RAIL_LEAST or rows < down
        assert columns < across or rows < down + RAIL_ROWS


def test_the_sizes_of_squares_in_the_usual_windows():
    windows = {LEAST: 3, (60, 20): 3, (80, 24): 4, (120, 40): 7, (200, 60): 11}
    found = {window: layout_for(window[0], window[1] - 1).square.width for window in windows}
    assert found == windows


@pytest.mark.parametrize("room", ROOMS, ids=name_of)
def test_the_letters_stand_below_their_columns_and_the_numbers_beside_their_rows(room):
    layout = layout_for(*room)
    lines = plain(board(START, BoardMarks(), layout, form(UNICODE)))
    for column, letter in enumerate(COLUMNS):
        x = lines[-1].index(letter)
        found = {layout.square_at(x, y) for y in range(len(lines))} - {None}
        assert found == set(SQUARES[column::SIZE])
    first = layout.left
    numbers = [(int(line[:first]), y) for y, line in enumerate(lines) if line[:first].strip()]
    assert [number for number, _y in numbers] == [*range(11, 0, -1)]
    for number, y in numbers:
        assert layout.square_at(first, y) == SQUARES[(number - 1) * SIZE]


EMPTY_BOARD = position("A1", "K1")._replace(black=0, white=0)


def states(name: str):
    """Return everything that a square may be, one by one: a position, and what is pointed out."""
    square, other = SQUARE(name), SQUARE("K11")
    on = 1 << square
    pieces = {
        "black": EMPTY_BOARD._replace(black=on),
        "white": EMPTY_BOARD._replace(white=on),
        "the Zen": EMPTY_BOARD._replace(zen=on),
    }
    targets = frozenset({square})
    yield "empty", EMPTY_BOARD, BoardMarks()
    yield "a cursor", EMPTY_BOARD, BoardMarks(here=square)
    yield "may be gone to", EMPTY_BOARD, BoardMarks(targets=targets)
    yield "gone to", EMPTY_BOARD, BoardMarks(targets=targets, here=square)
    yield "came from", EMPTY_BOARD, BoardMarks(came=(square, other))
    yield (
        "came from, may be gone to",
        EMPTY_BOARD,
        BoardMarks(came=(square, other), targets=targets),
    )
    yield "a hint", EMPTY_BOARD, BoardMarks(advised=targets)
    for way, word in enumerate(("row", "column", "rising", "falling")):
        yield f"on a {word}", EMPTY_BOARD, BoardMarks(counted=on, way=way)
    for piece, there in pieces.items():
        yield piece, there, BoardMarks()
        yield f"{piece}, a cursor", there, BoardMarks(here=square)
        yield f"{piece}, picked up", there, BoardMarks(lifted=square)
        yield f"{piece}, may be taken", there, BoardMarks(targets=targets)
        yield f"{piece}, counted", there, BoardMarks(counted=on)
        yield f"{piece}, just came", there, BoardMarks(came=(other, square))
        yield f"{piece}, a hint", there, BoardMarks(advised=targets)
        yield f"{piece}, taken", there, BoardMarks(targets=targets, here=square)


@pytest.mark.parametrize("size", SIZES, ids=name_of)
@pytest.mark.parametrize("look", OUTLINES, ids=name_of)
@pytest.mark.parametrize("name", ["E5", "E6"])
def test_without_colour_whatever_a_square_may_be_is_told_by_its_letters(size, look, name):
    shown = {
        what: square_text(there, marks, name, size, look) for what, there, marks in states(name)
    }
    for one, other in combinations(shown, 2):
        assert shown[one] != shown[other], (one, other)


@pytest.mark.parametrize("size", SIZES, ids=name_of)
@pytest.mark.parametrize("look", SOLID, ids=name_of)
def test_on_grounds_all_but_the_side_and_the_cursor_is_told_by_letters(size, look):
    shown = {
        what: square_text(there, marks, "E5", size, look)
        for what, there, marks in states("E5")
        if "cursor" not in what and "white" not in what and what not in ("gone to", "black, taken")
    }
    shown.pop("the Zen, taken")
    for one, other in combinations(shown, 2):
        assert shown[one] != shown[other], (one, other)


def light(shade) -> float:
    """Return the relative luminance of a colour."""
    parts = [int(shade.rgb[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(p * share for p, share in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


@pytest.mark.parametrize("theme", THEMES)
def test_the_sides_and_the_cursor_on_grounds_are_apart_in_light_and_not_in_colour_alone(theme):
    roles = THEMES[theme]
    white = "outline" if "outline" in roles else "white"
    pairs = [(ground, "cursor") for ground in ("board_light", "board_dark")]
    pairs += [("black", "white")] if white == "white" else []
    for one, other in pairs:
        low, high = sorted((light(roles[one]), light(roles[other])))
        assert (high + 0.05) / (low + 0.05) >= 3, (one, other)


def test_white_is_a_ring_where_a_solid_pawn_would_not_stand_out():
    there, here = position("A1", "C3"), SQUARE("C3")
    baize, light_room = ((theme, Depth.TRUE, UNICODE) for theme in ("baize", "light"))
    size = SIZES[2]
    assert square_text(there, BoardMarks(), "C3", size, baize).startswith("▗▆▆▖")
    assert square_text(there, BoardMarks(here=here), "C3", size, baize) == "╭──╮\n╰──╯"
    assert square_text(there, BoardMarks(), "C3", size, light_room) == "╭──╮\n╰──╯"
    assert square_text(there, BoardMarks(), "A1", size, light_room).startswith("▗▆▆▖")


def test_each_mark_is_a_shape_of_its_own():
    there = position("A1 B1", "C1 D1", "E1")
    marks = BoardMarks(
        here=SQUARE("A1"),
        lifted=SQUARE("B1"),
        targets=frozenset({SQUARE("C1"), SQUARE("F1")}),
        counted=1 << SQUARE("D1") | 1 << SQUARE("G1"),
        way=0,
        came=(SQUARE("H1"), SQUARE("E1")),
        advised=frozenset({SQUARE("I1")}),
    )
    columns = "ABCDEFGHIJ"
    for look, shown in (
        (NO_COLOUR, ["[●]", "‹●›", "×○×", ":○:", "▸◆", "■", "─", "▫", "!·!", "·"]),
        (PLAIN_ASCII, ["[B]", "<B>", "xWx", ":W:", ">Z", "+", "-", "_", "!.!", "."]),
    ):
        found = [square_text(there, marks, f"{column}1", SIZES[-1], look) for column in columns]
        assert [text.strip() for text in found] == shown


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_zen_is_white_with_a_red_middle_on_squares_of_every_size(size):
    square = looks(START, BoardMarks(), size, use(*SOLID[0]))[SQUARE("F6")]
    middle = drawn(*square, size, form(UNICODE))[size.height // 2]
    inks = [part.style.color for part in middle if part.text.strip()]
    white, red = paint("white").color, paint("zen").color
    assert inks == [white, red, white]


@pytest.mark.parametrize(
    ("start", "end", "way"), [("A6", "K6", 0), ("F1", "F11", 1), ("A1", "K11", 2), ("A11", "K1", 3)]
)
def test_a_line_is_drawn_the_way_it_runs(start, end, way):
    mask, found = counted_line(SQUARE(start), SQUARE(end))
    assert (mask.bit_count(), found) == (11, way)
    marks = BoardMarks(counted=mask, way=way)
    assert square_text(EMPTY_BOARD, marks, start).strip() == "─│╱╲"[way]
    assert counted_line(SQUARE("A1"), SQUARE("B3")) == (0, 0)


def test_over_a_slow_line_only_what_counts_is_pointed_out():
    there = position("B5 K5", "E5")
    counted, way = counted_line(SQUARE("B5"), SQUARE("D5"))
    marks = BoardMarks(SQUARE("D5"), SQUARE("B5"), counted=counted, way=way)
    here, far = (("baize", Depth.TRUE, UNICODE, is_sparing) for is_sparing in (False, True))
    row = {"here": "", "far": ""}
    for where, look in (("here", here), ("far", far)):
        for column in COLUMNS:
            row[where] += square_text(there, marks, f"{column}5", SIZES[-1], look)[1]
    assert row == {"here": "─●──○─────●", "far": " ●─ ○     ●"}
    assert square_text(there, marks, "K5", SIZES[-1], far) == ":●:"


def test_neighbours_of_a_group_are_linked_and_opponents_are_not():
    there = position("B2 C2 B3 A1", "D2", "D3")
    large, small = SIZES[1], SIZES[2]
    look = SOLID[0]
    across = signs(UNICODE).links[0]
    middle = square_text(there, BoardMarks(), "B2", large, look).splitlines()[1]
    assert middle.endswith(across) and not middle.startswith(across)
    assert square_text(there, BoardMarks(), "C2", large, look).splitlines()[1][0] == across
    assert across not in square_text(there, BoardMarks(), "D2", large, look)
    assert across not in square_text(there, BoardMarks(), "B2", small, look)
    assert square_text(there, BoardMarks(), "A1", large, look).splitlines()[0][-1] == "╱"
    assert square_text(there, BoardMarks(), "B2", large, look).splitlines()[0][3] == "█"
    assert square_text(there, BoardMarks(), "C2", large, look).splitlines()[0][3] == "▆"


def test_the_cursor_lies_on_lemon_and_what_may_be_taken_on_its_own_ground():
    there = position("A1", "B1")
    marks = BoardMarks(here=SQUARE("A1"), targets=frozenset({SQUARE("B1")}))
    form = use(*SOLID[0])
    shown = looks(there, marks, SIZES[2], form)
    for name, role in (("A1", "cursor"), ("B1", "take"), ("C1", "board_light")):
        grounds = {part.style.bgcolor for part in drawn(*shown[SQUARE(name)], SIZES[2], form)[0]}
        assert grounds == {paint("", role).bgcolor}


def test_squares_are_read_from_the_upper_left_on():
    assert [str(square) for square in READING_ORDER[:2]] == ["A11", "B11"]
    assert str(READING_ORDER[-1]) == "K1"
    assert str(first_place([SQUARE("A1"), SQUARE("C5"), SQUARE("B5")])) == "B5"
