"""Whether two columns of numbers say the same of systems and segments."""
