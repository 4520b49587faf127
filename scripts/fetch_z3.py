#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fetches Z3's shared library into a folder (.z3), as z3.txt pins it.

    scripts/fetch_z3.py .z3            # lib/libz3.so.5.4, version
    scripts/fetch_z3.py --source .z3   # source/: what scripts/setup_static.sh compiles

It is taken out of Z3's own Python package; nothing is installed into Python.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

REQUIREMENTS = Path(__file__).with_name("z3.txt")
LIBRARY = re.compile(r"z3/lib/libz3\.so\.[\d.]+")
SOURCE_HASH = "f2c745d1623128400c208d875fba741ccd88f061cb89b5661a9f2169eb24b110"


def pinned():
    """The requirement without its hash."""
    return re.search(r"^z3-solver==\S+", REQUIREMENTS.read_text(), re.M)[0]


def download(folder, *options):
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
               "--disable-pip-version-check", "--require-hashes", *options,
               "--dest", str(folder)]
    if subprocess.run(command).returncode != 0:
        sys.exit(f"error: pip could not download {pinned()} (see above)")
    return next(path for path in sorted(folder.iterdir()) if "z3" in path.name)


def fetch_library(folder):
    wheel = download(folder, "--only-binary=:all:", "--platform", "manylinux_2_27_x86_64",
                     "--requirement", str(REQUIREMENTS))
    (folder / "lib").mkdir()
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if LIBRARY.fullmatch(name))
        (folder / "lib" / Path(name).name).write_bytes(archive.read(name))
    return ["lib"]


def fetch_source(folder):
    requirement = folder / "source.txt"
    requirement.write_text(f"{pinned()} --hash=sha256:{SOURCE_HASH}\n")
    packed = download(folder, "--no-binary=:all:", "--requirement", str(requirement))
    (folder / "unpacked").mkdir()
    subprocess.run(["tar", "-xzf", packed, "-C", folder / "unpacked"], check=True)
    os.rename(next((folder / "unpacked").iterdir()) / "core", folder / "source")
    return ["source"]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("destination", type=Path)
    parser.add_argument("--source", action="store_true")
    arguments = parser.parse_args()
    destination = arguments.destination.absolute()
    part = "source" if arguments.source else "lib"
    stamp = destination / f"{part}.complete"
    wanted = REQUIREMENTS.read_text()
    if stamp.is_file() and stamp.read_text() == wanted:
        return 0
    destination.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=destination) as scratch:
        for name in (fetch_source if arguments.source else fetch_library)(Path(scratch)):
            shutil.rmtree(destination / name, ignore_errors=True)
            os.rename(Path(scratch, name), destination / name)
    (destination / "version").write_text(pinned().partition("==")[2] + "\n")
    stamp.write_text(wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main())
