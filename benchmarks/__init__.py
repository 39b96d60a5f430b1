"""Every figure that truebleu claims, measured against its peers in one run: `make bench`."""
