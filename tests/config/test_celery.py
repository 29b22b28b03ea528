from datetime import timedelta

from config.celery import app
from games.matches import tasks

# What runs by the hour and not by the second.
NIGHTLY = {"audit_sample"}


def test_everything_in_the_timetable_is_a_task_that_exists() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= app.tasks.keys()


def test_lists_lag_by_less_than_a_second_and_no_heap_of_old_beats_forms() -> None:
    timetable = app.conf.beat_schedule
    for name in ("relay", "project_listings"):
        assert timetable[name]["schedule"] < timedelta(seconds=1)
    for entry in (entry for name, entry in timetable.items() if name not in NIGHTLY):
        assert timedelta(seconds=entry["options"]["expires"]) <= 2 * entry["schedule"] <= timedelta(seconds=2)


def test_the_audits_of_a_night_are_over_before_the_next_round_and_pile_up_nowhere() -> None:
    entry = app.conf.beat_schedule["audit_sample"]
    assert entry["schedule"].hour == {2, 3}
    assert tasks.SAMPLE_SECONDS < app.conf.task_soft_time_limit < entry["options"]["expires"] < 120


def test_a_message_is_given_out_again_only_after_its_task_must_have_ended() -> None:
    assert app.conf.broker_transport_options["visibility_timeout"] > app.conf.task_time_limit
