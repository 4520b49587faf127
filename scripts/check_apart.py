#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the syntax of each source file by itself.

  check_apart.py                          # all files: minutes to an hour
  check_apart.py --jobs 4 lib/Analysis    # those whose path begins so

The usual build compiles the files of a module together, where a helper of one file
can be used in another, and an include that is missing is not missed. Here the
compiler sees each file alone, without precompiled headers: the preset 'apart', of
which no object is made. Exit code 1 if a file does not compile.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def commands_of(build):
    """The compile commands of a build folder, made by the preset if there are none."""
    database = build / "compile_commands.json"
    if not database.is_file():
        subprocess.run(["cmake", "--preset", "apart", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"],
                       cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return json.loads(database.read_text())


def check(entry):
    """What the compiler says of one file; empty if it compiles."""
    words = shlex.split(entry["command"])
    if "-o" in words:
        at = words.index("-o")
        del words[at:at + 2]
    result = subprocess.run([*words, "-fsyntax-only", "-Wno-everything"], cwd=entry["directory"],
                            capture_output=True, text=True, errors="replace")
    return result.stderr if result.returncode else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="*", default=[""], help="beginnings of paths")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "apart")
    parser.add_argument("--root", type=Path, default=ROOT)
    options = parser.parse_args()
    chosen = [entry for entry in commands_of(options.build)
              if os.path.relpath(entry["file"], options.root).startswith(tuple(options.paths))]
    with ThreadPoolExecutor(options.jobs) as pool:
        said = [text for text in pool.map(check, chosen) if text]
    print("".join(said), end="", file=sys.stderr)
    print(f"{len(chosen)} files, {len(said)} do not compile by themselves")
    return 1 if said or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
