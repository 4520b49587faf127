#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Proves that `warplint confirm` confirms the bug of every case of a race, a barrier or a
mask, and nothing in the mended kernel, and that what `warplint reproduce` writes does so.

    confirm.py prepare --warplint BIN FOLDER   writes copies that record; no GPU
    confirm.py run FOLDER                      builds and runs them; needs no
                                               warplint, writes FOLDER/costs.json
    confirm.py judge --warplint BIN FOLDER [--output FILE]

The steps can run on different machines. `judge` ends with 1 if a buggy variant
was not confirmed or a mended one was; a program that hangs leaves no recording. A
reproduction is built with the bug and with the mended kernel, too: it has to end with 1 and
with 0.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parent
CHECKS = ["shared-memory-race", "global-memory-race", "implicit-warp-sync",
          "non-atomic-update", "divergent-barrier",
          "exit-before-barrier", "sync-mask"]
# What a recording of the bug or a reproduction cannot show, and why.
NOT_CONFIRMED = {
    "count-for-mask": "sm_90 stops such a vote with an illegal instruction, once the warp "
                      "is not converged; nothing can be read then",
    "sum-of-active-lanes": "all lanes come that the masks name: they should name more",
}
# Reproductions are judged for races. These may or may not be shown:
MAYBE_REPRODUCED = {
    "count-without-atomic": "in arrays of zeros there is nothing to count",
    "relax-edges": "in arrays of zeros nothing is shorter",
}
RACES = CHECKS[:4]
FLAGS = ["-std=c++17", f"-I{PROJECT / 'include'}"]
RUNS = 3  # of each program, for the median time
LIMIT = 15  # seconds for a run


def cases():
    for check in CHECKS:
        yield from sorted((PROJECT / "cases" / check).glob("*.cu"))


def needed(case):
    found = re.search(r"^// needs: (sm_\d+\w?)", case.read_text(), re.MULTILINE)
    return found[1] if found else "sm_70"


def arch(case):
    return "-arch=" + max(needed(case), "sm_80")


def prepare(warplint, folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for case in cases():
        report = folder / f"{case.stem}.sarif"
        flags = ["--", arch(case), "-DWARPLINT_BUGGY=1", *FLAGS]
        root = f"--source-root={case.parent}"
        lint = subprocess.run(
            [warplint, str(case), f"--checks=-*,warplint-{case.parent.name}", "--config={}",
             root, "--fail-on=any", "--format=sarif", "-o", str(report), "--quiet", *flags])
        if lint.returncode != 1:
            sys.exit(f"{case}: no finding")
        subprocess.run([warplint, "confirm", str(report), root, "--prepare", "--keep",
                        str(folder / case.stem), *flags], check=True)
        # Ends with 2 for what is no race, or has parameters that it cannot make.
        told = subprocess.run([warplint, "reproduce", str(report), root, "-o",
                               str(folder / case.stem / "shown.cu"), *flags],
                              capture_output=True, text=True)
        (folder / case.stem / "why-not-shown").write_text(told.stderr)


def recordable(case, folder):
    """Whether there is a copy that records: grid barriers have none."""
    return (folder / case.stem / "warplint_recorder.h").exists()


def reproducible(case, folder):
    return (folder / case.stem / "shown.cu").exists()


def reproduce(case, copy, variant):
    """The exit code of the reproduction."""
    program = copy / f"shown{variant}"
    subprocess.run(["nvcc", arch(case), f"-DWARPLINT_BUGGY={variant}", *FLAGS, "-o",
                    str(program), str(copy / "shown.cu")], check=True)
    return subprocess.run(["timeout", "-k", "5", str(LIMIT), program],
                          capture_output=True).returncode


def timed(program, environment):
    """The median time of some runs, in seconds."""
    times = []
    for _ in range(RUNS):
        start = time.monotonic()
        # A bug may hang the kernel.
        ended = subprocess.run(["timeout", "-k", "5", str(LIMIT), *program], env=environment,
                               capture_output=True)
        if ended.returncode >= 124:
            return "hangs"
        times.append(time.monotonic() - start)
    return round(sorted(times)[len(times) // 2], 3)


def run(folder):
    costs = {}
    sanitizer = shutil.which("compute-sanitizer")
    for case in cases():
        if not recordable(case, folder):
            continue
        copy = folder / case.stem
        for variant in (1, 0):
            define = f"-DWARPLINT_BUGGY={variant}"
            plain, recorded = copy / f"plain{variant}", copy / f"recorded{variant}"
            subprocess.run(["nvcc", arch(case), define, *FLAGS, "-o", str(plain), str(case)],
                           check=True)
            subprocess.run(["nvcc", arch(case), define, *FLAGS, f"-I{copy}", "-o", str(recorded),
                            str(copy / "tree" / case.name)], check=True)
            seen = copy / f"seen{variant}.json"
            seen.unlink(missing_ok=True)
            cost = {"plain": timed([plain], os.environ)}
            with_record = os.environ | {"WARPLINT_RECORD": str(seen)}
            cost["recorded"] = timed([recorded], with_record)
            if sanitizer and cost["plain"] != "hangs":
                cost["racecheck"] = timed([sanitizer, "--tool", "racecheck", plain], os.environ)
            if reproducible(case, folder):
                cost["reproduction ends with"] = reproduce(case, copy, variant)
            costs[f"{case.stem}/{'buggy' if variant else 'mended'}"] = cost
            print(case.stem, variant, cost, flush=True)
    (folder / "costs.json").write_text(json.dumps(costs, indent=2) + "\n")


def judge(warplint, folder, output):
    costs = json.loads((folder / "costs.json").read_text())
    results, wrong = [], 0
    for case in cases():
        row = {"case": f"{case.parent.name}/{case.stem}"}
        if not recordable(case, folder):
            results.append(row | {"answer": "not confirmable"})
            continue
        for variant, name in ((1, "buggy"), (0, "mended")):
            copy = folder / case.stem
            flags = ["--", arch(case), "-DWARPLINT_BUGGY=1", *FLAGS]
            told = subprocess.run(
                [warplint, "confirm", str(folder / f"{case.stem}.sarif"),
                 f"--source-root={case.parent}", "--recorded", str(copy / f"seen{variant}.json"),
                 *flags], capture_output=True, text=True)
            confirmed = told.returncode == 1
            hangs = costs[f"{case.stem}/{name}"]["recorded"] == "hangs"
            expected = bool(variant) and case.stem not in NOT_CONFIRMED
            wrong += confirmed != expected and not hangs
            row[name] = {"answer": told.stdout.strip().split(": ", 1)[-1],
                         "seconds": costs[f"{case.stem}/{name}"]}
            shown = costs[f"{case.stem}/{name}"].get("reproduction ends with", variant)
            if case.parent.name in RACES:
                wrong += shown != variant and not (variant and case.stem in MAYBE_REPRODUCED)
            print(row["case"], name, told.stdout.strip(), flush=True)
        results.append(row)
    if output:
        output.write_text(json.dumps(results, indent=2) + "\n")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=["prepare", "run", "judge"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--warplint")
    parser.add_argument("--output", type=Path)
    options = parser.parse_args()
    folder = options.folder.resolve()
    if options.step == "run":
        return run(folder)
    if not options.warplint:
        parser.error("--warplint says which program")
    if options.step == "prepare":
        return prepare(options.warplint, folder)
    return judge(options.warplint, folder, options.output)


if __name__ == "__main__":
    sys.exit(main())
