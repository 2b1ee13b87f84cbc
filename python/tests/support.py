"""What the tests share; they run in the root of the sources."""

from __future__ import annotations

import importlib.util
import os
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))


def needs(package: str):
    """Skips a test, with a message, where a package that is an extra is not installed."""
    return unittest.skipUnless(importlib.util.find_spec(package), f"{package} is not installed")


class InSources(unittest.TestCase):
    def setUp(self):
        before = os.getcwd()
        os.chdir(ROOT)
        self.addCleanup(os.chdir, before)
