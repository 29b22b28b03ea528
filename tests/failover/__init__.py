"""Proof that no move is lost when a server is: `make failover`. Two servers, two nodes, and what is killed."""
