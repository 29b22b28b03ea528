"""All addresses: health and figures at the root, everything else in `api`."""

from django.urls import path

from api.urls import urlpatterns as api
from config.health import readyz
from config.metrics import metrics

# One list and not one in the other, because each in which an address is looked for costs every call a little.
urlpatterns = [
    *api,
    path("readyz", readyz),
    path("metrics", metrics),
]

handler400 = "api.http.problems.bad_request"
handler404 = "api.pages.site.unknown"
handler500 = "api.http.problems.server_error"
