"""A person at a line, of whatever kind: what is asked for, and how to answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from door.surroundings import USUAL_SIZE


class Person(Protocol):
    """The line to a person. To write raises `BrokenPipeError` while the line is being closed."""

    def write(self, data: bytes) -> None:
        """Send what the program said."""

    def write_stderr(self, data: bytes) -> None:
        """Send what the door says."""

    def pause_reading(self) -> None:
        """Hear nothing of the person for a while."""

    def resume_reading(self) -> None:
        """Hear the person again."""

    def exit(self, status: int) -> None:
        """End the line, after all that was said, with the status of the session."""


class Asked(NamedTuple):
    """What a person asks for.

    Attributes:
        environment: The person's own environment; what is no matter of language or colours, or
            looks strange, is left out.
        term: The name of the person's kind of terminal, "" without a terminal.
        size: Its columns and rows, 0 for unknown ones.
        is_talk: Whether the program is wanted in words; it always is without a terminal.
        is_recorded: Whether the session is to be recorded.
    """

    environment: Mapping[str, str]
    term: str = ""
    size: tuple[int, int] = USUAL_SIZE
    is_talk: bool = False
    is_recorded: bool = False
