"""The terminal: whatever it sends, input goes on; however the program ends, it is given back."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import termios
import tty
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st
from line_programs import ROOT, environment
from pilots import driven, program
from rich.segment import Segment
from setups import duel_setup
from soaked import ALTERNATE, CTRL_C, NORMAL, Soaked
from terminal import PATIENCE
from textual.drivers.linux_driver import LinuxDriver, WriterThread
from textual.events import Key, MouseDown, Paste, Resize
from textual.geometry import Offset
from textual.screen import Screen

from play.setup import Series
from tui.driver import (
    LONGEST_PASTE,
    LOOK,
    MOST_AHEAD,
    PASTE_WAITS,
    SYNC_END,
    SYNC_START,
    LastingOutput,
    Painted,
    TerminalDriver,
    TerminalInput,
)
from tui.guardian import GIVE_BACK
from tui.widgets.cells import row_of

BEGIN_PASTE, END_PASTE = b"\x1b[200~", b"\x1b[201~"


def keys(*reads: bytes) -> list[str]:
    """Return the keys that the program gets when the terminal sends these bytes."""
    source = TerminalInput()
    messages = [message for data in reads for message in source.feed(data)]
    return [message.key for message in messages if isinstance(message, Key)]


def pastes(source: TerminalInput, data: bytes) -> list[str]:
    return [message.text for message in source.feed(data) if isinstance(message, Paste)]


@pytest.mark.parametrize(
    ("reads", "understood"),
    [
        ([b"\xe9q"], ["q"]),
        ([b"\xe9", b"q"], ["q"]),
        ([b"\xe9\x1b[A"], ["up"]),
        ([b"\xe9", b"\x1b[A"], ["up"]),
        ([b"\xff\xfe\x80a\xc3", b"\xa9\xc3\r"], ["a", "é", "enter"]),
        ([b"\xf0\x9f\x83\x8f"], ["playing_card_black_joker"]),
    ],
)
def test_bytes_that_are_no_text_are_dropped_and_what_follows_is_understood_at_once(
    reads, understood
):
    assert keys(*reads) == understood


@pytest.mark.parametrize(
    "sequence",
    [
        b"\x1b[M \xe9\xff",
        b"\x1b[M\xff\xff\xff",
        b"\x1b[1114112u",
        b"\x1b[999999999999999999u",
        b"\x1b[:;:u",
        b"\x1b[55296u",
        b"\x1b[97;1;55296u",
        b"\x1b[48;0;0;0;0t",
        b"\x1b[48;99999;99999;0;0t",
        b"\x1b[?2048;2$y",
    ],
)
def test_a_sequence_that_means_nothing_is_no_key_and_swallows_none(sequence):
    assert keys(sequence + b"q") == ["q"]


def test_what_looks_like_a_size_changes_neither_size_nor_mouse():
    source = TerminalInput()
    data = b"\x1b[?2048;2$y\x1b[48;0;0;0;0t\x1b[48;24;80;480;800t\x1b[<0;41;12M"
    messages = list(source.feed(data))
    assert not any(isinstance(message, Resize) for message in messages)
    assert [(m.x, m.y) for m in messages if isinstance(m, MouseDown)] == [(40, 11)]


def test_a_paste_is_text_alone():
    data = BEGIN_PASTE + b"15^\x00\x1b[31m\xe9\xed\xa0\x80 \xe2\x80\xae20^\r\n\x07" + END_PASTE
    assert pastes(TerminalInput(), data + b"q") == ["15^[31m 20^\r\n"]


@pytest.mark.parametrize(("length", "size"), [(10_000, 1), (1_000_000, 4096)])
def test_of_a_long_paste_as_much_is_kept_as_can_be_typed(length, size):
    data = BEGIN_PASTE + b"ab" * (length // 2) + END_PASTE + b"q"
    source = TerminalInput()
    found = [m for at in range(0, len(data), size) for m in source.feed(data[at : at + size])]
    assert [(m.text if isinstance(m, Paste) else m.key) for m in found] == [
        "ab" * (LONGEST_PASTE // 2),
        "q",
    ]


def test_ctrl_c_ends_a_paste_that_has_no_end():
    source = TerminalInput()
    assert pastes(source, BEGIN_PASTE + b"15^ q\x1b[201") == []
    paste, key = source.feed(CTRL_C)
    assert (paste.text, key.key) == ("15^ q[201", "ctrl+c")
    assert [key.key for key in source.feed(b"q")] == ["q"]


def test_silence_ends_a_paste_that_has_no_end_also_where_somebody_types_on():
    source = TerminalInput()
    heard = list(source.feed(BEGIN_PASTE))
    for _ in range(PASTE_WAITS):
        heard += [*source.feed(b"q"), *source.wait()]
    assert [paste.text for paste in heard] == ["q" * PASTE_WAITS]
    assert [key.key for key in source.feed(b"q")] == ["q"]


@given(
    st.lists(st.binary(max_size=12) | st.sampled_from([BEGIN_PASTE, b"\x1b[", b"\x1b[M", b";u"]))
)
def test_after_any_bytes_a_key_is_a_key(reads):
    source = TerminalInput()
    for data in reads:
        list(source.feed(data))
    *_, last = source.feed(CTRL_C + b"q" * 40)  # an unfinished sequence swallows 32 at most
    assert last.key == "q"


class Program:
    """Stands for the program: what it is sent waits until somebody takes it."""

    def __init__(self) -> None:
        self.return_code = 0
        self.waiting: list[Key] = []
        self.screen_stack: list[Screen] = []

    @property
    def message_queue_size(self) -> int:
        return len(self.waiting)

    def post_message(self, message: Key) -> bool:
        self.waiting.append(message)
        return True

    async def is_told(self) -> None:
        """Let the loop do what it was asked to: count once what waits."""
        for _ in range(3):
            await asyncio.sleep(0)


@pytest.fixture
def run_driver() -> Iterator[Callable]:
    """Run a coroutine with a driver and the program that it sends to."""
    numbers = (signal.SIGTSTP, signal.SIGCONT, signal.SIGQUIT, signal.SIGWINCH)
    before = [signal.getsignal(number) for number in numbers]

    async def run(act) -> None:
        program = Program()
        await act(TerminalDriver(program), program)

    yield lambda act: asyncio.run(run(act))
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)


def test_keys_typed_too_far_ahead_are_dropped_until_the_program_has_caught_up(run_driver):
    async def act(driver: TerminalDriver, program: Program) -> None:
        for _ in range(3 * MOST_AHEAD):
            driver.process_message(Key("a", "a"))
        await program.is_told()
        assert len(program.waiting) == MOST_AHEAD
        await asyncio.sleep(2 * LOOK)
        driver.process_message(Key("a", "a"))
        await program.is_told()
        assert len(program.waiting) == MOST_AHEAD
        driver.process_message(Key("ctrl+c", CTRL_C.decode()))
        await program.is_told()
        assert program.waiting[MOST_AHEAD].key == "ctrl+c"
        program.waiting.clear()
        await asyncio.sleep(2 * LOOK)
        driver.process_message(Key("q", "q"))
        await program.is_told()
        assert [key.key for key in program.waiting] == ["q"]

    run_driver(act)


def test_no_fault_on_the_way_ends_the_input(run_driver, monkeypatch):
    handed_on = []

    def hand_on(driver: TerminalDriver, key: Key) -> None:
        handed_on.append(key.key)
        if key.key == "q":
            driver.exit_event.set()
        else:
            os.write(pipe, b"q")
            raise RuntimeError(key.key)

    async def act(driver: TerminalDriver, _program: Program) -> None:
        driver.fileno = terminal
        await asyncio.to_thread(driver.run_input_thread)

    monkeypatch.setattr(TerminalDriver, "process_message", hand_on)
    terminal, pipe = os.pipe()
    os.write(pipe, b"a")
    run_driver(act)
    assert handed_on == ["a", "q"]
    os.close(terminal)
    os.close(pipe)


def test_settings_are_given_back_when_all_is_written_or_ctrl_s_would_hold_it_up(
    run_driver, monkeypatch
):
    async def act(driver: TerminalDriver, program: Program) -> None:
        written: list[str] = []
        settings_then: list[object] = []
        monkeypatch.setattr(LinuxDriver, "write", lambda _driver, data: written.append(data))
        monkeypatch.setattr(
            LinuxDriver, "close", lambda _: settings_then.append(termios.tcgetattr(terminal))
        )
        driver.fileno, driver.attrs_before = terminal, termios.tcgetattr(terminal)
        driver._is_taken = True
        tty.setraw(terminal)
        taken = termios.tcgetattr(terminal)
        driver.stop_application_mode()
        assert termios.tcgetattr(terminal) == taken
        driver.close()
        assert NORMAL.decode() in "".join(written)
        assert settings_then == [taken]
        assert termios.tcgetattr(terminal) == driver.attrs_before
        assert signal.getsignal(signal.SIGQUIT) is signal.SIG_IGN  # nor may Ctrl-\ kill it

    keyboard, terminal = os.openpty()
    run_driver(act)
    os.close(terminal)
    os.close(keyboard)


def test_of_what_textual_paints_nothing_is_sent_but_whether_the_terminal_has_marks(
    run_driver, monkeypatch
):
    async def act(driver: TerminalDriver, program: Program) -> None:
        sent: list[str] = []
        monkeypatch.setattr(LinuxDriver, "write", lambda _driver, data: sent.append(data))
        driver.paint([row], Offset(0, 0))
        assert sent == []  # the terminal is not taken
        driver._is_taken = True
        driver.paint([row], Offset(0, 0))
        for data in (SYNC_START, "\x1b[1;1Hpainted", SYNC_END):
            driver.write(data)
        driver.paint([row], Offset(0, 0))
        driver.paint([row], Offset(1, 0))
        driver.write("\x07")
        assert sent == ["\x1b[1;1Hwords\x1b[1;1H", f"{SYNC_START}\x1b[1;2H{SYNC_END}", "\x07"]
        assert [type(message) for message in program.waiting] == [Painted]

    row = row_of([Segment("words")])
    run_driver(act)


# In a terminal


def test_an_e_of_latin_1_is_dropped_and_the_program_goes_on_and_ends(tmp_path):
    with closing(Soaked([])) as soaked:
        soaked.terminal.wait_for("Quit")
        soaked.send(b"\xe9\xe9\x1b[H\x1b[B\x1b[Co")
        soaked.terminal.wait_for("No saved games yet")
        soaked.end_by(CTRL_C)
        soaked.check_the_end()


def test_a_program_told_to_go_on_that_never_stopped_ends_and_leaves_the_terminal_as_it_was(
    tmp_path,
):
    """A lost connection tells it so too."""
    with closing(Soaked([])) as soaked:
        soaked.terminal.wait_for("Quit")
        soaked.terminal.kill(signal.SIGCONT, whole_group=True)
        soaked.terminal.wait_until(lambda: soaked.terminal.sent.count(ALTERNATE) == 2, "not taken")
        soaked.end_by(b"q")
        soaked.check_the_end()


async def test_the_command_palette_closes_once():
    async with driven(program()) as pilot:
        below = pilot.app.screen
        await pilot.press("ctrl+p")
        palette = pilot.app.screen
        assert palette is not below
        palette.finish(None)
        palette.finish(None)
        await pilot.pause()
        assert pilot.app.screen is below
        await pilot.press("ctrl+p", "ctrl+p")
        assert pilot.app.screen_stack[-2:] == [below, pilot.app.screen]
        await pilot.press("escape")
        assert pilot.app.screen is below


async def test_a_line_that_was_given_up_takes_no_key_however_it_was_asked_for():
    async with driven(program("new_game", Series(duel_setup()))) as pilot:
        screen, focused = pilot.app.screen, pilot.app.screen.focused
        screen.ask("?", print)
        screen.do_leave()  # before the line was in focus
        await pilot.pause()
        assert screen.focused is focused
        for _ in range(2):
            screen.ask("?", print)
            await pilot.pause()
        await pilot.press("escape")
        assert screen.focused is focused


def test_who_writes_to_a_terminal_that_is_gone_never_waits():
    reader, writer = os.pipe()
    os.close(reader)
    gone = os.fdopen(writer, "w")
    output = WriterThread(LastingOutput(gone))
    output.start()
    writes = Thread(target=lambda: [output.write("x" * 9000) for _ in range(100)], daemon=True)
    writes.start()
    writes.join(PATIENCE)
    assert output.is_alive()
    assert not writes.is_alive()
    output.stop()
    with suppress(BrokenPipeError):
        gone.close()


NOTE, RAW = "guardian.note_taken()", "tty.setraw(0)"
START = ("import os, tty", "from tui.guardian import Guardian", "guardian = Guardian()")
END = ("os.kill(os.getpid(), 9)",)


def died(*deeds: str) -> tuple[bool, bytes]:
    """Let a program do something and die.

    Returns whether the terminal's settings are as before, and what was sent to the terminal.
    """
    master, slave = os.openpty()
    try:
        before = termios.tcgetattr(slave)
        program = [sys.executable, "-c", "; ".join((*START, *deeds, *END))]
        # The guardian has the output too: it ends when both have ended.
        subprocess.run(program, stdin=slave, stdout=subprocess.PIPE, stderr=slave, cwd=ROOT)
        are_as_before = termios.tcgetattr(slave) == before
        os.write(slave, b"end")
        return are_as_before, os.read(master, 4096).removesuffix(b"end")
    finally:
        os.close(master)
        os.close(slave)


@pytest.mark.parametrize("deeds", [(NOTE, RAW), (RAW, NOTE), (NOTE, RAW, NOTE)])
def test_at_whatever_moment_a_program_dies_its_terminal_is_given_back(deeds):
    assert died(*deeds) == (True, GIVE_BACK)


def test_settings_that_a_shell_has_changed_stay():
    assert died(NOTE, "tty.setcbreak(0)") == (False, GIVE_BACK)


def test_nothing_is_given_back_twice():
    assert died(NOTE, "guardian.note_given_back()") == (True, b"")


BEGINNING = """
import os
from tui.driver import can_be_woken

def ask():
    print(can_be_woken())

def job(then):
    os.setpgid(0, 0)
    then()

def child(then):
    process = os.fork()
    if not process:
        then()
        print(end="", flush=True)
        os._exit(0)
    os.waitpid(process, 0)

def orphan(then):
    parent = os.getpid()
    if not os.fork():
        while os.getppid() == parent:
            os.sched_yield()
        then()
"""
ASKED = [
    ("ask()", False, "the leader of a session"),
    ("child(ask)", False, "a child in the group of its leader"),
    ("child(lambda: job(ask))", True, "a job"),
    ("child(lambda: job(lambda: child(ask)))", True, "a job's child, as under make"),
    ("child(lambda: job(lambda: orphan(ask)))", False, "a child whose job has gone"),
    ("child(lambda: orphan(lambda: job(ask)))", False, "a group whose parent has gone"),
]


@pytest.mark.parametrize(
    ("arranged", "answer"), [case[:2] for case in ASKED], ids=[c[2] for c in ASKED]
)
def test_only_a_job_of_a_shell_can_be_woken(arranged, answer):
    asked = subprocess.run(
        [sys.executable, "-c", BEGINNING + arranged],
        capture_output=True, env=environment(), timeout=60, start_new_session=True,
    )  # fmt: skip
    assert (asked.stdout.decode(), asked.stderr) == (f"{answer}\n", b"")
