"""The operators' commands with passwords hashed a thousand times, as the suite's own are, and not a million times.

`python -m tests.config.quick_logins admin …` is `python -m config.local_stack admin …` otherwise.
"""

import sys

from config.local_stack import operators
from config.local_stack.__main__ import main

if __name__ == "__main__":
    operators.SETTINGS = "tests.config.quick_settings"
    sys.exit(main(sys.argv[1:]))
