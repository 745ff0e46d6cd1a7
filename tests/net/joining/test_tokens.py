"""The tokens of seats: kept by server and table, and found again by nobody else's table."""

from __future__ import annotations

import pytest

from net.joining.seats import TokenBook


def test_a_token_is_found_for_its_server_and_table_alone(tmp_path):
    book = TokenBook(tmp_path)
    held = book.keep("unix:1000", "zoe", 1, "secret")
    assert book.find("unix:1000", "zoe") is None  # a program plays there
    held.release()
    assert book.find("unix:1001", "zoe") is None
    assert book.find("unix:1000", "paul") is None
    found = book.find("unix:1000", "zoe")
    assert found.token == "secret"
    found.forget()
    assert book.find("unix:1000", "zoe") is None


@pytest.mark.parametrize(("server", "table"), [("unix:1000", "../x"), ("../x", "zoe"), ("", "zoe")])
def test_what_cannot_be_part_of_a_files_name_keeps_no_token(server, table, tmp_path):
    book = TokenBook(tmp_path)
    assert book.keep(server, table, 0, "secret") is None
    assert book.find(server, table) is None
    assert [*tmp_path.iterdir()] == []
