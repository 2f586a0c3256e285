"""The history of a machine: what was measured day after day, and when it changed."""
