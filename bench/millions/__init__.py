"""A store of millions of events: real matches by the thousand, and what everything costs beside them."""
