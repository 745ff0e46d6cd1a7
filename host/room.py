"""A shared table's seats and game, as the entries of its journal make them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import msgspec

from engine.games import find_game
from engine.loop import Loop
from engine.shuffle import seat_seed
from engine.table import Sitter
from host.entries import (
    BeginEntry,
    ComputerEntry,
    Entry,
    EntryBase,
    FreeEntry,
    OpenEntry,
    ReturnEntry,
    SeatEntry,
    WaitEntry,
    one_line,
    repeat,
    seated,
)
from host.game import HostedGame
from host.outside import Outside, let_chance_play
from host.plan import FREE, new_game, options_of, person
from host.seating import Seating
from host.told import Done
from saves.reading import read_record
from saves.record import Record


class Room:
    """A shared table's seats and game.

    Attributes:
        opening: The first entry of its journal: name, plan and owner.
        seating: The seats.
        game: The game, None before it begins.
        record: The game as its file has it.
    """

    def __init__(self, opening: OpenEntry, loop: Loop) -> None:
        """Lay out a table on which nothing has happened; `restore` repeats what did.

        Raises `BadPlan`.
        """
        plan = opening.plan
        self.opening = opening
        self.rules = find_game(plan.game)
        self.options = options_of(plan)
        self.options_json: dict[str, Any] = msgspec.to_builtins(self.options)
        self.seating = Seating(plan, len(plan.seats), opening.account)
        for chair, planned in zip(self.seating.chairs, plan.seats, strict=True):
            if planned.kind != FREE:
                chair.give_computer(planned.name, planned.kind)
        self.game: HostedGame[Any] | None = None
        self.record: Record
        self._loop = loop
        self._whole: msgspec.Raw | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.game is not None and self.game.is_over

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that the game waits for; none before it begins and after its end."""
        return self.game.table.to_move if self.game and not self.is_over else ()

    @property
    def whole_game(self) -> msgspec.Raw:
        """The file of the game, which is over, on one line."""
        if self._whole is None:
            self._whole = one_line(self.record)
        return self._whole

    def restore(
        self,
        entries: Iterable[Entry],
        look: Callable[[HostedGame[Any]], None] | None = None,
    ) -> None:
        """Repeat what a journal says has happened; `look` is shown the game after each entry.

        Raises `Fault`.
        """
        for entry in entries:
            if isinstance(entry, BeginEntry):
                self.apply(entry)
            else:
                with suppress(ValueError):  # it was refused when it was written, too
                    self.apply(entry)
                    self._keep_answer(entry)
            if look and self.game:
                look(self.game)

    def apply(self, entry: EntryBase) -> None:
        """Do what an entry says. Raises `ValueError` if that cannot be."""
        if isinstance(entry, BeginEntry):
            self._begin(entry)
        elif isinstance(entry, SeatEntry | ReturnEntry | FreeEntry | WaitEntry):
            self._apply_to_chair(entry)
        else:
            if isinstance(entry, ComputerEntry):
                self.seating.chairs[entry.seat].give_computer(entry.name, entry.level)
            if self.game:
                repeat(entry, self.game.table)

    def beginning(self, resumed: Callable[[], Record], outside: Outside) -> BeginEntry:
        """Return the entry of the game that begins: a new one, or a saved one."""
        if self.opening.is_resumed:
            record = resumed()
        else:
            chairs = list(enumerate(self.seating.chairs))
            sitters = [self._sitter(seat) for seat, _chair in chairs]
            computers = {seat for seat, chair in chairs if chair.kind == "computer"}
            table = new_game(self.opening.plan, sitters, computers, outside.fresh_seed)
            record = Record.new(table, outside.now())
        let_chance_play(record.table, outside.fresh_seed)
        return BeginEntry(record=one_line(record), seed=record.table.seed)

    def _begin(self, entry: BeginEntry) -> None:
        self.record = read_record(bytes(entry.record))
        self._whole = None
        table = self.record.table
        table.seed = entry.seed
        table.draw_lots()
        for seat in range(len(table.seats)):
            sitter = self._sitter(seat)
            if self.seating.chairs[seat].kind != "computer":
                seated(table, seat, sitter)
            elif table.sitters[seat].kind != sitter.kind:
                table.sit(seat, replace(sitter, seed=seat_seed(table.seed or 0, seat)))
        self.game = HostedGame(table, self._loop)

    def _keep_answer(self, entry: EntryBase) -> None:
        """Remember that a request was carried out, should it be repeated."""
        if entry.client and 0 <= entry.by < len(self.seating.chairs):
            self.seating.chairs[entry.by].answers.keep(entry.client, Done(entry.number))

    def _apply_to_chair(self, entry: SeatEntry | ReturnEntry | FreeEntry | WaitEntry) -> None:
        chair = self.seating.chairs[entry.seat]
        if isinstance(entry, WaitEntry):
            chair.waited = entry.seconds
        elif isinstance(entry, FreeEntry):
            chair.free()
        else:
            if isinstance(entry, SeatEntry):
                chair.give(entry.account, entry.name, entry.token, entry.player)
                self.seating.came(entry.account)
            self._take_over(entry.seat)

    def _take_over(self, seat: int) -> None:
        """Let a person play a seat again that a computer player has played."""
        chair = self.seating.chairs[seat]
        if chair.is_replaced:
            chair.is_replaced = False
            chair.level = ""
            if self.game and not self.is_over:
                seated(self.game.table, seat, self._sitter(seat))

    def _sitter(self, seat: int) -> Sitter:
        chair = self.seating.chairs[seat]
        if chair.kind == "computer":
            return Sitter(chair.name, chair.level)
        if chair.player in self.rules.computer_players:
            return Sitter(chair.name, chair.player)
        return person(chair.name)
