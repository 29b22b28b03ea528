"""The examples of the kit for Python, which are no package, as modules."""

import importlib.util
import sys
from types import ModuleType

from config.local_stack.places import PROJECT

EXAMPLES = PROJECT / "clients/python/examples"


def example(path: str) -> ModuleType:
    """The example of this path below `examples`."""
    name = f"example_{path.removesuffix('.py').replace('/', '_')}"
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up by its name.
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
