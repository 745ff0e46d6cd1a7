"""Views of Bataille, its notation, what a program is told, and what is dealt anew."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from wars import chance_moves, dealt, fought, moved, new_table, play_on

from engine.game import Play
from engine.reasons import IllegalMove, NotationError, TableReason
from engine.shuffle import Lots
from engine.war.game import WAR
from engine.war.moves import TURN, PileDeal, Shuffle, Turned, parse
from engine.war.options import WarOptions
from engine.war.reasons import WarMerit, WarRefusal
from engine.war.view import WarDraft
from saves.checked_moves import MAX_MOVE

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


def test_every_card_never_turned_is_equally_likely_in_a_pile_that_was_dealt():
    table = play_on(new_table(WarOptions(2, 2), 3), 1)
    turned = {str(line.what) for line in table.view(0).log if str(line.what).startswith("duel")}
    (shown,) = turned
    found = Counter(
        table.state.redraw(table.plays, frozenset(), Lots(seed, 0))[0].move.piles[0][1]
        for seed in range(2_000)
    )
    assert len(found) == 50
    assert not set(shown.split()) & set(found)
    assert max(found.values()) < 80


def test_a_card_that_went_under_a_pile_may_only_change_places_with_those_it_went_with():
    moves = ["deal 2C 5C / 3D 6D", "turn", "shuffle 2C 3D", "turn", "shuffle 6D 5C"]
    state, plays = WAR.start(WarOptions(2, 2)), []
    for move in map(parse, moves):
        plays.append(Play(state.to_move[0], move))
        state = state.play(*plays[-1])
    drawn = {
        tuple(str(play.move) for play in state.redraw(plays, frozenset(), Lots(seed, 0)))
        for seed in range(100)
    }
    assert drawn == {
        ("deal 2C 5C / 3D 6D", "turn", f"shuffle {first}", "turn", f"shuffle {second}")
        for first in ("2C 3D", "3D 2C")
        for second in ("6D 5C", "5C 6D")
    }


@given(chance_moves())
def test_a_move_of_chance_reads_back_as_it_was_written(move):
    assert parse(str(move)) == move
    assert WAR.format(WAR.parse(str(move))) == str(move)
    assert str(move).startswith(WAR.chance_words)
    assert len(str(move)) <= MAX_MOVE


def test_the_moves_are_written_as_the_rules_say():
    assert parse("turn") is TURN
    assert parse("deal 2C KD / AS TH") == PileDeal((("2C", "KD"), ("AS", "TH")))
    assert parse("shuffle KD 2C") == Shuffle(("KD", "2C"))
    assert not str(TURN).startswith(WAR.chance_words)


@pytest.mark.parametrize(
    "text",
    [
        *("", "Turn", "turn ", "turn 2C"),
        *("shuffle", "shuffle ", "shuffle 1C", "shuffle 10C", "shuffle kd", "shuffle KD  2C"),
        *("deal", "deal ", "deal 2C/3C", "deal 2C / ", "deal ? / ?", "deal 2C  / 3C"),
    ],
)
def test_anything_else_is_no_move(text):
    with pytest.raises(NotationError):
        parse(text)


def test_a_turn_is_the_one_step_of_a_move():
    assert WAR.steps(TURN) == (TURN,)
    assert WAR.steps(Shuffle(("2C",))) == ()
    assert WAR.parse_step(WAR.format_step(TURN)) is TURN
    with pytest.raises(NotationError):
        WAR.parse_step("shuffle KD 2C")
