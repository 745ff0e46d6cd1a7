"""The text versions can do what the full-screen program can: their words against its actions."""

from __future__ import annotations

import ast
import io
import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import tui.screens
from cli import sessions
from cli.game_commands import line_game
from cli.game_options import SeatRequests
from cli.lines import place
from cli.lines.at_table import HomeTable
from cli.lines.console import LineConsole
from cli.lines.first_screen import FirstScreen
from cli.lines.help import help_lines, help_on
from cli.lines.place import ANYWHERE, AT_HOME, OF_REPLAYS, OF_TABLES, SETTING_UP
from cli.sessions import GameRequest
from engine.games import GAMES, describe, find_game
from play.action import Topic, Untyped, Word, split_word
from play.actions import COMMON, WORDS
from play.games.actions import OWN, words_at, words_by_action
from play.home_model import STOPS
from play.saved_games import COLUMNS
from play.shared_seat import SHARED
from tui.games.catalogue import SCENES
from tui.screens.base import TapisScreen
from tui.screens.keys import every_kind, every_screen
from tui.screens.saved import SavedGames
from tui.screens.shared_table import SHARED as AT_SHARED_TABLES
from words.plain_text import folded
from words.translation import _, set_language

MODULES = [import_module(f"tui.screens.{one.name}") for one in iter_modules(tui.screens.__path__)]


def kinds_of(screen: type) -> Iterator[type]:
    """Yield a class and all that are made of it."""
    yield screen
    for kind in screen.__subclasses__():
        yield from kinds_of(kind)


SCREENS = {
    *(id_ for screen in [*every_screen()][: -len(GAMES)] for id_ in screen.offers),
    *(id_ for screen in kinds_of(TapisScreen) for id_ in vars(screen).get("OFFERS", ())),
    *AT_SHARED_TABLES,
}
"""What every screen offers, whatever leads to it, and what tables shared with others offer."""

ANSWERS = {
    "''": "",  # a heading
    "'again'": "new",
    "'swap'": "swap",
    "'level'": "level",
    "'replay'": "replay",
    "'analysis'": "analysis",
    "'share'": "share",
    "'home'": "home",
    "'back'": "return",
    "'new'": "new",
    "'saved'": "games",
    "'problems'": "problems",
    "'tables'": "tables",
    "'daily'": "daily",
    "'statistics'": "statistics",
    "'rules'": "rules",
    "'manual'": "manual",
    "'settings'": "settings",
    "'language'": "language fr",
    "'open'": "invite",
    "'close'": "close",
    "HUMAN": "close",
    "'quit'": "quit",
    "'yes'": "yes",  # or the same line once more
    "'no'": "no",
    "'first_game'": "first game",
    "ANEW + key": "first game new",
    "f'{SAY}{code}'": "say 1",
    "f'{REPLACE}{seat}'": "computer 2",
    "f'{CLAIM}{seat}'": "claim 2",
    "f'{HOST}{game}'": "host zen",
    "BEGIN": "begin",
    "FOR_OTHERS": "host",
    "TYPE": "join ada.example",
    "f'{JOIN}{table.name}'": "join 1",
    "f'{JOIN}{server.name}'": "join server@ada",
    "f'{OPEN}{server.name}'": "host server@ada",
    "game": "host zen server@ada",
    "row.id": "set 1",  # or settings 1
    "FAULTS": "settings",
    "KEYS": "",  # the keys of screens: of the eye, for here words are typed
    "a.id": "",  # one of these keys
    "action.id": "help",
    "name": "resume 1",
    "str(number)": "choices",
    "str(at)": "manual 1",  # or branch 1
    "str(seat)": "people",
}
"""Each answer that a screen offers, as its sources have it, and the line that is typed for it."""


def answers_of_screens() -> set[str]:
    """Return every answer that a question, a list or the first screen offers."""
    calls = (
        node
        for module in MODULES
        for node in ast.walk(ast.parse(Path(module.__file__).read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args
    )
    answers = {ast.unparse(call.args[0]) for call in calls if call.func.id == "Choice"}
    return answers | {*map(repr, STOPS)}


@pytest.mark.parametrize("game", GAMES)
def test_an_action_is_a_word_or_leads_to_one_or_says_why_it_is_of_the_screen_alone(game):
    said, actions = words_by_action(game), {**COMMON, **OWN[game]}
    for action in actions.values():
        assert isinstance(action.typed, Untyped) or said[action.id].help, action.id
        assert action.keys or isinstance(action.typed, Word), action.id
    offered = {*SCENES[game]().offers} | SCREENS
    assert offered <= {*actions}
    if describe(game).is_chance_alone:
        offered -= {"hint"}  # which a replay only refuses
    typed = {word.english for word in words_at(game)}
    assert {said[id_].english for id_ in offered if id_ in said} <= typed


def test_every_answer_that_a_screen_offers_has_a_line_that_is_typed_for_it():
    assert answers_of_screens() == {*ANSWERS}
    for line in filter(None, ANSWERS.values()):
        word, rest = split_word(WORDS, line)
        assert word, line
        assert word.takes or not rest, line


BASES = {
    "ReplayVariations",
    *("TapisScreen", "ListScreen", "RowScreen", "OverScreen", "SceneScreen", "TextScreen"),
    *("TurnedScreen", "TableQuestions", "TableKeys"),
}
"""The screens that nobody sees: others are made of them."""


def test_every_screen_names_the_word_that_tells_in_lines_what_it_shows_or_why_none_does():
    seen = {kind for kind in every_kind() if kind.__name__ not in BASES}
    assert len(seen) == len(every_kind()) - len(BASES)
    named = {kind.__name__: vars(kind).get("TOLD_BY") for kind in seen}
    assert [name for name, form in named.items() if form is None] == []
    first = FirstScreen()
    request = GameRequest(None, SeatRequests(first.game.key))
    console = LineConsole(first, request, io.BytesIO(), lambda _: None)
    words = words_by_action(first.game.key)
    for form in filter(lambda one: isinstance(one, str), named.values()):
        word, _rest = split_word(first.game.words, words[form].english)
        assert word.english in console.commands, form
        elsewhere = SHARED | place.OF_REPLAYS
        is_elsewhere = form in elsewhere or place.why_not(console, word) == first.absent()
        assert is_elsewhere or place.why_not(console, word) == "", form


ON_A_SAVED_GAME = {"open": "resume", "replay": "replay", "share": "share", "save_as": "copy",
                   "rename": "rename", "delete": "delete"}  # fmt: skip


def test_what_the_list_of_games_does_with_one_of_them_a_word_does_with_its_number():
    lists = {"find", "sort", "menu", "help", "back", "accept", "whole"}
    assert {*ON_A_SAVED_GAME} == {*SavedGames.OFFERS} - lists
    for word in WORDS:
        if word.english in ON_A_SAVED_GAME.values():
            assert re.search("GAME|NUMBER", word.takes), word.english


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_help_on_a_word_says_what_it_takes_with_an_example_that_can_be_typed(game, language):
    set_language(language)
    lines = line_game(game)
    for word in lines.words:
        told = [*help_on(lines, lambda _word: True, word.spelled)]
        assert told[0].startswith(f"{word.spelled} {_(word.takes)}".rstrip())
        begin = _("For example: {line}").format(line="")
        examples = [line.removeprefix(begin) for line in told if line.startswith(begin)]
        assert len(examples) == bool(word.takes), word.english
        for example in examples:
            found, rest = split_word(lines.words, example)
            assert found == word
            assert rest


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_columns_that_help_names_are_those_of_the_list(language):
    set_language(language)
    word, _rest = split_word(WORDS, "sort")
    named = ", ".join(_(words).lower() for words in COLUMNS.values())
    assert named in _(word.more)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_help_is_short_with_one_thing_a_line_and_leads_to_every_word(game, language):
    set_language(language)
    lines = line_game(game)
    told = [*help_lines(lines, lambda _word: True, (Topic.PLAY, Topic.LOOK))]
    assert len(told) < 34
    assert max(map(len, told)) < 110
    heard = [line for number in range(len(Topic))
             for line in help_on(lines, lambda _word: True, str(number + 1))]  # fmt: skip
    assert heard == [*help_on(lines, lambda _word: True, "all")]
    names = [line.split("[")[0].split(":")[0].strip() for line in heard if line[0] == " "]
    for word in lines.words:
        taken = _(word.takes).split("[")[0]
        assert f"{word.spelled} {taken}".strip() in names


def test_the_only_actions_that_cover_the_screen_lay_open_cards_or_end_a_round():
    covering = {id_ for id_, action in COMMON.items() if action.typed is Untyped.COVERING}
    assert covering == {"hide", "next_round"}


@pytest.mark.parametrize("game", GAMES)
def test_every_word_is_one_word_that_means_one_thing_and_something_carries_it_out(game):
    lines = line_game(game)
    texts = [
        text for word in lines.words for text in {word.english, word.french, word.letter} - {""}
    ]
    assert [text for text, count in Counter(texts).items() if count > 1] == []
    assert {text for text in texts if " " in text} == {"first game", "première partie"}
    for word in lines.words:
        for typed in (word.english, word.french, word.french.upper(), folded(word.french)):
            assert split_word(lines.words, f"{typed} 3") == (word, "3")
    request = GameRequest(find_game(game).options(), SeatRequests(game), 1)
    at = HomeTable.of(lines, sessions.new(request))
    console = LineConsole(at, request, io.BytesIO(), lambda _: None)
    console.close()
    answered = {*lines.looks, *lines.moves, *console.commands}
    assert {word.english for word in lines.words} <= answered
    unsaid = answered - {word.english for word in lines.words}
    assert unsaid <= {"finish", "hint", "choices", "follow"}  # of Bataille alone, and of all others


def test_every_place_names_actions_that_have_words():
    ids = {word.id for word in WORDS}
    assert ids | {"play_out"} >= ANYWHERE | AT_HOME | OF_REPLAYS | OF_TABLES | SETTING_UP
    assert ids - ANYWHERE - OF_REPLAYS - OF_TABLES - SETTING_UP == {
        *("play", "eyes", "log_up", "back"),  # both at a table and in a replay
    }
    assert {word.topic for word in WORDS} == {*Topic}
