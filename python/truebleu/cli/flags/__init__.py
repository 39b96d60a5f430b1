"""Groups of flags that several commands have."""
