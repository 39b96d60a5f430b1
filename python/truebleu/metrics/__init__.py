"""The metrics: each lives in a module of its own, and `registry` finds them by name."""
