"""`python -m tabularium_client.command` is the command `tabularium`."""

import sys

from tabularium_client.command.main import main

if __name__ == "__main__":
    sys.exit(main())
