from django.core.management import call_command

from games.matches.models.service import Deadline, Listing
from tests.cast import answer_first_prompt, match_of, person
from tests.relay import catch_up


def test_rebuilding_from_the_streams_gives_the_rows_that_the_relay_gave() -> None:
    clock = {"mode": "per_move", "seconds": 600, "on_timeout": "default_move"}
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    match_id = match_of(alice, bob, carol, clock=clock)
    answer_first_prompt(match_id, bob, 1)
    catch_up()
    relayed = (
        Listing.objects.filter(match_id=match_id).values().get(),
        Deadline.objects.values().get(match_id=match_id),
    )
    Listing.objects.all().delete()
    Deadline.objects.all().delete()
    call_command("rebuild_projections", verbosity=0)
    assert relayed == (
        Listing.objects.filter(match_id=match_id).values().get(),
        Deadline.objects.values().get(match_id=match_id),
    )
