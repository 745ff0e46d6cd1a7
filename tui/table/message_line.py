"""The message line of a table: the next step, or what has just happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.cells import cell_len

from engine.table import SitterKind
from play.frame import Frame, Phase
from words.translation import _, reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.timeline import Timeline
    from play.controller import Controller
    from tui.table.scene import GameScene


def message(
    frame: Frame, timeline: Timeline[Any], scene: GameScene, names: Sequence[str], width: int
) -> str:
    """Return the words of the message line, which has room for `width` cells."""
    if frame.notice:
        return reason(frame.notice)
    if frame.offer and frame.offer.seat == frame.seat:
        return _("The others are being asked.")
    if frame.phase is Phase.SHOWING and frame.mover is not None:
        return scene.showing_words(names[frame.mover])
    if frame.phase is Phase.ROUND_OVER:
        return scene.round_words(frame.current_view)
    if frame.phase is Phase.OVER and scene.tells_end:
        return _("Enter shows what can be done next.")
    if frame.phase is Phase.OVER:
        return scene.teller.result(timeline, names, frame.mine)
    if frame.phase is Phase.RACE:
        keys = ", ".join(f"[{key}] {names[seat]}" for key, seat in enumerate(frame.racers, start=1))
        return _("All at once, each with their own key: {keys}.").format(keys=keys)
    if frame.phase is Phase.DRAWN:
        return _("These are your cards now.")
    if frame.cursor:
        return _turn_words(frame, timeline, scene, names, width)
    return "" if frame.mover is None else _waiting_words(frame, timeline, scene, names)


def _turn_words(
    frame: Frame, timeline: Timeline[Any], scene: GameScene, names: Sequence[str], width: int
) -> str:
    """Return the words about the cursor or a hint, or the text being typed."""
    assert frame.cursor
    if frame.typed:
        return f"{frame.typed}_"
    if frame.seeks_hint:
        return _("Looking for a hint.")
    if frame.hint is None or not frame.says_hint:
        said = scene.news_words(frame, timeline, tuple(names))
        return said or scene.cursor_words(frame.cursor, frame.current_view)
    if frame.hint_steps == ():
        return _(scene.hint_end)
    words = scene.hint_words(frame.hint_steps is not None)
    reasons = scene.hint_reasons(frame.hint, timeline, frame.seat, tuple(names))
    turn = scene.move_words(frame.hint.move, timeline)
    return fitting(words, turn, list(reasons), width)


def _waiting_words(
    frame: Frame, timeline: Timeline[Any], scene: GameScene, names: Sequence[str]
) -> str:
    """Return the words while another player is awaited."""
    assert frame.mover is not None
    player = names[frame.mover]
    if frame.is_unknown:
        return _("{player} was played by {kind}, which is not known here.").format(
            player=player, kind=timeline.sitters[frame.mover].kind
        )
    if frame.is_paused:
        return _("Paused.")
    if timeline.sitters[frame.mover].sitter_kind is SitterKind.PERSON_ELSEWHERE:
        return _("{player} is to move.").format(player=player)
    return scene.thinking_words(player)


def take_back_question(controller: Controller[Any], scene: GameScene, names: Sequence[str]) -> str:
    """Return the question before a take-back; among several people it names the player."""
    to = controller.model.last_mine()
    if to is None or not controller.model.is_shared:
        return _(scene.take_back_words)
    player = names[controller.timeline.plays[to].seat]
    return _(scene.take_back_words_of).format(player=player)


def fitting(words: str, turn: str, reasons: list[str], width: int) -> str:
    """Return the words with the reasons that fit, at least the first one.

    >>> fitting("{turn} - {reasons}", "15^ 20^", ["jump back", "costs nothing", "gains 3"], 29)
    '15^ 20^ - jump back, gains 3'
    """
    said: list[str] = []
    for because in reasons:
        if cell_len(_sentence(words, turn, [*said, because])) <= width:
            said.append(because)
    return _sentence(words, turn, said or reasons[:1])


def _sentence(words: str, turn: str, reasons: list[str]) -> str:
    return words.format(turn=turn, reasons=", ".join(reasons)).removesuffix(" - ")
