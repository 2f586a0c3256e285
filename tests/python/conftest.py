def pytest_configure(config):
    config.addinivalue_line("markers", "xdist_group(name): tests that one worker runs")
