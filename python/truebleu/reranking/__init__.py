"""Choose one of several candidates: minimum Bayes risk, or nearest to the references."""
