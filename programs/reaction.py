"""The time that a computer player takes to move in a race, so that people have a chance."""

from __future__ import annotations

from typing import ClassVar

from engine.shuffle import Lots


class Reaction:
    """The reaction of a computer player in a race."""

    milliseconds: ClassVar[range] = range(250, 901)
    """The times that it may take; empty for no time."""

    @classmethod
    def seconds(cls, seed: int) -> float:
        """Return the seconds that one reaction takes, drawn from a seed; 0 for no time."""
        choices = cls.milliseconds
        return choices[Lots(seed, 0).below(len(choices))] / 1000 if choices else 0.0
