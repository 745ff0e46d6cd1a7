"""A turn that is tried again: what is hidden, what is judged, and when it is found."""

from __future__ import annotations

import pytest
from analysts import HandAnalyst, PreparedAnalyst, judged_turn
from duels import new_table, play_on
from games_on_disk import NOW
from games_over import ENDED

from engine.analysis import SURE
from engine.game import CHANCE, never
from engine.reasons import IllegalMove
from play.controller import Controller
from play.frame import NO_SENSE_NOW, Phase
from play.games.duel.controls import DuelControls
from play.manual_loop import ManualLoop
from play.notes import GameFile
from play.playback import Pace
from play.replay_model import ReplayModel
from play.retry import RetryClient, RetryReason, is_good
from saves.analysis import JudgeMove, judge_move
from saves.record import Record

OVER = play_on(new_table(9), ("greedy", "greedy"))
LOSSES = {5: 12.0, 8: 6.0}


def judged_replay(loop: ManualLoop) -> ReplayModel:
    """Return the replay of a game that is analysed."""
    record, analyst = Record.new(OVER, NOW), PreparedAnalyst(loop, OVER, LOSSES)
    model = ReplayModel(record, GameFile(), DuelControls(), lambda _: (), loop, analyst=analyst)
    model.do("analysis")
    loop.run()
    return model


def at_table(loop: ManualLoop, turn: int = 5) -> tuple[Controller, RetryClient, list]:
    """Return the controller at which a turn is tried again, and what is refused there."""
    retry, refused = judged_replay(loop).judging.retry(turn), []
    client = RetryClient(retry)
    controller = Controller(client, DuelControls(), loop, Pace(0))
    controller.refused = refused.append
    controller.begin()
    return controller, client, refused


def test_only_a_turn_that_lost_something_is_tried_again():
    model = judged_replay(ManualLoop())
    for turn, reason in ((5, None), (6, RetryReason.NOT_JUDGED), (0, RetryReason.NOT_JUDGED)):
        model.go_to(str(turn))
        refused = model.frame.refusal("retry")
        assert (refused and refused.reason) == reason
    with pytest.raises(IllegalMove):
        model.judging.retry(6)
    record, loop = Record.new(new_table(9), NOW), ManualLoop()
    file, controls = GameFile(), DuelControls()
    model = ReplayModel(record, file, controls, lambda _: (), loop, analyst=HandAnalyst())
    assert model.frame.refusal("retry") is NO_SENSE_NOW, "nothing was played"


def test_what_came_later_and_the_hidden_cards_are_not_there():
    controller, client, _ = at_table(ManualLoop())
    played = judged_turn(OVER, 5)
    frame = controller.frame
    assert frame.phase is Phase.TURN
    assert frame.seat == played.seat
    assert len(client.timeline.plays) == played.ply
    assert frame.view == OVER.view_at(played.ply, played.seat)
    assert frame.view.hands[1 - played.seat] is None
    with pytest.raises(ValueError, match="seat"):
        client.timeline.view(1 - played.seat)


def test_a_wrong_turn_is_told_its_loss_and_the_cards_are_back_until_one_is_as_good_as_the_best():
    loop = ManualLoop()
    controller, client, refused = at_table(loop)
    found = []
    client.found = lambda: found.append(client.retry.tries)
    best = judged_turn(OVER, 5).best
    others = [move for move in client.timeline.view(client.retry.seat).legal() if move != best]
    for move in others[:2]:
        controller.play(move)
        assert controller.frame.phase is Phase.SENT
        loop.run()
        assert controller.frame.phase is Phase.TURN
        assert not controller.frame.cursor.draft.made
    assert [why.reason for why in refused] == [RetryReason.LOSES] * 2
    assert str(refused[0].explanation) == "That loses 4.2 points; try again."
    controller.play(best)
    loop.run()
    assert found == [3]
    assert client.retry.found_words == "Found, with 3 tries."


def test_a_person_who_was_told_the_best_turn_has_not_found_it():
    loop = ManualLoop()
    controller, client, _ = at_table(loop)
    controller.play(client.retry.tell().move)
    loop.run()
    assert client.retry.is_found
    assert client.retry.found_words == "That is as good as the best turn."


def test_the_turn_that_was_played_is_told_as_such():
    loop = ManualLoop()
    controller, _, refused = at_table(loop)
    controller.play(judged_turn(OVER, 5).played)
    loop.run()
    assert refused[0].reason is RetryReason.SAME


def test_a_turn_is_good_within_a_point_or_the_error():
    turn = judged_turn(OVER, 5)
    for loss, error, good in ((0.9, 0.1, True), (1.1, 0.1, False), (1.1, 1.1 / SURE + 0.1, True)):
        assert is_good(turn._replace(loss=loss, error=error)) is good, (loss, error)


def test_a_move_is_judged_in_the_worlds_of_the_one_that_was_made(monkeypatch):
    from engine.duel.analysis import Effort, analyse

    monkeypatch.setattr(analyse, "__defaults__", (never, Effort(20, 4, 12, 1)))
    played = judged_turn(OVER, 37)
    plays = OVER.plays[: played.ply + 1]
    (judged,) = analyse(OVER.states[: len(plays)], plays, first=played.ply)
    game = Record.new(OVER, NOW).to_bytes()
    asked = JudgeMove(game, played.ply, OVER.game.format(played.played))
    assert judge_move(asked, never) == judged
    best = judge_move(asked._replace(move=OVER.game.format(judged.best)), never)
    assert best.loss <= judged.loss
    assert (best.ply, best.seat, best.before) == (judged.ply, judged.seat, judged.before)


@pytest.mark.parametrize("key", ["zen", "hearts"])
def test_every_game_in_which_something_is_decided_can_judge_another_move(key):
    games = ENDED[key]()
    table = next(games) if key == "hearts" else [*games][1]  # a quick one
    at = next(at for at, play in enumerate(table.plays) if play.seat != CHANCE)
    seat, move = table.plays[at]
    legal = table.view_at(at, seat).legal()
    other = next(one for one in legal if one != move)
    question = JudgeMove(Record.new(table, NOW).to_bytes(), at, table.game.format(other))
    judged = judge_move(question, never)
    assert (judged.ply, judged.seat, judged.played) == (at, seat, other)
