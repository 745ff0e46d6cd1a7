"""The line mode of Zen: moves and words are typed, what they lead to is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, BinaryIO, Final

from engine.game import Forfeit, IllegalMove, NotationError, Player
from engine.table import Event, EventKind, Table
from engine.zen.moves import Answer
from engine.zen.options import colour_of
from engine.zen.view import ZenView
from net.failures import Lack
from tui.complaints import BadUse, complain, os_text, shortened, write_out
from tui.line_input import FINISHED, STOPPED, read_line
from tui.outside import fresh_seed
from tui.seat_names import seat_name
from tui.words import _, why
from tui.zen_lines import files, looking, text, transcript
from tui.zen_lines.sitting import Sitting, Wanted
from tui.zen_lines.stepping import Stepping
from tui.zen_lines.typed import read_typed
from tui.zen_lines.words import ANSWERING, PLAYING, STEPPING, Word, find_word

LONGEST_QUOTE: Final = 40


class ZenConsole:
    """A person, or several, at the line mode of Zen."""

    def __init__(
        self,
        sitting: Sitting,
        wanted: Wanted,
        source: BinaryIO,
        write: Callable[[bytes], None] = write_out,
    ) -> None:
        """Sit down at a game.

        Args:
            sitting: The game.
            wanted: What the command line asked for.
            source: Where lines come from.
            write: Where the text goes, at once.
        """
        self.sitting = sitting
        self._wanted = wanted
        self._source = source
        self._write = write
        self._stepping: Stepping | None = None
        self._told = 0
        self._warned = ""
        self._is_left = False

    @property
    def _table(self) -> Table[Any]:
        return self.sitting.table

    @property
    def _view(self) -> ZenView:
        """The game as everybody sees it."""
        return transcript.open_view(self._table.state)

    @property
    def _shown(self) -> ZenView:
        """What is looked at: the game, or the place one stepped to."""
        return self._stepping.view if self._stepping else self._view

    def run(self) -> int:
        """Play until somebody leaves or the input ends; return the exit status."""
        self._begin()
        while not self._is_left:
            movers = self._table.to_move
            if movers and (player := self.sitting.players.get(movers[0])):
                self._ask(movers[0], player)
                continue
            if not movers and not self.sitting.people:
                break
            self._write(text.plain(self._prompt()))
            line = read_line(self._source)
            if line is None:
                return FINISHED if self._table.outcome else STOPPED
            self._obey(line.decode(errors="replace").strip())
        return FINISHED

    def close(self) -> None:
        """Let go of the players and of the file."""
        self.sitting.close()

    def _prompt(self) -> str:
        return self._stepping.prompt if self._stepping else text.prompt(self._view)

    def _say(self, *lines: str) -> None:
        self._write(text.encoded(lines))

    def _begin(self) -> None:
        """Say which game it is, who plays, and how it stands."""
        table = self._table
        self._told = len(table.plays)
        self._stepping = None
        self._say(text.rules(table.options), looking.who_plays(table))
        self._say(*text.situation(self._view))
        self._say_result()

    def _say_result(self) -> None:
        if self._table.outcome is not None:
            self._say(text.result(self._table.outcome))

    # Moves

    def _ask(self, seat: int, player: Player[Any]) -> None:
        """Let a player move; one that cannot go on has lost. Raises `BadUse`.

        Nobody loses where this machine cannot start a program.
        """
        try:
            self._table.play(seat, player.choose(self._table.view(seat)))
        except Lack as lack:
            raise BadUse(why(lack)) from None
        except Forfeit as forfeit:
            reason = why(forfeit)
            self._table.forfeit(seat, reason)
            words = _("{player} gave up: {why}")
            complain(words.format(player=seat_name(self._table.seats[seat]), why=reason))
        self._tell(is_typed=False)

    def _tell(self, *, is_typed: bool) -> None:
        """Say what was played since it was last told, and how the game ended if it did."""
        for at in range(self._told, len(self._table.plays)):
            lines = transcript.answer_lines(self._table, at)
            self._say(*([] if is_typed else transcript.typed_line(self._table, at)), *lines)
        self._told = len(self._table.plays)
        self._say_result()

    def _play(self, line: str) -> None:
        """Play the move that was typed, or say why it cannot be."""
        try:
            self._table.play(self._table.to_move[0], read_typed(line, self._view.position))
        except NotationError:
            words = _("{text} is neither a move like F11-F8 nor a word; help lists the words.")
            self._say(words.format(text=line[:LONGEST_QUOTE]))
        except IllegalMove as refused:
            self._say(f"{why(refused)}.")
        else:
            self._tell(is_typed=True)

    # Words

    def _obey(self, line: str) -> None:
        """Do what a line says: a word, a move, or an empty line while one steps through a game."""
        first, _blank, rest = line.partition(" ")
        word = find_word(first)
        self._warned = self._warned if word and word.english == self._warned else ""
        if not line:
            if self._stepping:
                self.do_next("")
        elif self._fits(word):
            self._do(word, rest.strip()) if word else self._play(line)
        else:
            words = _("{text} is no word for now; help lists the words.")
            self._say(words.format(text=first[:LONGEST_QUOTE]))

    def _fits(self, word: Word | None) -> bool:
        """Say whether a word, or a move where it is none, can be had now."""
        if self._stepping:
            return word is not None and word.english not in PLAYING | ANSWERING
        if word is None:
            return self._table.outcome is None
        return word.english not in STEPPING and (
            self._view.is_asked or word.english not in ANSWERING
        )

    def _do(self, word: Word, rest: str) -> None:
        try:
            getattr(self, f"do_{word.english}")(rest)
        except BadUse as fault:
            self._say(shortened(str(fault)))
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            self._say(shortened(where + os_text(error)))

    def do_back(self, _rest: str) -> None:
        """Take the last move back, and the winning one."""
        self._play(str(Answer.BACK))

    def do_accept(self, _rest: str) -> None:
        """Accept that the round is lost."""
        self._play(str(Answer.ACCEPT))

    def do_moves(self, rest: str) -> None:
        """List the moves, or those of one square."""
        self._say(*looking.moves(self._shown, rest))

    def do_board(self, _rest: str) -> None:
        """Show the board."""
        self._say(*text.situation(self._shown))

    def do_pawns(self, _rest: str) -> None:
        """Show each side's groups."""
        self._say(*looking.pawns(self._shown))

    def do_position(self, _rest: str) -> None:
        """Write the position."""
        self._say(looking.position(self._shown))

    def do_log(self, _rest: str) -> None:
        """List what was played."""
        self._say(*looking.log(self._shown))

    def do_rules(self, _rest: str) -> None:
        """Tell the rules in short."""
        self._say(*looking.rules())

    def do_help(self, _rest: str) -> None:
        """List what can be typed."""
        self._say(*looking.help_lines(self._fits))

    def do_hint(self, _rest: str) -> None:
        """Say what a strong player would play; the record keeps that it was said."""
        if not self._table.to_move:
            self._say(f"{why(looking.OVER)}.")
            return
        seat = self._table.to_move[0]
        if refused := looking.no_hint(self._table, seat, self.sitting.people):
            self._say(refused)
            return
        hint = self._table.game.hint(self._table.view(seat))
        self._note(seat, str(hint.move))
        self._say(looking.hint(hint, seat_name(self._table.seats[1 - colour_of(seat)])))

    def _note(self, seat: int, hint: str) -> None:
        """Note in the record that a hint was given, once however often it is asked for."""
        event = Event(EventKind.HINT, len(self._table.plays), seat, text=hint)
        if event not in self._table.events[-1:]:
            self._table.hint(seat, hint)

    def do_undo(self, _rest: str) -> None:
        """Take the last move of a person back."""
        people = self.sitting.people
        made = [at for at, play in enumerate(self._table.plays) if play.seat in people]
        if not made:
            self._say(_("No turn of yours yet."))
            return
        self._table.take_back(made[-1], self._table.plays[made[-1]].seat)
        self._told = len(self._table.plays)
        self._say(*text.situation(self._view))

    # Stepping through a game

    def do_replay(self, rest: str) -> None:
        """Step through this game, or through one in a file."""
        self._stepping = Stepping(files.read_game(rest) if rest else self._table)
        self._say(*self._stepping.lines())

    def _step(self, by: str) -> None:
        assert self._stepping
        self._say(*self._stepping.step(by))

    def do_next(self, _rest: str) -> None:
        """Go one move on."""
        self._step("next")

    def do_previous(self, _rest: str) -> None:
        """Go one move back."""
        self._step("previous")

    def do_first(self, _rest: str) -> None:
        """Go to the first move."""
        self._step("first")

    def do_last(self, _rest: str) -> None:
        """Go to the end."""
        self._step("last")

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
            table = self._stepping.replay.branch(fresh_seed())
        except ValueError:
            self._say(_("The game is over here; go back to play on."))
        else:
            self._sit_down(Sitting.branched(table, self._wanted))

    def do_return(self, _rest: str) -> None:
        """Go back to the game."""
        self._stepping = None
        self._say(*text.situation(self._view))
        self._say_result()

    # Files and other games

    def do_save(self, rest: str) -> None:
        """Keep the game in a new file from now on; if it is kept already, write a copy."""
        path = files.new_path(rest) if rest else files.free_path(self._table)
        if self.sitting.is_kept:
            self.sitting.copy(path)
            self._say(_("A copy is in {path}.").format(path=path))
        elif kept := self.sitting.keep(path):
            self._say(_("The game is kept in {path} from now on.").format(path=kept))

    def do_resume(self, rest: str) -> None:
        """Go on with the game in a file."""
        if not rest:
            self._say(_("Which game? Type the name of its file; games lists the saved ones."))
        elif not self._would_lose("resume"):
            nobody = replace(self._wanted, who=((), ()))
            self._sit_down(Sitting.resumed(files.found(rest), nobody))

    def do_games(self, _rest: str) -> None:
        """List the saved games."""
        self._say(*files.games())

    def do_new(self, _rest: str) -> None:
        """Begin another game like this one."""
        if self._would_lose("new"):
            return
        kinds = [sitter.kind for sitter in self._table.sitters]
        wanted = replace(
            self._wanted,
            options=self._table.options,
            who=(tuple(kinds[::2]), tuple(kinds[1::2])),
            seed=None,
        )
        self._sit_down(Sitting.new(wanted))

    def do_quit(self, _rest: str) -> None:
        """Leave."""
        self._is_left = not self._would_lose("quit")

    def _sit_down(self, sitting: Sitting) -> None:
        """Leave this game for another one."""
        self.sitting.close()
        self.sitting = sitting
        self._begin()

    def _would_lose(self, word: str) -> bool:
        """Warn a person, once, before a game that is kept nowhere is left."""
        table = self._table
        is_safe = self.sitting.is_kept or table.outcome is not None or not table.turns
        if is_safe or self._warned == word or not self._source.isatty():
            return False
        self._warned = word
        self._say(_("This game is kept nowhere; save keeps it. Say it again to leave it."))
        return True
