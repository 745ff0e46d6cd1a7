"""The question before a program is started: the whole command, one for each, no yes by accident."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from outsiders import Outsider
from pilots import driven, on_screen, program, resize, shown, until
from setups import duel_setup

from play.setup import Series
from programs.players import LONGEST_COMMAND
from tui.screens.home import Home
from tui.screens.start_program import Answers, StartProgram, WholePage, shown_command
from tui.screens.table import TableScreen
from tui.widgets.lines import Lines, cut

HARMFUL = [
    "sh",
    "",
    "a  b   ",
    "it's",
    'a"b$HOME`id`\\',
    "été",
    "\x1b[2J\x07\r\n\t\x7f\x9b7m",
    "\u202egnp.\u2066exe\u200b\u200d\ufeff\u00ad",  # turned round, and of no width
    "\u115f\u3164\uffa0\u2800\u00a0\u3000",  # letters that look like blanks, and blanks
    "e\u0301\u20e3\ufe0f",
    "日本 אבג \U0001f600\U000e0041",
    "'; rm -rf ~ #\u2019",
    "\\u202e",
]
LONG = ["python3", "harmless.py", *["--quiet", "x  y"] * 90, "&" * 300, "sh", "-c", "harm"]
MUTE = "cat >/dev/null; sleep 100"


def against(*kinds: str) -> Series:
    return Series(duel_setup(kinds, ("Zoé", "Max"), first="south"))


def choice(pilot) -> str:
    """Return the answer under the cursor."""
    return pilot.app.screen.query_one(Answers).current.id


def command_in(rows: list[str]) -> str:
    """Return the command from the rows of the page that shows it in a frame."""
    return "".join(row[3:-2] for row in rows if row[1:2] in ("│", "|")).rstrip()


@pytest.mark.skipif(not shutil.which("bash"), reason="reads what bash would run")
def test_a_shell_reads_the_shown_command_as_the_same_words():
    words = [*HARMFUL, "", "end"]
    for ascii_only in (False, True):
        text = shown_command(words, ascii_only=ascii_only)
        script = f"printf '%s\\0' {text}"
        environment = {"LC_ALL": "C.UTF-8"}
        read = subprocess.run(["bash", "-c", script], capture_output=True, env=environment)
        assert read.stdout.decode().split("\0")[:-1] == words


@settings(max_examples=30)
@given(st.lists(st.text(), min_size=1, max_size=3), st.booleans())
def test_nothing_that_hides_or_moves_is_ever_shown(words, ascii_only):
    text = shown_command(words, ascii_only=ascii_only)
    assert all(" " <= letter <= "~" or "À" <= letter <= "ſ" for letter in text)
    assert text.isascii() or not ascii_only


@settings(max_examples=30)
@given(st.lists(st.text("ab '\"\\\n\u202eé"), min_size=1), st.lists(st.text("ab '\"\\\n\u202eé")))
def test_two_commands_are_never_shown_alike(one, other):
    assert (shown_command(one) == shown_command(other)) == (one == other)


@pytest.mark.parametrize(
    ("language", "sizes"), [("en", [(80, 24), (60, 20), (40, 20), (30, 12)]), ("fr", [(40, 20)])]
)
async def test_all_of_a_command_is_shown_and_only_then_a_yes_can_be_reached(language, sizes):
    async with driven(program(language=language)) as pilot:
        screen = StartProgram(["SUD", "Noir 2"], LONG)
        pilot.app.push_screen(screen)
        for size in sizes:
            await resize(pilot, *size)
            await until(pilot, lambda: screen.said() != "")
            page, answers = screen.query_one(WholePage), screen.query_one(Answers)
            rows = page.plain().split("\n")
            assert "SUD, Noir 2" in "".join(rows[:3])
            while page.has_more:
                assert not page.is_read
                answers.move(1)
                assert choice(pilot) == "no"
                rows.append(page.plain().split("\n")[-1])
            assert command_in(rows) == shown_command(LONG)
            await until(pilot, lambda: screen.said() == "")
            await pilot.press("down")
            assert choice(pilot) == "yes"


async def test_no_key_passes_over_a_line_and_no_click_says_yes_to_what_was_not_shown():
    answers: list[object] = []
    async with driven(program()) as pilot:
        screen = StartProgram(["SUD"], [*LONG, *LONG])
        pilot.app.push_screen(screen, answers.append)
        await until(pilot, lambda: screen.said() == "PgDn: more below")
        page = screen.query_one(WholePage)
        rows = set()
        while page.has_more:
            rows |= set(page.plain().split("\n"))
            await pilot.click(Answers, offset=(5, 1))
            assert (pilot.app.screen, choice(pilot)) == (screen, "no")
            await pilot.press("end")
        rows |= set(page.plain().split("\n"))
        text, width = shown_command([*LONG, *LONG]), 80 - len(" │  │ ")
        parts = [text[at : at + width] for at in range(0, len(text), width)]
        assert {f" │ {part:<{width}} │" for part in parts} <= rows
        assert answers == []
        await pilot.click(Answers, offset=(5, 1))
        assert answers == ["yes"]


@on_screen()
async def test_a_window_in_which_the_command_cannot_be_seen_takes_no_yes(pilot):
    screen = StartProgram(["SUD"], ["bot"])
    pilot.app.push_screen(screen)
    await until(pilot, lambda: screen.query_one(WholePage).is_read)
    await pilot.press("down")
    await resize(pilot, 29, 12)
    await until(pilot, lambda: "needs 30 x 12" in screen.query_one("#small", Lines).plain())
    await pilot.press("down", "enter")
    assert pilot.app.screen is screen
    await resize(pilot, 40, 20)
    await until(pilot, lambda: screen.query_one(WholePage).is_read and choice(pilot) == "no")
    await pilot.press("enter")
    assert isinstance(pilot.app.screen, Home)


async def test_plain_ascii_is_all_that_is_shown_where_it_is_asked_for(monkeypatch):
    monkeypatch.setenv("TAPIS_ASCII", "1")
    async with driven(program()) as pilot:
        pilot.app.push_screen(StartProgram(["SUD"], ["été"]))
        await until(pilot, lambda: r"$'\u00e9t\u00e9'" in shown(pilot.app))
        assert shown(pilot.app).isascii()


async def test_each_program_has_a_question_and_one_no_starts_none(tmp_path):
    both = [Outsider(tmp_path, MUTE, name) for name in ("first", "second")]
    async with driven(program("new_game", against(*(outsider.kind for outsider in both)))) as pilot:
        for seat, outsider in zip(("North", "South"), both, strict=True):
            await until(pilot, lambda name=seat: f"here for {name}, and" in shown(pilot.app))
            page = pilot.app.screen.query_one(WholePage)
            assert command_in(page.plain().split("\n")) == shown_command(outsider.command)
            assert choice(pilot) == "no"
            await pilot.press(*["down"] * (seat == "North"), "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Home))
        assert [outsider.starts for outsider in both] == [0, 0]


async def test_one_question_is_asked_about_one_command_and_its_yes_is_for_these_words_only():
    async with driven(program("new_game", against("exec:cat -u", "exec: 'cat' '-u'"))) as pilot:
        await until(pilot, lambda: "here for North, South, and" in shown(pilot.app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await pilot.press("q")
        pilot.app.new_game(against("human", "exec:cat '-u '"))
        await until(pilot, lambda: "cat '-u '" in shown(pilot.app))
        await pilot.press("escape")
        pilot.app.new_game(against("human", "exec:cat   -u"))
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await pilot.press("q")


async def test_the_end_of_the_program_lets_go_of_a_game_whose_program_is_asked_about():
    async with driven(program("new_game", against("human", "exec:bot"))) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, StartProgram))
        pilot.app.end_soon()
        assert not pilot.app.store.folder.exists()  # no game and no lock is left


async def test_a_command_too_long_to_be_read_is_neither_asked_about_nor_started():
    kind = f"exec:{'x' * LONGEST_COMMAND}"
    async with driven(program("new_game", against("human", kind))) as pilot:
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        await until(pilot, lambda: table.said().startswith("South (exec:xxx"))
        assert table.client.session.computer(1) is None
        await pilot.press("q")


class Endless(str):
    """Words that hold the screen up if all of them are looked at."""

    __slots__ = ()

    def isprintable(self) -> bool:
        raise AssertionError("all of it is looked at")


def test_of_endless_words_only_the_beginning_is_looked_at():
    assert cut(Endless("x" * 1000), 10) == "xxxxxxxxx…"
    assert cut("e\u0301" * 10, 10) == "e\u0301" * 10
