"""Builds the wheels, for ``pip install ./python`` (PEP 517, PEP 660 with ``-e``) and for a release; needs no network and no
other package.

    python3 python/wheels.py FOLDER [PROGRAM ...]

FOLDER gets a wheel for each PROGRAM, or that of this checkout or archive. A wheel holds the program of a folder laid out
like an archive of a release: ``lib/tailback.jar`` and its launchers, and with ``runtime/`` a Java of its own, which makes
the wheel one for this system. The same files give the same bytes.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import hashlib
import io
import re
import tarfile
import zipfile
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Tuple

HERE = Path(__file__).resolve().parent
#: what the command needs of an archive: the traces and platforms are those on which its cache of classes is trained
PROGRAM = ["LICENSE", "NOTICE", "bin", "lib", "runtime", "traces/examples", "docs/platforms"]
#: the same of a checkout
CHECKOUT = {"LICENSE": "LICENSE", "NOTICE": "NOTICE", "distribution/src/bin": "bin", "distribution/src/lib": "lib",
            "cli/target/tailback.jar": "lib/tailback.jar", "traces/examples": "traces/examples",
            "docs/platforms": "docs/platforms"}


def project() -> Dict[str, str]:
    """Returns the texts of pyproject.toml by their keys; Python 3.9 reads no TOML."""
    text = (HERE / "pyproject.toml").read_text(encoding="utf-8")
    return dict(re.findall(r'^([\w-]+) = "(.*)"$', text, re.MULTILINE))


def metadata() -> str:
    """Returns what installers and registries read of the project."""
    of = project()
    return (f"Metadata-Version: 2.1\nName: {of['name']}\nVersion: {of['version']}\nSummary: {of['description']}\n"
            f"Author: The Tailback authors\nLicense: Apache-2.0\nRequires-Python: {of['requires-python']}\n"
            "Classifier: Intended Audience :: Science/Research\nClassifier: License :: OSI Approved :: Apache Software License\n"
            "Classifier: Programming Language :: Python :: 3\nClassifier: Topic :: System :: Networking\n"
            "Classifier: Typing :: Typed\n"
            "Provides-Extra: pandas\nRequires-Dist: pandas; extra == 'pandas'\n"
            "Provides-Extra: plot\nRequires-Dist: matplotlib; extra == 'plot'\n"
            "Description-Content-Type: text/markdown\n\n"
            "Predictions of message-passing programs under network contention, from Python.\n")


def files(folder: Path, into: str) -> Iterator[Tuple[str, Path]]:
    """Returns a file, or the files of a folder by their name in the wheel."""
    if folder.is_file():
        yield into, folder
    for file in sorted(folder.rglob("*")) if folder.is_dir() else []:
        if file.is_file() and "__pycache__" not in file.parts:
            yield f"{into}/{file.relative_to(folder).as_posix()}", file


def program(root: Path) -> Dict[str, Path]:
    """Returns the files of the program in an archive or in a built checkout; none where there is none."""
    if (root / "lib/tailback.jar").is_file():
        places = {place: place for place in PROGRAM}
    elif (root / "cli/target/tailback.jar").is_file():
        places = CHECKOUT
    else:
        return {}
    return {name: file for place, into in places.items() for name, file in files(root / place, into)}


def platform(found: Dict[str, Path]) -> str:
    """Returns the systems for which a wheel is: any, or those with the C library that its Java needs."""
    if not any(name.startswith("runtime/") for name in found):
        return "any"
    needed = max((tuple(map(int, version)) for name, file in found.items() if re.search(r"/bin/java$|\.so$", name)
                  for version in re.findall(rb"GLIBC_(\d+)\.(\d+)", file.read_bytes())), default=(2, 17))
    return "manylinux_{}_{}_x86_64".format(*max(needed, (2, 17)))


def required_program(root: Path) -> Dict[str, Path]:
    """Returns the files of the program; without them a wheel would install, and fail at its first use."""
    found = program(HERE / "program") or program(root)
    if not found:
        raise FileNotFoundError(f"there is no program in {root} (cli/target/tailback.jar or lib/tailback.jar), which the package "
                                "runs. In a checkout build it first: ./tailback --version")
    return found


def wheel(folder: Path, root: Path, editable: bool = False) -> Path:
    """Writes the wheel with the program of a folder, or one that points to this folder, and returns its path."""
    of = project()
    name = f"{of['name']}-{of['version']}"
    found = {} if editable else required_program(root)
    tag = f"py3-none-{platform(found)}"
    texts = {"METADATA": metadata(), "WHEEL": f"Wheel-Version: 1.0\nGenerator: tailback\nRoot-Is-Purelib: "
                                              f"{str(tag.endswith('any')).lower()}\nTag: {tag}\n",
             "entry_points.txt": "[console_scripts]\ntailback = tailback._command:main\n"}
    entries: List[Tuple[str, bytes, bool]] = [("tailback.pth", f"{HERE}\n".encode(), False)] if editable else [
        (into, file.read_bytes(), False) for into, file in files(HERE / "tailback", "tailback")]
    entries += [(f"tailback/program/{into}", file.read_bytes(), into.startswith("bin/") or bool(
        into.startswith("runtime/") and file.stat().st_mode & 0o111)) for into, file in sorted(found.items())]
    entries += [(f"{name}.dist-info/{into}", text.encode(), False) for into, text in texts.items()]
    record = "".join(
        f"{into},sha256={base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b'=').decode()},{len(content)}\n"
        for into, content, _ in entries) + f"{name}.dist-info/RECORD,,\n"
    path = folder / f"{name}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for into, content, executable in [*entries, (f"{name}.dist-info/RECORD", record.encode(), False)]:
            entry = zipfile.ZipInfo(into, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100755 if executable else 0o100644) << 16
            entry.create_system = 3
            entry.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(entry, content)
    return path


def build_wheel(wheel_directory: str, config_settings: Optional[Dict[str, Any]] = None,
                metadata_directory: Optional[str] = None) -> str:
    """Called by pip."""
    return wheel(Path(wheel_directory), HERE.parent).name


def build_editable(wheel_directory: str, config_settings: Optional[Dict[str, Any]] = None,
                   metadata_directory: Optional[str] = None) -> str:
    """Called by ``pip install -e``."""
    return wheel(Path(wheel_directory), HERE.parent, editable=True).name


def build_sdist(sdist_directory: str, config_settings: Optional[Dict[str, Any]] = None) -> str:
    """Called by tools that make archives of sources: those of the package, with the program in the folder ``program``."""
    name = f"{project()['name']}-{project()['version']}"
    contents = {"PKG-INFO": metadata().encode()}
    for each in ("pyproject.toml", "wheels.py", "tailback"):
        contents.update((into, file.read_bytes()) for into, file in files(HERE / each, each))
    contents.update((f"program/{into}", file.read_bytes()) for into, file in required_program(HERE.parent).items()
                    if not into.startswith("runtime/"))
    path = Path(sdist_directory, f"{name}.tar.gz")
    with open(path, "wb") as to, gzip.GzipFile("", "wb", 9, to, 0) as packed, tarfile.open(fileobj=packed, mode="w") as out:
        for into, content in sorted(contents.items()):
            entry = tarfile.TarInfo(f"{name}/{into}")
            entry.size = len(content)
            entry.mode = 0o755 if into.startswith("program/bin/") else 0o644
            out.addfile(entry, io.BytesIO(content))
    return path.name


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the wheels are written")
    parser.add_argument("programs", type=Path, nargs="*", default=[HERE.parent], metavar="PROGRAM",
                        help="an unpacked archive or a built checkout")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for root in given.programs:
        print(wheel(given.folder, root))
