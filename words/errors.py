"""System errors in the language spoken."""

from __future__ import annotations

from words.translation import _, said


def os_text(error: OSError) -> str:
    """Return the message of an error: its own sentence if it has one, else the system's."""
    sentence = getattr(error, "sentence", None)
    return said(sentence) if sentence else cause(error)


def cause(error: OSError) -> str:
    """Return the system's message, translated if it is known."""
    return _(error.strerror or str(error))
