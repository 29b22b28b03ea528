"""The operators' addresses: Django's admin. No path of the public API is here."""

import sys

from django.contrib import admin
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import path
from django.views import defaults

from api.http.problems import RETRY_SECONDS
from events import outages
from games.matches.admin import log_in

admin.site.site_header = "Tabularium, operators"
admin.site.site_title = "Tabularium"
admin.site.index_title = "What is kept"
admin.site.login_form = log_in.LogIn
# The tables need the width; the index lists the same pages.
admin.site.enable_nav_sidebar = False
# There is no public page to link to.
admin.site.site_url = None

urlpatterns = [
    path("login/", log_in.page),
    path("", admin.site.urls),
]


def server_error(request: HttpRequest) -> HttpResponseBase:
    """The page of an error that no view has met: while the database is away 503, as the public API says it."""
    if not outages.is_passing(sys.exc_info()[1]):
        return defaults.server_error(request)
    said = "The database cannot serve now. Nothing is wrong with your call: try again soon.\n"
    headers = {"Retry-After": str(RETRY_SECONDS), "Cache-Control": "no-store"}
    return HttpResponse(said, status=503, content_type="text/plain; charset=utf-8", headers=headers)


# Django calls it while it handles the error.
handler500 = server_error
