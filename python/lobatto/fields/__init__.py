"""Fields of elements: files of them, cuts, planes, derived quantities."""
