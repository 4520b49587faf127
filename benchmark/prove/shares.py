#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How often each property of the kernels of a build holds, and what that costs.

    shares.py --warplint BIN -p BUILD [--units N] [--seed S] [--lint]

Judges N units of the database, drawn by the seed, one after another. --lint measures
the same units linted, in seconds of the user's processor time.
"""

import argparse
import json
import random
import resource
import subprocess
from collections import Counter, defaultdict
from pathlib import Path

VERDICTS = ["holds", "holds-if", "violated", "unknown"]


def run(command):
    """(what it wrote, exit code, seconds of user time)"""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                          check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    return done.stdout, done.returncode, after - before


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--warplint", required=True)
    parser.add_argument("-p", dest="build", type=Path, required=True)
    parser.add_argument("--units", type=int, default=60)
    parser.add_argument("--seed", type=int, default=65)
    parser.add_argument("--lint", action="store_true")
    arguments = parser.parse_args()
    database = json.loads((arguments.build / "compile_commands.json").read_text())
    files = sorted({str(Path(entry["directory"], entry["file"])) for entry in database
                    if entry["file"].endswith(".cu")})
    random.seed(arguments.seed)
    files = random.sample(files, min(arguments.units, len(files)))
    shares, reasons, spent, incomplete = defaultdict(Counter), Counter(), Counter(), 0
    for file in files:
        where = ["-p", str(arguments.build), file]
        text, code, seconds = run([arguments.warplint, "prove", "--quiet", "--format=json",
                                   *where])
        spent["prove"] += seconds
        incomplete += code == 3
        for line in map(json.loads, text.splitlines()):
            if line["type"] == "verdict":
                shares[line["property"]][line["verdict"]] += 1
                if line["verdict"] == "unknown":
                    reasons.update(each["id"] for each in line["reasons"])
        if arguments.lint:
            spent["lint"] += run([arguments.warplint, "--quiet", *where])[2]
    kernels = sum(next(iter(shares.values()), Counter()).values())
    print(f"{len(files)} units, {incomplete} incomplete, {kernels} kernels")
    for name, counts in shares.items():
        print(f"{name:17}", *(f"{verdict} {100 * counts[verdict] / kernels:.0f} %"
                              for verdict in VERDICTS), sep="  ")
    print("reasons:", ", ".join(f"{name} {count}" for name, count in reasons.most_common(5)))
    print("seconds:", ", ".join(f"{name} {count:.1f}" for name, count in spent.items()))


if __name__ == "__main__":
    main()
