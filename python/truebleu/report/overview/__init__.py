"""The overview of a report: static HTML that needs no scripts."""
