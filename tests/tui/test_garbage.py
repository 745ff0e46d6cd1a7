"""When garbage is collected: not while the program starts, and never among what was built then."""

from __future__ import annotations

import gc

import pytest
from pilots import drive, program, until


@pytest.fixture
def put_off():
    """Collection is put off, as it is where the program starts."""
    gc.disable()
    yield
    gc.unfreeze()
    gc.enable()


@pytest.mark.usefixtures("put_off")
def test_after_the_start_collection_goes_on_without_what_was_built():
    async def steps(pilot):
        await until(pilot, gc.isenabled)
        assert gc.get_freeze_count()

    drive(program(), steps)
