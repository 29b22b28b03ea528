"""The HTTP servers: the web process and the live process, from the socket to Django and back."""
