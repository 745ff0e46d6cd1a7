"""The manuals: their tables are those of the program, commands run, languages say the same."""

from __future__ import annotations

import io
import re
import shlex
import sys
import tempfile
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace

import manual_tables
import pytest

from cli.__main__ import main
from cli.command import COMMANDS
from cli.lines.help import manual_lines
from cli.streams import BadUse
from engine.games import GAMES, describe, find_game
from play.action import Topic
from play.actions import COMMON
from saves.settings_file import settings_in
from tui.games.catalogue import SCENES, scene_of
from tui.screens.keys import key_faults
from tui.screens.rules_page import rules_page
from words.glyphs import UNICODE
from words.pages import manual, sections
from words.translation import LANGUAGES, set_language

ROOT = Path(__file__).parents[1]
PAGES = {code: manual_tables.path(code).read_text(encoding="utf-8") for code in LANGUAGES}
LINES = [
    line
    for block in re.findall(r"^```\n(.*?)^```", PAGES["en"], re.DOTALL | re.MULTILINE)
    for line in block.splitlines()
    if line.split()[:1] == ["tapis"]
]
ON_THE_SCREEN = {"", "play", "resume", "host", "join"}
"""The commands of which the test only asks for their help."""


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_tables_are_those_of_the_program(code):
    """`make manual` makes them anew."""
    assert manual_tables.page(code) == PAGES[code]


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_action_of_every_game_is_in_a_table(code):
    set_language(code)
    told = [row for kind, of, _ in manual_tables.MADE.findall(PAGES[code]) if kind == "keys"
            for row in manual_tables.keys(of)]  # fmt: skip
    actions = [*COMMON.values()]
    for game in SCENES:
        actions += scene_of(game, UNICODE).controls.actions.values()
    for action in (action for action in actions if action.keys):
        sentence = manual_tables._(action.help)
        keys = {manual_tables._key(key) for key in action.keys}
        assert any(keys <= {*row[0].split(", ")} and sentence == row[1] for row in told), action.id


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_word_of_the_text_versions_is_in_a_table(code):
    made = {of for kind, of, _ in manual_tables.MADE.findall(PAGES[code]) if kind == "words"}
    assert {topic.name.lower() for topic in Topic} <= made
    assert {game for game in GAMES if [*manual_tables.words(game)]} <= made


def test_a_table_of_keys_that_differs_from_the_actions_is_noticed(monkeypatch):
    action = COMMON["hint"]
    other = action._replace(keys=("y",))
    monkeypatch.setattr(manual_tables, "COMMON", {**COMMON, "hint": other})
    assert manual_tables.page("en") != PAGES["en"]


def test_both_languages_have_the_same_sections_tables_pictures_links_and_commands():
    for pattern in (
        r'<a id="([\w-]+)">',
        r"<!-- (\w+: \w+) -->",
        r"^(##+) ",
        r"\]\(pictures/(?:fr/)?([\w-]+\.svg)\)",
        r"\]\(([\w/.-]+?)(?:\.en|\.fr)?\.md\)",
        r"^(tapis .*)$",
    ):
        found = {code: re.findall(pattern, page, re.MULTILINE) for code, page in PAGES.items()}
        assert found["en"], pattern
        assert found["en"] == found["fr"], pattern


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_settings_shown_are_right(code):
    (shown,) = re.findall(r"^```\n(language = .*?)^```", PAGES[code], re.DOTALL | re.MULTILINE)
    found = settings_in(shown.encode())
    assert [*found.faults, *key_faults(found)] == []
    assert found.settings.keys


@pytest.mark.parametrize(
    "page", ["README.md", "docs/README.md", "docs/manual.en.md", "docs/manual.fr.md"]
)
def test_every_picture_and_link_leads_somewhere(page):
    path = ROOT / page
    for link in re.findall(r"\]\(([^)#:]+)(?:#[\w-]+)?\)", path.read_text(encoding="utf-8")):
        assert (path.parent / link).exists(), link


@pytest.mark.parametrize("code", LANGUAGES)
def test_links_within_the_page_lead_to_a_section(code):
    anchors = re.findall(r'<a id="([\w-]+)">', PAGES[code])
    assert len(anchors) == len(set(anchors)) == len(sections(PAGES[code]))
    assert {*re.findall(r"\]\(#([\w-]+)\)", PAGES[code])} <= {*anchors}


def test_there_are_commands_to_run():
    assert len(LINES) > 5


@pytest.mark.parametrize("line", LINES)
def test_a_command_runs(line, monkeypatch, tmp_path, capfd):
    """Where it needs a screen, or a program, its help is asked for."""
    monkeypatch.setenv("TAPIS_HOME", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(), fileno=lambda: 0))
    words = shlex.split(line)[1:]
    command = words[0] if words and words[0] in COMMANDS else ""
    assert command or words in ([], ["--talk"])
    ends = {0, 1} if command == "console" else {0}  # 1: the input ended before the game
    try:
        status = main([*words, "--help"] if command in ON_THE_SCREEN else words)
    except SystemExit as end:
        status = end.code
    assert status in ends, capfd.readouterr().err


def test_commands_in_the_text_are_commands():
    for code, page in PAGES.items():
        for command in re.findall(r"`tapis ([a-z]+)", page):
            assert command in COMMANDS, (code, command)


def test_every_command_option_that_is_named_is_one(capfd):
    """Of `tapis host` and `tapis share`, whose options the manual lists."""
    for command in ("host", "share", "join", "stats", "replay"):
        with pytest.raises(SystemExit):
            main([command, *["duel"] * (command == "host"), "--help"])
    said = capfd.readouterr().out
    set_language("en")
    parts = {part.title: part.text for part in sections(PAGES["en"])}
    for title in ("Playing with others", "Sharing", "Statistics", "Replay and branch"):
        for option in re.findall(r"`(--[a-z-]+)`", parts[title]):
            assert option in said, option


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_line_modes_list_the_sections_and_tell_one_without_marks(code):
    set_language(code)
    titles = [part.title for part in sections(manual())]
    listed = manual_lines("")
    assert listed[:-1] == [f"{number}. {title}" for number, title in enumerate(titles, 1)]
    for number, title in enumerate(titles, 1):
        first, *told = manual_lines(str(number))
        assert first == title
        assert told
        assert not [line for line in told if re.search(r"\*\*|<!--|<a |\]\(|^\||^#|^$", line)]
    for wrong in ("0", str(len(titles) + 1), "x", "9" * 5000):
        with pytest.raises(BadUse):
            manual_lines(wrong)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("width", [40, 80])
def test_every_section_fits_the_screen(code, width):
    for part in sections(PAGES[code]):
        for row in rules_page(part.text, width, UNICODE).lines:
            assert sum(len(piece.text) for piece in row) <= width, part.title


DOCS = Path(__file__).parents[1] / "docs"


def tables(page: str, first: str) -> list[list[list[str]]]:
    """Return the rows of each table of a page whose first column is headed so, cell by cell."""
    found = re.findall(
        rf"^\| {first} \|.*\n\|[-|]*\n((?:\|.*\n)*)", (DOCS / page).read_text(), re.MULTILINE
    )
    return [
        [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()]
        for table in found
    ]


def test_the_levels_of_each_game_are_listed_with_what_the_new_game_says_of_them():
    listed = [
        {row[0].strip("`"): row[1] for row in table} for table in tables("players.md", "level")
    ]
    assert [list(levels.items()) for levels in listed] == [
        list(describe(key).levels.items()) for key in GAMES
    ]


def listed_options() -> dict[str, dict[str, str]]:
    """Return what the page says of each option of each game."""
    (table,) = tables("game-file.md", "game")
    options: dict[str, dict[str, str]] = {}
    key = ""
    for game, option, values in table:
        key = game.strip("`") or key
        options.setdefault(key, {})[option.strip("`")] = values
    return options


def test_the_options_of_each_game_are_listed():
    assert {key: set(options) for key, options in listed_options().items()} == {
        key: {field.name for field in fields(find_game(key).options)} for key in GAMES
    }


@pytest.mark.parametrize("key", GAMES)
def test_the_values_of_each_option_are_listed_the_usual_one_first(key):
    described = describe(key)
    for option in described.options:
        values = listed_options()[key][option.name]
        if isinstance(option.values, range):
            low, high = option.values[0], option.values[-1]
            assert values.startswith(f"{low} to {high}")
            continue
        listed = re.findall(r"`\w+`|\d+", values.partition("(")[0])
        assert [one.strip("`") for one in listed] == [str(value) for value in option.values]
        assert next(iter(option.values)) == option.usual
    if described.first:
        assert {one.strip("`") for one in listed_options()[key]["first"].split(", ")} == set(
            described.first.values
        )
