"""The line mode for people: moves and words are typed, what they lead to is written."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, BinaryIO, Final

from cli.line_input import FINISHED, STOPPED, has_input, read_line
from cli.line_table import keep_new
from cli.lines import files, looking, sessions, text
from cli.lines.game import LineGame
from cli.lines.lesson import LineLesson
from cli.lines.manual import manual_lines
from cli.lines.replay import LineReplay
from cli.lines.sessions import GameRequest
from cli.lines.transcript import Transcript
from cli.lines.words import FINISH, PLAYING, STEPPING, Word, split_word
from cli.output import BadUse, complain, write_out
from engine.client import Ended, Moved, Resynced, TakenBack, Update
from engine.game import CHANCE
from engine.games import describe
from engine.reasons import IllegalMove, NotationError
from engine.table import EventKind
from net.session import Session
from play.controller import Controller
from play.local_client import LocalClient
from play.manual_loop import ManualLoop, think_in_loop
from play.pace import Pace
from play.typed_controls import TypedControls
from words.errors import os_text
from words.plain_text import shortened
from words.seat_names import seat_name
from words.translation import _, sentence, why

LONGEST_QUOTE: Final = 40


class LineConsole:
    """A person, or several, at the line mode of a game."""

    def __init__(
        self,
        game: LineGame,
        session: Session,
        request: GameRequest,
        source: BinaryIO,
        write: Callable[[bytes], None] = write_out,
    ) -> None:
        """Sit down at a game.

        Args:
            game: What it looks like in lines.
            session: The table.
            request: What the command line asked for.
            source: Where lines come from.
            write: Where the text goes, at once.
        """
        self._game = game
        self._request = request
        self._source = source
        self._write = write
        self._stepping: LineReplay | None = None
        self._warned = ""
        self._is_left = False
        self._sit_down(session)

    def _sit_down(self, session: Session, lesson: LineLesson | None = None) -> None:
        """Take the seats of the people at a game."""
        self.session, self._lesson = session, lesson
        self._loop = ManualLoop()
        self._client = LocalClient[Any](session, self._loop, sessions.forfeit_words, think_in_loop)
        self._timeline = self._client.timeline
        self._controller = Controller(
            self._client,
            TypedControls(self._game.read),
            self._loop,
            Pace(0, shows=False),
            think_in_loop,
        )
        self._client.listen(self._hear)
        self._stepping = None

    @property
    def _seat(self) -> int | None:
        """Whose view is shown: the person's to move; None for what everybody sees."""
        is_of_one = describe(self._game.key).has_secrets and self._client.own_seats
        return self._controller.model.seat if is_of_one else None

    @property
    def _view(self) -> Any:
        """The game as it is seen here."""
        return self._timeline.view(self._seat)

    @property
    def _shown(self) -> Any:
        """What is looked at: the game, or the place one stepped to."""
        return self._stepping.view if self._stepping else self._view

    def run(self) -> int:
        """Play until somebody leaves or the input ends; return the exit status."""
        self._begin()
        while not self._is_left:
            self._loop.run()
            if not self._timeline.to_move and not self._client.own_seats:
                break
            if self._lesson and not self._stepping:
                self._say(*self._lesson.lines(self._timeline))
            self._write(text.plain(self._prompt()))
            if not self._is_in_time():
                self._say("")
                continue
            line = read_line(self._source)
            if line is None:
                return FINISHED if self._timeline.outcome else STOPPED
            self._obey(line.decode(errors="replace").strip())
        return FINISHED

    def _is_in_time(self) -> bool:
        """Wait for a line where time runs, as in a race; return False if it ran out."""
        seconds = self._loop.seconds_left
        return seconds is None or has_input(self._source, seconds)

    def close(self) -> None:
        """Let go of the players and of the file."""
        if self._lesson:
            self._lesson.keep()
        self._client.close()

    def _prompt(self) -> str:
        if self._stepping:
            return self._stepping.prompt
        return self._game.prompt(self._view, self._asked)

    @property
    def _asked(self) -> int | None:
        """The seat that is asked for a move, one of a person first; None after the end."""
        movers = self._timeline.to_move
        here = [seat for seat in movers if seat in self._client.own_seats]
        return next(iter(here or movers), None)

    @property
    def _transcript(self) -> Transcript:
        return Transcript(self._game, self._timeline, self._seat)

    def _say(self, *lines: str) -> None:
        self._write(text.encoded(lines))

    def _begin(self) -> None:
        """Say which game it is, who plays, and how it stands; and let it go on."""
        self._say(self._game.title(self._timeline.options), looking.who_plays(self._timeline))
        self._say(*self._game.situation(self._view))
        self._say_result()
        self._controller.begin()

    def _say_result(self) -> None:
        if self._timeline.outcome is not None:
            self._say(self._game.result(self._timeline.outcome))

    # Moves

    def _hear(self, update: Update) -> None:
        """Say what happened at the table."""
        if isinstance(update, Moved):
            is_typed = update.play.seat in self._client.own_seats
            typed = [] if is_typed else self._transcript.typed(update.at)
            self._say(*typed, *self._transcript.answer(update.at))
        elif isinstance(update, TakenBack | Resynced):
            self._say(*self._game.situation(self._view))
        elif isinstance(update, Ended):
            self._complain_of_forfeit()
            self._say_result()

    def _complain_of_forfeit(self) -> None:
        for event in self._timeline.events[-1:]:
            if event.kind is EventKind.FORFEIT and event.seat is not None:
                player = seat_name(self._game.key, self._timeline.seats[event.seat])
                complain(_("{player} gave up: {why}").format(player=player, why=event.text))

    def _play(self, line: str) -> None:
        """Play the move that was typed, or say why it cannot be."""
        if absent := self._absent():
            self._say(absent)
            return
        try:
            self._controller.play_typed(line)
        except NotationError:
            self._say(_(self._game.no_move).format(text=line[:LONGEST_QUOTE]))
        except IllegalMove as refused:
            self._say(sentence(refused))

    def _absent(self) -> str:
        """Return why nobody plays for the seat to move, "" if a person does."""
        seat = self._asked
        if seat is None or seat in self._client.own_seats:
            return ""
        return sessions.absent(self._timeline, seat)

    # Words

    def _obey(self, line: str) -> None:
        """Do what a line says: a word, a move, or an empty line where that stands for one."""
        word, rest = split_word(self._game.words, line)
        self._warned = self._warned if word and word.english == self._warned else ""
        if not line:
            if self._stepping:
                self._step("next")
            elif self._game.enter and self._fits(None):
                self._carry_out(self._game.enter, "")
        elif self._fits(word):
            self._do(word, rest) if word else self._play(line)
        else:
            words = _("{text} is no word for now; help lists the words.")
            self._say(words.format(text=line.partition(" ")[0][:LONGEST_QUOTE]))

    def _fits(self, word: Word | None) -> bool:
        """Say whether a word, or a move where it is none, can be had now."""
        if word is None:
            return self._stepping is None and self._timeline.outcome is None
        if word.english in self._game.moves:
            return self._stepping is None and self._game.fits(word, self._view)
        return word.english not in (PLAYING if self._stepping else STEPPING)

    def _do(self, word: Word, rest: str) -> None:
        try:
            self._carry_out(word.english, rest)
        except BadUse as fault:
            self._say(shortened(str(fault)))
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            self._say(shortened(where + os_text(error)))

    def _carry_out(self, word: str, rest: str) -> None:
        if move := self._game.moves.get(word):
            self._play(move)
        elif look := self._game.looks.get(word):
            self._say(*look(self._shown, rest))
        elif word == FINISH:
            self._finish()
        else:
            self._commands()[word](rest)

    def _commands(self) -> dict[str, Callable[[str], None]]:
        """Return what carries out each word of all games, by its English."""
        return {
            "log": self.do_log,
            "hint": self.do_hint,
            "undo": self.do_undo,
            "replay": self.do_replay,
            "next": partial(self._step, "next"),
            "previous": partial(self._step, "previous"),
            "first": partial(self._step, "first"),
            "last": partial(self._step, "last"),
            "go": self.do_go,
            "branch": self.do_branch,
            "return": self.do_return,
            "save": self.do_save,
            "share": self.do_share,
            "resume": self.do_resume,
            "games": self.do_games,
            "new": self.do_new,
            "first game": self.do_first_game,
            "rules": self.do_rules,
            "manual": lambda rest: self._say(*manual_lines(rest)),
            "help": self.do_help,
            "quit": self.do_quit,
        }

    def do_log(self, _rest: str) -> None:
        """List what was played."""
        self._say(*self._game.log(self._shown))

    def do_rules(self, _rest: str) -> None:
        """Tell the rules in short."""
        self._say(*looking.rules(self._game.key))

    def do_help(self, _rest: str) -> None:
        """List what can be typed."""
        self._say(*looking.help_lines(self._game, self._fits))

    def do_hint(self, _rest: str) -> None:
        """Say what a strong player would play; the record keeps that it was said."""
        timeline = self._timeline
        over = sentence(looking.OVER) if timeline.outcome else ""
        refused = self._controller.refusal("hint")
        if because := over or self._absent() or (why(refused) if refused else ""):
            self._say(because)
            return
        self._controller.seek_hint()
        self._loop.run()
        hint = self._controller.frame.hint
        assert hint
        other = self._game.opponent(timeline, self._controller.model.seat)
        self._say(looking.hint(self._game.told(hint.move), hint.reasons, other))

    def do_undo(self, _rest: str) -> None:
        """Take the last move of a person back."""
        if self._controller.model.last_mine() is None:
            self._say(_("No turn of yours yet."))
        else:
            self._controller.take_back()

    def _finish(self) -> None:
        """Play to the end at once."""
        if self._timeline.outcome:
            self._say(sentence(looking.OVER))
        else:
            self._client.play_out()

    # Stepping through a game

    def do_replay(self, rest: str) -> None:
        """Step through this game, or through one in a file."""
        table = files.read_game(rest, self._game.key) if rest else self.session.table
        self._stepping = LineReplay(self._game, table)
        self._say(*self._stepping.lines())

    def _step(self, by: str, _rest: str = "") -> None:
        """Go one move on or back, or to either end."""
        assert self._stepping
        self._say(*self._stepping.step(by))

    def do_go(self, rest: str) -> None:
        """Go to a move by its number."""
        assert self._stepping
        self._say(*self._stepping.go(rest))

    def do_branch(self, _rest: str) -> None:
        """Play on from here as a new game."""
        assert self._stepping
        if self._would_lose("branch"):
            return
        try:
            table = self._stepping.branch()
        except ValueError:
            self._say(_("The game is over here; go back to play on."))
        else:
            self._leave_for(sessions.branched(table, self._request))

    def do_return(self, _rest: str) -> None:
        """Go back to the game."""
        self._stepping = None
        self._say(*self._game.situation(self._view))
        self._say_result()

    # Files and other games

    def do_save(self, rest: str) -> None:
        """Keep the game in a new file from now on; if it is kept already, write a copy."""
        path = files.new_path(rest) if rest else files.free_path(self._timeline)
        if self.session.is_kept:
            sessions.copy(self.session, path)
            self._say(_("A copy is in {path}.").format(path=path))
            return
        keep_new(self.session, path)
        if kept := self.session.saved_in:
            self._say(_("The game is kept in {path} from now on.").format(path=kept))

    def do_share(self, _rest: str) -> None:
        """Write the game in one line."""
        self._say(files.share_line_of(self.session))

    def do_resume(self, rest: str) -> None:
        """Go on with the game in a file."""
        if not rest:
            self._say(_("Which game? Type the name of its file; games lists the saved ones."))
        elif not self._would_lose("resume"):
            self._leave_for(sessions.resumed(files.found(rest), self._request.for_nobody()))

    def do_games(self, _rest: str) -> None:
        """List the saved games."""
        self._say(*files.games())

    def do_new(self, _rest: str) -> None:
        """Begin another game like this one."""
        if self._would_lose("new"):
            return
        self._leave_for(sessions.again(self.session.table, self._request))

    def do_first_game(self, rest: str) -> None:
        """Play the first game of this game, from where one left it or anew."""
        if not self._would_lose("first game"):
            if self._lesson:
                self._lesson.keep()
            lesson = LineLesson(self._game.key, self._game.words, anew=bool(rest))
            self._leave_for(lesson.session, lesson)

    def do_quit(self, _rest: str) -> None:
        """Leave."""
        self._is_left = not self._would_lose("quit")

    def _leave_for(self, session: Session, lesson: LineLesson | None = None) -> None:
        """Leave this game for another one."""
        self.close()
        self._sit_down(session, lesson)
        self._begin()

    def _would_lose(self, word: str) -> bool:
        """Warn a person, once, before a game that is kept nowhere is left."""
        is_begun = any(play.seat != CHANCE for play in self._timeline.plays)
        is_safe = self.session.is_kept or self._timeline.outcome is not None or not is_begun
        if is_safe or self._warned == word or not self._source.isatty():
            return False
        self._warned = word
        self._say(_("This game is kept nowhere; save keeps it. Say it again to leave it."))
        return True
