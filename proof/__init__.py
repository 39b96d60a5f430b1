"""What was tried, how often, and what came out: `make proof`."""
