"""What stands in `deploy/`, as systemd, nginx and a shell read it."""

import shlex
from collections.abc import Mapping
from pathlib import Path

from config.local_stack.places import PROJECT

DEPLOY = PROJECT / "deploy"
# Where the project lies on a server.
PLACE = "/opt/tabularium"
# The processes of a node, in the order of their starts, and the ports of those that nginx calls.
PROCESSES = ("web", "live", "live-2", "worker", "relay", "clock", "bots", "courier", "beat")
PORTS = {"web": 8000, "live": 8010, "live-2": 8011}
NODES = ("node1.internal", "node2.internal")


def text_of(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def unit(name: str) -> dict[str, list[str]]:
    """The settings of a unit, each with all of its values."""
    found: dict[str, list[str]] = {}
    for line in text_of(name).splitlines():
        key, is_setting, value = line.partition("=")
        if is_setting and not line.startswith("#"):
            found.setdefault(key, []).append(value)
    return found


def environment(name: str) -> dict[str, str]:
    """The variables of a file of them; raises ValueError where systemd and a shell would read two things."""
    lines = [line for line in text_of(name).splitlines() if line and not line.startswith("#")]
    split = [shlex.split(line) for line in lines]
    if any(len(words) != 1 for words in split):
        raise ValueError(f"{name} has a value that a shell reads otherwise than systemd")
    return dict(words[0].split("=", 1) for words in split)


def command(name: str, instance: str = "") -> list[str]:
    """What a unit starts, on this machine."""
    (line,) = unit(name)["ExecStart"]
    return shlex.split(line.replace("%i", instance).replace(PLACE, str(PROJECT)))


def own_environment(name: str, instance: str, runtime: Path) -> dict[str, str]:
    """What a unit sets itself, with its folder below `/run` elsewhere."""
    (line,) = unit(name)["Environment"]
    words = shlex.split(line.replace("%i", instance).replace("/run/tabularium", str(runtime)))
    return dict(word.split("=", 1) for word in words)


def front(replaced: Mapping[str, str]) -> str:
    """nginx's file with other hosts, ports and paths."""
    text = text_of("nginx.conf")
    for old, new in replaced.items():
        if old not in text:
            raise ValueError(f"{old} is not in nginx.conf")
        text = text.replace(old, new)
    return text
