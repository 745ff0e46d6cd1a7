"""The table of a problem: the position, and beside it what is asked and what became of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from textual.app import App

from engine.client import Client
from engine.loop import Loop
from engine.reasons import Explanation
from play.actions import COMMON
from play.first_game import Advice
from play.frame import Frame, LastMove, Phase
from play.problem_client import ProblemClient
from play.problems import Training, problem_games
from play.requests import SolveProblems
from play.table_model import ALWAYS
from tui.games.catalogue import scene_of
from tui.keymap import shown_key
from tui.pace import Timing
from tui.screens.base import TapisScreen
from tui.screens.menu import Ask
from tui.screens.table import TableScreen
from tui.table.scene import GameScene
from tui.widgets.lines import shortened
from words.errors import os_text
from words.glyphs import glyphs
from words.translation import _, about, mark, sentence, why

if TYPE_CHECKING:
    from play.frame import Refusals

ELSEWHERE: Final = frozenset(
    {"new", "first_game", "saved", "save_as", "share", "take_back", "replay", "what_next"}
    | {"choices", "follow", "resign", "skip", "menu_by_enter", "log_up", "log_down"}
    | {"play", "pause", "play_out", "step", "faster", "slower", "eyes"}
)
"""The actions of a table that are left out: no game is played here."""

SOLUTION: Final = COMMON["hint"]._replace(
    words=mark("solution"), help=mark("Show the solution, and why it is one.")
)
"""The hint of a problem."""

OWN: Final = ("next_problem", "other_problem")
"""The actions that a problem has of its own."""


class ProblemTable(TableScreen):
    """A problem; `problem_screen` makes one with the keys of its game."""

    TOLD_BY = "problems"
    client: ProblemClient[Any]

    def __init__(
        self,
        training: Training,
        scene: GameScene,
        connect: Callable[[Loop], Client[Any]],
        timing: Timing,
    ) -> None:
        """Sit down at a problem."""
        self._training = training
        self._framed: tuple[Frame, Frame] | None = None
        super().__init__(scene, connect, None, timing)
        scene.tutoring = self._advice()

    @property
    def frame(self) -> Frame:
        """All that is on the table now: once the problem is done, its solution, laid."""
        frame = self.controller.frame
        if self._framed is None or self._framed[0] is not frame:
            self._framed = frame, self._shown(frame)
        return self._framed[1]

    def _shown(self, frame: Frame) -> Frame:
        solution = self.client.solution
        if solution is None:
            return frame._replace(refusals=lambda: {**frame.refusals(), "other_problem": None})
        steps = self.controller.timeline.game.steps(solution)
        view = frame.current_view.during(steps)

        def refusals() -> Refusals:
            always = {id_: why for id_, why in frame.refusals().items() if id_ in ALWAYS}
            return always | dict(self.scene.controls.looks(view)) | {"next_problem": None}

        return frame._replace(
            phase=Phase.WAITING,
            view=view,
            cursor=None,
            hint=None,
            hint_steps=None,
            last=LastMove(frame.seat, steps),
            refusals=refusals,
        )

    def settings_changed(self) -> None:
        """Say everything anew: in another language, or with other keys."""
        self._framed = None
        super().settings_changed()

    def draw(self) -> None:
        self.scene.tutoring = self._advice()
        super().draw()

    def words(self, frame: Frame, names: Sequence[str], width: int) -> str:
        """Return the message: the words of the cursor, and of the solution once it is there."""
        client = self.client
        if client.fault:
            return client.fault
        if client.solution is None:
            return super().words(frame, names, width)
        move = self.scene.move_words(client.solution, self.controller.timeline)
        solution = _("The solution: {move}").format(move=move)
        rating = _("Your rating: {points}.").format(points=self._training.standing.points)
        said = client.said.words if client.said else ""
        long = f"{solution}. {said or rating}"
        return shortened([long, f"{move}. {rating}", solution], width)

    def first_on_key_line(self) -> Sequence[str]:
        return (*OWN[:1], *super().first_on_key_line())

    def _advice(self) -> Advice:
        """Return what stands beside the table."""
        client, standing = self.client, self._training.standing
        open_, said = client.open, client.said
        points = round(standing.rating_of(open_.shipped).points)
        title = _("Problem ({points})").format(points=points)
        keys = {id_: shown_key(self.actions[id_]) for id_ in ("hint", *OWN)}
        ways = _("{hint}: solution, {other}: another.")
        how = ways.format(hint=keys["hint"], other=keys["other_problem"])
        task = self._in_words(open_.problem.task)
        if said is None:
            return Advice(1, 1, standing.words, task, how, title=title)
        if not said.is_right:
            reasons = " ".join(map(self._in_words, said.why))
            task = f"{_('That does not solve it.')} {reasons}"
            return Advice(1, 1, said.words, task, how, title=title)
        verdict = _("Solved") if open_.is_solved else _("The solution")
        reasons = ", ".join(map(self._reason, said.why))
        task = about(verdict, f"{reasons}.")
        how = _("{key}: next problem.").format(key=keys["next_problem"])
        return Advice(1, 1, said.words, task, how, title=title)

    def _in_words(self, told: Explanation) -> str:
        """Return an explanation as a sentence."""
        return sentence(self._facts_shown(told))

    def _reason(self, told: Explanation) -> str:
        """Return a reason within a sentence."""
        return why(self._facts_shown(told))

    def _facts_shown(self, told: Explanation) -> Explanation:
        """Return an explanation, its facts as they are shown on the table."""
        timeline, names = self.controller.timeline, self.names()
        other = self.scene.opponent(timeline, self.client.open.problem.seat, names)
        facts = {name: self.scene.fact_words(fact, timeline) for name, fact in told.facts.items()}
        return told._replace(facts=facts | ({"player": other} if "player" in facts else {}))

    def perform(self, action: str) -> None:
        """Carry out an action; the hint is the solution."""
        if action == "hint":
            self.client.tell_solution()
        elif action in OWN:
            self.request(SolveProblems(self.scene.key, training=self._training))
        else:
            super().perform(action)


def problem_screen(scene: GameScene, request: SolveProblems, timing: Timing) -> ProblemTable:
    """Return the table of a problem, with the keys that its scene offers. Raises `OSError`."""
    training = request.training or Training.kept(scene.key)
    client: ProblemClient[Any] = ProblemClient(training.first(request.problem))
    offers = (*(id_ for id_ in scene.offers if id_ not in ELSEWHERE), *OWN)
    actions = {**COMMON, **scene.controls.actions, "hint": SOLUTION}
    keys = {"ACTIONS": actions, "OFFERS": offers}
    with_keys: type[ProblemTable] = type("ProblemTable", (ProblemTable,), keys)
    return with_keys(training, scene, lambda _loop: client, timing)


def show_problem(
    app: App[Any], request: SolveProblems, timing: Timing, tell: Callable[[str], None]
) -> None:
    """Show a problem, in the place of the one before, or tell why it cannot be had."""
    try:
        screen = problem_screen(scene_of(request.game, glyphs()), request, timing)
    except OSError as error:
        tell(about(error.filename or "", os_text(error)))
        return
    if isinstance(app.screen, ProblemTable):
        app.screen.leave()
        app.switch_screen(screen)
    else:
        app.push_screen(screen)


def ask_problems(screen: TapisScreen) -> None:
    """Ask of which game the problems are to be."""
    try:
        answers = problem_games()
    except OSError as error:
        screen.tell(about(error.filename or "", os_text(error)))
        return

    def taken(answer: object) -> None:
        if isinstance(answer, str):
            screen.request(SolveProblems(answer))

    screen.app.push_screen(Ask(_("Which problems?"), answers), taken)
