"""The overview of a report: static HTML that is readable without JavaScript."""
