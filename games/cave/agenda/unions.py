"""All tasks and questions as types, and the names under which clients meet them and the steps of effects."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, Literal, Union, get_args, get_type_hints

from games.cave.agenda import jobs, questions
from games.cave.agenda.tasks import Question, Task
from games.cave.effects.steps import Step
from games.core.schemas import record_type


def _kinds_of(module: object) -> tuple[type[Any], ...]:
    """The tasks that a module holds; not what they derive from."""
    made = (kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Task))
    return tuple(kind for kind in made if kind not in (Task, Question) and kind.__module__ == vars(module)["__name__"])


QUESTIONS, JOBS = _kinds_of(questions), _kinds_of(jobs)
QUESTION: Any = Union[QUESTIONS]  # noqa: UP007
TASK: Any = Union[(*QUESTIONS, *JOBS)]


def _asked(question: type[Question]) -> Any:
    """The type of the view's `asked` for one kind of question: its terms are the question's own fields."""
    hints = get_type_hints(question)
    terms = record_type(f"{question.__name__}Terms", {item.name: hints[item.name] for item in fields(question)})
    told = {"kind": Literal[question.kind], "seats": Sequence[int], "about": terms}
    return record_type(f"{question.__name__}Asked", told)


ASKED: Any = Union[tuple(map(_asked, QUESTIONS))]  # noqa: UP007

NAMES: Mapping[Any, str] = {
    Step: "Step",
    TASK: "Task",
    QUESTION: "Question",
    ASKED: "Asked",
    **{step: f"{step.__name__}Step" for step in get_args(Step)},
    **{task: f"{task.__name__}Task" for task in (*QUESTIONS, *JOBS)},
}
