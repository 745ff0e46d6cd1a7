"""The first game of Dame de Pique: a fixed deal, the other seats' cards, and the steps."""

from __future__ import annotations

from typing import Final

from engine import lesson
from engine.description import mark
from engine.hearts.cards import QUEEN_MASK
from engine.lesson import Lesson, LessonStep, Moment, MoveBegun

DEAL: Final = (
    "deal 7C JC 5D 7D AD 4H 6H KH AH 3S 8S TS QS / 5C 6C QC AC 6D JD 2H 5H QH 6S 7S KS AS"
    " / 2C TC 3D 4D 8D TD KD 3H 8H 9H TH JH 2S / 3C 4C 8C 9C KC 2D 9D QD 7H 4S 5S 9S JS"
)
SEED: Final = 452
"""The seed by which 5D is the joker, and WEST the last to slap at the third trick."""

REPLIES: Final = {
    1: ("pass JD KS AS", "AC", "QC", "6D", "5C", "8H", "8D"),
    2: ("pass KD 9H JH", "2C", "TC", "3D", "3H", "9H", "9D"),
    3: ("pass KC QD JS", "9C", "8C", "KD", "3C", "4H", "7D"),
}
"""The moves of WEST, NORTH and EAST; from the fifth trick on each has another hand."""


def _step(
    move: str, words: tuple[str, str, str, str], begun: MoveBegun | None = None
) -> LessonStep:
    """Return a step that is done by its move alone, for the next one needs the cards left then.

    The words are the task, the keys, the line to type, and the praise.
    """

    def is_made(moment: Moment, at: int) -> bool:
        return str(moment.plays[at].move) == move

    task, keys, typed, praise = words
    return LessonStep(task, keys, typed, lesson.by_move(is_made), praise, move=move, begun=begun)


def _has_queen(moment: Moment) -> bool:
    return bool(moment.view.playable & QUEEN_MASK)


STEPS: Final = (
    _step(
        "pass KH AH QS",
        (
            mark("Pass three cards to West: {KH}, {AH} and {QS}, which would cost you most."),
            mark("{mark_card} chooses a card."),
            mark("Type: pass {KH}, {AH}, {QS}"),
            mark(
                "East passed you {KC}, {QD} and {JS}. The joker, by lot, is {5D}: it costs 1 point."
            ),
        ),
        MoveBegun(
            mark("High cards take tricks."),
            mark("Choose all three: {KH}, {AH} and {QS}."),
            mark("{pass_cards} then passes them."),
        ),
    ),
    _step(
        "KC",
        (
            mark("Follow suit. The first trick costs no points, so play {KC}, a high card."),
            mark("{play_card} plays it."),
            mark("Type {KC}."),
            mark("West took the trick with {AC}, and leads."),
        ),
    ),
    _step(
        "5D",
        (
            mark(
                "From now on the joker goes on any suit, even if you could follow:"
                " give West {5D}, 1 point."
            ),
            mark("{play_card} plays it."),
            mark("Type {5D}."),
            mark("West has 1 point."),
        ),
    ),
    _step(
        "AD",
        (
            mark(
                "An ace counts 1, a king 10: {AD} makes 20. All slap then, and the last takes"
                " the trick."
            ),
            mark("{play_card} plays it."),
            mark("Type {AD}."),
            mark("West was the last to slap. The highest card did not matter."),
        ),
    ),
    _step(
        "JC",
        (
            mark(
                "You would take North's heart. But {JC} makes 21: the trick and all hands go to"
                " the right."
            ),
            mark("{play_card} plays it."),
            mark("Type {JC}."),
            mark("East has the trick, and you have West's hand: the cards you passed are back."),
        ),
    ),
    _step(
        "2H",
        (
            mark("You lead. A heart was played, so hearts may be led: play {2H}, your lowest."),
            mark("{play_card} plays it."),
            mark("Type {2H}."),
            mark("North took four hearts, 4 points."),
        ),
    ),
    LessonStep(
        mark("You have no diamond, so you may play any card. Ask what a strong player would do."),
        mark("{hint} shows it."),
        mark("Type {hint}."),
        lesson.by_hint,
        "",
        _has_queen,
    ),
    _step(
        "QS",
        (
            mark("North has the highest diamond: discard {QS}, for 13 points."),
            mark("{play_card} plays it."),
            mark("Type {QS}."),
            mark("The queen is gone!"),
        ),
    ),
)

HEARTS: Final = Lesson(
    game="hearts",
    options={"values": "faces"},
    deal=DEAL,
    seat=0,
    replies=REPLIES,
    steps=STEPS,
    aim=mark("Each heart costs 1 point, the queen of spades 13: the fewest points win."),
    farewell=mark("Now you know the essentials. Play on, or begin a real game: {new}."),
    back_keys=mark("{keep_card} keeps a card, {take_back} takes a move back."),
    seed=SEED,
)
