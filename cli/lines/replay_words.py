"""The words for stepping through a game, and for playing on from a place in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cli import sessions
from cli.lines.part import Part, count_of
from cli.lines.replay import LineReplay, seat_called, seen_by
from cli.streams import BadUse
from engine.reasons import IllegalMove
from play.new_game_rows import kind_words
from play.replay_model import ReplayNotice, branch_question, ways_to_sit
from words.translation import _


class ReplayWords(Part):
    """What is done in a replay."""

    def commands(self) -> dict[str, Callable[[str], None]]:
        """Return what carries out each word."""
        turns = {"next": "next_turn", "previous": "previous_turn"}
        steps = {"forward": "next_step", "backward": "previous_step"}
        steps |= {"first": "first", "last": "last"}
        return {
            "replay": self.do_replay,
            **{word: partial(self.do_turns, id_) for word, id_ in turns.items()},
            **{word: partial(self.do_step, id_) for word, id_ in steps.items()},
            "go": self.do_go,
            "marks": self.do_marks,
            "eyes": self.do_eyes,
            "branch": self.do_branch,
            "return": self.do_return,
        }

    @property
    def _replay(self) -> LineReplay:
        assert self.console.stepping
        return self.console.stepping

    def do_replay(self, rest: str) -> None:
        """Step through this game, or through one in a file."""
        from cli.game_files import read_table
        from saves.share_line import is_share_line

        console = self.console
        if rest:
            table = read_table(rest if is_share_line(rest) else console.saved.named(rest))
            game = console.line_game(table.game.key)
        else:
            table, game = console.at.whole(), console.at.game
        console.setting_up = None
        console.stepping = LineReplay(game, table)
        console.say(*console.stepping.lines())

    def do_turns(self, by: str, rest: str) -> None:
        """Go some moves on or back."""
        self.console.say(*self._replay.step(by, count_of(rest) if rest else 1))

    def do_step(self, by: str, _rest: str) -> None:
        """Go one step on or back, or to either end."""
        self.console.say(*self._replay.step(by))

    def do_go(self, rest: str) -> None:
        """Go to a move by its number."""
        self.console.say(*self._replay.go(rest))

    def do_marks(self, rest: str) -> None:
        """List the moves worth going to, or go to the next or the previous one."""
        self.console.say(*self._replay.marks(rest))

    def do_eyes(self, rest: str) -> None:
        """Look with the eyes of another player."""
        console, at = self.console, self.console.at
        if console.stepping:
            console.say(*console.stepping.look(rest))
        elif not at.has_secrets:
            raise IllegalMove(ReplayNotice.NOTHING_HIDDEN)
        else:
            at.eyes = seat_called(at.game.key, at.timeline, rest, at.eyes)
            console.say(seen_by(at.game.key, at.timeline, at.eyes), *at.situation())

    def do_branch(self, rest: str) -> None:
        """Say who may play on from here as a new game, or begin it."""
        console, replay = self.console, self._replay
        ways = ways_to_sit(replay.model.setup, kind_words)
        if not rest:
            console.say(branch_question(replay.replay.place.turn), _("Who plays?"))
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
        """Go back to the game, from a replay or from the setup of a new one."""
        self.console.stepping = self.console.setting_up = None
        self.console.tell_situation()
