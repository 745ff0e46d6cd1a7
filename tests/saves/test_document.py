"""Strict JSON: what is refused, where the fault is, and the sentence that says so."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reasons import is_of_reasons

from engine.duel.reasons import Refusal
from engine.reasons import IllegalMove, Sentence, WrongOption
from engine.zen.options import ZenOptions
from engine.zen.reasons import ZenNotation
from programs.players import Failure
from saves.document import MAX_DEPTH, Fault, quoted, read_document, write_document
from saves.reasons import plain_sentence, sentence, sentence_of

texts = st.text(st.characters(exclude_categories=["Cs"]))
numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
plain = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
)


@settings(max_examples=50)
@given(plain)
def test_what_is_written_reads_back_equal(document):
    assert read_document(write_document(document)) == document


def test_a_whole_number_is_one_however_it_is_written():
    whole = read_document(b"[1e2, 100.0, 5E0, -0.0, 9007199254740991.0]")
    assert (whole, {type(number) for number in whole}) == ([100, 100, 5, 0, 2**53 - 1], {int})
    assert [*map(type, read_document(b"[1.5, 1e300]"))] == [float, float]


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "line 1, column 1: ends too early"),
        (b"{", "line 1, column 2: ends too early"),
        (b'{"a": 1,\n ', "line 2, column 2: ends too early"),
        ('{"é": 1,\n x}'.encode(), "line 2, column 2: not JSON from here on: 'x}'"),
        (b'{"a" 1}', "line 1, column 6: not JSON from here on: '1}'"),
        (b'{"a": 1 2}', "line 1, column 9: not JSON from here on: '2}'"),
        (b'["a', "line 1, column 2: not JSON from here on: '\"a'"),
        (b'["\n"]', "line 1, column 3: not JSON from here on: '\\n\"]'"),
        (b'["\\x"]', "line 1, column 3: not JSON from here on: "),
        (b'["\\u12"]', "line 1, column 4: not JSON from here on: "),
        (b'{"a": 1} {}', "line 1, column 10: not JSON from here on: "),
        (b'\xef\xbb\xbf{"a": 1}', "byte 0: begins with a byte order mark (BOM)"),
        (b'{"a": "\xc3"}', "byte 7: not UTF-8"),
        ("{}".encode("utf-16"), "byte 0: not UTF-8"),
        (b'{"a": {"b": 1, "c": 2, "b": 3}}', '$.a: the key "b" appears twice'),
        (b'{"a": [0, {"b": 1, "b": 1}]}', '$.a[1]: the key "b" appears twice'),
        (b'{"a": NaN}', "$.a: NaN is not JSON"),
        (b'{"a": -Infinity}', "$.a: -Infinity is not JSON"),
        (b'{"a": 1e999}', "$.a: 1e999 is too large"),
        (
            b'{"a": ' + b"9" * 5000 + b"}",
            "$.a: 9999999999999999999999999999999999999999... is too large",
        ),
        (b'{"a": ["\\ud800"]}', "$.a[0]: text with half a character"),
        (b'{"\\udfff": 1}', "$: text with half a character"),
        (b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1), "nested more than 64 deep"),
        (b"[" * 1_000_000, "nested more than 64 deep"),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "nested more than 64 deep"),
    ],
)
def test_what_is_not_strict_json_is_refused_with_its_place(data, fault):
    with pytest.raises(Fault) as refused:
        read_document(data)
    assert fault in str(refused.value)
    assert is_of_reasons(refused.value.sentence)


def test_the_deepest_nesting_allowed_is_read():
    data = b"[" * MAX_DEPTH + b"]" * MAX_DEPTH
    assert read_document(data) == json.loads(data)


def test_text_is_quoted_for_one_line():
    assert quoted("a\n\x1b" + "b" * 100) == '"a\\n\\u001b' + "b" * 34 + '..."'


def test_a_huge_key_over_a_long_list_is_read_and_named_shortly():
    key = b"a" * 1_000_000
    zeros = b"0," * 6000
    read = read_document(b'{"' + key + b'": [' + zeros + b"0]}")
    assert read == {key.decode(): [0] * 6001}
    with pytest.raises(Fault) as refused:
        read_document(b'{"' + key + b'": [' + zeros + b"NaN]}")
    assert str(refused.value) == f'$["{"a" * 37}..."][6000]: NaN is not JSON'


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
