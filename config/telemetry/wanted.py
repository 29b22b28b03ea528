"""What the standard variables of OpenTelemetry ask for. `OTEL_*` of the same names have the same meaning everywhere."""

from collections.abc import Mapping

TRACES, METRICS = "traces", "metrics"
SIGNALS = (TRACES, METRICS)
EXPORTERS = ("otlp", "none")
PROTOCOL = "http/protobuf"


class NotSupported(ValueError):
    """A variable asks for what is not built here; the message names it."""


def wanted(environment: Mapping[str, str]) -> frozenset[str]:
    """Which signals go out: those with an exporter, or with an endpoint and no word of an exporter. Unset, none.

    Raises `NotSupported` for another exporter or protocol, so that nobody waits for spans that never come.
    """
    if environment.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return frozenset()
    return frozenset(signal for signal in SIGNALS if _is_wanted(signal, environment))


def continues_traces(environment: Mapping[str, str]) -> bool:
    """Whether a request's `traceparent` is believed. Only where that is said, because anybody may send one."""
    return "tracecontext" in environment.get("OTEL_PROPAGATORS", "").replace(" ", "").split(",")


def _is_wanted(signal: str, environment: Mapping[str, str]) -> bool:
    of_signal = signal.upper()
    exporter = environment.get(f"OTEL_{of_signal}_EXPORTER", "").strip()
    if exporter not in ("", *EXPORTERS):
        raise NotSupported(f"OTEL_{of_signal}_EXPORTER is one of {', '.join(EXPORTERS)}")
    endpoints = ("OTEL_EXPORTER_OTLP_ENDPOINT", f"OTEL_EXPORTER_OTLP_{of_signal}_ENDPOINT")
    is_on = exporter == "otlp" or (not exporter and any(environment.get(name) for name in endpoints))
    for name in ("OTEL_EXPORTER_OTLP_PROTOCOL", f"OTEL_EXPORTER_OTLP_{of_signal}_PROTOCOL"):
        if is_on and environment.get(name, "").strip() not in ("", PROTOCOL):
            raise NotSupported(f"{name} is {PROTOCOL} alone")
    return is_on
