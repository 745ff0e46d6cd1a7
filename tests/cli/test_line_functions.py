"""The text versions can do what the full-screen program can: their words against its actions."""

from __future__ import annotations

import io
from collections import Counter

import pytest

from cli.game_commands import GAME_COMMANDS, line_game
from cli.lines import sessions
from cli.lines.console import LineConsole
from cli.lines.sessions import GameRequest
from cli.lines.words import (
    ANSWERING,
    AT_HOME,
    BEFORE_A_GAME,
    COMMON,
    OF_THE_EYE,
    PLAYING,
    SETTING_UP,
    SHARED,
    STEPPING,
    OfTheEye,
    Subject,
    plain,
    split_word,
)
from cli.seats import SeatRequests
from engine.games import GAMES, find_game
from tui.actions import COMMON as ACTIONS
from tui.games.scenes import SCENES
from tui.screens.every import every_screen
from tui.screens.shared_table import SHARED as AT_SHARED_TABLES
from tui.screens.statistics import StatisticsScreen
from tui.screens.tables_here import TablesHere
from tui.screens.waiting_room import WaitingRoom

SCREENS = {
    *(id_ for screen in [*every_screen()][: -len(GAMES)] for id_ in screen.offers),
    *(*TablesHere.OFFERS, *WaitingRoom.OFFERS),
    *AT_SHARED_TABLES,
}
"""What every screen but the tables offers, and what tables shared with others offer besides."""


def spoken_for(game: str) -> list[str]:
    """Return the actions that the words of a game stand for, each as often as it is named."""
    return [id_ for word in line_game(game).words for id_ in word.actions]


def test_every_game_has_a_text_version():
    assert {*GAME_COMMANDS} == {*GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_every_function_of_every_screen_has_a_word_or_is_of_the_eye_alone(game):
    scene, typed = SCENES[game](), line_game(game).typed
    offered = SCREENS | {*scene.offers, *StatisticsScreen.OFFERS}
    told = {*spoken_for(game), *typed, *OF_THE_EYE}
    assert offered - told == set()


@pytest.mark.parametrize("game", GAMES)
def test_no_function_is_both_a_word_and_excused_and_none_is_invented(game):
    told, typed = spoken_for(game), line_game(game).typed
    assert [id_ for id_, count in Counter(told).items() if count > 1] == []
    assert {*told} & {*OF_THE_EYE} == {*told} & typed == typed & {*OF_THE_EYE} == set()
    own = SCENES[game]().actions
    assert typed <= {*own}, "a typed move stands for a game's own actions"
    assert {*told} <= {*own, *ACTIONS}
    assert {*OF_THE_EYE} <= {*ACTIONS}


def test_the_only_excuses_are_the_cursor_scrolling_and_what_covers_the_screen():
    assert {*OF_THE_EYE.values()} <= {*OfTheEye}
    assert {id_ for id_, why in OF_THE_EYE.items() if why is OfTheEye.COVERING} == {
        "hide",  # of cards that lie open on the screen
        "next_round",  # of a round's end that stands before the next table
    }


@pytest.mark.parametrize("game", GAMES)
def test_a_letter_means_the_same_here_and_at_the_table(game):
    actions = {**ACTIONS, **SCENES[game]().actions}
    for word in line_game(game).words:
        if word.key:
            keys = {key for action in word.actions for key in actions[action].keys}
            assert {"?": "question_mark"}.get(word.key, word.key) in keys, word.english


@pytest.mark.parametrize("game", GAMES)
def test_every_word_is_one_word_that_means_one_thing_and_something_carries_it_out(game):
    lines = line_game(game)
    texts = [text for word in lines.words for text in {word.english, word.french, word.key} - {""}]
    spelled = [text for text, count in Counter(texts).items() if count > 1]
    assert spelled == []
    assert {text for text in texts if " " in text} == {"first game", "première partie"}
    for word in lines.words:
        for typed in (word.english, word.french, word.french.upper(), plain(word.french)):
            assert split_word(lines.words, f"{typed} 3") == (word, "3")
    request = GameRequest(find_game(game).options(), SeatRequests(game), 1)
    console = LineConsole(lines, sessions.new(request), request, io.BytesIO(), lambda _: None)
    console.close()
    answered = {*lines.looks, *lines.moves, *console.commands}
    assert {word.english for word in lines.words} <= answered
    unsaid = answered - {word.english for word in lines.words}
    assert unsaid <= {"finish", "hint"}  # of Bataille alone, and of all others


def test_the_words_of_a_mode_are_words_of_all_games():
    names = {word.english for word in COMMON}
    modes = (STEPPING, SETTING_UP, PLAYING, SHARED, ANSWERING, AT_HOME, BEFORE_A_GAME)
    assert frozenset().union(*modes) - {"finish"} <= names
    assert {word.subject for word in COMMON} == {*Subject}
