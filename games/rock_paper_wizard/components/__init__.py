"""What lies on the table: cards, what they say, and the track."""
