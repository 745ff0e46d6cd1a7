"""What every game's cursor has: where a person is with a move in the making. A value, no widget."""

from __future__ import annotations

from typing import Any, Protocol

from engine.game import Draft


class Cursor(Protocol):
    """Every key gives another one; what may be done is asked of the draft."""

    @property
    def draft(self) -> Draft[Any]:
        """The steps made so far."""

    @property
    def place(self) -> object:
        """Where it stands."""

    @property
    def before(self) -> Cursor | None:
        """The cursor before the last step, to take that back."""

    def left_of(self, move: Any) -> tuple[Any, ...] | None:
        """Return the steps that are left to end as this move would, None if that cannot be."""

    def aimed_at(self, step: Any) -> Cursor:
        """Return the cursor aimed so that the next key would make this step, if it is near."""
