"""The translation between the messages of a line and the requests and news of a host."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.client import Place
from engine.game import Game
from engine.reasons import Explained, HouseReason, IllegalMove, OfferReason, TableReason
from engine.series import SeriesPlace
from engine.table import Event, Seen
from engine.updates import Answered, Offered, Refused
from host import requests
from host.guest import AskCut, Done, LineReason
from host.house import House
from host.requests import Asked
from host.room import Room
from net import wire
from net.wire_parts import ClocksNews, PlaceNews, SeriesNews
from saves.checked_moves import MAX_MOVE

_ASKED: Final[dict[type[wire.NumberedRequest], Callable[[Any, int, Game[Any]], Asked]]] = {
    wire.SitRequest: lambda one, _seat, _game: requests.Sit(one.seat),
    wire.MoveRequest: lambda one, seat, game: requests.Submit(
        seat, read_move(game, one.move), Seen(one.moves, one.epoch), one.reaction
    ),
    wire.TakeBackRequest: lambda _one, seat, _game: requests.TakeBack(seat),
    wire.AnswerRequest: lambda one, seat, _game: requests.AnswerOffer(seat, one.offer, one.yes),
    wire.ResignRequest: lambda _one, seat, _game: requests.Resign(seat),
    wire.ClaimRequest: lambda one, seat, _game: requests.Claim(seat, one.seat),
    wire.AgainRequest: lambda one, seat, _game: requests.Again(seat, one.yes),
    wire.ReplaceRequest: lambda one, _seat, _game: requests.Replace(one.seat, one.level),
    wire.SayRequest: lambda one, _seat, _game: requests.Say(one.phrase),
    wire.HintRequest: lambda one, seat, game: requests.GiveHint(seat, read_move(game, one.move)),
    wire.RecordRequest: lambda _one, _seat, _game: requests.AskRecord(),
}


def asked_of(message: wire.NumberedRequest, seat: int, game: Game[Any]) -> Asked:
    """Return the request of a seat's message. Raises `IllegalMove`."""
    return _ASKED[type(message)](message, seat, game)


def read_move(game: Game[Any], text: str) -> Any:
    """Return the move of a message. Raises `IllegalMove`."""
    if len(text) > MAX_MOVE:
        raise IllegalMove(HouseReason.NOTATION)
    try:
        return game.parse_wire(text)
    except (ValueError, RecursionError):
        raise IllegalMove(HouseReason.NOTATION) from None


def fault_of(reason: LineReason, seconds: int = 0) -> wire.FaultNews:
    """Return the message that says why a line is closed, and for how long if that is known."""
    return wire.FaultNews(reason.code, reason.value.format(seconds=seconds), seconds)


def message_of(news: Done | Refused | Offered | Answered | AskCut) -> wire.WireMessage:
    """Return the message of an answer, an offer, or a question before the deal."""
    if isinstance(news, Done):
        return wire.DoneNews(news.number)
    if isinstance(news, AskCut):
        return wire.CutNews(*news)
    if isinstance(news, Refused):
        return refused(news.number, news.why)
    offer = news.offer
    if isinstance(news, Offered):
        return wire.OfferedNews(offer.number, offer.seat, offer.to)
    return wire.AnsweredNews(offer.number, news.yes)


def refused(number: int, why: Explained) -> wire.RefusedNews:
    """Return the message of a refusal; the reasons of single games have the code `illegal`."""
    is_common = isinstance(why.reason, TableReason | OfferReason | HouseReason)
    return wire.RefusedNews(
        number=number,
        code=why.reason.code if is_common else "illegal",
        text=str(why.reason.value),
        facts={name: fact if type(fact) is int else str(fact) for name, fact in why.facts.items()},
    )


def place_news(place: Place) -> PlaceNews:
    """Return a seat and its player for a message."""
    again = "" if place.again is None else "yes" if place.again else "no"
    return PlaceNews(*place[:-1], again)


def event_json(event: Event) -> dict[str, Any]:
    """Return an event as files write it, without any seed."""
    document: dict[str, Any] = {"kind": event.kind.value, "at": event.at}
    if event.seat is not None:
        document["seat"] = event.seat
    if event.moves:
        document["moves"] = list(event.moves)
    if event.text:
        document["text"] = event.text
    if event.sitter is not None:
        document["sitter"] = {"name": event.sitter.name, "kind": event.sitter.kind}
    return document


def series_news(place: SeriesPlace | None) -> SeriesNews | None:
    """Return the place of a game in a series for a message."""
    return SeriesNews(place.number, place.games, place.score, place.pair) if place else None


def series_so_far(room: Room) -> SeriesNews | None:
    """Return the place of the game in a series, with the game itself once it is over."""
    place = room.series
    if place is None:
        return None
    outcome = room.game.table.outcome if room.game else None
    score = place.score_with(outcome, room.rules.sides(room.options))
    return SeriesNews(place.number, place.games, score, place.pair)


def clocks_news(house: House) -> ClocksNews | None:
    """Return the clocks for a message, None for a game without."""
    times = house.flags.times
    if times is None:
        return None
    left = (-1 if one is None else round(one * 1000) for one in times.left)
    return ClocksNews(tuple(left), tuple(sorted(times.running)))


def sign_of(house: House) -> wire.SignNews:
    """Return the description of a table for anybody outside."""
    room, people = house.room, house.people_now
    return wire.SignNews(
        protocol=wire.PROTOCOL,
        table=room.opening.table,
        game=room.rules.key,
        options=room.rules.written_options(room.options),
        places=tuple(map(place_news, people.places)),
        watchers=people.watchers,
        moves=len(room.game.table.plays) if room.game else -1,
        is_over=room.is_over,
        series=series_so_far(room),
        clock=room.opening.plan.clock,
    )
