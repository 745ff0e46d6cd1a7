"""Errors of the system and of Python in the language spoken."""

from __future__ import annotations

import os
from typing import Final

from words.translation import _, mark, said


def os_text(error: OSError) -> str:
    """Return the message of an error: its own sentence if it has one, else the system's."""
    sentence = getattr(error, "sentence", None)
    return said(sentence) if sentence else cause(error)


def cause(error: OSError) -> str:
    """Return the system's message, translated if it is known."""
    return _(error.strerror or str(error))


def system_words(error: OSError) -> str:
    """Return the system's own message of an error of asyncio, which puts other words around it."""
    if error.errno and error.errno > 0:
        return os.strerror(error.errno)
    return error.strerror or str(error)  # an address that nobody knows has no number of the system


SYSTEM: Final = {
    "ENOENT": mark("No such file or directory"),
    "EACCES": mark("Permission denied"),
    "EPERM": mark("Operation not permitted"),
    "EISDIR": mark("Is a directory"),
    "ENOTDIR": mark("Not a directory"),
    "EEXIST": mark("File exists"),
    "ENOSPC": mark("No space left on device"),
    "EDQUOT": mark("Disk quota exceeded"),
    "EROFS": mark("Read-only file system"),
    "EIO": mark("Input/output error"),
    "EMFILE": mark("Too many open files"),
    "ENFILE": mark("Too many open files in system"),
    "ENAMETOOLONG": mark("File name too long"),
    "ELOOP": mark("Too many levels of symbolic links"),
    "EBUSY": mark("Device or resource busy"),
    "EINVAL": mark("Invalid argument"),
    "EFBIG": mark("File too large"),
    "ENODEV": mark("No such device"),
    "ENXIO": mark("No such device or address"),
    "ETXTBSY": mark("Text file busy"),
    "ENOTEMPTY": mark("Directory not empty"),
    "EXDEV": mark("Invalid cross-device link"),
    "EMLINK": mark("Too many links"),
    "ESTALE": mark("Stale file handle"),
    "EINTR": mark("Interrupted system call"),
    "EAGAIN": mark("Resource temporarily unavailable"),
    "ENOMEM": mark("Cannot allocate memory"),
    "EPIPE": mark("Broken pipe"),
    "ECONNRESET": mark("Connection reset by peer"),
    "ETIMEDOUT": mark("Connection timed out"),
    "ENOEXEC": mark("Exec format error"),
    "E2BIG": mark("Argument list too long"),
    "EBADF": mark("Bad file descriptor"),
    "ENOTSUP": mark("Operation not supported"),
    "ENOSYS": mark("Function not implemented"),
    "ENOLCK": mark("No locks available"),
    "ESRCH": mark("No such process"),
}
"""The messages of a GNU system by `errno`."""

STARTING: Final = (mark("embedded null byte"),)
"""The reasons why a word cannot be passed to a program."""

ARGUMENTS: Final = (
    mark("argument %(argument_name)s: %(message)s"),
    mark("the following arguments are required: %s"),
    mark("one of the arguments %s is required"),
    mark("unrecognized arguments: %s"),
    mark("ignored explicit argument %r"),
    mark("not allowed with argument %s"),
    mark("expected one argument"),
    mark("expected at most one argument"),
    mark("expected at least one argument"),
    mark("ambiguous option: %(option)s could match %(matches)s"),
    mark("invalid choice: %(value)r (choose from %(choices)s)"),
    mark("invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)"),
    mark("invalid %(type)s value: %(value)r"),
)
"""The errors of argparse in Python 3.11 to 3.15; only the last suggests corrections."""
