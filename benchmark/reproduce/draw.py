#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws the findings that have to be shown on a GPU, and writes drawn.tsv.

    draw.py

The rule, which was written down before anything was measured:

- Of the kernels under test/lit/checks, those of each check with `// warn CHECK:` on a
  line of their file. Lines are put in an order that depends on nothing but SEED, the file
  and the line, and the first 4 of each check are taken, 8 of each check of a race; of one
  file at most 2, unless there are too few files. Runs of a prefix are left out.
- Of the folders of pairs (see benchmark/pairs), every file that holds a bug and in which
  warplint says something within a line of the mark, its first finding there. They are
  taken when the suite is prepared: no list of them is kept.
- No case of runtime_validation, which the tool was built on.
"""

import hashlib
import re
from collections import Counter, defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
SEED = "67"
RACES = {"shared-memory-race", "global-memory-race", "implicit-warp-sync", "non-atomic-update"}
PER_CHECK, PER_RACE, PER_FILE = 4, 8, 2
MARK = re.compile(r"// warn(?:@(?P<by>[+-]\d+))? (?P<check>[a-z0-9-]+):")


def candidates():
    """{check: [(file, line)]}"""
    found = defaultdict(set)
    for file in sorted((REPOSITORY / "test/lit/checks").rglob("*.cu")):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            mark = MARK.search(line)
            if mark:
                at = number + int(mark["by"] or 0)
                found[mark["check"]].add((file.relative_to(REPOSITORY).as_posix(), at))
    return found


def place(entry):
    return hashlib.sha256(f"{SEED} {entry[0]} {entry[1]}".encode()).hexdigest()


def drawn_of(entries, count):
    ordered = sorted(entries, key=place)
    per_file, first, rest = Counter(), [], []
    for entry in ordered:
        per_file[entry[0]] += 1
        (first if per_file[entry[0]] <= PER_FILE else rest).append(entry)
    return (first + rest)[:count]


def main():
    rows = []
    for check, entries in sorted(candidates().items()):
        count = PER_RACE if check in RACES else PER_CHECK
        rows += [(check, *entry) for entry in sorted(drawn_of(entries, count))]
    text = "".join(f"{check}\t{file}\t{line}\n" for check, file, line in rows)
    (HERE / "drawn.tsv").write_text("check\tfile\tline\n" + text)
    print(f"{len(rows)} findings of {len({row[0] for row in rows})} checks")


if __name__ == "__main__":
    main()
