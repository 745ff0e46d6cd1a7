"""The first game of the duel: two decks in a fixed order, and the steps of the lesson."""

from __future__ import annotations

from typing import Final

from engine import lesson
from engine.description import mark
from engine.duel.moves import DECK_SIZE, HIGHEST, LOWEST, Deal, Lay, Pile, Turn
from engine.duel.rules import JUMP
from engine.duel.sides import Side, carry_out
from engine.lesson import Lesson, LessonStep, Moment, MoveBegun

_MINE: Final = (5, 19, 33, 36, 44, 57, 9, 48, 52, 24, 40, 11, 43, 20)
_THEIRS: Final = (24, 41, 30, 12, 17, 50, 22, 35, 58, 3, 28, 39)
"""The first cards of both decks; SUD lays its high and low cards early, and is blocked."""
_NEARLY_UP: Final = HIGHEST - JUMP
_NEARLY_DOWN: Final = LOWEST + JUMP


def _deck(first: tuple[int, ...]) -> tuple[int, ...]:
    """Return a deck that begins with these cards; the others follow well mixed."""
    prime = DECK_SIZE + 1
    rest = (card * 37 % prime + 1 for card in range(1, prime))
    return (*first, *(card for card in rest if card not in first))


def _is_jump(lay: Lay, side: Side) -> bool:
    """Whether a card goes back by ten on a pile of its player."""
    return (lay.pile is Pile.UP and lay.card == side.up - JUMP) or (
        lay.pile is Pile.DOWN and lay.card == side.down + JUMP
    )


def _jumps(moment: Moment, at: int) -> bool:
    """Whether the turn at a place lays a card exactly ten back."""
    sides = [Side(), Side()]
    for place, (seat, move) in enumerate(moment.plays[: at + 1]):
        for lay in move.lays if isinstance(move, Turn) else ():
            if place == at and _is_jump(lay, sides[seat]):
                return True
            sides[seat], sides[1 - seat] = carry_out((lay,), sides[seat], sides[1 - seat])
    return False


def _gives(moment: Moment, at: int) -> bool:
    move = moment.plays[at].move
    return isinstance(move, Turn) and any(lay.pile.is_theirs for lay in move.lays)


def _is_other_nearly_blocked(moment: Moment) -> bool:
    other: Side = moment.view.sides[1 - moment.seat]
    return other.up >= _NEARLY_UP and other.down <= _NEARLY_DOWN


STEPS: Final = (
    LessonStep(
        mark("Your pile {up} climbs from 1. Lay 05 on it."),
        mark("Arrows choose a card and a pile, {lay} lays the card."),
        mark("Type both in one line: 5 up, 57 down"),
        lesson.by_first_move,
        mark("You drew two cards, as after most turns."),
        move="05^ 57v",
        begun=MoveBegun(
            mark("It cost you 4: the fewer numbers a card skips, the better."),
            mark(
                "A turn has at least two cards. Your pile {down} comes down from 60: lay 57 on it."
            ),
            mark("{end_turn} then ends the turn."),
        ),
        typed_task=mark(
            "Your pile {up} climbs from 1, your pile {down} comes down from 60, and a turn has at"
            " least two cards. Lay 05 on {up} and 57 on {down}: the fewer numbers a card skips,"
            " the better."
        ),
    ),
    LessonStep(
        mark("Any turn can be taken back; the same cards come again. Try it."),
        mark("{take_back}, then Enter."),
        mark("Type {take_back}."),
        lesson.by_take_back,
        mark("There: your turn is taken back."),
    ),
    LessonStep(
        mark("Make the turn again: 05 on {up}, 57 on {down}."),
        mark("{lay} lays, {end_turn} ends the turn."),
        mark("Type 5 up, 57 down"),
        lesson.by_move(),
        mark("You drew 09 and 48."),
        move="05^ 57v",
    ),
    LessonStep(
        mark("Lay 19 on {up}, then 09: a card exactly ten lower may jump back."),
        mark("{end_turn} ends the turn."),
        mark("Type 19 up, 9 up"),
        lesson.by_move(_jumps),
        mark("Your pile {up} is only at 09. On {down} a card ten higher does the same."),
        move="19^ 09^",
    ),
    LessonStep(
        mark(
            "Lay 52, 48, 44 on {down}, then 36 on South's pile {up}: "
            "a gift, which has to help South."
        ),
        mark("Up twice aims there; {end_turn} ends the turn."),
        mark("Type 52 down, 48 down, 44 down, 36 up opponent"),
        lesson.by_move(_gives),
        mark("One gift a turn. For it you drew four cards, up to six, instead of two."),
        move="52v 48v 44v 36^'",
    ),
    LessonStep(
        mark("South has nearly used up both piles. Ask what a strong player would do."),
        mark("{hint} shows it."),
        mark("Type {hint}."),
        lesson.by_hint,
        "",
        _is_other_nearly_blocked,
    ),
    LessonStep(
        mark("Lay 11 and 20 on {up}, without a gift: South cannot lay two cards then, and loses."),
        mark("{end_turn} ends the turn."),
        mark("Type 11 up, 20 up"),
        lesson.by_winning,
        "",
        _is_other_nearly_blocked,
        move="11^ 20^",
    ),
)

DUEL: Final = Lesson(
    game="duel",
    options={"first": "north"},
    deal=str(Deal((_deck(_MINE), _deck(_THEIRS)))),
    seat=0,
    replies={1: ("24^ 41^", "30v 12v", "58^ 03v")},
    steps=STEPS,
    aim=mark("You win by laying all your 58 cards, or once South can no longer lay two."),
    farewell=mark("South is blocked, and you have won. Laying all your cards wins too."),
    back_keys=mark("{undo} takes a card back, {take_back} a turn."),
)
