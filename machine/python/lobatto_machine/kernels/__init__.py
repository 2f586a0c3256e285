"""Studies of application kernels: what their files say, their runs, numbers and page."""
