"""A move in the making, and why a move is refused: the view, the draft and the board agree."""

from __future__ import annotations

from random import Random

import pytest
from zens import any_position, play_moves, position, positions_of_a_game

from engine.reasons import IllegalMove, TableReason
from engine.zen.board import moves
from engine.zen.ending import is_over
from engine.zen.game import ZEN
from engine.zen.geometry import START_SHIFT
from engine.zen.moves import ANNOUNCE, Answer, parse
from engine.zen.options import ZenOptions
from engine.zen.positions import START, parse_position
from engine.zen.reasons import ZenRefusal
from engine.zen.squares import SQUARES, parse_square, squares_of
from engine.zen.state import ZenState
from engine.zen.view import ZenDraft, ends_of, landing_refusal, piece_refusal

PLACES = [
    *[any_position(Random(seed)) for seed in range(15)],
    *[any_position(Random(seed), 2, 8, 5) for seed in range(15)],
    *positions_of_a_game(2)[::6],
]


def draft_at(place, options=ZenOptions(), *names: str) -> ZenDraft:  # noqa: B008
    draft = ZenDraft(place, options)
    for name in names:
        draft = draft.add(parse_square(name))
    return draft


def reason_of(why: IllegalMove | None):
    return why and why.reason


@pytest.mark.parametrize("variant", [1, 3])
def test_what_is_refused_is_what_is_no_move(variant):
    for place in PLACES:
        found = set(moves(place, variant))
        for start in SQUARES:
            ends = ends_of(place, variant, start)
            movable = (place.own | place.zen) >> start & 1
            assert (piece_refusal(place, variant, start) is None) == bool(ends)
            for end in SQUARES if movable else ():
                legal = landing_refusal(place, variant, start, end) is None
                assert legal == (start << START_SHIFT | end in found) == bool(ends >> end & 1)


@pytest.mark.parametrize("variant", [1, 3])
def test_the_steps_lead_to_every_move_and_to_no_other(variant):
    for place in PLACES:
        draft = draft_at(place, ZenOptions(variant=variant))
        made = set()
        for start, why in draft.steps().items():
            if why is None:
                ends = draft.add(start).steps()
                made |= {draft.add(start).add(end).finish() for end in ends if ends[end] is None}
        assert {move.code for move in made} == set(moves(place, variant))
        assert len(made) == len(moves(place, variant))


def test_a_view_accepts_its_legal_moves_and_no_others():
    everything = [
        f"{a}{mark}{b}" for a in ("F11", "B7", "ZF6", "F6") for mark in "-x" for b in SQUARES
    ]
    for variant in (1, 3):
        view = ZenState.from_position(ZenOptions(variant=variant), START).view(0)
        legal = set(map(str, view.legal()))
        accepted = set()
        for text in everything:
            try:
                view.check(parse(text))
            except IllegalMove:
                continue
            accepted.add(text)
        assert accepted == {text for text in legal if text.split("-")[0] in ("F11", "B7", "ZF6")}


def test_first_every_piece_can_be_asked_for():
    steps = draft_at(START).steps()
    assert set(steps) == set(squares_of(START.occupied))
    assert sum(why is None for why in steps.values()) == 13
    assert {why.reason for why in steps.values() if why} == {ZenRefusal.NOT_YOURS}


def test_then_every_square_in_a_straight_line():
    steps = draft_at(START, ZenOptions(), "F11").steps()
    assert {str(square) for square, why in steps.items() if why is None} == {"F8", "C11", "I11"}
    assert {str(square) for square in steps if str(square)[0] == "F"} == {
        f"F{row}" for row in range(1, 11)
    }
    assert len(steps) == 30


@pytest.mark.parametrize(
    ("text", "reason", "words"),
    [
        ("E5-E6", ZenRefusal.NOTHING_THERE, "there is nothing on E5"),
        ("A11-A8", ZenRefusal.NOT_YOURS, "the pawn on A11 is the opponent's"),
        ("F11-G9", ZenRefusal.NOT_STRAIGHT, "G9 is not in a straight line from F11"),
        ("F11-F11", ZenRefusal.NOT_STRAIGHT, "F11 is not in a straight line from F11"),
        ("F11-F9", ZenRefusal.WRONG_COUNT, "with 3 on the line, F11 moves 3; F9 is 2 away"),
        ("F6-F9", ZenRefusal.IS_THE_ZEN, "the Zen stands on F6: its moves are written with Z"),
        ("ZF11-F8", ZenRefusal.NOT_THE_ZEN, "the Zen does not stand on F11"),
        ("F11xF8", ZenRefusal.NO_CAPTURE, "there is nothing to take on F8"),
        ("F11-F8+", ZenRefusal.NO_ANNOUNCING, "in this game the players do not announce échec"),
    ],
)
def test_a_refusal_says_why(text, reason, words):
    with pytest.raises(IllegalMove) as refused:
        ZenState.from_position(ZenOptions(), START).view(0).check(parse(text))
    assert (refused.value.reason, str(refused.value)) == (reason, words)


@pytest.mark.parametrize(
    ("place", "text", "reason"),
    [
        (position("F1 F2 F4", "A11 C11"), "F1-F4", ZenRefusal.OWN_PAWN),
        (position("F1 F2 A9", "F3 A11"), "F1-F4", ZenRefusal.IN_THE_WAY),
        (position("F1 F2 K9", "F4 A11"), "F1-F4", ZenRefusal.CAPTURE),
        (position("E5 K2", "E7 K10", "F6"), "ZF6-G6", ZenRefusal.NO_CONTACT),
        (position("E5 K2", "E7 K10", "F6", barred="E6"), "ZF6-E6", ZenRefusal.BARRED),
        (position("A1 K11 F6", "A2 B1 B2 K5"), "A1-B2", ZenRefusal.STUCK),
    ],
)
def test_the_other_refusals(place, text, reason):
    assert not is_over(place, 1)
    with pytest.raises(IllegalMove) as refused:
        ZenState.from_position(ZenOptions(), place).view(0).check(parse(text))
    assert refused.value.reason is reason


def test_what_is_in_the_way_is_named():
    why = landing_refusal(position("F1 F2 A9", "F3 A11"), 1, parse_square("F1"), parse_square("F4"))
    assert str(why) == "the opponent's pawn on F3 blocks the way to F4"


def test_a_draft_is_finished_by_its_landing_square_and_knows_the_capture():
    draft = draft_at(position("F1 F2", "F4 A11"), ZenOptions(), "F1")
    assert draft.move is None
    with pytest.raises(IllegalMove) as refused:
        draft.finish()
    assert refused.value.reason is ZenRefusal.UNFINISHED
    done = draft.add(parse_square("F4"))
    assert str(done.finish()) == "F1xF4"
    assert done.made == ZEN.steps(done.move)
    assert done.steps() == {}
    assert reason_of(done.refusal(parse_square("F5"))) is ZenRefusal.ALREADY_MOVED
    assert draft.made == (parse_square("F1"),)  # taking back is keeping the old one


def test_steps_that_are_none_are_refused():
    draft = draft_at(START)
    assert reason_of(draft.refusal(ANNOUNCE)) is ZenRefusal.UNFINISHED
    assert reason_of(draft.refusal(Answer.BACK)) is TableReason.NOT_A_MOVE_NOW
    assert reason_of(draft.refusal(parse_square("E5"))) is ZenRefusal.NOTHING_THERE
    with pytest.raises(IllegalMove):
        draft.add(parse_square("A11"))


HAND = ZenOptions(variant=1, announce="hand", first="white")
SILENT = parse_position("11/11/11/11/4W6/4B2W3/4B6/5W2B2/11/11/11 W -")


def test_by_hand_a_third_step_announces():
    draft = draft_at(SILENT, HAND, "F4", "H4")
    assert str(draft.finish()) == "F4-H4"
    assert draft.steps() == {ANNOUNCE: None}
    announced = draft.add(ANNOUNCE)
    assert str(announced.finish()) == "F4-H4+"
    assert announced.made == ZEN.steps(announced.finish())
    assert reason_of(announced.refusal(ANNOUNCE)) is ZenRefusal.ALREADY_MOVED
    quiet = draft_at(SILENT, HAND, "H6", "I5")
    assert reason_of(quiet.steps()[ANNOUNCE]) is ZenRefusal.NO_ECHEC


def test_by_hand_only_an_echec_can_be_announced():
    view = ZenState.from_position(HAND, SILENT).view(1)
    texts = set(map(str, view.legal()))
    assert {"F4-H4", "F4-H4+"} <= texts
    assert {text for text in texts if text.endswith("+")} < {f"{text}+" for text in texts}
    for move in view.legal():
        view.check(move)
        announced = move._replace(announces=True)
        if str(announced) not in texts:
            with pytest.raises(IllegalMove) as refused:
                view.check(announced)
            assert refused.value.reason is ZenRefusal.NO_ECHEC
            assert str(refused.value) == f"{move} does not give échec"


def test_who_is_asked_can_only_answer():
    state = play_moves(ZenState.from_position(HAND, SILENT), "F4-H4", "I4-K4", "E7-G5")
    draft = state.view(0).draft()
    assert draft.steps() == {Answer.BACK: None, Answer.ACCEPT: None}
    with pytest.raises(IllegalMove) as refused:
        draft.finish()
    assert refused.value.reason is ZenRefusal.ASKED
    assert reason_of(draft.refusal(parse_square("E5"))) is ZenRefusal.ASKED
    answered = draft.add(Answer.BACK)
    assert answered.finish() is Answer.BACK
    assert ZEN.steps(answered.finish()) == answered.made
    assert answered.steps() == {}
    assert reason_of(answered.refusal(Answer.BACK)) is ZenRefusal.ALREADY_MOVED


def test_a_lot_has_no_steps():
    assert ZEN.steps(parse("begin W")) == ()
