"""A run in progress, in Python: simulations, user code, what its ranks and mistakes say."""
