from shared_fixtures import pytest_configure, sketched

__all__ = ["pytest_configure", "sketched"]
