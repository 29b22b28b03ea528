"""What players are told: in the inbox, by mail, to webhooks. Everything here works from PostgreSQL, at least once."""
