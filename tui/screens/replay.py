"""The screen on which a game is replayed turn by turn and step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from textual import events
from textual.timer import Timer

from engine.game import CHANCE
from engine.table import Table
from engine.timeline import TableTimeline, steps_of
from play.frame import Frame, LastMove, Phase
from saves.replay import Replay, replay_seats
from tui.screens.requests import PlayBranch
from tui.screens.scene_screen import SceneScreen
from tui.table.scene import GameScene, names_of
from words.translation import _

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0)
SECONDS_A_STEP: Final = 1.0
STEPS: Final = ("next_card", "previous_card", "next_step", "previous_step")


class ReplayScreen(SceneScreen):
    """A game at one of its turns, seen with the eyes of one seat; all seats once it is over."""

    OFFERS = (
        "next_turn",
        "previous_turn",
        "next_card",
        "previous_card",
        "next_step",
        "previous_step",
        "pause",
        "go_to",
        "eyes",
        "branch",
        "first",
        "last",
        "faster",
        "slower",
        "menu",
        "help",
        "settings",
        "back",
        "menu_by_enter",
    )

    def __init__(self, table: Table[Any], scene: GameScene, speed: int = 1) -> None:
        super().__init__()
        self._table = table
        self._timeline = TableTimeline(table, replay_seats(table))
        self.replay = Replay(self._timeline)
        self.scene = scene
        seats = sorted(seat for seat in self.replay.visible_seats if seat is not None)
        self.eyes = seats[0] if seats else None
        self._speed = speed
        self._timer: Timer | None = None

    @property
    def is_playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._timer is not None

    def settings_changed(self) -> None:
        """Take over settings that were changed meanwhile."""
        self.scene.glyphs = self.glyphs
        super().settings_changed()

    def draw(self) -> None:
        """Show the place."""
        replay = self.replay
        view = replay.view(self.eyes)
        if not replay.place.step:
            view = self.scene.controls.after(view)
        names = names_of(self._timeline)
        at_end = replay.place.turn == replay.turns
        upto = None if at_end else replay.moves_before + bool(replay.place.step)
        phase = Phase.OVER if at_end and self._timeline.outcome else Phase.SHOWING
        now = self._timeline.view(self.eyes)
        frame = Frame(phase, view, now, self.eyes or 0, self._last(), logged_moves=upto)
        self.scene.show(frame, names)
        self.scene.show_log(self._timeline, frame, 0, self._heading())
        self.say(self._message(names))

    def _last(self) -> LastMove | None:
        step, at = self.replay.place.step, self.replay.moves_before
        plays, game = self._timeline.plays, self._timeline.game
        if step:
            return LastMove(plays[at].seat, steps_of(game, plays[at])[:step])
        if at and plays[at - 1].seat != CHANCE:
            return LastMove(plays[at - 1].seat, steps_of(game, plays[at - 1]))
        return None

    def _heading(self) -> str:
        turn, _step = self.replay.place
        return _("Turn {turn} of {turns}").format(turn=turn, turns=self.replay.turns)

    def _message(self, names: tuple[str, ...]) -> str:
        if self.replay.place.turn == self.replay.turns and self._timeline.outcome:
            return self.scene.result_words(self._timeline, names)
        play = self.replay.play
        words = []
        if play:
            words.append(_("{player} is to move.").format(player=names[play.seat]))
        if self.scene.hides and self.eyes is not None:
            words.append(_("You look with the eyes of {player}.").format(player=names[self.eyes]))
        if self._timer:
            words.append(_("Speed {speed}").format(speed=f"{SPEEDS[self._speed]:g}"))
        return " ".join(words)

    def refusal(self, action: str) -> str | None:
        """Return why an action cannot be had now."""
        if action in STEPS and action not in self.scene.steps:
            return ""
        if action == "eyes" and not self.scene.hides:
            return ""
        if action == "eyes" and len(self.replay.visible_seats) < 3:
            return _("While the game is in play you look with the eyes of who is to move.")
        if (
            action == "branch"
            and self.replay.place.turn == self.replay.turns
            and self._timeline.outcome
        ):
            return _("The game is over here; go back to play on.")
        if action in ("faster", "slower") and not self._timer:
            return ""
        return None

    def offered(self) -> Sequence[str]:
        """Return the actions for the key line."""
        hidden = {"menu_by_enter", "first", "last", "settings", "previous_turn", STEPS[1], STEPS[3]}
        return [id_ for id_ in super().offered() if id_ not in hidden]

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return what carries out each action."""
        return super().commands() | {
            "next_turn": self.do_next_turn,
            "previous_turn": self.do_previous_turn,
            "next_card": self.do_next_step,
            "previous_card": self.do_previous_step,
            "next_step": self.do_next_step,
            "previous_step": self.do_previous_step,
            "pause": self.do_pause,
            "go_to": self.do_go_to,
            "eyes": self.do_eyes,
            "branch": self.do_branch,
            "first": self.do_first,
            "last": self.do_last,
            "faster": self.do_faster,
            "slower": self.do_slower,
        }

    def do_next_turn(self) -> None:
        """Go to the next turn."""
        self.replay.next()
        self.update()

    def do_previous_turn(self) -> None:
        """Go to the turn before."""
        self.replay.previous()
        self.update()

    def helped(self) -> Sequence[str]:
        """Return the actions that help explains."""
        others = set(STEPS) - set(self.scene.steps)
        if not self.scene.hides:
            others.add("eyes")
        return [id_ for id_ in self.OFFERS if id_ not in others]

    def do_next_step(self) -> None:
        """Go on by one step of a move."""
        self.replay.next_step()
        self.update()

    def do_previous_step(self) -> None:
        """Go back by one step of a move."""
        self.replay.previous_step()
        self.update()

    def do_first(self) -> None:
        """Go to the first turn."""
        self.replay.first()
        self.update()

    def do_last(self) -> None:
        """Go to the end."""
        self.replay.last()
        self.update()

    def do_go_to(self) -> None:
        """Ask for a turn, and go there."""
        self.ask(_("Go to turn (0 to {turns}):").format(turns=self.replay.turns), self._go_to)

    def _go_to(self, answer: str) -> None:
        try:
            self.replay.go_to(int(answer))
        except ValueError:
            words = _("There is no turn {turn}, only 0 to {turns}.")
            self.say(words.format(turn=answer, turns=self.replay.turns))
        else:
            self.update()

    def do_pause(self) -> None:
        """Play by itself, or pause."""
        if self._timer:
            self._halt()
        else:
            self._timer = self.set_interval(SECONDS_A_STEP / SPEEDS[self._speed], self._tick)
        self.update()

    def _halt(self) -> None:
        if self._timer:
            self._timer.stop()
        self._timer = None

    def _tick(self) -> None:
        if not self.replay.next_step():
            self._halt()
        self.update()

    def do_faster(self) -> None:
        """Play faster."""
        self._set_speed(min(self._speed + 1, len(SPEEDS) - 1))

    def do_slower(self) -> None:
        """Play slower."""
        self._set_speed(max(self._speed - 1, 0))

    def _set_speed(self, speed: int) -> None:
        self._speed = speed
        self._halt()
        self.do_pause()

    def do_eyes(self) -> None:
        """Look with the eyes of the next player."""
        seats = sorted(seat for seat in self.replay.visible_seats if seat is not None)
        if self.eyes is not None:
            self.eyes = seats[(seats.index(self.eyes) + 1) % len(seats)]
        self.update()

    def do_branch(self) -> None:
        """Play on from here as a new game."""
        from net.environment import fresh_seed
        from saves.branch import branch

        self._halt()
        replay = self.replay
        table = branch(self._table, replay.moves_before, replay.seats, fresh_seed())
        self.request(PlayBranch(table))

    def do_back(self) -> None:
        """Go back to where the replay was asked for."""
        self._halt()
        super().do_back()

    def on_click(self, event: events.Click) -> None:
        """Go to the turn that was clicked in the log."""
        widget = event.widget
        if widget is not None and widget.id == "log":
            turn = self.scene.log.turn_at(event.y, event.x)
            if turn is not None and turn <= self.replay.turns:
                self.replay.go_to(turn)
                self.update()
