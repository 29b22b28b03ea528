import os
import signal
import subprocess
import sys
import time

import pytest

from config.local_stack.families import children, kill_family
from tests.failover.pair import is_alive

# A guard against hanging; nothing is measured by it.
PATIENCE = 60.0
# A child in a group of its own, as PostgreSQL has them.
PARENT = """
import os, time
if not os.fork():
    os.setsid()
    time.sleep(600)
time.sleep(600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")
def test_a_process_that_stands_still_is_ended_with_children_that_stand_still_in_groups_of_their_own() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], start_new_session=True) as parent:
        end = time.monotonic() + PATIENCE
        while not (found := children(parent.pid)) or os.getpgid(found[0]) == parent.pid:
            assert time.monotonic() < end
            time.sleep(0.02)
        for pid in (parent.pid, *found):
            os.kill(pid, signal.SIGSTOP)
        kill_family(parent.pid)
        assert parent.wait(PATIENCE) == -signal.SIGKILL
    while is_alive(found[0]):
        assert time.monotonic() < end
        time.sleep(0.02)
