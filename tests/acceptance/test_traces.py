"""The service as it runs, with a collector of OpenTelemetry beside it: every kind of process sends what it does."""

from collections.abc import Iterator, Mapping

import pytest

from clients.api import sign_up
from tests.acceptance.conftest import Running, seat
from tests.support.otlp_collector import OtlpCollector, collecting


@pytest.fixture(scope="module")
def collector() -> Iterator[OtlpCollector]:
    with collecting() as found:
        yield found


@pytest.fixture(scope="module")
def more_environment(collector: OtlpCollector) -> Mapping[str, str]:
    # Batches go out after half a second, so that nobody waits.
    return {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, "OTEL_BSP_SCHEDULE_DELAY": "500"}


def test_a_move_is_one_chain_of_traces_through_web_relay_and_workers(
    service: Running, collector: OtlpCollector
) -> None:
    _, host = sign_up(service.url, "Alice")
    match, tokens = seat(service, {"game": "rock-paper-wizard", "seats": 3, "visibility": "public"}, host)
    prompts = [service.api(token).get(f"/matches/{match}/prompts")["items"] for token in tokens]
    (prompt, token) = next((found[0], token) for found, token in zip(prompts, tokens, strict=True) if found)
    service.api(token).post(f"/matches/{match}/moves", {"prompt": prompt["prompt"], **prompt["moves"][0]["legal"][0]})
    wanted = {"append", "relayed", "listings", "deadlines", "notices"}

    def course() -> set[str]:
        """What went on with the move's append."""
        found = collector.spans()
        requests = [one for one in found if one.name == "POST /api/v1/matches/<str:match>/moves" and one.links]
        return {one.name for one in found if requests and one.trace in requests[0].links}

    service.wait_for(lambda: course() >= wanted, seconds=60)
    names = {one.name for one in collector.spans()}
    assert {"task relay", "task project_listings", "task project_deadlines", "task tell_notices"} <= names
    assert all(token.encode() not in collector.all_that_came() for token in tokens)
