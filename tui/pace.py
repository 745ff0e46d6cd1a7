"""How fast things happen on the screen, in seconds."""

from __future__ import annotations

from typing import Final

PACE: Final = 0.6
"""How long a card is shown, and a turn of two computer players."""

KEY_PAUSE: Final = 0.5
"""How long keys are dropped after a screen came up that they were not meant for."""

REST: Final = 0.2
"""How long a cursor stays on a game before its moves are checked."""
