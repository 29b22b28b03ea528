"""A service for the tests of others: its clock can be moved, and its matches are dealt alike at every run."""
