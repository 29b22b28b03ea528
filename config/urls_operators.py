"""The operators' addresses: Django's admin. No path of the public API is here."""

from django.contrib import admin
from django.urls import path

from games.matches.admin.log_in import LogIn

admin.site.site_header = "Tabularium, operators"
admin.site.site_title = "Tabularium"
admin.site.index_title = "What is kept"
admin.site.login_form = LogIn
# There is no public page to link to.
admin.site.site_url = None

urlpatterns = [
    path("", admin.site.urls),
]
