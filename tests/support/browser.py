"""Chromium without a window, steered by its own protocol, where there is one."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import IO, Any, Self

from terminal import PATIENCE

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
"""The browser's program, empty where there is none."""

_ALONE = (
    *("--headless", "--no-sandbox", "--no-first-run", "--no-proxy-server"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-port=0"),
)
"""What keeps it from asking anything of the network, and of a machine without screen or user."""


class Browser:
    """A browser with one open page and a profile of its own.

    Attributes:
        errors: What the page complained of.
    """

    def __init__(self, profile: Path, language: str = "en-GB") -> None:
        self.errors: list[str] = []
        self._command = [
            *(CHROMIUM, *_ALONE, f"--user-data-dir={profile}"),
            *(f"--accept-lang={language}", "about:blank"),
        ]
        self._asked = 0
        self._session = ""
        self._open = ExitStack()

    def __enter__(self) -> Self:
        from websockets.sync.client import connect

        process = self._open.enter_context(
            subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        )
        self._open.callback(process.terminate)
        assert process.stderr
        (where,) = re.findall(rb"DevTools listening on (\S+)", _until(process.stderr, b"DevTools"))
        self._line = self._open.enter_context(connect(where.decode(), max_size=None, proxy=None))
        (page, *_) = (
            target
            for target in self.ask("Target.getTargets")["targetInfos"]
            if target["type"] == "page"
        )
        attached = self.ask("Target.attachToTarget", targetId=page["targetId"], flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")
        return self

    def __exit__(self, *_error: object) -> None:
        self._open.close()

    def ask(self, method: str, **facts: Any) -> dict[str, Any]:
        """Do something; return the answer."""
        answer = self._said(method, facts)
        assert "error" not in answer, answer
        found: dict[str, Any] = answer["result"]
        return found

    def _said(self, method: str, facts: dict[str, Any]) -> dict[str, Any]:
        """Return what is said to a request, whether it could be done or not."""
        self._asked += 1
        session = {"sessionId": self._session} if self._session else {}
        request = {"id": self._asked, "method": method, "params": facts, **session}
        self._line.send(json.dumps(request))
        while True:
            said: dict[str, Any] = json.loads(self._line.recv(PATIENCE))
            if said.get("id") == self._asked:
                return said
            self._hear(said)

    def _hear(self, said: dict[str, Any]) -> None:
        """Keep what the page complains of."""
        if said.get("method") == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(said["params"]["exceptionDetails"]))
        if said.get("method") == "Log.entryAdded" and said["params"]["entry"]["level"] == "error":
            self.errors.append(said["params"]["entry"]["text"])

    def show(self, address: str, width: int, height: int, *, is_phone: bool = False) -> None:
        """Open a page in a window of a size."""
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=is_phone,
        )
        self.ask("Emulation.setTouchEmulationEnabled", enabled=is_phone)
        self.ask("Page.navigate", url=address)

    def value(self, script: str) -> Any:
        """Return the value of an expression; a promise is awaited."""
        found = self._evaluated(script)
        assert found and "exceptionDetails" not in found, found
        return found["result"].get("value")

    def until(self, condition: str) -> None:
        """Wait until an expression of the page is true, or of the page that follows it."""
        wait = "new Promise((done) => setTimeout(() => done(Boolean(%s)), 20))"
        end = monotonic() + PATIENCE
        while not self._evaluated(wait % condition).get("result", {}).get("value"):
            assert monotonic() < end, condition

    def _evaluated(self, script: str) -> dict[str, Any]:
        """Return what came of an expression; a page that is left has no answer."""
        facts = {"expression": script, "awaitPromise": True, "returnByValue": True}
        found: dict[str, Any] = self._said("Runtime.evaluate", facts).get("result", {})
        return found

    def tap(self, selector: str) -> None:
        """Touch the middle of an element for a moment."""
        box = f"document.querySelector({json.dumps(selector)}).getBoundingClientRect()"
        x, y = self.value(f"[{box}.x + {box}.width / 2, {box}.y + {box}.height / 2]")
        self.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def press(self, key: str, code: int) -> None:
        """Press a key of the keyboard."""
        for kind in ("keyDown", "keyUp"):
            self.ask(
                "Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code
            )

    def picture(self) -> bytes:
        """Return the page as PNG."""
        return base64.b64decode(self.ask("Page.captureScreenshot")["data"])


def _until(said: IO[bytes], words: bytes) -> bytes:
    """Return the first line that has some words in it, empty at the end."""
    return next((line for line in said if words in line), b"")
