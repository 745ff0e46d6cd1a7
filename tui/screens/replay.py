"""The screen on which a game is replayed turn by turn and step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from rich.cells import cell_len
from textual import events
from textual.timer import Timer

from engine.game import CHANCE, View
from engine.table import Table
from engine.timeline import TableTimeline, steps_of
from play.frame import Frame, LastMove, Phase
from play.pace import SPEEDS
from play.rematch import reseated, setup_of
from play.requests import PlayBranch
from play.story import Highlight
from saves.replay import Replay, replay_seats
from tui.pace import Timing
from tui.screens.scene_screen import SceneScreen
from tui.table.scene import GameScene, names_of
from tui.table.timeline_bar import BarSpot, Mark, TimelineBar, next_mark, previous_mark
from words.translation import _

SECONDS_A_STEP: Final = 1.0
TEN: Final = 10
STEPS: Final = ("next_card", "previous_card", "next_step", "previous_step")
NOT_ON_KEY_LINE: Final = frozenset(
    {"previous_turn", "previous_card", "previous_step", "previous_mark", "ten_back", "ten_on"}
    | {"first", "last", "settings", "menu_by_enter", "new", "saved", "rules", "manual"}
)


class ReplayScreen(SceneScreen):
    """A game at one of its turns, with the hands of all open eyes, or what one seat knew alone."""

    OFFERS: ClassVar[tuple[str, ...]] = (
        "next_turn",
        "previous_turn",
        "next_card",
        "previous_card",
        "next_step",
        "previous_step",
        "play",
        "pause",
        "next_mark",
        "branch",
        "go_to",
        "eyes",
        "open_hands",
        "help",
        "menu",
        "back",
        "faster",
        "slower",
        "previous_mark",
        "ten_back",
        "ten_on",
        "first",
        "last",
        "new",
        "saved",
        "rules",
        "manual",
        "settings",
        "menu_by_enter",
    )

    def __init__(
        self,
        table: Table[Any],
        scene: GameScene,
        timing: Timing,
        readers: frozenset[int] | None = None,
    ) -> None:
        """Step through a game.

        Args:
            table: The game.
            scene: What it looks like.
            timing: How fast things happen.
            readers: The seats whose eyes look while it is in play, those of `replay_seats` without
                them.
        """
        super().__init__()
        self._table = table
        self._timeline = TableTimeline(table, replay_seats(table) if readers is None else readers)
        self.replay = Replay(self._timeline)
        self.scene = scene
        self.timing = timing
        seats = sorted(seat for seat in self.replay.visible_seats if seat is not None)
        self.eyes = seats[0] if seats else None
        self._sees_all = True
        self._speed = timing.speed
        self._timer: Timer | None = None
        self._highlights: tuple[Highlight, ...] | None = None

    @property
    def is_playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._timer is not None

    def settings_changed(self) -> None:
        """Take over settings that were changed meanwhile."""
        self.scene.glyphs = self.glyphs
        self._highlights = None
        super().settings_changed()

    @property
    def _is_at_end(self) -> bool:
        """Whether one is at the end of a game that is over."""
        return self.replay.place.turn == self.replay.turns and self._timeline.outcome is not None

    def draw(self) -> None:
        """Show the place."""
        scene, timeline = self.scene, self._timeline
        names, view = names_of(timeline), self._view()
        phase = Phase.OVER if self._is_at_end else Phase.SHOWING
        seen = self.eyes is not None
        frame = Frame(phase, view, view, self.eyes or 0, self._last(), is_watched=seen)
        self.show_scene(frame, names, timeline)
        scene.show_whole_log(timeline, self.eyes, self.replay.place, self._heading())
        is_told = scene.story is None or scene.tells_end
        self.say("" if is_told else scene.result_words(timeline, names))

    def _view(self) -> View[Any]:
        """Return the view at this place: what one seat knew, or with all that others knew too."""
        replay, controls = self.replay, self.scene.controls
        others = sorted(replay.seats - {self.eyes}) if self._sees_all else []
        view: View[Any] = controls.opened([replay.view(seat) for seat in (self.eyes, *others)])
        return view if replay.place.step else controls.after(view)

    def bar(self) -> TimelineBar:
        """Return where one is on the timeline."""
        replay = self.replay
        turn, step = replay.place
        return TimelineBar(
            turn,
            replay.turns,
            step,
            replay.steps,
            self.scene.step_words,
            self.marks(),
            self.is_playing,
            f"{SPEEDS[self._speed]:g}",
        )

    def marks(self) -> tuple[Mark, ...]:
        """Return the turns one can go to, in order."""
        if self._highlights is None:
            self._highlights = self.scene.highlights(self._timeline, names_of(self._timeline))
        return tuple(sorted(Mark(told.turn, told.name) for told in self._highlights))

    def show_words(self, words: str) -> None:
        """Show the timeline, and the message where the game has it, else in the timeline's line."""
        bar, width = self.bar(), self.size.width
        if self.scene.show_timeline(bar) or words:
            super().show_words(words)
        elif width:
            self._words_line.show([bar.one_line(width, self.glyphs)])

    def _last(self) -> LastMove | None:
        step, at = self.replay.place.step, self.replay.moves_before
        plays, game = self._timeline.plays, self._timeline.game
        if step:
            return LastMove(plays[at].seat, steps_of(game, plays[at])[:step])
        while at and plays[at - 1].seat == CHANCE:
            at -= 1
        return LastMove(plays[at - 1].seat, steps_of(game, plays[at - 1])) if at else None

    def _heading(self) -> str:
        (turn, step), turns = self.replay.place, self.replay.turns
        turn += bool(step)
        words = _("Turn {turn} of {turns}").format(turn=turn, turns=turns)
        return words if cell_len(words) <= self.scene.log.size.width - 3 else f"{turn}/{turns}"

    def legend(self) -> Sequence[tuple[str, str]]:
        """Return the signs of the timeline, and the marks on the table."""
        signs = self.glyphs
        timeline = [
            (signs.knob, _("on the timeline: where you are")),
            (" ".join(signs.notches), _("on the timeline: a turn worth seeing")),
        ]
        return [*timeline, *super().legend()]

    def refusal(self, action: str) -> str | None:
        """Return why an action cannot be had now."""
        if action in STEPS and action not in self.scene.steps:
            return ""
        if action == ("play" if self.is_playing else "pause"):
            return ""
        if action == "play" and not self.replay.turns:
            return ""
        if action in ("eyes", "open_hands") and not self.scene.hides:
            return ""
        if action == "open_hands" and (self._sees_all or len(self.replay.seats) < 2):
            return ""
        if action == "eyes" and len(self.replay.seats) < 2:
            return _("While the game is in play you see what the player to move sees.")
        if action == "branch" and self._is_at_end:
            return _("The game is over here; go back to play on.")
        if action in ("next_mark", "previous_mark") and not self.marks():
            return ""
        return None

    def offered(self) -> Sequence[str]:
        """Return the actions for the key line."""
        return [id_ for id_ in super().offered() if id_ not in NOT_ON_KEY_LINE]

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return what carries out each action."""
        return super().commands() | {
            "next_turn": partial(self._step, Replay.next),
            "previous_turn": partial(self._step, Replay.previous),
            "next_card": partial(self._step, Replay.next_step),
            "previous_card": partial(self._step, Replay.previous_step),
            "next_step": partial(self._step, Replay.next_step),
            "previous_step": partial(self._step, Replay.previous_step),
            "play": self.do_play,
            "pause": self.do_pause,
            "ten_back": self.do_ten_back,
            "ten_on": self.do_ten_on,
            "next_mark": self.do_next_mark,
            "previous_mark": self.do_previous_mark,
            "go_to": self.do_go_to,
            "eyes": self.do_eyes,
            "open_hands": self.do_open_hands,
            "branch": self.do_branch,
            "first": partial(self._step, Replay.first),
            "last": partial(self._step, Replay.last),
            "faster": self.do_faster,
            "slower": self.do_slower,
        }

    def _step(self, step: Callable[[Replay[Any]], object]) -> None:
        """Go one step on or back, or to either end."""
        step(self.replay)
        self.update()

    def helped(self) -> Sequence[str]:
        """Return the actions that help explains: those that make sense now."""
        return [id_ for id_ in self.OFFERS if self.refused(id_) != ""]

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

    def do_ten_back(self) -> None:
        """Go back by ten turns."""
        self._to(max(self.replay.place.turn - TEN, 0))

    def do_ten_on(self) -> None:
        """Go on by ten turns."""
        self._to(min(self.replay.place.turn + TEN, self.replay.turns))

    def do_next_mark(self) -> None:
        """Go to the next turn that is marked, or say that there is none."""
        turn = next_mark(self.marks(), self.replay.place.turn)
        if turn is None:
            self.say(_("There is no mark after this turn."))
        else:
            self._to(turn)

    def do_previous_mark(self) -> None:
        """Go to the marked turn before, or say that there is none."""
        turn = previous_mark(self.marks(), *self.replay.place)
        if turn is None:
            self.say(_("There is no mark before this turn."))
        else:
            self._to(turn)

    def _to(self, turn: int) -> None:
        self.replay.go_to(turn)
        self.update()

    def do_play(self) -> None:
        """Go on by itself, from the start where one is at the end."""
        if self.replay.place.turn == self.replay.turns:
            self.replay.first()
        self._run()
        self.update()

    def do_pause(self) -> None:
        """Stop going on by itself."""
        self._halt()
        self.update()

    def _run(self) -> None:
        self._timer = self.set_interval(SECONDS_A_STEP / SPEEDS[self._speed], self._tick)

    def _halt(self) -> None:
        if self._timer:
            self._timer.stop()
        self._timer = None

    def _tick(self) -> None:
        self.replay.next_step()
        if self.replay.place.turn == self.replay.turns:
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
        if self._timer:
            self._halt()
            self._run()
        self.update()

    def do_eyes(self) -> None:
        """Show what the player below knew alone; if it is shown already, the next player's."""
        seats = sorted(self.replay.seats)
        if self.eyes is not None and not self._sees_all:
            self.eyes = seats[(seats.index(self.eyes) + 1) % len(seats)]
        self._sees_all = False
        self.update()

    def do_open_hands(self) -> None:
        """Open the hands of all players."""
        self._sees_all = True
        self.update()

    def do_branch(self) -> None:
        """Ask who plays on from here in a new game."""
        from tui.screens.branch import WhoPlaysOn

        self._halt()
        self.update()
        asks = WhoPlaysOn(setup_of(self._table), self.replay.place.turn)
        self.app.push_screen(asks, self._branch)

    def _branch(self, kinds: object) -> None:
        """Play on from here with these kinds of player."""
        from host.outside import fresh_seed
        from saves.replay import branch

        if not isinstance(kinds, tuple):
            return
        replay, seed = self.replay, fresh_seed()
        table = branch(self._table, replay.moves_before, replay.seats, seed)
        if kinds != tuple(sitter.kind for sitter in table.sitters):
            table.sitters = tuple(reseated(setup_of(self._table), kinds).sitters(seed))
        self.request(PlayBranch(table))

    def leave(self) -> None:
        """Stand still."""
        self._halt()

    def do_back(self) -> None:
        """Go back to where the replay was asked for."""
        self._halt()
        super().do_back()

    def on_click(self, event: events.Click) -> None:
        """Go to the turn that was clicked, in the log or on the timeline."""
        widget = event.widget
        if widget is None or self.is_asking:
            return
        turn = self.scene.log.turn_at(event.y, event.x) if widget is self.scene.log else None
        spot = self.scene.timeline_spot(widget, event.x, event.y)
        if widget is self._words_line and not self.said():
            spot = BarSpot(event.x, self.size.width)
        if spot and spot.is_sign:
            self.action_run("pause" if self.is_playing else "play")
        elif spot:
            turn = self.bar().turn_at(spot)
        if turn is not None and turn <= self.replay.turns:
            self._to(turn)
