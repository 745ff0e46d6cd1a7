"""The words on the screen: every message has its French, and the language is the one asked for."""

from __future__ import annotations

import ast
import importlib
import io
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po
from sources import nodes_of

import arena
import cli
import door
import engine
import host
import net
import play
import programs
import saves
import tui
import words
from engine.description import Description, mark
from engine.duel.reasons import Refusal
from engine.games import DESCRIPTIONS
from engine.reasons import IllegalMove, Reason
from tui.keymap import KEY_NAMES
from words.names import LEVELS
from words.translation import (
    _,
    amount,
    language,
    language_of,
    reason,
    set_language,
    several,
    why,
)

PACKAGES = (words, cli, tui, play, door, saves, engine)
FRENCH = Path(words.__file__).parent / "locale" / "fr" / "LC_MESSAGES" / "tapis.po"
MARKERS = {"_": 1, "mark": 1, "several": 2, "amount": 2}
"""The functions that take messages, and how many of their first arguments are some."""

Id = str | tuple[str, str]


def catalogue() -> Catalog:
    with FRENCH.open("rb") as file:
        return read_po(file, locale="fr", abort_invalid=True)


def translations(words: Catalog) -> dict[Id, str | tuple[str, ...]]:
    """Return every message, after its context, and its translation, without the header."""
    return {
        with_context(message.id, message.context): as_value(message.string)
        for message in words
        if message.id
    }


def with_context(text: Any, context: Any) -> Id:
    """Return a message with its context, which babel reads as bytes from a compiled catalogue."""
    named = context.decode() if isinstance(context, bytes) else context
    return mark(text, named) if named else as_value(text)


def as_value(text):
    return text if isinstance(text, str) else tuple(text)


def forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def fields(text: str) -> list[tuple[str, str | None, str | None]]:
    """Return the replacement fields of a text, each with its format, in a fixed order."""
    ours = sorted(part[1:] for part in Formatter().parse(text) if part[1] is not None)
    return ours + [(field, None, None) for field in sorted(re.findall(r"%(?:\(\w+\))?[rs]", text))]


@cache
def messages_of_the_screens() -> set[Id]:
    found: set[Id] = set()
    for node in (node for package in PACKAGES for node in nodes_of(package)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            count = MARKERS.get(node.func.id, 0)
            texts = [
                argument.value
                for argument in node.args
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            ]
            if texts and count:
                assert len(texts) >= count, ast.unparse(node)
                found.add(mark(*texts) if count == 1 else (texts[0], texts[1]))
    return found


def messages_below() -> set[Id]:
    """Return every reason there is below the screens."""
    for package in (engine, saves, programs, host, net, door, arena, play):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    found: set[Id] = set()
    kinds = [Reason]
    for kind in kinds:
        kinds += kind.__subclasses__()
        if kind.__module__.startswith(
            ("engine.", "saves.", "programs.", "host.", "net.", "door.", "arena.", "play.")
        ):
            found |= {member.value for member in kind}
    return found


def test_every_message_has_its_french_and_none_is_left_over():
    wanted = messages_of_the_screens() | messages_below()
    there = set(translations(catalogue()))
    assert {"missing": wanted - there, "dead": there - wanted} == {"missing": set(), "dead": set()}
    assert not catalogue().obsolete


def test_words_reach_the_translation_only_as_messages_or_through_what_is_marked():
    there = {*KEY_NAMES.values(), *LEVELS.values()}
    for describe in DESCRIPTIONS.values():
        there |= set(texts_of(describe()))
    unmarked = there - messages_of_the_screens()
    assert {text for text in unmarked if len(text) > 1} == {"F1", "F2"}


def texts_of(described: Description) -> Iterator[str]:
    """Yield every text of a description that is shown."""
    yield from (described.title, described.rules, described.label)
    yield from described.levels.values()
    yield from described.seat_words.values()
    for option in (*described.options, described.first):
        if option:
            yield from (option.words, option.help)
            yield from () if isinstance(option.values, range) else option.values.values()


def test_no_translation_is_empty_or_in_doubt():
    words = catalogue()
    assert not words.fuzzy
    for message in words:
        assert not message.fuzzy, message.id
        assert all(form.strip() for form in forms(message.string)), message.id
        assert len(forms(message.string)) == len(forms(message.id)), message.id


def test_a_translation_keeps_the_replacement_fields_of_its_message():
    for message, french in translations(catalogue()).items():
        for form in forms(french):
            assert fields(form) == fields(forms(message)[0]), message


UNSPACED = re.compile(r"(?<![\s\xa0])[:;?!](?=[\s\xa0)]|$)|[ \t\u202f][:;?!»](?=[\s)]|$)|«(?!\xa0)")
"""A French sign before which no no-break space stands."""
AS_TYPED = {
    "Le Duel (The Game: Face to Face)",
    "comme 2:",
    '{{"NORD": [',
    '"SUD": [',
    "! ? !? ?!",
    "!? courageux",
}
"""What keeps its English signs: a title, and what stands in files."""
DOCS = Path(__file__).parents[2] / "docs"
FRENCH_PAGES = [DOCS / "manual.fr.md", *sorted((DOCS / "rules").glob("*.fr.md"))]


def unspaced(text: str) -> list[str]:
    """Return the places of a text where a French sign has no no-break space."""
    for typed in AS_TYPED:
        text = text.replace(typed, "")
    return [text[max(found.start() - 20, 0) : found.end()] for found in UNSPACED.finditer(text)]


def prose(page: str) -> str:
    """Return the prose of a page in Markdown: no code, no addresses, no comments."""
    page = re.sub(r"^```.*?^```|<!--.*?-->|\]\([^)]*\)", "", page, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`[^`]*`", "code", page).replace("![", "[")


def test_a_french_sign_stands_behind_a_no_break_space():
    assert unspaced("Où ? Ici: là\xa0!") == ["Où ?", "Où ? Ici:"]
    words = [form for french in translations(catalogue()).values() for form in forms(french)]
    pages = [prose(page.read_text(encoding="utf-8")) for page in FRENCH_PAGES]
    assert [place for text in (*words, *pages) for place in unspaced(text)] == []


HEADLESS = re.compile(
    r"(?:^|[.;!?][\s\xa0]+|- )Qui\s+(?!joue|commence)[\w']+(?![^.;]*\?)|conserv|gardée|habituelle",
    re.MULTILINE,
)
"""A sentence whose subject is a mere *qui*, and other words for *enregistrée* and *par défaut*."""


def test_french_sentences_have_a_subject_and_one_word_for_one_thing():
    assert HEADLESS.search("La levée est prise. Qui a le 2 l'entame.")
    assert not HEADLESS.search("Qui joue la place ? Qui commence")
    words = [form for french in translations(catalogue()).values() for form in forms(french)]
    pages = [prose(page.read_text(encoding="utf-8")) for page in FRENCH_PAGES]
    assert [found[0] for text in (*words, *pages) for found in HEADLESS.finditer(text)] == []


def test_no_french_sentence_leaves_a_small_word_unjoined_before_a_name():
    set_language("fr")
    joints = re.compile(r"\b(?:de|que) \{(?:player|colour|owner|other|seat)\}")
    met = [text for text in map(_, ids()) if joints.search(text)]
    assert len(met) > 8
    for text in met:
        names = {field: "Ouest" for field, _spec, _how in fields(text)}
        assert not re.search(r"\b(?:de|que) Ouest", text.format(**names)), text


def ids() -> list[str]:
    """Return every message without a context or a plural."""
    return [message.id for message in catalogue() if isinstance(message.id, str) and message.id]


def test_the_compiled_words_are_those_of_the_source():
    fresh = io.BytesIO()
    write_mo(fresh, catalogue())
    fresh.seek(0)
    with FRENCH.with_suffix(".mo").open("rb") as file:
        compiled = read_mo(file)
    assert translations(compiled) == translations(read_mo(fresh)) == translations(catalogue())
    header = dict(compiled.mime_headers)
    assert header["Plural-Forms"] == "nplurals=2; plural=(n > 1);"


def test_in_french_a_plain_message_a_plural_and_a_reason_are_french():
    set_language("fr")
    assert language() == "fr"
    assert _("New game") == "Nouvelle partie"
    counted = [several("{count} card", "{count} cards", count) for count in (0, 1, 2)]
    assert counted == ["0 carte", "1 carte", "2 cartes"]
    assert reason(Refusal.TOO_FEW) == "il faut poser au moins deux cartes, pas {count}"
    assert why(IllegalMove(Refusal.NOT_IN_HAND, card=7)) == "le 07 n'est pas en main"


@pytest.mark.parametrize("code", ["en", "de", "", "c.", "french"])
def test_any_other_language_is_english(code):
    set_language("fr")
    set_language(code)
    assert language() == "en"
    assert _("New game") == "New game"
    assert several("{count} card", "{count} cards", 0) == "0 cards"
    assert why(IllegalMove(Refusal.NOT_IN_HAND, card=7)) == "07 is not in hand"


def test_a_context_tells_two_meanings_of_one_text_and_is_never_shown():
    meant = (("Home", ""), ("Home", "key"), ("End", ""), ("End", "key"), ("plain", "digits"))
    assert [_(*text) for text in meant] == ["Home", "Home", "End", "End", "plain"]
    set_language("fr")
    assert [_(*text) for text in meant] == ["Accueil", "Début", "Finir", "Fin", "habituels"]
    assert [_(mark(*text)) for text in meant] == [_(*text) for text in meant]


def test_the_button_that_ends_the_turn_has_room_for_its_word():
    set_language("fr")
    assert len(_("End")) <= 6 and len(_("Menu")) <= 5


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "de_DE", "LC_ALL": "FR"}, "fr"),
        ({"LANG": "fr_CA", "LC_MESSAGES": "", "LC_ALL": ""}, "fr"),
    ],
)
def test_the_first_locale_variable_that_says_something_decides(environment, code):
    assert language_of(environment) == code


@pytest.mark.parametrize(
    ("value", "digits", "french", "english"),
    [
        (0.6, 1, "0,6 point", "0.6 points"),
        (1.0, 1, "1,0 point", "1.0 points"),
        (1.94, 1, "1,9 point", "1.9 points"),
        (1.96, 1, "2,0 points", "2.0 points"),
        (0.8, 0, "1 point", "1 point"),
        (1.6, 0, "2 points", "2 points"),
    ],
)
def test_a_french_plural_begins_at_two_also_of_a_number_with_decimals(
    value, digits, french, english
):
    for code, said in (("fr", french), ("en", english)):
        set_language(code)
        assert amount("{count} point", "{count} points", value, digits) == said
