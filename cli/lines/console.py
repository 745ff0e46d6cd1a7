"""The line mode for people: reads moves and words, and writes what they lead to."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, BinaryIO

from cli import streams
from cli.game_commands import line_game
from cli.lines import looking, place
from cli.lines.at_table import AtTable, HomeTable
from cli.lines.company_words import CompanyWords
from cli.lines.file_words import SavedList
from cli.lines.game import LineGame
from cli.lines.game_words import LineLesson
from cli.lines.parts import PARTS
from cli.lines.replay import LineReplay
from cli.lines.rows import SettingUp
from cli.sessions import GameRequest
from cli.streams import BadUse, Dialogue, complain, write_out
from engine.reasons import IllegalMove, NotationError
from engine.updates import Ended, Moved, Resynced, TakenBack, Update
from host.session import Session
from play.action import split_word
from play.setup import Series
from words.errors import os_text
from words.plain_text import shortened
from words.translation import _, about, sentence

if TYPE_CHECKING:
    from play.notes import GameFile
    from saves.record import Record


class LineConsole:
    """The line mode of a game with a person, or several, at the keyboard.

    Attributes:
        request: The wishes of the command line, and the programs named since.
        at: The game that is played.
        stepping: The open replay, None without one.
        setting_up: The new game that is being set up, None without one.
        lesson: The lesson of a first game, None in any other game.
        saved: The numbered list of the saved games.
        section: The section of the rules about the move just refused, "" for none.
        commands: The functions of the words that all games share, by the English word.
        company: The words for shared tables.
        dialogue: The lines that are typed and said.
    """

    def __init__(
        self,
        at: AtTable[Any],
        request: GameRequest,
        source: BinaryIO,
        write: Callable[[bytes], None] = write_out,
    ) -> None:
        """Sit down at a game.

        Args:
            at: The game at home, the place at a shared table, or the first screen.
            request: The wishes of the command line.
            source: Where lines come from.
            write: Where the text goes, at once.
        """
        self.request = request
        self.stepping: LineReplay | None = None
        self.setting_up: SettingUp | None = None
        self.saved = SavedList()
        self.dialogue = Dialogue(source, write)
        self._line = ""
        self._to_confirm = ""
        self._is_left = False
        self._is_first = True
        self.company = CompanyWords(self)
        self.commands: dict[str, Callable[[str], None]] = {}
        for part in (*(part(self) for part in PARTS), self.company):
            self.commands |= part.commands()
        self._sit_down(at, None)

    def _sit_down(self, at: AtTable[Any], lesson: LineLesson | None) -> None:
        """Take the seats of the people at a game."""
        self.at, self.lesson, self.section = at, lesson, ""
        self.stepping = self.setting_up = None
        self.company.sit_down()
        at.listen(self._hear)
        if lesson:
            lesson.teach(at)

    @property
    def session(self) -> Session:
        """The game at home, with its file. Raises `BadUse` where there is none."""
        if isinstance(self.at, HomeTable):
            return self.at.session
        words = _("The shared table keeps this game.")
        raise BadUse(words if self.at.has_game else self.at.absent())

    @property
    def game(self) -> LineGame:
        """The game in lines that is looked at: that of the replay, or the one in play."""
        return self.stepping.game if self.stepping else self.at.game

    @property
    def has_terminal(self) -> bool:
        """Whether somebody sits at a terminal."""
        return self.dialogue.is_terminal

    @property
    def shown(self) -> Any:
        """The view that is looked at: that of the replay, or of the game in play."""
        return self.stepping.view if self.stepping else self.at.view

    @property
    def is_playing(self) -> bool:
        """Whether neither a replay nor the setup of a new game is open."""
        return self.stepping is None and self.setting_up is None

    @property
    def _is_played(self) -> bool:
        """Whether a person here plays the game that is looked at."""
        return self.is_playing and self.at.is_on and not self.at.is_watched

    @property
    def _runs_through(self) -> bool:
        """Whether nobody plays and no person can step from move to move."""
        return self.at.plays_alone and self._is_first and not self.has_terminal

    def run(self, start: Callable[[], None] | None = None) -> int:
        """Play until somebody leaves or the input ends; return the exit status.

        `start` is done first, like a line that was typed at the first screen.
        """
        if start:
            self._try(start)
        if start is None or (self.is_playing and not self.at.has_game):
            self._begin()
        while not self._is_left:
            self.at.loop.run()
            self.company.go_on()
            if self._runs_through and not self.at.timeline.to_move:
                break
            if self.lesson and self.stepping is None:
                self.say(*self.lesson.lines(self.at.timeline))
            if not self._is_in_time():
                continue
            line = self.dialogue.take()
            if line is None:
                is_done = self.at.is_over or not self.at.has_game
                return streams.FINISHED if is_done else streams.STOPPED
            self._hear_typed(line)
            self.at.settle_in()
        return streams.FINISHED

    def _is_in_time(self) -> bool:
        """Ask for a line, and return False if a clock or another player came first."""
        at = self.at
        if at.is_waiting and not self.has_terminal and place.waits(self, self.dialogue):
            return False
        self.dialogue.ask(self._prompt())
        seconds = at.loop.seconds_left
        if seconds is None and at.bell is None:
            return True
        is_there = self.dialogue.wait(seconds, at.bell)
        at.hush()
        return is_there

    def close(self) -> None:
        """Let go of the players and of the file; remember how far a first game is."""
        if self.lesson:
            self.lesson.keep()
        self.at.close()

    def _prompt(self) -> str:
        if self.setting_up:
            return self.setting_up.prompt
        if self.stepping:
            return self.stepping.prompt
        return looking.prompt(self.at.timeline, self.at.asked) if self.at.is_on else "> "

    def say(self, *lines: str) -> None:
        """Write lines, on lines of their own."""
        self.dialogue.say(*lines)

    def _say_news(self, *lines: str) -> None:
        """Write lines, unless the same lines were written last."""
        if lines != self.dialogue.said_last:
            self.say(*lines)

    def _begin(self) -> None:
        """Say the game, its players, its file and its situation; and let it go on."""
        self.say(*self.at.introduction())
        if self.at.is_on:
            self.go_on()

    def go_on(self) -> None:
        """Say how the game stands, and let it go on."""
        at = self.at
        self._say_news(*at.situation())  # news of a shared table may have told it already
        self._say_result()
        at.begin()
        if at.plays_alone and not self._runs_through and at.timeline.to_move:
            at.controller.pause()
            self.say(_("Nobody plays here: an empty line makes one move, play goes to the end."))

    def tell_situation(self) -> None:
        """Say how the game stands, and how it ended; without a game what there is here."""
        if self.at.is_on:
            self.say(*self.at.situation())
            self._say_result()
        else:
            self.say(*self.at.introduction())

    def _say_result(self) -> None:
        if self.at.timeline.outcome is not None:
            self.say(self.at.game.result(self.at.timeline, self.at.mine))

    def _hear(self, update: Update) -> None:
        """Say what happened at the table."""
        self.company.hear(update)
        if not self.at.is_on:
            return
        if isinstance(update, Moved):
            self._say_news(*self.at.moved(update), *self.at.newly_covered())
        elif isinstance(update, TakenBack | Resynced):
            if self.at.is_near and isinstance(update, TakenBack):
                self.say(_("The last turn is taken back."))
            self._say_news(*self.at.situation())
        elif isinstance(update, Ended):
            for words in looking.gave_up(self.at.timeline):
                complain(words)
            self._say_result()
            if not self._runs_through:
                self.say(*self.at.what_next())

    def play(self, line: str) -> None:
        """Play the move that was typed, or say why it cannot be."""
        if absent := self.at.absent():
            self.say(absent)
            return
        self.section = ""
        try:
            self.at.controller.play_typed(line)
            self.say(*filter(None, [self.at.outage()]))
        except (NotationError, IllegalMove) as why_not:
            if isinstance(why_not, IllegalMove):
                self.section = why_not.reason.section
            self.say(looking.not_played(self.at.game, line, why_not))

    # Words

    def _hear_typed(self, line: bytes) -> None:
        """Carry out a line of bytes, if it is text."""
        if line == streams.TOO_LONG:
            self.say(_("That line is too long; type a move, or help."))
            return
        try:
            self.obey(line.decode().strip())
        except UnicodeDecodeError:
            self.say(_("That line is not text; type a move, or help."))

    def obey(self, line: str) -> None:
        """Carry out a line: a word, a move, or an empty line."""
        word, rest = split_word(self.game.words, line)
        if word and word.id == "play" and rest and not rest.isdecimal() and self._is_played:
            word, line = None, rest  # play 8 of clubs
        self._line = line
        if self._to_confirm != line:
            self._to_confirm = ""
        if not line:
            self._enter()
        elif self.is_playing and (meant := self.at.meant(line)):
            self._do(*meant)
        elif self.setting_up and (word is None or place.is_row(self, word, line)):
            self._do("set", line)
        elif word is None and self.is_playing and not self.at.is_over:
            self.play(line)
        elif word is None and self.stepping and not self.stepping.retrying:
            self._do("try", line)
        elif word is None:
            self.say(*place.no_word(self, line))
        elif why_not := place.why_not(self, word, rest):
            self.say(why_not)
        else:
            self._do(word.english, rest)

    def _enter(self) -> None:
        """Carry out an empty line: mostly the next move or step."""
        if self.stepping and self.stepping.retrying:
            self.say(*self.stepping.retrying.beginning())
        elif self.stepping:
            self._do("next", "")
        elif self.setting_up:
            self._do("set", "")
        elif self.at.is_over:
            self.say(*self.at.what_next())
        elif self.at.plays_alone:
            self._do("play", "1")
        elif self.game.enter and self.at.is_on:
            self._do(self.game.enter, "")
        elif not self.at.has_game:
            self.say(_("Type a number of the list, or help; home says the list again."))
        elif not self.at.is_on:
            self.tell_situation()
        else:
            at = self.at
            self.say(at.absent() or at.outage() or looking.how_to_move(at.game))

    def _do(self, word: str, rest: str) -> None:
        self._try(partial(self._carry_out, word, rest))

    def _try(self, act: Callable[[], None]) -> None:
        """Do what was asked for, or say why not."""
        try:
            act()
        except BadUse as fault:
            self.say(shortened(str(fault)))
        except IllegalMove as refused:
            self.say(shortened(sentence(refused)))
        except OSError as error:
            words = os_text(error)
            self.say(shortened(about(error.filename, words) if error.filename else words))

    def _carry_out(self, word: str, rest: str) -> None:
        if move := self.game.moves.get(word):
            self.play(move)
        elif look := self.game.looks.get(word):
            self.say(*look(self.shown, rest))
        else:
            self.commands[word](rest)

    def is_confirmed(self) -> bool:
        """Whether this line was typed twice in a row; the first time it is kept in mind."""
        is_again, self._to_confirm = self._to_confirm == self._line, self._line
        return is_again

    def would_lose(self) -> bool:
        """Warn a person once before an unsaved game is left; return whether that was now."""
        is_kept = self.lesson is not None or self.at.is_safe
        if is_kept or not self.has_terminal or self.is_confirmed():
            return False
        words = _("This game is not saved anywhere; save saves it. Type it again to leave anyway.")
        self.say(words)
        return True

    # Other games

    def step_through(self, record: Record, file: GameFile) -> None:
        """Step through a game."""
        self.setting_up = None
        self.stepping = LineReplay(self.line_game(record.table.game.key), record, file)
        self.say(*self.stepping.opening())

    def line_game(self, key: str) -> LineGame:
        """Return the game with this key for lines: the one that is played, or a new one."""
        return self.at.game if key == self.at.game.key else line_game(key)

    def farewell(self) -> None:
        """Say where the game is after leaving."""
        self.say(*(self.lesson or self.at).farewell())

    def leave(self) -> None:
        """Leave, once the line was carried out."""
        self._is_left = True

    def leave_for(
        self,
        game: LineGame,
        session: Session,
        series: Series | None = None,
        lesson: LineLesson | None = None,
    ) -> None:
        """Leave this game for another one at home."""
        self.leave_to(HomeTable(game, session, series), lesson)

    def take_up(self, session: Session) -> None:
        """Go on with a game that was closed for a moment, without a word."""
        self.change_to(HomeTable.of(self.at.game, session))

    def change_to(self, at: AtTable[Any]) -> None:
        """Go on with the same game at another table, without a word."""
        self._sit_down(at, None)
        if at.is_on:  # else the situation is told with the first view
            at.begin()
        if at.plays_alone and at.timeline.to_move:
            at.controller.pause()

    def leave_to(self, at: AtTable[Any], lesson: LineLesson | None = None) -> None:
        """Leave this game for another table."""
        self.close()
        self.go_over(at, lesson)

    def go_over(self, at: AtTable[Any], lesson: LineLesson | None = None) -> None:
        """Go over to another table; the one before is closed already."""
        self._is_first = False
        self._sit_down(at, lesson)
        self._begin()
