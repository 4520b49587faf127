#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a release again, elsewhere, and says whether the bytes are the same.

    scripts/make_release.py --output dist
    scripts/test_reproducible.py dist --z3

The same commit is cloned to another folder, whose path is longer and has a space,
and built there from nothing: with another umask, time zone, home and language. With
--z3 Z3's archive is compiled a second time, too; without, it is copied. Compiler
caches stay out.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def members(path):
    """{name: bytes} of an archive; of a file that is none, itself."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    if path.suffix == ".gz":
        with tarfile.open(path) as archive:
            return {entry.name: archive.extractfile(entry).read()
                    for entry in archive if entry.isfile()}
    if path.suffix == ".deb":
        text = lambda *words: subprocess.run(words, check=True, capture_output=True)
        names = text("dpkg-deb", "--contents", path).stdout
        return {"contents": names, "control": text("dpkg-deb", "--info", path).stdout}
    return {path.name: path.read_bytes()}


def release_again(folder, jobs, z3):
    clone, output = folder / "a longer path/of a second clone", folder / "second dist"
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, clone], check=True,
                   umask=0o077)
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(("CMAKE_", "CCACHE", "LC_"))}
    environment |= {"TZ": "Asia/Kathmandu", "LANG": "C.UTF-8", "HOME": str(folder)}
    if z3:
        subprocess.run([clone / "scripts/setup_static.sh"], check=True, env=environment)
        same = (clone / ".z3/libz3.a").read_bytes() == (ROOT / ".z3/libz3.a").read_bytes()
        print(f"libz3.a: {'the same bytes' if same else 'DIFFERS'}", flush=True)
    else:
        shutil.copytree(ROOT / ".z3", clone / ".z3")
    subprocess.run([sys.executable, clone / "scripts/make_release.py", "--jobs", jobs,
                    "--build", folder / "second build", "--output", output],
                   check=True, env=environment, umask=0o077, stdout=subprocess.DEVNULL)
    return output


def compare(first, second):
    """Prints a line per file; True if all are the same."""
    same = True
    for name in sorted({path.name for folder in (first, second)
                        for path in folder.iterdir()}):
        one, two = first / name, second / name
        if not one.exists() or not two.exists():
            print(f"{name}: only in {first if one.exists() else second}")
            same = False
        elif one.read_bytes() == two.read_bytes():
            print(f"{name}: the same {one.stat().st_size} bytes")
        else:
            same = False
            here, there = members(one), members(two)
            different = [each for each in sorted({*here, *there})
                         if here.get(each) != there.get(each)]
            print(f"{name}: DIFFERS in {', '.join(different) or 'how it is packed'}")
    return same


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("first", type=Path, help="what make_release.py wrote")
    parser.add_argument("--second", type=Path, help="compare with this; make none")
    parser.add_argument("--scratch", type=Path, default=ROOT / "build/reproduced",
                        help="folder to build in; removed if all is the same")
    parser.add_argument("--jobs", default=os.environ.get("WARPLINT_JOBS", "2"))
    parser.add_argument("--z3", action="store_true", help="compile Z3 again, too")
    arguments = parser.parse_args()
    second = arguments.second
    if not second:
        shutil.rmtree(arguments.scratch, ignore_errors=True)
        second = release_again(arguments.scratch.absolute(), arguments.jobs, arguments.z3)
    if not compare(arguments.first, second):
        sys.exit(1)
    if not arguments.second:
        shutil.rmtree(arguments.scratch)


if __name__ == "__main__":
    main()
