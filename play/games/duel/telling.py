"""The words of the duel about the cursor and the cost of a card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.duel.moves import Lay, Pile
from engine.duel.rules import draw_count, too_few
from engine.duel.view import DuelDraft, DuelView
from play.games.duel.controls import END_TURN, MENU, HandCursor, nowhere
from words.glyphs import Glyphs
from words.translation import _, mark, sentence, several

_PILE_WORDS: Final = {
    Pile.UP: mark("{card} on your ascending pile: {cost}."),
    Pile.DOWN: mark("{card} on your descending pile: {cost}."),
    Pile.THEIR_UP: mark("{card} on their ascending pile: {cost}."),
    Pile.THEIR_DOWN: mark("{card} on their descending pile: {cost}."),
}


def cursor_words(cursor: HandCursor, view: DuelView, glyphs: Glyphs) -> tuple[str, ...]:
    """Describe what the cursor is on: a card and its pile, why it cannot be laid, or a stop.

    For a card there are two forms: the second has the pile's sign in the place of its name.
    """
    if cursor.place == MENU:
        return (_("The menu has everything that can be done now."),)
    if cursor.place == END_TURN:
        return (_end_words(cursor.draft, view),)
    lay = cursor.chosen()
    if lay is None:
        return (sentence(nowhere(cursor)),)
    costs, also = cost(lay, cursor.draft.tops[lay.pile]), _also(cursor, lay, glyphs)
    named = _(_PILE_WORDS[lay.pile]).format(card=f"{lay.card:02}", cost=costs)
    signed = _("{card}: {cost}.").format(card=written([lay], glyphs), cost=costs)
    return f"{named} {also}", f"{signed} {also}"


def _also(cursor: HandCursor, lay: Lay, glyphs: Glyphs) -> str:
    """Return the other piles for the card under the cursor, each with its cost."""
    others = [other for other in cursor.piles if other != lay]
    if not others:
        return _("It fits nowhere else.")
    tops = cursor.draft.tops
    tags = [cost_tag(other, tops[other.pile]).strip() for other in others]
    signs = [written([other], glyphs)[2:] for other in others]
    also = ", ".join(f"{sign} {tag}" for sign, tag in zip(signs, tags, strict=True))
    return _("Also: {piles}.").format(piles=also)


def _end_words(draft: DuelDraft, view: DuelView) -> str:
    """Return the number of cards that the end of the turn draws, or why it cannot end."""
    if draft.move is None:
        return sentence(too_few(len(draft.made), draft.least))
    seat = view.seat or 0
    left = draft.hand.bit_count()
    count = draw_count(left, view.sides[seat].draw_size, draft.gave)
    words = several("Ends the turn: draws {count}", "Ends the turn: draws {count}", count)
    return words + (_(", up to six.") if draft.gave and left + count == 6 else ".")


def written(lays: Sequence[Lay], glyphs: Glyphs) -> str:
    """Return cards with the signs of their piles: `12▲ 08▲'`, where the second is a gift."""
    arrows, gifts = (glyphs.down, glyphs.up), ("", "'")
    signs = [arrows[lay.pile.is_ascending] + gifts[lay.pile.is_theirs] for lay in lays]
    return " ".join([f"{lay.card:02}{sign}" for lay, sign in zip(lays, signs, strict=True)])


def cost(lay: Lay, top: int) -> str:
    """Return the effect of a card on its pile: `costs 3`, `gives 7`, or a jump back."""
    if lay.pile.is_theirs:
        return _("gives {pips}").format(pips=abs(lay.card - top))
    step = _step(lay, top)
    return _("jump back, gains 10") if step < 0 else _("costs {pips}").format(pips=step)


def cost_tag(lay: Lay, top: int) -> str:
    """Return the same for a tag of seven cells: `+3`, `-10`, or `gift 7`."""
    if lay.pile.is_theirs:
        return _("gift {pips}").format(pips=abs(lay.card - top))
    return f"{_step(lay, top):+3}"


def _step(lay: Lay, top: int) -> int:
    return lay.card - top if lay.pile is Pile.UP else top - lay.card
