"""The question to the terminal whether it shows 24 bits of colour, and its answers.

A colour is set and asked for again (DECRQSS); two capabilities are asked for by name (XTGETTCAP).
Every terminal answers the last question, for its kind (DA1). A terminal that has answered nothing
before that knows no 24 bits.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from textual.message import Message

ESC: Final = "\x1b"
QUESTION: Final = (
    "\x1b[0;48;2;1;2;3m\x1bP$qm\x1b\\\x1b[0m"
    "\x1bP+q524742\x1b\\\x1bP+q5463\x1b\\"  # RGB, Tc
    "\x1b[c"
)

SHOWN: Final = r"\x1bP([01])\$r([\d:;]*)m"
OURS: Final = r"(?:^|;)48[:;]2[:;](?:\d*:)?1[:;]2[:;]3(?:;|$)"
NAMED: Final = r"(?i)\x1bP1\+r(?:524742|5463)(?:=|\x1b|\Z)"
KIND: Final = r"\x1b\[\?[\d;]*c"

END: Final = r"(?:\x1b\\|[\x07\x9c\udc9c])"
WHOLE: Final = rf"\x1b(?:\[\?[\d;]*c|P[01][$+]r[ -~]*{END})"
PART: Final = r"\x1b(?:\[(?:\?[\d;]*)?|P(?:[01](?:[$+](?:r[ -~]*\x1b?)?)?)?)?"
CERTAIN: Final = r"\x1b(?:\[\?\d|P[01][$+]r)"
"""What no keyboard sends, however fast somebody types."""

LONGEST: Final = 1000
"""Letters of an answer; what is longer is none."""

AWAITED: Final = 50
"""After this many silences without an answer none is awaited: Esc may be a key at once again."""

PATIENCE: Final = 5
"""The most silences between the letters of an awaited answer, which may be keys too."""
LONG_PATIENCE: Final = 20
"""The most silences between letters that certainly belong to an answer."""


class ColoursTold(Message):
    """The terminal told whether it shows 24 bits of colour."""

    def __init__(self, is_true: bool) -> None:
        super().__init__()
        self.is_true = is_true


class ColourQuery:
    """The state of the terminal's answer."""

    def __init__(self) -> None:
        self._silences = 0
        self._was_asked = self._is_over = False
        self._is_shown: bool | None = None
        self._is_named = False

    def ask(self) -> str:
        """Return the question; the answer is awaited from now on."""
        self._silences = AWAITED
        self._was_asked = True
        return QUESTION

    @property
    def is_open(self) -> bool:
        """Whether an answer may be on its way."""
        return self._silences > 0

    def wait(self) -> None:
        """Count a silence: at last nothing is awaited any more."""
        self._silences = max(self._silences - 1, 0)

    def hear(self, answer: str) -> bool | None:
        """Return whether the terminal shows 24 bits, None where an answer does not say so.

        What the terminal shows counts for more than what it says of itself.
        """
        if not self._was_asked:
            return None
        if match := re.match(SHOWN, answer):
            is_ours = re.search(OURS, match[2]) is not None
            if is_ours or match[1] == "1":
                self._is_shown = is_ours
                return is_ours
        elif re.fullmatch(KIND, answer):
            is_first, self._is_over, self._silences = not self._is_over, True, 0
            return False if is_first and self._is_shown is None and not self._is_named else None
        elif self._is_shown is None and re.match(NAMED, answer):
            self._is_named = True
            return True
        return None


class Sifted(NamedTuple):
    """The fate of a letter.

    Attributes:
        keys: Letters that may be keys: this one, letters kept till now, or none yet.
        answer: A whole answer of the terminal, "" if there is none.
        is_broken: Whether the letter belongs to a sequence that is no key and is to be forgotten.
    """

    keys: str = ""
    answer: str = ""
    is_broken: bool = False


class AnswerSieve:
    """Takes the terminal's answers out of its bytes, so that none of them is taken for keys.

    ESC, and `[` after it, are handed on at once, for they begin keys too.
    """

    def __init__(self, query: ColourQuery) -> None:
        self._query = query
        self._seen = ""
        self._silences = 0

    @property
    def _kept(self) -> str:
        """The letters that were not handed on."""
        return self._seen[2:] if self._seen.startswith("\x1b[") else self._seen[1:]

    @property
    def _is_certain(self) -> bool:
        return re.match(CERTAIN, self._seen) is not None

    def sift(self, letter: str) -> Sifted:
        """Return the fate of the letters with this one."""
        seen = self._seen + letter
        if re.fullmatch(WHOLE, seen):
            self._begin("")
            return Sifted(answer=seen, is_broken=True)
        if re.fullmatch(PART, seen) and len(seen) <= LONGEST:
            was_kept = self._kept
            self._begin(seen)
            return Sifted("" if self._kept != was_kept else letter)
        dropped = self._is_certain and (self._seen[1] == "P" or letter < " ")
        begun = ESC if dropped and self._seen.endswith(ESC) else ""
        kept = begun if dropped else self._kept
        self._begin(begun)
        again = self.sift(letter) if begun or letter == ESC else Sifted(letter)
        return Sifted(kept + again.keys, is_broken=dropped)

    def wait(self) -> Sifted | None:
        """Return the fate of the letters after a silence; None if more letters may follow."""
        self._query.wait()
        if not self._seen:
            return Sifted()
        self._silences += 1
        if self._silences < (
            LONG_PATIENCE if self._is_certain else PATIENCE if self._query.is_open else 1
        ):
            return None
        sifted = Sifted("" if self._is_certain else self._kept, is_broken=self._is_certain)
        self._begin(ESC if self._seen == ESC else "")
        return sifted

    def _begin(self, seen: str) -> None:
        self._seen, self._silences = seen, 0
