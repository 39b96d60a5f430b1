"""Why a BLEU score is what it is, what other settings give, and which tool made a number."""
