"""The phrases that can be said at shared tables, where there is no chat."""

from __future__ import annotations

from typing import Final

from words.translation import _, mark

PHRASES: Final = {
    "hello": mark("Hello."),
    "good-luck": mark("Good luck."),
    "your-turn": mark("It is your turn."),
    "well-played": mark("Well played."),
    "thanks": mark("Thank you."),
    "you-are-welcome": mark("You are welcome."),
    "a-moment": mark("A moment, please."),
    "sorry": mark("Sorry."),
    "another-game": mark("Another game?"),
    "goodbye": mark("Goodbye."),
}
"""The phrases by their codes, which travel in messages."""


def phrase_words(code: str) -> str:
    """Return a phrase in the language spoken. An unknown code is returned as it is.

    >>> phrase_words("well-played")
    'Well played.'
    """
    return _(PHRASES[code]) if code in PHRASES else code
