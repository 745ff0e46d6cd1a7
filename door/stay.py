"""One session of a person: the program at its terminal, or its lines without one.

It knows nothing of the line but that it takes bytes: `session` leads here by ssh.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from door.accounts import games_in_play, has_games
from door.errands import GUEST_CODE, code_for
from door.limits import Watch
from door.person import Asked, Person
from door.recording import NoRoom, Recording, Shown
from door.streams import Streams
from door.surroundings import (
    asked_of,
    language_asked,
    possible_size,
    surroundings,
    title_of,
)
from door.tables import Vouched
from door.threshold import (
    BESIDE,
    GO_ON,
    LEAVE,
    STAY_BESIDE,
    TAKE_OVER,
    TAKEN_OVER,
    Question,
)
from door.visit import Visit, VisitFiles, resize
from net.doorkeeper import LONGEST_NEWS, DoorNotice, Ends, Waits, in_minutes
from saves.lock import is_held
from words.translation import mark, said_in

if TYPE_CHECKING:
    import asyncio

    from door.house import House, Inside, Visitor
    from engine.reasons import Explanation

DONE: Final = 0
FULL: Final = 1
ENDED: Final = 1
"""The exit status of a session that the door has ended."""

MEGABYTE: Final = 1_000_000
_KILLED: Final = 128

NO_ROOM: Final = mark(
    "Your account has no room for a recording. ssh HOST casts lists the others, and removes them."
)
NO_VISIT: Final = mark("The door cannot let you in just now. Come back later.")


class Stay:
    """A session: the streams of a visit, its limits, and how it ends."""

    def __init__(
        self,
        house: House,
        loop: asyncio.AbstractEventLoop,
        person: Person,
        visitor: Visitor,
        asked: Asked,
    ) -> None:
        """Be the session of a visitor that has not begun."""
        self.visitor = visitor
        self.folder: Path | None = None
        self.is_cut = False
        self._house = house
        self._loop = loop
        self._person = person
        self._asked = asked
        self._environment = asked_of(asked.environment)
        self._is_talk = asked.is_talk or not asked.term
        self._question: Question | None = None
        self._recording: Recording | None = None
        self._gone: list[Callable[[], None]] = []
        self._streams: Streams | None = None
        self._watch: Watch | None = None
        self._control: socket.socket | None = None
        self._number = 0
        self._status: int | None = None
        self._is_inside = self._is_silent = False
        self._last_words = ""

    # How it begins

    def begin(self) -> None:
        """Let the person in, or say why not."""
        if why := self._house.enter(self.visitor):
            self.refuse(why, FULL)
            return
        self._is_inside = True
        try:
            self.folder = self._house.folder_of(self.visitor)
        except OSError:
            self.refuse(NO_VISIT, FULL)
            return
        others = self._house.beside(self)
        self._house.sessions.append(self)
        if not (others and self._asked.term):
            self._greet()
        elif all(one.is_cut for one in others):
            self._take_over(others)
        else:
            self._ask_about(others)

    def _ask_about(self, others: Sequence[Inside]) -> None:
        """Ask whether this session takes the place of the others of the same account."""

        def answered(answer: str) -> None:
            self._question = None
            if answer == TAKE_OVER:
                self._take_over(others)
            elif answer == STAY_BESIDE:
                self._open()
            else:
                self._person.exit(DONE)

        self._say(self.in_words(BESIDE))
        self._question = Question(self._house.loop, answered)

    def _greet(self) -> None:
        """Tell a message of the day that is new to this person; on a screen, wait for a key."""
        assert self.folder
        message = ""
        with suppress(OSError):  # the next session tells it
            message = self._house.accounts.new_message(self.folder)
        if not message or self._is_talk:
            if message:
                self._say(message)
            self._open()
            return

        def answered(answer: str) -> None:
            self._question = None
            if answer == LEAVE:
                self._person.exit(DONE)
            else:
                self._open()

        self._say(f"{message.rstrip()}\n\n{self.in_words(GO_ON)}")
        self._question = Question(self._house.loop, answered)

    def _take_over(self, others: Sequence[Inside]) -> None:
        """End the other sessions, and then go on with the game that was played there."""
        assert self.folder
        games = games_in_play(self.folder)
        left = [one for one in others if one in self._house.sessions]

        def gone(one: Inside) -> None:
            left.remove(one)
            if not left:
                self._open(next((game for game in games if not is_held(game)), None))

        for one in [*left]:
            one.when_gone(partial(gone, one))
            if not one.is_cut:
                one.end(TAKEN_OVER)
        if not left:
            self._open()

    def refuse(self, why: str, status: int) -> None:
        """Say in the person's language why there is no session, and end it."""
        self._say(self.in_words(why))
        self._person.exit(status)

    def _open(self, game: Path | None = None) -> None:
        """Begin the program, with a game if there is one to go on with."""
        if self._is_inside and not self.is_cut:
            try:
                self._begin(game)
            except NoRoom:
                self.refuse(NO_ROOM, FULL)
            except OSError:
                self.refuse(NO_VISIT, FULL)

    def _begin(self, game: Path | None) -> None:
        """Ask for a visit; a socket is the line of somebody without a terminal."""
        assert self.folder
        folder = self.folder
        if self._asked.is_recorded:
            self._record(folder)
        if self._asked.term:
            ours, theirs = os.openpty()
            resize(ours, *possible_size(*self._asked.size))
        else:
            ours, theirs = (end.detach() for end in socket.socketpair())
        self._control, control = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.setblocking(False)
        tables = self._house.tables
        visit = Visit(
            0,
            str(folder),
            self._arguments(game),
            surroundings(self.visitor, self._environment, self._asked.term, folder),
            tables.server,
            has_terminal=bool(self._asked.term),
            quota=self._house.rules.quota * MEGABYTE,
        )
        shown = Shown(self._person, self._recording) if self._recording else self._person
        self._streams = Streams(self._loop, ours, shown, self._hear_silence)
        title = title_of(self.visitor, self._environment)
        account = self._house.accounts.account_in(folder)
        asking = tables.asked_by(Vouched(account, self.visitor.origin, title))
        files = VisitFiles(theirs, control.detach(), asking.detach())
        self._number = self._house.forks.begin(visit, files, self._hear_end)
        self._loop.add_reader(self._control, self._hear_program)
        self._watch = Watch(self._house.loop, self._house.rules.limits, self._warn, self._end)

    def _arguments(self, game: Path | None) -> tuple[str, ...]:
        """Return the words after `tapis`."""
        talk = ("--talk",) if self._is_talk else ()
        return (*talk, "resume", str(game)) if game else talk

    def _record(self, folder: Path) -> None:
        """Begin the recording that is wanted. Raises `NoRoom`, `OSError`."""
        rules, size = self._house.rules, possible_size(*self._asked.size)
        self._recording = Recording.begun(
            folder, rules.quota * MEGABYTE, self._asked.term, size, self._house.loop.now
        )

    def in_words(self, text: str) -> str:
        """Return a text in the language of the person."""
        return said_in(text, language_asked(self._environment))

    def _say(self, words: str) -> None:
        with suppress(BrokenPipeError):
            self._person.write_stderr(f"{words}\n".replace("\n", "\r\n").encode())

    # To and fro

    def type(self, data: bytes) -> None:
        """Hand the program what the person typed."""
        if self._question:
            self._question.hear(data)
        if self._watch:
            self._watch.hear()
        if self._streams:
            self._streams.type(data)

    def end_typing(self) -> None:
        """Let a program without a terminal read the end; it still has something to say."""
        if self._streams:
            self._streams.end_typing(has_terminal=bool(self._asked.term))

    def resize(self, columns: int, rows: int) -> None:
        """Tell the terminal its new size."""
        if self._asked.term and self._streams and self._streams.handle >= 0:
            with suppress(OSError):
                resize(self._streams.handle, *possible_size(columns, rows))
            if self._recording:
                self._recording.resize(*possible_size(columns, rows))

    def pause(self) -> None:
        """Let the program say nothing more for a while: the person does not take it."""
        if self._streams:
            self._streams.pause()

    def resume(self) -> None:
        """Let the program go on."""
        if self._streams:
            self._streams.resume()

    def _hear_program(self) -> None:
        """Take the news of the program; at the end of its line it will end."""
        assert self._control
        try:
            said = self._control.recv(LONGEST_NEWS)
        except BlockingIOError:
            return
        except OSError:
            said = b""
        if not said:
            self._let_go()
        elif self._watch:
            with suppress(msgspec.MsgspecError):
                self._watch.wait(msgspec.json.decode(said, type=Waits).is_waiting)

    # How it ends

    def _warn(self, notice: DoorNotice, seconds: float) -> None:
        """Say that the session will end; the program on a screen says it itself."""
        if self._is_talk:
            words = self.in_words(str(notice.value)).format(minutes=in_minutes(seconds))
            self._say(f"\n{words}")
        elif self._control:
            with suppress(OSError):
                self._control.send(msgspec.json.encode(Ends(notice.name, seconds)))

    def _end(self, why: Explanation) -> None:
        self.end(str(why.reason.value), **why.facts)

    def end(self, why: str, **facts: object) -> None:
        """End the session, with its game kept, and say why after the program has gone."""
        self._last_words = self.in_words(why).format(**facts)
        if self._number:
            self._house.forks.hang_up(self._number)
        else:
            self._say(self._last_words)
            self._person.exit(ENDED)
            self._go()

    def when_gone(self, call: Callable[[], None]) -> None:
        """Make a call once the session has ended."""
        self._gone.append(call)

    def lose(self) -> None:
        """Hang up, as the line is gone: the terminal goes, and the program is told."""
        self.is_cut = True
        self._end_recording()
        if self._streams:
            self._streams.close()
        if self._number and self._status is None:
            self._house.forks.hang_up(self._number)
        else:
            self._go()

    def _hear_silence(self) -> None:
        self._is_silent = True
        self._tell_end()

    def _hear_end(self, status: int) -> None:
        self._status = status
        self._go()
        self._tell_end()

    def _tell_end(self) -> None:
        """Close the session, once all is said and the status is known."""
        if self._is_silent and self._status is not None and self._streams:
            self._streams.close()
            self._end_recording()
            status = self._status if self._status >= 0 else _KILLED - self._status
            if self._last_words:
                self._say(self._last_words)
                status = ENDED
            if not self.visitor.key and self.folder and has_games(self.folder):
                self._say(code_for(self._house, self.folder, self.in_words, GUEST_CODE))
            self._person.exit(status)

    def _end_recording(self) -> None:
        if self._recording:
            self._recording.close()

    def _let_go(self) -> None:
        """Close the line to the program."""
        if self._control:
            self._loop.remove_reader(self._control)
            self._control.close()
            self._control = None

    def _go(self) -> None:
        self._let_go()
        if self._watch:
            self._watch.stop()
        if self._question:
            self._question.stop()
            self._question = None
        if self._is_inside:
            self._is_inside = False
            if self in self._house.sessions:
                self._house.sessions.remove(self)
            self._house.leave(self.visitor, self.folder)
            for call in self._gone:
                call()
