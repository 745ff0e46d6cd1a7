"""The results of an arena and of games of chance as lines and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from math import inf, isfinite
from statistics import fmean
from typing import Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from arena.chance import QUANTILES, Lengths, bins
from arena.match import Forfeited
from arena.pooling import Pooled
from arena.schedule import Contest
from arena.sprt import Evidence
from arena.statistics import Share, quantile
from arena.tally import DecisionTimes, PairScore, PlayerScore, Tally
from cli.paper import empty_grid
from engine.games import describe
from engine.reasons import Reason
from words.glyphs import glyphs
from words.names import seat_name
from words.plain_text import printable, shortened
from words.translation import _, about, decimal, reason, several, why

LONGEST_NAME: Final = 20
NOTHING: Final = "-"
PERCENT: Final = 100
MILLI: Final = 1000


def contest_parts(tally: Tally) -> Sequence[RenderableType]:
    """Return the parts of a contest: its terms, the players, the pairings, the forfeits."""
    names = _names(tally.contest.players)
    forfeits = list(_forfeits(tally, names))
    blank = [""] if forfeits else []
    terms, players = "\n".join(_beginning(tally)), _players(tally, names)
    pairs = _pair_grid(tally.contest, names, tally.pair_scores())
    return [terms, "", players, "", pairs, *blank, *forfeits]


def _names(players: Sequence[str]) -> list[str]:
    """Return the names of the players. A player that takes part twice has a number.

    >>> _names(["greedy", "random", "greedy"])
    ['greedy', 'random', 'greedy (2)']
    """
    seen: Counter[str] = Counter()
    names = []
    for kind in players:
        seen[kind] += 1
        names.append(printable(kind) + (f" ({seen[kind]})" if seen[kind] > 1 else ""))
    return names


def _beginning(tally: Tally) -> Iterator[str]:
    contest = tally.contest
    deals = several("{count} deal", "{count} deals", contest.deals)
    words = _("{game}: {deals} for each pair of players, each played twice with seats swapped")
    if contest.is_one_table:
        words = _("{game}: {deals}, each played {seats} times, all players moving on by one seat")
    if contest.test:
        deals = _("at most {deals}").format(deals=deals)
    yield words.format(game=contest.game, deals=deals, seats=contest.seats)
    yield _("seed {seed}").format(seed=contest.seed)
    if not tally.is_complete:
        words = _("interrupted: {done} of {all} pairs of games were played")
        if contest.is_one_table:
            words = _("interrupted: {done} of {all} deals were played")
        yield words.format(done=tally.finished, all=contest.size)
    if tally.evidence:
        yield _evidence(tally.evidence)


def _evidence(evidence: Evidence) -> str:
    """Return how far a test is."""
    terms = evidence.terms
    bounds = Share(evidence.ratio, terms.lower, terms.upper)
    ratio = _interval(bounds, lambda value: decimal(value, 2))
    words = _("SPRT of {elo0} and {elo1} Elo: LLR {ratio}")
    test = words.format(elo0=_elo(terms.elo0), elo1=_elo(terms.elo1), ratio=ratio)
    if evidence.accepted is None:
        return test
    return _("{test}, {elo} Elo accepted").format(test=test, elo=_elo(evidence.accepted))


def _elo(value: float) -> str:
    return f"{value:g}" if value == round(value) else decimal(value, 1)


def standing(results: Tally | Lengths) -> list[str]:
    """Return what is told while games are played: a test, and the share of each pairing."""
    if not isinstance(results, Tally):
        return []
    names = _names(results.contest.players)
    test = [_evidence(results.evidence)] if results.evidence else []
    shares = [
        about(
            " - ".join(shortened(names[player], LONGEST_NAME) for player in score.players),
            f"{_interval(score.share, percent)} %",
        )
        for score in results.pair_scores()
        if score.share
    ]
    return [*test, *shares]


def meetings(contest: Contest) -> str:
    """Return the word for a meeting: a deal for one table, else a pair of games."""
    return _("deals") if contest.is_one_table else _("pairs")


def _players(tally: Tally, names: Sequence[str]) -> Table:
    player_scores = tally.player_scores()
    has_ratings = len(names) > 2
    has_points = any(score.points is not None for score in player_scores)
    heads = ["Elo"] * has_ratings + [_("won %")] + [_("points")] * has_points
    heads += [_("games"), _("given up"), _("median ms"), _("95 % ms")]
    grid = empty_grid([_("player")], heads)
    rows = zip(names, player_scores, tally.decision_times(), strict=True)
    for name, score, times in sorted(rows, key=_strength, reverse=True):
        cells = [_rating(score.rating)] if has_ratings else []
        cells += [percent(score.share)]
        cells += [_points(score.points)] if has_points else []
        cells += [str(score.games), str(score.forfeits)]
        cells += [_milliseconds(times and times.median), _milliseconds(times and times.slow)]
        grid.add_row(Text(name), *cells)
    return grid


def _strength(row: tuple[str, PlayerScore, DecisionTimes | None]) -> float:
    rating = row[1].rating
    return -inf if rating is None else rating


def _pair_grid(contest: Contest, names: Sequence[str], scores: Iterable[PairScore]) -> Table:
    head = _("won % (at 95 %)") if contest.seats == 2 else _("ahead % (at 95 %)")
    heads = [head, _("Elo difference"), meetings(contest)]
    grid = empty_grid([_("player"), _("against")], heads)
    for score in scores:
        players = [Text(names[player]) for player in score.players]
        share, elo = _interval(score.share, percent), _interval(score.elo, _rating)
        grid.add_row(*players, share, elo, str(score.pairs))
    return grid


def _forfeits(tally: Tally, names: Sequence[str]) -> Iterator[Text]:
    """Yield how often each player gave up for each reason, with the facts of the first time."""
    found: dict[tuple[int, Reason], list[Forfeited]] = {}
    for player, given_up in tally.forfeits():
        found.setdefault((player, given_up.why.reason), []).append(given_up)
    for (player, _reason), times in sorted(found.items(), key=lambda item: item[0][0]):
        words = _("{player} gave up {games}, the first time: {reason}").format(
            player=names[player],
            games=several("{count} game", "{count} games", len(times)),
            reason=printable(times[0].text or why(times[0].why)),
        )
        yield Text(words)


def pooled_parts(pooled: Pooled, tallies: Sequence[Tally]) -> Sequence[RenderableType]:
    """Return the parts of several contests together: the players, and who met whom."""
    contest, names = tallies[0].contest, list(map(printable, pooled.kinds))
    files = several("{count} file", "{count} files", len(tallies))
    grid = empty_grid([_("player")], ["Elo", _("share %"), meetings(contest)])
    for one in pooled.rated():
        grid.add_row(
            Text(printable(one.kind)), _rating(one.rating), percent(one.share), str(one.meetings)
        )
    scores = pooled.pair_scores()
    return [about(contest.game, files), "", grid, "", _pair_grid(contest, names, scores)]


def _interval(share: Share | None, shown: Callable[[float], str]) -> str:
    """Return a mean and the ends of its interval; for an infinite mean the finite end."""
    if share is None:
        return NOTHING
    if not isfinite(share.mean):
        return f"> {shown(share.low)}" if share.mean > 0 else f"< {shown(share.high)}"
    value, low, high = map(shown, share)
    return _("{value} ({low} to {high})").format(value=value, low=low, high=high)


def _rating(value: float | None) -> str:
    return NOTHING if value is None else f"{round(value):+d}" if round(value) else "0"


def percent(part: float | None) -> str:
    """Return a part of 1 in percent."""
    return NOTHING if part is None else decimal(PERCENT * part, 1)


def _points(value: float | None) -> str:
    return NOTHING if value is None else decimal(value, 1)


def _milliseconds(seconds: float | None) -> str:
    if seconds is None:
        return NOTHING
    value = MILLI * seconds
    return decimal(value, 2 if value < 1 else 1 if value < PERCENT else 0)


MOST_BINS: Final = 16
BAR: Final = 40


def lengths_parts(lengths: Lengths) -> Sequence[RenderableType]:
    """Return the parts of games of chance: their options, their lengths and their winners."""
    parts: list[RenderableType] = ["\n".join(_lengths_beginning(lengths))]
    if lengths.results:
        for grid in (_lengths(lengths), _spread(lengths), _winners(lengths), _ends(lengths)):
            parts += ["", grid]
    return parts


def _lengths_beginning(lengths: Lengths) -> Iterator[str]:
    chosen = asdict(lengths.options)
    words = [
        f"{_(option.words)} {chosen[option.name]}" for option in describe(lengths.game).options
    ]
    games = several("{count} game", "{count} games", lengths.count)
    yield about(_(describe(lengths.game).title), f"{games}, {', '.join(words)}")
    yield _("seed {seed}").format(seed=lengths.seed)
    if not lengths.is_complete:
        said = _("interrupted: {done} of {all} games were played")
        yield said.format(done=len(lengths.results), all=lengths.count)


def _lengths(lengths: Lengths) -> Table:
    """Return the shortest, the quantiles, the longest and the mean."""
    turns = lengths.turns
    parts = [f"{round(PERCENT * part)} %" for part in QUANTILES]
    heads = [_("least"), *parts, _("most"), _("mean")]
    values = [turns[0], *(quantile(turns, part) for part in QUANTILES), turns[-1]]
    grid = empty_grid([_("turns a game")], heads)
    grid.add_row("", *(str(value) for value in values), decimal(fmean(turns), 1))
    return grid


def _spread(lengths: Lengths) -> Table:
    found = bins(lengths.turns, MOST_BINS)
    most = max(one.games for one in found)
    grid = empty_grid([], [_("turns"), _("games")])
    grid.add_column("")
    for one in found:
        bar = glyphs().heavy * (-(-BAR * one.games // most))
        grid.add_row(f"{one.least}-{one.most}", str(one.games), bar)
    return grid


def _winners(lengths: Lengths) -> Table:
    grid = empty_grid([_("seat")], [_("won % (at 95 %)")])
    for seat, share in zip(lengths.seats, lengths.shares(), strict=True):
        grid.add_row(seat_name(lengths.game, seat), _interval(share, percent))
    return grid


def _ends(lengths: Lengths) -> Table:
    grid = empty_grid([_("end")], [_("games")])
    for ending, count in lengths.endings.most_common():
        grid.add_row(reason(ending), str(count))
    return grid
