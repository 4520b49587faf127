#!/usr/bin/env python3
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tries whether the kernels of test/fuzz see faults of the analysis.

A build with WARPLINT_PLANTED_FAULTS=ON holds the faults of lib/Planted/Faults.def,
and WARPLINT_PLANTED_FAULT chooses one of them.

  planted.py --warplint build/planted/bin/warplint
  planted.py --warplint ... --kernels 2000 -j 8 other-arm last-thread

Kernels are generated, one for each seed, and linted as the build is and with each
fault. Where the two say the same of a kernel, nothing can be seen by it.
Where they do not, both are held against the interpreter: the fault is caught by a
problem of its kind that the build without it does not have there. A line for each
fault tells how many kernels that took. The exit code is 1 if some fault is not
caught, and 2 if the program has none to choose.
"""

import argparse
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test" / "fuzz"))
# pylint: disable=wrong-import-position
from generator import GROWN, generate
from interpreter import Invalid
from oracle import Linter, compare

TABLE = ROOT / "lib/Planted/Faults.def"
CHOICE = "WARPLINT_PLANTED_FAULT"
ROW = re.compile(r'^FAULT\("([\w-]+)", (\w+), "([\w ]+)",\s*"([^"]+)"\)', re.M)
# Kernels of one unit.
BATCH = 100
# What counts as a miss, too, in a build without the fault.
SILENT = {"miss", "undecided", "assumed", "by the model"}


@dataclass(frozen=True)
class Fault:
    id: str
    name: str
    kind: str
    sentence: str


@dataclass(frozen=True)
class Catch:
    """The first kernel by which a fault is seen, and what is wrong there."""
    seed: int
    group: str


def read_faults(table=TABLE):
    return [Fault(*row) for row in ROW.findall(table.read_text())]


def has_faults(warplint):
    """Whether the program knows of faults: then it refuses one that there is not."""
    run = subprocess.run([warplint, "--version"], capture_output=True, check=False,
                         env={**os.environ, CHOICE: "no-such-fault"})
    return run.returncode == 2 and b"no planted fault" in run.stderr


def linter_of(warplint, flags, fault):
    """`fault` is an id, or None for the build as it is."""
    environment = {name: value for name, value in os.environ.items() if name != CHOICE}
    if fault:
        environment[CHOICE] = fault
    return Linter(warplint, flags, environment=environment)


def is_new(problem, before):
    """The build without the fault has nothing of the sort of its check there."""
    sort = SILENT if problem.kind in SILENT else {problem.kind}
    return not any(old.check == problem.check and old.kind in sort for old in before)


def seen_by(kernel, kind, right, wrong):
    """The first problem of a kind that only the second report has; None if none."""
    try:
        problems = [p for p in compare(kernel, wrong) if p.kind == kind]
        before = compare(kernel, right) if problems else []
    except Invalid:
        return None
    return next((p for p in problems if is_new(p, before)), None)


def try_batch(faults, make_linter, seeds):
    """{fault's id: Catch} of those that kernels of `seeds` show."""
    kernels = {seed: generate(seed) for seed in seeds}
    right = make_linter(None).lint(list(kernels.values()))
    caught = {}
    for fault in faults:
        wrong = make_linter(fault.id).lint(list(kernels.values()))
        for seed, kernel in kernels.items():
            if right[kernel.name] == wrong[kernel.name]:
                continue
            problem = seen_by(kernel, fault.kind, right[kernel.name], wrong[kernel.name])
            if problem:
                caught[fault.id] = Catch(seed, problem.group)
                break
    return caught


def search(faults, make_linter, first, count, jobs=1, tell=lambda done, caught: None):
    """{fault's id: Catch}, by the first of `count` kernels that shows it, whatever the
    number of jobs; `first` is the seed of the first one."""
    end = first + count
    batches = [range(at, min(at + BATCH, end)) for at in range(first, end, BATCH)]
    caught = {}
    with ThreadPoolExecutor(jobs) as pool:
        for start in range(0, len(batches), jobs):
            missing = [fault for fault in faults if fault.id not in caught]
            if not missing:
                break
            some = batches[start:start + jobs]
            for found in pool.map(partial(try_batch, missing, make_linter), some):
                caught = {**found, **caught}
            tell(some[-1][-1], caught)
    return caught


def show(faults, caught, first, count):
    width = max(len(fault.id) for fault in faults)
    print(f"{'fault':{width}}  kernels    seed  problem")
    for fault in faults:
        catch = caught.get(fault.id)
        seen = (catch.seed - first + 1, catch.seed, catch.group) if catch else \
            ("-", "-", f"no {fault.kind}: {fault.sentence}")
        print(f"{fault.id:{width}}  {seen[0]:>7}  {seen[1]:>6}  {seen[2]}")
    print(f"# {len(caught)} of {len(faults)} faults caught within {count} kernels")


def chosen(faults, wanted):
    unknown = set(wanted) - {fault.id for fault in faults}
    if unknown:
        sys.exit(f"no such fault: {', '.join(sorted(unknown))}")
    return [fault for fault in faults if not wanted or fault.id in wanted]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--warplint", required=True)
    parser.add_argument("--kernels", type=int, default=20000, metavar="N")
    parser.add_argument("--first", type=int, default=GROWN, metavar="SEED",
                        help="of the first kernel (default: %(default)s)")
    parser.add_argument("--cuda-path", metavar="FOLDER", help="handed on to warplint")
    parser.add_argument("-j", "--jobs", type=int, default=2, metavar="N")
    parser.add_argument("faults", nargs="*", metavar="FAULT", help="all, without any")
    arguments = parser.parse_args()
    faults = chosen(read_faults(), arguments.faults)
    if not has_faults(arguments.warplint):
        print(f"{arguments.warplint} was built without WARPLINT_PLANTED_FAULTS=ON",
              file=sys.stderr)
        return 2
    flags = [f"--cuda-path={arguments.cuda_path}"] if arguments.cuda_path else []

    def tell(done, caught):
        print(f"up to seed {done}: {len(caught)} of {len(faults)} faults caught",
              file=sys.stderr, flush=True)
    caught = search(faults, partial(linter_of, arguments.warplint, flags),
                    arguments.first, arguments.kernels, arguments.jobs, tell)
    show(faults, caught, arguments.first, arguments.kernels)
    return 0 if len(caught) == len(faults) else 1


if __name__ == "__main__":
    sys.exit(main())
