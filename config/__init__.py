"""Settings, addresses and the processes of the service."""
