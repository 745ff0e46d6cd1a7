"""The upgrade of journals that older versions of the program wrote, line by line.

Version 1 had the number of a user of this machine where version 2 has the text of an account.
"""

from __future__ import annotations

import msgspec

from net.accounts import unix_account

_fields = msgspec.json.Decoder(dict[str, msgspec.Raw])


def upgraded(line: bytes) -> bytes:
    """Return a line of a journal of version 1 as version 2 has it. Raises `ValueError`.

    >>> upgraded(b'{"do":"seat","uid":1000}')
    b'{"do":"seat","account":"unix:1000"}'
    """
    fields = _fields.decode(line)
    if (uid := fields.pop("uid", None)) is not None:
        account = unix_account(msgspec.json.decode(uid, type=int))
        fields["account"] = msgspec.Raw(msgspec.json.encode(account))
    return msgspec.json.encode(fields)
