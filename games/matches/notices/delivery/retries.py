"""The times of retries after failures, and when to give up."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from games.matches.models.notices import DELIVERED, FAILED

JITTER = 0.2


@dataclass(frozen=True)
class Retries:
    """After the n-th failure in a row comes the n-th of these gaps, in seconds; a failure after the last is the end."""

    gaps: tuple[int, ...]

    def gap(self, failures: int, jitter: float = 0.0) -> timedelta:
        """How long to wait after so many failures in a row; `jitter` in [-1, 1] spreads what failed together."""
        seconds = self.gaps[min(failures, len(self.gaps)) - 1]
        return timedelta(seconds=seconds * (1 + JITTER * jitter))

    def outcome(self, attempts: int, now: datetime, *, is_taken: bool, jitter: float = 0.0) -> dict[str, object]:
        """What a dispatch becomes by its `attempts`-th attempt, by column: delivered, failed, or due again later."""
        if is_taken:
            return {"attempts": attempts, "state": DELIVERED, "done_at": now}
        if attempts > len(self.gaps):
            return {"attempts": attempts, "state": FAILED, "done_at": now}
        return {"attempts": attempts, "available_at": now + self.gap(attempts, jitter)}
