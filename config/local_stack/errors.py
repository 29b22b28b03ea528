"""What may go wrong while the stack starts."""


class StackError(Exception):
    """The stack cannot start or go on; the message is one line for the person at the terminal."""
