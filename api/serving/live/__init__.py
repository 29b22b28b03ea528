"""The live process: it holds streams and waiting calls open, thousands on one event loop."""
