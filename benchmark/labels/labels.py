#!/usr/bin/env python3
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures warplint on labelled kernels: what it finds, misses and invents.

The labels are a table (tab-separated, with a header line) with the columns
suite, path, label, line, dims, notes; `none` labels a correct kernel. The code
itself is not part of this project: SUITE=FOLDER says where a suite lies.

  labels.py --labels suites.tsv --root gpuverify=/code/gpuverify \\
      --include prelude.h --expect barrier-divergence=divergent-barrier
"""

import argparse
import csv
import re
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--labels", required=True, type=Path)
    parser.add_argument("--root", action="append", default=[],
                        metavar="SUITE=FOLDER")
    parser.add_argument("--include", action="append", default=[],
                        metavar="SUITE=HEADER", help="force-include for a suite")
    parser.add_argument("--expect", action="append", default=[],
                        metavar="LABEL=CHECK[,CHECK]",
                        help="checks that count as finding a label")
    parser.add_argument("--warplint", default="build/bin/warplint")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--verbose", action="store_true")
    return parser.parse_args()


def pairs(items):
    return dict(item.split("=", 1) for item in items)


def dimensions(text):
    """'blockDim=[4,4];gridDim=2' as warplint's options."""
    options = []
    for part in (text or "").split(";"):
        found = re.fullmatch(r"(blockDim|gridDim)=\[?([\d,]+)\]?", part.strip())
        if found:
            option = {"blockDim": "--block-dim", "gridDim": "--grid-dim"}[found[1]]
            options.append(f"{option}={found[2]}")
    return options


def run(arguments, row, root, header):
    flags = re.findall(r"flags=([^;]*)", row["notes"] or "")
    command = [arguments.warplint, str(root / row["path"]),
               *dimensions(row["dims"]), "--", "-std=c++17",
               "--cuda-gpu-arch=sm_70"]
    if header:
        command += ["-include", header]
    for words in flags:
        command += words.split()
    start = time.perf_counter()
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              timeout=arguments.timeout)
        output, code = done.stdout + done.stderr, done.returncode
    except subprocess.TimeoutExpired:
        output, code = "", "timeout"
    checks = set(re.findall(r"warning: .*\[warplint-([\w-]+)\]", output))
    return checks, code, time.perf_counter() - start, output


def main():
    arguments = parse_arguments()
    roots, headers = pairs(arguments.root), pairs(arguments.include)
    expected = {label: set(checks.split(","))
                for label, checks in pairs(arguments.expect).items()}
    counts = defaultdict(lambda: defaultdict(int))
    with open(arguments.labels, newline="") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            if row["suite"] not in roots:
                continue
            checks, code, seconds, output = run(
                arguments, row, Path(roots[row["suite"]]),
                headers.get(row["suite"]))
            label = row["label"]
            if code in (2, 3, "timeout"):
                outcome = "failed"
            elif label == "none":
                outcome = "false alarm" if checks else "silent"
            elif label in expected:
                outcome = "found" if checks & expected[label] else "missed"
                if checks - expected[label]:
                    counts[row["suite"], label]["other findings"] += 1
            else:
                outcome = "other findings" if checks else "not looked for"
            counts[row["suite"], label][outcome] += 1
            if arguments.verbose or outcome in ("failed", "false alarm", "missed"):
                print(f"{outcome}: {row['suite']} {row['path']} "
                      f"[{', '.join(sorted(checks))}] {seconds:.1f} s")
                if outcome == "failed":
                    print("  " + "\n  ".join(output.splitlines()[-2:]))
    for (suite, label), outcomes in sorted(counts.items()):
        text = ", ".join(f"{n} {name}" for name, n in sorted(outcomes.items()))
        print(f"{suite:15} {label:20} {text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
