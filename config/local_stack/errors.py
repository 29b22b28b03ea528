"""The error of a stack that cannot start or go on."""


class StackError(Exception):
    """The stack cannot start or go on; the message is one line for the person at the terminal."""
