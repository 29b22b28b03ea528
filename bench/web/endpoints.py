"""What does each operation cost at its worst? `make costs`: the table of docs/performance.md."""

import logging
import time
from collections.abc import Callable
from statistics import median
from typing import Any
from unittest import mock

from bench import scene
from bench.web.worst import questions
from games.rock_paper_wizard.chapters import scoring

ROUNDS = 5


def main(length: str = "4000", listed: str = "1000") -> None:
    logging.disable(logging.CRITICAL)
    with mock.patch.object(scoring, "GOAL", 10**9):
        began = time.perf_counter()
        built = scene.build(int(length), int(listed))
        print(f"built in {time.perf_counter() - began:.0f} s; events: {dict(built.lengths)}", flush=True)
        print("| operation | at its worst | status | processor ms | elapsed ms | KB |")
        print("| --- | --- | --- | --- | --- | --- |")
        for question in questions(built):
            print(_row(question, scene.forget), flush=True)


def _row(question: Any, forget: Callable[[], None]) -> str:
    spent, passed, status, size = [], [], 0, 0
    for number in range(ROUNDS):
        forget()
        began, clock = time.process_time(), time.perf_counter()
        answer = question.ask(number)
        spent.append((time.process_time() - began) * 1000)
        passed.append((time.perf_counter() - clock) * 1000)
        status, size = answer.status_code, len(answer.content)
    return (
        f"| `{question.operation}` | {question.worst} | {status} | {median(spent):.1f} | {median(passed):.1f}"
        f" | {size / 1024:.0f} |"
    )
