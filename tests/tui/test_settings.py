"""Settings on the screen: changed, previewed, kept, and what each of them does."""

from __future__ import annotations

import os

import pytest
from line_programs import TAPIS, environment, tapis
from pilots import driven, keys_to, on_screen, program, shown, until
from setups import ALONE, duel_setup
from terminal import Terminal

from play.setup import Series
from saves.settings import KEYS, SETTINGS, Settings
from saves.settings_file import Found, read_settings, settings_in, settings_path
from tui import themes
from tui.appearance import Surroundings, surroundings_of
from tui.keymap import with_keys
from tui.screens.keys import KeysScreen, every_action, every_screen, key_faults
from tui.screens.settings import ChooseValue, SettingsScreen
from tui.screens.table import TableScreen
from tui.screens.waiting import CurtainScreen
from tui.themes import Depth, palette, set_palette, wants_huge
from tui.widgets.choices import Choices
from words.glyphs import ASCII, UNICODE, glyphs, want_plain

SHARED = Series(duel_setup(("human", "human"), ("Zoé", "Max"), first="north"))


HERE = Surroundings()


def program_with(*start: object, around: Surroundings = HERE, **settings: object):
    """Return the program with these settings."""
    return program(*start, found=Found(Settings(**settings)), around=around)


def row(pilot) -> str:
    current = pilot.app.screen.query_one(Choices).current
    return current.id if current else ""


async def go_to(pilot, name: str) -> None:
    """Move the cursor to a row."""
    await pilot.press("home")
    for _ in range(200):
        if row(pilot) == name:
            return
        await pilot.press("down")
    raise AssertionError(name)


async def show_settings(pilot, name: str) -> None:
    await pilot.press("comma")
    await until(pilot, lambda: isinstance(pilot.app.screen, SettingsScreen))
    await go_to(pilot, name)


async def kept(pilot, settings: Settings) -> None:
    """Wait until these are in the file."""
    await until(pilot, lambda: read_settings().settings == settings)


def test_themes_and_values_are_those_that_can_be_drawn():
    values = {setting.name: list(setting.values) for setting in SETTINGS}
    assert values["theme"] == list(themes.NAMES)
    assert values["language"] == ["auto", "fr", "en"]


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
@on_screen()
async def test_right_takes_the_next_value_left_the_one_before_and_backspace_the_usual(
    pilot, setting
):
    await show_settings(pilot, setting.name)
    values = list(setting.values)
    for key, value in (("right", values[1]), ("left", values[0]), ("left", values[-1])):
        await pilot.press(key)
        await pilot.pause()
        assert getattr(pilot.app.settings.now, setting.name) == value
        await kept(pilot, pilot.app.settings.now)
    await pilot.press("backspace")
    await kept(pilot, Settings())
    await pilot.press("q")
    await until(pilot, lambda: not isinstance(pilot.app.screen, SettingsScreen))


@pytest.mark.parametrize("way", ["home", "menu at a table", "palette"])
async def test_the_settings_are_shown_from_everywhere(way):
    start = ("new_game", ALONE) if way == "menu at a table" else ()
    async with driven(program(*start)) as pilot:
        if way == "home":
            await pilot.press(*keys_to(pilot, "settings"), "enter")
        elif way == "palette":
            await pilot.press("ctrl+p", *"setting")
            await pilot.pause()
            assert len(pilot.app.screen.query_one(Choices).choices) == 1
            await pilot.press("enter")
        else:
            await pilot.press("m")
            await until(pilot, lambda: "Menu" in shown(pilot.app))
            await go_to(pilot, "settings")
            await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, SettingsScreen))
        before = len(pilot.app.screen_stack)
        await pilot.press("escape")
        await until(pilot, lambda: len(pilot.app.screen_stack) < before)


@on_screen()
async def test_a_theme_is_previewed_as_the_cursor_moves_and_given_up_by_esc(pilot):
    await show_settings(pilot, "theme")
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, ChooseValue))
    await pilot.press("down")
    await until(pilot, lambda: palette().theme == "light")
    await pilot.press("escape")
    await until(pilot, lambda: palette().theme == "baize")
    assert not settings_path().exists()
    await pilot.press("enter", "down", "down", "enter")
    await kept(pilot, Settings(theme="contrast"))
    assert palette().theme == "contrast"


@on_screen()
async def test_huge_cards_are_previewed_beside_the_settings(pilot):
    await show_settings(pilot, "card_size")
    await pilot.press("right")
    await kept(pilot, Settings(card_size="huge"))
    set_drawn = [row for row in shown(pilot.app).splitlines() if "\u2588\u2588" in row]
    assert len(set_drawn) >= 5  # two large digits
    await pilot.press("enter", "up")
    await until(pilot, lambda: not wants_huge())
    await until(pilot, lambda: " 42" in shown(pilot.app))


async def test_what_cannot_be_kept_holds_until_the_end_and_is_said():
    settings_path().mkdir(parents=True)
    async with driven(program()) as pilot:
        await show_settings(pilot, "bell")
        await pilot.press("right")
        await until(pilot, lambda: "but are not saved" in shown(pilot.app))
        assert pilot.app.settings.now.bell


async def test_what_is_wrong_is_said_once_on_the_first_screen_and_all_of_it_in_the_settings():
    found = settings_in(b'theme = "blue"\nbell = 3\n')
    async with driven(program(found=found)) as pilot:
        await until(pilot, lambda: "settings.toml, line 1" in shown(pilot.app))
        assert "'blue' (and 1 more)" in shown(pilot.app)
        await show_settings(pilot, "faults")
        await pilot.press("enter")
        await until(pilot, lambda: "line 2: bell is" in shown(pilot.app))


# What settings do


def test_cards_can_be_outlined_solid_or_plain_whatever_the_terminal_promises():
    for cards, depth, is_solid in (
        ("auto", Depth.TRUE, True),
        ("auto", Depth.SIXTEEN, False),
        ("outline", Depth.TRUE, False),
        ("solid", Depth.SIXTEEN, True),
        ("solid", Depth.NONE, False),
    ):
        set_palette("baize", depth, cards)
        assert palette().is_solid is is_solid, (cards, depth)


async def test_ascii_cards_and_others_are_drawn_at_once_at_a_table_too(monkeypatch):
    monkeypatch.delenv("TAPIS_ASCII")
    monkeypatch.setattr("words.glyphs._is_plain_here", lambda: False)
    async with driven(program("new_game", ALONE)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        table = pilot.app.screen
        assert glyphs() is UNICODE
        await show_settings(pilot, "cards")
        await pilot.press("left")
        await until(pilot, lambda: glyphs() is ASCII)
        assert "< plain ASCII >" in shown(pilot.app)
        await pilot.press("q")
        await until(pilot, lambda: pilot.app.screen is table)
        await pilot.pause()
        assert shown(pilot.app).isascii()


def test_the_environment_comes_before_the_style_of_cards(monkeypatch):
    monkeypatch.setenv("TAPIS_ASCII", "0")
    want_plain(True)
    assert glyphs() is UNICODE
    monkeypatch.setenv("TAPIS_ASCII", "1")
    want_plain(False)
    assert glyphs() is ASCII


FAR = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "SSH_TTY": "/dev/pts/1", "LANG": "fr"}


@pytest.mark.parametrize(
    ("environment", "settings", "depth", "moves"),
    [
        ({**FAR, "SSH_TTY": ""}, {}, Depth.TRUE, False),
        (FAR, {"ssh_colours": "256"}, Depth.INDEXED, False),
        (FAR, {"ssh_colours": "24-bit"}, Depth.TRUE, False),
        ({**FAR, "NO_COLOR": "1"}, {"ssh_colours": "24-bit"}, Depth.NONE, False),
        ({"TERM": "xterm-direct"}, {}, Depth.TRUE, True),
        ({"TERM": "xterm-direct", "TAPIS_MOTION": "0"}, {}, Depth.TRUE, False),
        ({"TERM": "xterm-direct"}, {"motion": False}, Depth.TRUE, False),
        ({"TERM": "xterm-direct"}, {"theme": "plain"}, Depth.SIXTEEN, True),
    ],
)
def test_over_ssh_colours_are_sent_as_set_and_nothing_moves(environment, settings, depth, moves):
    app = program_with(around=surroundings_of(environment), **settings)
    assert palette().depth is depth
    assert app.timing.has_motion is moves


@pytest.mark.parametrize(
    ("pace", "speed", "shows"),
    [("slow", 0, True), ("normal", 1, True), ("fastest", 3, True), ("at-once", 1, False)],
)
async def test_moves_are_shown_at_the_pace_that_is_set(pace, speed, shows):
    app = program_with("new_game", ALONE, pace=pace)
    app.animation_level = "full"
    async with driven(app) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        table = pilot.app.screen
        assert (table.controller.pace.speed, table.controller.pace.shows) == (speed, shows)
        await until(pilot, lambda: table.cursor is not None)
        await show_settings(pilot, "pace")
        await pilot.press("backspace")
        await until(pilot, lambda: pilot.app.settings.now == Settings())
        assert (table.controller.pace.speed, table.controller.pace.shows) == (1, True)


async def test_without_a_curtain_the_next_person_is_at_the_table_at_once():
    async with driven(program_with("new_game", SHARED, curtain=False)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        table = pilot.app.screen
        for seat in (0, 1, 0):
            await until(pilot, lambda seat=seat: table.cursor is not None and table.seat == seat)
            assert table.frame.view.hands[seat]
            table.controller.play(next(iter(table.frame.current_view.legal())))
        assert not any(isinstance(one, CurtainScreen) for one in pilot.app.screen_stack)


KEYS_OF_DIGITS = [
    *("à", "ampersand", "é", "quotation_mark", "apostrophe"),
    *("left_parenthesis", "minus", "è", "underscore", "ç"),
]
"""What the keys of a French keyboard are called, from that of 0 on."""


@pytest.mark.parametrize("is_french", [True, False])
async def test_the_row_of_a_french_keyboard_types_digits_at_the_table(is_french):
    async with driven(
        program_with("new_game", ALONE, digits="french" if is_french else "plain")
    ) as pilot:
        await until(pilot, lambda: pilot.app.screen.cursor is not None)
        cursor = pilot.app.screen.cursor
        card = next(card for card in range(59, 1, -1) if cursor.on_card(card))
        assert cursor.place != cursor.on_card(card).place
        await pilot.press(*(KEYS_OF_DIGITS[int(digit)] for digit in f"{card:02}"))
        await pilot.pause()
        is_there = pilot.app.screen.cursor.place == cursor.on_card(card).place
        assert is_there is is_french


@pytest.mark.parametrize(("bell", "rings"), [(True, 1), (False, 0)])
async def test_the_bell_rings_on_a_refusal_if_it_is_wanted(bell, rings):
    rung = []
    app = program("new_game", ALONE)
    app.settings.now = Settings(bell=bell)
    app.bell = lambda: rung.append(True)
    async with driven(app) as pilot:
        await until(pilot, lambda: pilot.app.screen.cursor is not None)
        before = len(rung)
        await pilot.press("space")  # nothing is laid yet
        await until(pilot, lambda: "At least two" in shown(pilot.app))
        await pilot.pause()
        assert len(rung) - before == rings


async def test_the_bell_rings_when_it_is_ones_turn_again():
    rung = []
    app = program("new_game", ALONE._replace(setup=ALONE.setup._replace(first="south")))
    app.settings.now = Settings(bell=True)
    app.bell = lambda: rung.append(True)
    async with driven(app) as pilot:
        await until(pilot, lambda: pilot.app.screen.cursor is not None)
        await until(pilot, lambda: rung == [True])


# Keys


async def test_a_key_that_is_set_works_is_shown_and_the_usual_one_is_free():
    async with driven(
        program_with("new_game", ALONE, keys=(("menu", ("x",)), ("help", ("F9", "h"))))
    ) as pilot:
        await until(pilot, lambda: pilot.app.screen.cursor is not None)
        table = pilot.app.screen
        assert "x menu" in shown(pilot.app)
        await pilot.press("m")
        await pilot.pause()
        assert pilot.app.screen is table
        await pilot.press("x")
        await until(pilot, lambda: "Menu" in shown(pilot.app))
        await pilot.press("end")
        await until(pilot, lambda: "Help" in shown(pilot.app))
        assert "F9" in next(line for line in shown(pilot.app).splitlines() if "Help" in line)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is table)
        await pilot.press("f9")
        await until(pilot, lambda: "Keys" in shown(pilot.app))
        await pilot.press(*["down"] * 4)
        await until(pilot, lambda: "x   Show everything that can be done now." in shown(pilot.app))


@pytest.mark.parametrize(
    "offered", every_screen(), ids=lambda offered: "-".join(offered.offers[:3])
)
def test_every_action_can_have_another_key_on_every_screen(offered):
    free = [f"ctrl+f{number}" for number in range(1, 25)] + [f"f{n}" for n in range(1, 25)]
    chosen = {id_: (key,) for id_, key in zip(offered.offers, free, strict=False)}
    actions, clashes = with_keys(offered.actions, offered.offers, chosen)
    assert clashes == []
    assert {id_: actions[id_].keys for id_ in offered.offers} == chosen


def test_screens_are_found_by_themselves_and_a_key_of_the_shared_table_is_taken():
    everything = [set(offered.offers) for offered in every_screen()]
    for offers in ({"accept", "watch"}, {"open", "replay"}, {"hint", "people", "resign"}):
        assert any(offers <= offered for offered in everything), offers
    (fault,) = key_faults(settings_in(b'[keys]\nhint = "w"\n'))
    assert str(fault).endswith("w has another use: Show who is there, and say or do something.")


def test_two_actions_can_change_their_keys():
    chosen = {"hint": ("u",), "take_back": ("i",)}
    actions, clashes = with_keys(every_action(), list(every_action()), chosen)
    assert clashes == []
    assert (actions["hint"].keys, actions["take_back"].keys) == (("u",), ("i",))


def test_a_key_that_two_actions_would_have_stays_with_the_first():
    actions, (clash,) = with_keys(
        every_action(), ["hint", "menu", "help"], {"hint": ("x", "y"), "menu": ("x", "z")}
    )
    assert clash == ("menu", "x", "hint")
    assert (actions["hint"].keys, actions["menu"].keys) == (("x", "y"), ("z",))


def test_what_is_wrong_with_keys_is_named_with_its_line():
    text = b'[keys]\nhint = "m"\nmenu = "hyper"\nflip = "x"\ncards = "7"\nhelp = "PgDn"\n'
    assert [str(fault) for fault in key_faults(settings_in(text))] == [
        "settings.toml, line 3: 'hyper' cannot be the key of an action",
        "settings.toml, line 4: there is no action 'flip'",
        "settings.toml, line 5: '7' cannot be the key of an action",
        "settings.toml, line 6: PgDn has another use: Scroll forward in the log.",
        "settings.toml, line 2: m has another use: Show everything that can be done now.",
    ]


@on_screen()
async def test_a_key_is_changed_by_pressing_another_one(pilot):
    await show_settings(pilot, KEYS)
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, KeysScreen))
    await go_to(pilot, "hint")
    await pilot.press("enter", "m")
    await until(pilot, lambda: "m has another use" in shown(pilot.app))
    await pilot.press("enter", "7")
    await until(pilot, lambda: "7 cannot be the key" in shown(pilot.app))
    await pilot.press("enter", "question_mark", "enter", "ctrl+x")
    await until(pilot, lambda: "Ctrl+X (default: i)" in shown(pilot.app))
    await pilot.press("enter", "escape", "enter", "Y")
    await until(pilot, lambda: "Y (default: i)" in shown(pilot.app))
    await go_to(pilot, "menu")
    await pilot.press("enter", "Z")
    await until(pilot, lambda: "Z (default: m)" in shown(pilot.app))
    await pilot.press("backspace", "q")
    await kept(pilot, Settings(keys=(("hint", ("Y",)),)))
    await until(pilot, lambda: "1 changed" in shown(pilot.app))
    await pilot.press("delete")
    await kept(pilot, Settings())


# The program as it is started


def test_the_file_is_read_at_the_start_and_older_settings_are_taken_over(tmp_path):
    settings_path().parent.mkdir()
    settings_path().with_name("settings.json").write_text('{"language": "fr"}')
    terms = {"TERM": "xterm-256color", "TEXTUAL_ANIMATIONS": "none"}
    terminal = Terminal(TAPIS, environment(**terms))
    try:
        terminal.wait_for("Nouvelle partie")
        terminal.wait_until(lambda: settings_path().exists(), "not taken over")
        assert read_settings().settings == Settings(language="fr")
        terminal.send(b"\x03")
        assert terminal.exited(10) == 0
        assert not settings_path().with_name("settings.json").exists()
    finally:
        terminal.end()


@pytest.mark.parametrize(
    ("options", "file", "is_heard"),
    [((), "", True), (("--no-mouse",), "mouse = true", False), ((), "mouse = false", False)],
)
def test_clicks_are_asked_for_unless_they_are_not_wanted(options, file, is_heard):
    settings_path().parent.mkdir()
    settings_path().write_text(file)
    terminal = Terminal([*TAPIS, *options], environment(TERM="xterm-256color"))
    try:
        terminal.wait_for("New game")
        assert (b"\x1b[?1000h" in terminal.sent) is is_heard
    finally:
        terminal.end()


def test_text_modes_speak_the_language_and_say_what_is_wrong_on_standard_error():
    settings_path().parent.mkdir()
    settings_path().write_text('language = "fr"\ntheme = "blue"\n')
    run = tapis("saves", LANG="en_GB.UTF-8")
    assert run.stderr.decode() == (
        "tapis: settings.toml, ligne 2 : theme vaut baize, light, contrast, colour-blind ou plain,"
        " pas 'blue'\n"
    )
    assert run.returncode == 0
    english = tapis("--lang", "en", "saves")
    assert b"settings.toml, line 2: theme is" in english.stderr


def test_the_strict_line_mode_reads_no_settings():
    settings_path().parent.mkdir()
    before = tapis("console", "--seed", "1", "--north", "greedy", "--south", "greedy")
    os.mkfifo(settings_path())
    after = tapis("console", "--seed", "1", "--north", "greedy", "--south", "greedy")
    assert (before.stdout, before.stderr) == (after.stdout, after.stderr)
    assert after.stderr == b""
