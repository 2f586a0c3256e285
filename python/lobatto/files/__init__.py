"""What a run leaves, as files: paths, seals, lines that grow, tables."""
