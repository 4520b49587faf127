#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Time and peak memory of warplint beside clang's own parse of the same file.

For each input under benchmark/ it runs `warplint FILE` and `clang -fsyntax-only`
with the flags that warplint translates to (`warplint --print-command`), in
turns, and prints the medians and their ratio: of warplint without a cache, and of
one that finds precompiled what the file begins with. Then it analyses the files once
more with --statistics and prints the solver's time per kernel. It measures and
asserts nothing.

  benchmark.py --solver-only -- -p DATABASE FILE...   # kernels of your own
"""

import argparse
import json
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
INPUTS = ["plain_kernel.cu", "shared_tiles.cu", "barrier_object.cu",
          "device_reduce.cu"]
FLAGS = ["-std=c++17", "--cuda-gpu-arch=sm_90"]


def measure(command):
    """(seconds of wall time, peak resident MiB, exit code) of one process."""
    start = time.monotonic()
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.monotonic() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    return seconds, usage.ru_maxrss / 1024, child.returncode


def clang_command(warplint, clang, source):
    """The translated command line, for stock clang and without any action but
    parsing."""
    printed = subprocess.run(
        [str(warplint), "--print-command", str(source), "--", *FLAGS],
        capture_output=True, text=True)
    lines = printed.stdout.strip().splitlines()
    if printed.returncode != 0 or not lines:
        sys.exit(f"{warplint} --print-command failed:\n{printed.stderr}")
    words = shlex.split(lines[-1])
    return [clang, *(w for w in words[1:] if w != "-fsyntax-only"), "-fsyntax-only"]


def in_turns(commands, runs):
    """Per command: median seconds, median MiB, exit code. One run of each
    warms the file cache; the counted ones alternate, so that a slow spell of
    the machine meets both."""
    for command in commands:
        measure(command)
    results = [[measure(command) for command in commands] for _ in range(runs)]
    return [(statistics.median(row[i][0] for row in results),
             statistics.median(row[i][1] for row in results),
             results[-1][i][2]) for i in range(len(commands))]


def compare(arguments, source, cache):
    """Prints the row of one input. The cache has what it can after four runs."""
    parse = clang_command(arguments.warplint, arguments.clang, source)
    lint = [[str(arguments.warplint), str(source), f"--cache={where}", "--", *FLAGS]
            for where in ("off", cache)]
    for _ in range(4):
        measure(lint[1])
    (t0, m0, rc0), (t1, m1, rc1), (t2, m2, rc2) = in_turns([parse, *lint], arguments.runs)
    print(f"{source.name:<20} {t0:6.2f} s {m0:4.0f} MiB {t1:8.2f} s {m1:4.0f} MiB"
          f" {t1 / t0:6.2f}x {m1 / m0:6.2f}x {t2:8.2f} s {m2:4.0f} MiB"
          f" {t2 / t0:6.2f}x {m2 / m0:6.2f}x")
    # Findings are no failure of warplint; anything beyond is a broken run.
    if rc0 != 0 or not {rc1, rc2} <= {0, 1}:
        print(f"    not comparable: clang ended with {rc0}, warplint with {rc1} and {rc2}")


def solver_time(warplint, words):
    """Prints the solver's time per kernel of one run of warplint."""
    with tempfile.TemporaryDirectory() as folder:
        cost = Path(folder) / "cost.jsonl"
        measure([str(warplint), f"--statistics={cost}", *words])
        rows = [json.loads(line) for line in cost.read_text().splitlines()]
    if not rows:
        print("no kernels that concern a check")
        return
    times = [row["solverMilliseconds"] for row in rows]
    asked = [time for row, time in zip(rows, times) if row["queries"]]
    worst = max(rows, key=lambda row: row["solverMilliseconds"])
    print(f"solver: {len(rows)} kernels, {len(asked)} ask it; "
          f"median {statistics.median(times):.1f} ms"
          + (f" ({statistics.median(asked):.1f} ms of those that ask)" if asked else "")
          + f", worst {max(times):.0f} ms ({worst['kernel']}); "
          f"{sum(row['pairs'] for row in rows)} pairs, "
          f"{sum(row['queries'] for row in rows)} queries, "
          f"{sum(row['undecided'] for row in rows)} undecided")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--warplint", type=Path, default=ROOT / "build/bin/warplint")
    parser.add_argument("--clang", default=shutil.which("clang++-19") or "clang++")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--solver-only", action="store_true",
                        help="only the solver's time; what follows are words for warplint")
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    if not arguments.warplint.exists():
        sys.exit(f"{arguments.warplint} is not built")

    if arguments.solver_only:
        solver_time(arguments.warplint, arguments.files)
        return 0

    files = [Path(file) for file in arguments.files] or [
        ROOT / "benchmark" / name for name in INPUTS]
    print(f"median of {arguments.runs} runs, alternating; whole process")
    print(f"{'input':<20} {'clang':>16} {'warplint':>18} {'time':>7} {'memory':>7}"
          f" {'with its cache':>18} {'time':>7} {'memory':>7}")
    with tempfile.TemporaryDirectory() as cache:
        for source in files:
            compare(arguments, source, cache)
    solver_time(arguments.warplint, [*map(str, files), "--", *FLAGS])
    return 0


if __name__ == "__main__":
    sys.exit(main())
