"""Creates matches and fills their seats: lobby, invitations, rematches, replacements, forks."""
