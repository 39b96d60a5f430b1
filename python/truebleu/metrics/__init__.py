"""Metrics, one per module; `registry` looks them up by name."""
