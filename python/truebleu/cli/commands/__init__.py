"""Definitions of the commands, one module per command."""
