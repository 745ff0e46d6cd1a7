"""Whole games in the text versions, typed by a script that uses every word, in both languages."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pytest
from analysts import QuickAnalyst

from cli import sessions
from cli.game_commands import line_game
from cli.game_options import SeatRequests
from cli.lines.at_table import HomeTable
from cli.lines.console import LineConsole
from cli.sessions import GameRequest
from cli.streams import FINISHED
from engine.duel.state import DuelOptions
from engine.games import find_game
from engine.zen.options import ZenOptions
from play.action import split_word
from play.last_setup import last_setup
from play.shared_seat import SHARED
from words.translation import set_language

SILENT = "11/11/11/11/4W6/4B2W3/4B6/5W2B2/11/11/11 W -"
"""White threatens with F4-H4; I4-K4 overlooks it, E7-G5 wins."""

LOOK = ("hint", "choices", "follow", "undo", "log", "rules", "manual", "help", "help hint",
        "statistics", "settings", "settings 2", "settings 2 light", "settings theme usual",
        "save", "save copied", "games", "sort players", "share", "share picture")  # fmt: skip
STEP = ("replay", "", "next 2", "previous", "forward", "backward", "last", "first", "play 1",
        "go 1", "marks", "marks next", "eyes", "branch", "return")  # fmt: skip

FILES = ("copy 2 Monday", "games", "rename 2 Sunday", "games sunday", "delete 1", "delete 1",
         "problems", "quit")  # fmt: skip


@pytest.fixture(autouse=True)
def _the_same_lots_every_time(monkeypatch):
    for module in ("cli.sessions", "play.replay_model"):
        monkeypatch.setattr(f"{module}.fresh_seed", lambda: 7)
    monkeypatch.setattr("play.replay_model.ProcessAnalyst", QuickAnalyst)


ELSEWHERE = {"tables", "join", "watch", "host", "invite", "home", "level", "daily"} | SHARED
"""The words for shared tables, the first screen and the daily deal, which have tests of their own,
and for the ladder below."""


class Typist(io.BytesIO):
    """Types a script line by line; a line may depend on how the game stands by then."""

    def __init__(self, game: str, code: str) -> None:
        super().__init__()
        self.words = line_game(game).words
        self.code = code
        self.used: set[str] = set()
        self.console: LineConsole | None = None
        self.script: Iterator[str] = iter(())
        self.written: list[bytes] = []

    def readline(self, _limit: int | None = -1, /) -> bytes:
        line = next(self.script, "quit")
        word, rest = split_word(self.words, line)
        if word is None:
            return f"{line}\n".encode()
        self.used.add(word.english)
        return f"{word.french if self.code == 'fr' else word.english} {rest}\n".encode()

    def moves(self, level: str = "casual") -> Iterator[str]:
        """Type moves of a computer player until the game is over."""
        at = self.console.at
        player = find_game(at.game.key).computer_players[level](1)
        while at.timeline.outcome is None:
            yield str(player.choose(at.timeline.view(at.asked)))

    @property
    def said(self) -> str:
        return b"".join(self.written).decode()


def played(game: str, code: str, options, who: tuple[str, ...], script) -> Typist:
    """Return the typist after a script was typed at a game of its own."""
    set_language(code)
    typist = Typist(game, code)
    request = GameRequest(options, SeatRequests(game, who), 5)
    session = sessions.new(request)
    sessions.keep(session)
    console = LineConsole(
        HomeTable.of(line_game(game), session), request, typist, typist.written.append
    )
    typist.console, typist.script = console, script(typist)
    assert console.run() == FINISHED
    console.close()
    set_language("en")
    return typist


def duel(typist: Typist) -> Iterator[str]:
    """A duel played to its end, with all else there is before and after."""
    yield from ("hand", "piles", "moves", "moves 27", "unseen", *LOOK)
    yield str(next(typist.console.at.view.legal()))
    yield from ("undo", *STEP, "setup", "4", "set 4 2", "6 3", "begin")
    yield from typist.moves()
    yield from (
        "new",
        "replay",
        "note !? hm",
        "note",
        "note none",
        "try",
        "variations",
        "first",
        "analysis",
        "retry",
        "next",
        "branch 2",
        "resume copied",
        "games",
        "sort when",
    )
    yield from (*FILES, f"language {typist.code}")
    yield from typist.moves()
    yield "swap"
    yield from ("first game", "05^ 57v", "undo", "05^ 57v", "19^ 09^", "52v 48v 44v 36^'")
    yield from ("hint", "11^ 20^", "first game")
    yield "quit"


def zen(typist: Typist) -> Iterator[str]:
    """A game of Zen with an échec that nobody announced, then one to its end."""
    yield from ("f4h4", "i4k4", "e7g5", "accept", "undo", "back", "pieces", "pieces 7", "pieces f")
    yield from ("pieces e7", "board", "board on", "board off", "pawns", "position", "moves e7")
    yield "table"
    yield from (*LOOK, *STEP, "setup", "set variant 1", "announce 1", "set", "begin")
    yield from typist.moves()
    yield from (
        "new",
        "swap",
        "replay",
        "note",
        "try",
        "variations",
        "first",
        "branch 1",
        "resume copied",
        "games",
    )
    yield from (*FILES, f"language {typist.code}")
    yield from ("first game", "c9e9", "undo", "c9e9", "d9h5", "d9xh5", "zi4f7", "hint", "d8e8")
    yield from ("first game new", "c9e9", "first game", "quit")


@pytest.mark.parametrize("code", ["en", "fr"])
def test_a_whole_duel_is_played_in_words(code):
    typist = played("duel", code, DuelOptions(), ("human", "casual"), duel)
    missing = {word.english for word in typist.words} - typist.used - ELSEWHERE
    assert missing == set()
    told = {"en": ("You win: ", "Game 1 of 3."), "fr": ("Vous gagnez : ", "Partie 1 sur 3.")}
    won, place = told[code]
    assert won in typist.said
    assert place in typist.said
    noted = {"en": "The note is saved.\n", "fr": "La note est enregistrée.\n"}
    assert typist.said.count(noted[code]) == 1
    refused = " is (no word|for) " if code == "en" else "n'a pas sa place| sert "
    assert not re.search(refused, typist.said)


@pytest.mark.parametrize("code", ["en", "fr"])
def test_a_whole_zen_is_played_in_words(code):
    options = ZenOptions(1, "hand", position=SILENT)
    typist = played("zen", code, options, ("human", "human"), zen)
    missing = (
        {word.english for word in typist.words} - typist.used - ELSEWHERE - {"analysis", "retry"}
    )
    assert missing == set()


@pytest.mark.parametrize("code", ["en", "fr"])
def test_who_wins_twice_is_offered_the_next_level_and_new_games_are_against_it(code):
    def twice(typist: Typist) -> Iterator[str]:
        for _game in range(2):
            yield "new"
            yield from typist.moves("club")
        yield "level"

    typist = played("duel", code, DuelOptions("north"), ("human", "novice"), twice)
    assert typist.console.at.session.table.sitters[1].kind == "casual"
    assert last_setup("duel").kinds == ("human", "casual")
    up, won = (
        ("level: a game against casual, one level up.", "You win: "),
        ("niveau : une partie contre amateur, un niveau plus haut.", "Vous gagnez : "),
    )[code == "fr"]
    assert (typist.said.count(up), typist.said.count(won)) == (1, 2)
    first = ("First win against novice.", "Première victoire contre débutant.")[code == "fr"]
    assert typist.said.count(first) == 1
