"""The upgrade of journals that older versions of the program wrote, line by line.

Version 1 had the number of a user of this machine where version 2 has the text of an account, and
the path of the game's file, to which version 2 has a link beside the journal. Version 3 has entries
that version 2 has not, and no other change.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

import msgspec

from net.accounts import unix_account

Fields: TypeAlias = dict[str, msgspec.Raw]
_fields = msgspec.json.Decoder(Fields)


def upgraded(line: bytes) -> bytes:
    """Return a line of a journal of version 1 as later ones have it. Raises `ValueError`.

    >>> upgraded(b'{"do":"seat","uid":1000}')
    b'{"do":"seat","account":"unix:1000"}'
    >>> upgraded(b'{"do":"open","plan":{"game":"war","resume":"/home/zoe/a.json"}}')
    b'{"do":"open","plan":{"game":"war"},"is_resumed":true}'
    """
    fields = _fields.decode(line)
    if (uid := fields.pop("uid", None)) is not None:
        fields["account"] = _raw(unix_account(msgspec.json.decode(uid, type=int)))
    fields.pop("path", None)
    if "plan" in fields:
        plan = _fields.decode(fields["plan"])
        if plan.pop("resume", None) is not None:
            fields["plan"], fields["is_resumed"] = _raw(plan), _raw(True)
    return msgspec.json.encode(fields)


def old_game_path(journal: Path) -> Path | None:
    """Return the path of the game's file that a journal of version 1 names, None for none."""
    found = ""
    with suppress(OSError, ValueError, RecursionError):
        for line in journal.read_bytes().split(b"\n")[:-1]:
            fields = _fields.decode(line)
            if "plan" in fields:
                found = _text(_fields.decode(fields["plan"]), "resume") or found
            found = _text(fields, "path") or found
    return Path(found) if found else None


def _text(fields: Fields, name: str) -> str:
    return msgspec.json.decode(fields[name], type=str) if name in fields else ""


def _raw(value: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))
