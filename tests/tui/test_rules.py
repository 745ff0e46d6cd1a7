"""The rules and the manual: whole pages, from the section that tells of what was refused."""

from __future__ import annotations

import asyncio
import importlib
import re
from itertools import pairwise
from pathlib import Path

import pytest
from pilots import driven, home_is_known, keys_to, my_turn, on_screen, program, shown, until
from rich.cells import cell_len
from setups import duel_setup

from cli.game_commands import line_game
from cli.lines.help import rules_lines
from engine.games import GAMES
from engine.hearts.reasons import HeartsRefusal
from engine.reasons import Reason, TableReason
from play.frame import Phase
from play.games.duel.controls import HandNotice
from play.setup import Series
from tui.games.catalogue import SCENES
from tui.screens.home import Home
from tui.screens.pages import ManualScreen, ManualSection, RulesScreen
from tui.screens.rules_page import rules_page
from tui.screens.table import TableScreen
from tui.widgets.page import Page
from words import pages
from words.glyphs import ASCII, UNICODE
from words.pages import rules_sections, rules_text, sections
from words.translation import LANGUAGES, set_language


def refusals(game: str) -> list[Reason]:
    """Return every reason for which a move of a game is refused, at its table too."""
    module = importlib.import_module(f"engine.{game}.reasons")
    kinds = [kind for name, kind in vars(module).items() if name.endswith("Refusal")]
    kinds += [HandNotice] if game == "duel" else []
    return [member for kind in (*kinds, TableReason) for member in kind]


def words(lines) -> list[str]:
    return ["".join(part.text for part in line) for line in lines]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_names_a_section_of_the_rules(game, language):
    set_language(language)
    sections = rules_page(rules_text(game), 80, UNICODE).sections
    assert len(refusals(game)) > len(TableReason)
    missing = [reason for reason in refusals(game) if reason.section not in sections]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_line_modes_list_the_sections_and_tell_that_of_every_refusal(game, language):
    set_language(language)
    parts = rules_sections(rules_text(game))
    assert set().union(*(part.anchors for part in parts)) == {
        *rules_page(rules_text(game), 80, UNICODE).sections
    }
    for number, part in enumerate(parts, 1):
        title, *told = rules_lines(line_game(game), str(number))
        assert title == part.title
        assert not [line for line in told if re.search(r"\*\*|<a |\]\(|^\||^#+ |^$", line)]
        assert not [line for line in told if re.search(r"(?:\w*/){9}", line)], "a position aloud"
    for reason in refusals(game):
        part = next(part for part in parts if reason.section in part.anchors)
        assert rules_lines(line_game(game), "", reason.section)[0] == part.title


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_have_the_same_sections_in_the_same_order(game):
    pages = []
    for language in LANGUAGES:
        set_language(language)
        pages.append([*rules_page(rules_text(game), 80, UNICODE).sections])
    assert pages[0] == pages[1] != []


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_page_fits_and_no_word_is_lost(game, language, width):
    set_language(language)
    page = rules_text(game)
    lines = words(rules_page(page, width, UNICODE).lines)
    assert max(map(cell_len, lines)) <= width
    shown_words = "".join(lines).replace(" ", "")
    title, _newline, rest = re.sub(r"<[^>]*>|\]\([^)]*\)", "", page).partition("\n")
    assert title.startswith("# ")
    assert [word for word in re.findall(r"\w+", rest) if word not in shown_words] == []
    assert not re.search(r"```|\*\*\w|<a id|\|--|\.md\)", shown_words)
    assert not any(one.strip() == other.strip() == "" for one, other in pairwise(lines))


@pytest.mark.parametrize("game", GAMES)
def test_a_page_in_plain_ascii_has_nothing_else(game):
    set_language("fr")
    assert "".join(words(rules_page(rules_text(game), 80, ASCII).lines)).isascii()


def test_a_table_is_in_columns_where_there_is_room():
    page = "| hand | may be played |\n|---|---|\n| `2C AH` | `2C` and all that [fits](x.md) |\n"
    assert words(rules_page(page, 60, UNICODE).lines)[:2] == [
        "  hand   may be played",
        "  2C AH  2C and all that fits",
    ]
    narrow = ["  - 2C AH: 2C", "    and all", "    that fits", ""]
    assert words(rules_page(page, 15, UNICODE).lines)[-4:] == narrow


def test_the_section_that_matters_has_a_sign():
    one = '<a id="one"></a>\n\n## One\n\nFirst.'
    page = f'# Title\n\n{one}\n\n<a id="two"></a>\n\n## Two\n\n1. Last.\n'
    found = rules_page(page, 40, UNICODE, "two")
    assert words(found.lines) == ["  One", "  First.", "", "  ▸ Two", "  1. Last.", ""]
    assert found.sections == {"one": 0, "two": 3}


def test_every_table_has_the_rules():
    for scene in SCENES.values():
        assert "rules" in scene().offers


def test_the_pages_are_where_the_wheel_puts_them():
    project = (Path(__file__).parents[2] / "pyproject.toml").read_text()
    assert f'"docs/rules" = "tapis_vert/words/{pages._RULES[0].name}"' in project


async def test_the_rules_open_where_a_move_was_just_refused():
    async with driven(program("new_game", Series(duel_setup(("human", "greedy"))))) as pilot:
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        await until(pilot, lambda: table.frame.phase is Phase.TURN)

        async def top_of_rules() -> str:
            await pilot.press("R")
            await until(pilot, lambda: isinstance(pilot.app.screen, RulesScreen))
            await until(pilot, lambda: pilot.app.screen.query_one(Page).lines != ())
            top = words(pilot.app.screen.query_one(Page).lines)[0].strip()
            await pilot.press("q")
            await until(pilot, lambda: pilot.app.screen is table)
            return top

        assert (await top_of_rules()).startswith("Each player has a pile")
        await pilot.press("space")
        assert table.said() == "At least two cards must be laid, not 0."
        assert await top_of_rules() == "▸ A turn"
        assert await top_of_rules() == "▸ A turn"
        await pilot.press("right")
        assert (await top_of_rules()).startswith("Each player has a pile")
        await pilot.press("colon", *f"{table.cursor.card:02}^", "enter", "escape")
        assert await top_of_rules() == "▸ A turn"


async def test_arrows_turn_to_the_rules_of_the_next_game_from_their_beginning():
    async with driven(program(), (40, 20)) as pilot:
        pilot.app.push_screen(RulesScreen("hearts", HeartsRefusal.ALL_SLAP.section))
        await until(pilot, lambda: "▸ 20 and 21" in shown(pilot.app))
        assert not pilot.app.screen.is_small
        await pilot.press("right")
        await until(pilot, lambda: "Win all the cards." in shown(pilot.app))
        assert "▸" not in shown(pilot.app)


@pytest.mark.parametrize(("glyphs", "signs"), [(UNICODE, "‹●› ×○× ═"), (ASCII, "<B> xWx =")])
def test_the_figures_of_zen_are_drawn_by_its_board(glyphs, signs):
    lines = words(rules_page(rules_text("zen"), 80, glyphs).lines)
    assert sum(line.startswith("  11 ") for line in lines) == 17
    for sign in signs.split():
        assert any(sign in line for line in lines if re.match(r" +\d+ ", line)), sign
        assert any(sign in line for line in lines if not re.match(r" +\d+ ", line)), sign
    # a figure that has no room stands as it is
    narrow = words(rules_page(rules_text("zen"), 30, glyphs).lines)
    assert len(narrow) > len(lines)


def titles(code: str) -> list[str]:
    manual_page = (pages._MANUALS[-1] / f"manual.{code}.md").read_text(encoding="utf-8")
    return [part.title for part in sections(manual_page)]


@pytest.mark.parametrize("size", [(80, 24), (40, 20)], ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("code", ["en", "fr"])
async def test_a_section_is_chosen_and_the_arrows_turn_to_its_neighbours(code, size):
    first, second, *_others, last = titles(code)
    async with driven(program(language=code), size) as pilot:
        await home_is_known(pilot)
        await pilot.press(*keys_to(pilot, "manual"), "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ManualScreen))
        await until(pilot, lambda: second in shown(pilot.app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ManualSection))
        for key, title in (("left", first), ("left", last), ("right", first), ("right", second)):
            await pilot.press(key)
            await until(pilot, lambda title=title: shown(pilot.app).strip().startswith(title))
        assert "<!--" not in shown(pilot.app)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, ManualScreen))
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, Home))


async def test_a_table_has_the_manual_and_comes_back(monkeypatch, tmp_path):
    async with driven(
        program("new_game", Series(duel_setup(("human", "greedy"), first="north")))
    ) as pilot:
        await my_turn(pilot)
        await pilot.press("M")
        await until(pilot, lambda: isinstance(pilot.app.screen, ManualScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        monkeypatch.setattr(pages, "_MANUALS", (tmp_path,))
        await pilot.press("M")
        await until(pilot, lambda: "No such file" in shown(pilot.app))
        await pilot.press("enter", "q")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))


@on_screen()
async def test_a_screen_that_is_being_removed_is_drawn_no_more(pilot):
    await home_is_known(pilot)
    await pilot.press(*keys_to(pilot, "manual"), "enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, ManualScreen))
    await until(pilot, lambda: "Install" in shown(pilot.app))
    screen, drawn = pilot.app.screen, []
    screen.draw = lambda: drawn.append(True)
    screen.update()
    assert drawn.pop()
    gone = pilot.app.pop_screen()
    while not screen.is_attached or screen.display:  # until the first step of its removal
        await asyncio.sleep(0)
    screen.update()
    await gone
    assert not drawn
