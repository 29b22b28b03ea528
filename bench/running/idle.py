"""What do the processes of `make serve` cost while nobody plays? `make idle [ARGS="--seconds N"]`.

It prints processor time as a share of one core, and memory in two figures. The proportional share (PSS) counts a page
once that several processes have in common; the resident set (RSS) counts it for each. PSS counts less for pages that
other users' processes share too, such as those of a library. So root gets a third figure: all pages, each once.
"""

import argparse
import os
import struct
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

from bench.running.serving import serving

SETTLE_SECONDS, SECONDS = 20.0, 60.0
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
PRESENT, FRAME, KERNELS = 1 << 63, (1 << 55) - 1, (1 << 47) // PAGE
LINE = "{:<14} {:>9} {:>10} {:>8} {:>8}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.running.idle")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    seconds = parser.parse_args().seconds
    with serving() as served:
        served.watch(SETTLE_SECONDS)
        before = ticks()
        served.watch(seconds)
        spent = {name: after - before.get(name, 0) for name, after in ticks().items()}
        print(table(spent, seconds))
        print(f"all pages, each once: {held():.0f} MB (none told but to root)")


def table(spent: Mapping[str, int], seconds: float) -> str:
    """A line for each service with its processes, in percent of a core and megabytes, and their sum."""
    counts, sizes = processes(), memory()
    lines = [LINE.format("", "processes", "% of core", "PSS MB", "RSS MB")]
    rows = {name: (counts[name], spent.get(name, 0) / TICKS / seconds * 100, *sizes[name]) for name in sorted(counts)}
    rows["all"] = tuple(map(sum, zip(*rows.values(), strict=True)))  # type: ignore[assignment]
    for name, (count, percent, pss, rss) in rows.items():
        lines.append(LINE.format(name, count, f"{percent:.2f}", f"{pss:.0f}", f"{rss:.0f}"))
    return "\n".join(lines)


def ticks(root: int | None = None) -> dict[str, int]:
    """Processor time by service, with that of children that have ended, in clock ticks; of those below `root`."""
    found: dict[str, int] = defaultdict(int)
    for name, process in _all(root):
        fields = _stat(process)
        found[name] += sum(map(int, fields[11:15])) if fields else 0
    return found


def ticks_of(pid: int) -> int:
    """Processor time of one process, in clock ticks; 0 where it has ended."""
    fields = _stat(Path(f"/proc/{pid}"))
    return sum(map(int, fields[11:13])) if fields else 0


def memory_of(pid: int) -> float:
    """Megabytes of one process, proportional; 0 where it has ended."""
    return _sizes(Path(f"/proc/{pid}")).get("Pss", 0) / 1024


def processes() -> dict[str, int]:
    found: dict[str, int] = defaultdict(int)
    for name, _ in _all(None):
        found[name] += 1
    return found


def memory(root: int | None = None) -> dict[str, tuple[float, float]]:
    """Megabytes by service: proportional and resident; of those below `root`."""
    found: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for name, process in _all(root):
        sizes = _sizes(process)
        found[name][0] += sizes.get("Pss", 0) / 1024
        found[name][1] += sizes.get("Rss", 0) / 1024
    return {name: (pss, rss) for name, (pss, rss) in found.items()}


def _sizes(process: Path) -> dict[str, int]:
    """The memory of a process in kB, by kinds; nothing where it has ended."""
    try:
        lines = (process / "smaps_rollup").read_text().splitlines()
    except OSError:
        return {}
    return {line.split(":")[0]: int(line.split()[1]) for line in lines[1:]}


def held(root: int | None = None) -> float:
    """Megabytes of all pages that any process has, whoever else has them; the kernel numbers them for root alone."""
    frames = set(chain.from_iterable(_frames(process) for _, process in _all(root)))
    return len(frames - {0}) * PAGE / 1024**2


def _frames(process: Path) -> Iterator[int]:
    """The number of each page of memory that a process has, 0 for who may not know (`proc(5)`, pagemap)."""
    with (process / "pagemap").open("rb", buffering=0) as pages:
        for line in (process / "maps").read_text().splitlines():
            begin, end = (int(address, 16) // PAGE for address in line.split()[0].split("-"))
            # Beyond is what the kernel lends each process.
            if end <= KERNELS:
                pages.seek(begin * 8)
                found = pages.read((end - begin) * 8)
                yield from (entry & FRAME for (entry,) in struct.iter_unpack("<Q", found) if entry & PRESENT)


def _all(root: int | None = None) -> Iterator[tuple[str, Path]]:
    """Every process below this one, or `root`, with its service: that one itself stands for the supervisor."""
    root = os.getpid() if root is None else root
    parents = {int(entry.name): entry for entry in Path("/proc").glob("[0-9]*")}
    children: dict[int, list[int]] = defaultdict(list)
    for pid, entry in parents.items():
        if fields := _stat(entry):
            children[int(fields[1])].append(pid)
    yield "supervisor", Path(f"/proc/{root}")
    for child in children[root]:
        try:
            name, below = _name(parents[child]), [child]
        except OSError:
            # It has ended.
            continue
        while below:
            pid = below.pop()
            yield name, parents[pid]
            below += children[pid]


def _name(process: Path) -> str:
    """Copies of the template are named as their services are; the two of the web are one service."""
    return (process / "comm").read_text().strip().partition("-")[0]


def _stat(process: Path) -> list[str]:
    """The fields of `stat` after the name, which may hold anything; none of a process that has ended."""
    try:
        return (process / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


if __name__ == "__main__":
    main()
