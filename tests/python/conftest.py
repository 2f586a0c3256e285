"""What the tests share stands in support/, which every test imports by name."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "support"))

from shared_fixtures import pytest_collection_modifyitems, pytest_configure, sketched

__all__ = ["pytest_collection_modifyitems", "pytest_configure", "sketched"]
