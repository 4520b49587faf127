#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Audits folders of CUDA files in several ways and compares every byte of the reports.

  same_audits.py --warplint BIN [--jobs N] [--include DIR]... FOLDER...

Each .cu file is a unit, compiled as `nvcc -std=c++17 -arch=sm_90`. The ways:
nothing is kept precompiled; what units begin with is kept, and nothing is there yet
(cold); all reports are made again from what was kept (warm), twice; and nothing has
changed (unchanged). Report, summary and exit code have to be the same; the summary of
an audit in which nothing has changed says so.

Exit code: 0 equal, 1 differences, 2 wrong usage.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path


def units_of(folders):
    return sorted(file.resolve() for folder in folders for file in folder.rglob("*.cu"))


def write_database(build, units, includes):
    flags = [f"-I{folder.resolve()}" for folder in includes]
    build.mkdir(parents=True)
    (build / "compile_commands.json").write_text(json.dumps([
        {"directory": str(unit.parent), "file": str(unit),
         "arguments": ["nvcc", "-std=c++17", "-arch=sm_90", *flags, "-c", str(unit)]}
        for unit in units]))


def audit(arguments, build, kept, cache):
    """Report, what is said on stdout and stderr, and exit code of one audit."""
    report = build / "report.sarif"
    report.unlink(missing_ok=True)
    run = subprocess.run(
        [arguments.warplint, "audit", "-p", build, f"--audit-dir={kept}", f"--cache={cache}",
         "--format=sarif", "-o", report, "--source-root=/", "--progress=none",
         *(["-j", str(arguments.jobs)] if arguments.jobs else [])],
        capture_output=True, check=False)
    text = report.read_bytes() if report.exists() else b""
    return {"report": text, "stdout": run.stdout, "summary": run.stderr,
            "exit code": str(run.returncode).encode()}


def forget_reports(kept):
    """What is kept precompiled stays; every unit has to be linted again."""
    for name in ("units", "audit.sarif"):
        path = kept / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def first_difference(old, new):
    for number, (a, b) in enumerate(zip(old.splitlines(), new.splitlines()), 1):
        if a != b:
            return f"line {number}:\n  {a[:400]!r}\n  {b[:400]!r}"
    return f"{len(old)} bytes, {len(new)} bytes"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--warplint", type=Path, required=True)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--include", type=Path, action="append", default=[])
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    arguments = parser.parse_args()
    units = units_of(arguments.folders)
    if not units:
        parser.error("no .cu file in the folders")
    differences = 0
    with tempfile.TemporaryDirectory() as temporary:
        build = Path(temporary) / "build"
        write_database(build, units, arguments.include)
        kept, cache = build / "kept", build / "cache"
        first = audit(arguments, build, build / "plain", "off")
        ways = {"cold": audit(arguments, build, kept, cache)}
        for way in ("warm", "warm again"):
            forget_reports(kept)
            ways[way] = audit(arguments, build, kept, cache)
        ways["unchanged"] = audit(arguments, build, kept, cache)
        for way, said in ways.items():
            for what, text in said.items():
                if text != first[what] and (way, what) != ("unchanged", "summary"):
                    differences += 1
                    print(f"{what} of '{way}' differs from that without a cache: "
                          + first_difference(first[what], text))
        results = json.loads(first["report"])["runs"][0]["results"] if first["report"] else []
    print(f"{len(units)} units, {len(results)} findings, exit code "
          f"{first['exit code'].decode()}: {differences} differences in {len(ways)} ways")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
