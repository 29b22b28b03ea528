"""Before the first round, and after the last: creation, seats, invitations, rematches, replacements, forks."""
