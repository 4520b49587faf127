#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which public projects warplint was ever tried on while it was built.

  ledger.py unseen OWNER/NAME...   exit code 1 if one of them is in the ledger
  ledger.py check                  exit code 1 if the ledger is not as it should be

A figure for code that nobody had tuned on is one for projects that `unseen` lets
pass. What ledger.tsv says of a project, one or several of:

  linted          warplint was run on its code
  judged          somebody said of findings in it whether they are right
  tuned on        rules were made or mended because of what was seen there
  found bugs in   docs/found.md tells of it
  report rebuilt  only kernels of our own, made from its bug reports or fixes
  report read     only the text of a report, of which a rule was made

Forks count as the project: a name is seen under another owner, too. The suites that
have no owner in the ledger are seen in every repository that has their name in its.
"""

import argparse
import csv
import re
import sys
from collections import namedtuple
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent
KINDS = ("linted", "judged", "tuned on", "found bugs in", "report rebuilt", "report read")
NAME = r"[A-Za-z0-9][A-Za-z0-9_.-]*"
# Where projects are named that have to be in the ledger, and how.
NAMED = [
    ("docs/found.md", rf"github\.com/({NAME}/{NAME})"),
    ("docs/pytorch.md", rf"github\.com/({NAME}/{NAME})"),
    ("test/lit/fixes/*.cu", rf"^// Fix: ({NAME}/{NAME})#"),
    ("benchmark/judged/units.tsv", rf"^({NAME}/{NAME})@"),
    ("benchmark/judged/groups.tsv", rf"^({NAME}/{NAME})@"),
]

Row = namedtuple("Row", "project what since source")


def read_ledger(path):
    with open(path, encoding="utf-8", newline="") as lines:
        rows = list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    if not rows or tuple(rows[0]) != Row._fields:
        raise ValueError(f"{path}:1: the header is not '{' '.join(Row._fields)}'")
    for number, row in enumerate(rows, 1):
        if len(row) != len(Row._fields):
            raise ValueError(f"{path}:{number}: {len(row)} columns, not {len(Row._fields)}")
    return [Row(*row) for row in rows[1:]]


def order_of(row):
    return row.project.casefold(), row.project


def repository(name):
    return name.casefold().rsplit("/", 1)[-1]


def seen_as(name, rows):
    """The row that a project is known by, or None."""
    exact = [row for row in rows if row.project.casefold() == name.casefold()]
    same = [row for row in rows if "/" in row.project
            and repository(row.project) == repository(name)]
    words = set(re.split(r"[^a-z0-9]+", name.casefold()))
    suites = [row for row in rows if "/" not in row.project and row.project.casefold() in words]
    return next(iter(exact + same + suites), None)


def faults_of(row):
    """What is wrong with a row by itself."""
    if not re.fullmatch(rf"{NAME}(/{NAME})?", row.project):
        yield f"'{row.project}' is no owner/name"
    kinds = row.what.split(", ")
    if [kind for kind in KINDS if kind in kinds] != kinds:
        yield f"'{row.what}' is no list of {', '.join(KINDS)}, in this order"
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", row.since):
        yield f"'{row.since}' is no date"
    if not row.source.strip():
        yield "no source"


def faults(rows, root):
    for number, row in enumerate(rows, 2):
        for fault in faults_of(row):
            yield f"{number}: {fault}"
        if number > 2 and order_of(row) <= order_of(rows[number - 3]):
            yield f"{number}: '{row.project}' is not in order, or stands there twice"
    known = {row.project.casefold() for row in rows}
    for pattern, names in NAMED:
        for path in sorted(root.glob(pattern)):
            text = path.read_text(encoding="utf-8")
            for name in sorted(set(re.findall(names, text, re.MULTILINE))):
                if name.casefold() not in known:
                    yield f"{name}, which {path.relative_to(root)} names, is not there"


def unseen(names, rows):
    known = [(name, seen_as(name, rows)) for name in names]
    for name, row in known:
        print(f"{name}: " + (f"{row.what} since {row.since}"
                             + (f", as {row.project}" if row.project != name else "")
                             if row else "unseen"))
    return 1 if any(row for _, row in known) else 0


def check(path, rows, root):
    found = list(faults(rows, root))
    for fault in found:
        print(f"{path.name}:{fault}" if fault[0].isdigit() else f"{path.name}: {fault}")
    if not found:
        print(f"{len(rows)} projects")
    return 1 if found else 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ledger", type=Path, default=HERE / "ledger.tsv", metavar="FILE")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("unseen").add_argument("names", nargs="+", metavar="OWNER/NAME")
    commands.add_parser("check").add_argument("--root", type=Path, default=SOURCE,
                                              metavar="FOLDER", help="the source tree")
    arguments = parser.parse_args()
    try:
        rows = read_ledger(arguments.ledger)
    except (OSError, ValueError) as error:
        print(f"ledger.py: {error}", file=sys.stderr)
        return 2
    if arguments.command == "unseen":
        return unseen(arguments.names, rows)
    return check(arguments.ledger, rows, arguments.root)


if __name__ == "__main__":
    sys.exit(main())
