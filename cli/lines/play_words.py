"""The words for the game in play: a hint, a move taken back, moves made by themselves, the log."""

from __future__ import annotations

from collections.abc import Callable

from cli.lines import looking
from cli.lines.part import Part, count_of
from words.translation import _


class PlayWords(Part):
    """What is done at the game in play."""

    def commands(self) -> dict[str, Callable[[str], None]]:
        """Return what carries out each word."""
        return {
            "hint": self.do_hint,
            "undo": self.do_undo,
            "play": self.do_play,
            "log": self.do_log,
            "finish": self.do_finish,
        }

    def do_log(self, _rest: str) -> None:
        """List what was played."""
        told = [*self.console.game.log(self.console.shown)]
        self.console.say(*(told or [_("Nothing has been played yet.")]))

    def do_hint(self, _rest: str) -> None:
        """Say what a strong player would play; the record keeps that it was said."""
        console, at = self.console, self.console.at
        at.controller.seek_hint()
        at.loop.run()
        hint = at.controller.frame.hint
        assert hint
        console.say(_("Hint: {move}").format(move=at.game.told(hint.move)))
        console.say(*at.game.said(hint.move, at.view))
        console.say(*looking.reasons(at.game, hint.reasons))

    def do_undo(self, _rest: str) -> None:
        """Take the last move of a person back."""
        self.console.at.controller.take_back()

    def do_finish(self, _rest: str) -> None:
        """Play to the end at once."""
        self.console.at.client.play_out()

    def do_play(self, rest: str) -> None:
        """Let the game, or the replay, go on by itself: so many moves, or to the end."""
        count = count_of(rest) if rest else None
        console, at = self.console, self.console.at
        if console.stepping:
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
