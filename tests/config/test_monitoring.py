"""The rules and the dashboard for those who watch the service: of figures that there are, tried, and told what to do."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.core import Metric

from api.serving.live.stream_metrics import StreamMetrics
from config.metrics import Scrape

HOME = Path(__file__).parents[2]
FOLDER = HOME / "deploy/monitoring"
# As `.ci/promtool` puts it, or installed.
PROMTOOL = shutil.which("promtool", path=f"{HOME / '.venv/bin'}:{os.environ['PATH']}")
NAME = re.compile(r"tabularium[_:][a-z0-9_:]+")
RULES: list[dict[str, Any]] = [
    rule for group in yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"] for rule in group["rules"]
]
ALERTS, RECORDED = [rule for rule in RULES if "alert" in rule], [rule for rule in RULES if "record" in rule]


def figures() -> set[str]:
    """The names under which figures are told."""
    families: list[Metric] = [*Scrape().collect(), *StreamMetrics().collect()]
    of_type = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
    told = {one.name + ending for one in families for ending in of_type.get(one.type, ("",))}
    return told | {rule["record"] for rule in RECORDED}


def asked() -> dict[str, str]:
    """What is asked of Prometheus, by the alert or the picture that asks it."""
    panels = json.loads((FOLDER / "dashboard.json").read_text())["panels"]
    pictures = {f"{one['title']} {at['refId']}": at["expr"] for one in panels for at in one["targets"]}
    rules = {rule.get("alert") or rule["record"]: rule["expr"] for rule in RULES}
    return {**rules, **pictures}


def test_all_that_is_asked_for_is_told() -> None:
    known = figures()
    for where, expression in asked().items():
        names = set(NAME.findall(re.sub(r'"[^"]*"', "", expression)))
        assert names or where == "NothingAnswers", where
        assert names <= known, where


def test_each_alert_says_how_bad_it_is_and_the_guide_what_to_do() -> None:
    guide = (HOME / "docs/running.md").read_text()
    told = re.findall(r"^- \*\*([A-Za-z]+)\*\*:", guide[guide.index("## Alerts") :], re.MULTILINE)
    assert told[: len(ALERTS)] == [rule["alert"] for rule in ALERTS]
    for rule in ALERTS:
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"].endswith(".")


def test_each_alert_is_tried() -> None:
    tests = (FOLDER / "alerts_test.yml").read_text()
    assert all(f'alertname="{rule["alert"]}"' in tests for rule in ALERTS)


@pytest.mark.skipif(PROMTOOL is None, reason="promtool is not here to try the rules: sh .ci/promtool")
def test_each_alert_fires_where_it_should_after_its_time_and_at_no_other() -> None:
    command = [str(PROMTOOL), "test", "rules", "alerts_test.yml"]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
