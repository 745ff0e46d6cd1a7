"""The duel's table as cells: what the game tells apart is told without a colour, in every size."""

from __future__ import annotations

import pytest
from looks import SIZES, told

from engine.duel.history import LaidCard, LastTurn
from engine.duel.moves import LAYS, Pile
from play.games.duel import telling
from play.games.duel.controls import END_TURN, MENU
from tui.games.duel import board, rail
from tui.games.duel.layout import ALL, HUGE, LARGE, NEEDS, NORMAL, PHONE, SMALL, place
from tui.games.duel.rail import log_line
from tui.table import plates
from tui.table.plates import Plate
from tui.table.sheet import Sheet
from tui.themes import NAMES, Depth, paint, set_palette
from words.glyphs import ASCII, UNICODE

HEAPS = (
    (LaidCard(1, 0), LaidCard(17, 0), LaidCard(23, 0)),
    (LaidCard(60, 0), LaidCard(51, 0), LaidCard(48, 0)),
)
CARDS = (13, 26, 32, 38, 41, 58)
PILES = board.PilesRow(0, HEAPS, 42)
LAY = LAYS[44, Pile.DOWN]
HAND = board.HandRow(0, CARDS, place=2, end_label="End")
PLATE = Plate("●", "gold", "NORD", "48 left  hand 6", done=0.2)


@pytest.fixture(params=SIZES.values(), ids=SIZES)
def where(request):
    return place(*request.param)


def width_of(where) -> int:
    return where.regions["hand"].width


def piles(row, where, glyphs) -> str:
    return told(board.piles(row, where, width_of(where), glyphs))


def hand(row, where, glyphs) -> str:
    return told(board.hand(row, where, width_of(where), glyphs))


def plate(row, where, glyphs) -> str:
    return told([plates.plate(row, width_of(where), glyphs)])


def one_of_theirs(heaps):
    (first, *more, top), other = heaps
    return (first, *more, LaidCard(top.card, 1)), other


def test_whose_a_card_is_shows_without_colour_where_cards_are_outlined(where):
    gift = PILES._replace(heaps=one_of_theirs(HEAPS))
    for depth, signs in ((Depth.NONE, UNICODE), (Depth.SIXTEEN, UNICODE), (Depth.NONE, ASCII)):
        set_palette("baize", depth)
        assert piles(PILES, where, signs) != piles(gift, where, signs)


@pytest.mark.parametrize(
    "other",
    [
        PILES._replace(fresh=(frozenset({LaidCard(23, 0)}), frozenset())),
        PILES._replace(fresh=(frozenset({LaidCard(17, 0)}), frozenset())),
        PILES._replace(target=0, label="+9"),
        PILES._replace(target=1, label="+9"),
        PILES._replace(draw_size=0),
    ],
    ids=[
        "laid just now",
        "laid just now, beneath",
        "aimed at",
        "aimed at the other",
        "no draw pile",
    ],
)
def test_what_piles_tell_is_told_in_signs(glyphs, where, other):
    assert piles(PILES, where, glyphs) != piles(other, where, glyphs)


def test_a_card_of_the_other_deck_with_the_same_number_is_not_marked(glyphs, where):
    twice = ((LaidCard(1, 0), LaidCard(23, 0), LaidCard(23, 1)), HEAPS[1])
    row = PILES._replace(heaps=twice, fresh=(frozenset({LaidCard(23, 1)}), frozenset()))
    assert piles(row, where, glyphs).count(glyphs.fresh) == 1


def test_both_kinds_of_cost_differ(glyphs, where):
    gift = telling.cost_tag(LAYS[16, Pile.THEIR_UP], 9)
    own = telling.cost_tag(LAYS[16, Pile.UP], 9)
    assert (gift, own.strip()) == ("gift 7", "+7")
    assert "gift 7" in piles(PILES._replace(target=0, label=gift), where, glyphs)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (HAND, HAND._replace(place=None)),
        (HAND, HAND._replace(place=3)),
        (HAND, HAND._replace(dull=frozenset({26}))),
        (HAND, HAND._replace(dull=frozenset({32}))),
        (HAND, HAND._replace(drawn=frozenset({26}))),
        (HAND, HAND._replace(place=END_TURN)),
        (HAND._replace(place=MENU), HAND._replace(place=END_TURN)),
        (HAND, HAND._replace(hinted=(LAYS[13, Pile.UP],))),
        (
            HAND._replace(hinted=(LAYS[13, Pile.UP],)),
            HAND._replace(hinted=(LAYS[13, Pile.THEIR_UP],)),
        ),
        (HAND, HAND._replace(end_label="")),
        (HAND, HAND._replace(cards=(*CARDS[:5], None))),
    ],
    ids=[
        "no cursor",
        "cursor elsewhere",
        "another card lies flat",
        "the card under the cursor lies flat",
        "drawn just now",
        "cursor on a stop",
        "cursor on the other stop",
        "hint",
        "hint of a gift",
        "nobody is asked",
        "hidden",
    ],
)
def test_what_a_hand_tells_is_told_in_signs(glyphs, where, one, other):
    assert hand(one, where, glyphs) != hand(other, where, glyphs)


def test_a_step_of_the_cursor_changes_one_line_of_the_hand(glyphs, where):
    one, other = (hand(HAND._replace(place=at), where, glyphs).split("\n") for at in (2, 3))
    assert [y for y, row in enumerate(one) if row != other[y]] == [1]


@pytest.mark.parametrize("target", [0, 1])
def test_the_pile_aimed_at_is_marked_from_its_first_card_to_the_edge_of_its_top(
    target, where, glyphs
):
    width = width_of(where)
    aimed = PILES._replace(target=target, label="+9")
    foot = board.piles(aimed, where, width, glyphs)[-1]
    looks = [segment.style for segment in foot for _cell in segment.text]
    marked = [x for x, look in enumerate(looks) if look == paint("on_cursor", "cursor", bold=True)]
    assert marked == [x for x in range(width) if board.pile_at(x, where, HEAPS) == target]
    if glyphs is ASCII:
        assert "^[" in told([foot])


def test_cursor_hint_and_tag_leave_nothing_behind_on_what_is_remembered(glyphs, where):
    def bare() -> tuple[str, str]:
        row = HAND._replace(place=None)
        return hand(row, where, glyphs), piles(PILES, where, glyphs)

    before, hint = bare(), (LAYS[13, Pile.UP], LAYS[26, Pile.UP])
    for at in (2, END_TURN, MENU):
        hand(HAND._replace(place=at, hinted=hint), where, glyphs)
        piles(PILES._replace(target=at % 2, label="+9"), where, glyphs)
    assert bare() == before


def test_whose_turn_it_is_and_who_is_who_is_told_in_signs(glyphs, where):
    assert plate(PLATE, where, glyphs) != plate(PLATE._replace(is_filled=True), where, glyphs)
    assert plate(PLATE, where, glyphs) != plate(PLATE._replace(coin="○"), where, glyphs)


def test_the_last_turn_says_who_laid_what_in_every_width(glyphs, where):
    lays = (*(LAYS[card, Pile.UP] for card in (12, 16, 20, 24, 28)), LAYS[44, Pile.DOWN])
    width = width_of(where)
    shown = told([board.ribbon(LastTurn(1, lays, 2), "x" * 24, where, width, glyphs)])
    assert len(shown) == width
    assert all(f"{lay.card:02}" in shown for lay in lays)
    assert glyphs.coins[1] in shown


def test_the_place_of_a_card_on_its_way_is_told_from_the_card_and_from_the_pile_before(
    glyphs, where
):
    (first, *more, top), other = HEAPS
    before = PILES._replace(heaps=((first, *more), other))
    moving = PILES._replace(arriving=0)
    there = [piles(row, where, glyphs) for row in (before, moving, PILES)]
    assert len(set(there)) == 3
    assert f"{top.card:02}" not in there[1].split("\n")[1]


def test_where_nobody_plays_it_is_told_with_whose_eyes_one_looks(glyphs, where):
    row = HAND._replace(
        place=None, end_label="", is_watched=True, looker="NORD", last=LastTurn(1, (LAY,), 2)
    )
    shown = hand(row, where, glyphs)
    assert "seen by" in shown
    assert f"{glyphs.coins[0]} NORD" in shown
    assert f"{LAY.card:02}" in shown.split("\n")[0]


def test_who_sees_no_hand_is_told_to_watch(glyphs, where):
    shown = hand(HAND._replace(place=None, end_label="", is_watched=True), where, glyphs)
    assert "you" in shown and "watch" in shown
    assert "seen by" not in shown


def test_the_log_marks_the_newest_turn_and_cuts_no_number(glyphs):
    lays = [LAYS[card, Pile.UP] for card in (12, 16, 20, 24, 28)] + [LAYS[44, Pile.THEIR_DOWN]]
    for width in (16, 26, 31):
        last, other = (
            told([log_line(8, 0, lays, width, glyphs, is_here=is_here)])
            for is_here in (True, False)
        )
        assert last != other
        assert len(last) == len(other) == width
    assert told([log_line(8, 0, lays, 26, glyphs, is_here=True)]).rstrip().endswith("'")


@pytest.mark.parametrize("theme", NAMES)
@pytest.mark.parametrize("depth", Depth)
def test_every_theme_draws_every_part_in_every_depth(theme, depth, where):
    set_palette(theme, depth)
    width = width_of(where)
    row = PILES._replace(fresh=(frozenset({LaidCard(23, 0)}), frozenset()), target=1, label="-10")
    dull = HAND._replace(dull=frozenset({26}), hinted=(LAYS[13, Pile.UP],))
    for lines in (
        board.piles(row, where, width, UNICODE),
        board.hand(dull, where, width, UNICODE),
        [plates.plate(PLATE, width, UNICODE)],
        [board.open_hand(1, CARDS, "held", where, width, UNICODE)],
    ):
        assert {len(told([line])) for line in lines} == {width}


@pytest.mark.parametrize(
    ("size", "sizes"),
    [
        ((40, 20), PHONE),
        ((59, 24), PHONE),
        ((60, 20), SMALL),
        ((80, 23), SMALL),
        ((79, 24), SMALL),
        ((80, 24), NORMAL),
        ((119, 40), NORMAL),
        ((120, 34), NORMAL),
        ((120, 35), LARGE),
        ((120, 40), LARGE),
        ((199, 60), LARGE),
        ((200, 47), LARGE),
        ((200, 60), HUGE),
    ],
)
def test_the_largest_table_that_fits_is_taken(size, sizes):
    width, height = size
    assert place(width, height - 2).sizes == sizes


def test_no_table_needs_more_than_the_smallest_says():
    assert (PHONE.columns, PHONE.rows + 2) == NEEDS
    assert [sizes.columns for sizes in ALL] == [200, 120, 80, 60, 40]


def test_a_click_finds_what_is_drawn_there(where):
    width = width_of(where)
    rows = hand(HAND._replace(place=None), where, UNICODE).split("\n")
    found = {
        board.place_at(x, y, len(CARDS), where) for y in range(len(rows)) for x in range(width)
    }
    assert found == {*range(6), END_TURN, MENU, None}
    for at, card in enumerate(CARDS):
        y, x = next((y, row.index(f"{card}")) for y, row in enumerate(rows) if f"{card}" in row)
        assert board.place_at(x, y, len(CARDS), where) == at
    y = next(y for y, row in enumerate(rows) if "Menu" in row)
    assert board.place_at(rows[y].index("Menu"), y, len(CARDS), where) == MENU
    row = piles(PILES, where, UNICODE).split("\n")[1]
    assert [board.pile_at(row.index(top), where, HEAPS) for top in ("23", "48")] == [0, 1]


def test_the_race_is_a_bar_for_each_player_and_says_who_is_ahead():
    sheet = Sheet(34, 5, UNICODE, "rail")
    rail._race(sheet, (29, 16), ("NORD", "SUD"))
    head, north, south, *_ = ["".join(s.text for s in line) for line in sheet.lines()][1:]
    assert head.rstrip().endswith("NORD by 13")
    assert (north.rstrip()[-2:], south.rstrip()[-2:]) == ("29", "16")
    assert abs(north.count("━") - north.count("─")) <= 1  # half of 58
    assert north.count("━") > south.count("━")
