"""The screen of a replay, turn by turn and step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from rich.cells import cell_len
from textual import events
from textual.app import App

from engine.reasons import IllegalMove
from engine.table import Table
from engine.timeline import TableTimeline
from host.outside import now
from play.deal_words import deal_words
from play.frame import NO_SENSE_NOW, Frame
from play.notes import GameFile
from play.playback import SPEEDS
from play.replay_model import ReplayModel
from play.requests import PlayBranch, ReplayGame
from play.rows import Choice
from play.saved_games import NotChanged
from play.story import capital
from play.ways_to_sit import ways_to_sit
from saves.record import Record
from saves.replay import Replay
from saves.store import Store
from tui.games.catalogue import scene_of
from tui.keymap import shown_key
from tui.pace import Timing
from tui.screens.menu import Ask
from tui.screens.variations import ReplayVariations
from tui.screens.waiting import CurtainScreen
from tui.table.review_telling import ReviewTelling
from tui.table.scene import GameScene, TextPage, names_of
from tui.table.timeline_bar import BarSpot, TimelineBar
from words.glyphs import glyphs
from words.translation import _, sentence

DONE_BY_MODEL: Final = (
    *("next_turn", "previous_turn", "next_card", "previous_card", "next_step", "previous_step"),
    *("play", "pause", "next_mark", "previous_mark", "eyes", "open_hands", "faster", "slower"),
    *("ten_back", "ten_on", "first", "last", "hint", "analysis"),
)
MARKS: Final = frozenset({"next_mark", "previous_mark"})
ENDS: Final = frozenset({"first", "last"})
STEPS: Final = frozenset({"next_card", "previous_card", "next_step", "previous_step"})
NOT_ON_KEY_LINE: Final = frozenset(
    {"previous_turn", "previous_card", "previous_step", "previous_mark", "ten_back", "ten_on"}
    | {
        "first",
        "last",
        "save_as",
        "share",
        "settings",
        "menu_by_enter",
        "new",
        "saved",
        "rules",
        "manual",
    }
)


class ReplayScreen(ReplayVariations):
    """A game at one of its turns, with the hands of all open eyes, or what one seat knew alone."""

    TOLD_BY = "replay"
    OFFERS: ClassVar[tuple[str, ...]] = (
        *("next_turn", "previous_turn", "next_card", "previous_card", "next_step", "previous_step"),
        *("play", "pause", "next_mark", "retry", "analysis", "try", "variations", "branch"),
        *("go_to", "note", "eyes", "open_hands", "help", "menu", "to_game", "back", "faster"),
        *("slower", "previous_mark", "ten_back", "ten_on", "first", "last", "save_as", "share"),
        *("remove", "hint", "new", "saved", "rules", "manual", "settings", "menu_by_enter"),
    )

    def __init__(
        self,
        record: Record,
        scene: GameScene,
        timing: Timing,
        file: GameFile,
        readers: frozenset[int] | None = None,
    ) -> None:
        """Step through a game.

        Args:
            record: The game.
            scene: Its look.
            timing: The pace.
            file: Its file.
            readers: As `ReplayModel` has them.
        """
        super().__init__()
        self._record = record
        self.scene = scene
        self.timing = timing
        self.model: ReplayModel[Any] = ReplayModel(
            record,
            file,
            scene.controls,
            lambda timeline: scene.teller.marks(timeline, names_of(timeline)),
            self,
            speed=timing.speed,
            readers=readers,
        )
        self.model.changed = self._changed
        self._framed: Frame | None = None

    @property
    def replay(self) -> Replay[Any]:
        """The place in the game, or in a variation."""
        return self.model.replay

    @property
    def frame(self) -> Frame:
        """The frame of this place."""
        if self._framed is None:
            self._framed = self.model.frame
        return self._framed

    def _changed(self) -> None:
        self._framed = None
        self.update()

    def settings_changed(self) -> None:
        self.scene.glyphs = self.glyphs
        self._framed = None
        super().settings_changed()

    def draw(self) -> None:
        scene, timeline, names = self.scene, self.model.timeline, names_of(self.model.timeline)
        self.show_scene(self.frame, names, timeline)
        scene.verdict = self.model.verdict
        scene.tried = self.tried()
        scene.note_signs = {turn: here[0].sign for turn, here in self.model.notes.items()}
        scene.show_whole_log(timeline, self.model.eyes, self.replay.place, self._heading())
        is_told = scene.story is None or scene.tells_end
        result = "" if is_told else scene.teller.result(timeline, names)
        deal = "" if self.replay.place.turn else deal_words(self._record)
        self.say(self.model.review.fault or self._best_words() or result or deal)

    def _best_words(self) -> str:
        """Return what is best in the turn that comes, or that something is being sought."""
        if self.model.judging.seeks_decisive:
            return _("Looking for the turn that decided the game.")
        decided = self.model.judging.decided
        if decided == 0:
            return _("No turn lost much.")
        if decided:
            key = shown_key(self.actions["retry"])
            return self._telling.decided_line(self.model.review, decided, key)
        best = self.model.best
        if best.is_sought:
            return _("Looking for a hint.")
        return self._telling.best_line(best.hint, self._mover) if best.hint else ""

    @property
    def _telling(self) -> ReviewTelling:
        return ReviewTelling(self.scene, self.model.timeline, self.size.width)

    @property
    def _mover(self) -> int:
        """The seat that moves next, 0 at the end."""
        return self.replay.play.seat if self.replay.play else 0

    def bar(self) -> TimelineBar:
        """Return the timeline with the place on it."""
        replay, model = self.replay, self.model
        return TimelineBar(
            replay.place.turn,
            replay.turns,
            replay.place.step,
            replay.steps,
            self.scene.step_words,
            model.marks,
            model.is_playing,
            f"{SPEEDS[model.pace.speed]:g}",
            self.place_words(replay.place.turn) or self.scene.teller.place(self.frame.view),
            self.place_words(replay.turns) or self.scene.teller.widest_place,
            () if model.variations.inside else model.review.chances,
            self._telling.brief(model.verdict),
        )

    def show_words(self, words: str) -> None:
        """Show the timeline, and the message where the game has it, else in the timeline's line."""
        bar, note, width = self.bar(), self.model.notes_here, self.size.width
        if self.scene.show_timeline(bar) or words:
            super().show_words(words or note)
        elif width:
            self.show_rows([bar.one_line(width, self.glyphs, note)])

    def _heading(self) -> str:
        (turn, step), turns = self.replay.place, self.replay.turns
        turn += bool(step)
        place = self.scene.teller.place(self.frame.view)
        if words := self.place_words(turn):
            return capital(words)
        words = capital(place) or _("Turn {turn} of {turns}").format(turn=turn, turns=turns)
        if cell_len(words) <= self.scene.log.size.width - 3:
            return words
        return "" if place else f"{turn}/{turns}"

    def legend(self) -> Sequence[tuple[str, str]]:
        """Return the signs of the timeline, and the marks on the table."""
        signs = self.glyphs
        timeline = [
            (signs.knob, _("on the timeline: where you are")),
            (" ".join(signs.notches), _("on the timeline: a turn worth seeing")),
            ("! ? !? ?!", _("in a note: a turn that is good, bad, interesting, dubious")),
        ]
        if self.model.review.has_begun:
            words = _("on the timeline: how well {player} stands")
            timeline.insert(0, (signs.rises, words.format(player=self._telling.side.name)))
        return [*timeline, *super().legend()]

    def refusal(self, action: str) -> str | None:
        """Return why an action cannot be had now; one of the two words for a step is left out."""
        refused = self.frame.refusal(action)
        if refused is NO_SENSE_NOW or (action in STEPS and action not in self.scene.steps):
            return ""
        return sentence(refused) if refused else None

    def first_on_key_line(self) -> Sequence[str]:
        has_some = self.replay.place.turn in self.model.variations.begun
        here = ("variations",) if has_some else ()
        lost = ("retry", "analysis", "next_mark") if self.frame.refusal("retry") is None else ()
        return (*super().first_on_key_line(), "to_game", *here, *lost, "analysis")

    def offered(self) -> Sequence[str]:
        return [id_ for id_ in super().offered() if id_ not in NOT_ON_KEY_LINE]

    def perform(self, action: str) -> None:
        """Carry an action out: one that every screen has, or one of the model."""
        best, verdict = self.model.best.hint, self.model.verdict
        if action == "analysis" and self.model.review.has_begun:
            self._show_page(self._telling.whole(self.model.review, verdict))
        elif action == "hint" and best:
            self._show_page(self._telling.best(best, self._mover))
        elif action in DONE_BY_MODEL:
            self._do(action)
        else:
            super().perform(action)

    def _do(self, action: str) -> None:
        """Carry out an action of the model."""
        try:
            self.model.do(action)
        except IllegalMove as refused:
            self.say(sentence(refused))
        else:
            verdict = self.model.verdict
            if verdict and action in MARKS:
                self.tell(self._telling.better_line(verdict))
            elif verdict and action in ENDS:
                self.tell(self._telling.ledgers_line(verdict, shown_key(self.actions["analysis"])))

    def _show_page(self, page: TextPage) -> None:
        from tui.screens.text import TextPageScreen

        self.app.push_screen(TextPageScreen(page))

    def helped(self) -> Sequence[str]:
        """Return the actions that help explains: those that make sense in a replay."""
        return [id_ for id_ in self.OFFERS if self.refused(id_) != ""]

    def do_go_to(self) -> None:
        """Ask for a turn, and go there."""
        self.ask(_("Go to turn (0 to {turns}):").format(turns=self.replay.turns), self._go_to)

    def _go_to(self, answer: str) -> None:
        try:
            self.model.go_to(answer)
        except IllegalMove as refused:
            self.say(sentence(refused))

    def do_note(self) -> None:
        """Write a note on this turn."""
        self.halt()
        self._ask_note(_("A note, perhaps with a sign first (! ? !? ?!):"), self.model.note)

    def _ask_note(self, question: str, value: str) -> None:
        self.ask(question, self._noted, value, takes_nothing=True, is_to_mend=True)

    def _noted(self, typed: str) -> None:
        if typed == self.model.note:
            return
        try:
            keep = self.model.begin_note(typed)
        except IllegalMove as refused:
            self._ask_note(sentence(refused), typed)
        except NotChanged as why:
            self.tell(str(why))
        else:
            self.run_worker(self.keep(keep))

    def do_branch(self) -> None:
        """Ask for the players of a new game that goes on from here."""
        self.halt()
        ways = ways_to_sit(self.model.setup)
        question = self.model.branch_question + "\n" + _("Who plays?")
        choices = [Choice(str(at), way.words, way.note) for at, way in enumerate(ways)]

        def answered(answer: object) -> None:
            if isinstance(answer, str):
                self.request(PlayBranch(self.model.branch(ways[int(answer)].kinds)))

        self.app.push_screen(Ask(question, choices), answered)

    def do_retry(self) -> None:
        """Try the turn again that is looked at, at a table without what came later."""
        from tui.screens.retry import retry_table

        self.halt()
        retry = self.model.judging.retry(self.model.turn)
        screen = retry_table(scene_of(self.scene.key, self.glyphs), retry, self.timing)
        self.app.push_screen(screen, self._retried)

    def _retried(self, words: object) -> None:
        self.tell(str(words or ""))

    def do_save_as(self) -> None:
        """Save the game as a file of its own."""
        from tui.screens.file_questions import ask_copy_name

        self.halt()
        ask_copy_name(self, Store(), self._called(), self._record.write_copy)

    def do_share(self) -> None:
        """Give the game to others."""
        from tui.screens.file_questions import ask_to_share

        self.halt()
        ask_to_share(self, self._record, self._called())

    def _called(self) -> str:
        """Return the name of the game's file, or one by its day and players."""
        sitters = self.model.table.sitters
        named = self.model.margin.file.name
        return named or Store().new_path(now(), [sitter.name for sitter in sitters]).stem

    def leave(self) -> None:
        """Stand still, and end the analysis."""
        self.model.leave()

    def do_back(self) -> None:
        """Go back to the screen before the replay."""
        self.model.leave()
        super().do_back()

    def on_click(self, event: events.Click) -> None:
        """Go to the turn that was clicked, in the log or on the timeline."""
        widget = event.widget
        if widget is None or self.is_asking:
            return
        turn = self.scene.log.turn_at(event.y, event.x) if widget is self.scene.log else None
        spot = self.scene.timeline_spot(widget, event.x, event.y)
        if widget is self._words_line and not self.said():
            spot = BarSpot(event.x, self.size.width, has_note=bool(self.model.notes_here))
        if spot and spot.is_sign:
            self.action_run("pause" if self.model.is_playing else "play")
        elif spot:
            turn = self.bar().turn_at(spot)
        if turn is not None and turn <= self.replay.turns:
            self.model.go_to(str(turn))


def show_replay(app: App[Any], request: ReplayGame, timing: Timing) -> None:
    """Step through a game; the curtain falls first where several people still play it."""
    record = request.record
    scene = scene_of(record.table.game.key, glyphs())

    def lifted(is_lifted: object) -> None:
        if is_lifted:
            screen = ReplayScreen(record, scene, timing, request.file)
            if request.is_judged:
                screen.model.seek_decisive()
            app.push_screen(screen)

    if curtain := _curtain(record.table, scene, timing):
        app.push_screen(curtain, lifted)
    else:
        lifted(True)


def _curtain(table: Table[Any], scene: GameScene, timing: Timing) -> CurtainScreen | None:
    """Return the curtain that falls before a game is replayed that several people still play."""
    people = [seat for seat, sitter in enumerate(table.sitters) if sitter.is_person]
    comes = next((seat for seat in table.to_move if seat in people), None)
    hides = scene.controls.hides and timing.has_curtain and len(people) > 1
    if not hides or table.outcome or comes is None:
        return None
    names = names_of(TableTimeline(table, frozenset()))
    return CurtainScreen(names[comes], [names[seat] for seat in people if seat != comes], timing)
