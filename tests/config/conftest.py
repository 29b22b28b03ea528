import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from config.local_stack.places import remove
from config.local_stack.stack import LocalStack


@contextmanager
def reachable_folder() -> Iterator[Path]:
    """A folder that root's servers reach too; pytest's own `tmp_path` is closed to them."""
    path = Path(tempfile.mkdtemp(prefix="tabularium-"))
    path.chmod(0o711)
    yield path
    remove(path)


def without_servers() -> dict[str, str]:
    """The environment of somebody who has no servers of their own."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("DATABASE_", "CELERY_"))}


@pytest.fixture
def folder() -> Iterator[Path]:
    """A `reachable_folder`."""
    with reachable_folder() as path:
        yield path


@pytest.fixture
def plain_environment() -> dict[str, str]:
    """The environment `without_servers`."""
    return without_servers()


@pytest.fixture
def start_stack(folder: Path, plain_environment: dict[str, str]) -> Iterator[Callable[[], LocalStack]]:
    """Starts a stack on the folder; what still runs at the end of the test is stopped."""
    with ExitStack() as running:

        def start() -> LocalStack:
            stack = running.enter_context(LocalStack(folder / "data", given=plain_environment))
            stack.start_servers()
            return stack

        yield start
