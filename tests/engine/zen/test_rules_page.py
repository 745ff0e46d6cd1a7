"""The rules of Zen as they are told, in both languages: every figure and every claim holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.game import Outcome
from engine.zen.board import BLACK, WHITE, Position, groups, pawn_groups
from engine.zen.ending import connection, is_echec, points
from engine.zen.game import ZEN
from engine.zen.moves import Answer, BoardMove, FirstColour, parse
from engine.zen.options import ZenOptions
from engine.zen.positions import START, legal_moves_text, parse_position, perft
from engine.zen.reasons import ZenEnding, ZenRefusal
from engine.zen.squares import parse_square
from engine.zen.state import ZenState
from engine.zen.view import landing_refusal
from play.games.actions import words_at
from tui.games.zen.figures import SMALL, drawn_figure
from tui.games.zen.pieces import Form
from tui.themes import Depth, Palette
from words.glyphs import ASCII, UNICODE

FOLDER = Path(__file__).parents[3] / "docs" / "rules"
LANGUAGES = ("en", "fr")
FIGURE = re.compile(r"```zen ?(.*?)\n(.*?)\n```", re.DOTALL)
GOES = {"en": "goes to", "fr": "va en"}
TAKES = {"en": "can take", "fr": "peut prendre"}


def page(language: str) -> str:
    return (FOLDER / f"zen.{language}.md").read_text()


def figures(text: str) -> list[tuple[str, Position]]:
    """Return what is pointed out in each figure of a page, and its position."""
    found = FIGURE.findall(text)
    return [(shown, parse_position(drawn.splitlines()[-1])) for shown, drawn in found]


def figure_text(position: Position, shown: str, glyphs=UNICODE) -> list[str]:
    """Return a figure as plain text, as it stands in the page."""
    lines = drawn_figure(position, shown, SMALL, Form(Palette("baize", Depth.NONE), glyphs))
    return ["".join(part.text for part in one).rstrip() for one in lines]


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
        _shown, above = figures(whole[: claim.start()])[-1]
        found.append((above, claim[1], claim[2].split()))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_figure_is_what_the_program_draws_of_the_position_below_it(language):
    found = FIGURE.findall(page(language))
    assert len(found) == 17
    assert page(language).count("```") == 2 * len(found)
    for shown, drawn in found:
        *board, written = drawn.splitlines()
        assert board == figure_text(parse_position(written), shown)
        assert all(line.isascii() for line in figure_text(parse_position(written), shown, ASCII))
    assert figures(page(language))[0] == ("", START)


def test_both_languages_have_the_same_figures_and_claims():
    assert figures(page("en")) == figures(page("fr"))
    for words in (GOES, TAKES):
        assert claims("en", words["en"]) == claims("fr", words["fr"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pieces_go_where_the_page_says(language):
    said = claims(language, GOES[language])
    assert len(said) == 7
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_free_first_turn_is_the_position_after_it_with_the_same_side_to_move(language):
    (given,) = [position for shown, position in figures(page(language)) if shown == "F11-F8"]
    after = ZEN.start(ZenOptions(first="black")).play(BLACK, parse("F11-F8")).position
    assert given == after._replace(side=BLACK)


def shown_by(words: str) -> list[Position]:
    return [position for shown, position in figures(page("en")) if shown == words]


@pytest.mark.parametrize("variant", [0, 1])
def test_either_side_connects_in_figure_2(variant):
    (chains,) = shown_by("K1-H4")
    for side, text in ((WHITE, "K1-H4"), (BLACK, "J5-H5")):
        state = ZenState.from_position(ZenOptions(variant), chains._replace(side=side))
        assert state.play(side, parse(text)).outcome == Outcome((side,), ZenEnding.CONNECTED)


def test_the_pawn_of_figure_5_passes_over_its_own_and_the_zen_and_is_blocked_by_the_others():
    (place,) = shown_by("G7")
    reasons = {}
    for end in ("E5", "G11", "K7", "J4"):
        refused = landing_refusal(place, 0, parse_square("G7"), parse_square(end))
        assert refused
        reasons[end] = refused.reason, str(refused.facts.get("square", end))
    assert reasons == {
        "E5": (ZenRefusal.OWN_PAWN, "E5"),
        "G11": (ZenRefusal.IN_THE_WAY, "G8"),
        "K7": (ZenRefusal.IN_THE_WAY, "J7"),
        "J4": (ZenRefusal.IN_THE_WAY, "I5"),
    }
    assert place.zen == mask("F7")
    assert place.black == sum(map(mask, ("G7", "F8", "E7", "E5", "G5", "G4")))


@pytest.mark.parametrize(("text", "apart"), [("ZH4-E4", "H4"), ("H6xH9", "H9")])
def test_both_sides_are_connected_after_the_moves_of_figure_7(text, apart):
    (before,) = shown_by(text)
    assert connection(before) is None
    theirs = pawn_groups(before, 1 - before.side)
    # one pawn that stands apart is taken; the Zen links what stands apart
    assert (mask(apart) in theirs) == (text == "H6xH9")
    assert (before.zen == mask(apart)) == text.startswith("Z")
    assert len(theirs) == 2
    state = ZenState.from_position(ZenOptions(), before)
    ended = state.play(before.side, parse(text)).outcome
    assert ended == Outcome((), ZenEnding.BOTH_CONNECTED)


def test_figure_8_is_mat_in_variant_1_and_one_move_more_in_the_base_game():
    before, again = *shown_by("D7"), *shown_by("ZD7-I7")
    assert before == again
    assert is_echec(before, 1)
    assert {"ZD7-I7", "ZD7xD9", "G10xD7"} <= set(legal_moves_text(before))
    earlier = before._replace(black=before.black ^ mask("C5") ^ mask("F2"), side=BLACK)
    first = ZenState.from_position(ZenOptions(1), earlier).play(BLACK, parse("F2-C5"))
    assert first.position == before
    assert first.is_echec
    mat = first.play(WHITE, parse("ZD7-I7"))
    assert mat.outcome == Outcome((WHITE,), ZenEnding.MAT)
    state = ZenState.from_position(ZenOptions(), before).play(WHITE, parse("ZD7-I7"))
    assert state.outcome is None
    replies = legal_moves_text(state.position)
    assert replies
    assert not [reply for reply in replies if reply.startswith("Z")]  # it cannot be moved away
    for reply in replies:
        last = state.play(BLACK, parse(reply))
        moves = last.view(WHITE).legal()
        ends = [last.play(WHITE, move).outcome for move in moves]
        assert Outcome((WHITE,), ZenEnding.CONNECTED) in ends


@pytest.mark.parametrize(
    ("number", "winner", "left_out", "counted", "with_zen"),
    [
        (11, WHITE, 4, [3, 1, 1, 1], 1),
        (12, WHITE, 5, [3, 1, 1], 5),
        (13, WHITE, 4, [3, 2, 1], 2),
        (9, WHITE, 7, [1], 0),
        (10, WHITE, 7, [1], 1),
        (14, BLACK, 3, [3, 1], 0),
    ],
)
def test_the_points_of_figures_9_to_14_and_none_in_the_base_game(
    number, winner, left_out, counted, with_zen
):
    """The Zen stands in a group of `with_zen` pieces of the loser, 0 when it is off the board."""
    place = shown_by("points")[[11, 12, 13, 9, 10, 14].index(number)]
    assert connection(place) == (winner, ZenEnding.CONNECTED)
    losers = [*groups(place.chain(1 - winner))]
    sizes = sorted((group.bit_count() for group in losers), reverse=True)
    assert sizes == [left_out, *counted]
    assert sum(group.bit_count() for group in losers if group & place.zen) == with_zen
    gained = sum(counted)
    assert points(place, winner) == gained
    base = ZenState.from_position(ZenOptions(), place)
    assert base.outcome == Outcome((winner,), ZenEnding.CONNECTED)
    assert base.view(None).rounds[0].points == 0
    rounds = ZenState.from_position(ZenOptions(2), place)
    assert (rounds.outcome, rounds.score[winner]) == (None, gained)


def mask(name: str) -> int:
    return 1 << parse_square(name)


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
        spelled = [re.findall(r"`([^`A-Z\[]*[^`A-Z\[ ])[^`]*`", cell) for cell in (first, second)]
        english, french = spelled if language == "en" else spelled[::-1]
        told |= {(*pair, key.strip("` ")) for pair in zip(english, french, strict=True)}
    assert told == {(word.english, word.french, word.letter) for word in words_at("zen")}
