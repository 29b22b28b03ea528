from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import requests, resources
from api.http import entity_tags, languages
from api.views.base import known_match, viewer
from games.matches.lists import queries
from games.matches.lobby import invitations, kept_seats


class LobbyView(APIView):
    """A match before its start, for a caller who may take a seat; also for a holder of an invitation without an
    account.
    """

    def get(self, request: Request, match: str) -> Response:
        requests.query(request)
        # In a header: addresses are logged, and a secret is in none.
        secret, asker = request.headers.get("Invitation"), viewer(request)
        known = known_match(request, match, invitation=secret)
        loaded = known.load()
        found = None if secret is None else invitations.find(known.id, secret, asker)
        kept = kept_seats.kept_for(loaded, known.lobby.held, asker, invitation=secret)
        named = {one.player for one in kept if one.player is not None}
        people = queries.players(named if found is None else {*named, found.maker})
        shown = resources.match(known, asker, languages.words(request), loaded)
        return Response(resources.lobby(shown, kept, found, people), headers=entity_tags.SECRET)
