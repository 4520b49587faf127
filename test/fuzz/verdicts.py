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
So is a kernel that does so only without the barriers that are said to be redundant.
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
from kernel_ast import Printer, block
from kernels import BATCH, seeds_of
from oracle import unit_text

MORE_THAN_ALL = 1000  # threads of any generated launch
RACES = {"shared": "shared-race-free", "global": "global-race-free"}


def said_of(kernels, warplint, flags):
    """{kernel: {property: verdict}}, {kernel: lines of redundant barriers},
    {(kernel, property): holds under `bound`}"""
    text, offsets = unit_text(kernels)
    with tempfile.TemporaryDirectory() as folder:
        unit = Path(folder, "unit.cu")
        unit.write_text(text)
        run = subprocess.run(
            [warplint, "prove", "--redundant-barriers", "--quiet", "--format=json", str(unit),
             "--", "-std=c++17", "--cuda-gpu-arch=sm_90", *flags],
            capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1, 4):
        sys.exit(f"exit code {run.returncode}: {run.stderr.strip()[-300:]}")
    said, redundant, bounded = {}, {}, set()
    for line in map(json.loads, run.stdout.splitlines()):
        if line["type"] == "verdict":
            for name in line["kernel"].split("; "):
                said.setdefault(name, {})[line["property"]] = line["verdict"]
                if any(each.get("id") == "bound" for each in line.get("evidence", ())):
                    bounded.add((name, line["property"]))
        elif line["type"] == "redundant-barrier":
            name = line["kernel"]
            redundant.setdefault(name, set()).add(line["line"] - offsets[name])
    return said, redundant, bounded


def without(kernel, lines):
    """The kernel without the statements of its body at these lines of its text."""
    gone = {path for path, line in Printer(kernel).lines_of.items() if line in lines}

    def rest(node, path):
        if path in gone:
            return block()
        return node._replace(parts=tuple(rest(part, (*path, i))
                                         for i, part in enumerate(node.parts)))

    assert len(gone) == len(lines)
    return kernel.with_bodies((rest(kernel.body, (0,)),
                               *(helper.body for helper in kernel.helpers)))


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
        said, redundant, bounded = said_of(kernels, arguments.warplint, arguments.flags)
        for name, lines in redundant.items():
            counts["redundant barriers", "named"] += len(lines)
            kernel, before = judged[name]
            for of in sorted(shown_wrong(kernel, judge(without(kernel, lines)))
                             - shown_wrong(kernel, before)):
                wrong += 1
                print(f"{name}: {of} is broken without the redundant barriers {sorted(lines)}")
        for name, (kernel, verdict) in judged.items():
            for of in sorted(shown_wrong(kernel, verdict)):
                counts[of, said[name][of]] += 1
                of_lanes = of in RACES.values() and said[name]["warp-race-free"] == "violated"
                if not said[name][of].startswith("holds") or of_lanes:
                    continue
                if (name, of) not in bounded or of in shown_wrong(
                        kernel, judge(kernel, only_values=(MORE_THAN_ALL,))):
                    wrong += 1
                    print(f"{name}: {of} {said[name][of]}")
    for (of, verdict), count in sorted(counts.items()):
        print(f"{count:6} {of} {verdict}" if verdict == "named" else
              f"{count:6} shown wrong: {of} {verdict}")
    print(f"{len(seeds)} seeds, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
