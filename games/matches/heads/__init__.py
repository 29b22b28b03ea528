"""The log of all heads (`games/headlog`) as the service keeps it: written, read, and sent to witnesses."""
