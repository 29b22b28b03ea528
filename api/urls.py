from django.urls import URLPattern, URLResolver, include, path

from api.views import docs, games, matches, players, playing, problems, seats

match_urls = [
    path("", matches.MatchView.as_view()),
    path("/join", matches.JoinView.as_view()),
    path("/leave", matches.LeaveView.as_view()),
    path("/start", matches.StartView.as_view()),
    path("/cancel", matches.CancelView.as_view()),
    path("/resign", matches.ResignView.as_view()),
    path("/pause", seats.PauseView.as_view()),
    path("/resume", seats.ResumeView.as_view()),
    path("/bots", seats.BotsView.as_view()),
    path("/seats/<str:seat>/take-back", seats.TakeBackView.as_view()),
    path("/view", playing.ViewView.as_view()),
    path("/prompts", playing.PromptsView.as_view()),
    path("/moves", playing.MovesView.as_view()),
    path("/events", playing.EventsView.as_view()),
    path("/export", playing.ExportView.as_view()),
    path("/forks", matches.ForksView.as_view()),
    path("/invitations", matches.InvitationsView.as_view()),
    path("/invitations/<str:invitation>", matches.InvitationView.as_view()),
]

v1: list[URLPattern | URLResolver] = [
    path("openapi.json", docs.OpenAPIView.as_view()),
    path("problems", problems.ProblemsView.as_view()),
    path("players", players.PlayersView.as_view()),
    path("players/<str:player>", players.PlayerView.as_view()),
    path("tokens", players.TokensView.as_view()),
    path("me", players.MeView.as_view()),
    path("me/upgrade", players.UpgradeView.as_view()),
    path("me/tokens", players.MyTokensView.as_view()),
    path("me/tokens/<str:token>", players.MyTokenView.as_view()),
    path("games", games.GamesView.as_view()),
    path("games/<str:game>", games.GameView.as_view()),
    path("games/<str:game>/content", games.ContentView.as_view()),
    path("games/<str:game>/clauses", games.ClausesView.as_view()),
    path("matches", matches.MatchesView.as_view()),
    path("matches/<str:match>", include(match_urls)),
]

pages: list[URLPattern | URLResolver] = [
    path("", docs.reference),
    path("assets/<str:name>", docs.asset),
    path("<str:name>", docs.guide),
]

urlpatterns = [
    path("api/v1/", include(v1)),
    path("api/docs", docs.to_reference),
    path("api/docs/", include(pages)),
]
