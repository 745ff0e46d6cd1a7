"""A progress bar on standard error."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from time import monotonic
from typing import TYPE_CHECKING, Final

from cli.streams import write_error
from words.glyphs import ASCII, glyphs
from words.translation import _, decimal

if TYPE_CHECKING:
    from rich.progress import Task

Lines = Callable[[], Sequence[str]]

PAUSE: Final = 0.5
"""The seconds between two looks at what is told below the bar."""

MOST_LINES: Final = 8
SECONDS_OF_A_MINUTE: Final = 60


def _nothing() -> Sequence[str]:
    return ()


def progress(
    words: str, count: int, *, is_shown: bool, done: int = 0, below: Lines = _nothing
) -> AbstractContextManager[Callable[[int], None]]:
    """Return a context in which each call says how many of `count` things are over.

    Args:
        words: The things.
        count: How many there are.
        is_shown: Whether a terminal shows the bar.
        done: How many are over already.
        below: Returns the lines below the bar, of which few have room.
    """
    if not is_shown or sys.stderr is None or not sys.stderr.isatty():
        return nullcontext(lambda _done: None)
    return _bar(words, count, done, below)


@contextmanager
def _bar(words: str, count: int, done: int, below: Lines) -> Iterator[Callable[[int], None]]:
    from rich.console import Console, RenderableType
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(rate(task.speed), style="progress.data.speed")

    class Bar(Progress):
        def get_renderables(self) -> Iterator[RenderableType]:
            yield self.make_tasks_table(self.tasks)
            yield from (Text(line, no_wrap=True, overflow="ellipsis") for line in lines)

    lines: Sequence[str] = ()
    console = Console(file=_Errors(), force_terminal=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        Rate(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    next_look = 0.0
    with Bar(*columns, console=console, transient=True) as bar:
        task = bar.add_task(words, total=count, completed=done)

        def advance(done: int) -> None:
            nonlocal lines, next_look
            bar.update(task, completed=done)
            if monotonic() >= next_look:
                lines = below()[:MOST_LINES]
                next_look = monotonic() + PAUSE

        yield advance


def rate(speed: float | None) -> str:
    """Return how many things are over a second, or a minute where they are slow.

    >>> rate(12.34), rate(0.25), rate(None)
    ('12.3/s', '15.0/min', '')
    """
    if speed is None:
        return ""
    if speed < 1:
        return _("{count}/min").format(count=decimal(speed * SECONDS_OF_A_MINUTE, 1))
    return _("{count}/s").format(count=decimal(speed, 1))


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
