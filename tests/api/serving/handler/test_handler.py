import asyncio
import threading

from django.db import connection
from django.http import HttpRequest, HttpResponse

from api.serving.edge.application import Web
from tests.support.asking import THREADS, answered, ask


def test_each_thread_keeps_its_connection_to_the_database(web: Web) -> None:
    backends, together = [], threading.Barrier(THREADS, timeout=60)

    def view(request: HttpRequest) -> HttpResponse:
        together.wait()
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            backends.append(cursor.fetchone())
        return HttpResponse()

    answered(web, view)

    async def rounds() -> None:
        for _ in range(5):
            await asyncio.gather(*(ask(web, "GET", "/") for _ in range(THREADS)))

    asyncio.run(rounds())
    assert (len(backends), len(set(backends))) == (5 * THREADS, THREADS)
