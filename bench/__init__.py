"""What the service costs, measured: `python -m bench`, or `make bench`. Each module measures one subject."""
