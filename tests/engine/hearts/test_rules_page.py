"""The rules of Dame de Pique as they are told, in both languages: every figure holds."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
from hearts_tables import mask, middle, playable, played

from engine.hearts.cards import CARDS
from engine.hearts.description import OPTIONS
from engine.hearts.game import HEARTS
from engine.hearts.options import HeartsOptions
from engine.hearts.rules import (
    CHELEM_POINTS,
    EXCHANGE_SUM,
    GOAL,
    JOKERS,
    PASS_STEPS,
    SLAP_SUM,
    VALUES,
    pass_step,
    round_points,
)
from play.games.hearts.typed import read
from words.glyphs import UNICODE
from words.playing_cards import card_words
from words.translation import set_language

FOLDER = Path(__file__).parents[3] / "docs" / "rules"
LANGUAGES = ("en", "fr")
language = pytest.mark.parametrize("language", LANGUAGES)


def page(language: str) -> str:
    return (FOLDER / f"hearts.{language}.md").read_text()


def letters(cards: str, language: str) -> str:
    """Return cards of the page, in signs and letters of its language, as a move writes them."""
    set_language(language)
    names = {card_words(card, UNICODE): str(card) for card in CARDS}
    return " ".join(names[card] for card in cards.split())


def rows(language: str, columns: int, first: str) -> list[list[str]]:
    """Return the rows of the table whose header begins so."""
    table = re.search(rf"^\| {first} \|.*\n\|[-|]*\n((?:\|.*\n)*)", page(language), re.MULTILINE)
    found = [
        [cell.strip().strip("`") for cell in row.strip("|").split("|")]
        for row in table[1].splitlines()
    ]
    assert all(len(row) == columns for row in found)
    return found


@language
def test_what_may_be_played_is_what_the_page_says(language):
    claims = rows(language, 4, {"en": "hand", "fr": "main"}[language])
    assert len(claims) == 9
    for hand, table, joker, cards in ([letters(cell, language) for cell in row] for row in claims):
        if table:
            state = middle(table, hand, "", "", joker=joker or None, first=table == "2C")
            state = played(state, table)
        else:
            state = middle(hand, "", "", "")
        assert mask(playable(state)) == mask(cards), (hand, table)


@language
def test_the_sums_are_those_of_the_page(language):
    claims = rows(language, 3, {"en": "trick", "fr": "levée"}[language])
    assert len(claims) == 5
    for trick, rank, faces in claims:
        cards = [HEARTS.parse(name) for name in letters(trick, language).split()]
        assert sum(VALUES["rank"][card] for card in cards) == int(rank)
        assert sum(VALUES["faces"][card] for card in cards) == int(faces)
    assert {int(claim[1]) for claim in claims} >= {SLAP_SUM, EXCHANGE_SUM}


@language
def test_every_move_of_the_page_is_written_so(language):
    for text, _ in rows(language, 2, {"en": "move", "fr": "coup"}[language]):
        if "..." not in text:
            assert HEARTS.format(HEARTS.parse(text)) == text
    for typed, card in (("qs", "QS"), ("10c", "TC"), ("2♥", "2H"), ("dp", "QS"), ("10t", "TC")):
        assert f"`{typed}`" in page(language)
        assert read(typed, middle(card, "", "", "").view(0)) == HEARTS.parse(card)


@language
def test_the_options_are_those_of_the_game_with_their_values(language):
    listed = {name: values for name, values, _ in rows(language, 3, "option")}
    assert [*listed] == [field.name for field in fields(HeartsOptions)]
    for option in OPTIONS:
        words = {True: "on", False: "off"}
        values = [words.get(value, str(value)) for value in option.values]
        assert re.findall(r"\w+", listed[option.name]) == values


@language
def test_the_numbers_of_the_page_are_those_of_the_rules(language):
    text = page(language)
    everything = mask(" ".join(f"{rank}H" for rank in "23456789TJQKA")) | mask("QS")
    with_joker = round_points((everything & ~mask("2H"), mask("2H 7D"), 0, 0), mask("7D"))
    for number in (len(JOKERS), sum(with_joker), CHELEM_POINTS, 3 * CHELEM_POINTS, GOAL):
        assert re.search(rf"\b{number}\b", text), number
    assert (len(JOKERS), sum(with_joker), 3 * CHELEM_POINTS) == (37, 27, 78)
    assert [pass_step(number) for number in (1, 2, 3, 4)] == [*PASS_STEPS] == [1, 3, 2, 0]


def test_both_languages_have_the_same_sections_and_codes():
    sections = [re.findall(r"^(#+) ", page(code), re.MULTILINE) for code in LANGUAGES]
    assert sections[0] == sections[1]
    codes = [
        {_card_letters(code, language) for code in re.findall(r"`([^`]+)`", page(language))}
        for language in LANGUAGES
    ]
    ranks = "2 3 4 5 6 7 8 9 10"
    assert codes[0] - codes[1] == {"queen of spades", f"{ranks} J Q K A"}
    assert codes[1] - codes[0] == {"dame de pique", f"{ranks} V D R A", "J", "Q", "K"}


def _card_letters(code: str, language: str) -> str:
    """Return a code of the page with its cards as a move writes them, where it has signs."""
    return letters(code, language) if re.search(r"\w[♣♦♥♠]$", code) else code
