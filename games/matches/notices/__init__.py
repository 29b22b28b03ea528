"""Notices to players: in the inbox, by mail, to webhooks. It works from PostgreSQL and delivers at least once."""
