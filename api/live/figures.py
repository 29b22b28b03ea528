"""What a live process counts of itself, for Prometheus."""

import time
from collections import deque
from collections.abc import Iterable

from api.live.formats import Message

# Of so many messages it is remembered how old they were when the last socket had them.
MOST_LAGS = 2_000


class Figures:
    """Counters since the start, and the lags of late. For the event loop alone."""

    def __init__(self) -> None:
        self.open = 0
        self.opened = 0
        self.rendered = 0
        self.messages = 0
        self.ended: dict[str, int] = {}
        self._lags: deque[float] = deque(maxlen=MOST_LAGS)

    def told(self, news: Iterable[Message], readers: int) -> None:
        """Readers of one class were told this just now."""
        news = list(news)
        self.messages += len(news) * readers
        born = max((message.at for message in news), default=0.0)
        if born:
            self._lags.append(max(time.time() - born, 0.0))

    def count_end(self, reason: str) -> None:
        self.ended[reason] = self.ended.get(reason, 0) + 1

    def text(self) -> str:
        """All of it as Prometheus reads it."""
        lines = [
            ("open", self.open),
            ("opened_total", self.opened),
            ("renderings_total", self.rendered),
            ("messages_total", self.messages),
            *((f'ended_total{{reason="{reason}"}}', count) for reason, count in sorted(self.ended.items())),
            *((f'lag_seconds{{quantile="{part}"}}', round(self.lag(part), 4)) for part in (0.5, 0.95, 0.99)),
        ]
        return "".join(f"tabularium_streams_{name} {value}\n" for name, value in lines)

    def lag(self, part: float) -> float:
        """The lag that this part of the latest messages does not exceed, in seconds; 0 where there were none."""
        ordered = sorted(self._lags)
        return ordered[min(int(part * len(ordered)), len(ordered) - 1)] if ordered else 0.0
