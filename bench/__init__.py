"""What the service costs, measured: `python -m bench`, or `make bench`. A module measures one subject."""
