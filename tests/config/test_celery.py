from datetime import timedelta

from config.celery import app


def test_everything_in_the_timetable_is_a_task_that_exists() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= app.tasks.keys()


def test_lists_lag_by_less_than_a_second_and_no_heap_of_old_beats_forms() -> None:
    for entry in app.conf.beat_schedule.values():
        assert entry["schedule"] < timedelta(seconds=1)
        assert entry["options"]["expires"] <= 1


def test_a_message_is_given_out_again_only_after_its_task_must_have_ended() -> None:
    assert app.conf.broker_transport_options["visibility_timeout"] > app.conf.task_time_limit
