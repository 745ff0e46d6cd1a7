"""The plans of tables: what anybody may wish, and what this machine's own user alone may."""

from __future__ import annotations

import msgspec
import pytest

from host.plan import BadPlan, HostPlan, TablePlan, check_plan


@pytest.mark.parametrize("wish", ['"seed":5', '"deal":"deal 7"', '"resume":"/home/zoe/a.json"'])
def test_a_plan_from_afar_holds_no_seed_no_deal_and_no_path(wish):
    wished = f'{{"game":"duel",{wish}}}'.encode()
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.json.decode(wished, type=TablePlan)
    if "resume" in wish:  # it is the order of a process, and in no plan at all
        with pytest.raises(msgspec.ValidationError, match="unknown field"):
            msgspec.json.decode(wished, type=HostPlan)
    else:
        assert msgspec.json.decode(wished, type=HostPlan)


def test_no_plan_starts_a_program():
    seats = b'{"game":"duel","seats":[{},{"kind":"exec:rm -r /"}]}'
    with pytest.raises(BadPlan):
        check_plan(msgspec.json.decode(seats, type=HostPlan))
