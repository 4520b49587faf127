#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records which bugs of runtime_validation nvcc and clang themselves warn about.

    compilers.py --warplint build/bin/warplint [--toolkit /usr/local/cuda]

Writes runtime_validation/evidence/compilers.json. nvcc runs with its default
warnings, clang 22 with -Wall -Wextra on the device pass that warplint prints
A warning or error counts when the
mended variant does not get it. A case whose code and compilers have not changed
keeps its record.
"""

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "runtime_validation" / "runner"))
from case_file import HELPER, digest_of, find_cases  # noqa: E402

OUTPUT = ROOT / "runtime_validation" / "evidence" / "compilers.json"
CLANG = "clang++-22"
MESSAGE = re.compile(r"(?:warning|error)\s*(?:#[\w-]+)?\s*: (?P<text>.*)")


def output_of(command):
    result = subprocess.run(command, capture_output=True, text=True, errors="replace")
    return result.stdout + result.stderr


def messages(command):
    """What a compiler says, without places; each message once."""
    return list(dict.fromkeys(match["text"].strip() for line in output_of(command).splitlines()
                              if (match := MESSAGE.search(line))))


def flags(case, buggy):
    return [f"-arch={case.target or 'sm_90'}", "-std=c++17", f"-I{HELPER.parent}", f"-DWARPLINT_BUGGY={buggy}"]


def nvcc_messages(case, buggy, options):
    return messages([f"{options.toolkit}/bin/nvcc", *flags(case, buggy), "-cubin", "-o",
                     os.devnull, str(case.path)])


def clang_messages(case, buggy, options):
    printed = output_of([options.warplint, "--print-command", str(case.path),
                         f"--cuda-path={options.toolkit}", "--", *flags(case, buggy)])
    command = shlex.split(printed)
    return messages([CLANG, *command[1:], "-Wall", "-Wextra", "-fsyntax-only"])


def record(case, options):
    entry = {"case": case.id, "digest": digest_of(case)}
    for name, compiler in ("nvcc", nvcc_messages), ("clang", clang_messages):
        mended = compiler(case, 0, options)
        entry[name] = [text for text in compiler(case, 1, options) if text not in mended]
    return entry


def records_by(versions):
    """What these compilers have said before, by case and digest."""
    document = json.loads(OUTPUT.read_text()) if OUTPUT.is_file() else {"cases": []}
    if any(document.get(name) != version for name, version in versions.items()):
        return {}
    return {(entry["case"], entry["digest"]): entry for entry in document["cases"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--warplint", required=True)
    parser.add_argument("--toolkit", default="/usr/local/cuda")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    nvcc = output_of([f"{options.toolkit}/bin/nvcc", "--version"])
    versions = {"nvcc": re.search(r"V([\d.]+)", nvcc)[1],
                "clang": re.search(r"version ([\d.]+)", output_of([CLANG, "--version"]))[1]}
    kept = records_by(versions)
    with ThreadPoolExecutor(options.jobs) as pool:
        entries = list(pool.map(
            lambda case: kept.get((case.id, digest_of(case))) or record(case, options),
            find_cases()))
    OUTPUT.write_text(json.dumps(versions | {"cases": entries}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
