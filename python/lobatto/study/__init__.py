"""Campaigns: many runs of one case, submitted, collected and compared."""
