"""The analyst: questions are answered in order by one process, which ends with it."""

from __future__ import annotations

from functools import partial

from piecework import fail, sleep_through, square, square_until_told

from play.analyst import ProcessAnalyst
from play.manual_loop import ManualLoop


def test_questions_are_answered_one_after_the_other_and_errors_are_answers_too():
    loop, told = ManualLoop(), []
    analyst = ProcessAnalyst(loop)
    for work, item in ((square, 3), (fail, 4), (square, 5)):
        analyst.ask(work, item, told.append)
    while len(told) < 3:
        loop.wait()
        loop.run()
    assert (told[0], told[2]) == (9, 25)
    assert isinstance(told[1], LookupError)
    analyst.close()


def test_what_was_stopped_is_told_nobody_and_what_waits_goes_on():
    loop, told = ManualLoop(), []
    analyst = ProcessAnalyst(loop)
    stops = [analyst.ask(square_until_told, 3, told.append), analyst.ask(square, 4, told.append)]
    analyst.ask(square, 5, told.append)
    for stop in stops:
        stop()
    while not told:
        loop.wait()
        loop.run()
    assert told == [25]
    analyst.close()


def test_closing_waits_for_nothing_and_ends_the_process(monkeypatch):
    monkeypatch.setattr("programs.pool.GRACE", 0.1)
    loop = ManualLoop()
    analyst = ProcessAnalyst(loop)
    analyst.ask(sleep_through, 1, partial(print))
    (worker,) = analyst._pool._busy
    analyst.close()
    assert worker.process.wait(10) is not None
    analyst.close()


def test_a_process_that_cannot_be_started_is_an_answer(monkeypatch):
    def full(*_arguments, **_named):
        raise OSError("no room")

    monkeypatch.setattr("programs.pool.spawn", full)
    loop, told = ManualLoop(), []
    ProcessAnalyst(loop).ask(square, 3, told.append)
    loop.run()
    assert isinstance(told[0], OSError)
