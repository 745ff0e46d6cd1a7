"""The first game on the screen: offered, played by keys alone, left and found again."""

from __future__ import annotations

from typing import Any

import pytest
from pilots import driven, home_is_known, on_screen, program, shown, until

from engine.games import LESSONS, find_lesson
from engine.lesson import ASTRAY
from play.first_game import Advice, Progress, keep_progress, progress_of
from play.frame import Phase
from play.home_model import FIRST_GAME
from play.requests import PlayFirstGame
from saves.store import Store
from tui.games.catalogue import scene_of
from tui.screens.first_game import FirstGameTable
from tui.screens.home import Home
from tui.screens.menu import Ask, Menu
from tui.screens.new_game import NewGame
from tui.table.tutor import LEAST_ROWS, tutor_lines
from words.glyphs import ASCII, UNICODE
from words.translation import _, set_language

BEFORE_ENTER = {"duel": (), "zen": ("down",), "hearts": ("down", "down")}
"""The keys to a game in the list of first games."""

KEYS = {
    "duel": (
        (1, "enter"),
        (1, "right right right right enter space"),
        (2, "u enter"),
        (3, "enter right right right right enter space"),
        (4, "right enter left enter space"),
        (5, "right right right right right enter enter enter up up up enter space"),
        (6, "i"),
        (7, "1 1 enter 2 0 enter space"),
    ),
    "zen": (
        (1, "enter"),
        (1, "right right enter"),
        (2, "u enter"),
        (3, "enter right right enter"),
        (4, "left enter right right right right down down down down enter"),
        (5, "right down enter left left left up up up enter"),
        (6, "i"),
        (7, "left left up enter right enter"),
    ),
    "hearts": (
        (1, "right right right right right right right right enter"),
        (1, "right right right enter right enter enter"),
        (2, "right right enter"),
        (3, "right right enter"),
        (4, "right right enter"),
        (5, "right enter"),
        (6, "right right right right enter"),
        (7, "i"),
        (8, "right right right enter"),
    ),
}
"""What a newcomer types at each step."""


def first_game(pilot) -> FirstGameTable:
    screen = pilot.app.screen
    assert isinstance(screen, FirstGameTable)
    return screen


def number(pilot) -> int:
    """Return which step is spoken of, 0 where none is."""
    screen = pilot.app.screen
    said = screen.scene.tutoring if isinstance(screen, FirstGameTable) else None
    return said.number if said else 0


async def at_step(pilot, step: int) -> FirstGameTable:
    """Wait until a step is spoken of and the person is to move."""

    def is_there() -> bool:
        return number(pilot) == step and first_game(pilot).frame.phase is Phase.TURN

    await until(pilot, is_there)
    return first_game(pilot)


@pytest.mark.parametrize("game", LESSONS)
async def test_the_hint_of_a_step_is_the_move_that_it_names(game):
    async with driven(program(is_new=True)) as pilot:
        await home_is_known(pilot)
        await pilot.press("enter", *BEFORE_ENTER[game], "enter")
        for number, step in enumerate(find_lesson(game).steps, 1):
            screen = await at_step(pilot, number)
            if "{take_back}" in step.keys:
                await pilot.press("u", "enter")
                continue
            await pilot.press("i")
            if step.move:
                await until(pilot, lambda there=screen: there.frame.hint is not None)
                assert screen.client.timeline.game.format(screen.frame.hint.move) == step.move
                await pilot.press("exclamation_mark")
        await until(pilot, lambda: first_game(pilot).scene.tutoring.is_over)
        farewell = _(find_lesson(game).farewell).format(new="Ctrl+N")
        assert first_game(pilot).scene.tutoring.task == farewell


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", LESSONS)
async def test_a_newcomer_plays_the_first_game_by_keys_alone(game, language):
    async with driven(program(language=language, is_new=True)) as pilot:
        home = await home_is_known(pilot)
        assert _("New here? Enter plays a first game.") in home.said()
        await pilot.press("enter", *BEFORE_ENTER[game], "enter")
        for step, keys in KEYS[game]:
            screen = await at_step(pilot, step)
            said, asked = screen.scene.tutoring, find_lesson(game).steps[step - 1]
            begun = screen.cursor.draft.made and asked.begun
            task = _(begun.task if begun else asked.task).partition("{")[0]
            assert task.split()[:4] == said.task.split()[: len(task.split()[:4])]
            words = f"{said.praise} {said.task} {said.how}".strip().replace("\xa0", " ")
            assert words in " ".join(shown(pilot.app).split()), "nothing is left out"
            await pilot.press(*keys.split())
        await until(pilot, lambda: first_game(pilot).scene.tutoring.is_over)
        farewell = _(find_lesson(game).farewell).format(new="Ctrl+N")
        assert first_game(pilot).scene.tutoring.task == farewell
        if game == "hearts":
            assert progress_of(game).is_done, "before one leaves: the round goes on"
            await pilot.press("q")
        else:
            await until(pilot, lambda: first_game(pilot).frame.phase is Phase.OVER)
            await pilot.press("enter")
            assert isinstance(pilot.app.screen, Ask)
            await pilot.press("end", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Home))
        assert progress_of(game).is_done
        assert Store().paths() == []


@on_screen()
async def test_a_first_game_is_left_at_any_time_and_found_again_in_both_menus(pilot):
    await home_is_known(pilot)
    await pilot.press("F", "enter")
    await at_step(pilot, 1)
    await pilot.press("enter", "right", "right", "right", "right", "enter", "space")
    await at_step(pilot, 2)
    assert progress_of("duel").place == 1, "before one leaves: the window may be closed"
    await pilot.press("q")
    await until(pilot, lambda: isinstance(pilot.app.screen, Home))
    assert FIRST_GAME in pilot.app.screen._board.ids
    await pilot.press("F")
    assert "step 2" in shown(pilot.app)
    await pilot.press("enter")
    await at_step(pilot, 2)
    await pilot.press("m")
    await until(pilot, lambda: isinstance(pilot.app.screen, Menu))
    await pilot.press("escape", "F", "down", "enter")
    screen = await at_step(pilot, 1)
    assert screen.controller.timeline.plays[1:] == []
    await pilot.press("ctrl+n")
    await until(pilot, lambda: isinstance(pilot.app.screen, NewGame))


@on_screen()
async def test_what_leads_away_is_answered_kindly_and_the_rest_is_told_again_in_another_language(
    pilot,
):
    pilot.app.carry_out(PlayFirstGame("duel"))
    screen = await at_step(pilot, 1)
    assert "1▲" in shown(pilot.app)
    await pilot.press("right", "enter")
    assert screen.scene.tutoring.task == ASTRAY
    assert screen.scene.tutoring.how == "Backspace takes a card back, u a turn."
    assert "1▲" not in shown(pilot.app)
    set_language("fr")
    screen.settings_changed()
    assert screen.scene.tutoring.task == _(ASTRAY) != ASTRAY
    await pilot.press("backspace")
    await at_step(pilot, 1)


def said_of(game: str) -> list[tuple[str, str]]:
    """Return every task with its keys, in the language spoken, the keys as long as they get."""
    lesson: Any = find_lesson(game)
    long = ("lay", "pick_up", "set_down", "end_turn", "mark_card", "pass_cards", "play_card")
    facts = {**dict.fromkeys(long, _("Space")), "take_back": "u", "hint": "i", "new": "Ctrl+N"}
    facts |= dict.fromkeys(("undo", "put_back", "keep_card"), _("Backspace"))
    facts |= scene_of(game, ASCII).signs_in_words
    told = [(step.task, step.keys) for step in lesson.steps]
    told += [(step.begun.task, step.begun.keys) for step in lesson.steps if step.begun]
    told += [(ASTRAY, lesson.back_keys), (lesson.farewell, "")]
    return [tuple(_(words).format(**facts).replace("\xa0", " ") for words in pair) for pair in told]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", LESSONS)
def test_every_step_is_told_whole_in_the_smallest_window(game, language):
    set_language(language)
    for task, how in said_of(game):
        lines = tutor_lines(Advice(8, 8, "", task, how), 40, LEAST_ROWS, UNICODE)
        words = " ".join("".join(part.text for part in line).strip() for line in lines)
        assert words.endswith(f" {task} {how}".rstrip())


def test_with_more_room_more_is_said():
    said = Advice(2, 8, "Well done.", "Lay 57.", "Space ends the turn.")

    def told(height: int) -> list[str]:
        lines = tutor_lines(said, 26, height, ASCII)
        return ["".join(part.text for part in line).strip() for line in lines]

    rule = "-" * 24
    assert told(9) == ["First game, 2 of 8", rule, "", "Well done.", "", "Lay 57.", "", said.how]
    assert told(5) == ["First game, 2 of 8", rule, "Well done.", "Lay 57.", said.how]
    assert told(4) == ["First game, 2 of 8", "Well done.", "Lay 57.", said.how]
    assert told(3) == ["First game, 2 of 8", "Lay 57.", said.how]
    assert told(2) == ["2/8 Lay 57. Space ends", "the turn."]


async def test_the_cursor_is_on_a_first_game_not_yet_played():
    keep_progress("duel", Progress(is_done=True))
    async with driven(program()) as pilot:
        await home_is_known(pilot)
        await pilot.press("F", "enter")
        await at_step(pilot, 1)
        assert first_game(pilot).scene.key == "zen"
        first_game(pilot).leave()


def test_the_tutor_beside_the_duel(snap_compare):
    async def act(pilot):
        await at_step(pilot, 1)
        await pilot.press("enter", "right", "right", "right", "right")

    app = program(is_new=True)
    app._start = PlayFirstGame("duel")
    assert snap_compare(app, run_before=act, terminal_size=(80, 24))


@pytest.mark.parametrize("game", LESSONS)
def test_the_tutor_in_french_on_a_small_screen(snap_compare, game):
    async def act(pilot):
        await at_step(pilot, 1)
        await pilot.press("enter")

    app = program(language="fr", is_new=True)
    app._start = PlayFirstGame(game)
    assert snap_compare(app, run_before=act, terminal_size=(40, 20))
