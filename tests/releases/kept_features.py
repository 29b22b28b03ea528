"""What a service leaves that has been used for more than plain matches, for `making`: something of every feature.

Matches that go through all that a table knows come from the recorded scripts: beacons, open draws, signatures, clocks,
pauses, take-backs. Beside them stand ratings, a cup, talk, other people's apps and webhooks, wishes and a cold match.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from games.matches.background import cold_moves
from games.matches.cups import rounds
from games.matches.heads import log_writing
from games.matches.models.people import ACCOUNT, Player
from games.matches.play import submission
from games.matches.ratings import judging
from games.matches.stream.loading import load
from tests.api.oauth.apps import registered, tokens
from tests.behaviours import recorded_matches
from tests.support.cast import RPW, Person, match_of, resign_all
from tests.support.relay import catch_up

CLOCK = {"mode": "per_move", "seconds": 3600}
THREE = {"min": 3, "max": 3}
CUP = {"game": RPW, "set": "days", "system": "swiss", "places": 3, "seats": THREE, "rounds": 1, "name": "Friday"}
# What an answer tells of the moment at which it is given.
OF_THE_MOMENT = frozenset({"now", "as_of"})


def keep(people: Sequence[Person]) -> dict[str, Any]:
    """Use every feature; which paths were read by whom, and what each was answered, and which match is cold."""
    Player.objects.filter(id__in=[one.id for one in people]).update(kind=ACCOUNT)
    for game in recorded_matches.SCRIPTS:
        recorded_matches.play(game)
    cold = _cold_match(people)
    paths = [*_of_cups(people), *_of_ratings(people), *_of_talk(people), *_of_people(people), *_of_others(people)]
    catch_up()
    _all(log_writing.write)
    paths += [(0, f"/matches/{cold}"), (0, f"/matches/{cold}/events?limit=500"), (0, f"/matches/{cold}/view?at=3")]
    return {"cold": cold, "answers": [_answer(people, who, path) for who, path in paths]}


def _answer(people: Sequence[Person], who: int, path: str) -> dict[str, Any]:
    answer = people[who].get(path)
    assert answer.status_code == 200, (path, answer.content)
    return {"player": who, "path": path, "answer": answer.json()}


def has_all(found: Any, before: Any) -> bool:
    """Whether an answer has all that an earlier version answered: it may have more fields, and the moment is another."""
    if isinstance(before, dict):
        return isinstance(found, dict) and all(
            name in OF_THE_MOMENT or (name in found and has_all(found[name], value)) for name, value in before.items()
        )
    if isinstance(before, list):
        return isinstance(found, list) and len(found) == len(before) and all(map(has_all, found, before))
    return bool(found == before)


def _all(work: Callable[[], int]) -> None:
    while work():
        pass


def _ended(people: Sequence[Person], **wishes: Any) -> str:
    match_id = match_of(*people, **wishes)
    resign_all(match_id, people)
    return match_id


def _cold_match(people: Sequence[Person]) -> str:
    match_id = _ended(people)
    catch_up()
    assert cold_moves.move(match_id) is not None
    return match_id


def _of_cups(people: Sequence[Person]) -> Iterator[tuple[int, str]]:
    """A cup that has been played, and one that waits for players."""
    for name in ("played", "waits"):
        made = people[0].post("/cups", {**CUP, "name": name})
        assert made.status_code == 201, made.content
        path = f"/cups/{made.json()['id']}"
        yield 0, path
        yield 1, f"{path}/events"
        if name == "waits":
            return
        for one in people[1:]:
            assert one.put(f"{path}/entry").status_code == 200
        _all(rounds.run)
        (table,) = people[0].get(path).json()["played"][0]["tables"]
        for seat in (2, 1):
            submission.resign(table["match"], load(table["match"]).holders[seat], key=None)
        catch_up()
        _all(rounds.run)


def _of_ratings(people: Sequence[Person]) -> Iterator[tuple[int, str]]:
    match_id = _ended(people, rated=True, clock=CLOCK)
    catch_up()
    _all(judging.rate)
    yield 0, f"/matches/{match_id}/rating"
    for one in people:
        yield 0, f"/players/{one.id}/ratings"


def _of_talk(people: Sequence[Person]) -> Iterator[tuple[int, str]]:
    alice, bob, _ = people
    path = f"/matches/{match_of(*people)}"
    for who, body in ((alice, {"text": "Good luck!"}), (bob, {"text": "בהצלחה"}), (alice, {"reaction": "thanks"})):
        assert who.post(f"{path}/chat", body).status_code == 201
    assert alice.put(f"{path}/note", {"text": "He bluffs."}).status_code == 200
    yield 2, f"{path}/chat"
    yield 0, f"{path}/note"


def _of_people(people: Sequence[Person]) -> Iterator[tuple[int, str]]:
    alice, bob, carol = people
    assert alice.put(f"/me/follows/{bob.id}").status_code == 204
    assert bob.put(f"/me/mutes/{carol.id}").status_code == 204
    assert bob.put(f"/me/blocks/{carol.id}").status_code == 204
    assert carol.put(f"/me/wishes/{RPW}/days", {"seats": THREE}).status_code in (200, 201)
    yield 0, "/me/follows"
    yield 1, "/me/mutes"
    yield 1, "/me/blocks"
    yield 2, "/me/wishes"


def _of_others(people: Sequence[Person]) -> Iterator[tuple[int, str]]:
    """An app that may play for somebody, and a webhook."""
    alice, bob, _ = people
    tokens(registered(alice), bob)
    assert alice.post("/me/webhooks", {"url": "https://hooks.example/told", "kinds": ["your_turn"]}).status_code == 201
    yield 0, "/me/apps"
    yield 1, "/me/app-access"
    yield 0, "/me/webhooks"
