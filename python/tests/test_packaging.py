"""Tests of wheels and archives of sources, from a folder laid out like an archive with a program of a few bytes."""

from __future__ import annotations

import importlib.util
import shutil
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

from support import ROOT


def backend(folder: Path):
    spec = importlib.util.spec_from_file_location("wheels", folder / "wheels.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class PackagingTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root, self.out = Path(folder.name, "root"), Path(folder.name, "out")
        self.out.mkdir()
        shutil.copytree(ROOT / "python", self.root / "python", ignore=shutil.ignore_patterns("__pycache__"))

    def add_program(self):
        for name in ("lib/tailback.jar", "bin/tailback", "runtime/bin/java", "LICENSE"):
            file = self.root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(name)

    def test_without_a_program_nothing_is_made(self):
        for build in ("build_wheel", "build_sdist"):
            with self.assertRaisesRegex(FileNotFoundError, "there is no program in .*root .*: ./tailback --version"):
                getattr(backend(self.root / "python"), build)(str(self.out))
        self.assertEqual(list(self.out.iterdir()), [])

    def test_sources_bring_the_program_and_a_wheel_of_them_has_it(self):
        self.add_program()
        name = backend(self.root / "python").build_sdist(str(self.out))
        first = (self.out / name).read_bytes()
        backend(self.root / "python").build_sdist(str(self.out))
        self.assertEqual((self.out / name).read_bytes(), first)
        with tarfile.open(self.out / name) as archive:
            archive.extractall(self.out)
        wheel = backend(self.out / name.replace(".tar.gz", "")).build_wheel(str(self.out))

        self.assertEqual(wheel, name.replace(".tar.gz", "-py3-none-any.whl"))
        names = zipfile.ZipFile(self.out / wheel).namelist()
        for file in ("tailback/py.typed", "tailback/program/lib/tailback.jar", "tailback/program/bin/tailback"):
            self.assertIn(file, names)
        self.assertNotIn("tailback/program/runtime/bin/java", names)

    def test_editable_wheel_points_to_the_sources(self):
        wheel = zipfile.ZipFile(self.out / backend(self.root / "python").build_editable(str(self.out)))
        self.assertEqual(wheel.read("tailback.pth").decode(), f"{(self.root / 'python').resolve()}\n")
        self.assertNotIn("tailback/__init__.py", wheel.namelist())


if __name__ == "__main__":
    unittest.main()
