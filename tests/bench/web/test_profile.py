from bench.web.profile import folded, report, room

CALL, VIEW, STORE = (
    ("api.serving.handler.handler", "Handler.answer"),
    ("api.views.play", "post"),
    ("events.store", "append"),
)
STACKS = {(CALL, VIEW, STORE): 3, (CALL, VIEW): 1, (CALL, VIEW, VIEW): 4, (CALL,): 2}


def test_a_room_stands_for_its_modules_a_package_for_all_of_its_own() -> None:
    modules = (
        "games.matches.play.submission",
        "games.cave.decide",
        "api.views.play",
        "django.db.models",
        "json.decoder",
    )

    assert [*map(room, modules)] == ["games.matches.play", "games.cave", "api.views", "django", "Python"]


def test_a_function_has_its_own_samples_and_once_each_of_those_it_was_in() -> None:
    told = [*report(STACKS)]

    assert told[0].startswith("10 samples")
    assert "| 30.0 | 30.0 | events.store.append |" in told
    assert "| 50.0 | 80.0 | api.views.play.post |" in told
    assert "| 20.0 | 100.0 | api.serving.handler |" in told


def test_of_each_table_the_top_alone_is_printed() -> None:
    lines = [line for line in report(STACKS, 1) if line.endswith(" |") and line.split()[1].replace(".", "").isdigit()]

    assert [line.split()[5] for line in lines] == [
        "api.views",
        "api.serving.handler",
        "api.views.play.post",
        "api.serving.handler.handler.Handler.answer",
    ]


def test_stacks_are_written_as_programs_for_flame_graphs_read_them() -> None:
    assert "api.serving.handler.handler.Handler.answer;api.views.play.post;events.store.append 3" in [*folded(STACKS)]
