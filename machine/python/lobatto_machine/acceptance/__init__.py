"""What an acceptance makes of the rates of application kernels: figures, thresholds, one page."""
