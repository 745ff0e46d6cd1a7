"""The games of an arena as the command plays them: progress, the file as it goes, the results."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Final, TypeAlias

from arena.chance import Lengths, play_game
from arena.cluster_way import ClusterFault
from arena.executor import Executor
from arena.journal import Journal
from arena.match import play_meeting
from arena.report import report
from arena.tally import Tally
from cli.arena_tables import contest_parts, lengths_parts, meetings, standing
from cli.paper import printed, said_in_lines
from cli.progress import progress
from cli.signals import Interruption
from cli.streams import BadUse, complain, say, talks, write_text
from engine.game import StopFlag
from programs.players import OutOfResources
from programs.pool import WorkerLost
from saves.lock import Held
from words.errors import os_text
from words.translation import _, about, why

Results: TypeAlias = Tally | Lengths

FAILED: Final = 1
QUARTERS: Final = 4


class ArenaEnded(Exception):
    """The work cannot go on; the text says why. The finished games count."""


def play(
    results: Results,
    executor: Executor,
    options: Namespace,
    path: Path | None,
    seconds: float | None = None,
) -> int:
    """Play the games that are left, print the results, and keep them.

    Args:
        results: Has the games, and collects their results.
        executor: Runs them.
        options: Say whether results are said in lines.
        path: The file of the report, if there is to be one.
        seconds: The time that was spent on the file before; None for a new one.

    Returns:
        The exit status. Raises `BadUse`.
    """
    status, is_said = 0, talks(options)
    begin = perf_counter() - (seconds or 0)

    def document() -> bytes:
        if isinstance(results, Lengths):
            return results.report()
        return report(results, jobs=executor.jobs, seconds=perf_counter() - begin)

    with ExitStack() as stack:
        journal = path and stack.enter_context(_journal(path, document, is_new=seconds is None))
        if journal:
            _write(journal)
        with Interruption() as interruption:
            try:
                for _result in _progress(results, executor, interruption, is_said=is_said):
                    if journal and journal.is_due:
                        _write(journal)
            except ArenaEnded as why_not:
                complain(str(why_not))
                status = FAILED
            finally:
                if journal:
                    status = _write(journal) or status
            parts = contest_parts(results) if isinstance(results, Tally) else lengths_parts(results)
    write_text(said_in_lines(*parts) if is_said else printed(*parts))
    if path and not results.is_complete:
        say(_("to go on: tapis arena --continue {path}").format(path=path))
    return interruption.status if interruption() else status


def _progress(
    results: Results, executor: Executor, stop: StopFlag, *, is_said: bool
) -> Iterator[Any]:
    """Yield each result once it is counted, and show how far it is. Raises `ArenaEnded`."""
    words = meetings(results.contest) if isinstance(results, Tally) else _("games")
    told, size = results.finished * QUARTERS // results.size, results.size
    below, done = partial(standing, results), results.finished
    with progress(words, size, is_shown=not is_said, done=done, below=below) as advance:
        for result in _done(results, executor, lambda: results.is_decided or stop()):
            results.add(result)
            advance(results.finished)
            quarter = results.finished * QUARTERS // size
            if is_said and told < quarter < QUARTERS and sys.stdout.isatty():
                told = quarter
                say(
                    _("{done} of {all} {things}.").format(
                        done=results.finished, all=size, things=words
                    )
                )
            yield result


def _done(results: Results, executor: Executor, stop: StopFlag) -> Iterator[Any]:
    """Yield the results of the games that are left. Raises `ArenaEnded`."""
    try:
        if isinstance(results, Tally):
            yield from executor.run(play_meeting, results.left(), stop)
        else:
            yield from executor.run(play_game, results.left(), stop)
    except WorkerLost:
        raise ArenaEnded(_("a process of the arena was ended from outside")) from None
    except (OutOfResources, ClusterFault) as lack:
        raise ArenaEnded(why(lack)) from None


def _journal(path: Path, document: Any, *, is_new: bool) -> Journal:
    """Take the report's file before hours are spent on its content. Raises `BadUse`."""
    try:
        return Journal(path, document, is_new=is_new)
    except FileExistsError:
        raise BadUse(_("{path} exists already").format(path=path)) from None
    except Held:
        raise BadUse(_("{path} is being written by another arena").format(path=path)) from None
    except OSError as error:
        raise BadUse(about(path, os_text(error))) from None


def _write(journal: Journal) -> int:
    """Write the report as it is now; return the exit status."""
    try:
        journal.write()
    except OSError as error:
        complain(about(journal.path, os_text(error)))
        return FAILED
    return 0
