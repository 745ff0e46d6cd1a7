"""A door for the tests of a module, and a key that it does not know."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def door(tmp_path_factory):
    from door_program import Door

    opened = Door(tmp_path_factory.mktemp("door"))
    yield opened
    opened.close()


@pytest.fixture
def key():
    asyncssh = pytest.importorskip("asyncssh", reason="needs the packages of tapis-vert[door]")
    return asyncssh.generate_private_key("ssh-ed25519")
