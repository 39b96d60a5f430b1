"""One of several candidates: by their agreement with each other, or with a reference."""
