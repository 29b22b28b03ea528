"""The command `tabularium`: log in, play in the terminal, follow, export, forward notices."""
