"""Runs every check of one match."""

from collections.abc import Sequence

from games.core.bots import BOTS, PLAIN
from games.verify import beacons, chain, replay, seals
from games.verify.drand import KNOWN, BeaconChain
from games.verify.match_file import MatchFile, read
from games.verify.report import CHAIN, OK, Flaw, Report


def verify(
    file: MatchFile,
    *,
    head: str | None = None,
    outside: tuple[type[Exception], ...] = (),
    bots: bool = False,
    chains: Sequence[BeaconChain] = KNOWN,
) -> Report:
    """Check a match; with `head`, a hash that was kept elsewhere, also whether the match contains that head.

    With `bots` the picks of all bots are computed again; without, moves of bots that look ahead only have to be legal.
    So do moves of bots whose code is gone (not in `GameDefinition.kits`); then the replay is `PARTIAL`. `chains` are
    the beacon chains whose keys are known. Errors of the types `outside` are no finding about the match: they are
    raised.
    """
    linked = chain.check(file) or _kept(file, head)
    if linked is not None and not _is_shaped(file):
        # What has no shape cannot be looked at any further.
        return _report(file, None, chain=linked, seals=linked, chance=linked, replay=linked)
    sealed = seals.check(file)
    asked = BOTS if bots else PLAIN
    chance, judged, judge = replay.check(file.match, file.entries, outside=outside, judged=asked)
    # What follows a flaw may have no shape; a flaw before it comes first.
    whole = min((one.version - 1 for one in (chance, judged) if isinstance(one, Flaw)), default=len(file.entries))
    found = beacons.check(file.entries[:whole], chains)
    chance, beacon = (found, "") if isinstance(found, Flaw) else (chance, found)
    return _report(file, judge, beacon=beacon, chain=linked or OK, seals=sealed, chance=chance, replay=judged)


def verify_bytes(
    data: bytes, *, head: str | None = None, bots: bool = False, chains: Sequence[BeaconChain] = KNOWN
) -> Report:
    """Check the bytes of a match file; `NotAMatchFile` if they are none."""
    return verify(read(data), head=head, bots=bots, chains=chains)


def _is_shaped(file: MatchFile) -> bool:
    try:
        for entry in file.entries:
            chain.check_envelope(entry.envelope)
    except Exception:
        return False
    return True


def _kept(file: MatchFile, head: str | None) -> Flaw | None:
    if head is None or any(entry.hash == head for entry in file.entries):
        return None
    return Flaw(check=CHAIN, version=len(file.entries), reason="the head that was kept is none of this match")


def _report(file: MatchFile, judge: replay.Judge | None, /, *, beacon: str = "", **checks: str | Flaw) -> Report:
    stated = [entry.envelope.get("seals") for entry in file.entries]
    return Report(
        match=file.match,
        game=file.game,
        rules=file.rules,
        version=len(file.entries),
        head=file.entries[-1].hash,
        complete=file.complete,
        seals=sum(len(seals) for seals in stated if isinstance(seals, list)),
        opened=sum(len(entry.openings) for entry in file.entries),
        beacon=beacon,
        keys=judge.key_uses if judge else (),
        unsigned=judge.unsigned if judge else (),
        handed_on=judge.handed_on if judge else (),
        unjudged=judge.unjudged if judge else 0,
        other_bots=judge.other_bots if judge else {},
        checks=checks,
    )
