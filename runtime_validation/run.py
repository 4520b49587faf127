#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds all cases, runs them on the first GPU and prints the table.

    run.py [--sanitizers] [--filter REGEX] [--output FILE] [--build FOLDER] [--jobs N]

Exit code 0: no mended variant failed, and every failure that is said to be
certain was seen. The results are written as JSON (see README.md).
"""

import argparse
import datetime
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parent
# Cases that run beside each other: enough to hide the start of processes, too
# few to starve those that need traffic.
CASES_AT_A_TIME = 4
TOOLS_AT_A_TIME = 8


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def build(folder, jobs):
    configure = ["cmake", "-S", str(PROJECT), "-B", str(folder)]
    if not (folder / "CMakeCache.txt").exists():
        configure += ["-G", "Ninja"]
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", str(folder), "-j", str(jobs)], check=True,
                   stdout=subprocess.DEVNULL)


def run_tests(folder, pattern, at_a_time, sanitizers=False):
    """ctest's exit code"""
    environment = os.environ | {"WARPLINT_SANITIZERS": str(int(sanitizers))}
    command = ["ctest", "--test-dir", str(folder), "-j", str(at_a_time),
               "--output-on-failure"]
    if pattern:
        command += ["-R", pattern]
    return subprocess.run(command, env=environment).returncode


def machine(folder):
    gpu, driver, capability = output_of(
        "nvidia-smi", "--query-gpu=name,driver_version,compute_cap",
        "--format=csv,noheader").splitlines()[0].split(", ")
    cache = (folder / "CMakeCache.txt").read_text()
    nvcc = re.search(r"^CMAKE_CUDA_COMPILER:\w+=(.*)$", cache, re.MULTILINE)[1]
    cuda = re.search(r"release [\d.]+, V([\d.]+)", output_of(nvcc, "--version"))[1]
    return {"gpu": gpu, "compute capability": capability, "driver": driver,
            "CUDA": cuda, "date": datetime.date.today().isoformat()}


def rate(trials):
    """'3 of 5 (hang)' and, where trials count observations, how many."""
    bad = [trial for trial in trials if trial["outcome"] != "as expected"]
    outcomes = ", ".join(sorted({trial["outcome"] for trial in bad}))
    text = f"{len(bad)} of {len(trials)}" + (f" ({outcomes})" if bad else "")
    wrong = sum(trial.get("wrong", 0) for trial in trials)
    if wrong:
        text += f", {wrong} of {sum(trial.get('checked', 0) for trial in trials)}"
    return text


def print_table(results):
    rows = [("case", "buggy fails", "mended fails")]
    rows += [(r["case"], rate(r["buggy"]), rate(r["mended"])) for r in results]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=PROJECT / "build")
    parser.add_argument("--output", type=Path, help="default: BUILD/results.json")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(),
                        help="compilers at a time")
    parser.add_argument("--filter", default="", help="regular expression on cases")
    parser.add_argument("--sanitizers", action="store_true",
                        help="also run every tool of compute-sanitizer")
    arguments = parser.parse_args()
    folder = arguments.build.absolute()
    output = arguments.output or folder / "results.json"

    build(folder, arguments.jobs)
    for old in (folder / "results").glob("*.json"):
        old.unlink()
    start = time.monotonic()
    status = run_tests(folder, arguments.filter, CASES_AT_A_TIME)
    seconds = round(time.monotonic() - start)
    if arguments.sanitizers:
        run_tests(folder, arguments.filter, TOOLS_AT_A_TIME, sanitizers=True)
    results = [json.loads(path.read_text())
               for path in sorted((folder / "results").glob("*.json"))]
    document = machine(folder) | {
        "seconds": seconds, "cases": sorted(results, key=lambda result: result["case"])}
    output.write_text(json.dumps(document, indent=1) + "\n")
    print_table(document["cases"])
    return status


if __name__ == "__main__":
    sys.exit(main())
