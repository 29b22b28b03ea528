import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psycopg
import pytest
from celery.fixups.django import DjangoWorkerFixup  # type: ignore[attr-defined]
from django.db import connection
from kombu import Connection
from kombu.asynchronous import Hub

from config.celery import app, check_connections
from config.local_stack.places import PROJECT
from config.local_stack.serve import app_services
from events.store import new_id
from games.matches import tasks
from games.matches.background import due

# What runs by the hour and not by the second.
NIGHTLY = {
    *(
        "audit_sample",
        "audit_headless",
        "forget_quotas",
        "forget_app_tokens",
        "forget_notices",
        "forget_talk",
        "claim_looks",
        "expire_guests",
    ),
    "lift_quarantines",
    "count_matches",
    "log_heads",
    "cosign_heads",
    "stamp_heads",
}


def test_every_task_is_in_the_timetable_or_looked_for_and_nothing_else_is() -> None:
    app.loader.import_default_modules()
    ours = {name for name in app.tasks if not name.startswith("celery.")}
    nightly = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert nightly == {f"games.matches.tasks.{name}" for name in NIGHTLY}
    assert nightly | {f"games.matches.tasks.{name}" for name in (*due.TASKS, due.CLOCKS)} == ours


def test_the_audits_of_a_night_are_over_before_the_next_round_and_pile_up_nowhere() -> None:
    entry = app.conf.beat_schedule["audit_sample"]
    assert entry["schedule"].hour == {2, 3}
    assert tasks.SAMPLE_SECONDS < app.conf.task_soft_time_limit < entry["options"]["expires"] < 120


def test_streams_without_heads_are_looked_for_once_a_night_after_the_sample() -> None:
    timetable = app.conf.beat_schedule["audit_headless"]["schedule"]
    assert (timetable.hour, timetable.minute) == ({4}, {0})


def test_a_message_is_given_out_again_only_after_its_task_must_have_ended() -> None:
    assert app.conf.broker_transport_options["visibility_timeout"] > app.conf.task_time_limit


def test_what_waits_for_other_people_s_servers_has_a_worker_of_its_own() -> None:
    names = ("send_webhooks", "send_pushes", "send_mails", "look_for_rounds", "cosign_heads", "stamp_heads")
    outward = {f"games.matches.tasks.{name}" for name in names}
    assert {name for name, route in app.conf.task_routes.items() if route["queue"] == "courier"} == outward
    commands = {service.name: list(map(str, service.command)) for service in app_services({}, 1, Path())}
    assert [name for name, command in commands.items() if "courier" in command] == ["courier"]
    # Without a name of its own a worker takes the queue that everything else is in.
    assert "--queues" not in commands["worker"]


def test_the_relay_has_a_worker_of_its_own_because_it_goes_on_until_nothing_is_left() -> None:
    assert [name for name, route in app.conf.task_routes.items() if route["queue"] == "relay"] == [
        "games.matches.tasks.relay"
    ]
    commands = {service.name: list(map(str, service.command)) for service in app_services({}, 1, Path())}
    assert [name for name, command in commands.items() if "relay" in command] == ["relay"]


def test_bots_have_a_worker_of_their_own_that_gives_way_to_the_clocks() -> None:
    bots = {name for name, route in app.conf.task_routes.items() if route["queue"] == "bots"}
    assert bots == {"games.matches.tasks.play_bots", "games.matches.tasks.run_cups"}
    commands = {service.name: list(map(str, service.command)) for service in app_services({}, 1, Path())}
    assert [name for name, command in commands.items() if "bots" in command] == ["bots"]
    assert (commands["bots"][0], commands["clock"][0]) == ("nice", sys.executable)


def backend() -> int:
    """The process of the server that this thread's connection talks to."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        found: int = cursor.fetchone()[0]
        return found


def test_a_worker_keeps_its_connection_from_task_to_task() -> None:
    before = backend()
    celery = DjangoWorkerFixup(app)
    for _ in range(3):
        check_connections()
        celery.close_database()
    assert backend() == before


def test_a_worker_s_next_task_has_a_new_connection_when_the_server_has_dropped_the_old_one(
    superuser: psycopg.Connection,
) -> None:
    before = backend()
    superuser.execute("SELECT pg_terminate_backend(%s, 5000)", [before])
    check_connections()
    assert backend() != before


def test_a_message_whose_connection_is_gone_is_acknowledged_with_an_error_of_the_connection(broker: Connection) -> None:
    """The worker expects no other, and would end."""
    with broker.SimpleQueue(new_id(), queue_opts={"auto_delete": True}) as queue:
        queue.put({})
        message = queue.get(timeout=10)
    assert message.channel is not None
    # As Celery leaves it when it has closed a lost connection twice.
    message.channel.close()
    message.channel.connection = None
    message.channel._disconnect_pools()
    with pytest.raises(broker.connection_errors):
        message.ack()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing ends with its parent")
def test_a_worker_s_process_ends_with_its_worker_and_reads_no_c_for_that() -> None:
    code = "import ctypes, sys; from celery import platforms; from config.celery import app\n"
    code += (
        "platforms.set_pdeathsig('SIGKILL'); told = ctypes.c_int(); ctypes.CDLL(None).prctl(2, ctypes.byref(told))\n"
    )
    code += "print(told.value, 'pycparser' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(int(signal.SIGKILL)), "False"]


def test_an_idle_worker_is_not_woken_every_second_for_its_broker(broker: Connection) -> None:
    hub, now = Hub(), time.monotonic()
    channel: Any = broker.channel()
    with channel:
        broker.transport.register_with_event_loop(channel.connection, hub)
        waiting = [eta - now for eta, _, entry in hub.timer.queue if not entry.canceled]
    hub.close()
    assert len(waiting) == 5
    assert min(waiting) >= 4.9
