"""What this machine saw of a service's log of all heads: the last signed checkpoint, and the keys that it believes.

It is kept beside the login, for each service. So a log that was rewritten meanwhile, or that others were given
otherwise, is found. It holds no secret.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tabularium_client import verifying
from tabularium_client.client import Tabularium
from tabularium_client.command import keeping
from tabularium_client.shapes import HeadLog, MatchLog
from tabularium_client.verifying import Verdict

# How often both answers are asked for until they are of one size: the log grows once a minute.
TRIES = 4


class NoLog(Exception):
    """The log cannot be asked; the message says why."""


@dataclass(frozen=True)
class Seen:
    """A signed checkpoint, and the keys of its log that are believed."""

    checkpoint: str
    keys: Sequence[str]

    @property
    def size(self) -> int:
        """How many entries it has, 0 where it tells none."""
        size = [*self.checkpoint.split("\n"), "", ""][1]
        return int(size) if size.isdecimal() else 0


def place() -> Path:
    """The file of what was seen, beside the login's."""
    return keeping.place().with_name("logs.json")


def seen(url: str) -> Seen | None:
    """What was seen of a service's log; None where nothing was, an error where the file is damaged."""
    if not place().exists():
        return None
    try:
        kept = json.loads(place().read_text()).get(url)
        return None if kept is None else Seen(kept["checkpoint"], kept["keys"])
    except (ValueError, KeyError, TypeError, AttributeError):
        # Taken for nothing, it would hide that the log was rewritten.
        raise NoLog(f"{place()} is damaged: delete it to begin anew") from None


def keep(url: str, found: Seen) -> None:
    """Remember what was seen, in place of what was seen of the same service before."""
    kept = json.loads(place().read_text()) if place().exists() else {}
    place().parent.mkdir(mode=keeping.FOLDER_MODE, parents=True, exist_ok=True)
    written = place().with_suffix(".new")
    written.write_text(json.dumps({**kept, url: asdict(found)}))
    written.replace(place())


def verify_in_log(
    client: Tabularium, url: str, match: str, keys: Sequence[str], verify: Callable[[Path, Sequence[str]], Verdict]
) -> Verdict:
    """Check a match file by `verify` against the service's log, and the log against what was seen of it before.

    `keys` are those of the log that the player has from elsewhere; without any, those seen first are believed. Raises
    `NoLog`.
    """
    known = seen(url)
    of_match, of_log = _answers(client, match, known)
    believed = [*keys] or [*(known.keys if known else of_log["keys"])]
    with TemporaryDirectory(prefix="tabularium-") as folder:
        saved, new = Path(folder) / "match.json", Path(folder) / "new.json"
        saved.write_text(json.dumps(of_match))
        new.write_text(json.dumps(of_log))
        verdict = verify(saved, believed)
        if verdict.status not in (verifying.VALID, verifying.IN_PART):
            return verdict
        old = Path(folder) / "old"
        old.write_text(known.checkpoint if known else str(of_log["checkpoint"]))
        grown = verifying.continues(old, new, believed)
        if grown.status != verifying.VALID:
            return grown._replace(status=verifying.INVALID)
        # A new key is believed from the checkpoint on that it has signed beside a known one.
        more = [key for key in of_log["keys"] if key not in believed]
        more = [key for key in more if verifying.continues(new, new, [key]).status == verifying.VALID]
    keep(url, Seen(str(of_log["checkpoint"]), [*believed, *more]))
    said = grown.text if known else "the log was seen for the first time here, and is kept: later ones must continue it"
    return verdict._replace(text=f"{verdict.text}\nlog     {said}")


def _answers(client: Tabularium, match: str, known: Seen | None) -> tuple[MatchLog, HeadLog]:
    """The log for a match, and as a whole, both at one size."""
    for _ in range(TRIES):
        of_match = client.get_match_log(match)
        note = of_match["checkpoint"]
        size = Seen(note, ()).size if note else 0
        # Of a size that it has not reached the service proves nothing.
        of_log = client.get_log(from_=known.size if known and known.size <= size else None)
        if note is None and known is None:
            raise NoLog("the service keeps no log of all heads")
        if note is None or of_log["checkpoint"] is None:
            raise NoLog("the service kept a log of all heads, and says now that it keeps none")
        if size == of_log["size"]:
            return of_match, of_log
    raise NoLog("the log grew while it was asked: try again")
