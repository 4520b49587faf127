#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs warplint on generated kernels whose faults are known.

  kernels.py --seeds 100000-100999         compares, prints problems by group
  kernels.py --seeds A-B --shrink 2        ... and makes two of each group small
  kernels.py --corpus corpus.txt           seeds from a file, one or A-B a line;
                                           any problem makes the exit code 1
  kernels.py --seeds 7 --print             the kernel, and what is wrong with it

A problem is a false alarm (warplint reports what the interpreter says is right, or
two accesses that never meet), a wrong witness (the two threads that it shows do not
meet), an alarm about equal values (threads that write one value to one element,
called proven), a miss, a miss that warplint counts as
undecided or as taken for granted, or a failure (crash, parse error, time limit).
Unless --corpus is given, only failures make the exit code 1.

Seeds from 100000 on (generator.GROWN) have all forms of kernels that there are.
benchmark/planted tries whether they show faults of the analysis.
"""

import argparse
import os
import shutil
import sys
from collections import defaultdict
from pathlib import Path

sys.dont_write_bytecode = True

from generator import GROWN, generate
from interpreter import Invalid, judge
from kernel_ast import Printer
from oracle import Linter, compare
from shrink import shrink

ROOT = Path(__file__).resolve().parents[2]
# Kernels of one unit: parsing CUDA's headers costs as much as tens of kernels.
BATCH = 40


def seeds_of(text):
    """{3, 4, 5} of "3-5", {3} of "3"; words are separated by spaces or lines."""
    seeds = []
    for word in text.split():
        first, _, last = word.partition("-")
        seeds += range(int(first), int(last or first) + 1)
    return seeds


def read_corpus(path):
    lines = [line.partition("#")[0] for line in path.read_text().splitlines()]
    return seeds_of(" ".join(lines))


def compare_all(seeds, linter):
    """Pairs of kernel and its problems; kernels that make no sense are left
    out."""
    for start in range(0, len(seeds), BATCH):
        kernels = [generate(seed) for seed in seeds[start:start + BATCH]]
        reports = linter.lint(kernels)
        for kernel in kernels:
            try:
                yield kernel, compare(kernel, reports[kernel.name])
            except Invalid:
                pass


def show(kernel, linter, group):
    """A kernel's text and what was said of it."""
    print("```cuda\n" + "\n".join(Printer(kernel).lines) + "\n```")
    report = linter.lint([kernel])[kernel.name]
    for problem in compare(kernel, report):
        if problem.group == group:
            print(f"- {problem.group}: {problem.detail}")
    for finding in report.findings:
        print(f"- says: {finding['check']}: {finding['message']} "
              f"({finding['certainty']})")


def run_seeds(seeds, linter, to_shrink):
    groups, clean, seen = defaultdict(list), 0, 0
    for kernel, problems in compare_all(seeds, linter):
        seen += 1
        clean += not problems
        for problem in problems:
            print(f"{kernel.name}: {problem.group}: {problem.detail}", flush=True)
        for group in sorted({problem.group for problem in problems}):
            groups[group].append(kernel)
            if len(groups[group]) <= to_shrink:
                print(f"## {group}, seed {kernel.name.removeprefix('kernel')}")
                show(shrink(kernel, group, linter), linter, group)
                sys.stdout.flush()
    print(f"# {seen} kernels, {clean} without a problem")
    for group, kernels in sorted(groups.items()):
        names = " ".join(kernel.name.removeprefix("kernel") for kernel in kernels)
        print(f"{len(kernels):5} {group}: {names}")
    return groups


def print_kernel(seed):
    kernel = generate(seed)
    print("\n".join(f"{i:3}  {line}" for i, line in enumerate(Printer(kernel).lines, 1)))
    verdict = judge(kernel)
    for name in verdict.__dataclass_fields__:
        print(f"{name}: {sorted(getattr(verdict, name), key=repr)}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--warplint", default=ROOT / "build/bin/warplint")
    parser.add_argument("--seeds", default=f"{GROWN}-{GROWN + 199}", metavar="A-B")
    parser.add_argument("--corpus", type=Path, metavar="FILE")
    parser.add_argument("--shrink", type=int, default=0, metavar="N",
                        help="make the first N kernels of each group small")
    parser.add_argument("--print", action="store_true", help="run nothing")
    parser.add_argument("flags", nargs="*", help="flags of the compiler, behind --")
    arguments = parser.parse_args()
    seeds = read_corpus(arguments.corpus) if arguments.corpus else seeds_of(arguments.seeds)
    if arguments.print:
        for seed in seeds:
            print_kernel(seed)
        return 0
    warplint = shutil.which(arguments.warplint)
    if not warplint:
        sys.exit(f"{arguments.warplint} is not built")
    os.environ["PYTHONHASHSEED"] = "0"
    linter = Linter(warplint, arguments.flags)
    groups = run_seeds(seeds, linter, arguments.shrink)
    failed = groups if arguments.corpus else [g for g in groups if g.startswith("failure")]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
