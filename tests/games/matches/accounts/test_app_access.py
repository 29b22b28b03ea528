"""What is forgotten of apps at night, and what has to stay."""

from datetime import timedelta

from django.utils.timezone import now

from games.matches import tasks
from games.matches.accounts.tokens import digest
from games.matches.models.people import Token
from games.matches.models.third_parties import AppAccess, AppCode, AppDevice, AppRefresh
from tests.api.oauth.apps import App, as_app, consented, registered, tokens
from tests.support.cast import account_holder


def rows(app: App) -> tuple[int, ...]:
    kinds = (AppCode, AppDevice, AppRefresh, AppAccess)
    return tuple(one._default_manager.filter(application__client_id=app.id).count() for one in kinds)


def test_what_is_in_use_stays_and_a_used_code_is_noticed_again_for_a_day() -> None:
    app, alice = registered(device_flow=True), account_holder("Alice")
    code = consented(app, alice)
    first = app.redeem(code).json()
    second = app.refresh(first["refresh_token"]).json()
    app.post("/oauth/device_authorization", scope="read")
    AppCode.objects.filter(application__client_id=app.id).update(expires=now() - timedelta(hours=23))
    tasks.forget_app_tokens()
    assert rows(app) == (1, 1, 2, 1)
    assert as_app(second).get("/matches?mine=true").status_code == 200
    assert app.redeem(code).json()["error"] == "invalid_grant"
    assert as_app(second).get("/matches?mine=true").status_code == 401


def test_codes_go_a_day_after_their_end() -> None:
    app, alice = registered(device_flow=True), account_holder("Alice")
    consented(app, alice)
    app.post("/oauth/device_authorization", scope="read")
    for model in (AppCode, AppDevice):
        ended = now() - timedelta(days=1, seconds=1)
        model._default_manager.filter(application__client_id=app.id).update(expires=ended)
    tasks.forget_app_tokens()
    assert rows(app) == (0, 0, 0, 0)


def test_an_access_token_that_has_ended_stays_until_its_refresh_token_does() -> None:
    app, alice = registered(), account_holder("Alice")
    told = tokens(app, alice)
    AppAccess.objects.filter(application__client_id=app.id).update(expires=now() - timedelta(days=59))
    Token.objects.filter(digest=digest(told["access_token"])).update(expires_at=now() - timedelta(days=59))
    tasks.forget_quotas()
    tasks.forget_app_tokens()
    assert not Token.objects.filter(digest=digest(told["access_token"])).exists()
    assert [one["app"]["client_id"] for one in alice.get("/me/app-access").json()["items"]] == [app.id]
    assert app.refresh(told["refresh_token"]).status_code == 200


def test_what_nobody_used_for_sixty_days_goes_and_leaves_the_list() -> None:
    app, alice = registered(), account_holder("Alice")
    told = tokens(app, alice)
    app.refresh(told["refresh_token"])
    idle = now() - timedelta(days=60, seconds=1)
    AppRefresh.objects.filter(application__client_id=app.id, revoked__isnull=False).update(revoked=idle)
    AppAccess.objects.filter(application__client_id=app.id).update(expires=idle)
    AppCode.objects.filter(application__client_id=app.id).update(expires=idle)
    assert alice.get("/me/app-access").json() == {"items": []}
    tasks.forget_app_tokens()
    assert rows(app) == (0, 0, 0, 0)
