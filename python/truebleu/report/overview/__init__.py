"""The overview of a report: static HTML that can be read without JavaScript."""
