"""`tapis` in a real terminal: raw keys, lost connections, signals, sizes, hostile names."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from duels import deal_from, play_on
from games_on_disk import saved_game
from line_programs import TAPIS, environment, tapis
from terminal import Terminal

from engine.duel.game import DUEL
from engine.duel.state import DuelOptions
from engine.table import Sitter, Table

RIGHT, LEFT, DOWN, HOME = b"\x1b[C", b"\x1b[D", b"\x1b[B", b"\x1b[H"
ENTER, SPACE, CTRL_C, CTRL_Z = b"\r", b" ", b"\x03", b"\x1a"
ALTERNATE, NORMAL = b"\x1b[?1049h", b"\x1b[?1049l"

TABLE_ROWS = 22
"""How many lines from the top hold piles, hand and log; below are a message and the keys."""
BETWEEN = 53
"""The column between the felt and the rail."""
COLOURS = {*range(30, 39), *range(40, 49), *range(90, 98), *range(100, 108)}

NORD = [6, 22, 27, 35, 44, 52, 12, 14, 47, 58]
SUD = [3, 12, 17, 19, 28, 39]
FIRST_HAND = ("06 ", "22 ", "27 ", "35 ", "44 ", "52 ", "+5")
AFTER_ONE_TURN = ("1 ● 06▲ 35▼", "2 ○ 03▲ 39▼'", "14•", "+6")
AFTER_TWO_TURNS = ("3 ● 12▲ 14▲", "4 ○ 12▲ 02▲", "58•", "+8", "22 on your")
IN_ASCII = str.maketrans("▲▼●○•", "^vNS*")

Start = Callable[..., Terminal]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start `tapis` in terminals that do not outlive the test."""
    started: list[Terminal] = []

    def in_terminal(
        *arguments: object,
        ignore_hangup: bool = False,
        job: Sequence[str] | None = None,
        **more: str,
    ) -> Terminal:
        """Start it as the leader of a session, or as a job of a shell, with these words before."""
        terms = {"TERM": "xterm-256color", "TEXTUAL_ANIMATIONS": "none", **more}
        shown = environment(**terms)
        command = [*(job or ()), *TAPIS, *map(str, arguments)]
        started.append(
            Terminal(command, shown, ignore_hangup=ignore_hangup, under_a_shell=job is not None)
        )
        return started[-1]

    yield in_terminal
    for terminal in started:
        terminal.end()


@pytest.fixture
def play(tmp_path) -> list[str]:
    """Return the arguments that open a game whose cards and opponent are always the same."""
    decks = deal_from(NORD, SUD).decks
    deal = tmp_path / "deal.json"
    deal.write_text(json.dumps({"NORD": decks[0], "SUD": decks[1]}))
    who = ["--north", "human", "--south", "greedy", "--first", "north"]
    return ["play", "--seed", "3", "--deal", str(deal), *who]


def play_two_turns(terminal: Terminal, *, is_ascii: bool = False) -> None:
    """Play two turns with raw keys, until the opponent has answered both."""
    one, two = AFTER_ONE_TURN, AFTER_TWO_TURNS
    if is_ascii:
        one, two = in_ascii(one), in_ascii(two)
    terminal.wait_for(*FIRST_HAND)
    for key, cost in ((RIGHT, "+21"), (DOWN, "+38"), (LEFT, "+5"), (ENTER, "+16")):
        terminal.send(key)
        terminal.wait_for(cost)
    terminal.send(RIGHT + RIGHT)
    terminal.wait_for("+25")
    terminal.send(ENTER + SPACE)
    terminal.wait_for(*one)
    terminal.send(ENTER + ENTER + SPACE)
    terminal.wait_for(*two)


def in_ascii(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word.translate(IN_ASCII) for word in words)


def table_of(terminal: Terminal) -> list[str]:
    return terminal.still()[:TABLE_ROWS]


def check_resumes(start: Start, table: list[str]) -> None:
    """Check that `tapis resume` shows this table."""
    again = start("resume")
    again.wait_until(lambda: again.rows()[:TABLE_ROWS] == table, "not the same table")


@pytest.mark.parametrize("end", ["closed", "closed and ignored", "signal", "Ctrl-C"])
def test_however_the_program_ends_resume_shows_the_same_table(start, play, end):
    terminal = start(*play, ignore_hangup=end == "closed and ignored")
    play_two_turns(terminal)
    table = table_of(terminal)
    if end.startswith("closed"):
        terminal.close()
        assert terminal.exited() is not None
    else:
        terminal.send(CTRL_C) if end == "Ctrl-C" else terminal.kill(signal.SIGTERM)
        assert terminal.exited() == 0
        assert NORMAL in terminal.sent
        assert "Traceback" not in terminal.text()
    check_resumes(start, table)


def test_an_interrupt_from_outside_ends_the_program_as_the_other_signals_do(start):
    terminal = start()
    terminal.wait_for("Quit")
    terminal.kill(signal.SIGINT)
    assert terminal.exited() == 0
    assert NORMAL in terminal.sent


def test_a_game_in_play_can_be_taken_over_and_is_saved_and_ended_there(start, play):
    first = start(*play)
    play_two_turns(first)
    table = table_of(first)
    second = start("resume")
    second.wait_for("This game is open elsewhere: process", "Leave it there", "Take over")
    second.send(DOWN + ENTER)
    second.wait_for(*AFTER_TWO_TURNS)
    assert first.exited() == 0
    assert table_of(second) == table


JOB, JOB_OF_MORE = (), ("sh", "-c", '"$0" "$@"; exit')
"""What is before the program in a job of a shell: nothing, or what waits for it like make."""


@pytest.mark.parametrize(
    ("job", "is_signal"),
    [(JOB, False), (JOB_OF_MORE, False), (JOB, True)],
    ids=["alone", "with what waits for it", "by a signal"],
)
def test_the_program_is_suspended_and_the_same_screen_comes_back(start, play, job, is_signal):
    terminal = start(*play, job=job)
    play_two_turns(terminal)
    screen = terminal.still()
    if is_signal:
        terminal.kill_job(signal.SIGTSTP)
    else:
        terminal.send(CTRL_Z)
    terminal.wait_for("stopped")
    assert NORMAL in terminal.sent
    terminal.wipe()
    terminal.send(ENTER)
    terminal.wait_until(lambda: terminal.rows() == screen, "not the same screen")
    assert ALTERNATE in terminal.sent
    terminal.send(RIGHT)
    terminal.wait_for("27 on your")


def test_where_no_shell_could_bring_the_program_back_ctrl_z_says_so(start, play):
    sentence = "Ctrl+Z does nothing here: no shell could bring the program back."
    terminal = start(*play)
    terminal.wait_for(*FIRST_HAND)
    terminal.send(CTRL_Z)
    terminal.wait_for(sentence)
    terminal.kill(signal.SIGTSTP)
    terminal.send(RIGHT)
    terminal.wait_until(lambda: sentence not in terminal.text(), "it stopped")
    assert NORMAL not in terminal.sent


@pytest.mark.parametrize("arguments", [[], ["play", "duel"], ["resume"]], ids=" ".join)
def test_without_a_terminal_one_line_names_a_way_to_get_one(arguments):
    done = tapis(*arguments, TERM="xterm-256color")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1
    assert b"ssh -t" in done.stderr


def test_a_small_window_says_which_size_is_needed_and_loses_nothing(start, play):
    terminal = start(*play)
    play_two_turns(terminal)
    screen = terminal.still()
    terminal.resize(39, 20)
    terminal.wait_for("40 x 20", "39")
    assert "12▲" not in terminal.text()
    terminal.resize(80, 24)
    terminal.wait_until(lambda: terminal.rows() == screen, "not the same screen")


def test_no_size_ends_the_program(start, play):
    terminal = start(*play)
    terminal.wait_for(*FIRST_HAND)
    screen = terminal.still()
    for size in ((1, 1), (3, 2), (60, 20), (79, 24), (80, 23), (300, 100)):
        terminal.resize(*size)
        terminal.send(DOWN + HOME)  # both stay where the cursor is, or are not heard
        terminal.resize(80, 24)
        terminal.wait_until(lambda: terminal.rows() == screen, f"not the same screen after {size}")


ESCAPES = "\x1b[5mblink\x1b]0;title\x07\x9b7m\r\n\tSUD"
NAMES = {
    "markup and escapes": ("[bold]gras[/bold] [@click=app.quit]x[/]", ESCAPES),
    "wide and combining": ("日本語の名前" * 10, "e\u0301a\u0308" * 50),
    "200 letters": ("N" * 200, "é" * 200),
}


def game_of(north: str, south: str) -> Table:
    """Return a game of a person and a computer player after four turns."""
    sitters = [Sitter(north), Sitter(south, "greedy", 3)]
    table = Table(DUEL, DuelOptions("north"), sitters, 3)
    return play_on(table, ("greedy", "greedy"), turns=4)


@pytest.fixture
def games_with_names(tmp_path) -> dict[str, Path]:
    """Return the files of games in play whose players have these names."""
    folder = tmp_path / "tapis-home" / "games"
    folder.mkdir(parents=True)
    return {kind: saved_game(folder, game_of(*NAMES[kind]), kind)[0] for kind in NAMES}


def check_harmless(terminal: Terminal) -> None:
    """Check that nothing of a name was obeyed."""
    for obeyed in (b"\x1b[5m", b"\x1b]0;", "\x9b".encode(), b"\tSUD"):
        assert obeyed not in terminal.sent
    assert 5 not in terminal.styles()


@pytest.mark.parametrize(
    ("command", "kind"), [*(("resume", kind) for kind in NAMES), ("replay", "markup and escapes")]
)
def test_no_name_in_a_file_moves_or_colours_anything(start, games_with_names, command, kind):
    terminal = start(command, games_with_names[kind])
    terminal.wait_for("Turn", "? help")
    terminal.settle()
    column = [terminal.cell(BETWEEN, row) for row in range(TABLE_ROWS)]
    assert column == [" "] * TABLE_ROWS
    assert terminal.rows()[1].endswith(" " + "─" * 24)
    for row in (0, TABLE_ROWS - 1):
        plate = "".join(terminal.cell(column, row) for column in range(BETWEEN - 17, BETWEEN))
        assert re.fullmatch(r" \d\d left  hand 6 ", plate)
    check_harmless(terminal)


def test_a_name_with_markup_is_shown_as_it_is_written(start, tmp_path):
    file, _record = saved_game(tmp_path, game_of("[bold]gras[/]", "SUD"))
    terminal = start("resume", file)
    terminal.wait_for("[bold]gras[/]", "4 ○ ")


@pytest.mark.parametrize("kind", NAMES)
def test_no_name_moves_or_colours_anything_on_the_first_screen_and_in_the_list(
    start, games_with_names, kind
):
    folder = games_with_names[kind].parent
    for file in folder.iterdir():
        os.utime(file, (file == games_with_names[kind],) * 2)  # the latest one is offered first
    terminal = start()
    terminal.wait_for("Enter resumes", "Quit", "q quit")
    rows = terminal.still()
    assert "Enter resumes" in rows[-2]
    assert "New game" in rows[-5]
    terminal.send(b"o")
    terminal.wait_for(folder.name, "turn 5")
    check_harmless(terminal)


def test_plain_ascii_is_all_that_the_screens_over_the_table_send(start, play):
    terminal = start(*play, TAPIS_ASCII="1")
    play_two_turns(terminal, is_ascii=True)
    for key, words in ((b"?", "> Play"), (b"c", "Cards not seen"), (b"m", "Everywhere")):
        terminal.send(key)
        terminal.wait_for(words, "q back")
        assert terminal.sent.isascii(), terminal.text()
        terminal.send(b"q")
        terminal.wait_for(*in_ascii(AFTER_TWO_TURNS), "Enter lay card")


@pytest.mark.parametrize("told", [{"TAPIS_ASCII": "1"}, {"LC_ALL": "C"}], ids=str)
def test_plain_ascii_is_all_that_the_first_screen_sends(start, told):
    terminal = start(**told)
    terminal.wait_for("New game", "Quit", "q ")
    assert terminal.sent.isascii(), terminal.text()


def test_no_colour_is_sent_where_none_is_wanted(start, play):
    coloured = start(*play)
    coloured.wait_for(*FIRST_HAND)
    plain = start(*play, NO_COLOR="1")
    play_two_turns(plain)
    assert coloured.styles() & COLOURS
    assert not plain.styles() & COLOURS
