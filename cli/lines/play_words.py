"""The words for the game in play and for a replay, and the base of all groups of words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partialmethod
from typing import TYPE_CHECKING, Any, Final

from cli import sessions
from cli.lines import looking
from cli.lines.at_table import HomeTable
from cli.lines.replay import LineReplay, seat_called, seen_by
from cli.lines.rows import number_in
from cli.streams import BadUse
from engine.reasons import IllegalMove, NotationError
from play.new_game_model import kind_words
from play.notes import GameFile
from play.replay_model import ReplayNotice
from play.ways_to_sit import ways_to_sit
from words.plain_text import folded
from words.translation import _

if TYPE_CHECKING:
    from cli.lines.console import LineConsole

MOST_MOVES: Final = 999_999


class Part:
    """A group of words of a console."""

    def __init__(self, console: LineConsole) -> None:
        """Take the console that the words work on."""
        self.console = console

    def commands(self) -> dict[str, Callable[[str], None]]:
        """Return the function of each word, by the English word: `do_first_game` for `first game`.

        A function is given the text after the word. It may raise `BadUse`, `IllegalMove` and
        `OSError`, which are said.
        """
        names = [name for name in dir(self) if name.startswith("do_")]
        return {name[3:].replace("_", " "): getattr(self, name) for name in names}


def count_of(text: str) -> int:
    """Return a number of moves that was typed. Raises `BadUse`."""
    if count := number_in(text, MOST_MOVES):
        return count
    raise BadUse(_("{text} is not a whole number from 1 up.").format(text=text))


class PlayWords(Part):
    """The words for the game in play."""

    def do_log(self, _rest: str) -> None:
        """List what was played."""
        told = [*self.console.game.log(self.console.shown)]
        self.console.say(*(told or [_("Nothing has been played yet.")]))

    def do_hint(self, _rest: str) -> None:
        """Give a hint; the record of a game in play keeps that it was given."""
        console, at = self.console, self.console.at
        if (replay := console.stepping) and replay.retrying:
            console.say(*replay.retrying.answer())
            return
        if replay:
            console.say(*replay.review.best())
            return
        at.controller.seek_hint()
        at.loop.run()
        hint = at.controller.frame.hint
        assert hint
        console.say(_("Hint: {move}").format(move=at.game.told(hint.move)))
        console.say(*at.game.said(hint.move, at.view))
        console.say(*looking.reasons(at.game, hint.reasons))
        number = at.controller.model.turn_hint.number_of(hint.move)
        console.say(_("{number} or ! plays it.").format(number=number))

    def do_choices(self, _rest: str) -> None:
        """List moves by number."""
        at = self.console.at
        at.controller.list_choices(self._list)
        at.loop.run()

    def _list(self, choices: Mapping[int, Any]) -> None:
        told = ((number, self.console.at.game.told(move)) for number, move in choices.items())
        self.console.say(*(f"{number}. {move}." for number, move in told))

    def do_follow(self, _rest: str) -> None:
        """Play the move of the hint."""
        at = self.console.at
        hint = at.controller.frame.hint
        assert hint
        at.controller.play(hint.move)

    def do_undo(self, _rest: str) -> None:
        """Take the last move of a person back."""
        self.console.at.controller.take_back()

    def do_finish(self, _rest: str) -> None:
        """Play to the end at once."""
        self.console.at.client.play_out()

    def do_play(self, rest: str) -> None:
        """Let the game or the replay go on by itself, for some moves or to the end."""
        count = count_of(rest) if rest else None
        console, at = self.console, self.console.at
        if console.stepping:
            console.stepping.end_retry()
            console.say(*console.stepping.play(count))
        elif at.plays_alone and count is None:
            at.controller.pause()
            at.settle()
        else:
            made = 0
            while not at.timeline.outcome and (count is None or made < count):
                if at.plays_alone:
                    at.controller.step()
                else:
                    console.play(at.game.moves[at.game.enter])
                at.settle()
                made += 1


class ReplayWords(Part):
    """The words for a replay."""

    @property
    def _replay(self) -> LineReplay:
        assert self.console.stepping
        self.console.stepping.end_retry()  # no other word is let through before
        return self.console.stepping

    def do_replay(self, rest: str) -> None:
        """Step through this game, or through one in a file."""
        from cli.game_files import read_game
        from saves.share_line import is_share_line

        console = self.console
        if rest:
            source = rest if is_share_line(rest) else console.saved.named(rest)
            file = GameFile(None if isinstance(source, str) else source)
            console.step_through(read_game(source), file)
        else:
            at = console.at
            session = at.session if isinstance(at, HomeTable) else None
            console.step_through(at.record(), GameFile(session=session))

    def _step(self, action: str, rest: str) -> None:
        """Step some times, once without a number, or as far as possible."""
        self.console.say(*self._replay.step(action, count_of(rest) if rest else 1))

    do_next = partialmethod(_step, "next_turn")
    do_previous = partialmethod(_step, "previous_turn")
    do_forward = partialmethod(_step, "next_step")
    do_backward = partialmethod(_step, "previous_step")
    do_first = partialmethod(_step, "first")
    do_last = partialmethod(_step, "last")

    def do_go(self, rest: str) -> None:
        """Go to a move by its number."""
        self.console.say(*self._replay.go(rest))

    def do_marks(self, rest: str) -> None:
        """List the moves worth going to, or go to the next or the previous one."""
        self.console.say(*self._replay.marks(rest))

    def do_analysis(self, _rest: str) -> None:
        """Judge every turn, say what was lost, and go to the turn that decided the game."""
        if not self.console.stepping:
            self.do_replay("")
        review = self._replay.review
        self.console.say(_("Every turn is judged; this takes a while."))
        review.make()
        self.console.say(*review.whole(), *review.decisive(), *self._replay.lines())

    def do_retry(self, _rest: str) -> None:
        """Try the turn again that is looked at."""
        self.console.say(*self._replay.retry())

    def do_note(self, rest: str) -> None:
        """Tell the note on this turn, or write one, also while the turn is tried again."""
        assert self.console.stepping
        self.console.say(*self.console.stepping.note(rest))

    def do_try(self, rest: str) -> None:
        """Try a move from here, or let the computer make one."""
        console, replay = self.console, self._replay
        try:
            if refused := replay.refusal("try"):  # a typed move is no word that is refused before
                raise refused
            console.say(*replay.variations.attempt(rest), *replay.lines())
        except (NotationError, IllegalMove) as why_not:
            console.say(looking.not_played(console.game, rest, why_not))

    def do_variations(self, rest: str) -> None:
        """List the variations, or look at one or delete it by its number."""
        console, replay = self.console, self._replay
        number, _blank, more = rest.partition(" ")
        is_removed = folded(more) in ("delete", folded(_("delete")))
        if not rest:
            console.say(*replay.variations.listed())
        elif more and not is_removed:
            raise BadUse(_("Type variations, a number, or a number and delete."))
        elif not is_removed:
            replay.variations.enter(number)
            console.say(*replay.lines())
        elif not console.is_confirmed():
            replay.variations.numbered(number)
            console.say(_("Delete this variation? Type the line again to delete it."))
        else:
            console.say(*replay.variations.remove(replay.variations.numbered(number)))

    def do_eyes(self, rest: str) -> None:
        """Look with the eyes of another player."""
        console, at = self.console, self.console.at
        if console.stepping:
            console.say(*self._replay.look(rest))
        elif not at.has_secrets:
            raise IllegalMove(ReplayNotice.NOTHING_HIDDEN)
        else:
            at.eyes = seat_called(at.game.key, at.timeline, rest, at.eyes)
            console.say(seen_by(at.game.key, at.timeline, at.eyes), *at.situation())

    def do_branch(self, rest: str) -> None:
        """List the ways to play on from here as a new game, or begin one."""
        console, replay = self.console, self._replay
        ways = ways_to_sit(replay.model.setup, kind_words)
        if not rest:
            console.say(replay.model.branch_question, _("Who plays?"))
            for number, way in enumerate(ways, 1):
                words = _("branch {number}: {words} ({note}).")
                console.say(words.format(number=number, words=way.words, note=way.note))
        elif count_of(rest) > len(ways):
            words = _("There is no choice {text}, only 1 to {last}; branch lists them.")
            raise BadUse(words.format(text=rest, last=len(ways)))
        elif not console.would_lose():
            table = replay.model.branch(ways[count_of(rest) - 1].kinds)
            console.leave_for(replay.game, sessions.branched(table, console.request))

    def do_return(self, _rest: str) -> None:
        """Go back to the game, from a variation, a replay or the setup of a new one."""
        stepping = self.console.stepping
        if stepping and stepping.model.variations.inside:
            stepping.model.leave_variation()
            self.console.say(*stepping.lines())
            return
        if stepping and stepping.retrying:
            self.console.say(*self._replay.lines())
            return
        self.console.stepping = self.console.setting_up = None
        self.console.tell_situation()
