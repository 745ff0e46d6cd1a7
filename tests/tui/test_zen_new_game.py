"""A new game of Zen: its options, who sits where, what is remembered; `tapis play zen`."""

from __future__ import annotations

from statistics import median

import pytest
from line_programs import TAPIS, environment
from pilots import driven, game_of, keys_to, program, until
from setups import duel_setup
from terminal import Terminal

from engine.zen.options import ZenOptions
from play.last_setup import keep_setup, last_setup
from play.new_game_model import kind_note
from play.setup import usual_setup
from tui.screens.new_game import NewGame
from tui.screens.table import TableScreen as ZenTable
from words.translation import set_language

SEATS = ("Black 1", "White 1", "Black 2", "White 2")


def choices_of(pilot):
    return pilot.app.screen.query_one("Choices").choices


def rows(pilot) -> dict[str, str]:
    return {choice.id: choice.note for choice in choices_of(pilot)}


async def test_every_option_of_zen_can_be_chosen_and_is_remembered():
    async with driven(program()) as pilot:
        await pilot.press("enter")
        await pilot.press(*keys_to(pilot, "game"), "right")
        screen = pilot.app.screen
        assert isinstance(screen, NewGame)
        assert rows(pilot)["variant"] == "0: the base game"
        assert "games" in rows(pilot)
        assert "announce" not in rows(pilot)
        await pilot.press(*keys_to(pilot, "variant"), "right")
        assert rows(pilot)["variant"] == "1: échec et mat"
        await pilot.press(*keys_to(pilot, "announce"), "right")
        await pilot.press(*keys_to(pilot, "variant"), "right")
        assert rows(pilot)["variant"] == "2: rounds, to 7 points"
        assert rows(pilot)["games"] == "1"
        assert rows(pilot)["announce"] == "by the players"
        await pilot.press("right")
        assert "announce" not in rows(pilot)
        await pilot.press("left")
        assert rows(pilot)["announce"] == "automatic"
        await pilot.press(*keys_to(pilot, "players"), "enter", "down", "enter")
        assert [f"kind {seat}" in rows(pilot) for seat in range(4)] == [True] * 4
        await pilot.press(*keys_to(pilot, "kind 1"), "enter", "home", "enter")
        await pilot.press(*keys_to(pilot, "kind 3"), "enter", "home", "down", "enter")
        await pilot.press(*keys_to(pilot, "name 2"), "enter")
        screen.query_one("Input").value = "Ann"
        await pilot.press("enter")
        await pilot.press(*keys_to(pilot, "first"), "right", "right")
        assert rows(pilot)["first"] == "White"
        await pilot.press(*keys_to(pilot, "begin"), "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ZenTable))
        table = pilot.app.screen
        assert game_of(table).options == ZenOptions(2, "auto", 4, "white")
        assert table.names() == ("Black 1", "White 1", "Ann", "White 2 (random)")
        assert table.seat == 1
        table.leave()
    setup = last_setup()
    assert (setup.game, setup.first, setup.names[2]) == ("zen", "white", "Ann")
    assert last_setup("duel") == usual_setup("duel")
    assert last_setup("zen") == setup


async def test_turning_to_the_other_game_and_back_keeps_what_was_chosen_last():
    keep_setup(duel_setup(("human", "human"), ("A", "B"), games=3))
    async with driven(program()) as pilot:
        await pilot.press("enter", "down")
        assert rows(pilot)["name 1"] == "B"
        await pilot.press("right")
        assert rows(pilot)["name 0"] == "A"
        await pilot.press("left")
        assert rows(pilot)["name 1"] == "B"


def test_a_setup_has_a_sitter_for_each_seat_of_a_team():
    setup = usual_setup("zen").with_option("players", 4)
    assert (tuple(setup.called()), len(setup.kinds)) == (SEATS, 4)
    assert setup.kinds[:2] == setup.kinds[2:]
    assert setup.with_option("players", 2).kinds == setup.kinds[:2]


def test_who_has_no_name_is_called_as_the_language_spoken_calls_the_seat():
    keep_setup(usual_setup("zen"))
    assert [sitter.name for sitter in last_setup().sitters(1)] == ["Black", "White (novice)"]
    set_language("fr")
    assert [sitter.name for sitter in last_setup().sitters(1)] == ["Noir", "Blanc (débutant)"]


def test_what_is_said_of_zen_s_players_is_not_about_cards():
    assert kind_note("greedy", "zen") == "plays what looks best right now"
    assert kind_note("novice", "duel") == "errs often"


@pytest.fixture
def start():
    started: list[Terminal] = []

    def in_terminal(*arguments: str, **more: str) -> Terminal:
        shown = environment(
            TERM="xterm-256color", LANG="C.UTF-8", TEXTUAL_ANIMATIONS="none", **more
        )
        started.append(Terminal([*TAPIS, *arguments], shown))
        return started[-1]

    yield in_terminal
    for terminal in started:
        terminal.end()


PLAY = ("play", "zen", "--seed", "3", "--first", "black", "--black", "human")
ESCAPE = 0x1B
RIGHT, LEFT, UP, DOWN = b"\x1b[C", b"\x1b[D", b"\x1b[A", b"\x1b[B"


def test_zen_is_played_from_the_command_line(start):
    terminal = start(*PLAY, "--white", "random", "--variant", "2")
    terminal.wait_for("variant 2", "Round 1   ● 0   ○ 0   of 7", "F11 can go to F8 C11 I11.")
    terminal.send(b"\r" + DOWN + DOWN + DOWN)
    terminal.wait_for(" F11-F8", "3 pieces on the line.")
    terminal.send(b"\r")
    terminal.wait_for("1 ● F11-F8", "2 ○ ")
    terminal.send(b"q")
    terminal.wait_for("Enter resumes: Zen: ")


def test_a_key_on_the_board_and_the_first_paint_send_few_bytes(start):
    terminal = start(*PLAY, "--white", "random")
    terminal.wait_for("F11 can go to F8 C11 I11.")
    terminal.settle()
    assert len(terminal.sent) <= 18_000
    arrows, others = [], []
    for key in (LEFT, LEFT, DOWN, DOWN, RIGHT, RIGHT, UP, UP, b"\r", b"\t", LEFT, RIGHT, b"\t"):
        terminal.sent = b""
        terminal.send(key)
        terminal.wait_until(lambda: bool(terminal.sent), "nothing came")
        terminal.settle()
        (arrows if key[0] == ESCAPE else others).append(len(terminal.sent))
    assert median(arrows) <= 380
    assert max(arrows) <= 1_400
    assert median(others) <= 1_200


def test_plain_ascii_is_all_that_is_sent_for_zen_where_it_is_asked_for(start):
    terminal = start(*PLAY, "--white", "random", TAPIS_ASCII="1")
    terminal.wait_for("F11 can go to F8 C11 I11.")
    terminal.send(b"\r" + DOWN + DOWN + DOWN)
    terminal.wait_for("3 pieces on the line")
    terminal.send(b"\r")
    terminal.wait_for("2 W ", "can go to")
    terminal.send(b"m")
    terminal.wait_for("> Pick up")
    assert terminal.sent.isascii(), terminal.text()
