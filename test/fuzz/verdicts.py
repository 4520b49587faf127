#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds what `warplint prove` says of generated kernels against the interpreter.

  verdicts.py --warplint BIN --seeds 100000-100999

A kernel that the interpreter shows racing, hanging or reading what nobody wrote, and
of which the property is said to hold, under whatever assumptions, is printed; any
makes the exit code 1. Where lanes of one warp alone race, that property is another.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.dont_write_bytecode = True

from generator import generate
from interpreter import Invalid, judge
from kernels import BATCH, seeds_of
from oracle import unit_text

RACES = {"shared": "shared-race-free", "global": "global-race-free"}


def said_of(kernels, warplint, flags):
    """{kernel: {property: verdict}}"""
    with tempfile.TemporaryDirectory() as folder:
        unit = Path(folder, "unit.cu")
        unit.write_text(unit_text(kernels)[0])
        run = subprocess.run(
            [warplint, "prove", "--quiet", "--format=json", str(unit), "--", "-std=c++17",
             "--cuda-gpu-arch=sm_90", *flags],
            capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1, 4):
        sys.exit(f"exit code {run.returncode}: {run.stderr.strip()[-300:]}")
    said = {}
    for line in map(json.loads, run.stdout.splitlines()):
        if line["type"] == "verdict":
            for name in line["kernel"].split("; "):
                said.setdefault(name, {})[line["property"]] = line["verdict"]
    return said


def shown_wrong(kernel, verdict):
    """The properties that a run of the kernel breaks."""
    # What runs behind a barrier that hangs is nobody's business.
    if verdict.divergent or verdict.masks:
        return {"convergence"}
    broken = {"initialized"} if verdict.uninitialized else set()
    for space, name in RACES.items():
        real = {"read-write", "write-write"} | ({"atomic"} if space == "shared" else set())
        if any(conflict.kind in real and kernel.array(conflict.array).space == space
               for conflict in verdict.conflicts):
            broken.add(name)
    return broken


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--warplint", required=True)
    parser.add_argument("--seeds", required=True)
    parser.add_argument("flags", nargs="*", help="of the compiler")
    arguments = parser.parse_args()
    counts, wrong, seeds = Counter(), 0, seeds_of(arguments.seeds)
    for first in range(0, len(seeds), BATCH):
        judged = {}
        for kernel in map(generate, seeds[first:first + BATCH]):
            try:
                judged[kernel.name] = (kernel, judge(kernel))
            except Invalid:
                continue
        if not judged:
            continue
        kernels = [kernel for kernel, _ in judged.values()]
        said = said_of(kernels, arguments.warplint, arguments.flags)
        for name, (kernel, verdict) in judged.items():
            for of in sorted(shown_wrong(kernel, verdict)):
                counts[of, said[name][of]] += 1
                of_lanes = of in RACES.values() and said[name]["warp-race-free"] == "violated"
                if said[name][of].startswith("holds") and not of_lanes:
                    wrong += 1
                    print(f"{name}: {of} {said[name][of]}")
    for (of, verdict), count in sorted(counts.items()):
        print(f"{count:6} shown wrong: {of} {verdict}")
    print(f"{len(seeds)} seeds, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
