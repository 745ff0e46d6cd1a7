"""Changes of one place in the program that break a promise; a test named beside each finds it.

They ask whether the suite still holds what it held. `tests/test_planted_changes.py` plants each of
them in a copy of the program.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class PlantedChange(NamedTuple):
    """A change that the suite finds.

    Attributes:
        breaks: The promise that it breaks.
        before: The text that stands in one place of the program, and nowhere else.
        after: The text put in its place.
        tests: The tests of which at least one fails then.
    """

    breaks: str
    before: str
    after: str
    tests: str


CHANGES: Final = (
    PlantedChange(
        "who gave the opponent a pile fills the hand",
        "draw_count(own_side.hand_size, len(deck), gave)",
        "draw_count(own_side.hand_size, len(deck), not gave)",
        "tests/engine/duel/test_state.py",
    ),
    PlantedChange(
        "a branch keeps the cards that its player drew",
        "kept = [place < drawn or side.laid >> card & 1",
        "kept = [side.laid >> card & 1",
        "tests/engine/duel",
    ),
    PlantedChange(
        "the other player wins a forfeited duel",
        "outcome=Outcome((1 - seat,), Ending.FORFEIT)",
        "outcome=Outcome((seat,), Ending.FORFEIT)",
        "tests/engine/duel/test_notation.py",
    ),
    PlantedChange(
        "the Zen does not go back at once",
        "zen, barred = end, start",
        "zen, barred = end, 0",
        "tests/engine/zen/test_ending.py",
    ),
    PlantedChange(
        "the board ends at its edges",
        "wide = group | (group & NOT_K) << 1",
        "wide = group | group << 1",
        "tests/engine/zen",
    ),
    PlantedChange(
        "a player remembers the hands that he has held",
        "for steps in range(1, min(turns, rules.PLAYERS - 1) + 1):",
        "for steps in range(1, min(turns, rules.PLAYERS - 1)):",
        "tests/engine/hearts",
    ),
    PlantedChange(
        "hands of Dame de Pique are hidden",
        "self.hands if self.outcome else self.known(seat),",
        "self.hands,",
        "tests/engine/hearts",
    ),
    PlantedChange(
        "a joker is one of 37 cards",
        "if not rules.JOKER_MASK >> move.card & 1:",
        "if False:",
        "tests/engine/hearts",
    ),
    PlantedChange(
        "who forfeits Bataille does not win it",
        "others = tuple(other for other in self._seats_in() if other != seat)",
        "others = tuple(self._seats_in())",
        "tests/engine/war/test_rules.py",
    ),
    PlantedChange(
        "no card is dealt twice",
        "if not are_whole or len(set(cards)) != len(cards):",
        "if not are_whole:",
        "tests/engine/war/test_rules.py",
    ),
    PlantedChange(
        "a move chosen before a take-back is stale",
        "if seen.epoch != self.epoch or not 0 <= seen.moves <= len(self.plays):",
        "if not 0 <= seen.moves <= len(self.plays):",
        "tests/engine/test_table.py tests/engine/test_many_seats.py",
    ),
    PlantedChange(
        "a take-back tells nobody the cards",
        "return replace(event, moves=())",
        "return event",
        "tests/engine/test_every_game.py",
    ),
    PlantedChange(
        "every order of cards is equally likely",
        "for last in range(len(order) - 1, 0, -1):",
        "for last in range(len(order) - 1, 1, -1):",
        "tests/engine/test_shuffle.py",
    ),
    PlantedChange(
        "what was saved survives a power failure",
        "        os.fsync(handle)\n        status = os.fstat(handle)",
        "        status = os.fstat(handle)",
        "tests/saves/test_power_loss.py",
    ),
    PlantedChange(
        "a share line has no seed of a player",
        "return replace(sitter, seed=None)",
        "return sitter",
        "tests/saves/test_share_line.py",
    ),
    PlantedChange(
        "a damaged share line is refused",
        " or check != zlib.crc32(packed).to_bytes(_CHECK_BYTES):",
        ":",
        "tests/saves/test_share_line.py",
    ),
    PlantedChange(
        "a file with two names is no lock to be emptied",
        "if ours is None and status.st_nlink == 1:",
        "if ours is None:",
        "tests/saves/test_locked_file.py",
    ),
    PlantedChange(
        "a file of other rules is refused",
        "if layout.rules != game.rules_version:",
        "if False:",
        "tests/saves/test_listing.py tests/saves/test_record.py",
    ),
    PlantedChange(
        "true is no version",
        "if type(version) is not int or version < 1:",
        "if not isinstance(version, int) or version < 1:",
        "tests/saves/test_record.py",
    ),
    PlantedChange(
        "a replay stays within its turns",
        "return self._go(ReplayPosition(min(self.place.turn + 1, self.turns)))",
        "return self._go(ReplayPosition(self.place.turn + 1))",
        "tests/saves/test_replay.py",
    ),
    PlantedChange(
        "escape codes in names are shown as text",
        "letter if letter.isprintable() else repr(letter)[1:-1]",
        "letter",
        "words tests/cli",
    ),
    PlantedChange(
        "a program whose turn was taken back begins anew",
        "return now[: len(before)] == before and own[:1] == [self._answered]",
        "return now[: len(before)] == before",
        "tests/programs/test_program.py",
    ),
    PlantedChange(
        "a program has a session of its own",
        "            os.setsid()\n            _control",
        "            _control",
        "tests/programs/test_program.py",
    ),
    PlantedChange(
        "a take-back waits for the yes of each player",
        "            self.undecided -= {seat}",
        "            self.undecided = frozenset({*self.undecided} - {*self.undecided})",
        "tests/host/test_offers.py",
    ),
    PlantedChange(
        "after a no one may not ask again at once",
        "self._clock() - declined < SECONDS_AFTER_NO:",
        "self._clock() - declined > SECONDS_AFTER_NO:",
        "tests/host/test_offers.py",
    ),
    PlantedChange(
        "a seat has one line",
        "            older.close(LineReason.REPLACED)",
        "            pass",
        "tests/net/hosting/test_house_seats.py",
    ),
    PlantedChange(
        "who is late in a race is moved for",
        "self._host.loop.later(seconds, self._time_is_up)",
        "self._host.loop.later(1e9, self._time_is_up)",
        "tests/host/test_race.py",
    ),
    PlantedChange(
        "a torn journal is cut before more is written",
        "        if self._is_torn:\n            self._mend()\n        self._file.write",
        "        self._file.write",
        "tests/net/hosting/test_journal.py",
    ),
    PlantedChange(
        "a view goes on from one of the same epoch",
        "base = self._base if self._base and self._base.epoch == epoch else None",
        "base = self._base",
        "tests/net/joining/test_client.py",
    ),
    PlantedChange(
        "events that were never sent end the line",
        "if news.known > len(self.events):",
        "if False:",
        "tests/net/joining/test_client.py",
    ),
    PlantedChange(
        "a move taken back before its view came waits no more",
        "return is_made or newest.epoch != request.epoch",
        "return is_made",
        "tests/net/joining/test_requests.py",
    ),
    PlantedChange(
        "two games with the same cards count as one observation",
        "size = count / design",
        "size = count",
        "tests/arena/test_many_seats.py arena",
    ),
    PlantedChange(
        "what one player wins the other one loses",
        "won[second, first] = counted.total() - won[first, second]",
        "won[second, first] = won[first, second]",
        "tests/arena/test_many_seats.py",
    ),
    PlantedChange(
        "a paused computer player does not think",
        "            self.client.stop_thinking()\n            self.skip()",
        "            self.skip()",
        "tests/play/test_controller.py",
    ),
    PlantedChange(
        "a no to one's offer is told, a yes is not",
        "isinstance(update, Answered) and not update.yes and",
        "isinstance(update, Answered) and update.yes and",
        "tests/play/test_controller.py",
    ),
    PlantedChange(
        "after a round computers go on by themselves",
        "self._wait(ROUND_PACES, self.next_round)",
        "pass",
        "tests/play/test_controller.py",
    ),
    PlantedChange(
        "a replay shows the last board of a round",
        "return view if self.replay.place.step else self._controls.after(view)",
        "return view",
        "tests/tui/test_zen_table.py",
    ),
    PlantedChange(
        "an unfinished move is kept with the game",
        "self.client.keep_draft(self.model.seat, cursor.draft.made)",
        "pass",
        "tests/tui/test_play.py",
    ),
    PlantedChange(
        "a table that is left hides its cards",
        "if model.has_curtain and not self.timeline.outcome and not model.curtain:",
        "if False:",
        "tests/play/test_controller.py",
    ),
    PlantedChange(
        "a jump is a step back of ten",
        "(lay.card < tops[lay.pile]) == lay.pile.is_ascending:",
        "(lay.card > tops[lay.pile]) == lay.pile.is_ascending:",
        "tests/tui/test_ending.py tests/tui/test_snapshots.py",
    ),
    PlantedChange(
        "the duel goes on after a wrong line",
        "                self.write(PROMPT_AFTER_ERROR)",
        "                return None",
        "tests/cli/test_console.py",
    ),
    PlantedChange(
        "a seat is named once",
        "                if who is not None:\n",
        "                if False:\n",
        "tests/cli/test_seats.py",
    ),
    PlantedChange(
        "a printed game in play opens no hand of two people",
        "return people if len(people) == 1 else frozenset()",
        "return people",
        "tests/cli/test_console.py",
    ),
    PlantedChange(
        "after a change of size all is painted again",
        "        self._rows = ()\n        self._cursor = None",
        "        self._cursor = None",
        "tests/tui/test_shown.py",
    ),
    PlantedChange(
        "a card just laid is marked",
        'mark = glyphs.fresh if top in fresh else " "',
        'mark = " "',
        "tests/tui/test_duel_look.py",
    ),
    PlantedChange(
        "no two actions of a screen have one key",
        "if key in (taken.get(other) or actions[other].keys):",
        "if key in actions[other].keys:",
        "tests/tui/test_help.py",
    ),
    PlantedChange(
        "the joker is marked",
        "look = Look(not row.is_past, shown == row.joker, at == row.newest)",
        "look = Look(not row.is_past, False, at == row.newest)",
        "tests/tui/test_hearts_look.py",
    ),
    PlantedChange(
        "a variation of a game in play is shown to nobody who knows less",
        "    return bool(variation.knows) and readers.issuperset(variation.knows)",
        "    return True",
        "tests/play/test_variations.py",
    ),
    PlantedChange(
        "what falls in a variation of a game in play tells nothing of the record",
        "    new.recorded = table.plays if table.outcome else ()",
        "    new.recorded = table.plays",
        "tests/play/test_variations.py",
    ),
    PlantedChange(
        "what is dealt anew does not depend on what is hidden",
        "lots.shuffled(sorted(rest))",
        "lots.shuffled(rest)",
        "tests/play/test_variations.py",
    ),
    PlantedChange(
        "a visit knows nothing of the environment of the door",
        "    os.environ.clear()\n",
        "",
        "tests/door/test_visits.py",
    ),
    PlantedChange(
        "a confined process reads the files of its folder and of the program alone",
        "return any(_is_in(path, folder) for folder in self.readable)",
        "return True",
        "tests/saves/test_confined.py",
    ),
)
