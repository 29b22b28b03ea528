"""The event store's errors. No message contains a value that was to be stored, because it may be a secret."""


class Conflict(Exception):
    """The stream is not at the expected head, or the command's key is taken; nothing was recorded."""

    def __init__(self, match: str, version: int) -> None:
        super().__init__(f"match {match} does not stand at version {version} any more, or the command's key is taken")
        self.match, self.version = match, version


class InsideTransaction(RuntimeError):
    """`append` was called inside a transaction; it commits by itself."""

    def __init__(self) -> None:
        super().__init__("append commits by itself and may not run inside a transaction")


class TimeWentBack(ValueError):
    """The time given is earlier than the last event's; nothing was recorded."""

    def __init__(self, match: str, version: int) -> None:
        super().__init__(f"match {match} has at version {version} an event later than the time given")
        self.match, self.version = match, version


class ColdFileUnreadable(OSError):
    """The file of a cold match cannot be read now; the message says why. Nothing of it is served."""


class ColdFileDamaged(ColdFileUnreadable):
    """The file of a cold match is missing, or is not the one that was written."""
