# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of judged code: groups.tsv, what readers said of findings, and
units.tsv, with which commands the findings are seen.

A group is one cause in one file. Its places stand as `47/56,62,143-290`: commas
part places, a slash parts the two ends of one finding, a dash makes a range. Who
has read it stands in r1, r2 and third; `-` is nobody.
"""

import csv
from dataclasses import astuple, dataclass, fields

VERDICTS = ("true", "false", "formal")
NOBODY = "-"
IMPORTED = "imported"


class TableError(Exception):
    """A table that does not say what it should; the text names the place."""


@dataclass(frozen=True)
class Group:
    project: str  # owner/name@commit
    file: str
    lines: str
    checks: str
    tier: str  # of the findings, the most severe; - where none is reported
    certainty: str  # likewise
    verdict: str
    reason: str
    r1: str
    r2: str
    third: str
    source: str

    def key(self):
        return self.project, self.file, self.places()[0].first(), self.checks

    def names_of_checks(self):
        return self.checks.split(",")

    def places(self):
        return [Place(text) for text in self.lines.split(",")]

    def readers(self):
        return sum(reader != NOBODY for reader in (self.r1, self.r2, self.third))


class Place:
    """A place of a group: the ends of one finding, each a line or a range."""

    def __init__(self, text):
        self.text = text
        self.ends = []
        for end in text.split("/"):
            first, _, last = end.partition("-")
            self.ends.append((int(first), int(last or first)))

    def first(self):
        return self.ends[0][0]

    def holds(self, line, slack):
        return any(first - slack <= line <= last + slack for first, last in self.ends)


@dataclass(frozen=True)
class Unit:
    project: str
    unit: str  # path in the project
    blob: str  # how git names the file's contents, 12 digits
    flags: str
    note: str

    def name(self):
        return self.project.split("@")[0]


def agreed(r1, r2, third):
    """What the readers say together; None as long as they do not."""
    if NOBODY in (r1, r2):
        return None
    if r1 == r2:
        return r1
    return third if third != NOBODY else None


def fault_of(group):
    """What is wrong with a row; an empty text if nothing is."""
    if "@" not in group.project or "/" not in group.project:
        return "project is no owner/name@commit"
    if not group.file or not group.checks or not group.reason or not group.source:
        return "file, checks, reason or source is empty"
    try:
        group.places()
    except ValueError:
        return f"lines '{group.lines}' are no places"
    if group.verdict not in VERDICTS:
        return f"verdict '{group.verdict}' is none of {', '.join(VERDICTS)}"
    for reader in (group.r1, group.r2, group.third):
        if reader not in VERDICTS + (NOBODY,):
            return f"a reader says '{reader}'"
    if group.source.startswith(IMPORTED) and group.r2 == NOBODY:
        expected = group.r1
    else:
        expected = agreed(group.r1, group.r2, group.third)
    if expected != group.verdict:
        return f"the readers say '{expected}' and the verdict '{group.verdict}'"
    return ""


def read_table(path, row_type):
    """The rows of a tab-separated table whose header is the fields of the type."""
    names = [field.name for field in fields(row_type)]
    with open(path, encoding="utf-8", newline="") as lines:
        rows = list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    if not rows or rows[0] != names:
        raise TableError(f"{path}: the header is not '{' '.join(names)}'")
    result = []
    for number, row in enumerate(rows[1:], 2):
        if len(row) != len(names):
            raise TableError(f"{path}:{number}: {len(row)} columns, not {len(names)}")
        result.append(row_type(*row))
    return result


def write_table(path, rows, row_type):
    lines = ["\t".join(field.name for field in fields(row_type))]
    lines += ["\t".join(" ".join(value.split()) for value in astuple(row)) for row in rows]
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write("\n".join(lines) + "\n")


def read_groups(path):
    groups = read_table(path, Group)
    for number, group in enumerate(groups, 2):
        if fault_of(group):
            raise TableError(f"{path}:{number}: {fault_of(group)}")
    keys = [group.key() for group in groups]
    for number in range(1, len(keys)):
        if keys[number] <= keys[number - 1]:
            raise TableError(f"{path}:{number + 2}: stands there twice, or not in the order "
                             "of project, file, line and checks")
    return groups


def read_units(path):
    units = read_table(path, Unit)
    keys = [(unit.project, unit.unit) for unit in units]
    if keys != sorted(set(keys)):
        raise TableError(f"{path}: units are not sorted, or one stands there twice")
    return units
