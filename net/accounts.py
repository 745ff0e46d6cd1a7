"""The accounts of this machine as texts.

An account is one text, `unix:1000` for a user of this machine. It is made where a line comes in,
and nobody but its maker reads anything into it.
"""

from __future__ import annotations

import os


def unix_account(uid: int) -> str:
    """Return the account of a user of this machine.

    >>> unix_account(1000)
    'unix:1000'
    """
    return f"unix:{uid}"


def own_account() -> str:
    """Return the account that this program runs under."""
    return unix_account(os.getuid())
