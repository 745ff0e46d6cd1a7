"""Dame de Pique on the screen: four seats round the trick, the hand, the rail, and the words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textual.widget import Widget

from engine.game import Hint
from engine.hearts.cards import CARDS, Card
from engine.hearts.history import PastEvent, events_of, last_trick
from engine.hearts.reasons import HeartsMerit
from engine.hearts.view import HeartsView
from engine.reasons import Explained
from engine.timeline import Timeline
from play.frame import Frame
from play.games.hearts import telling
from play.games.hearts.controls import (
    ACTION,
    MENU,
    HeartsControls,
    HeartsCursor,
    enter_action,
    fan_order,
)
from play.games.hearts.story import HeartsStory
from play.games.hearts.telling import short_names
from play.story import Story
from tui.games.hearts import layout, pages, shown
from tui.games.hearts.cards import hand_lines, signs_of
from tui.games.hearts.pages import unseen_page
from tui.games.hearts.rail import HeartsRail, corner_facts, log_line, score_line
from tui.games.hearts.trick import SeatShown, cross, foot_line, plate
from tui.table.end_panel import end_panel
from tui.table.scene import ELSEWHERE, GameScene, TextPage
from tui.table.tutor import tutor_lines
from tui.themes import paint, wants_huge
from tui.widgets.felt import FocusedLines, PlacedFelt
from tui.widgets.lines import Line, Lines, text
from tui.widgets.remembered import remembered
from tui.widgets.turn_log import LogRow
from words.glyphs import Glyphs
from words.playing_cards import card_words, cards_words
from words.translation import _, mark, why

if TYPE_CHECKING:
    from play.first_game import Advice


class HeartsScene(GameScene):
    """Shows views on its widgets: the trick, the sum, the hand, the rail."""

    key = "hearts"
    teller = HeartsStory()
    new_controls = HeartsControls
    offers = (
        *("what_next", "replay", "next_round", "slap", "pass_by_enter", "mark_card", "play_card"),
        *("menu_by_enter", "step", "play", "pause", "pass_cards", "card_right", "eyes"),
        *("next_playable", "last_trick", "scores", "menu", "help", "quit"),
        *("hint", "follow", "choices", "cards"),
        *("keep_card", "type_card", "take_back", "faster", "slower", "previous_playable"),
        *("card_left", "first_card", "last_card", "settings", "log_up", "log_down", *ELSEWHERE),
    )
    dialogs = frozenset({"last_trick", "cards", "scores"})
    not_on_key_line = GameScene.not_on_key_line | {
        *("card_left", "first_card", "last_card", "previous_playable", "menu_by_enter")
    }
    not_in_menu = frozenset(
        {
            *("card_left", "card_right", "first_card", "last_card"),
            *("next_playable", "previous_playable", "pass_by_enter"),
        }
    )
    first_on_key_line = (
        *("play_card", "mark_card", "pass_by_enter", "slap", "what_next", "keep_card"),
        *(*GameScene.first_on_key_line, "last_trick", "take_back"),
    )
    typed_action = "type_card"
    typed_question = mark("Your card, like QS; three to pass, like QS AH 10D:")
    typed_fault = mark(
        "{text} is not a move; write a card like QS, or three to pass like QS AH 10D."
    )
    needs = layout.NEEDS
    hint_once_taken_back = mark("Hint (your choice stays as it is): {turn} - {reasons}")
    hint_end = mark("Hint: pass these three.")
    turns_word = ""

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(glyphs)
        self._trick, self._sum, self._plate = (Lines(id=id_) for id_ in ("trick", "sum", "plate"))
        self.focus = self.hand = FocusedLines(id="hand")
        self.log = self._rail = HeartsRail()
        children = (self._trick, self._sum, self.hand, self._plate, self.log)
        self.table: PlacedFelt[layout.HeartsPlace] = PlacedFelt(
            layout.place, *children, id="hearts"
        )
        self._names: tuple[str, ...] = ("",) * 4
        self._read: tuple[object, list[PastEvent]] = ((), [])

    def show(self, frame: Frame, names: tuple[str, ...]) -> None:
        """Show the table with the viewer below."""
        view: HeartsView = frame.view
        cursor: HeartsCursor | None = frame.cursor
        fan = shown.fan_of(view, frame.seat, cursor, frame.hint_steps, self.glyphs)
        has_hand = not self.story or bool(fan.cards)
        self._make_room(has_hand=has_hand)
        where, width = self.table.places, self._plate.size.width
        self._names = names = short_names(names)
        players = shown.players(view, frame.seat, names, frame.all_timed(names))
        self._trick.show(self._middle(view, frame, players))
        foot = shown.foot(view, frame, names, self.glyphs)
        self._sum.show([foot_line(foot, where, self.glyphs)])
        self._rail.show_status(view, players, where.regions["sum"].y if foot.call else None)
        on = cursor.place if cursor else None
        self.hand.chosen = None if on is None else layout.words_at(where, on)
        self.hand.show(hand_lines(fan, on, where, self.hand.size.width, self.glyphs))
        own = shown.own_plate(view, frame, names, players[0])
        self._plate.show([plate(own, width, self.glyphs)])

    def _make_room(self, *, has_hand: bool) -> None:
        """Place the widgets for a table with or without a hand, or one that is taught."""
        is_taught = self.tutoring is not None
        self.table.make_room(has_hand=has_hand, is_taught=is_taught, is_huge=wants_huge())

    def _middle(
        self, view: HeartsView, frame: Frame, players: tuple[SeatShown, ...]
    ) -> Sequence[Line]:
        """Return the cards on the table, or the result of a round or of the game."""
        where, glyphs = self.table.places, self.glyphs
        if self.story:
            return _ending(self.story, view.rounds, players, where, glyphs)
        if telling.is_between_rounds(view):
            size = (where.felt, where.sizes.trick_rows)
            points, names = view.rounds[-1], self._names
            return pages.round_sheet(len(view.rounds), points, view.scores, names, *size, glyphs)
        row = shown.cross(view, frame, players)
        if where.sizes.rail:
            return cross(row, where, glyphs)
        lines = cross(row._replace(facts=corner_facts(view, players, glyphs)), where, glyphs)
        if where.sizes.top == 1:
            return lines
        return [score_line(players, where.felt, glyphs), *lines[1:]]

    def widgets(self) -> Iterable[Widget]:
        """Return the table, with room for a tutor in a first game."""
        self._make_room(has_hand=True)
        return super().widgets()

    def show_tutor(self, said: Advice) -> None:
        """Show the tutor's words on the rail, below the scores where there is room for both."""
        width, height = self.table.places.regions["log"].size
        told, above = tutor_lines(said, width, height, self.glyphs), self._rail.above()
        has_room = len(above) + len(told) < height
        self._rail.show([*above, *told] if has_room else told)

    @property
    def signs_in_words(self) -> Mapping[str, str]:
        """The cards as they are shown, by the names that they have in notation."""
        return {str(card): card_words(card, self.glyphs) for card in CARDS}

    @property
    def tells_end(self) -> bool:
        """Whether the story is on the table."""
        return self.story is not None

    def _events(self, view: HeartsView, upto: int | None = None) -> list[PastEvent]:
        """Return the events of the log; they are read again only when it has grown."""
        now = (len(view.log), view.seat, upto, view.log)
        if self._read[0] != now:
            self._read = now, events_of(view.log, upto)
        return self._read[1]

    def log_rows(self, view: HeartsView, upto: int, present: int | None = None) -> list[LogRow]:
        events = self._events(view, upto)
        width = max(self._rail.size.width, 8)
        last = len(events) - 1
        there = (at for at, one in enumerate(events) if present and one.turn >= present)
        marked = last if present is None else next(there, last)
        rows = []
        for at, event in enumerate(events):
            how = {"is_last": at == marked, "is_quiet": at > marked}
            rows.append(LogRow(log_line(event, self._names, width, self.glyphs, **how), event.turn))
        return rows

    def dialog(self, action: str, frame: Frame, names: tuple[str, ...]) -> TextPage:
        """Return the page of the last trick, of the cards not seen yet, or of every round."""
        view, width, names = frame.view, self.table.size.width, short_names(names)
        if action == "last_trick":
            trick = last_trick(self._events(view))
            assert trick
            return pages.trick_page(trick, view.joker, names, self.glyphs, width)
        if action == "cards":
            return unseen_page(view, names, self.glyphs)
        so_far = view.points if not telling.is_between_rounds(view) else None
        return pages.score_page(view.rounds, so_far, names, self.glyphs, width)

    def clicked(
        self, widget: Widget, x: int, y: int, cursor: HeartsCursor
    ) -> tuple[HeartsCursor, str | None]:
        """Go to the card or stop that was clicked; a second click does what Enter does."""
        where = self.table.places
        if widget is not self.hand:
            return cursor, None
        stops = enumerate((ACTION, MENU))
        hit = [at for stop, at in stops if layout.stop_region(where, stop).contains(x, y)]
        if hit and hit[0] in cursor.stops:
            there = cursor.at(hit[0])
            return there, enter_action(there)
        place = layout.place_at(x, y, len(cursor.cards), where)
        if place is None:
            return cursor, None
        if place == cursor.place:
            return cursor, enter_action(cursor)
        return cursor.at(place), None

    def legend(self) -> Sequence[tuple[str, str]]:
        signs = signs_of(self.glyphs)
        ways = " ".join(signs.ways.values())
        return [
            (signs.star, _("the joker: 1 point, and from trick 2 on played on any suit")),
            (signs.new, _("received, or played last")),
            (ways, _("above a card: it is passed to the left, across, to the right")),
            ("=20", _("with this card everybody slaps")),
            ("=21", _("with this card all hands go to the right")),
            ("i", _("the hint")),
            (signs.taken, _("in the log: who took the trick")),
        ]

    def cursor_words(self, cursor: HeartsCursor, view: HeartsView) -> str:
        """Describe the card under the cursor, why it may not be played, or the stop."""
        return telling.cursor_words(cursor, view, self._names, self.glyphs)

    def round_words(self, view: HeartsView) -> str:
        return telling.round_words(len(view.rounds), view.rounds[-1], self._names)

    def move_words(self, move: Any, timeline: Timeline[Any]) -> str:
        """Return the cards of a hint as they are shown."""
        steps = timeline.game.steps(move)
        cards = [step for step in steps if isinstance(step, Card)]
        return cards_words(fan_order(cards), self.glyphs) if cards else _("slap")

    def hint_reasons(
        self, hint: Hint, timeline: Timeline[Any], seat: int, names: tuple[str, ...]
    ) -> Sequence[str]:
        """Return the reasons of a hint with the players' names and the cards as they are shown."""
        called = dict(zip(timeline.seats, short_names(names), strict=True))
        # a number of points would take the room of a reason that has more words
        said = [told for told in hint.reasons if told.reason is not HeartsMerit.ABOUT]
        return [why(telling.shown(told, called, self.glyphs)) for told in said or hint.reasons]

    def refusal_words(self, refused: Explained) -> str:
        """Return a refusal as a sentence, its cards as they are shown."""
        return telling.refusal_words(refused, self.glyphs)


@remembered
def _ending(
    story: Story,
    rounds: Sequence[Sequence[int]],
    players: Sequence[SeatShown],
    where: layout.HeartsPlace,
    glyphs: Glyphs,
) -> list[Line]:
    """Return the end of the game in place of the trick, below a Grand Chelem that ended it.

    Without a rail the scores stand above both.
    """
    sizes = where.sizes
    above = [] if sizes.rail else [score_line(players, where.felt, glyphs)]
    margin = 2 if sizes.rail else 0
    left = text(" " * margin, paint("text", "felt"))
    height = where.regions["trick"].height
    above += pages.last_chelem(rounds, where.felt, height - len(above), glyphs)
    panel = end_panel(story, where.felt - 2 * margin, height - len(above), glyphs)
    return [*above, *((left, *line) for line in panel)]
