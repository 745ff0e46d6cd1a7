"""Views of Bataille: their JSON both ways, what a program is told, the computer player."""

from __future__ import annotations

import pytest
from wars import dealt, fought, moved

from engine.reasons import IllegalMove, NotationError, TableReason
from engine.war.game import WAR
from engine.war.moves import TURN, Turned
from engine.war.reasons import WarMerit, WarRefusal
from engine.war.view import WarDraft

WORDS = WAR.line_words


def test_a_draft_has_one_step():
    draft = dealt("2C / 3C").view(0).draft()
    assert draft.steps() == {TURN: None}
    assert (draft.move, draft.add(TURN).move) == (None, TURN)
    assert draft.add(TURN).steps() == {}
    for call, reason in (
        (draft.finish, WarRefusal.UNFINISHED),
        (lambda: WarDraft((TURN,)).add(TURN), WarRefusal.TURNED),
    ):
        with pytest.raises(IllegalMove) as refusal:
            call()
        assert refusal.value.reason is reason


def test_a_view_is_the_same_in_the_middle_of_a_turn():
    view = dealt("2C / 3C").view(0)
    assert view.during([TURN]) == view
    assert view.timeout_play is None


def test_the_hint_is_the_only_move():
    hint = WAR.hint(dealt("2C / 3C").view(0))
    assert (hint.move, hint.reasons[0].reason) == (TURN, WarMerit.ONLY)
    with pytest.raises(IllegalMove) as refusal:
        WAR.hint(fought(dealt("2C / 3C")).view(0))
    assert refusal.value.reason is TableReason.GAME_OVER


def test_a_program_is_told_the_game_duel_by_duel():
    state = fought(dealt("5C 9C / 5D 8D / AC AD"))
    assert WORDS.since(state.view(1), 0) == [
        "war 3 2 10000",
        "duel 1 1 5C 2 5D",
        "duel 1 1 9C 2 8D",
        "takes 1 4",
        "out 2",
    ]
    assert WORDS.situation(state.view(1)) == WORDS.since(state.view(1), 0)
    assert WORDS.asking(state.view(2)) == ["play 3: 4 0 2"]
    assert WORDS.result(state.forfeit(0).outcome) == ["end forfeit 3"]
    assert WORDS.since(state.forfeit(0).view(2), len(state.log)) == []


def test_a_program_answers_turn():
    assert WORDS.read(" turn ") is TURN
    for answer in ("deal 2C / 3C", "shuffle 2C 3C", "pass"):
        with pytest.raises(NotationError):
            WORDS.read(answer)


def test_the_log_of_a_tie_names_the_same_duel_twice():
    state = moved(dealt("5C 9C / 5D 8D"), "turn", "turn")
    turned = [line.what for line in state.log if isinstance(line.what, Turned)]
    assert [one.number for one in turned] == [1, 1]
