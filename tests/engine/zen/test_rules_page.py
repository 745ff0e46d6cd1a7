"""The rules of Zen as they are told, in both languages: every figure and every claim holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.zen import text
from cli.zen.words import WORDS
from engine.zen.board import BLACK, WHITE, Position
from engine.zen.counting import legal_moves_text, perft
from engine.zen.ending import connection, is_mat, points
from engine.zen.game import ZEN
from engine.zen.moves import Answer, BoardMove, FirstColour, parse
from engine.zen.options import ZenOptions
from engine.zen.position_text import START, parse_position
from engine.zen.reasons import ZenEnding
from engine.zen.squares import parse_square
from engine.zen.state import ZenState
from tui.glyphs import UNICODE

FOLDER = Path(__file__).parents[3] / "docs" / "rules"
LANGUAGES = ("en", "fr")
FIGURE = re.compile(r"```\n(.*?)```", re.DOTALL)
GOES = {"en": "goes to", "fr": "va en"}
TAKES = {"en": "can take", "fr": "peut prendre"}


def page(language: str) -> str:
    return (FOLDER / f"zen.{language}.md").read_text()


def figures(language: str) -> list[Position]:
    """Return the position under each board."""
    return [
        parse_position(figure.splitlines()[-1])
        for figure in FIGURE.findall(page(language))
        if figure.startswith("    A")
    ]


def side_of(position: Position, square: str) -> int:
    return BLACK if position.black >> parse_square(square) & 1 else WHITE


def goals(position: Position, square: str, sign: str = "[-x]") -> list[str]:
    """Return where the piece on a square may go, were its side to move."""
    moves = legal_moves_text(position._replace(side=side_of(position, square)))
    return [move[len(square) + 1 :] for move in moves if re.match(f"{square}{sign}", move)]


def claims(language: str, words: str) -> list[tuple[Position, str, list[str]]]:
    """Return what the page says of a square: in the last figure it goes to these, or takes them."""
    whole, found = page(language), []
    for claim in re.finditer(rf"- `([A-K]1?\d)` {words} `([^`]*)`", whole):
        above = [f for f in FIGURE.findall(whole[: claim.start()]) if f.startswith("    A")]
        found.append((parse_position(above[-1].splitlines()[-1]), claim[1], claim[2].split()))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_board_is_the_position_below_it(language, monkeypatch):
    monkeypatch.setattr(text, "glyphs", lambda: UNICODE)
    boards = [f for f in FIGURE.findall(page(language)) if f.startswith("    A")]
    assert len(boards) == 6
    for board in boards:
        *drawn, written = board.splitlines()
        assert drawn == text.board(parse_position(written))
    assert figures(language)[0] == START


def test_both_languages_have_the_same_figures_and_claims():
    assert figures("en") == figures("fr")
    for words in (GOES, TAKES):
        assert claims("en", words["en"]) == claims("fr", words["fr"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pieces_go_where_the_page_says(language):
    said = claims(language, GOES[language])
    assert len(said) == 6
    for position, square, ends in said:
        assert sorted(ends) == sorted(goals(position, square))
    taken = claims(language, TAKES[language])
    assert len(taken) == 3
    for position, square, ends in taken:
        assert sorted(ends) == sorted(goals(position, square, "x"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_zen_goes_where_the_page_says(language):
    (said,) = re.findall(r"Zen (?:can go to|peut aller en) `([^`]*)`", page(language))
    assert sorted(f"ZF6-{end}" for end in said.split()) == [
        move for move in legal_moves_text(START) if move.startswith("Z")
    ]


def test_the_ends_and_points_of_the_figures():
    _start, _moving, _taking, chains, scattered, mating = order()
    for side, text_, winner in ((WHITE, "K1-H4", WHITE), (BLACK, "J5-H5", BLACK)):
        state = ZenState.from_position(ZenOptions(), chains._replace(side=side))
        ended = state.play(side, ZEN.parse(text_))
        assert (ended.outcome.winners, ended.outcome.why) == ((winner,), ZenEnding.CONNECTED)
    assert connection(scattered).winner == WHITE
    assert points(scattered, WHITE) == 6
    mat = ZenState.from_position(ZenOptions(1), mating).play(WHITE, ZEN.parse("I7-H7"))
    assert mat.outcome.why is ZenEnding.MAT
    assert is_mat(mat.position, 1)


def order() -> list[Position]:
    """Return the figures as the page has them: mat comes before the points there."""
    start, moving, taking, chains, mating, scattered = figures("en")
    return [start, moving, taking, chains, scattered, mating]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_notation_of_the_page_is_read(language):
    table = page(language).split("## Notation")[1].split("\n\n")[1]
    kinds = {type(parse(written)) for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
             for written in re.findall("`([^`]*)`", row)}  # fmt: skip
    assert kinds == {BoardMove, Answer, FirstColour}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbers_of_the_page_are_those_counted(language):
    assert re.search(r"56 (and|et) 3018 .*?56 (and|et)\s3026", page(language), re.DOTALL)
    assert [perft(START, 2, variant) for variant in (1, 3)] == [3018, 3026]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_every_word_of_the_line_mode_and_its_letter(language):
    rows = re.findall(r"^\| (`[^|]*`) \| (`[^|]*`) \|([^|]*)\|", page(language), re.MULTILINE)
    told = set()
    for first, second, key in rows:
        spelled = [re.findall(r"`([^` ]+)[^`]*`", cell) for cell in (first, second)]
        english, french = spelled if language == "en" else spelled[::-1]
        told |= {(*pair, key.strip("` ")) for pair in zip(english, french, strict=True)}
    assert told == {(word.english, word.french, word.key) for word in WORDS}
