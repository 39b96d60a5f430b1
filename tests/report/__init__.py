"""Tests of the report's data, format and page, without a browser."""
