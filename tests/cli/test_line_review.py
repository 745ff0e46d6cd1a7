"""The analysis of a game in words, in both languages, and a turn that is tried again."""

from __future__ import annotations

import json

import pytest
from analysts import AnswerAnalyst, judge_at_once, judged_turn, with_open_cards
from duels import new_table, play_on
from games_on_disk import saved_game
from games_over import hearts_over
from line_modes import Played

from engine.duel.state import DuelOptions
from saves.store import Store
from words.translation import set_language

OVER = play_on(new_table(8), ("greedy", "greedy"))
LOSSES = {7: 12.0, 10: 3.0, 16: 6.0}
BEST = str(judged_turn(OVER, 7).best)
PLAYED = str(judged_turn(OVER, 7).played)


@pytest.fixture(autouse=True)
def _judged_at_once(monkeypatch):
    judge_at_once(monkeypatch, OVER, LOSSES)


def said(*lines: str) -> list[str]:
    """Return what is said after each line in the replay of the game, the lines before it not."""
    saved_game(Store().folder, OVER, "over")
    played = Played("duel", "replay over", *lines, options=DuelOptions("north"), seed=3)
    return played.answers[1:-1]


def test_an_analysis_says_what_was_lost_and_goes_to_the_turn_that_decided():
    (told,) = said("analysis")
    lines = told.splitlines()
    assert lines[1:4] == [
        "Turn 7, North: blunder, 12 points.",
        "Turn 10, South: imprecise, 3 points.",
        "Turn 16, South: error, 6 points.",
    ]
    assert "North lost 0.6 points a turn." in lines
    assert any(line.startswith("Where the result of North comes from: the deal ") for line in lines)
    assert "The turn that decided the game: 16." in lines, "North has won"
    assert any(line.startswith("Better: ") for line in lines)


def test_a_turn_that_was_better_with_open_cards_is_told_apart_and_called_no_error(monkeypatch):
    judged = [judged_turn(OVER, turn) for turn in range(1, OVER.turns + 1)]
    turns = with_open_cards(judged, 5, judged[5].best)
    monkeypatch.setattr(
        "play.replay_model.ProcessAnalyst", lambda loop: AnswerAnalyst(loop, OVER, turns)
    )
    whole, here, other = said("analysis", "go 6", "go 7")
    assert str(turns[5].opened.best) == "13v 09^'"
    told = "Better with open cards, which is no error: 13 down, 9 up opponent, 8 points."
    assert told in here.splitlines()
    assert "open cards" not in other
    assert "No turn lost much." in whole.splitlines()


def test_each_round_of_a_game_is_told_with_where_its_result_comes_from(monkeypatch):
    table = next(iter(hearts_over()))
    turns = [judged_turn(table, turn) for turn in range(1, table.turns + 1)]
    half = len(turns) // 2
    turns[half:] = [turn._replace(part=2) for turn in turns[half:]]
    monkeypatch.setattr(
        "play.replay_model.ProcessAnalyst", lambda loop: AnswerAnalyst(loop, table, turns)
    )
    saved_game(Store().folder, table, "rounds")
    told = Played("hearts", "replay rounds", "analysis", seed=3).answers[1].splitlines()
    rounds = [line for line in told if line.startswith("Round ")]
    assert [line.partition(" ")[2][:12] for line in rounds] == ["1: the deal ", "2: the deal "]
    assert all("own losses " in line for line in rounds)


def test_marks_lead_from_loss_to_loss_and_a_hint_says_what_is_best_where_one_is():
    answers = said("analysis", "go 0", "marks next", "marks next", "hint")
    assert answers[2].startswith("Turn 7: blunder, 12 points.")
    assert answers[3].startswith("Turn 10: imprecise, 3 points.")
    assert answers[4].startswith("Hint: ")


def test_a_turn_is_tried_again_until_it_is_as_good_as_the_best():
    answers = said("analysis", "go 7", "retry", "hello", "01^ 02^", PLAYED, "hint", BEST, "next")
    again, no_word, illegal, same, hint, found, after = answers[2:]
    assert again.startswith("You are North. Find a better turn 7;")
    assert "South holds" not in again
    assert "hello" in no_word
    assert "There is no card 01" in illegal
    assert same == "That is the turn that was played; it loses 4.2 points.\n"
    assert hint.startswith("Hint: ")
    assert found.startswith("That is as good as the best turn.\n"), "it was told"
    assert "Next: South> " in found, "what came later is told again"
    assert "Next: North> " in after


TELLING = ["next", "last", "go 9", "eyes all", "play 1", "marks", "analysis", "variations", "try"]


@pytest.mark.parametrize("word", [*TELLING, f"try {BEST}", "branch"])
def test_no_word_tells_what_came_later_while_a_turn_is_tried_again(word):
    answers = said("analysis", "go 7", "retry", word, PLAYED)
    assert answers[3] == "Find a better turn 7 first; hint tells the best, return ends.\n"
    assert "it loses" in answers[4], "the turn is still tried again"


def test_an_empty_line_in_a_retry_says_again_what_is_wanted_and_return_ends_it():
    answers = said("analysis", "go 7", "retry", "", "return", PLAYED)
    assert answers[3] == answers[2]
    assert "Next: South> " in answers[4]
    assert "it loses" not in answers[5], "what is typed is judged no more"


def test_a_note_that_is_written_in_a_retry_does_not_end_it():
    answers = said("analysis", "go 7", "retry", "note ?! too hot", PLAYED, "return", "note")
    assert answers[3] == "The note is saved.\n"
    assert "it loses" in answers[4], "the turn is still tried again"
    assert answers[6] == "Note: ?! (dubious) too hot.\n"


def test_a_note_of_another_author_is_told_with_its_name():
    saved_game(Store().folder, OVER, "over")
    path = Store().path("over")
    document = json.loads(path.read_bytes())
    at = judged_turn(OVER, 7).ply + 1
    document["notes"] = [{"at": at, "by": "analysis", "sign": "?", "text": "Dear."}]
    path.write_text(json.dumps(document))
    played = Played(
        "duel", "replay over", "go 7", "note ! no", options=DuelOptions("north"), seed=3
    )
    assert "Note: analysis: ? (bad) Dear.\n" in played.answers[1]
    both = [{"at": at, "by": "analysis", "sign": "?", "text": "Dear."}]
    both.append({"at": at, "by": "person", "sign": "!", "text": "no"})
    assert json.loads(path.read_bytes())["notes"] == both


def test_only_a_turn_that_lost_something_is_tried_again():
    answers = said("retry", "analysis", "go 8", "retry")
    refused = "Only a turn that lost something can be tried again; an analysis finds them.\n"
    assert (answers[0], answers[3]) == (refused, refused)


def test_no_move_is_tried_at_the_end_of_a_game():
    assert said("last", PLAYED)[1] == "The game is over here; go back to try a move.\n"


def test_all_that_in_french():
    set_language("fr")
    answers = [
        text.replace("\N{NO-BREAK SPACE}", " ")
        for text in said("analyse", "aller 7", "réessayer", BEST)
    ]
    assert "Tour 7, Nord : gaffe, 12 points." in answers[0].replace("NORD", "Nord")
    assert "Trouvez un meilleur tour 7" in answers[2]
    assert answers[3].startswith("Trouvé, en 1 essai.")
