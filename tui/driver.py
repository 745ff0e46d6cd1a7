"""The terminal's side of the screen: whatever bytes come from there, input goes on."""

from __future__ import annotations

import asyncio
import os
import re
import select
import signal
import termios
import tty
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread, current_thread, main_thread
from typing import Any, ClassVar, Final

from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key, Paste, Resize
from textual.geometry import Offset
from textual.message import Message
from textual.messages import InBandWindowResize

from tui.colour_query import AnswerSieve, ColourQuery, ColoursTold, Sifted
from tui.guardian import Guardian
from tui.shown import Shown
from tui.widgets.cells import Row

CHUNK: Final = 4096
WAIT: Final = 0.1
"""Seconds without a byte after which an unfinished sequence may be taken for keys."""

PASTE_WAITS: Final = 10
"""After this many of them a paste is over, though its end has not come."""

LONGEST_PASTE: Final = 4096
"""Letters of a paste that are kept; nothing that is typed here is longer."""

MOST_AHEAD: Final = 500
"""The most messages that wait for the program; keys typed further ahead are dropped."""

LOOK: Final = 0.02
"""Seconds until the waiting messages are counted again."""

CTRL_C: Final = "\x03"
SIZES: Final = (Resize, InBandWindowResize)
"""The size is asked of the system: keys that look like one must not change it."""


MOUSE_MODES: Final = ("1000", "1003", "1015", "1006")
"""The modes in which a terminal tells of the mouse; each is set and reset by itself."""
MOUSE_CODES: Final = frozenset(f"\x1b[?{mode}{end}" for mode in MOUSE_MODES for end in "hl")

MOVE: Final = re.compile(r"\x1b\[[0-9]+;[0-9]+H")
"""What a painting of Textual's begins with: a place."""
SYNC_START: Final = "\x1b[?2026h"
SYNC_END: Final = "\x1b[?2026l"
"""What Textual writes around a painting where the terminal shows it at once."""

HUNG_UP: Final = select.POLLHUP | select.POLLERR | select.POLLNVAL


class Painted(Message):
    """The program can be seen for the first time."""


def is_terminal_gone() -> bool:
    """Say whether the terminal at standard input was closed."""
    poll = select.poll()
    poll.register(0, select.POLLHUP)
    return any(event & HUNG_UP for _fd, event in poll.poll(0))


class TerminalInput:
    """Turns bytes into messages; drops those that are neither text nor a known sequence."""

    def __init__(self, query: ColourQuery | None = None) -> None:
        # A byte that is no text becomes a letter of its own, so that a mouse code in which it
        # stands ends where the terminal ends it.
        self._decode = getincrementaldecoder("utf-8")("surrogateescape").decode
        self._parser = XTermParser()
        self._query = query or ColourQuery()
        self._sieve = AnswerSieve(self._query)
        self._recent = ""
        self._paste: str | None = None
        self._waits = 0

    def feed(self, data: bytes) -> Iterator[Message]:
        """Yield the messages that are complete with these bytes."""
        for letter in self._decode(data):
            self._recent = (self._recent + letter)[-len(BRACKETED_PASTE_START) :]
            if self._paste is None or letter == CTRL_C:  # no terminal pastes it
                yield from self._end_of_paste()
                yield from self._sifted(self._sieve.sift(letter))
                if self._recent == BRACKETED_PASTE_START:
                    self._paste, self._waits = "", 0
                    list(self._parser.feed(BRACKETED_PASTE_END))  # pasted words are not for it
            else:
                self._paste = (self._paste + letter)[: LONGEST_PASTE + len(BRACKETED_PASTE_END)]
                if self._recent == BRACKETED_PASTE_END:
                    yield from self._end_of_paste()

    def wait(self) -> Iterator[Message]:
        """Yield the messages that are complete as no byte came for `WAIT` seconds."""
        self._waits += 1
        if self._paste is None:
            if (sifted := self._sieve.wait()) is not None:
                yield from self._sifted(sifted)
                yield from self._understood(self._parser.tick())
        elif self._waits == PASTE_WAITS:
            yield from self._end_of_paste()

    def _sifted(self, sifted: Sifted) -> Iterator[Message]:
        """Yield the terminal's answers, and messages for bytes that may be keys."""
        if sifted.is_broken:
            self._parser = XTermParser()
        if sifted.keys:
            yield from self._understood(self._parser.feed(sifted.keys))
        if sifted.answer and (is_true := self._query.hear(sifted.answer)) is not None:
            yield ColoursTold(is_true)

    def _understood(self, messages: Iterable[Message]) -> Iterator[Message]:
        """Yield the messages that mean something; forget a sequence that cannot be parsed."""
        try:
            for message in messages:
                if isinstance(message, SIZES):
                    self._parser.mouse_pixels = False  # or it counts the mouse's by that size
                elif not isinstance(message, Key) or _is_text(message):
                    yield message
        except Exception:  # noqa: BLE001 - others choose the bytes that it trips over
            self._parser = XTermParser()

    def _end_of_paste(self) -> Iterator[Message]:
        """Yield the paste there is, as text alone."""
        if self._paste is None:
            return
        paste = self._paste.removesuffix(BRACKETED_PASTE_END)[:LONGEST_PASTE]
        self._paste = None
        text = "".join(letter for letter in paste if letter.isprintable() or letter in "\r\n")
        if text:
            yield Paste(text)


def _is_text(key: Key) -> bool:
    """Say whether a key has no undecodable byte."""
    return not any("\ud800" <= letter <= "\udfff" for letter in key.key + (key.character or ""))


class LastingOutput:
    """A file for the thread that writes to the terminal; bytes that cannot be written are dropped.

    An exception would end the thread. The program would then wait for ever once the thread's queue
    is full, deaf to the signals that come when a terminal goes. A closed file is a `ValueError`.
    """

    def __init__(self, file: Any) -> None:
        self._file = file

    def write(self, text: str) -> None:
        """Write a text."""
        with suppress(OSError, ValueError):
            self._file.write(text)

    def flush(self) -> None:
        """Send what was written."""
        with suppress(OSError, ValueError):
            self._file.flush()

    def fileno(self) -> int:
        """Return the file's descriptor."""
        return int(self._file.fileno())


class TerminalDriver(LinuxDriver):
    """Textual's driver for a terminal that may send anything, and any amount of it.

    Attributes:
        guardian: The process that gives the terminal back if the program does not, None for none.
    """

    guardian: ClassVar[Guardian | None] = None

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=True, size=size)  # `write` knows whether it is
        self._file: Any = LastingOutput(self._file)
        self._program = app
        self._events = asyncio.get_running_loop()
        self._listener: Thread | None = None
        self._ahead = 0
        self._looks = False
        self._is_taken = False
        self._is_stopped = False
        self._hears_mouse = mouse
        self._query = ColourQuery()
        self.shown = Shown()
        self._has_painted = False
        self._has_sync = False
        app.terminal = self  # type: ignore[attr-defined]
        signal.signal(signal.SIGTSTP, self._stop)
        signal.signal(signal.SIGCONT, self._go_on)

    def start_application_mode(self) -> None:
        """Take the terminal; after a SIGCONT that no stop came before, keep how it was before."""
        self.shown.forget()
        self._note_taken()
        is_taken = self._listener is not None and self._listener.is_alive()
        before = self.attrs_before
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if is_taken:
            self.attrs_before = before
        self._never_wait_in_a_read()
        self._note_taken()

    def _never_wait_in_a_read(self) -> None:
        """Let a read return at once if another reader took the bytes: we have waited before it.

        The end waits for the reading thread. Writing waits too: bytes would be lost where another
        program has set the terminal's descriptor not to block.
        """
        with suppress(termios.error, OSError):
            os.set_blocking(self._file.fileno(), True)
            settings = termios.tcgetattr(self.fileno)
            settings[tty.CC][termios.VMIN] = settings[tty.CC][termios.VTIME] = 0
            termios.tcsetattr(self.fileno, termios.TCSANOW, settings)

    def _note_taken(self) -> None:
        self._is_taken = True
        if self.guardian:
            self.guardian.note_taken()

    def stop_application_mode(self) -> None:
        """Give the terminal back; `close` sends the last of it."""
        before, self.attrs_before = self.attrs_before, None
        super().stop_application_mode()
        self.attrs_before = before
        self._is_taken = False

    def close(self) -> None:
        """Send all that was written, then give the settings back, or a Ctrl-S would hold it up.

        At the end of the program nothing that is typed ends it in another way.
        """
        super().close()
        if self._is_taken:
            return
        if self._program.return_code is not None:
            signal.signal(signal.SIGQUIT, signal.SIG_IGN)
        if self.attrs_before is not None:
            with suppress(termios.error):
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
        if self.guardian:
            self.guardian.note_given_back()

    def hear_mouse(self, is_heard: bool) -> None:
        """Ask the terminal for clicks from now on, or leave them to it."""
        if is_heard == self._hears_mouse:
            return
        self._hears_mouse = True  # what is not in use cannot be given up
        for mode in MOUSE_MODES:
            self.write(f"\x1b[?{mode}{'h' if is_heard else 'l'}")
        self._hears_mouse = is_heard

    def ask_colours(self) -> None:
        """Ask the terminal whether it shows 24 bits: `ColoursTold` comes when it answers.

        A terminal that prints the question does so in the first line, which is painted over it.
        """
        super().write(f"\x1b[H{self._query.ask()}{self.shown.again(0)}")

    def _stop(self, *_signal: object) -> None:
        """Give the terminal back and stop, unless nobody could wake us.

        All of the job stops, as where the system hears the key: a shell waits for the first process
        of it, which may be another one, `make` for one, that waits for us.
        """
        if not can_be_woken():
            return
        if self._is_taken:
            self.suspend_application_mode()
            self._is_stopped = True
        os.killpg(0, signal.SIGSTOP)

    def _go_on(self, *_signal: object) -> None:
        """Take the terminal again, unless it was given back for good: then the program ends."""
        if self._is_taken or self._is_stopped:
            self._is_stopped = False
            self.resume_application_mode()

    def write(self, data: str) -> None:
        """Send these bytes, unless Textual painted them: the screen paints itself."""
        if data == SYNC_START:
            self._has_sync = True
        elif data == SYNC_END or MOVE.match(data):
            return
        elif self._hears_mouse or data not in MOUSE_CODES:
            super().write(data)

    def paint(self, rows: Sequence[Row], cursor: Offset) -> None:
        """Show these rows of cells, in as few bytes as can be, and the cursor there."""
        if not self._is_taken or not (sent := self.shown.sent(rows, cursor)):
            return
        super().write(f"{SYNC_START}{sent}{SYNC_END}" if self._has_sync else sent)
        if not self._has_painted:
            self._has_painted = True
            self._program.post_message(Painted())

    def run_input_thread(self) -> None:
        """Hand on the terminal's bytes, until the screen is left or another thread does it.

        The end of the program ends it too, also where nothing else told it so.
        """
        self._listener = current_thread()
        source = TerminalInput(self._query)
        while not self.exit_event.is_set() and current_thread() is self._listener:
            if not main_thread().is_alive():
                return
            try:
                for message in self._heard(source):
                    self.process_message(message)
            except Exception:  # noqa: BLE001 - without this thread nobody could end the program
                self.exit_event.wait(WAIT)

    def _heard(self, source: TerminalInput) -> Iterator[Message]:
        """Wait for bytes, not for long, and return what comes of it."""
        if not select.select([self.fileno], [], [], WAIT)[0]:
            return source.wait()
        data = os.read(self.fileno, CHUNK)
        if not data:  # the terminal is gone; the program looks for that
            self.exit_event.wait(WAIT)
        return source.feed(data)

    def process_message(self, message: Message) -> None:
        """Send a message to the program, unless it is far behind; Ctrl-C always."""
        is_ctrl_c = isinstance(message, Key) and message.key == "ctrl+c"
        if self._ahead < MOST_AHEAD or is_ctrl_c:
            self._ahead += 1
            super().process_message(message)
        if not self._looks:
            self._looks = True
            self._events.call_soon_threadsafe(self._events.call_later, LOOK, self._look)

    def send_message(self, message: Message) -> None:
        """Put a message into the queue of the program, without a task for it."""
        self._program.post_message(message)

    def _look(self) -> None:
        """Count what waits for the program, at whatever widget, and again until nothing does."""
        waiting = 0
        try:
            screens = self._program.screen_stack
            widgets = [widget for one in screens for widget in one.walk_children(with_self=True)]
            waiting = sum(pump.message_queue_size for pump in (self._program, *widgets))
        finally:
            self._ahead, self._looks = waiting, waiting > 0
            if waiting:
                self._events.call_later(LOOK, self._look)


def hold_no_toasts(app: App[Any]) -> None:
    """Let no screen hold widgets for toasts and tooltips, which this program has not."""
    app._disable_tooltips = app._disable_notifications = True


def can_be_woken() -> bool:
    """Say whether a stop would not be for good.

    The shell whose job we are is the first ancestor outside our process group, and in our session.
    The leader of a session has none, nor has a group whose parents are gone: an orphaned one.
    """
    session, group = os.getsid(0), os.getpgrp()
    process = os.getppid()
    try:
        while process and os.getsid(process) == session:
            if os.getpgid(process) != group:
                return True
            process = _parent_of(process)
    except OSError:  # it has just gone, or nothing is told of it
        pass
    return False


def _parent_of(process: int) -> int:
    """Return the parent of a process, 0 where it is out of sight. Raises `OSError`."""
    status = Path(f"/proc/{process}/stat").read_text(errors="replace")
    return int(status.rpartition(")")[2].split()[1])  # the name before may hold anything
