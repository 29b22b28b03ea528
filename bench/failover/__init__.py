"""A failover as players live through it: two servers, two nodes, and what is killed. See `__main__`."""
