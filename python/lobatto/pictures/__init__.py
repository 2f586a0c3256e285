"""Pictures of runs and fields."""
