"""The service's own code under simulated time, network, processes and PostgreSQL (docs/simulation.md)."""

# Signs what is signed there: one for all runs, so that a seed plays the same wherever it is run.
NO_SECRET = "of the simulation, which keeps no secret"
