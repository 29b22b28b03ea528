"""What lies on the table: board, cards, characters and kinds of chamber as data (COMPONENTS.md)."""
