"""Pictures of the analysis of a replay, in all sizes and without colours."""

from __future__ import annotations

import pytest
from analysts import judge_at_once, with_open_cards
from duels import new_table, play_on
from games_over import hearts_over, wars_over, zens_over
from pilots import drive, on_screen, program, resize, shown, until

from engine.analysis import Measure
from engine.duel.moves import Lay, Pile, Turn
from engine.game import Hint
from play.review import Stage
from tui.screens.retry import RetryTable
from tui.screens.text import TextPageScreen
from tui.themes import Depth, set_palette

FINISHED = play_on(new_table(8), ("greedy", "greedy"))
LOSSES = {7: 12.0, 10: 3.0, 16: 6.0}
SIZES = {"80x24": (80, 24), "60x20": (60, 20), "40x20": (40, 20), "120x40": (120, 40)}


@pytest.fixture(autouse=True)
def _judged_at_once(monkeypatch):
    judge_at_once(monkeypatch, FINISHED, LOSSES)


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_a_loss(look, size):
    assert look(program("replay", FINISHED), "a", "n", size=size)


WIDE = {name: SIZES[name] for name in ("80x24", "60x20", "120x40")}


@pytest.mark.parametrize("size", WIDE.values(), ids=WIDE)
def test_where_the_result_comes_from(look, size):
    assert look(program("replay", FINISHED, language="fr"), "a", "end", size=size)


@pytest.mark.parametrize("size", [SIZES["80x24"], SIZES["60x20"]], ids=["80x24", "60x20"])
def test_a_loss_in_ascii_without_colours(look, size, monkeypatch):
    monkeypatch.setenv("TAPIS_ASCII", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    set_palette("baize", Depth.NONE)
    assert look(program("replay", FINISHED), "a", "n", size=size)


@pytest.mark.parametrize("size", [SIZES["80x24"], SIZES["40x20"]], ids=["80x24", "40x20"])
def test_a_turn_that_is_tried_again(look, size):
    assert look(program("replay", FINISHED), "a", "n", "y", size=size)


@on_screen("replay", FINISHED)
async def test_a_better_turn_is_sought_by_the_usual_keys_and_found(pilot):
    replay = pilot.app.screen
    await pilot.press("a", "n", "y")
    await until(pilot, lambda: isinstance(pilot.app.screen, RetryTable))
    table = pilot.app.screen
    assert "Turn 7 again" in shown(pilot.app)
    best = table.retry.answer.move
    view = table.controller.timeline.view(table.retry.seat)
    wrong = next(move for move in view.legal() if move != best)
    await pilot.press("right")
    table.controller.play(wrong)
    await until(pilot, lambda: "That loses 4.2 points" in table.said())
    await pilot.press("u", "r")
    assert pilot.app.screen is table, "nothing is taken back or replayed here"
    await pilot.press("i")
    await until(pilot, lambda: table.said().startswith("Hint"))
    await pilot.press("exclamation_mark")
    await until(pilot, lambda: pilot.app.screen is replay)
    assert replay.said() == "That is as good as the best turn."
    assert replay.model.turn == 7


@on_screen("replay", FINISHED)
async def test_a_window_without_a_rail_says_of_a_loss_what_was_better(pilot):
    screen = pilot.app.screen
    await resize(pilot, *SIZES["40x20"])
    await pilot.press("a", "n")
    assert screen.said().startswith("Blunder, 12 points. Better: ")
    await pilot.press("right")
    assert screen.said() == ""


DECIDED = {
    80: "Turn {} decided the game; y tries it again.",
    40: "Turn {} decided it; y tries it again.",
}
OVER = {
    "zen": next(iter(zens_over())),
    "hearts": next(iter(hearts_over())),
    "war": next(iter(wars_over())),
}


@on_screen("replay", FINISHED, size=SIZES["40x20"])
async def test_a_better_turn_of_many_cards_leaves_room_for_the_loss(pilot):
    screen = pilot.app.screen
    await pilot.press("a", "n")
    best = Turn(tuple(Lay(card, Pile.UP) for card in (10, 20, 34)))
    screen.model.review._reasons[7] = Hint(best, ())
    await pilot.press("left", "n")
    assert screen.said() == "● 50→51%, lost 12. Better: 10▲ 20▲ 34▲"


@pytest.mark.parametrize("size", [SIZES["60x20"], SIZES["40x20"]], ids=["60x20", "40x20"])
@pytest.mark.parametrize("key", OVER)
def test_a_window_without_room_in_a_rail_says_beside_the_curve_what_a_turn_lost(
    key, size, monkeypatch
):
    table = OVER[key]
    points = {"measure": Measure.POINTS, "before": 12.5, "after": 16.3} if key == "hearts" else {}
    judge_at_once(monkeypatch, table, {3: 12.0}, **points)

    async def step_on(pilot):
        screen = pilot.app.screen
        await pilot.press("a", *["right"] * 3)
        assert screen.said() == ""
        assert "a analyse" in shown(pilot.app), "however narrow it is"
        if not screen.scene.log.has_foot:
            told = {"hearts": "13,5→9,7, perte 12,0", "zen": "● 80→81 %, perte 12"}
            assert told.get(key, "80→81 %, perte 12") in shown(pilot.app)

    drive(program("replay", table, language="fr"), step_on, size)


@pytest.mark.parametrize("key", ["zen", "hearts"])
def test_a_loss_in_another_game(look, key, monkeypatch):
    table = OVER[key]
    points = {"measure": Measure.POINTS, "before": 19.5, "after": 7.3} if key == "hearts" else {}
    judge_at_once(monkeypatch, table, {7: 12.0}, **points)
    assert look(program("replay", table, language="fr"), "a", "n")


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("key", OVER)
def test_every_game_has_room_for_what_an_analysis_says(key, size, monkeypatch):
    table = OVER[key]
    monkeypatch.setattr("play.review.has_analysis", lambda _key: True)
    judge_at_once(monkeypatch, table, {3: 12.0})

    async def look_at_a_loss(pilot):
        screen = pilot.app.screen
        await pilot.press("a", "n")
        assert screen.model.turn == 3
        has_room = screen.scene.log.has_foot
        assert "12 points" in (shown(pilot.app) if has_room else screen.said())
        await pilot.press("y")
        is_again = isinstance(pilot.app.screen, RetryTable)
        assert is_again is (key != "war"), "nobody decides anything in Bataille"

    drive(program("replay", table), look_at_a_loss, size)


@pytest.mark.parametrize(("key", "turn"), [("zen", 3), ("hearts", 7)])
def test_the_message_has_the_reasons_that_the_rail_has_no_room_for(key, turn, monkeypatch):
    table = OVER[key]
    judge_at_once(monkeypatch, table, {turn: 12.0})

    async def look_at_a_loss(pilot):
        screen = pilot.app.screen
        await pilot.press("a", "n")
        better, seat = screen.model.verdict.better, screen.model.verdict.judged.seat
        told, reasons = screen.scene.told_hint(better, seat, screen.model.timeline)
        assert "lunder, 12" in shown(pilot.app), "beside the log"
        said = screen.said()
        if not screen.scene.log.has_whole_foot:
            assert said.startswith(f"Better: {told} - {reasons[0]}")

    drive(program("replay", table), look_at_a_loss)


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("key", OVER)
def test_nothing_that_an_analysis_says_is_cut(key, size, monkeypatch):
    table = OVER[key]
    judge_at_once(monkeypatch, table, {3: 12.0})

    async def look_all_over(pilot):
        screen = pilot.app.screen
        await pilot.press("a")
        for key in ("n", "home", "end"):
            await pilot.press(key)
            assert screen.glyphs.ellipsis not in screen.said()
            foot = screen.scene.log.foot(screen.scene.log.size.width, 99)
            assert not any(screen.glyphs.ellipsis in part.text for row in foot for part in row)

    drive(program("replay", table), look_all_over, size)


@pytest.mark.parametrize("size", [SIZES["80x24"], SIZES["40x20"]], ids=["80x24", "40x20"])
def test_where_a_rail_has_no_room_for_it_the_message_leads_to_where_the_result_comes_from(
    size, monkeypatch
):
    table = OVER["hearts"]
    judge_at_once(monkeypatch, table, {3: 12.0})

    async def look_at_the_start(pilot):
        screen = pilot.app.screen
        await pilot.press("a", "home")
        if size[0] < 80:
            assert screen.said() == "a: where the result comes from"
        else:
            player, told = screen.said().split(": ")
            parts, total = told.split(" = ")
            assert player == table.sitters[0].name
            rounded = sum(int(part.split()[-1]) for part in parts.split(","))
            assert rounded == int(total), "what is rounded adds up"
        await pilot.press("a")
        assert "own losses" in shown(pilot.app)

    drive(program("replay", table), look_at_the_start, size)


def test_the_page_of_a_game_of_chance_says_that_nobody_decides(monkeypatch):
    table = OVER["war"]
    cards = {"measure": Measure.CARDS}
    judge_at_once(monkeypatch, table, {}, **cards)

    async def open_the_page(pilot):
        await pilot.press("a", "right", "a")
        page = " ".join(shown(pilot.app).split())
        assert "Nobody decides anything here." in page
        assert "lost much" not in page

    drive(program("replay", table), open_the_page)


@on_screen("replay", FINISHED)
async def test_the_page_says_that_nothing_was_lost_only_once_all_turns_are_judged(pilot):
    review = pilot.app.screen.model.review
    await pilot.press("a")
    await until(pilot, lambda: review.stage is Stage.DONE)
    for turn, judged in review.turns.items():
        review.turns[turn] = judged._replace(loss=0.0)
    await pilot.press("a")
    assert "No turn lost much." in shown(pilot.app)
    await pilot.press("q")
    review.stage = Stage.CLOSE
    await pilot.press("a")
    assert "No turn lost much." not in shown(pilot.app)


@pytest.mark.parametrize("size", [SIZES["80x24"], SIZES["40x20"]], ids=["80x24", "40x20"])
def test_the_turn_that_decided_the_game_is_told_with_the_key_that_tries_it_again(size):
    async def look_at_what_decided(pilot):
        screen = pilot.app.screen
        screen.model.seek_decisive()
        await until(pilot, lambda: screen.model.judging.decided)
        assert screen.said() == DECIDED[size[0]].format(screen.model.turn)
        assert "y try again" in shown(pilot.app)

    drive(program("replay", FINISHED), look_at_what_decided, size)


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("duel", "No turn lost the game; turn {} is worth seeing."),
        ("zen", "No turn lost much."),
        ("war", "Turn {} decided the game."),
    ],
)
def test_where_no_turn_lost_much_the_dearest_of_the_story_is_not_blamed(key, words, monkeypatch):
    table = OVER.get(key, FINISHED)
    judge_at_once(monkeypatch, table, {})

    async def look_at_what_decided(pilot):
        screen = pilot.app.screen
        screen.model.seek_decisive()
        await until(pilot, lambda: screen.model.judging.decided is not None)
        assert screen.said() == words.format(screen.model.turn)

    drive(program("replay", table), look_at_what_decided)


def test_a_hint_that_is_asked_for_twice_is_shown_with_every_reason(monkeypatch):
    table = OVER["hearts"]
    judge_at_once(monkeypatch, table, {7: 12.0})

    async def ask_twice(pilot):
        replay = pilot.app.screen
        await pilot.press("a", "n", "left", "i")
        await until(pilot, lambda: replay.said().startswith("Hint: "))
        await pilot.press("i")
        await until(pilot, lambda: isinstance(pilot.app.screen, TextPageScreen))
        reasons = replay.scene.told_hint(replay.model.best.hint, 3, replay.model.timeline)[1]
        assert len(reasons) == 2
        page = " ".join(shown(pilot.app).casefold().split())
        assert all(reason.casefold() in page for reason in reasons)

    drive(program("replay", table), ask_twice, SIZES["40x20"])


@pytest.mark.parametrize("size", [SIZES["80x24"], SIZES["40x20"]], ids=["80x24", "40x20"])
def test_the_page_begins_with_the_turn_looked_at(look, size):
    assert look(program("replay", FINISHED, language="fr"), "a", "n", "a", size=size)


@on_screen("replay", FINISHED)
async def test_the_page_lists_turns_better_with_open_cards_apart_from_the_losses(pilot):
    review = pilot.app.screen.model.review
    await pilot.press("a")
    await until(pilot, lambda: review.stage is Stage.DONE)
    turns = [*review.turns.values()]
    review.turns.update(enumerate(with_open_cards(turns, 4, turns[4].best), 1))
    await pilot.press("a")
    await until(pilot, lambda: isinstance(pilot.app.screen, TextPageScreen))
    await pilot.press("end")
    page = shown(pilot.app)
    head = page.index("Better with open cards, which is no error:")
    assert page.index("Turn 7, North: blunder") < head < page.index("Turn 5, ", head)
    assert "8 points" in page[head:]


@on_screen("replay", FINISHED)
async def test_the_key_shows_the_whole_analysis_once_it_has_begun(pilot):
    await pilot.press("a", "a")
    await until(pilot, lambda: isinstance(pilot.app.screen, TextPageScreen))
    page = shown(pilot.app)
    assert "The result" in page
    assert "hidden cards" in page
    assert "Turn 7, North: blunder, 12 points" in page


@on_screen("replay", FINISHED)
async def test_a_retry_is_left_by_the_key_that_leaves(pilot):
    replay = pilot.app.screen
    await pilot.press("y")
    assert replay.said().startswith("Only a turn that lost something")
    await pilot.press("a", "n", "y")
    await until(pilot, lambda: isinstance(pilot.app.screen, RetryTable))
    assert "q back" in shown(pilot.app)
    await pilot.press("q")
    await until(pilot, lambda: pilot.app.screen is replay)
    assert replay.said() == ""


def test_a_loss_in_sixteen_colours(look):
    set_palette("baize", Depth.SIXTEEN)
    assert look(program("replay", FINISHED), "a", "n")
