"""Apps that players register, and the apps that act for them."""

from typing import Any

import pytest
from django.utils.timezone import now

from games.matches.models.people import Token
from games.matches.models.third_parties import App
from tests.api.oauth.apps import as_app, consented, registered, tokens
from tests.support.cast import account_holder, person

BACK = "https://app.example/back"
WISH: dict[str, Any] = {"name": "Train", "redirect_uris": [BACK]}


def test_an_account_registers_an_app_and_a_guest_does_not() -> None:
    maker = account_holder("Maker")
    made = maker.post("/me/apps", WISH)
    assert (made.status_code, made.headers["Cache-Control"]) == (201, "no-store")
    told = made.json()
    assert (told["client_secret"], told["secret"], told["device_flow"]) == (None, False, False)
    shown = {name: value for name, value in told.items() if name != "client_secret"}
    assert maker.get(f"/me/apps/{told['client_id']}").json() == shown
    assert maker.get("/me/apps").json() == {"items": [shown]}
    assert made.headers["Location"] == f"/api/v1/me/apps/{told['client_id']}"
    assert person("Guest").post("/me/apps", WISH).json()["code"] == "account_needed"


def test_a_secret_is_shown_once_and_kept_as_a_digest() -> None:
    maker = account_holder("Maker")
    told = maker.post("/me/apps", {**WISH, "secret": True}).json()
    assert told["client_secret"].startswith("tab_s_")
    assert "client_secret" not in maker.get(f"/me/apps/{told['client_id']}").json()
    assert told["client_secret"] not in App.objects.get(client_id=told["client_id"]).client_secret


def test_a_repeat_is_told_and_another_wish_under_the_same_key_too() -> None:
    maker = account_holder("Maker")
    assert maker.post("/me/apps", WISH, Idempotency_Key="k").status_code == 201
    assert maker.post("/me/apps", WISH, Idempotency_Key="k").json()["code"] == "already_created"
    assert (
        maker.post("/me/apps", {**WISH, "name": "Bus"}, Idempotency_Key="k").json()["code"] == "idempotency_key_reused"
    )
    assert len(maker.get("/me/apps").json()["items"]) == 1


def test_a_player_has_ten_apps_at_most() -> None:
    maker = account_holder("Maker")
    for _ in range(10):
        assert maker.post("/me/apps", WISH).status_code == 201
    refused = maker.post("/me/apps", WISH)
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_apps")
    maker.delete(f"/me/apps/{maker.get('/me/apps').json()['items'][0]['client_id']}")
    assert maker.post("/me/apps", WISH).status_code == 201


@pytest.mark.parametrize(
    "wish",
    [
        {"name": ""},
        {"name": "x" * 65},
        {"name": "two\nlines"},
        {"name": "\u202efdp.exe"},
        {"redirect_uris": [BACK, BACK]},
        {"redirect_uris": [f"{BACK}/{number}" for number in range(11)]},
        {"redirect_uris": [f"{BACK}/{'x' * 400}"]},
    ],
)
def test_names_and_addresses_have_their_bounds(wish: dict[str, Any]) -> None:
    assert account_holder("Maker").post("/me/apps", {**WISH, **wish}).status_code in (400, 422)


def test_an_app_is_its_maker_s_to_change_and_what_was_agreed_to_stays() -> None:
    app, alice = registered(), account_holder("Alice")
    told = tokens(app, alice)
    for other in (alice, account_holder("Mallory")):
        for answer in (
            other.get(f"/me/apps/{app.id}"),
            other.patch(f"/me/apps/{app.id}", {"redirect_uris": ["https://evil.example/"]}),
            other.delete(f"/me/apps/{app.id}"),
        ):
            assert (answer.status_code, answer.json()["code"]) == (404, "app_not_found")
    changed = app.owner.patch(f"/me/apps/{app.id}", {"name": "Bus", "redirect_uris": ["https://bus.example/"]})
    assert (changed.json()["name"], changed.json()["redirect_uris"]) == ("Bus", ["https://bus.example/"])
    assert as_app(told).get("/matches?mine=true").status_code == 200
    assert alice.get("/me/app-access").json()["items"][0]["app"]["name"] == "Bus"


def test_an_address_that_was_taken_away_gets_no_code_any_more() -> None:
    app, alice = registered(), account_holder("Alice")
    code = consented(app, alice)
    app.owner.patch(f"/me/apps/{app.id}", {"redirect_uris": []})
    with pytest.raises(AssertionError, match="authorization_refused"):
        consented(app, alice)
    # What was on its way there may still arrive.
    assert app.redeem(code).status_code in (200, 400)


def test_the_list_tells_each_app_once_with_all_that_it_may_do_and_when_it_was_here() -> None:
    app, alice = registered(), account_holder("Alice")
    assert alice.get("/me/app-access").json() == {"items": []}
    first = tokens(app, alice, scope="read")
    tokens(app, alice, scope="host")
    (told,) = alice.get("/me/app-access").json()["items"]
    assert (told["scopes"], told["used_on"]) == (["read", "host"], now().date().isoformat())
    assert told["app"]["registered_by"]["handle"] == app.owner.handle
    agreed = told["granted_at"]
    app.refresh(first["refresh_token"])
    (told,) = alice.get("/me/app-access").json()["items"]
    assert (told["granted_at"], told["scopes"]) == (agreed, ["read", "host"])
    Token.objects.filter(player_id=alice.id, access__isnull=False).update(last_used_on="2031-01-01")
    assert alice.get("/me/app-access").json()["items"][0]["used_on"] == "2031-01-01"
