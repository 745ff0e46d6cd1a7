"""The places of a table's widgets, whichever game it is, in windows of any size."""

from __future__ import annotations

from functools import partial
from itertools import combinations

import pytest
from textual.geometry import Region

from tui.games.duel import layout as duel
from tui.games.hearts import layout as hearts
from tui.games.war import layout as war
from tui.games.zen import layout as zen

PLANS = {
    "duel": duel.place,
    "duel, over": partial(duel.place, is_over=True),
    "duel, huge": partial(duel.place, is_huge=True),
    "duel, taught": partial(duel.place, is_taught=True),
    "hearts": hearts.place,
    "hearts, huge": partial(hearts.place, is_huge=True),
    "hearts, huge, without a hand": partial(hearts.place, has_hand=False, is_huge=True),
    "hearts, taught": partial(hearts.place, is_taught=True),
    "hearts without a hand": partial(hearts.place, has_hand=False),
    "war": war.layout_for,
    "war, huge": partial(war.layout_for, is_huge=True),
    "zen": zen.layout_for,
}
FIVE_SIZES = {"duel": duel, "hearts": hearts}


@pytest.mark.parametrize("width", [40, 41, 60, 79, 80, 101, 120, 160, 200, 320])
@pytest.mark.parametrize("height", [20, 21, 24, 31, 40, 48, 60, 90])
@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_in_every_size_all_is_on_the_screen_and_nothing_lies_on_another(plan, width, height):
    screen = Region(0, 0, width, height - 2)
    regions = [region for region in plan(width, height - 2).regions.values() if region.area]
    assert all(screen.contains_region(region) for region in regions)
    assert not any(one.overlaps(other) for one, other in combinations(regions, 2))


@pytest.mark.parametrize("game", FIVE_SIZES.values(), ids=FIVE_SIZES)
def test_a_size_is_taken_where_it_says_that_it_fits(game):
    for sizes in game.ALL:
        assert game.place(sizes.columns, sizes.rows).sizes is sizes
    assert sizes.columns == game.NEEDS[0]
    assert sizes.rows <= game.NEEDS[1] - 2


@pytest.mark.parametrize("game", FIVE_SIZES.values(), ids=FIVE_SIZES)
def test_huge_cards_have_seven_rows_or_more_from_80x24_on_and_are_as_usual_below(game):
    for sizes in game.MAGNIFIED:
        assert game.place(sizes.columns, sizes.rows, is_huge=True).sizes is sizes
        top = sizes.top if game is duel else sizes.card
        assert min(sizes.hand.height, top.height) >= 7
    assert (sizes.columns, sizes.rows) <= (80, 22)
    assert game.place(79, 22, is_huge=True) == game.place(79, 22)
    assert war.layout_for(80, 22, is_huge=True).sizes.card.height >= 7
    assert war.layout_for(79, 22, is_huge=True) == war.layout_for(79, 22)


@pytest.mark.parametrize(("width", "height"), [(40, 18), (60, 18), (60, 22), (79, 22)])
def test_a_tutor_of_dame_de_pique_has_a_wide_rail_or_lines_above_the_table(width, height):
    assert hearts.place(width, height, is_taught=True).regions["log"] == Region(0, 0, width, 4)


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_the_end_has_the_lines_of_the_hand_where_there_is_none(width):
    usual, over = (hearts.place(width, 22, has_hand=has).regions for has in (True, False))
    assert over["trick"].bottom == over["plate"].y == usual["plate"].y
    assert not over["hand"].height
