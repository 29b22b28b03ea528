"""What lies on the table: the cards, and how they spell a word."""
