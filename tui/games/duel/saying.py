"""What the message line says of the cursor: a card and its piles, a stop, or why nothing fits."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len

from engine.duel.moves import Lay, Pile
from engine.duel.reasons import Refusal
from engine.duel.rules import draw_count
from engine.duel.view import DuelDraft, DuelView
from engine.reasons import IllegalMove
from tui.games.duel import board
from tui.games.duel.controls import nowhere
from tui.games.duel.cursor import HandCursor
from words.glyphs import Glyphs
from words.translation import _, mark, sentence, several

_PILE_WORDS: Final = {
    Pile.UP: mark("{card} on your ascending pile: {cost}."),
    Pile.DOWN: mark("{card} on your descending pile: {cost}."),
    Pile.THEIR_UP: mark("{card} on their ascending pile: {cost}."),
    Pile.THEIR_DOWN: mark("{card} on their descending pile: {cost}."),
}


def cursor_words(cursor: HandCursor, view: DuelView, glyphs: Glyphs, width: int) -> str:
    """Return what the cursor is on: a card and its pile, why it cannot be laid, a stop.

    Where there is no room in `width` cells for the pile's name its sign stands there.
    """
    if cursor.place == board.MENU:
        return _("The menu has everything that can be done now.")
    if cursor.place == board.END_TURN:
        return _end_words(cursor.draft, view)
    lay = cursor.chosen()
    if lay is None:
        return sentence(nowhere(cursor))
    cost = board.cost(lay, cursor.draft.tops[lay.pile])
    told = _(_PILE_WORDS[lay.pile]).format(card=f"{lay.card:02}", cost=cost)
    words = f"{told} {_also(cursor, lay, glyphs)}"
    if cell_len(words) <= width:
        return words
    told = _("{card}: {cost}.").format(card=board.written(lay, glyphs), cost=cost)
    return f"{told} {_also(cursor, lay, glyphs)}"


def _also(cursor: HandCursor, lay: Lay, glyphs: Glyphs) -> str:
    """Return on which other piles the card under the cursor may be laid, and what it costs."""
    others = [other for other in cursor.piles() if other != lay]
    if not others:
        return _("It fits nowhere else.")
    tops = cursor.draft.tops
    tags = [board.cost_tag(other, tops[other.pile]).strip() for other in others]
    signs = [board.written(other, glyphs)[2:] for other in others]
    also = ", ".join(f"{sign} {tag}" for sign, tag in zip(signs, tags, strict=True))
    return _("Also: {piles}.").format(piles=also)


def _end_words(draft: DuelDraft, view: DuelView) -> str:
    """Return what ending the turn would draw, or why it cannot end."""
    if draft.move is None:
        return sentence(IllegalMove(Refusal.TOO_FEW, count=len(draft.made)))
    seat = view.seat or 0
    left = draft.hand.bit_count()
    count = draw_count(left, view.sides[seat].draw_size, draft.gave)
    words = several("Ends the turn: draws {count}", "Ends the turn: draws {count}", count)
    return words + (_(", up to six.") if draft.gave and left + count == 6 else ".")
