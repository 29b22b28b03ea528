from django.urls import URLPattern, URLResolver, include, path

from api.pages import docs, mail
from api.views import (
    audits,
    games,
    limits,
    mails,
    matches,
    notices,
    openapi,
    play,
    players,
    problems,
    seats,
    webhooks,
)

# Addresses are tried one after the other, so those that are called most stand first, here and below.
match_urls = [
    path("/prompts", play.PromptsView.as_view()),
    path("/moves", play.MovesView.as_view()),
    path("/view", play.ViewView.as_view()),
    path("/events", play.EventsView.as_view()),
    path("", matches.MatchView.as_view()),
    path("/join", matches.JoinView.as_view()),
    path("/leave", matches.LeaveView.as_view()),
    path("/start", matches.StartView.as_view()),
    path("/cancel", matches.CancelView.as_view()),
    path("/resign", matches.ResignView.as_view()),
    path("/pause", seats.PauseView.as_view()),
    path("/resume", seats.ResumeView.as_view()),
    path("/standing-orders", seats.StandingOrdersView.as_view()),
    path("/rematch", seats.RematchView.as_view()),
    path("/bots", seats.BotsView.as_view()),
    path("/seats/<str:seat>/take-back", seats.TakeBackView.as_view()),
    path("/seats/<str:seat>/replacement", seats.ReplacementView.as_view()),
    path("/seats/<str:seat>/replacement/consent", seats.ConsentView.as_view()),
    path("/export", play.ExportView.as_view()),
    path("/audit", audits.AuditView.as_view()),
    path("/forks", matches.ForksView.as_view()),
    path("/invitations", matches.InvitationsView.as_view()),
    path("/invitations/<str:invitation>", matches.InvitationView.as_view()),
]

v1: list[URLPattern | URLResolver] = [
    path("matches/<str:match>", include(match_urls)),
    path("matches", matches.MatchesView.as_view()),
    path("openapi.json", openapi.OpenAPIView.as_view()),
    path("problems", problems.ProblemsView.as_view()),
    path("limits", limits.LimitsView.as_view()),
    path("players", players.PlayersView.as_view()),
    path("players/<str:player>", players.PlayerView.as_view()),
    path("tokens", players.TokensView.as_view()),
    path("me", players.MeView.as_view()),
    path("me/quotas", players.MyQuotasView.as_view()),
    path("me/upgrade", players.UpgradeView.as_view()),
    path("me/tokens", players.MyTokensView.as_view()),
    path("me/tokens/<str:token>", players.MyTokenView.as_view()),
    path("me/notices", notices.NoticesView.as_view()),
    path("me/notices/read", notices.ReadView.as_view()),
    path("me/notice-settings", notices.NoticeSettingsView.as_view()),
    path("me/webhooks", webhooks.WebhooksView.as_view()),
    path("me/webhooks/<str:webhook>", webhooks.WebhookView.as_view()),
    path("me/webhooks/<str:webhook>/test", webhooks.WebhookTestView.as_view()),
    path("me/webhooks/<str:webhook>/deliveries", webhooks.DeliveriesView.as_view()),
    path("me/webhooks/<str:webhook>/deliveries/<str:delivery>/resend", webhooks.ResendView.as_view()),
    path("me/email-confirmations", mails.MyConfirmationsView.as_view()),
    path("email-confirmations", mails.ConfirmationsView.as_view()),
    path("password-resets", mails.ResetsView.as_view()),
    path("password-resets/complete", mails.NewPasswordsView.as_view()),
    path("games", games.GamesView.as_view()),
    path("games/<str:game>", games.GameView.as_view()),
    path("games/<str:game>/content", games.ContentView.as_view()),
    path("games/<str:game>/clauses", games.ClausesView.as_view()),
    path("games/<str:game>/messages", games.MessagesView.as_view()),
    path("games/<str:game>/lexicon", games.LexiconView.as_view()),
    path("games/<str:game>/words/<str:word>", games.WordView.as_view()),
]

pages: list[URLPattern | URLResolver] = [
    path("", docs.reference),
    path("assets/<str:name>", docs.asset),
    path("<str:name>", docs.guide),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", docs.home),
    path("api/v1/", include(v1)),
    path("api/mail/unsubscribe/<str:token>", mail.unsubscribe),
    path("api/mail/<str:name>", mail.code),
    path("api/docs", docs.to_reference),
    path("api/docs/", include(pages)),
]
