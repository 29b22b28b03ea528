from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.apps.registry import Apps
from django.db.models.signals import post_migrate


class MatchesConfig(AppConfig):
    name = "games.matches"
    label = "matches"
    verbose_name = "Matches and players"

    def ready(self) -> None:
        post_migrate.connect(_fill_looks, sender=self)


def _fill_looks(*, apps: Apps, using: str, plan: Sequence[Any] = (), **_: Any) -> None:
    """Give the players who are there their looks, by the code at hand, once migrations have run.

    No migration does: it would import code that later versions change, and a released migration stays as it is.
    """
    # It needs the models, which are not there when this is imported.
    from games.matches.accounts import claims

    # A database that was brought back to before 0002 has no table.
    if plan and "handlelook" in apps.all_models["matches"]:
        player, look = (apps.get_model("matches", name) for name in ("Player", "HandleLook"))
        claims.fill(player.objects.using(using).all(), look.objects.using(using).all())
