"""Files in, files out: reading side by side in constant memory, writing whole or not at all."""
