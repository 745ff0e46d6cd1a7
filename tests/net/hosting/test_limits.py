"""The limits of a server, by a clock that a test moves."""

from __future__ import annotations

import pytest

from host.guest import LineReason
from host.rate import Rate, Rates
from net.hosting import limits
from net.hosting.limits import MOST_NEW, MOST_OPEN, NEW_SECONDS, Gate, origin_of


def test_an_address_opens_so_many_lines_and_so_many_new_ones_and_another_one_its_own():
    gate = Gate()
    for at in range(MOST_OPEN):
        assert gate.enter("here", at) is None
    assert gate.enter("here", 100.0) is LineReason.TOO_MANY_THERE
    assert gate.enter("there", 100.0) is None
    for _ in range(MOST_OPEN):
        gate.leave("here")
    for _ in range(MOST_NEW):
        assert gate.enter("here", 200.0) is None
        gate.leave("here")
    assert gate.enter("here", 200.0) is LineReason.TOO_FAST
    assert gate.enter("here", 200.0 + NEW_SECONDS) is None


def test_a_server_takes_so_many_lines_in_all(monkeypatch):
    monkeypatch.setattr(limits, "MOST_LINES", 2)
    gate = Gate()
    assert [gate.enter(origin, 0.0) for origin in "abc"] == [None, None, LineReason.SERVER_FULL]
    gate.leave("b")
    assert gate.enter("c", 0.0) is None


@pytest.mark.parametrize(
    ("one", "other", "are_one"),
    [
        ("2001:db8::1", "2001:db8::ffff:1:2:3", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("fe80::1%eth0", "fe80::2", True),
    ],
)
def test_a_household_is_one_address_of_version_4_or_64_bits_of_version_6(one, other, are_one):
    assert (origin_of(one) == origin_of(other)) == are_one


def test_names_that_are_idle_are_forgotten_and_others_never(monkeypatch):
    monkeypatch.setattr(Rates, "most_kept", 3)
    rates = Rates(1, 10.0)
    assert [rates.take(name, 0.0) for name in ("a", "b", "c", "d")] == [True, True, True, False]
    assert not rates.take("a", 9.0)
    assert rates.take("d", 10.0)
    assert len(rates._of) == 1


def test_a_time_that_is_given_back_counts_no_more():
    rate = Rate(1, 5.0)
    rate.give_back()
    assert rate.take(0.0)
    assert not rate.take(4.0)
    rate.give_back()
    assert rate.take(4.0)
    assert rate.is_idle(9.0)
