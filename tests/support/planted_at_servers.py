"""Faults planted by hand in a server: its doors, its lobby, its tables and their clocks."""

from __future__ import annotations

from typing import Any, Final

from planted_faults import FAULTS, fault
from world_server import ServerWorld

import host.beginning
from host.clock import GameClock
from host.guest import Account
from host.seating import Seating
from net.hosting import web_door
from net.hosting.limits import Gate
from net.hosting.lobby import Lobby
from net.hosting.passwords import PasswordCheck, Tries
from net.hosting.serve import Server
from net.hosting.served_table import Guard, ServedTable


def found_at_a_server(owner: Any, replaced: str, seed: int, *, is_dear: bool = False) -> Any:
    return fault(owner, replaced, seed, kind=ServerWorld, is_dear=is_dear)


@found_at_a_server(Account, "counted", 15, is_dear=True)
def limits_accounts_in_place_of_homes(_real, self):
    return self.key


@found_at_a_server(web_door, "origin_of", 0)
def limits_all_homes_as_one(_real, _address):
    return "everybody"


@found_at_a_server(web_door, "origin_of", 7, is_dear=True)
def limits_each_address_of_version_6(real, address):
    return address if ":" in address else real(address)


@found_at_a_server(Tries, "seconds_left", 0)
def slows_all_for_the_wrong_passwords_of_one(_real, self, _origin, now):
    return max([0.0, *(due - now for _count, due in self._of.values())])


@found_at_a_server(Tries, "wrong", 0, is_dear=True)
def slows_nobody_for_wrong_passwords(_real, _self, _origin, _now):
    pass


@found_at_a_server(PasswordCheck, "is_right", 0)
def takes_any_password(_real, _self, header):
    return header.startswith("Basic ")


@found_at_a_server(Seating, "_by_token", 0)
def takes_tokens_of_other_seats(_real, self, _token, _account):
    return next(seat for seat, chair in enumerate(self.chairs) if chair.is_client)


@found_at_a_server(ServedTable, "crashed", 0)
def closes_all_tables_when_one_crashes(real, self, error):
    real(self, error)
    for table in self._shared.door._houses:
        self._shared.door.house(table)._ended()


@found_at_a_server(Guard, "make", 0)
def lets_faults_go_past_their_table(_real, _self, call, *told):
    call(*told)


@found_at_a_server(Server, "restore", 0, is_dear=True)
def forgets_a_table_when_it_starts_again(real, self):
    count = real(self)
    if len(self._tables) > 1:
        self.lobby.close(min(table.at.name for table in self._tables))
    return count


@found_at_a_server(Gate, "leave", 0, is_dear=True)
def counts_lines_that_are_gone(_real, _self, _origin):
    pass


@found_at_a_server(Lobby, "left", 1, is_dear=True)
def keeps_lines_in_the_lobby(_real, _self, _guest):
    pass


@found_at_a_server(GameClock, "_given_back", 1, is_dear=True)
def gives_no_delay_back(_real, _self, _seat):
    return 0.0


@found_at_a_server(host.beginning, "first_deal", 0)
def deals_anew_in_a_pair(_real, _table):
    return None


ALL_FAULTS: Final = FAULTS
"""The faults of all places, by name."""
