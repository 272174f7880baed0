"""What happened, counted: Prometheus at `GET /metrics`."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any

from prometheus_client import CollectorRegistry
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.exposition import choose_encoder
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from verdict.cascade import Cascade
from verdict.service.exchanges import Exchange
from verdict.version import __version__

_REQUEST_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
_FOLDERS = ("/v1/models/", "/docs/")
_TIER_SECONDS = (0.00005, 0.0001, 0.0005, *_REQUEST_SECONDS[1:])


class Metrics(Collector):
    """What one service has counted, told to Prometheus when it asks.

    The library's own counters take ten times as long a count; they are made from these when they
    are read.

    Args:
        cascade: whose tiers and profile are told.
        routes: the paths that have a name of their own in the counts.
        in_flight: tells how many requests are being worked on.
    """

    def __init__(
        self, cascade: Cascade, routes: Iterable[str], in_flight: Callable[[], int]
    ) -> None:
        self._cascade = cascade
        self._routes = frozenset(routes)
        self._in_flight = in_flight
        self._requests: Counter[tuple[str, str, str]] = Counter()
        self._verdicts: Counter[tuple[str, str, str, str]] = Counter()
        self._passes: Counter[tuple[str, str, str, str]] = Counter()
        self._request_seconds: dict[tuple[str, ...], _Buckets] = {}
        self._tier_seconds: dict[tuple[str, ...], _Buckets] = {}
        self._registry = CollectorRegistry()
        for collect in (ProcessCollector, PlatformCollector, GCCollector):
            collect(registry=self._registry)
        self._registry.register(self)

    def record(self, exchange: Exchange) -> None:
        """Count a request that was answered."""
        route, status = self._route(exchange.path), str(exchange.status)
        self._requests[route, status, exchange.key or ""] += 1
        _observe(self._request_seconds, (route, status), _REQUEST_SECONDS, exchange.seconds)
        for verdict in exchange.verdicts:
            kind, trace = verdict.type, verdict.trace
            outcome = "settled" if verdict.settled else "unsettled"
            self._verdicts[kind, verdict.tier or "none", outcome, verdict.reason or "none"] += 1
            following = [step.tier for step in trace[1:]] + ["none"]
            for step, after in zip(trace, following, strict=True):
                # Most of these were not asked, and would make the tier look fast.
                if step.reason != "unavailable":
                    _observe(self._tier_seconds, (step.tier,), _TIER_SECONDS, step.ms / 1000)
                if step.outcome == "passed":
                    self._passes[kind, step.tier, step.reason or "none", after] += 1

    def _route(self, path: str) -> str:
        path = path.rstrip("/") or "/"
        if path in self._routes:
            return path
        folder = next((each for each in _FOLDERS if path.startswith(each)), None)
        return "other" if folder is None else f"{folder}{{name}}"

    def exposition(self, accept: str) -> tuple[bytes, str]:
        """The text that Prometheus reads, in the format it accepts, and the format's name."""
        encode, content_type = choose_encoder(accept)
        return encode(self._registry), content_type

    def collect(self) -> Iterator[Metric]:
        """Every figure, in the library's form."""
        yield _counted(
            "verdict_requests", "Requests answered.", ("route", "status", "key"), self._requests
        )
        yield _timed(
            "verdict_request_seconds",
            "Seconds from a request to its answer.",
            ("route", "status"),
            _REQUEST_SECONDS,
            self._request_seconds,
        )
        yield _counted(
            "verdict_verdicts",
            "Verdicts given: the tier whose answer it is, settled or not, and why not.",
            ("type", "tier", "outcome", "reason"),
            self._verdicts,
        )
        yield _timed(
            "verdict_tier_seconds",
            "Seconds that a tier took for a question.",
            ("tier",),
            _TIER_SECONDS,
            self._tier_seconds,
        )
        yield _counted(
            "verdict_passes",
            "Questions that a tier passed on, why, and to which tier.",
            ("type", "tier", "reason", "to"),
            self._passes,
        )
        yield GaugeMetricFamily(
            "verdict_requests_in_flight", "Requests being worked on.", self._in_flight()
        )
        yield GaugeMetricFamily(
            "verdict_requests_in_flight_limit",
            "Requests beyond which 503 is answered.",
            self._cascade.settings.max_concurrent,
        )
        yield from _in_force(self._cascade)


class _Buckets:
    __slots__ = ("counts", "total")

    def __init__(self, n: int) -> None:
        self.counts = [0] * n
        self.total = 0.0


def _observe(
    timed: dict[tuple[str, ...], _Buckets],
    values: tuple[str, ...],
    bounds: Sequence[float],
    seconds: float,
) -> None:
    buckets = timed.get(values)
    if buckets is None:
        buckets = timed[values] = _Buckets(len(bounds) + 1)
    buckets.counts[bisect_left(bounds, seconds)] += 1
    buckets.total += seconds


def _counted(
    name: str, described: str, labels: Sequence[str], counter: Counter[Any]
) -> CounterMetricFamily:
    family = CounterMetricFamily(name, described, labels=labels)
    for values, count in counter.items():
        family.add_metric(values, count)
    return family


def _timed(
    name: str,
    described: str,
    labels: Sequence[str],
    bounds: Sequence[float],
    timed: dict[tuple[str, ...], _Buckets],
) -> HistogramMetricFamily:
    family = HistogramMetricFamily(name, described, labels=labels)
    names = [*(str(float(bound)) for bound in bounds), "+Inf"]
    for values, buckets in timed.items():
        cumulated = list(zip(names, accumulate(buckets.counts), strict=True))
        family.add_metric(values, cumulated, buckets.total)
    return family


def _in_force(cascade: Cascade) -> Iterator[Metric]:
    build = GaugeMetricFamily("verdict_build_info", "The version.", labels=["version"])
    build.add_metric([__version__], 1)
    tiers = GaugeMetricFamily(
        "verdict_tier_info",
        "Each tier in force, with the hash of all that could change its answers.",
        labels=["tier", "sha256"],
    )
    for tier in cascade.tiers:
        tiers.add_metric([tier.name, tier.fingerprint], 1)
    profile = GaugeMetricFamily(
        "verdict_profile_info", "The hash of the profile in force.", labels=["sha256"]
    )
    profile.add_metric([cascade.profile.sha256 or "none"], 1)
    yield from (build, tiers, profile)
