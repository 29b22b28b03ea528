"""A store of millions of events: thousands of real matches, and what queries cost there."""
