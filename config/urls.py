"""All addresses: health and figures at the root, everything else in `api`."""

from django.urls import include, path

from config.health import readyz
from config.metrics import metrics

urlpatterns = [
    path("readyz", readyz),
    path("metrics", metrics),
    path("", include("api.urls")),
]

handler400 = "api.http.problems.bad_request"
handler404 = "api.http.problems.not_found"
handler500 = "api.http.problems.server_error"
