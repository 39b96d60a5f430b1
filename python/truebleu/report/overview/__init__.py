"""The overview of the report: what the page shows before its scripts run."""
