"""The analysis of a replayed game: what it asks for, what is known of it and when."""

from __future__ import annotations

import pytest
from analysts import HandAnalyst, judged_turn
from at_table import HandLoop
from duels import new_table, play_on
from games_on_disk import NOW
from games_over import given_up, hearts_over

from engine.game import never
from engine.reasons import IllegalMove
from play.frame import NO_SENSE_NOW
from play.games.duel.controls import DuelControls
from play.judging import NoHint
from play.notes import GameFile
from play.replay_model import ReplayModel
from play.review import MOST_SIGNS, ReviewRefusal, Stage, label_words
from play.story import Highlight
from saves.analysis import JudgeTurns, find_hint
from saves.kept_analysis import KeepTurns, ReadKept
from saves.record import Record

OVER = play_on(new_table(9), ("greedy", "greedy"))
LOSSES = {5: 12.0, 8: 6.0, 11: 3.0}


def replay_of(table=OVER, marks=(), path=None) -> tuple[ReplayModel, HandAnalyst]:
    analyst = HandAnalyst()
    record, controls = Record.new(table, NOW), DuelControls()
    model = ReplayModel(
        record, GameFile(path), controls, lambda _: marks, HandLoop(), analyst=analyst
    )
    return model, analyst


def test_a_quick_curve_comes_first_and_turns_are_judged_from_the_first_to_the_last():
    model, analyst = replay_of()
    assert model.review.chances == ()
    model.do("analysis")
    game = model.review._game
    analyst.answer(*(judged_turn(OVER, turn, 40.0) for turn in range(1, 4)))
    known = [judged_turn(OVER, turn) for turn in range(1, 4)]
    befores = *(turn.before for turn in known), known[-1].after, None
    assert model.review.chances[:5] == befores
    assert not model.review.losses, "a quick look knows no losses"
    analyst.answer()
    analyst.answer(judged_turn(OVER, 1))
    analyst.answer(judged_turn(OVER, 2, 12.0))
    assert [item for item, _ in analyst.asked] == [
        JudgeTurns(game, True, 0),
        JudgeTurns(game, True, 3),
        *(JudgeTurns(game, False, done) for done in (0, 1, 2)),
    ]
    assert [*model.review.losses] == [2]
    assert model.review.progress == f"analysis 2/{OVER.turns}"
    assert model.review.ledgers is None
    assert not model.verdict.ledgers


def test_once_all_is_judged_the_ledgers_add_up_and_nothing_more_is_asked():
    model, analyst = replay_of()
    model.do("analysis")
    analyst.judge(OVER, LOSSES)
    assert model.review.stage is Stage.DONE
    assert len(analyst.asked) == 4
    kept = model.review.ledgers
    assert kept.deal + kept.draws + kept.choices == pytest.approx(kept.result)
    values = [value for _words, value in model.verdict.ledgers]
    assert values == [kept.deal, kept.draws, kept.losses, kept.hidden, kept.result]
    assert not model.review.rounds, "a duel is a round"
    model.do("next_turn")
    assert not model.verdict.ledgers, "it stands before the first turn and after the last"
    model.do("analysis")
    assert len(analyst.asked) == 4


def test_the_ledgers_of_the_rounds_add_up_to_those_of_the_game():
    table = next(iter(hearts_over()))
    review = replay_of(table)[0].review
    review.stage = Stage.DONE
    for turn in range(1, table.turns + 1):
        review.turns[turn] = judged_turn(table, turn)._replace(part=1 + turn * 4 // table.turns)
    assert [*review.rounds] == [1, 2, 3, 4, 5]
    values = [[value for _words, value in rows] for rows in review.rounds.values()]
    whole = [value for _words, value in review.ledger_rows]
    assert [*map(sum, zip(*values, strict=True))] == pytest.approx(whole)


def test_losses_are_the_marks_once_there_are_any():
    model, analyst = replay_of(marks=(Highlight(2, "biggest gift", ""),))
    assert [mark.turn for mark in model.marks] == [2]
    model.do("analysis")
    assert [mark.turn for mark in model.marks] == [2]
    analyst.judge(OVER, LOSSES)
    assert [(mark.turn, mark.name) for mark in model.marks] == [
        (5, "blunder, 12 points"),
        (8, "error, 6 points"),
        (11, "imprecise, 3 points"),
    ]
    assert [mark.is_small for mark in model.marks] == [False, False, True]
    turns = []
    for _ in LOSSES:
        model.do("next_mark")
        turns.append(model.turn)
    assert turns == [5, 8, 11]
    model.do("previous_mark")
    assert model.turn == 8


def test_a_better_turn_is_told_with_its_reasons_only_where_much_was_lost():
    model, analyst = replay_of()
    model.do("analysis")
    analyst.judge(OVER, {5: 12.0, 6: 0.4})
    model.go_to("5")
    verdict = model.verdict
    assert verdict.turn == 5
    assert label_words(verdict.judged) == "blunder, 12 points"
    assert verdict.better.move == verdict.judged.best
    assert verdict.better.reasons
    model.go_to("6")
    assert model.verdict.better is None


def test_in_the_middle_of_a_turn_that_turn_is_judged():
    model, analyst = replay_of()
    model.do("analysis")
    analyst.judge(OVER, LOSSES)
    model.go_to("4")
    model.do("next_step")
    assert model.verdict.judged == judged_turn(OVER, 5, 12.0)


@pytest.mark.parametrize("losses", [LOSSES, {}])
def test_the_turn_that_decided_is_the_dearest_loss_of_who_did_not_win(losses):
    model, analyst = replay_of()
    model.do("analysis")
    analyst.judge(OVER, losses)
    winner = OVER.outcome.winners[0]
    lost = {turn: loss for turn, loss in losses.items() if judged_turn(OVER, turn).seat != winner}
    assert model.review.decisive == max(lost, key=lost.get, default=None)


def test_leaving_stops_the_analysis_and_what_was_judged_stays():
    model, analyst = replay_of()
    model.do("analysis")
    analyst.answer()
    analyst.answer(judged_turn(OVER, 1))
    model.leave()
    assert analyst.is_stopped
    assert analyst.is_closed
    assert not model.review.is_running
    model.do("analysis")
    assert analyst.asked[-1][0][1:] == (False, 1), "it goes on where it was"


def test_an_analysis_that_fails_says_so_and_may_be_asked_for_again():
    model, analyst = replay_of()
    model.do("analysis")
    analyst.asked[-1][1](OSError("no process"))
    assert model.review.stage is Stage.FAILED
    assert model.review.chances == ()
    assert model.verdict is None
    model.do("analysis")
    assert model.review.is_running


def test_a_game_in_play_is_not_analysed_and_a_game_without_an_analysis_does_not_offer_it():
    in_play = replay_of(play_on(new_table(9), ("greedy", "greedy"), 7))[0]
    assert in_play.frame.refusal("analysis").reason is ReviewRefusal.IN_PLAY
    with pytest.raises(IllegalMove):
        in_play.do("analysis")
    assert replay_of(new_table(9))[0].frame.refusal("analysis") is NO_SENSE_NOW
    assert replay_of()[0].frame.refusal("analysis") is None


def test_processes_judge_in_parts_and_each_part_begins_where_the_one_before_ended(monkeypatch):
    from engine.duel.analysis import Effort, analyse
    from saves import analysis

    little = Effort(2, 1, 2)
    monkeypatch.setattr("engine.duel.analysis.QUICK", little)
    monkeypatch.setattr(analysis, "PART_SECONDS", 0.0)
    table = given_up(play_on(new_table(9), ("greedy", "greedy"), 6))
    whole = [*analyse(table.states[: len(table.plays)], table.plays, never, little)]
    game, found = Record.new(table, NOW).to_bytes(), []
    for done in (0, 1, 2, 2, 4, 5):  # asked twice, and with a gap
        (turn,) = analysis.judge_turns(JudgeTurns(game, True, done), never)
        found.append(turn)
    assert found == [whole[at] for at in (0, 1, 2, 2, 4, 5)]
    assert analysis.judge_turns(JudgeTurns(game, True, table.turns), never) == ()


def test_the_turn_that_decided_is_gone_to_once_all_is_judged():
    model, analyst = replay_of(marks=(Highlight(9, "ahead from here", ""),))
    model.seek_decisive()
    assert model.judging.seeks_decisive
    assert model.is_over_here
    analyst.judge(OVER, LOSSES)
    assert model.turn == model.review.decisive == model.judging.decided
    assert not model.judging.seeks_decisive
    model.do("next_turn")
    assert model.judging.decided is None


def test_without_a_loss_it_is_the_dearest_turn_of_the_story():
    model, analyst = replay_of(
        marks=(Highlight(9, "ahead from here", ""), Highlight(2, "gift", ""))
    )
    model.seek_decisive()
    analyst.judge(OVER, {})
    assert model.turn == 9


def test_who_looks_around_meanwhile_is_taken_nowhere():
    model, analyst = replay_of()
    model.seek_decisive()
    model.do("previous_turn")
    here = model.replay.place
    analyst.judge(OVER, LOSSES)
    assert model.replay.place == here


def test_the_best_of_a_judged_turn_is_known_at_once():
    model, analyst = replay_of()
    model.do("analysis")
    analyst.judge(OVER, LOSSES)
    model.go_to("4")
    model.do("hint")
    assert model.best.hint.move == judged_turn(OVER, 5).best
    assert model.best.is_analysed
    assert len(analyst.asked) == 4
    model.do("next_turn")
    assert model.best.hint is None


def test_without_an_analysis_a_hint_is_sought_for_who_is_to_move_here():
    model, analyst = replay_of()
    model.go_to("4")
    model.do("hint")
    assert model.best.is_sought
    question, told = analyst.asked[-1]
    assert question.at == judged_turn(OVER, 5).ply
    found = find_hint(question, never)
    seat = OVER.plays[question.at].seat
    OVER.view_at(question.at, seat).check(found.move)
    told(found)
    assert model.best.hint == found
    model.do("hint")
    model.do("previous_turn")
    assert analyst.is_stopped, "what is sought for another place is sought no more"
    assert not model.best.is_sought


def test_nothing_is_best_at_the_end_or_in_a_game_in_play():
    model, _ = replay_of()
    model.do("last")
    assert model.frame.refusal("hint").reason is NoHint.OVER
    in_play, _ = replay_of(play_on(new_table(9), ("greedy", "greedy"), 7))
    assert in_play.frame.refusal("hint").reason is NoHint.IN_PLAY


def test_an_analysis_that_was_kept_is_shown_at_once(tmp_path):
    model, analyst = replay_of(path=tmp_path / "one.json")
    model.do("analysis")
    question, told = analyst.asked[-1]
    assert question == ReadKept(tmp_path / "one.json", model.review._game)
    told(tuple(judged_turn(OVER, turn, LOSSES.get(turn, 0.0)) for turn in range(1, OVER.turns + 1)))
    assert model.review.stage is Stage.DONE
    assert [*model.review.losses] == [5, 8, 11]
    assert len(analyst.asked) == 1


@pytest.mark.parametrize("answer", [(), OSError("away")])
def test_without_a_good_one_it_is_made_and_kept_once_it_is_whole(tmp_path, answer):
    model, analyst = replay_of(path=tmp_path / "one.json")
    model.do("analysis")
    analyst.asked[-1][1](answer)
    assert isinstance(analyst.asked[-1][0], JudgeTurns)
    analyst.judge(OVER, LOSSES)
    kept, _ = analyst.asked[-1]
    assert isinstance(kept, KeepTurns)
    assert kept.path == tmp_path / "one.json"
    assert [turn.loss for turn in kept.turns if turn.loss] == [*LOSSES.values()]


def test_a_timeline_has_signs_of_the_dearest_losses_alone():
    model, analyst = replay_of()
    model.do("analysis")
    losses = {turn: 5.5 + turn for turn in range(2, 22, 2)}
    analyst.judge(OVER, losses)
    signs = [mark.turn for mark in model.marks if not mark.is_small]
    assert signs == [*losses][-MOST_SIGNS:]
    assert [mark.turn for mark in model.marks] == [*losses]
