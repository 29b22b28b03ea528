"""The errors of a stack that cannot start or go on."""

from pathlib import Path


class StackError(Exception):
    """The stack cannot start or go on; the message is one line for the person at the terminal."""


class MigrationFailed(StackError):
    """The schema could not be brought up to date; `words` are what the migration said last."""

    def __init__(self, log: Path, words: str) -> None:
        super().__init__(f"the migration failed, see {log}: {words}")
        self.words = words
