"""Selection among candidates: minimum Bayes risk (MBR), or the best score against references."""
