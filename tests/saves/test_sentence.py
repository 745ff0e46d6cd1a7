"""Sentences that can be said in any language, or as they are."""

from __future__ import annotations

import pytest

from engine.duel.reasons import Refusal
from engine.reasons import IllegalMove, Sentence, WrongOption
from engine.zen.options import ZenOptions
from engine.zen.reasons import ZenNotation
from programs.players import Failure
from saves.reasons import plain_sentence, sentence, sentence_of


def test_a_reason_within_a_sentence_is_a_sentence_too():
    with pytest.raises(WrongOption) as wrong:
        ZenOptions(position="11/12 B -")
    known = sentence_of(wrong.value)
    assert str(known) == "position: 2 rows instead of 11"
    facts = {"count": 2, "wanted": 11}
    assert known.facts["why"] == Sentence(str(ZenNotation.NO_ROWS.value), facts)


def test_what_nobody_knows_is_said_as_it_is():
    assert str(sentence_of(ValueError("odd {x} {"))) == "odd {x} {"
    assert sentence_of(ValueError("odd")) == plain_sentence("odd") == Sentence("odd", {})


def test_a_refused_move_keeps_its_reason_and_facts_that_a_file_can_hold():
    refused = IllegalMove(Refusal.NOT_IN_HAND, card=7)
    assert sentence_of(refused) == Sentence("{card:02} is not in hand", {"card": 7})
    lost = sentence(Failure.ILLEGAL, move="07^", why=refused)
    assert lost.facts["why"] == sentence_of(refused)
    assert str(lost) == "07^ is illegal: 07 is not in hand"
