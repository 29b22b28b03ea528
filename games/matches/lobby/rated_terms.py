"""Which matches may count for ratings, and who sits there to the end: accounts, of people alone or of bots alone."""

from collections.abc import Collection

from games.core.prompts import Violation
from games.matches.errors import AccountNeeded, MatchIsRated, OtherLadder
from games.matches.models.matches import Lobby
from games.matches.models.people import ACCOUNT, BOT, GUEST, Player, kinds_of


def contradictions(*, is_public: bool, has_clock: bool, has_bots: bool, has_fill: bool) -> list[Violation]:
    """Why a match of these terms cannot be rated: everybody may look at it, it comes to an end, accounts play it."""
    met = {
        "visibility": (is_public, "A rated match is public."),
        "clock": (has_clock, "A rated match has a clock."),
        "bots": (not has_bots, "A rated match has no bots of the service."),
        "fill": (not has_fill, "A rated match has no bots of the service."),
    }
    return [
        Violation(pointer=f"/{field}", code="const", detail=detail)
        for field, (is_met, detail) in met.items()
        if not is_met
    ]


def check_account(player: str) -> None:
    """Refuse a guest: `AccountNeeded`."""
    if Player.objects.filter(id=player, kind=GUEST).exists():
        raise AccountNeeded


def check_join(match_id: str, player: str, holders: Collection[str]) -> None:
    """Refuse a guest a seat of a rated match, and a bot beside people: `AccountNeeded`, `OtherLadder`."""
    if is_rated(match_id):
        check_account(player)
        if {ACCOUNT, BOT} <= {*kinds_of([player, *holders]).values()}:
            raise OtherLadder


def check_unrated(match_id: str) -> None:
    """Refuse a bot or another player in somebody's place at a rated match: `MatchIsRated`."""
    if is_rated(match_id):
        raise MatchIsRated


def is_rated(match_id: str) -> bool:
    """Whether a match counts for ratings."""
    return Lobby.objects.filter(match_id=match_id, rated=True).exists()
