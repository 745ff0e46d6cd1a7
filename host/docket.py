"""The docket of a game: what is asked, done one after the other, each once it is kept."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from engine.loop import Call
from engine.reasons import Explained, HouseReason, IllegalMove

MOST_ITEMS: Final = 500

S = TypeVar("S")
"""A step: what is kept, and then done."""

Refuse: TypeAlias = Callable[[Explained], object]

Kept: TypeAlias = Callable[["OSError | None"], None]
"""Told in the loop that a step is kept, or why it cannot be."""


Keep: TypeAlias = Callable[[S, Kept], None]
"""Keeps a step after those before, and tells in the loop when that is done, perhaps at once."""


class _Item(NamedTuple, Generic[S]):
    """What is asked.

    Attributes:
        prepare: Returns the step to be kept, None if nothing changes; raises why not.
        done: Called once it was kept and done.
        refuse: Called with the reason why not.
    """

    prepare: Callable[[], S | None]
    done: Call
    refuse: Refuse


class Docket(Generic[S]):
    """What is asked of a game: checked, kept, done, answered, in that order.

    The next is checked only then, so it is judged by what came of all before.
    """

    def __init__(
        self, keep: Keep[S], apply: Callable[[S], bool], applied: Callable[[S], object]
    ) -> None:
        """Make an empty docket.

        Args:
            keep: Keeps a step.
            apply: Does a step; returns False if the game has changed since it was prepared.
            applied: Told of it afterwards, when who had asked was answered.
        """
        self._append = keep
        self._apply = apply
        self._applied = applied
        self._items: deque[_Item[S]] = deque()
        self._is_busy = False

    @property
    def is_full(self) -> bool:
        """Whether so much waits to be kept that no more should be asked."""
        return len(self._items) >= MOST_ITEMS

    def add(self, prepare: Callable[[], S | None], done: Call, refuse: Refuse) -> None:
        """Add what is asked; see `_Item`."""
        self._items.append(_Item(prepare, done, refuse))
        self._work()

    def _work(self) -> None:
        while self._items and not self._is_busy:
            item = self._items.popleft()
            self._is_busy = True
            try:
                step = item.prepare()
            except Explained as why:
                self._is_busy = False
                item.refuse(why)
            except Exception:  # noqa: BLE001 - a fault of ours must not end the game
                self._is_busy = False
                item.refuse(IllegalMove(HouseReason.FAULT))
            else:
                if step is None:
                    self._is_busy = False
                    item.done()
                else:
                    self._keep(item, step)

    def _keep(self, item: _Item[S], step: S) -> None:
        def kept(error: OSError | None) -> None:
            if error is None:
                self._carry_out(item, step)
            else:
                why = error.strerror or type(error).__name__
                item.refuse(IllegalMove(HouseReason.DISK, why=why))
            self._is_busy = False
            if self._items:
                self._work()

        self._append(step, kept)

    def _carry_out(self, item: _Item[S], step: S) -> None:
        try:
            is_done = self._apply(step)
        except Exception:  # noqa: BLE001 - it was checked; a journal read again skips it as well
            item.refuse(IllegalMove(HouseReason.FAULT))
            return
        if is_done:
            item.done()
            self._applied(step)
        else:
            self._items.appendleft(item)
