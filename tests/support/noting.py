"""Functions that note what they are called with, for tests that count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


def noted(
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    *modules: Any,
    about: Callable[[Any], Any] = lambda argument: argument,
) -> list[Any]:
    """Return a list that will hold, `about` each call of a function by these modules, what it says.

    The function has one argument, and does what it did.
    """
    calls: list[Any] = []
    function = getattr(modules[0], name)

    def noting(argument: Any) -> Any:
        calls.append(about(argument))
        return function(argument)

    for module in modules:
        monkeypatch.setattr(module, name, noting)
    return calls
