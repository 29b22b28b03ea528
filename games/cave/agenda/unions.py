"""All tasks and questions as types, and the names under which clients meet them and the steps of effects."""

from collections.abc import Mapping
from typing import Any, Union, get_args

from games.cave.agenda import jobs, questions
from games.cave.agenda.tasks import Question, Task
from games.cave.effects.steps import Step


def _kinds_of(module: object) -> tuple[type[Any], ...]:
    """The tasks that a module holds; not what they derive from."""
    made = (kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Task))
    return tuple(kind for kind in made if kind not in (Task, Question) and kind.__module__ == vars(module)["__name__"])


QUESTIONS, JOBS = _kinds_of(questions), _kinds_of(jobs)
QUESTION: Any = Union[QUESTIONS]  # noqa: UP007
TASK: Any = Union[(*QUESTIONS, *JOBS)]


NAMES: Mapping[Any, str] = {
    Step: "Step",
    TASK: "Task",
    QUESTION: "Question",
    **{step: f"{step.__name__}Step" for step in get_args(Step)},
    **{task: f"{task.__name__}Task" for task in (*QUESTIONS, *JOBS)},
}
