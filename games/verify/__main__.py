"""Checks a match file: `python -m games.verify FILE [--head HASH] [--bots] [--chain FILE] [--draws FILE]`.

With `--log FILE --log-key KEY` also its place in the log of all heads. Exit status: 0 valid, 1 not valid, 2 nothing to
check, 3 valid in part: some moves are by bots whose code is gone, a seat that signs has resigned without a signature,
or a public draw was not opened.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from games.headlog.saved_files import NoFile, content_of, key_of, keys_in, roots_of
from games.verify import log_check, opened_draws
from games.verify.drand import KNOWN, BeaconChain, read_chain
from games.verify.log_check import Trusted
from games.verify.match_file import MatchFile, NotAMatchFile, Unreadable, content, read
from games.verify.opened_draws import Proved
from games.verify.report import CHANCE, CHECKS, OK, PARTIAL, REPLAY, SEALED, UNKNOWN, Flaw, KeyUse, Report
from games.verify.verifier import verify

VALID, INVALID, UNREADABLE, IN_PART = 0, 1, 2, 3
STILL_SEALED = {CHANCE: "the seed", REPLAY: "the moves"}


def main(arguments: Sequence[str]) -> int:
    """Print the result for the file; returns the exit status."""
    try:
        asked = _parser().parse_args(arguments)
        data, trusted, chains = content(asked.file), _trusted(asked), [*KNOWN, *map(_chain, asked.chain)]
        file = read(data)
        report = verify(file, head=asked.head, bots=asked.bots, chains=chains)
        logged = log_check.check(file, content_of(trusted.saved), trusted) if trusted else None
        drawn = _drawn(file, report, asked.draws)
    except (Unreadable, NoFile) as unreadable:
        sys.stderr.write(f"{unreadable}\n")
        return UNREADABLE
    except NotAMatchFile as refused:
        sys.stdout.write(_refuted(refused.flaw))
        return INVALID
    flaw = report.flaw or next((found for found in (drawn, logged) if isinstance(found, Flaw)), None)
    sys.stdout.write(_refuted(flaw) if flaw else _told(report, kept=asked.head is not None))
    if flaw is not None:
        return INVALID
    if isinstance(drawn, Proved):
        sys.stdout.write(_proved(drawn))
    if logged is not None:
        sys.stdout.write(f"log     {logged}\n")
    is_partial = _is_partial(report) or (isinstance(drawn, Proved) and drawn.missing is not None)
    return IN_PART if is_partial else VALID


def _drawn(file: MatchFile, report: Report, saved: Sequence[Path]) -> Proved | Flaw | None:
    """What became of opened draws, where there are any to be held against a file that is sound."""
    opened = opened_draws.read(saved)
    return opened_draws.check(file, opened) if saved and report.flaw is None else None


def _trusted(asked: argparse.Namespace) -> Trusted | None:
    """The keys and limits for checking the log, if the caller asks for that."""
    if asked.log is None:
        return None
    if not asked.log_key:
        raise NoFile("--log needs --log-key: whoever saves a log's key with its proof believes both")
    witnesses = keys_in(asked.witnesses) if asked.witnesses else []
    roots = roots_of(asked.authority) if asked.authority else ()
    return Trusted(
        saved=asked.log, keys=asked.log_key, witnesses=witnesses, cosignatures=asked.cosignatures, roots=roots
    )


def _is_partial(report: Report) -> bool:
    return report.checks[REPLAY] == PARTIAL


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games.verify", description="Check a match file.")
    parser.add_argument("file", metavar="FILE", type=Path, help="a match file, as GET /matches/{id}/export gives it")
    parser.add_argument("--head", metavar="HASH", help="a hash of this match that was kept elsewhere")
    parser.add_argument("--bots", action="store_true", help="ask the bots that look ahead again what they pick")
    parser.add_argument(
        "--chain",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="the /info of a drand chain other than quicknet whose rounds you believe",
    )
    parser.add_argument(
        "--draws",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="what GET /matches/{id}/draws answered while the match ran, once for each page",
    )
    log = parser.add_argument_group("the log of all heads")
    log.add_argument("--log", metavar="FILE", type=Path, help="what GET /matches/{id}/log answered")
    log.add_argument("--log-key", metavar="KEY", type=key_of, action="append", help="the log's key, kept elsewhere")
    told = "PEM of an authority of timestamps (RFC 3161): the match's newest entry has to be stamped by it"
    log.add_argument("--authority", metavar="PEM", type=Path, help=told)
    log.add_argument("--witnesses", metavar="FILE", type=Path, help="keys of witnesses, one a line")
    log.add_argument("--cosignatures", metavar="K", type=int, default=0, help="so many of them have to have signed")
    return parser


def _chain(info: Path) -> BeaconChain:
    try:
        return read_chain(content(info).decode())
    except ValueError as error:
        raise Unreadable(f"{info}: {error}") from None


def _refuted(flaw: Flaw) -> str:
    # A reason may quote the file: nothing in it may write lines of its own here, or break a terminal.
    reason = flaw.reason.encode("unicode_escape").decode("ascii")
    return f"not valid at version {flaw.version}: {reason} ({flaw.check})\n"


def _told(report: Report, *, kept: bool) -> str:
    whole = "complete" if report.complete else "still running"
    checked = [check for check in CHECKS if report.checks[check] == OK]
    lines = [
        _headline(report),
        f"match   {report.match}, {report.game}, rules {report.rules}, {whole}",
        f"version {report.version}",
        f"head    {report.head}",
        f"checked {', '.join(checked)}{', the head that was kept' if kept else ''}",
    ]
    if report.beacon:
        lines.append(f"beacon  {report.beacon}")
    lines += [*map(_key, report.keys), *_handed_on(report)]
    if missing := report.seals - report.opened:
        hidden = [name for check, name in STILL_SEALED.items() if report.checks[check] == SEALED]
        lines.append(f"sealed  {missing} of {report.seals} parts{''.join(f', {name}' for name in hidden)}")
    if report.unjudged:
        lines.append(f"bots    {report.unjudged} moves not re-judged: legal (--bots asks the bots again)")
    for version, moves in sorted(report.other_bots.items()):
        who = "bots that name no version" if version == UNKNOWN else f"version {version} of the bots (gone)"
        lines.append(f"bots    {moves} moves not re-judged: legal, picked by {who}")
    return "\n".join(lines) + "\n"


def _proved(found: Proved) -> str:
    told = f"draws   {found.proved} of {found.public} public draws proved by their secrets\n"
    one = found.missing
    return told if one is None else f"{told}draws   draw {one.number} at version {one.version} was not opened\n"


def _headline(report: Report) -> str:
    if not _is_partial(report):
        return "valid"
    unsigned = "a seat that signs has resigned without a signature"
    return f"valid in part: {unsigned if not report.other_bots else 'some moves are only found legal'}"


def _handed_on(report: Report) -> Iterator[str]:
    for seat, version in report.handed_on:
        yield f"signed  seat {seat} got another player at version {version}: what signed for it before ends there"
    for version in report.unsigned:
        yield f"signed  at version {version} a seat that signs has resigned, without a signature"


def _key(one: KeyUse) -> str:
    first = f"signed  seat {one.seat}: {one.moves} moves by key {one.key[:16]}…, bound at version {one.version}"
    return f"{first}, for which no earlier key vouches" if one.is_vouched is False else first


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
