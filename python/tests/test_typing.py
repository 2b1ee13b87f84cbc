"""What type checkers find; skipped where mypy is not installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import ROOT

PROGRAM = """import tailback
run = tailback.replay("ring-8", platform="star-10g", why=True)
seconds: float = run.makespan + tailback.compare("ring-8", platform=["a", "b"]).best["makespan"]
tailback.convert("ring-8", "x.tailback").output.upper()
tailback.replay("ring-8", platform=None)
run.makespam
tailback.replay("ring-8", platfrom="star-10g")
tailback.replay("ring-8")
"""


@unittest.skipUnless(shutil.which("mypy"), "mypy is not installed")
class TypingTest(unittest.TestCase):
    def test_misspelt_names_and_a_missing_platform_are_found(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "program.py").write_text(PROGRAM)
            done = subprocess.run(["mypy", "--strict", "--cache-dir", folder, "program.py"], cwd=folder, text=True,
                                  capture_output=True, env={**os.environ, "MYPYPATH": str(ROOT / "python")})
        if "Unpack" in done.stdout:
            self.skipTest("this mypy is older than 1.5")
        found = [line for line in done.stdout.splitlines() if " error: " in line]
        self.assertEqual([line.split(":")[1] for line in found], ["6", "7", "8"], done.stdout)
        self.assertIn('"ReplayResult" has no attribute "makespam"', found[0])


if __name__ == "__main__":
    unittest.main()
