"""The report's data, format and page, without a browser."""
