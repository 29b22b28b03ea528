"""A page that is installed."""

from tests.web.browser import Visitor

READY = "async () => (await navigator.serviceWorker.ready) && navigator.serviceWorker.controller !== null"


def installed(visitor: Visitor) -> None:
    """Wait until the worker has all of this edition."""
    visitor.page.wait_for_function(READY)
