from games.matches.lists import listings
from games.matches.models.service import Listing
from tests.support.cast import match_of, person


def test_a_row_never_goes_back_to_an_older_version() -> None:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    match_id = match_of(alice, bob, carol)
    listings.project_listings([match_id])
    Listing.objects.filter(match_id=match_id).update(version=10_000)
    listings.project_listings([match_id])
    assert Listing.objects.get(match_id=match_id).version == 10_000
