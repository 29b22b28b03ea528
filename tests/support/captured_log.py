"""What the service wrote into its log during a test."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from config.logs import JSONLines


class Captured(logging.Handler):
    """Every line that the service's configuration would write at level DEBUG."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JSONLines())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))

    @property
    def records(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.lines]

    def of(self, logger: str) -> list[dict[str, Any]]:
        return [record for record in self.records if record["logger"] == logger]


@pytest.fixture
def log() -> Iterator[Captured]:
    captured, root = Captured(), logging.getLogger()
    loggers = [root, *(one for one in root.manager.loggerDict.values() if isinstance(one, logging.Logger))]
    levels = {logger: logger.level for logger in loggers}
    for logger in loggers:
        logger.setLevel(logging.DEBUG)
    root.addHandler(captured)
    yield captured
    root.removeHandler(captured)
    for logger, level in levels.items():
        logger.setLevel(level)
