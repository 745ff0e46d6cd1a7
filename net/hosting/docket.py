"""The docket of a table: what is asked, done one after the other, each once it is on the disk."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from engine.loop import Call
from engine.reasons import Explained
from net.hosting.entries import EntryBase
from net.hosting.journal import EntryKeeper
from net.hosting.reasons import HouseReason, LineClosed, RequestRefused

MOST_ITEMS: Final = 500

Refuse: TypeAlias = Callable[["Explained | LineClosed"], None]


class _Item(NamedTuple):
    """What is asked.

    Attributes:
        prepare: Returns the entry for the journal, None if nothing changes; raises why not.
        done: Called once it is on the disk and was applied.
        refuse: Called with the reason why not.
    """

    prepare: Callable[[], EntryBase | None]
    done: Call
    refuse: Refuse


class Docket:
    """What is asked of a table: checked, written to the journal, applied, answered, in that order.

    The next is checked only then, so it is judged by what came of all before.
    """

    def __init__(
        self,
        journal: EntryKeeper,
        apply: Callable[[EntryBase], None],
        applied: Callable[[EntryBase], None],
    ) -> None:
        """Make an empty docket.

        Args:
            journal: Keeps the entries.
            apply: Does what an entry says.
            applied: Told of it afterwards, when who had asked was answered.
        """
        self._journal = journal
        self._apply = apply
        self._applied = applied
        self._items: deque[_Item] = deque()
        self._is_busy = False

    @property
    def is_full(self) -> bool:
        """Whether so much waits for the disk that no more should be asked."""
        return len(self._items) >= MOST_ITEMS

    def add(self, prepare: Callable[[], EntryBase | None], done: Call, refuse: Refuse) -> None:
        """Add what is asked; see `_Item`."""
        self._items.append(_Item(prepare, done, refuse))
        self._work()

    def _work(self) -> None:
        while self._items and not self._is_busy:
            item = self._items.popleft()
            self._is_busy = True
            try:
                entry = item.prepare()
            except (Explained, LineClosed) as why:
                self._is_busy = False
                item.refuse(why)
            except Exception:  # noqa: BLE001 - a fault of ours must not end the table
                self._is_busy = False
                item.refuse(RequestRefused(HouseReason.FAULT))
            else:
                if entry is None:
                    self._is_busy = False
                    item.done()
                else:
                    self._write(item, entry)

    def _write(self, item: _Item, entry: EntryBase) -> None:
        def written(error: OSError | None) -> None:
            if error is not None:
                why = error.strerror or type(error).__name__
                item.refuse(RequestRefused(HouseReason.DISK, why=why))
            else:
                self._carry_out(item, entry)
            self._is_busy = False
            self._work()

        self._journal.append(entry, written)

    def _carry_out(self, item: _Item, entry: EntryBase) -> None:
        try:
            self._apply(entry)
        except Exception:  # noqa: BLE001 - it was checked; a journal read again skips it as well
            item.refuse(RequestRefused(HouseReason.FAULT))
        else:
            item.done()
            self._applied(entry)
