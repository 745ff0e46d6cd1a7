"""The guardian of the terminal: it gives back what a program that died had taken."""

from __future__ import annotations

import os
import subprocess
import sys
import termios

import pytest
from line_programs import ROOT

from tui.guardian import GIVE_BACK

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
