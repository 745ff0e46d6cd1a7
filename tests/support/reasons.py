"""Whether what is said consists of reasons, of which each has its French."""

from __future__ import annotations

from typing import Final

from engine.reasons import Reason, Sentence

WHOLE: Final = "{place}: {why}"


def is_of_reasons(said: Sentence) -> bool:
    """Return whether the sentence, and all in it, are sentences of reasons."""
    inner = [fact for fact in said.facts.values() if isinstance(fact, Sentence)]
    return (said.text == WHOLE or said.text in _texts()) and all(map(is_of_reasons, inner))


def _texts() -> set[str]:
    kinds = [Reason]
    for kind in kinds:
        kinds += kind.__subclasses__()
    return {str(member.value) for kind in kinds for member in kind}
