"""Metrics for Prometheus."""

from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ludex.server.tables.hall import Hall


class Metrics:
    """The counters of one server."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "ludex_http_requests",
            "HTTP requests by method, route and status.",
            ("method", "route", "status"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "ludex_http_seconds",
            "The duration of HTTP requests.",
            registry=self._registry,
        )

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one request that was answered."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.observe(seconds)

    def watch(self, hall: "Hall") -> None:
        """Count what happens in a hall, too."""
        self._registry.register(_HallCollector(hall))

    def text(self) -> bytes:
        """Return everything, in Prometheus's format."""
        return generate_latest(self._registry)


class _HallCollector(Collector):
    """Reads the hall when it is asked."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall

    def collect(self) -> "Iterator[Metric]":
        hall = self._hall
        tables = list(hall.tables.values())
        for name, meaning, value in (
            ("ludex_tables", "Tables in memory.", len(tables)),
            ("ludex_sockets", "Open sockets.", sum(len(t.guests) for t in tables)),
            ("ludex_bots_waiting", "Bots that wait for a worker process.", hall.bots.waiting),
            (
                "ludex_questions_waiting",
                "Questions of players that wait for an answer.",
                hall.advisers.waiting,
            ),
        ):
            yield GaugeMetricFamily(name, meaning, value=value)
        for name, meaning, value in (
            ("ludex_events", "Events committed.", hall.archive.commits.lines),
            ("ludex_commits", "Commits with events in them.", hall.archive.commits.count),
        ):
            yield CounterMetricFamily(name, meaning, value=value)
