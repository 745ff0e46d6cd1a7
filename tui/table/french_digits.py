"""The row of digits of a French keyboard, whose keys type signs unless they are shifted."""

from __future__ import annotations

from typing import Final

_DIGITS: Final = str.maketrans("&é\"'(-è_çà", "1234567890")


def digits_typed(signs: str) -> str:
    r"""Return the digits on the keys of these signs; all else stays as it is.

    >>> digits_typed("\"ç")
    '39'
    """
    return signs.translate(_DIGITS)
