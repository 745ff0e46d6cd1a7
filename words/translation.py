"""Translation by gettext: English in the source, French in the catalogue."""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Final

from engine import description
from engine.reasons import Explained, Explanation, Reason, Sentence

LANGUAGES: Final = {"fr": "Français", "en": "English"}
mark: Final = description.mark
_FOLDER: Final = __file__.rpartition("/")[0]
"""The folder of this module, without `pathlib`, which takes long to load."""


_translations: gettext.NullTranslations = gettext.NullTranslations()
_spelling: Callable[[str], str] | None = None
_language = "en"
_chosen = False


def set_language(code: str) -> None:
    """Set the language spoken from now on; an unknown code means English."""
    global _translations, _language, _chosen  # noqa: PLW0603
    _chosen = True
    _language = code if code in LANGUAGES else "en"
    _translations = _catalogue(_language)


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    """Return the catalogue of a language, empty for English, without loading `locale`."""
    try:
        with open(f"{_FOLDER}/locale/{code}/LC_MESSAGES/tapis.mo", "rb") as file:  # noqa: PTH123
            return gettext.GNUTranslations(file)
    except FileNotFoundError:
        return gettext.NullTranslations()


def spell_by(spelling: Callable[[str], str]) -> None:
    """Let a function spell all words from now on, for terminals without accents."""
    global _spelling  # noqa: PLW0603
    _spelling = spelling


def language() -> str:
    """Return the code of the language spoken now."""
    return _language


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language that the locale variables of an environment ask for."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return environment[name][:2].lower()
    return "en"


def _(text: str, context: str = "") -> str:
    """Return the text in the language spoken now; a `context` tells one of its meanings.

    >>> _("Home"), _("Home", "key"), _(mark("Home", "key"))
    ('Home', 'Home', 'Home')
    """
    return _spelled(_translated(text, context, _language)) if text else ""


@lru_cache(maxsize=2048)
def _translated(text: str, context: str, spoken: str) -> str:
    """Return the text in the language `spoken` now, before it is spelled."""
    found = _translations.gettext(mark(text, context)).rpartition(description.CONTEXT_END)[2]
    return joining(found) if spoken == "fr" else found


@cache
def everywhere(text: str) -> frozenset[str]:
    """Return a text in all languages, as it is spelled where there are accents."""
    found = (_catalogue(code).gettext(text) for code in LANGUAGES)
    return frozenset(words.rpartition(description.CONTEXT_END)[2] for words in found)


def said_in(text: str, code: str) -> str:
    """Return a text in a language, whichever is spoken now; an unknown code means English."""
    return _catalogue(code if code in LANGUAGES else "en").gettext(text)


def several(one: str, many: str, count: int) -> str:
    """Return the text for a count, in the language spoken now, with `{count}` filled in."""
    return _spoken(_translations.ngettext(one, many, count)).format(count=count)


def _spoken(text: str) -> str:
    return _spelled(joining(text) if _language == "fr" else text)


def _spelled(text: str) -> str:
    """Return a text as this terminal can show it, a `Joining` as another one."""
    if _spelling is None or text.isascii():
        return text
    spelled = _spelling(text)
    return Joining(spelled) if isinstance(text, Joining) else spelled


def about(subject: object, words: str) -> str:
    """Return a subject and the words about it, with the colon of the language spoken.

    >>> about("game.json", "ok")
    'game.json: ok'
    """
    return f"{subject}{_(': ')}{words}"


def decimal(value: float, digits: int) -> str:
    """Return a number with `digits` decimals, and in French with a comma."""
    text = f"{value:.{digits}f}"
    return text.replace(".", ",") if language() == "fr" else text


def amount(one: str, many: str, value: float, digits: int) -> str:
    """Return the text for a number with `digits` decimals, which is filled in as `{count}`.

    In French a plural begins at 2, in English everything but a bare 1 is one.
    """
    text = decimal(value, digits)
    is_one = abs(round(value, digits)) < 2 if language() == "fr" else text == "1"
    return _spoken(_translations.ngettext(one, many, 1 if is_one else 2)).format(count=text)


def why(reasoned: Explanation | Explained) -> str:
    """Return an explanation in the language spoken now, with any explanations among its facts."""
    facts = {name: _fact(name, fact) for name, fact in reasoned.facts.items()}
    return reason(reasoned.reason).format(**facts)


def _fact(name: str, fact: object) -> object:
    if isinstance(fact, Explained):
        return why(fact)
    if isinstance(fact, str):
        return _(fact) if name == "why" else _player(fact) if name == "player" else fact
    return fact


def _player(name: str) -> str:
    """Return the name of a player in the language spoken, from the name in a file."""
    words = _players()
    return _(words[name]) if name in words else name


@cache
def _players() -> Mapping[str, str]:
    """Return the names of players in reasons, each with the English name that people read."""
    from engine.games import DESCRIPTIONS

    named = {"chance": mark("chance"), "a spectator": mark("a spectator")}
    for describe in DESCRIPTIONS.values():
        named |= describe().seat_words
    return named


def said(sentence: Sentence | None) -> str:
    """Return a kept sentence in the language spoken now, "" for None."""
    if sentence is None:
        return ""
    facts = {
        name: said(fact) if isinstance(fact, tuple) else _fact(name, fact)
        for name, fact in sentence.facts.items()
    }
    return _(sentence.text).format(**facts)


def sentence(reasoned: Explanation | Explained) -> str:
    """Return an explanation as a sentence with a capital, unless it begins with a name."""
    words, begins = ended(why(reasoned)), reason(reasoned.reason)
    is_name = begins.startswith("{") and not begins.startswith("{card}")
    return words if is_name else words[:1].upper() + words[1:]


def ended(words: str) -> str:
    """Return words with a full stop, unless a mark ends them.

    >>> ended("SUD gave up"), ended("Échec!")
    ('SUD gave up.', 'Échec!')
    """
    return words if words.endswith((".", "!", "?", ":")) else f"{words}."


def reason(member: Reason) -> str:
    """Return the sentence of a reason in the language spoken now, its facts still in braces."""
    return _(str(member.value))


def is_chosen() -> bool:
    """Return whether a person chose the language, rather than the locale."""
    return _chosen


def follow_locale(environment: Mapping[str, str]) -> None:
    """Speak the language that an environment asks for; nobody has chosen one then."""
    global _chosen  # noqa: PLW0603
    set_language(language_of(environment))
    _chosen = False


follow_locale(os.environ)


_MARK: Final = "\0"
"""Stands between a small word and a fact until the fact is filled in."""
_BEFORE_FACT: Final = re.compile(r"\b(?:d|qu|D|Qu)e (?=\{)")
_VOWEL: Final = re.compile(
    rf"e {_MARK}(?=(?:[aàâeéèêëiîïoôuûùœæ]|h[eéèiouy]|y[^aeiou])['’\w-]*[^\W\d])", re.IGNORECASE
)
"""A word before which French elides: it begins with a vowel, and is no square like `A1`."""


class Joining(str):
    """A French sentence that elides before its facts, or joins `de` with their article.

    >>> Joining("le tour de {player}").format(player="Est")
    "le tour d'Est"
    >>> Joining("plus que {player}, entamer de {card}").format(player="Ouest", card="le roi")
    "plus qu'Ouest, entamer du roi"
    >>> Joining("de {start} à {end}, de {name}").format(start="A1", end="E5", name="Zoé")
    'de A1 à E5, de Zoé'
    """

    __slots__ = ()

    def format(self, *args: object, **facts: object) -> str:
        """Return the sentence with its facts."""
        words = _BEFORE_FACT.sub(rf"\g<0>{_MARK}", self).format(*args, **facts)
        return _VOWEL.sub("'", words).replace(f"de {_MARK}le ", "du ").replace(_MARK, "")


def joining(sentence: str) -> str:
    """Return a French sentence as a `Joining` if a fact in it may need one."""
    return Joining(sentence) if _BEFORE_FACT.search(sentence) else sentence
