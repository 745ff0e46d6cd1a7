"""A replay's timeline and the end of a game as lines, and what keys and clicks do with them."""

from __future__ import annotations

import pytest
from duels import new_table, play_on
from pilots import driven, on_screen, program, resize, shown, until
from toy_game import new_table as new_toy
from toy_game import play_on as play_toy
from zens import new_table as new_zen
from zens import play_on as play_zen

from engine.duel.history import LaidCard, laid_on
from engine.game import CHANCE
from engine.timeline import TableTimeline
from engine.zen.board import groups
from engine.zen.options import ZenOptions
from play.games.zen.story import ROUNDS_TOLD, ZenStory
from play.games.zen.telling import after_round
from play.setup import reseated, seatings, setup_of
from play.story import Highlight, Story
from tui.screens import scene_screen
from tui.table.end_panel import end_panel, packed
from tui.table.timeline_bar import BarSpot, TimelineBar
from tui.widgets.lines import BOLD, line, text, wholes
from tui.widgets.turn_log import LogRow, rows_back, with_signs
from words.glyphs import ASCII, UNICODE

MARKS = (Highlight(6, "best turn", ""), Highlight(21, "biggest gift", ""))
BAR = TimelineBar(9, 39, step_words="turn {turn}, card {step} of {steps}", marks=MARKS)
TOLD = (
    Highlight(21, "ahead from here", "Ahead from turn 21 on", 0),
    Highlight(6, "best turn", "Best turn 6, 2 jumps", 1),
    Highlight(14, "biggest gift", "Biggest gift 9, turn 14", 0),
)
STORY = Story(0, "NORD wins", "SUD cannot lay two of 04 19.", 39, TOLD, (0, 2, -3, 4, 8))
WIDTHS = (40, 60, 80, 120, 200)
FINISHED = play_on(new_table(8), ("greedy", "greedy"))


def told(lines) -> list[str]:
    return ["".join(segment.text for segment in line) for line in lines]


FEATS = (("First win against novice", "First win"), ("Won without a gift",) * 2)


@pytest.mark.parametrize("is_won", [True, False])
@pytest.mark.parametrize(
    ("width", "banner"),
    [
        (80, "First win against novice ▼ Won without a gift"),
        (40, "First win against novice"),
        (34, "First win against novice"),
        (20, "First win"),
        (12, "First…"),
    ],
)
def test_firsts_and_records_hang_in_the_garland_and_push_nothing_out(width, banner, is_won):
    story = STORY._replace(is_won=is_won)
    usual = told(end_panel(story, width, 10, UNICODE))
    first, *others = told(end_panel(story._replace(feats=FEATS), width, 10, UNICODE))
    assert others == usual[1:]
    assert first.strip("━▼▀") == f" {banner} "
    assert len(first) == width
    hanging = end_panel(story._replace(feats=FEATS, hung=3), width, 10, UNICODE)
    assert (banner in told(hanging)[0]) == (not is_won), "they wait for the whole garland"


def test_what_an_analysis_says_stands_behind_the_place_in_the_longest_form_that_fits():
    bar = BAR._replace(told=("blunder, 12 points of 100", "80→68, lost 12", "80→68"))
    rows = [told([bar.one_line(width, UNICODE)])[0].split() for width in (56, 40, 34, 28, 24)]
    assert [row[2:] for row in rows] == [
        *(["turn", "9", "of", "39", "80→68,", "lost", "12"], ["9/39", "80→68,", "lost", "12"]),
        *(["9", "80→68,", "lost", "12"], ["9/39", "80→68"], ["9/39"]),
    ]
    assert bar.turn_at(BarSpot(4 + 11, 40)) == 39, "the bar makes way for it"


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("width", WIDTHS)
def test_a_timeline_tells_past_marks_and_place_in_signs_and_never_moves(width, glyphs):
    places = [BAR._replace(turn=turn, step=step, steps=2) for turn in range(39) for step in (0, 1)]
    for bar in (*places, BAR._replace(turn=39), BAR._replace(is_playing=True, speed="0.5")):
        (shown,) = told([bar.one_line(width, glyphs)])
        assert len(shown) == width
        assert shown.count(glyphs.knob) == 1
        signs = [glyphs.heavy, glyphs.light, glyphs.knob, *glyphs.notches]
        length = BAR._bar_beside_words(width)
        assert all(sign in signs for sign in shown[4 : 4 + length]), "the bar keeps its cells"
        assert len(told(bar.two_lines(width, glyphs))[1]) == width
    (shown,) = told([BAR.one_line(width, glyphs)])
    assert glyphs.notches[0] in shown.split(glyphs.knob)[0]
    assert glyphs.notches[1] in shown.split(glyphs.knob)[1]


def test_a_timeline_says_where_one_is():
    said = told([BAR.one_line(80, UNICODE), BAR._replace(step=1, steps=2).one_line(80, UNICODE)])
    assert "turn 9 of 39" in said[0]
    assert "paused" in said[0]
    assert "turn 10, card 1 of 2" in said[1]
    assert "start of 39 turns" in told([BAR._replace(turn=0).one_line(80, UNICODE)])[0]
    assert BAR._replace(turn=0, turns=1).words() == "start of 1 turn"
    assert "biggest gift" in told([BAR._replace(turn=21).one_line(80, UNICODE)])[0]
    assert told([BAR.one_line(40, UNICODE)])[0].rstrip().endswith(" 9/39")


@pytest.mark.parametrize("has_words", [True, False])
@pytest.mark.parametrize("width", WIDTHS)
def test_a_click_on_the_timeline_goes_to_the_turn_whose_knob_is_there(width, has_words):
    for turn in (0, 3, 6, 21, 39):
        bar = BAR._replace(turn=turn)
        lines = [bar.one_line(width, UNICODE)] if has_words else bar.two_lines(width, UNICODE)
        x = told(lines)[0].index(UNICODE.knob)
        assert abs(BAR.turn_at(BarSpot(x, width, has_words)) - turn) <= 39 // 12
        if turn in (6, 21):
            assert BAR.turn_at(BarSpot(x, width, has_words)) == turn
    assert BAR.turn_at(BarSpot(1, width, has_words)) is None
    assert BarSpot(1, width).is_sign


@pytest.mark.parametrize("room", range(1, 30))
@pytest.mark.parametrize("count", [1, 7, 40])
def test_the_turn_where_one_is_is_always_in_sight(count, room):
    for at in range(count):
        last = count - rows_back(count, at, room)
        assert max(0, last - room) <= at < last


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("width", [21, 28, 40, 53, 100])
def test_the_end_tells_who_won_before_why_and_that_before_the_curve(width, glyphs):
    for height in range(2, 20):
        lines = told(end_panel(STORY, width, height, glyphs))
        assert {len(line) for line in lines} == {width}
        assert len(lines) <= height
        assert "NORD wins" in lines[1]
        assert height < 5 or "04 19." in " ".join(" ".join(lines[2:5]).split()), "why"
        assert height < 9 or "21" in " ".join(lines), "the first highlight"
    assert any(glyphs.rises[-1] in line for line in lines)
    bare = told(end_panel(STORY._replace(leads=(), side=None), width, 19, glyphs))
    assert not any(glyphs.rises[-1] in line for line in bare)


def test_highlights_share_lines_where_there_are_few_and_a_long_one_is_told_whole_or_not_at_all():
    assert [len(row) for row in packed(TOLD, 51, 2)] == [2, 1]
    assert [len(row) for row in packed(TOLD, 51, 3)] == [1, 1, 1]
    (((side, first),), *more) = packed(TOLD[2:], 20, 9)
    assert (side, len(more) > 0) == (0, True)
    assert " ".join([first, *(row[0][1].strip() for row in more)]) == TOLD[2].words
    assert packed(TOLD[2:], 20, len(more)) == []


def test_one_card_more_is_on_its_way_and_nothing_else_is():
    one = ((LaidCard(1, 0),), (LaidCard(60, 0),))
    more = ((LaidCard(1, 0), LaidCard(9, 1)), (LaidCard(60, 0),))
    assert laid_on((one, one), (one, more)) == (1, 0)
    assert laid_on((one, more), (one, one)) is None
    assert laid_on((one, one), (more, more)) is None
    assert laid_on((one, one), (one, one)) is None


@on_screen("replay", FINISHED)
async def test_a_laid_card_shows_its_place_first_and_a_key_ends_that(pilot, monkeypatch):
    screen = pilot.app.screen
    screen.timing.has_motion = True
    await pilot.press("down")
    assert not screen.scene.is_moving, "no animation is wanted"
    pilot.app.animation_level = "full"
    monkeypatch.setattr(scene_screen, "MOTION", 3600)
    await pilot.press("right", "down")
    assert screen.scene.is_moving
    assert "08▏ 13" in shown(pilot.app)
    await pilot.press("x")
    assert not screen.scene.is_moving
    await pilot.press("right", "right")
    assert not screen.scene.is_moving, "two cards were laid"


def broke(table, at: int) -> int:
    """Return into how many groups more the other side fell by a capture, 0 for any other move."""
    seat, move = table.plays[at]
    before, after = table.view_at(at, None), after_round(table.view_at(at + 1, None))
    if "x" not in str(move):
        return 0
    there, here = (len(list(groups(view.position.chain(1 - seat % 2)))) for view in (before, after))
    return here - there


@pytest.mark.parametrize("variant", [1, 2])
def test_the_story_of_zen_names_moves_that_did_what_it_says(variant):
    table = play_zen(new_zen(ZenOptions(first="black", variant=variant)), 90)
    timeline = TableTimeline(table, frozenset())
    story, moves = ZenStory(), [play for play in table.plays if play.seat != CHANCE]
    views = [table.view_at(at, None) for at in range(len(table.plays) + 1)]
    captures = [str(play.move) for play in moves if "x" in str(play.move)]
    assert len(story.leads(timeline)) == len(moves)
    broken = [broke(table, at) for at, play in enumerate(table.plays) if play.seat != CHANCE]
    for told in story.highlights(timeline, ()):
        move = str(moves[told.turn - 1].move)
        if told.name == "best capture":
            assert move in captures
            assert move in told.words
            assert broken[told.turn - 1] == max(broken) > 0
        if told.name == "Zen taken":
            assert move in captures
        if told.name == "decisive move":
            assert told.turn == len(moves)
            assert told.words.endswith(move)
    ends = [told for told in story.highlights(timeline, ()) if told.name.startswith("end of round")]
    assert len(ends) == min(len(views[-1].rounds) - bool(table.outcome), ROUNDS_TOLD)
    if variant == 2:
        black, white = views[-1].score
        assert story.leads(timeline)[-1] == black - white


async def test_the_replay_of_zen_has_its_timeline_on_the_rail_and_takes_clicks():
    async with driven(program("replay", play_zen(new_zen(), 40))) as pilot:
        screen = pilot.app.screen
        (y,) = [y for y, row in enumerate(screen.scene.rail.plain().split("\n")) if "▌▌" in row]
        await pilot.click("#log", offset=(25, y))
        assert 0 < screen.replay.place.turn < screen.replay.turns
        here = screen.replay.place.turn
        assert f"turn {here} of 40" in shown(pilot.app)
        row = next(row for row in shown(pilot.app).split("\n") if "▸" in row and "-" in row)
        assert f" {here} " in row
        await pilot.click("#log", offset=(2, y))
        assert screen.model.is_playing
        await pilot.press("space")
        assert not screen.model.is_playing


@pytest.mark.usefixtures("toy")
async def test_a_game_that_has_nothing_of_its_own_is_replayed_with_all_of_it():
    finished = play_toy(new_toy(seed=4, kinds=("human",) * 4))
    async with driven(program("replay", finished)) as pilot:
        screen = pilot.app.screen
        for size in ((80, 24), (120, 40)):
            await resize(pilot, *size)
            await pilot.press("home", "right", "right", "right")
            await until(pilot, lambda: "turn 3 of 32" in shown(pilot.app))
            assert "> " in shown(pilot.app)
        await pilot.press("n")
        assert screen.replay.place.turn == 3
        await pilot.press("end")
        assert "all rounds are played" in shown(pilot.app)


@pytest.mark.usefixtures("toy")
def test_who_plays_on_is_who_was_there_or_one_person_or_people_or_none():
    setup = setup_of(new_table(3, kinds=("human", "greedy")))
    assert seatings(setup) == [
        ("human", "greedy"),
        ("casual", "human"),
        ("human", "human"),
        ("casual", "greedy"),
    ]
    alone = setup.with_name(0, "Zoé")
    assert reseated(alone, ("casual", "human")).called() == ["North", "Zoé"]
    assert reseated(alone, ("human", "human")).called() == ["Zoé", "South"]
    assert len(seatings(setup_of(new_toy(kinds=("human",) * 4)))) == 6


def test_a_sign_of_a_note_cuts_a_long_row_before_it_where_one_sees_it():
    row = LogRow(line(text("5 ", BOLD), text("52^38v'20v")), 5)
    ((whole, _), (short, _)) = (with_signs([row], {5: "!?"}, width)[0] for width in (15, 13))
    assert told([whole, short]) == ["5 52^38v'20v !?", "5 52^38v'… !?"]
    assert [*wholes(told([short]))] == ["5 52^38v'20v"]
