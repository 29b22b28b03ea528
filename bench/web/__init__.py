"""What one call costs in a web process, and where its time goes."""
