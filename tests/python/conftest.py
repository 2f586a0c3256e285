from shared_fixtures import pytest_collection_modifyitems, pytest_configure, sketched

__all__ = ["pytest_collection_modifyitems", "pytest_configure", "sketched"]
