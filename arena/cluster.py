"""A third executor: the workers of a Dask cluster, on this machine or on others.

The driver gives each worker its own chunks, a few at a time, and counts each chunk once: when its
results arrive. A chunk whose worker is gone is given to another. So workers may come, go and be
killed; what they were at is played again, with the same results.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from itertools import count, islice
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import uuid4

from arena.cluster_way import ClusterFault, ClusterReason, connected
from arena.cluster_work import ALLOWED, WORD, Identity, identity, work_there
from arena.executor import Done
from engine.game import StopFlag
from engine.reasons import Explanation
from programs.pool import Item, Result, Work

if TYPE_CHECKING:
    from distributed import Client, Future

CHUNK_SECONDS: Final = 0.5
"""The seconds after which a worker returns its results and the items that are left."""

MAX_CHUNK: Final = 1000
AHEAD: Final = 1
"""The chunks that wait at a worker, so that it need not."""

FETCHERS: Final = 8
"""The threads that fetch results; each waits for a line."""

GLANCE: Final = 0.1
LOOK: Final = 0.5
"""The seconds between two looks at which workers there are."""

_SILENCE: Final = {"logging": {"distributed": "critical", "distributed.client": "critical"}}
"""We say ourselves what is wrong."""


class Cluster:
    """An executor with the workers of a cluster.

    Attributes:
        jobs: How many items were worked on at once, at most.
        own: What this process is; the workers have to be the same.
    """

    def __init__(
        self, address: str, *, has_programs: bool, told: Callable[[Explanation], None]
    ) -> None:
        """Take a cluster by its address, or start workers here. Raises `ClusterFault`.

        Args:
            address: That of a scheduler, or `local:N`.
            has_programs: Whether the work runs programs, which not every worker does.
            told: Is told why a worker is not used.
        """
        try:
            import dask

            with dask.config.set(_SILENCE):
                import distributed  # noqa: F401 - it begins to log as it is loaded
        except ImportError:
            from words.installing import to_install

            raise ClusterFault(ClusterReason.NO_DASK, command=to_install("cluster")) from None
        self.jobs = 0
        self.own = identity()
        self.address = address
        self.has_programs = has_programs
        self.told = told

    def run(
        self, work: Work[Item, Result], items: Iterable[Item], stop: StopFlag
    ) -> Iterator[Result]:
        """Yield each result once, as soon as the chunk in which it was sent is finished.

        Raises `ClusterFault`, and the errors of the work.
        """
        with ExitStack() as stack:
            client = connected(self.address, stack)
            fetchers = stack.enter_context(ThreadPoolExecutor(FETCHERS, "fetcher"))
            crew = _Crew(self, client, fetchers, work, items)
            stack.callback(crew.leave)
            while not stop():
                if not crew.give():
                    return
                yield from crew.heard(GLANCE)


class _Given(NamedTuple):
    """A chunk that a worker was given."""

    worker: str
    chunk: list[Any]


class _Crew:
    """The workers of a cluster, and what each was given."""

    def __init__(
        self,
        cluster: Cluster,
        client: Client,
        fetchers: ThreadPoolExecutor,
        work: Work[Any, Any],
        items: Iterable[Any],
    ) -> None:
        self._cluster = cluster
        self._client = client
        self._fetchers = fetchers
        self._work = work
        self._fresh, self._returned = iter(items), deque[Any]()
        self._given: dict[Future, _Given] = {}
        self._over: SimpleQueue[tuple[Future, Any]] = SimpleQueue()
        self._threads: dict[str, int] = {}
        self._refused: set[str] = set()
        self._is_alone_told = False
        self._seconds = CHUNK_SECONDS
        self._next_look = 0.0
        self._name = f"tapis-{uuid4().hex}"
        self._numbers = count()

    def give(self) -> bool:
        """Give work to all who have room; return whether any is left or given.

        Raises `ClusterFault`.
        """
        if self._client.status == "closed":
            raise ClusterFault(ClusterReason.LOST, address=self._cluster.address)
        if self._client.status == "running":
            self._look()
            self._give_all()
        if self._given:
            return True
        self._returned.extend(islice(self._fresh, 1))
        return bool(self._returned)

    def _give_all(self) -> None:
        for worker, threads in self._threads.items():
            busy = sum(given.worker == worker for given in self._given.values())
            for _ in range(threads + AHEAD - busy):
                if chunk := self._take():
                    self._give(worker, chunk)

    def heard(self, seconds: float) -> Iterator[Any]:
        """Yield the results of a chunk that is over within these seconds, and all more there are.

        Raises the errors of the work.
        """
        with suppress(Empty):
            yield from self._results(*self._over.get(timeout=seconds))
            while True:
                yield from self._results(*self._over.get_nowait())

    def leave(self) -> None:
        """Let the workers stop what they are at."""
        self._cancel(list(self._given))

    def _cancel(self, futures: list[Future]) -> None:
        if self._client.status == "running":
            with suppress(OSError, TimeoutError):
                self._client.cancel(futures, force=True)

    def _look(self) -> None:
        """Look which workers there are; take back what those had who are gone."""
        if monotonic() < self._next_look:
            return
        self._next_look = monotonic() + LOOK
        client = self._client
        try:
            there: dict[str, int] = dict(client.nthreads())
            new = [one for one in there if one not in self._threads and one not in self._refused]
            answers = client.run(identity, workers=new, on_error="return") if new else {}
        except (OSError, TimeoutError):
            return
        if not (there or self._is_alone_told):
            address = self._cluster.address
            self._cluster.told(Explanation(ClusterReason.NO_WORKER, {"address": address}))
            self._is_alone_told = True
        for worker, answer in answers.items():
            if why := self._why_not(worker, answer):
                self._refused.add(worker)
                self._cluster.told(why)
            elif isinstance(answer, Identity):
                self._threads[worker] = there[worker]
        self._threads = {one: threads for one, threads in self._threads.items() if one in there}
        self._cluster.jobs = max(self._cluster.jobs, sum(self._threads.values()))
        gone = [future for future, given in self._given.items() if given.worker not in there]
        for future in gone:
            self._take_back(future)
        if there and self._refused >= there.keys():
            raise ClusterFault(ClusterReason.NOBODY)

    def _why_not(self, worker: str, answer: object) -> Explanation | None:
        """Return why a worker is not used, by what it answers; None if it is, or did not answer."""
        own = self._cluster.own
        if isinstance(answer, ImportError | AttributeError):
            return Explanation(ClusterReason.NOT_THERE, {"worker": worker})
        if not isinstance(answer, Identity):
            return None
        if answer.version != own.version:
            return Explanation(
                ClusterReason.OTHER,
                {"worker": worker, "version": answer.version, "own": own.version},
            )
        if answer.sources != own.sources:
            return Explanation(ClusterReason.CHANGED, {"worker": worker})
        if self._cluster.has_programs and not answer.runs_programs:
            word = f"{WORD}={ALLOWED}"
            return Explanation(ClusterReason.NO_PROGRAMS, {"worker": worker, "word": word})
        return None

    def _take(self) -> list[Any]:
        """Return the next items, those that were given before first."""
        size = max(1, min(MAX_CHUNK, int(CHUNK_SECONDS / self._seconds)))
        again = [self._returned.popleft() for _ in range(min(size, len(self._returned)))]
        return again + list(islice(self._fresh, size - len(again)))

    def _give(self, worker: str, chunk: list[Any]) -> None:
        try:
            future = self._client.submit(
                work_there,
                self._work,
                chunk,
                CHUNK_SECONDS,
                key=f"{self._name}-{next(self._numbers)}",
                workers=[worker],
                allow_other_workers=False,
                pure=False,
            )
        except Exception:
            if self._client.status == "running":
                raise
            self._returned.extend(chunk)  # the line was lost at this moment
            return
        self._given[future] = _Given(worker, chunk)
        future.add_done_callback(self._fetch_later)

    def _fetch_later(self, future: Future) -> None:
        with suppress(RuntimeError):  # nobody listens any more
            self._fetchers.submit(self._fetch, future)

    def _fetch(self, future: Future) -> None:
        """Put the answer of a worker where it is heard, None if the worker or the line is gone.

        This waits, in a thread, while the line is slow or the worker dies.
        """
        answer = None
        with suppress(Exception, CancelledError):
            answer = future.result()
        self._over.put((future, answer))

    def _take_back(self, future: Future) -> None:
        """Let others do what this was to do."""
        if given := self._given.pop(future, None):
            self._returned.extend(given.chunk)
            self._cancel([future])

    def _results(
        self, future: Future, answer: tuple[Done[Any, Any], float] | Exception | None
    ) -> Sequence[Any]:
        """Return the results of what is over, once. Raises the errors of the work."""
        if answer is None:
            self._take_back(future)
        if isinstance(answer, Exception):
            raise answer
        if not (self._given.pop(future, None) and answer):
            return []
        (results, rest), seconds = answer
        self._returned.extend(rest)
        self._seconds = max(1e-6, seconds / max(1, len(results)))
        return results
