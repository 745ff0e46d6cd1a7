"""The start of `tapis.pyz`: unpacks the program into the cache once, and starts it from there.

It knows nothing of the program, and any Python 3 can read it, so that an old one can be told.
Whoever runs the program holds its folder, by a lock. What earlier files unpacked is removed, but
for the newest and those that are held.
"""

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES

CONTENTS = ""
"""The sum of what is to be unpacked; `one_file.py` writes it here."""
MADE_FOR = frozenset([""])
"""The suffixes of the compiled modules in it, one for each Python it was made for."""
PROGRAM = "program.zip"
HELD = "tapis_vert"
"""The folder, within what was unpacked, that each process of the program holds."""
BEGUN = "unpacked-"
"""How the names of folders begin that are not whole."""
SAYS = {
    "en": {
        "old": "tapis.pyz needs Python 3.11 or newer, and this is {}. Start it with a newer one: "
        "python3.12 tapis.pyz",
        "other": "tapis.pyz has no part for this Python ({}). Install the program instead: "
        "pipx install tapis-vert",
        "unpacked": "tapis.pyz could not be unpacked into {}: {}. Name another folder by "
        "XDG_CACHE_HOME.",
    },
    "fr": {
        "old": "tapis.pyz demande Python 3.11 ou plus récent, et celui-ci est {}. Lancez-le avec "
        "un plus récent\u00a0: python3.12 tapis.pyz",
        "other": "tapis.pyz n’a rien pour ce Python ({}). Installez plutôt le programme\u00a0: "
        "pipx install tapis-vert",
        "unpacked": "tapis.pyz n’a pas pu être déplié dans {}\u00a0: {}. Nommez un autre dossier "
        "par XDG_CACHE_HOME.",
    },
}


def start() -> int:
    """Start the program and return its exit status."""
    if sys.version_info < (3, 11):  # noqa: UP036 - whoever has an old one starts it too
        return tell("old", ".".join(map(str, sys.version_info[:2])))
    if not MADE_FOR.intersection(EXTENSION_SUFFIXES):
        return tell("other", EXTENSION_SUFFIXES[0])
    folder = os.path.join(cache(), "tapis-vert", CONTENTS)
    if not is_held(folder):
        try:
            unpack(folder)
        except OSError as error:
            return tell("unpacked", folder, error.strerror or str(error))
        try:
            remove_others(folder)
        except OSError:
            pass  # it takes room and does no harm
    sys.path[0] = folder
    from tapis_vert import main

    return main()


def cache() -> str:
    """Return the folder of caches."""
    usual = "~/Library/Caches" if sys.platform == "darwin" else "~/.cache"
    return os.path.abspath(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser(usual))


def is_held(folder: str) -> bool:
    """Hold a folder until this process ends, and return whether it is there."""
    from fcntl import LOCK_SH, flock

    try:
        flock(os.open(os.path.join(folder, HELD), os.O_RDONLY), LOCK_SH)
    except OSError:
        pass
    return os.path.isdir(folder)  # somebody may just have removed it


def unpack(folder: str) -> None:
    """Unpack the program: the folder is there whole or not at all. Raises `OSError`."""
    from io import BytesIO
    from shutil import rmtree
    from tempfile import mkdtemp
    from zipfile import ZipFile

    os.makedirs(os.path.dirname(folder), mode=0o700, exist_ok=True)
    began = mkdtemp(prefix=BEGUN, dir=os.path.dirname(folder))
    try:
        os.mkdir(os.path.join(began, HELD))
        is_held(began)
        with ZipFile(os.path.dirname(__file__)) as whole:
            program = BytesIO(whole.read(PROGRAM))
        with ZipFile(program) as packed:
            packed.extractall(began)
        os.sync()
        os.rename(began, folder)
    except OSError:
        rmtree(began, ignore_errors=True)
        if not is_held(folder):  # another start was faster
            raise


def remove_others(folder: str) -> None:
    """Remove what earlier files unpacked, and what never was whole; the newest of them stays."""
    shelf = os.path.dirname(folder)
    others = [entry for entry in os.scandir(shelf) if entry.path != folder]
    whole = [entry for entry in others if len(entry.name) == len(CONTENTS)]
    whole.sort(key=lambda entry: entry.stat().st_mtime)
    for entry in [entry for entry in others if entry.name.startswith(BEGUN)] + whole[:-1]:
        remove(entry.path)


def remove(folder: str) -> None:
    """Remove a folder that nobody holds."""
    from fcntl import LOCK_EX, LOCK_NB, flock
    from shutil import rmtree

    try:
        descriptor = os.open(os.path.join(folder, HELD), os.O_RDONLY)
    except FileNotFoundError:  # a removal that was broken off
        return rmtree(folder, ignore_errors=True)
    try:
        flock(descriptor, LOCK_EX | LOCK_NB)
        going = os.path.join(os.path.dirname(folder), f"{BEGUN}{os.getpid()}")
        os.rename(folder, going)
        rmtree(going, ignore_errors=True)
    except OSError:
        pass  # somebody holds it, or has just removed it
    finally:
        os.close(descriptor)


def tell(what: str, *facts: str) -> int:
    """Say in one sentence why it does not start, and return the status for that."""
    spoken = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    sentence = SAYS["fr" if spoken.startswith("fr") else "en"][what].format(*facts)
    encoding = sys.stderr.encoding or "ascii"
    sys.stderr.write(sentence.encode(encoding, "replace").decode(encoding) + "\n")
    return 2


sys.exit(start())
