"""The screen at which a game is played to its end, whichever game it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len
from textual import events

from engine.client import Client
from engine.game import View
from engine.games import describe
from engine.loop import Loop
from engine.reasons import IllegalMove
from engine.updates import Offer
from host.session import Session
from play.actions import COMMON
from play.controller import Controller
from play.frame import NO_SENSE_NOW, Frame, Phase
from play.playback import Pace
from play.setup import Series
from tui.keymap import shown_key
from tui.pace import Timing
from tui.screens.table_keys import TableKeys
from tui.screens.waiting import CurtainScreen
from tui.table.message_line import message
from tui.table.scene import Dialog, GameScene, Question, series_words
from words.translation import _, reason

if TYPE_CHECKING:
    from play.daily_end import MastersGame

LOG_STEP = 10


class TableScreen(TableKeys):
    """One game in play; `table_screen` makes one with the keys of the game."""

    TOLD_BY = "new"
    new_controller: ClassVar[type[Controller[Any]]] = Controller

    def __init__(
        self,
        scene: GameScene,
        connect: Callable[[Loop], Client[Any]],
        series: Series | None,
        timing: Timing,
        *,
        recap: bool = False,
        original: Session | None = None,
    ) -> None:
        """Sit down.

        Args:
            scene: The look of the game.
            connect: Returns the client through which the game is played; this screen is the loop
                that makes its calls.
            series: The games in a row that this is one of, None for a single game.
            timing: How fast things happen.
            recap: Whether the last moves are shown first.
            original: The game with its file, None for one of a shared table or a first game.
        """
        super().__init__()
        self.series = series
        self.scene = scene
        self.client = connect(self)
        self.timing = timing
        self.controller = self.new_controller(self.client, scene.controls, self, Pace(timing.pace))
        self.controller.changed = self.update
        self.controller.refused = self._say_why
        self.controller.model.look_back.record = (lambda: original.record) if original else None
        self.connected()
        self._recap = recap
        self.original = original
        self._log_back = 0
        self._phase: Phase | None = None
        self._offer: Offer | None = None
        self._master: MastersGame | None = None
        if self.client.company:
            self.client.company.check_with(self._read)

    def connected(self) -> None:
        """Begin to listen to the people of a shared table."""

    def _pace(self) -> Pace:
        """Return the pace that is set; where nobody decides, moves are always shown."""
        has_steps = self.app.animation_level != "none" or describe(self.scene.key).is_chance_alone
        shows = self.timing.shows and has_steps
        return Pace(self.timing.pace, shows, self.timing.speed)

    def settings_changed(self) -> None:
        self._take_settings()
        self.scene.glyphs = self.glyphs
        super().settings_changed()

    def _take_settings(self) -> None:
        self.controller.pace = self._pace()
        self.controller.model.wants_curtain = self.timing.has_curtain

    # The table

    @property
    def seat(self) -> int:
        """Whose view is shown."""
        return self.frame.seat

    def draw(self) -> None:
        frame, timeline = self.frame, self.controller.timeline
        if frame.phase is Phase.TURN and self._phase in (Phase.WAITING, Phase.SHOWING):
            self.request_bell()
        self._phase = frame.phase
        if frame.curtain:
            self._draw_curtain(frame)
        self._show_offer(frame.offer)
        names = self.names()
        self.show_scene(frame, names, timeline)
        heading = reason(frame.banner) if frame.banner else self.heading()
        self.scene.show_log(timeline, frame, self._log_back, heading)
        width = self.scene.words_width(self.size.width)
        self.say(self.words(frame, names, width))

    def feats(self) -> tuple[tuple[str, str], ...]:
        found = self.controller.model.look_back.found
        if not (found and found.feats):
            return ()
        from play.feat_words import feat_words, kept_words

        return tuple((feat_words(feat), kept_words(feat)) for feat in found.feats)

    def also_told(self) -> tuple[str, ...]:
        """Return how the master did in the deal of a day, the days in a row, the key to share."""
        found = self.controller.model.look_back.found
        if found is None or found.daily is None:
            return ()
        if self._master is None:
            from play.daily_end import MastersGame  # most games have the deal of no day

            self._master = MastersGame(self, self.update)
        words = _("{key} makes a line of your game, to be sent")
        shares = words.format(key=shown_key(self.actions["share"]))
        said = self._master.words(found.daily.day), found.daily.row_words, shares
        return tuple(filter(None, said))

    def heading(self) -> str:
        """Return the heading of the log, "" for the usual one."""
        return series_words(self.series_place, self.controller.timeline)

    def words(self, frame: Frame, names: Sequence[str], width: int) -> str:
        """Return the message, which has room for `width` cells, with a step that is offered."""
        said, step = message(frame, self.controller.timeline, self.scene, names, width), None
        if frame.phase is Phase.OVER and not frame.notice:
            step = self.controller.model.step
        offered = f"{step.offer(shown_key(self.actions['level']))} {said}" if step else said
        return offered if cell_len(offered) <= width else said

    def _show_offer(self, offer: Offer | None) -> None:
        """Ask the people here once whether they agree to a take-back of another's."""
        before, self._offer = self._offer, offer
        if offer and offer != before and self.seat in self.client.own_seats - {offer.seat}:
            from tui.screens.menu import OfferQuestion

            words = _("{player} would like to take back the last turn. Do you agree?")
            words = words.format(player=self.names()[offer.seat])
            question = OfferQuestion(words, _("No, play on"), lambda: self.client.offer == offer)
            self.app.push_screen(question, lambda yes: self.client.answer(offer, yes == "yes"))
        elif before and not offer and self.app.screen is not self:
            self.app.screen.post_message(events.ScreenResume())

    def _read(self, view: View[Any]) -> None:
        """Read a stranger's view as it will be shown. Raises whatever is wrong with it."""
        if self._phase is not None:
            lines = view.log.latest(1)
            self.scene.log_rows(view, lines[0].ply + 1 if lines else 0)
            self.scene.controls.rounds(view)
            self.scene.controls.after(view)

    # Actions

    def refusal(self, action: str) -> str | None:
        refused = self.frame.refusal(action)
        if refused is None:
            return None
        if action == "follow" and self.frame.phase is Phase.TURN:
            there, hint = shown_key(self.actions[action]), shown_key(self.actions["hint"])
            words = _("{word} plays a hint; {other} gives one.").format(word=there, other=hint)
            return self.refusal("hint") or words
        return "" if refused is NO_SENSE_NOW else self.scene.refusal_words(refused)

    def possible(self) -> list[str]:
        refusals = self.frame.refusals()
        found = [id_ for id_ in self.OFFERS if refusals.get(id_, NO_SENSE_NOW) is None]
        return [*found, "whole"] if self.abridged() else found

    def action_run(self, id_: str) -> None:
        if refused := self.frame.refusals().get(id_):
            self._note(refused)
        super().action_run(id_)

    def offered(self) -> Sequence[str]:
        """Return the actions for the key line; of two that do the same the first one."""
        found: dict[str, str] = {}
        left_out = {*self.scene.not_on_key_line, "invite", "close"}
        for id_ in self.possible():
            if id_ not in left_out:
                found.setdefault(self.actions[id_].words, id_)
        return [*found.values()]

    def first_on_key_line(self) -> Sequence[str]:
        return ("skip", "level", *super().first_on_key_line(), *self.scene.first_on_key_line)

    def menu_actions(self) -> list[str]:
        """Leave out the keys that only move the cursor."""
        return [id_ for id_ in super().menu_actions() if id_ not in self.scene.not_in_menu]

    def perform(self, action: str) -> None:
        """Carry an action out: one that all tables share, a dialog of the game, or a step."""
        if command := self._commands.get(action) or self.command(action):
            command()
        elif action in self.scene.dialogs:
            self._show_dialog(self.scene.dialog(action, self.frame, self.names()))
        else:
            self._do(action)

    @cached_property
    def _commands(self) -> dict[str, Callable[[], None]]:
        """The calls of the actions that all tables share and that have no method."""
        return {
            "log_up": partial(self._scroll_log, LOG_STEP),
            "log_down": partial(self._scroll_log, -LOG_STEP),
            "skip": self.controller.skip,
            "hide": self.controller.hide,
            "next_round": self.controller.next_round,
            "play": self.controller.pause,
            "pause": self.controller.pause,
            "replay": partial(self._go_on, "replay"),
            "analysis": partial(self._go_on, "analysis"),
            "level": partial(self._go_on, "level"),
            "play_out": self.client.play_out,
            "step": self.controller.step,
            "eyes": self.controller.turn_round,
            "faster": partial(self.controller.hurry, 1),
            "slower": partial(self.controller.hurry, -1),
            "hint": self.controller.seek_hint,
            "follow": self.follow_hint,
            "choices": partial(self.controller.list_choices, self.ask_choice),
            self.scene.typed_action: self.ask_move,
        }

    def _show_dialog(self, dialog: Dialog) -> None:
        """Show a question or a page of the game over the table."""
        if isinstance(dialog, Question):
            from tui.screens.menu import Ask

            question = Ask(dialog.words, dialog.choices, dialog.selected)
            self.app.push_screen(question, self._dialog_done)
        else:
            from tui.screens.text import TextPageScreen

            self.app.push_screen(TextPageScreen(dialog))

    def _do(self, action: str) -> None:
        try:
            instead = self.controller.do(action)
        except IllegalMove as refused:
            self._say_why(refused)
            return
        if instead:
            self.action_run(instead.action)

    def _dialog_done(self, answer: object) -> None:
        """Make the move that was the answer to a question."""
        move = self.scene.answer(answer)
        if move is not None and self.frame.phase is Phase.TURN:
            self.controller.play(move)

    # Coming and going

    def on_mount(self) -> None:
        """Show the moves since the person left, behind the curtain if several play here."""
        self._take_settings()
        self.app.app_resume_signal.subscribe(self, self._resumed)
        self.scene.focus.focus()
        self.call_after_refresh(self.controller.begin, self._recap)

    def _resumed(self, _app: object) -> None:
        """Let the curtain fall on return from Ctrl+Z."""
        self.controller.look_away()

    def _draw_curtain(self, frame: Frame) -> None:
        """Let the curtain fall, once; while it is down another person may have to come.

        None falls for a table that was left, which may be drawn once more.
        """
        if frame.curtain is None or self not in self.app.screen_stack:
            return
        names = self.names()
        comes, leave = names[frame.curtain.comes], [names[seat] for seat in frame.curtain.leave]
        for screen in self.app.screen_stack:
            if isinstance(screen, CurtainScreen):
                screen.call(comes, leave)
                return
        self.app.push_screen(CurtainScreen(comes, leave, self.timing), self._lifted)

    def _lifted(self, is_lifted: object) -> None:
        if is_lifted:
            self.controller.lift()
        else:
            self.do_quit()

    def leave(self) -> None:
        self.controller.leave()
        if self._master:
            self._master.close()

    # The log

    def _scroll_log(self, by: int) -> None:
        """Look back in the log by some turns, or forward if negative."""
        most = len(self.controller.timeline.plays)
        self._log_back = min(max(0, self._log_back + by), most)
        self.update()


def table_screen(
    scene: GameScene,
    connect: Callable[[Loop], Client[Any]],
    series: Series | None,
    timing: Timing,
    *,
    recap: bool = False,
    original: Session | None = None,
    kind: type[TableScreen] = TableScreen,
    more: tuple[str, ...] = (),
) -> TableScreen:
    """Return the screen for a game, with the keys that its scene offers and `more` actions."""
    more = (*more, "invite", "level") if original else more
    actions = {**COMMON, **scene.controls.actions}
    after = scene.offers.index("replay") + 1
    offers = (*scene.offers[:after], "analysis", *scene.offers[after:])
    keys = {"ACTIONS": actions, "OFFERS": ("skip", *offers, *more)}
    with_keys: type[TableScreen] = type(kind.__name__, (kind,), keys)
    return with_keys(scene, connect, series, timing, recap=recap, original=original)
