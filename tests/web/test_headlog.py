"""What the page says of the log of all heads: node runs it where there is one. An operator has every key, and still is found."""

import copy
import json
import shutil
from pathlib import Path

import pytest

from games.headlog.log_entries import LogEntry, match_digest
from games.headlog.signed_notes import OF_TEXT, Note, PrivateKey
from games.verify import log_check
from games.verify.log_check import Trusted
from games.verify.match_file import read
from games.verify.report import Flaw
from tests.games.headlog.logs import KEY, ORIGIN, WITNESSES, Log, entry
from tests.games.verify.test_log_check import ENDED, LAST, RUNNING, changed, logged
from tests.web.log_readers import SEEN_AT, asked, finding, findings, memory, of_log, played_match

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not here to run the page's verifier")

OVER, GOES_ON = played_match(ENDED), played_match(RUNNING, seat=0)
LOG = logged(ENDED, [5, LAST])
EARLIER = Log(LOG.entries[:20])


def rewritten(log: Log, index: int) -> Log:
    """The log with another entry in one's place, signed by the same key."""
    entries = list(log.entries)
    entries[index] = entries[index]._replace(head="f" * 64)
    return Log(entries, key=log.key)


def test_a_match_in_a_log_that_continues_what_the_browser_saw_holds() -> None:
    found = finding(asked(OVER, LOG, seen=EARLIER))
    assert (found["is"], found["version"], found["index"], found["size"]) == ("found", LAST, 21, 33)
    assert (found["since"], found["isSigned"], found["keys"]) == (SEEN_AT, True, [str(KEY.public)])


def test_every_size_that_a_browser_may_have_seen_is_continued() -> None:
    found = findings([asked(OVER, LOG, seen=Log(LOG.entries[:size])) for size in range(34)])
    assert {one["is"] for one in found} == {"found"}


def test_a_match_that_goes_on_is_in_the_log_up_to_a_day_s_close_or_not_yet() -> None:
    logs = [logged(RUNNING, versions, {99: "f" * 64}) for versions in ([3], [], [3, 99])]
    found = findings([asked(GOES_ON, log) for log in logs])
    assert [(one["is"], one["version"]) for one in found] == [("found", 3), ("found", None), ("found", 3)]


@pytest.mark.parametrize(
    ("seen", "given", "reason", "says"),
    [
        (EARLIER, rewritten(LOG, 7), "rewritten", "one of the first 20 was changed or dropped"),
        (LOG, rewritten(LOG, 7), "twoStories", "Of its first 33 entries there are two logs that differ"),
        (Log([*LOG.entries, entry(90)]), LOG, "wentBack", "It had 34 entries and now has 33: 1 are gone"),
        (Log(EARLIER.entries, key=PrivateKey("old.example/log", 1, KEY.seed)), LOG, "otherLog", "called old.example"),
        (Log(EARLIER.entries, key=PrivateKey(ORIGIN, 1, bytes(32))), LOG, "unsigned", f"{ORIGIN} is not signed"),
    ],
)
def test_a_log_that_was_rewritten_since_is_told_with_what_and_where(
    seen: Log, given: Log, reason: str, says: str
) -> None:
    case = asked(OVER, given, seen=seen)
    if reason == "otherLog":
        case["known"]["keys"] = [str(KEY.public)]
    found = finding(case)
    assert found["is"] == reason
    assert says in found["says"]
    # The two checkpoints, each signed, are the evidence.
    assert (found["old"], found["given"]) == ("" if reason == "unsigned" else seen.note(), given.note())


def test_no_proof_makes_a_rewritten_log_look_continued() -> None:
    """The operator answers with any proof that can be had of either log."""
    case, given = asked(OVER, rewritten(LOG, 7), seen=EARLIER), rewritten(LOG, 7)
    cases = []
    for path in (of_log(log, size)["consistency"] for log in (LOG, given) for size in range(33)):
        one = copy.deepcopy(case)
        one["answers"]["log"]["20"]["consistency"] = path
        cases.append(one)
    assert {one["is"] for one in findings(cases)} == {"rewritten"}


def test_another_reader_s_checkpoint_shows_a_log_that_was_split() -> None:
    other = rewritten(LOG, 7)
    told = [Log(LOG.entries[:12]), LOG, Log(other.entries[:12]), other, Log([*LOG.entries, entry(90)])]
    found = findings([asked(OVER, LOG, other=one.note()) for one in told])
    assert [one["is"] for one in found] == ["found", "found", "rewritten", "twoStories", "wentBack"]
    assert found[0]["isCompared"]
    forged = [
        LOG.note().replace("33", "32", 1),
        "none",
        Log(other.entries, key=PrivateKey(ORIGIN, 1, bytes(32))).note(),
    ]
    found = findings([asked(OVER, LOG, other=one) for one in forged])
    assert {one["is"] for one in found} == {"otherUnsigned"}


def test_where_the_browser_cannot_check_signatures_it_says_so_and_checks_the_rest() -> None:
    found = finding(asked(OVER, LOG, seen=EARLIER), "--without-ed25519")
    assert (found["is"], found["isSigned"]) == ("found", False)
    found = finding(asked(OVER, rewritten(LOG, 7), seen=EARLIER), "--without-ed25519")
    assert found["is"] == "rewritten"


def test_a_key_that_takes_over_is_believed_once_the_known_one_has_signed_beside_it() -> None:
    newer = PrivateKey(ORIGIN, OF_TEXT, bytes(reversed(range(32))))
    text, keys = str(LOG.checkpoint()), [str(newer.public), str(KEY.public)]
    both = str(Note(text, (newer.sign(text), KEY.sign(text))))
    case = asked(OVER, LOG, seen=EARLIER)
    for answer in (case["answers"]["match"], *case["answers"]["log"].values()):
        answer["checkpoint"] = both
        answer["keys"] = keys
    found = finding(case)
    assert (found["is"], found["keys"]) == ("found", keys)
    named = copy.deepcopy(case)
    named["answers"]["log"]["20"]["keys"].append(str(PrivateKey(ORIGIN, OF_TEXT, bytes(32)).public))
    assert finding(named)["keys"] == keys, "a key that has not signed is not believed later"


def test_a_log_that_grows_between_two_answers_is_asked_again() -> None:
    grown = Log([*LOG.entries, entry(90)])
    case = asked(OVER, grown, seen=EARLIER)
    case["answers"]["match"] = [json.loads(LOG.of_match(OVER["match"])), case["answers"]["match"]]
    assert finding(case)["size"] == 34
    case["answers"]["match"] = json.loads(LOG.of_match(OVER["match"]))
    assert finding(case)["is"] == "unreachable"


def test_no_log_is_told_but_not_where_the_browser_knows_one() -> None:
    none = {"match": {"checkpoint": None, "entries": []}, "log": {"": {"checkpoint": None, "keys": []}}}
    assert finding({"match": OVER, "answers": none})["is"] == "none"
    assert finding({"match": OVER, "answers": none, "known": memory(EARLIER)})["is"] == "misshapen"


def test_page_and_command_judge_what_was_saved_alike(tmp_path: Path) -> None:
    """Whatever is changed in the service's answer for a match, and in the log itself."""
    told = LOG.of_match(ENDED.match)
    ways = ["index", "version", "head", "path", "hash", "size", "unsigned", "shape", "bool"]
    saved = [json.dumps(changed(json.loads(told), way)) for way in ways]
    later = Log([*LOG.entries, LogEntry(match_digest(ENDED.match), LAST + 2, "f" * 64)])
    others = [logged(ENDED, [5, LAST], {5: "f" * 64}), logged(ENDED, []), logged(ENDED, [5]), later, LOG]
    saved += [one.of_match(ENDED.match) for one in others]
    note = LOG.note()
    twice = f"{note[:-1]}\x85{note.partition(chr(10) * 2)[2]}"
    for text in (note.replace("\n\n", "\n"), note + "\u2014 x AAAA\n", note.replace("\u2014", "-"), twice):
        saved.append(json.dumps({**json.loads(told), "checkpoint": text}))
    saved.append(json.dumps({**json.loads(told), "checkpoint": LOG.note(cosigned=WITNESSES)}))
    cases, expected = [], []
    for one in saved:
        answer = {"keys": [str(KEY.public)], "checkpoint": json.loads(one)["checkpoint"], "consistency": None}
        cases.append({"match": OVER, "answers": {"match": json.loads(one), "log": {"": answer}}})
        trusted = Trusted(saved=tmp_path, keys=[KEY.public])
        found = log_check.check(read(ENDED.file()), one.encode(), trusted)
        expected.append(found.version if isinstance(found, Flaw) else "found")
    places = [one["is"] if one["is"] == "found" else one["version"] for one in findings(cases)]
    # Of an entry that is not shown the page names the version, the command line none.
    assert [(one == "found") for one in places] == [(one == "found") for one in expected]
    assert places[9:14] == expected[9:14]
