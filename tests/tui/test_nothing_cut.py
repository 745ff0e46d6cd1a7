"""What a person must read is not cut at 80x24; below, one key shows in full what is cut."""

from __future__ import annotations

import pytest
import shared_tour
import tour
from pilots import driven, my_turn, on_screen, program, settled, shown, until
from setups import ALONE

from engine.games import GAMES
from play.setup import usual_setup
from saves.store import Store
from tui.screens.base import TapisScreen
from tui.screens.text import Paragraphs
from tui.widgets.lines import Lines, cut, line, shortened, wholes
from words.translation import set_language

NORMAL, SMALL, PHONE = (80, 24), (60, 20), (40, 20)
LANGUAGES = ("en", "fr")


def saved_games() -> None:
    """Save a game of each kind that is over, and one that is in play."""
    from games_on_disk import saved_game

    store = Store()
    for game in GAMES:
        saved_game(store.folder, tour.played(usual_setup(game), 4), f"{game} over")
        saved_game(store.folder, tour.played(usual_setup(game), 4, 6), f"{game} in play")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_a_new_game_or_of_the_first_screen_is_cut(language):
    set_language(language)
    saved_games()
    games = [tour.new_game_of(game, every=False) for game in GAMES]
    assert tour.cuts_of(language, NORMAL, *games, tour.home) == {}


def test_no_word_of_a_game_is_cut_when_it_is_looked_back_on():
    """In French, whose words are longer; the slow tests have both languages."""
    set_language("fr")
    tables = [tour.played(usual_setup(game), 5) for game in GAMES]
    visits = [tour.replay_of(table, len(table.plays) // 4, has_pages=False) for table in tables]
    assert tour.cuts_of("fr", NORMAL, *visits) == {}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("visit", [tour.settings, tour.pages, tour.home, tour.saved])
def test_no_word_of_a_list_or_a_page_is_cut(visit, language):
    set_language(language)
    saved_games()
    cuts = tour.cuts_of(language, NORMAL, visit)
    assert {cut for cut in cuts if cut.words != str(Store().folder)} == set()


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_word_is_cut_at_a_shared_table(game, language):
    set_language(language)
    assert tour.cuts_of(language, NORMAL, shared_tour.shared_of(game)) == {}


def test_no_word_of_the_question_about_a_program_is_cut():
    set_language("fr")
    assert tour.cuts_of("fr", NORMAL, shared_tour.start_program) == {}


def setups(game):
    """Return new games of a kind that differ in what is to be read of them."""
    usual = usual_setup(game)
    yield usual
    if game == "zen":
        yield usual.with_option("variant", 3)
        yield usual.with_option("players", 4)
    elif game == "hearts":
        yield usual.with_option("values", "faces").with_option("slap", "reflex")
    elif game == "war":
        yield usual.with_option("players", 8).with_option("cards", 6)
        yield usual.with_option("players", 2)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("setup", [setup for game in GAMES for setup in setups(game)])
def test_no_word_is_cut_whatever_is_played(setup, language):
    set_language(language)
    table = tour.played(setup, 5)
    visits = (
        tour.new_game_of(setup.game),
        tour.replay_of(table, max(len(table.plays) // 100, 1)),
        tour.table_of(setup, 5, 30),
    )
    assert tour.cuts_of(language, NORMAL, *visits) == {}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [SMALL, PHONE], ids="{0[0]}x{0[1]}".format)
def test_in_a_smaller_window_nothing_is_cut_that_no_key_shows(size, language):
    set_language(language)
    saved_games()
    tables = [tour.played(setup, 5) for game in GAMES for setup in setups(game)]
    visits = [tour.replay_of(table, max(len(table.plays) // 30, 1)) for table in tables]
    pages = (tour.home, tour.pages, tour.settings, shared_tour.start_program)
    asked = (*map(tour.new_game_of, GAMES), *map(shared_tour.shared_of, GAMES))
    cuts = tour.cuts_of(language, size, *visits, *pages, *asked)
    assert {cut for cut in cuts if cut.how != "abridged"} == set()


# The key


def keys(screen: TapisScreen) -> str:
    return screen.keys_line.plain()


@on_screen("new_game", ALONE, size=PHONE)
async def test_one_key_shows_in_full_what_is_cut_and_the_key_line_says_which(pilot):
    await my_turn(pilot)
    table = pilot.app.screen
    assert "z more" not in keys(table)
    await pilot.press("z")
    assert pilot.app.screen is table
    said = "These words are much too long for a window that is as wide as a telephone."
    table.tell(said)
    await settled()
    assert "z more" in keys(table)
    await pilot.press("z")
    assert isinstance(pilot.app.screen, Paragraphs)
    text = pilot.app.screen.query_one("#text", Lines).plain()
    assert " ".join(text.split()) == said
    await pilot.press("q")
    assert table.said() == said
    await pilot.press("right")
    assert "z more" not in keys(table)


@on_screen("new_game", ALONE, size=PHONE)
async def test_a_hint_stays_while_it_is_read_in_full(pilot):
    await my_turn(pilot)
    table = pilot.app.screen
    await pilot.press("i")
    await until(pilot, lambda: table.frame.hint is not None)
    table.scene.hint_words = lambda _is_left: "{turn}, for this reason and no other: {reasons}"
    table.controller.model.touch()
    table.update()
    await settled()
    await pilot.press("z")
    text = " ".join(pilot.app.screen.query_one("#text", Lines).plain().split())
    assert "for this reason and no other: " in text and "…" not in text
    await pilot.press("q")
    assert table.frame.hint is not None


@on_screen("new_game", ALONE, size=PHONE)
async def test_a_question_takes_the_lines_it_needs(pilot):
    await my_turn(pilot)
    table = pilot.app.screen
    words = "Is this question not too long for a window of forty cells?"
    table.ask(words, lambda _typed: None)
    await settled()
    assert " ".join(table.query_one("#message", Lines).plain().split()) == words
    await pilot.press("escape")
    await settled()
    assert table.query_one("#message").size.height == 1
    table.leave()
    assert shown(pilot.app)


async def test_of_words_that_are_cut_alike_each_is_told_whole():
    rows = [f" {cut(name, 8)} x" for name in ("Maximilien", "Maximiliane", "Max")]
    assert rows[0] == rows[1]
    async with driven(program("new_game", ALONE)) as pilot:
        screen = pilot.app.screen
        lines = screen.query(Lines).first()
        lines.show([line(row) for row in rows])
        assert screen.abridged() == ["Maximilien", "Maximiliane"]


def test_the_shortest_form_that_does_not_fit_is_cut_and_the_longest_is_its_whole():
    assert shortened(["turn 7: SUD", "turn 7"], 6) == "turn 7"
    assert shortened(["turn 7: SUD", "turn 7"], 4) == "tur…"
    assert [*wholes(["it is tur…"])] == ["turn 7: SUD"]
