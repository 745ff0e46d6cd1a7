"""The toy game on the screen: its cursor, its keys and its words; common code knows none of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from textual.widget import Widget
from toy_game import TOY
from toy_moves import GRAB, Move, ToyDraft, parse
from toy_rules import ToyView

from engine.game import View
from engine.reasons import IllegalMove
from engine.timeline import plays_in_log
from play.action import Action, Untyped, by_id
from play.controls import Controls
from play.frame import NO_SENSE_NOW, Cursor, Frame, MoveChosen, OtherAction
from tui.table.scene import GameScene
from tui.widgets.lines import Lines, line
from tui.widgets.turn_log import LogRow


@dataclass(frozen=True)
class ToyCursor:
    """Stands on one of the moves that may be made."""

    draft: ToyDraft
    place: int = 0
    before: ToyCursor | None = None

    @property
    def move(self) -> Move:
        return self.draft.moves[self.place]

    def after(self, step: Move) -> ToyCursor:
        return ToyCursor(self.draft.add(step), 0, self)

    def steps_to(self, move: Move) -> tuple[Move, ...] | None:
        return (move,) if move in self.draft.moves else None

    def aimed_at(self, step: Move) -> ToyCursor:
        return self


class ToyControls(Controls):
    """Left and right go to a card, Enter chooses it."""

    actions = by_id(
        Action("lay", ("enter",), "choose", "Choose the card.", Untyped.MOVE),
        Action("end_turn", ("space",), "grab", "Grab.", Untyped.MOVE),
        Action("right", ("right", "l"), "card", "Go to the next card.", Untyped.MOVE, "←→"),
        Action("left", ("left", "h"), "card", "Go to the previous card.", Untyped.MOVE),
        Action("type", ("colon",), "type", "Type a move, like pick 7.", Untyped.MOVE),
    )
    hides = True

    def start(self, view: View[Any]) -> ToyCursor:
        return ToyCursor(view.draft())

    def refusals(self, cursor: Cursor) -> dict[str, IllegalMove]:
        is_grab = cursor.move == GRAB
        return {"lay": NO_SENSE_NOW} if is_grab else {"end_turn": NO_SENSE_NOW}

    def do(self, action: str, cursor: Cursor) -> Cursor | MoveChosen | OtherAction:
        if action in ("lay", "end_turn"):
            return MoveChosen(cursor.move)
        to = cursor.place + (1 if action == "right" else -1)
        return ToyCursor(cursor.draft, max(0, min(to, len(cursor.draft.moves) - 1)))

    def read(self, typed: str, view: View[Any]) -> Move:
        return parse(typed)


class ToyScene(GameScene):
    """Shows the hand, what everybody has chosen, and the points."""

    key = "toy"
    offers = (
        "what_next",
        "replay",
        "lay",
        "end_turn",
        "right",
        "left",
        "step",
        "play",
        "pause",
        "eyes",
        "menu",
        "help",
        "quit",
        "hint",
        "type",
        "take_back",
        "log_up",
        "log_down",
    )
    new_controls = ToyControls
    hint_once_taken_back = "Hint: {turn} - {reasons}"
    hint_end = "Hint: done."
    typed_question = "Your move, like pick 7:"
    typed_fault = "This is not a move."

    def __init__(self, glyphs) -> None:
        super().__init__(glyphs)
        self.focus = self.table = Hand(id="board")

    def widgets(self) -> Iterable[Widget]:
        yield self.table
        yield self.log

    def show(self, frame: Frame, names: tuple[str, ...]) -> None:
        view: ToyView = frame.view
        hand = view.hands[frame.seat] or ()
        picks = ["." if pick is None else str(pick) for pick in view.picks]
        self.table.show(
            [
                line(f"you are {names[frame.seat]}"),
                line(f"hand {' '.join(map(str, hand))}"),
                line(f"chosen {' '.join(picks)}"),
                line(f"points {' '.join(map(str, view.scores))}"),
            ]
        )

    def log_rows(self, view: View[Any], upto: int, present: int | None = None) -> list[LogRow]:
        plays = [play for play in plays_in_log(TOY, view.log, upto) if play.seat >= 0]
        here = len(plays) if present is None else present
        rows = enumerate(plays, start=1)
        return [
            LogRow(line(f"{'> '[at != here]} {at} {play.seat} {play.move}"), at)
            for at, play in rows
        ]

    def cursor_words(self, cursor: Cursor, view: View[Any]) -> str:
        return f"On {cursor.move}."


class Hand(Lines, can_focus=True):
    """The widget with the focus."""
