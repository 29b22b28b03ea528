"""The whole service on one machine: PostgreSQL, Redis, API, worker and beat, started and stopped together.

`python -m config.local_stack serve` is what `make serve` runs; tests and benchmarks open a `LocalStack` of their own.
"""
