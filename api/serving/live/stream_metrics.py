"""What a live process counts of itself, for Prometheus."""

import time
from collections import deque
from collections.abc import Iterable, Iterator

from prometheus_client import Metric
from prometheus_client.core import CounterMetricFamily as CounterFamily
from prometheus_client.core import GaugeMetricFamily as GaugeFamily

from api.serving.streams.formats import Message

# Of so many messages it is remembered how old they were when the last socket had them.
MOST_LAGS = 2_000
# The parts of them whose lag is told.
PARTS = (0.5, 0.95, 0.99)


class StreamMetrics:
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
        # The oldest of them has waited the longest.
        born = min((message.at for message in news if message.at), default=0.0)
        if born:
            self._lags.append(max(time.time() - born, 0.0))

    def count_end(self, reason: str) -> None:
        self.ended[reason] = self.ended.get(reason, 0) + 1

    def collect(self) -> Iterator[Metric]:
        """All of it, as a collector of prometheus-client."""
        yield GaugeFamily("tabularium_streams_open", "Streams that are open.", self.open)
        yield CounterFamily("tabularium_streams_opened_total", "Streams opened.", self.opened)
        yield CounterFamily("tabularium_streams_renderings_total", "News made for a class of readers.", self.rendered)
        yield CounterFamily("tabularium_streams_messages_total", "Messages sent.", self.messages)
        ended = CounterFamily("tabularium_streams_ended_total", "Streams ended, by reason.", labels=["reason"])
        for reason, count in self.ended.items():
            ended.add_metric([reason], count)
        yield ended
        lags = GaugeFamily("tabularium_streams_lag_seconds", "From an event to its last socket.", labels=["quantile"])
        for part in PARTS:
            lags.add_metric([str(part)], self.lag(part))
        yield lags

    def lag(self, part: float) -> float:
        """The lag that this part of the latest messages does not exceed, in seconds; 0 where there were none."""
        ordered = sorted(self._lags)
        return ordered[min(int(part * len(ordered)), len(ordered) - 1)] if ordered else 0.0
