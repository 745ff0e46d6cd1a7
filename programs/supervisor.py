"""The supervisor of one program: starts it, reports its exit, and ends it with its descendants.

It is a process between ours and the program, run by its path as
`supervisor.py LIFELINE NEWS COMMAND...`, where the first two are the file descriptors of two pipes.
Into NEWS it writes a line with 0 once the program is started, or else the `errno` of the failure;
and a line with the exit status (negative: a signal) once the program has ended. When the other end
of LIFELINE closes, at the latest when our process ends, however that comes, it ends the program,
all its descendants and then itself.

On Linux orphaned descendants become its children, so that none escapes into a session of its own.
Elsewhere it ends the process group of the program.
"""

# Each start of a program waits for this one, so nothing is loaded that takes its time: `signal`
# with its enums, `contextlib` and `pathlib` would double it.
import ctypes
import os
import sys
from _signal import SIG_DFL, SIGCHLD, SIGKILL, SIGPIPE, SIGXFSZ, signal  # type: ignore[import-not-found]

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


def main(lifeline: int, news: int, command: list[str]) -> None:
    """Run the program until the other end of the lifeline closes."""
    os.set_inheritable(lifeline, False)
    os.set_inheritable(news, False)
    signal(SIGCHLD, SIG_DFL)  # ignored, it would take the exit status away
    _control(_PR_SET_CHILD_SUBREAPER, 1)
    try:
        watch = _start_watch(lifeline, news)
        program = _start(command)
    except OSError as fault:
        _tell(news, fault.errno or -1)
        return
    _let_go_of_streams()
    _tell(news, 0)
    while True:
        ended, status = os.waitpid(-1, 0)
        if ended == watch:
            break
        if ended == program:
            _tell(news, os.waitstatus_to_exitcode(status))
    _end_group(program)
    _end_descendants()


def _start_watch(lifeline: int, news: int) -> int:
    """Start a child that ends when the lifeline closes: then waiting for children is enough."""
    watch = os.fork()
    if watch == 0:
        _control(_PR_SET_PDEATHSIG, SIGKILL)
        _let_go_of_streams()
        os.close(news)
        os.read(lifeline, 1)
        os._exit(0)
    return watch


def _start(command: list[str]) -> int:
    """Start the program in a session of its own. Raises `OSError`."""
    fault, tell_fault = os.pipe()  # the start of the program closes it
    program = os.fork()
    if program == 0:
        try:
            os.setsid()
            _control(_PR_SET_PDEATHSIG, SIGKILL)
            for number in (SIGPIPE, SIGXFSZ):  # Python ignores them
                signal(number, SIG_DFL)
            os.execvp(command[0], command)  # noqa: S606 - a person named it to be run
        except OSError as error:
            _tell(tell_fault, error.errno or -1)
        finally:
            os._exit(1)
    os.close(tell_fault)
    number = os.read(fault, 20)
    os.close(fault)
    if number:
        raise OSError(int(number), "")
    return program


def _let_go_of_streams() -> None:
    """Leave standard input and output to the program, so that it alone can close them."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def _tell(pipe: int, number: int) -> None:
    try:
        os.write(pipe, b"%d\n" % number)
    except OSError:
        pass  # nobody listens any more


def _control(option: int, value: int) -> None:
    """Set something that Linux can do for a process; elsewhere it stays as it is."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, ctypes.c_ulong(value))


def _end_group(program: int) -> None:
    """End the program's process group, all at once, so that none of it can flee meanwhile."""
    try:
        os.killpg(program, SIGKILL)
    except OSError:
        pass  # nobody is left, or it became somebody else's


def _end_descendants() -> None:
    """End all descendants; those that lose their parent meanwhile become children."""
    try:
        while True:
            ended, _status = os.waitpid(-1, os.WNOHANG)
            if ended:
                continue
            if not _kill(_descendants()):
                return
            os.waitpid(-1, 0)
    except ChildProcessError:
        pass  # none is left


def _kill(processes: list[int]) -> bool:
    """Kill processes, and return whether any could be killed."""
    done = False
    for process in processes:
        try:
            os.kill(process, SIGKILL)
        except OSError:
            continue  # it has ended, or it became somebody else's
        done = True
    return done


def _descendants() -> list[int]:
    """Return all descendants that the system tells of, parents first."""
    if not os.path.isdir("/proc"):
        return []
    children: dict[int, list[int]] = {}
    for name in filter(str.isdecimal, os.listdir("/proc")):
        children.setdefault(_parent(name), []).append(int(name))
    found = [os.getpid()]
    for process in found:
        found += children.get(process, ())
    return found[1:]


def _parent(process: str) -> int:
    """Return the parent of a process, 0 if it has ended."""
    try:
        with open(f"/proc/{process}/stat", "rb") as stat:
            return int(stat.read().rpartition(b")")[2].split()[1])
    except (OSError, IndexError):
        return 0


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
    os._exit(0)  # there is nothing to tidy up, and somebody waits
