"""Rows that can be set, those of the settings, and the choices of a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, NamedTuple, TypeVar

from saves.settings import SETTINGS, Setting, Settings
from words.translation import _

T = TypeVar("T")

LONGEST_NAME: Final = 40
"""The longest text of a row, in characters."""


class Choice(NamedTuple):
    """One line of a list: its id, its words, and a note at their right.

    The cursor passes over a heading. The keys left and right turn a choice `is_turned`: its note
    is drawn between two signs.
    """

    id: str
    words: str
    note: str = ""
    is_heading: bool = False
    is_turned: bool = False


@dataclass(frozen=True, slots=True)
class Row(Generic[T]):
    """One thing that can be set, of a new game or of the program.

    Attributes:
        id: `game`, `kind 0`, `name 0`, `games`, or the name of an option or setting.
        words: Its name for people.
        value: The id of its present value, or the text.
        values: Its possible values: a list, a range of numbers, or None for any text.
        question: The question for its value.
        change: Returns all that is set with another value of this; called with right ones only.
        usual: The value that is usual, "" where none is.
        help: Its purpose, "" where its words say it.
        notes: What a value means, in a sentence, by its id; not every value has one.
        nothing: The words of an empty text, "" where a text is needed.
    """

    id: str
    words: str
    value: str
    values: Sequence[Choice] | range | None
    question: str
    change: Callable[[str], T]
    usual: str = ""
    help: str = ""
    notes: Mapping[str, str] = field(default_factory=dict)
    nothing: str = ""

    @property
    def explained(self) -> list[str]:
        """What its present value means and what it is for, each in a sentence or two."""
        return [words for words in (self.notes.get(self.value, ""), self.help) if words]

    @property
    def is_chosen(self) -> bool:
        """Whether its value is chosen from a list, not typed."""
        return self.values is not None and not isinstance(self.values, range)

    @property
    def choices(self) -> Sequence[Choice]:
        """The list to choose from; empty for a typed value."""
        return () if self.values is None or isinstance(self.values, range) else self.values

    @property
    def note(self) -> str:
        """The words of its value."""
        words = next((one.words for one in self.choices if one.id == self.value), self.value)
        return words or self.nothing

    def turned(self, by: int) -> str | None:
        """Return the value `by` places further, round and round; None where any text will do."""
        if self.values is None:
            return None
        if isinstance(self.values, range):
            return str(self.values[(self.values.index(int(self.value)) + by) % len(self.values)])
        ids = [choice.id for choice in self.values]
        return ids[(ids.index(self.value) + by) % len(ids)]

    def read(self, typed: str) -> str:
        """Return the value that was typed. Raises `ValueError` with what would be right."""
        if not isinstance(self.values, range):
            return typed[:LONGEST_NAME]
        low, high = self.values[0], self.values[-1]
        is_number = typed.isascii() and typed.isdigit() and len(typed) <= len(str(high))
        if is_number and int(typed) in self.values:
            return str(int(typed))
        words = _("{text} is not a number from {low} to {high}.")
        raise ValueError(words.format(text=typed, low=low, high=high))


def short_words(words: str) -> str:
    """Return the words for a value without those before a colon, and without a remark.

    >>> short_words("ordinateur : amateur (casual)")
    'amateur'
    """
    return words.rpartition(":")[2].partition("(")[0].strip()


def setting_rows(settings: Settings) -> list[Row[Settings]]:
    """Return a row for each setting."""
    return [_setting_row(setting, settings) for setting in SETTINGS]


def _setting_row(setting: Setting, settings: Settings) -> Row[Settings]:
    by_id = {str(value): value for value in setting.values}

    def change(id_: str) -> Settings:
        return settings._replace(**{setting.name: by_id[id_]})  # type: ignore[arg-type]

    return Row(
        setting.name,
        _(setting.words),
        str(getattr(settings, setting.name)),
        [Choice(id_, _(setting.values[value])) for id_, value in by_id.items()],
        _(setting.words),
        change,
        next(iter(by_id)),
        _(setting.help),
    )
