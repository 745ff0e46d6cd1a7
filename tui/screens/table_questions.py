"""The questions of a table: a typed move, the name of a copy, a take-back, the next game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.client import Client
from engine.reasons import Explained, IllegalMove, NotationError, Reason
from engine.series import SeriesPlace
from host.outside import now
from play.controller import Controller
from play.frame import Frame, Phase
from play.requests import GoHome, OpenToOthers, PlayAgain, ReplayGame
from play.rows import Choice
from play.setup import Series
from tui.screens.asking import do_nothing
from tui.screens.scene_screen import SceneScreen
from tui.table.message_line import take_back_question
from tui.table.scene import names_of
from words.translation import _

if TYPE_CHECKING:
    from host.session import Session


class TableQuestions(SceneScreen):
    """A table, and the questions that it asks.

    Attributes:
        controller: The controller of the table.
        client: Through which the game is played.
        series: The games in a row that this is one of, None for a single game.
        original: The game with its file, None for a game of a shared table or a first game.
    """

    controller: Controller[Any]
    client: Client[Any]
    series: Series | None
    original: Session | None
    _refused: tuple[Reason, Frame] | None = None

    @property
    def series_place(self) -> SeriesPlace | None:
        """The place of the game in a series, None for a single game."""
        return self.series.place if self.series else None

    def names(self) -> tuple[str, ...]:
        """Return the names of the players, by seat."""
        return names_of(self.controller.timeline)

    def follow_hint(self) -> None:
        """Play the move of the hint."""
        if hint := self.controller.frame.hint:
            self.controller.play(hint.move)

    def ask_choice(self, choices: Mapping[int, Any]) -> None:
        """Let one of the numbered moves be chosen, and play it."""
        from tui.screens.menu import NumberedMoves

        timeline, scene = self.controller.timeline, self.scene
        answers = [
            Choice(str(number), f"{number}  {scene.move_words(move, timeline)}")
            for number, move in choices.items()
        ]
        self.app.push_screen(NumberedMoves(answers), self._chosen)

    def _chosen(self, answer: object) -> None:
        move = self.controller.model.turn_hint.numbered(str(answer))
        if move is not None and self.controller.frame.phase is Phase.TURN:
            self.controller.play(move)

    def _say_why(self, refused: Explained) -> None:
        self._note(refused)
        self.refuse(self.scene.refusal_words(refused))

    def _note(self, refused: Explained) -> None:
        """Note why something was refused, for as long as nothing has changed since."""
        self._refused = refused.reason, self.controller.frame

    def section_of_rules(self) -> str:
        """Return the section of the rules about the last refusal."""
        if self._refused is None or self._refused[1] is not self.controller.frame:
            return ""
        return self._refused[0].section

    def do_quit(self) -> None:
        """Go home; the game is kept."""
        self.leave()
        self.request(GoHome())

    def ask_move(self) -> None:
        """Type a whole move."""
        self.ask(_(self.scene.typed_question), self._typed)

    def _typed(self, typed: str) -> None:
        """Play a typed move; one that is refused comes back with the reason, to be mended."""
        try:
            self.controller.play_typed(typed)
        except NotationError:
            self._mend(typed, _(self.scene.typed_fault).format(text=typed))
        except IllegalMove as refused:
            self._note(refused)
            self._mend(typed, self.scene.refusal_words(refused))

    def _mend(self, typed: str, reason_why: str) -> None:
        self.ask(reason_why, self._typed, typed, is_to_mend=True)
        self.request_bell()

    def do_save_as(self) -> None:
        """Save a copy under another name."""
        from saves.store import Store
        from tui.screens.file_questions import ask_copy_name

        if self.original:
            ask_copy_name(self, Store(), self.original.name, self.original.write_copy)

    def do_share(self) -> None:
        """Give the game to others."""
        from tui.screens.file_questions import ask_to_share

        if self.original:
            ask_to_share(self, self.original.record, self.original.name)

    def do_invite(self, others: frozenset[int] | None = None, at: str = "open") -> None:
        """Ask which seats are for others, until the table is opened; a seat taken is changed."""
        from play.hosting import usually_open
        from tui.screens.menu import Ask

        timeline, names, opener = self.controller.timeline, self.names(), self.controller.frame.seat
        seats = usually_open(timeline, opener) if others is None else others
        rows = [
            Choice(str(seat), names[seat], _("for others") if seat in seats else _("computer"))
            for seat in range(len(names))
            if seat != opener
        ]
        answers = [Choice("open", _("Open the table")), *rows, Choice("back", _("Back"))]
        question = _("Open this game to others? Your seat is {seat}.").format(seat=names[opener])
        notes = _(
            "Enter on a seat changes whom it is for. Computers play theirs until somebody comes."
        )
        ask = Ask(f"{question}\n{notes}", answers, at)
        self.app.push_screen(ask, partial(self._open_or_change, opener, seats))

    def _open_or_change(self, opener: int, others: frozenset[int], answer: object) -> None:
        if isinstance(answer, str) and answer.isdecimal():
            self.do_invite(others ^ {int(answer)}, answer)
        elif answer == "open":
            self._open(opener, others)

    def _open(self, opener: int, others: frozenset[int]) -> None:
        """Leave the game at home, and go on with it at a table of its own."""
        from play.hosting import opening_of

        session = self.original
        if session:
            session.begin_file()
        path = session.saved_in if session else None
        if path is None:
            self.refuse(_("The game is not saved now, so it cannot be opened."))
            return
        opening = opening_of(self.controller.timeline, path, opener, others)
        self.leave()
        self.request(OpenToOthers(opening, self.client.draft(opener)))

    def do_take_back(self) -> None:
        """Go back to the last move of a person here; asked once."""
        self.choose(
            take_back_question(self.controller, self.scene, self.names()),
            (_("Yes, take it back"), self.controller.take_back),
            (_("No, play on"), do_nothing),
        )

    def do_what_next(self) -> None:
        """Ask for the next step after the game."""
        from tui.screens.menu import WhatNext

        model = self.controller.model
        asks = WhatNext(self.series_place, model.frame, model.step)
        self.app.push_screen(asks, self._go_on)

    def _go_on(self, answer: object) -> None:
        if answer == "quit":
            self.do_quit()
        elif answer == "share":
            self.do_share()
        elif isinstance(answer, str):
            self.run_worker(self._look_back(answer))

    async def _look_back(self, answer: str) -> None:
        """Step through the game that is over, or play another one like it."""
        from saves.record import Record

        try:
            table = await self.client.record()
        except ValueError:
            self.refuse(_("The table did not send the record of this game."))
            return
        if answer in ("replay", "analysis"):
            record = self.original.record if self.original else Record.new(table, now())
            from play.notes import GameFile

            file = GameFile(session=self.original)
            self.request(ReplayGame(record, file, is_judged=answer == "analysis"))
            return
        self.leave()
        step = self.controller.model.step
        level = step.level if step and answer == "level" else ""
        self.request(PlayAgain(table, self.series, answer == "swap", level))
