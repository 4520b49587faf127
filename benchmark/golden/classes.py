#!/usr/bin/env python3
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the analysis of each kernel rests on, by the counters of a recorded build.

    classes.py record.txt [--group cuda-samples --group hecbench]

Prints for each group how many kernels assume nothing, assume pointers and sizes only,
assume something about data, or are open: a pair undecided, something cut or not
followed. Inputs that are looked at again with launches of other units count once.
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

# Ids of assumptions about pointers and sizes; all others are about data.
POINTERS_AND_SIZES = {"no-alias", "bound", "pitch", "one-block"}
CLASSES = ("nothing assumed", "pointers and sizes", "data", "open")
AGAIN = " with its program's launches"


def class_of(counters):
    """The class of one kernel, the weakest that fits."""
    names = [name.partition(" ") for name in counters]
    if counters.get("undecided") or any(
            kind in ("cuts", "notFollowed", "reasons") for kind, _, _ in names):
        return "open"
    assumed = {what for kind, _, what in names if kind == "assumed"}
    if not assumed:
        return "nothing assumed"
    return "data" if assumed - POINTERS_AND_SIZES else "pointers and sizes"


def classes(lines):
    """Group -> how many kernels are in each class."""
    counts, group = {}, None
    for line in lines:
        if line.startswith("input "):
            group = None if AGAIN in line else line.split()[1]
        elif line.startswith(" counters ") and group:
            counters = json.loads(line.removeprefix(" counters "))
            counts.setdefault(group, Counter())[class_of(counters)] += 1
    return counts


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("record", type=Path, help="what golden.py record has written")
    parser.add_argument("--group", action="append", help="only this group")
    arguments = parser.parse_args()
    with open(arguments.record, encoding="utf-8") as lines:
        counts = classes(lines)
    for group in sorted(arguments.group or counts):
        of_group = counts.get(group, Counter())
        total = sum(of_group.values())
        shares = ", ".join(f"{name} {of_group[name]} ({of_group[name] / (total or 1):.0%})"
                           for name in CLASSES)
        print(f"{group}: {total} kernels: {shares}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
