from games.matches.autoplay import timeouts
from games.matches.play import submission
from games.matches.quotas import admission
from tests.games.matches.autoplay.test_bots import with_bots
from tests.support.cast import Person


def used(who: Person) -> dict[str, int]:
    return {use.quota: use.used for use in admission.uses(who.id)}


def ended(host: Person, *bots: str) -> str:
    match_id = with_bots(host, *bots)
    submission.resign(match_id, host.id, key=None)
    while not timeouts.expire(match_id).match.is_over:
        pass
    return match_id
