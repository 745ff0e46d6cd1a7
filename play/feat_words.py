"""The feats of people in words."""

from __future__ import annotations

from engine.games import describe
from saves.feats import Feat, FeatKind
from words.names import level_name
from words.translation import _, several


def feat_words(feat: Feat) -> str:
    """Return what was done in a few words, as the table tells it when it was done."""
    if feat.kind is FeatKind.FIRST_WIN:
        return _("First win against {level}").format(level=level_name(feat.level))
    return kept_words(feat)


def kept_words(feat: Feat) -> str:
    """Return what was done in a few words, as the statistics have it below its level."""
    described, count = describe(feat.game), feat.amount
    match feat.kind:
        case FeatKind.FIRST_WIN:
            return _("First win")
        case FeatKind.OWN:
            return _(described.feat)
        case FeatKind.RUN:
            return several("Longest run: {count} win", "Longest run: {count} wins", count)
        case FeatKind.BEST if described.best == "fewest points":
            return several("Best win: {count} point", "Best win: {count} points", count)
        case FeatKind.BEST if described.best == "most turns":
            return several("Longest win: {count} turn", "Longest win: {count} turns", count)
        case FeatKind.BEST:
            return several("Quickest win: {count} turn", "Quickest win: {count} turns", count)
