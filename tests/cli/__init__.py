"""The command line, run as users run it: the real command in a process of its own."""
