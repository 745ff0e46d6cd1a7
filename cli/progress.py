"""A progress bar on standard error."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from cli.streams import write_error
from words.glyphs import ASCII, glyphs


def progress(
    words: str, count: int, *, is_shown: bool
) -> AbstractContextManager[Callable[[], None]]:
    """Return a context in which each call says that one more of `count` things is over.

    Args:
        words: The things.
        count: How many there are.
        is_shown: Whether a terminal shows the bar.
    """
    if not is_shown or sys.stderr is None or not sys.stderr.isatty():
        return nullcontext(lambda: None)
    return _bar(words, count)


@contextmanager
def _bar(words: str, count: int) -> Iterator[Callable[[], None]]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(file=_Errors(), force_terminal=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(words, total=count)
        yield lambda: bar.advance(task)


class _Errors(io.StringIO):
    """Standard error as a file for Rich, without errors once it is closed."""

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding that decides with which signs the bar is drawn."""
        return "ascii" if glyphs() is ASCII else "utf-8"

    def write(self, text: str) -> int:
        """Write it at once."""
        write_error(text)
        return len(text)
