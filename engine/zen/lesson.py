"""The first game of Zen: a small position, and the steps of the lesson."""

from __future__ import annotations

from typing import Final

from engine import lesson
from engine.description import mark
from engine.lesson import Lesson, LessonStep, Moment, MoveBegun
from engine.zen.board import after
from engine.zen.ending import connection
from engine.zen.moves import BoardMove
from engine.zen.options import colour_of

POSITION: Final = "11/11/2BB7/3B3W3/11/6B1W2/7WB2/3W4Z2/5W5/11/11 B -"


def _takes_pawn(moment: Moment, at: int) -> bool:
    move = moment.plays[at].move
    return isinstance(move, BoardMove) and move.is_capture and not move.is_zen


def _moves_zen(moment: Moment, at: int) -> bool:
    move = moment.plays[at].move
    return isinstance(move, BoardMove) and move.is_zen


def _legal(moment: Moment) -> list[BoardMove]:
    return [move for move in moment.view.legal() if isinstance(move, BoardMove)]


def _can_connect(moment: Moment) -> bool:
    position = moment.view.position
    results = (connection(after(position, move.code)) for move in _legal(moment))
    return any(result and result.winner == colour_of(moment.seat) for result in results)


STEPS: Final = (
    LessonStep(
        mark("You are Black: bring your pawns and the Zen, on I4, into one chain. Pick up C9."),
        mark("Arrows go there, {pick_up} picks it up."),
        mark("Type C9-E9"),
        lesson.by_first_move,
        mark("A piece goes as many squares as there are pieces on the whole line."),
        move="C9-E9",
        begun=MoveBegun(
            mark("Where it may go is marked."),
            mark("Two pieces stand on its row, so it goes two squares: over your D9 to E9."),
            mark("{set_down} sets it down."),
        ),
        typed_task=mark(
            "You are Black: bring your pawns and the Zen, on I4, into one chain. Two pieces stand"
            " on the row of C9, so it goes two squares: over your D9 to E9."
        ),
    ),
    LessonStep(
        mark("Any move can be taken back, with the answer to it. Try it."),
        mark("{take_back}, then Enter."),
        mark("Type {take_back}."),
        lesson.by_take_back,
        mark("There: your move is taken back."),
    ),
    LessonStep(
        mark("Make the move again: from C9 to E9."),
        mark("{pick_up} picks up, and sets down."),
        mark("Type C9-E9"),
        lesson.by_move(),
        mark("D8, D9 and E9 are a chain now: corners touch too."),
        move="C9-E9",
    ),
    LessonStep(
        mark(
            "Four pieces stand on the diagonal from D9: go over G6 to H5, and take the white pawn."
        ),
        mark("{pick_up} on D9, then on H5."),
        mark("Taking is written x: D9xH5"),
        lesson.by_move(_takes_pawn),
        mark("You may go over your own pawns, never over white ones. You never have to take."),
        move="D9xH5",
    ),
    LessonStep(
        mark("The Zen is nobody's: on your turn it is one of your pawns. Move it to F7."),
        mark("{pick_up} on I4, then on F7."),
        mark("The Zen is written Z: ZI4-F7"),
        lesson.by_move(_moves_zen),
        mark("The Zen must touch a pawn where it lands: here it is G6."),
        move="ZI4-F7",
    ),
    LessonStep(
        mark("You are one move away from connecting. Ask what a strong player would do."),
        mark("{hint} shows it."),
        mark("Type {hint}."),
        lesson.by_hint,
        "",
        _can_connect,
    ),
    LessonStep(
        mark("Go from D8 to E8: all black pawns and the Zen are one chain then."),
        mark("{pick_up} picks up, and sets down."),
        mark("Type D8-E8"),
        lesson.by_winning,
        "",
        _can_connect,
        move="D8-E8",
    ),
)

ZEN: Final = Lesson(
    game="zen",
    options={"first": "black", "position": POSITION},
    deal="",
    seat=0,
    replies={1: ("F3-E3", "H8-H10", "D4-E4")},
    steps=STEPS,
    farewell=mark("One chain, and you have won. Now you know the essentials."),
    back_keys=mark("{put_back} puts the piece back, {take_back} takes a move back."),
)
