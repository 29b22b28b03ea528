from django.urls import URLPattern, URLResolver, include, path

from api.views import games, matches, players, playing

match_urls = [
    path("", matches.MatchView.as_view()),
    path("/join", matches.JoinView.as_view()),
    path("/leave", matches.LeaveView.as_view()),
    path("/start", matches.StartView.as_view()),
    path("/cancel", matches.CancelView.as_view()),
    path("/resign", matches.ResignView.as_view()),
    path("/view", playing.ViewView.as_view()),
    path("/prompts", playing.PromptsView.as_view()),
    path("/moves", playing.MovesView.as_view()),
    path("/events", playing.EventsView.as_view()),
]

v1: list[URLPattern | URLResolver] = [
    path("players", players.PlayersView.as_view()),
    path("games", games.GamesView.as_view()),
    path("games/<str:game>", games.GameView.as_view()),
    path("games/<str:game>/content", games.ContentView.as_view()),
    path("games/<str:game>/clauses", games.ClausesView.as_view()),
    path("matches", matches.MatchesView.as_view()),
    path("matches/<str:match>", include(match_urls)),
]

urlpatterns = [path("api/v1/", include(v1))]
