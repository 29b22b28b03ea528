"""Which frequent queries read a whole table, and how many rows? Prints the plans of an existing database."""

import logging
import os

import psycopg

from bench import figures
from bench.millions import calls, plans
from bench.millions.questions import a_table
from bench.web.handled import Caller


def main() -> None:
    logging.disable(logging.CRITICAL)
    caller, table = Caller(), a_table()
    asked = {**calls.lists(caller, table), **calls.of_a_match(caller, table), **dict(calls.behind(table))}
    figures.heading("question", "statements", "read whole", "rows, at most")
    with psycopg.connect(os.environ["DATABASE_SUPERUSER_URL"]) as superuser:
        for name, ask in asked.items():
            with plans.noted() as sent:
                ask()
            found = []
            for statement in plans.reading(sent):
                with superuser.transaction(force_rollback=True):
                    found += [*plans.plans(superuser, statement)]
                superuser.rollback()
            whole = sorted({table for plan in found for table in plan.whole})
            rows = max((plan.rows for plan in found), default=0)
            figures.row(name, str(len(found) // 2), ", ".join(whole), f"{rows:,}")
