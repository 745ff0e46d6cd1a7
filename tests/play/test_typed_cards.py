"""Cards of Dame de Pique as people type them, in either language."""

from __future__ import annotations

import pytest
from hearts_tables import REFLEX, middle, played

from engine.hearts.cards import CARDS, SUITS
from engine.hearts.moves import SLAP, parse
from engine.hearts.reasons import HeartsRefusal
from engine.reasons import IllegalMove, NotationError, TableReason
from play.games.hearts.typed import TypedReason, read
from words.glyphs import ASCII, UNICODE, spelled
from words.playing_cards import card_words, suit_sign
from words.translation import set_language


def leads(hand: str):
    """Return the view of a seat that may lead any of these cards."""
    return middle(hand, "", "", "", is_broken=True).view(0)


def passes(hand: str):
    """Return the view of a seat that passes three of these cards."""
    return middle(hand, "", "", "", leader=None, number=1).view(0)


def refusal(typed: str, view) -> IllegalMove:
    with pytest.raises(IllegalMove) as refused:
        read(typed, view)
    return refused.value


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("7d", "7D"),
        ("7 d", "7D"),
        (" tc ", "TC"),
        ("10♣", "TC"),
        ("q♠", "QS"),
        ("d♠", "QS"),
        ("2♥", "2H"),
        ("DD", "QD"),
        ("vs", "JS"),
        ("R H", "KH"),
        ("DP", "QS"),
        ("10p", "TS"),
        ("8 pique", "8S"),
        ("dame de pique", "QS"),
        ("jouer 5 de trèfle", "5C"),
        ("L'as de cœur", "AH"),
        ("as", "AS"),
        ("ak", "AD"),
        ("tt", "TC"),
        ("the queen of spades.", "QS"),
    ],
)
def test_a_card_is_typed_in_words_signs_and_letters_of_either_language(language, typed, card):
    set_language(language)
    assert read(typed, leads(card)) == parse(card)


@pytest.mark.parametrize(
    ("language", "glyphs", "queen", "suits"),
    [
        ("en", UNICODE, "Q♠", "♣♦♥♠"),
        ("en", ASCII, "QS", "CDHS"),
        ("fr", UNICODE, "D♠", "♣♦♥♠"),
        ("fr", ASCII, "DP", "TKCP"),
    ],
)
def test_a_card_is_typed_as_it_is_shown(language, glyphs, queen, suits):
    set_language(language)
    assert card_words("QS", glyphs) == queen
    assert "".join(suit_sign(suit, glyphs) for suit in SUITS) == suits
    assert spelled("Q♠, 10♥", ASCII) == ("QP, 10C" if language == "fr" else "QS, 10H")
    for card in CARDS:
        assert read(card_words(card, glyphs), leads(str(card))) == card


@pytest.mark.parametrize(
    "typed",
    [
        "pass qs 2c 10h",
        "QS 2C TH",
        "qs,2c,th",
        "th2cqs",
        "ds 10h 2c",
        "passer 10 de coeur, 2 de trèfle et dame de pique",
        "2t dp 10 cœur",
    ],
)
def test_a_pass_is_typed_in_any_order(typed):
    assert read(typed, passes("2C TH QS")) == parse("pass 2C TH QS")


def test_a_slap_is_typed_as_a_word_or_by_enter_alone():
    table = middle("2D 3S", "3D 4S", "5D 5S", "TD 6S", options=REFLEX)
    slapping = played(table, "2D 3D 5D TD").view(2)
    assert read("", slapping) is read("Slap", slapping) is SLAP
    assert read("slap", leads("2C")) is SLAP


@pytest.mark.parametrize("typed", ["", "x", "pass", "7", "c7", "7D 8", "7D trick", "as " * 60])
def test_what_is_no_move_is_refused(typed):
    with pytest.raises(NotationError):
        read(typed, leads("7D 8D"))


@pytest.mark.parametrize(
    ("language", "typed", "hand", "move"),
    [
        ("en", "8c", "8C 8H", "8C"),
        ("en", "dc", "QH QC", "QH"),
        ("fr", "8c", "9C 8H", "8H"),
        ("fr", "dc", "QH QC", "QH"),
        ("fr", "qc", "QH QC", "QC"),
        ("fr", "passer 4c 8c rc", "4H 8H KH 4C 2C", "pass 4H 8H KH"),
        ("fr", "4c 8c 10p", "4C 8C TS 4H 8H", "pass 4H 8H TS"),
        ("fr", "4c 8c 10s", "4C 8C TS 4H 8H", "pass 4C 8C TS"),
    ],
)
def test_c_is_what_the_other_letters_show_else_what_the_language_shows(language, typed, hand, move):
    set_language(language)
    assert read(typed, passes(hand) if "pass" in move else leads(hand)) == parse(move)


@pytest.mark.parametrize(
    ("typed", "view", "card"),
    [
        ("passer 4c 8c 10c", passes("4C 8C TC 4H 8H TH"), "4"),
        ("8c", leads("8C 8H"), "8"),
        ("8c", leads("8C"), "8"),
        ("8c", played(middle("7C", "8C 8H", "", ""), "7C").view(1), "8"),
    ],
)
def test_in_french_both_readings_of_c_are_said_where_clubs_can_be_played(typed, view, card):
    set_language("fr")
    refused = refusal(typed, view)
    assert refused.reason is TypedReason.TWO_READINGS
    first, second = parse(f"{card}H"), parse(f"{card}C")
    assert dict(refused.facts) == {"text": f"{card}c", "first": first, "second": second}


@pytest.mark.parametrize(
    ("language", "typed", "card"), [("en", "8c", "8C"), ("fr", "8c", "8H"), ("fr", "dc", "QH")]
)
def test_what_is_not_in_hand_is_refused_as_the_card_that_is_meant(language, typed, card):
    set_language(language)
    other = f"{card[0]}{'H' if card[1] == 'C' else 'C'}"
    hand = "2D" if typed == "8c" else other
    assert read(typed, leads(hand)) == parse(card)


@pytest.mark.parametrize(
    ("typed", "reason", "fact"),
    [
        ("passer", HeartsRefusal.TOO_FEW, 0),
        ("2c 3c", HeartsRefusal.TOO_FEW, 2),
        ("2c", HeartsRefusal.TOO_FEW, 1),
        ("2c 3c 4c 5c", HeartsRefusal.TOO_FEW, 4),
        ("2c 3c 3c", HeartsRefusal.CHOSEN, parse("3C")),
    ],
)
def test_too_few_or_too_many_cards_to_pass_or_one_twice_are_told(typed, reason, fact):
    refused = refusal(typed, passes("2C 3C 4C 5C"))
    assert (refused.reason, *refused.facts.values()) == (reason, fact)


def test_several_cards_to_play_are_told_and_who_is_not_to_move():
    assert refusal("7d 8d", leads("7D 8D")) == IllegalMove(TypedReason.ONE_CARD, count=2)
    waits = middle("7D", "8D", "", "").view(1)
    assert refusal("8d", waits).reason is TableReason.NOT_TO_MOVE
