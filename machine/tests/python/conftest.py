"""The tests of the tools for machines use what those of the solver have."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "machine/python"), str(ROOT / "tests/python/support")]

from shared_fixtures import pytest_collection_modifyitems, pytest_configure, sketched

__all__ = ["pytest_collection_modifyitems", "pytest_configure", "sketched"]
