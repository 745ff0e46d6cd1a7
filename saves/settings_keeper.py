"""Settings on their way to the disk: nobody waits for them, and the latest are written."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Thread

from saves.settings import Settings
from saves.settings_file import take_over, write_settings


class SettingsKeeper:
    """Writes settings in the background, one after the other."""

    def __init__(
        self,
        settings: Settings,
        say: Callable[[str], str],
        failed: Callable[[OSError], object],
    ) -> None:
        """Keep later changes of the settings that are in the file now.

        Args:
            settings: The settings in the file.
            say: Translates the words of comments.
            failed: Takes the error of a failed write, in another thread.
        """
        self._kept = self._wanted = settings
        self._say = say
        self._failed = failed
        self._lock = Lock()
        self._thread: Thread | None = None

    def keep(self, settings: Settings) -> None:
        """Write these settings soon; those that wait to be written are not written any more."""
        with self._lock:
            self._wanted = settings
            if self._thread is None:
                self._thread = Thread(target=self._write, daemon=True)
                self._thread.start()

    def take_over(self) -> None:
        """Take over soon the values that older versions remembered."""
        self.keep(self._wanted)

    def is_done(self, within: float) -> bool:
        """Whether all writes have ended, well or not, within these seconds."""
        thread = self._thread
        if thread is not None:
            thread.join(within)
        return thread is None or not thread.is_alive()

    def _write(self) -> None:
        with suppress(OSError):  # what was before still holds
            take_over(self._say)
        while True:
            with self._lock:
                wanted = self._wanted
                if wanted == self._kept:
                    self._thread = None
                    return
            try:
                write_settings(self._kept, wanted, self._say)
            except OSError as error:
                self._failed(error)
            self._kept = wanted
