"""The service's own code under simulated time, network, processes and PostgreSQL (docs/simulation.md)."""
