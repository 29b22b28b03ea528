"""The table: what every game's matches have in common. Pure, shared by the service and the verifier."""
