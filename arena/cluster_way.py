"""The way to a Dask cluster: its address, its certificate, or workers that are started here."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from arena import cluster_work
from arena.cluster_work import ALLOWED, WORD
from engine.reasons import Explained, Reason

if TYPE_CHECKING:
    from distributed import Client

HERE: Final = "local:"
"""Before a number of workers that are started on this machine."""

LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
ENCRYPTED: Final = ("tls", "wss")

RECONNECT: Final = 15.0
"""The seconds within which the scheduler has to answer, at first and after it was away."""

SAFE_PATH: Final = "PYTHONSAFEPATH"
"""The variable that keeps Python from loading modules from the folder it is started in."""

QUIET: Final = {
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.monitor-interval": "5s",
    "distributed.admin.tick.interval": "10s",
    "distributed.admin.tick.cycle": "100s",
    "distributed.admin.system-monitor.interval": "5s",
}
"""The settings of workers that look after themselves rarely; each look takes time from the work."""

_TALKATIVE: Final = "asyncio"
"""A logger that tells of errors which nobody asked for, when a worker dies."""


class ClusterReason(Reason):
    """Why a cluster or a worker is not used."""

    NO_DASK = "This needs further packages: {command}"
    NO_ADDRESS = "{address} is neither local:N nor an address like tls://HOST:8786"
    IN_CLEAR = (
        "{address} is without TLS, so anybody on the way could run programs there and here: use"
        " tls://, or --insecure if you mean it"
    )
    NO_CERTIFICATE = (
        "{address} needs a certificate: name it in Dask's settings, at distributed.comm.tls"
    )
    NO_SCHEDULER = "no scheduler answers at {address}"
    LOST = "the scheduler at {address} does not answer any more"
    NO_WORKER = "there is no worker at {address} yet"
    NOBODY = "no worker of the cluster can be used"
    NOT_THERE = "worker {worker} is not used: tapis is not installed there"
    OTHER = "worker {worker} is not used: it has version {version}, here it is {own}"
    CHANGED = "worker {worker} is not used: its players or rules are not those of this program"
    NO_PROGRAMS = "worker {worker} is not used: started without {word}, it runs no programs"


class ClusterFault(Explained):
    """An error: the work cannot go on at this cluster."""


def check_address(address: str, *, is_insecure: bool) -> None:
    """Raise `ClusterFault` for an address that is none, or at which others could listen."""
    if address.startswith(HERE):
        number = address.removeprefix(HERE)
        if not (number.isascii() and number.isdigit() and int(number[:9]) > 0):
            raise ClusterFault(ClusterReason.NO_ADDRESS, address=address)
        return
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port or parts.scheme not in ("tcp", "ws", *ENCRYPTED):
        raise ClusterFault(ClusterReason.NO_ADDRESS, address=address)
    if not (is_insecure or parts.scheme in ENCRYPTED or host in LOOPBACK):
        raise ClusterFault(ClusterReason.IN_CLEAR, address=address)


def connected(address: str, stack: ExitStack) -> Client:
    """Return a client of a cluster, which ends with the stack. Raises `ClusterFault`."""
    import dask
    from distributed import Client, LocalCluster

    logging.getLogger(_TALKATIVE).setLevel(logging.CRITICAL)
    folder = stack.enter_context(TemporaryDirectory(prefix="tapis-", ignore_cleanup_errors=True))
    settings = {
        "temporary-directory": folder,
        "distributed.comm.timeouts.connect": f"{RECONNECT / 3}s",
        **QUIET,
    }
    stack.enter_context(dask.config.set(settings))
    where: Any = address
    if address.startswith(HERE):
        programs_have = stack.enter_context(_with_safe_path())
        where = stack.enter_context(
            LocalCluster(
                n_workers=int(address.removeprefix(HERE)),
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",
                local_directory=folder,
                silence_logs=logging.CRITICAL,
                env={WORD: ALLOWED, SAFE_PATH: programs_have},
                preload=[cluster_work.__name__],
            )
        )
    elif urlsplit(address).scheme in ENCRYPTED:
        _check_certificate(address)
    try:
        return stack.enter_context(Client(where, timeout=RECONNECT, set_as_default=False))
    except (OSError, ValueError):
        raise ClusterFault(ClusterReason.NO_SCHEDULER, address=address) from None


@contextmanager
def _with_safe_path() -> Iterator[str]:
    """Start Python safely until the end, as `multiprocessing` does not; yield what was set."""
    was = os.environ.get(SAFE_PATH, "")
    os.environ[SAFE_PATH] = "1"
    try:
        yield was
    finally:
        os.environ[SAFE_PATH] = was


def _check_certificate(address: str) -> None:
    """Raise `ClusterFault` unless Dask's settings have a certificate to show."""
    from distributed import Security

    try:
        if Security().get_connection_args("client").get("ssl_context"):
            return
    except (OSError, ValueError):  # its file is missing or holds none
        pass
    raise ClusterFault(ClusterReason.NO_CERTIFICATE, address=address)
