"""The line mode of Bataille: turning, words in both languages, stepping, files, every end."""

from __future__ import annotations

import pytest
from line_modes import Played
from wars import dealt, fought, moved, new_table, play_on

from cli.lines import replay as in_lines
from cli.streams import FINISHED, STOPPED
from cli.war.line_game import WarLines
from engine.game import UNKNOWN, Play
from engine.timeline import TableTimeline
from engine.war.moves import TURN
from engine.war.options import WarOptions
from words.translation import set_language

THREE = WarOptions(3, 2)


@pytest.fixture(autouse=True)
def _the_same_lots(monkeypatch):
    monkeypatch.setattr("play.replay_model.fresh_seed", lambda: 7)


def played(*lines: str, options=THREE, **how) -> Played:
    """Return what came of a game dealt by the seed 5."""
    return Played("war", *lines, options=options, seed=5, **how)


def test_an_empty_line_turns_the_next_cards_and_all_that_is_public_is_told():
    game = played("", "", "")
    assert game.status == STOPPED
    assert (
        game.text
        == """\
Bataille, 3 players, 2 cards each
Player 1: a person.
Player 2: a person.
Player 3: a person.
An empty line turns the next cards; help lists the words.
Player 1: 2 cards.
Player 2: 2 cards.
Player 3: 2 cards.
Duel 1: Player 1 and Player 2.
Player 1> Player 1: 4 of diamonds, Player 2: jack of spades.
Player 2 takes 2 cards and has 3.
Duel 2: Player 2 and Player 3.
Player 2> Player 2: king of diamonds, Player 3: 8 of diamonds.
Player 2 takes 2 cards and has 4.
Duel 3: Player 3 and Player 1.
Player 3> Player 3: jack of diamonds, Player 1: king of clubs.
Player 1 takes 2 cards and has 2.
Player 3 is out.
Duel 4: Player 1 and Player 2.
Player 1> """
    )


def answers(state, *moves: str) -> list[str]:
    """Return what the last of these moves led to."""
    before = moved(state, *moves[:-1])
    after = moved(before, moves[-1])
    return [*WarLines().answer(before.view(None), Play(0, UNKNOWN), after.view(None))]


def test_a_tie_asks_for_another_turn_and_says_what_lies_there():
    tied = dealt("5C 9C 2C / 5D 8D 3C")
    assert answers(tied, "turn") == [
        "Player 1: 5 of clubs, Player 2: 5 of diamonds.",
        "Equal, once more.",
    ]
    situation = [*WarLines().situation(moved(tied, "turn").view(0))]
    assert situation[-1] == "Duel 1: Player 1 and Player 2. 2 cards lie there."
    assert answers(tied, "turn", "turn") == [
        "Player 1: 9 of clubs, Player 2: 8 of diamonds.",
        "Player 1 takes 4 cards and has 5.",
    ]


def test_a_run_out_says_that_nothing_is_left_to_turn():
    assert answers(dealt("7C / 7D / 2H"), "turn") == [
        "Player 1: 7 of clubs, Player 2: 7 of diamonds.",
        "Equal, and nothing left to turn.",
        "Player 2 takes 2 cards and has 2.",
    ]
    assert answers(dealt("7C / 7D / 2H"), "turn", "shuffle 7D 7C") == [
        "Player 1 is out.",
        "Duel 2: Player 2 and Player 3.",
    ]


@pytest.mark.parametrize("word", ["finish", "finir"])
def test_a_game_is_played_to_its_end_at_once(word):
    game = played("", word, word)
    assert game.status == FINISHED
    assert game.table.outcome
    assert (
        "Player 1 wins: nobody else has a card left.\nanalysis: where the game was decided.\n> "
        in game.text
    )
    assert game.text.endswith("The game is over.\n> ")


def test_several_share_a_win_at_the_last_duel_and_after_a_forfeit():
    limited = played("", options=WarOptions(3, 2, 1))
    assert limited.text.startswith("Bataille, 3 players, 2 cards each, 1 duel at most")
    assert "Player 1, Player 2, Player 3 share the win: the last duel is over.\n" in limited.text
    table = play_on(new_table(THREE), 1)
    table.forfeit(1, "")
    told = WarLines().result(TableTimeline(table, frozenset()))
    assert told == "Player 1, Player 3 share the win: Player 2 gave up."


def test_computer_players_alone_play_to_the_end_and_a_transcript_is_what_was_printed():
    game = played(who=("random",) * 3)
    assert game.status == FINISHED
    assert "\nPlayer 1: 4 of diamonds, Player 2: jack of spades.\n" in game.text
    printed = b"".join(in_lines.transcript(WarLines(), game.table)).decode()
    shown = game.text.splitlines(keepends=True)
    assert printed.splitlines(keepends=True)[-1] == shown[-1]
    assert [line for line in printed.splitlines() if "takes" in line] == [
        line for line in game.text.splitlines() if "takes" in line
    ]


def test_the_piles_and_the_turns_are_listed():
    game = played("", "", "", "piles", "log")
    assert "Player 3: out since duel 3.\n" in game.text
    assert (
        "2. Player 2: king of diamonds, Player 3: 8 of diamonds. Player 2 takes 2 cards.\n"
        in game.text
    )
    tied = fought(dealt("5C 9C 2C / 5D 8D 3C")).view(None)
    assert [*WarLines().log(tied)] == [
        "1. Player 1: 5 of clubs, Player 2: 5 of diamonds. Equal, once more.",
        "1. Player 1: 9 of clubs, Player 2: 8 of diamonds. Player 1 takes 4 cards.",
    ]


def test_stepping_through_the_game_undo_and_a_branch():
    game = played("", "", "replay", "", "next", "return", "undo", "replay", "", "branch 1", "")
    assert "Next: Player 1> turn\nturn 0 of 2> " in game.text
    assert "turn 2 of 2> Player 1: 1 card.\n" in game.text
    assert len(game.table.plays) == 5
    assert game.table.events[0].kind.value == "branch"


def test_what_is_no_word_is_said():
    game = played("F11-F8", "turn 3", "next", "tourne")
    assert "F11-F8 is not a word; an empty line turns the next cards, help lists the words." in (
        game.text
    )
    assert "turn takes nothing after it; type turn alone." in game.text
    assert game.table.turns == 0


def test_the_line_mode_speaks_french():
    set_language("fr")
    game = played("", "", "retourner", "piles", "aide")
    assert game.text.startswith("Bataille, 3 joueurs, 2 cartes chacun\nJoueur 1 : une personne.\n")
    assert (
        "Joueur 2 : roi de carreau, Joueur 3 : 8 de carreau.\nJoueur 2 prend 2 cartes et en a 4.\n"
        in game.text
    )
    assert "Joueur 3 : hors jeu depuis le duel 3.\n" in game.text
    assert WarLines().told(TURN) == "retourner"
    assert max(map(len, game.text.splitlines())) < 90


def test_plain_ascii_when_asked(monkeypatch):
    monkeypatch.setenv("TAPIS_ASCII", "1")
    game = played("", "help")
    assert game.text.isascii()
    assert "Player 1: 4 of diamonds, Player 2: jack of spades." in game.text
