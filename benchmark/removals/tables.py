# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables of removals: which places, and what readers said of them."""

import csv
from pathlib import Path

COLUMNS = ("file", "line", "column", "kind", "statement", "needed", "reason", "judged_by")
VERDICTS = ("yes", "no", "unclear")


def read_table(path):
    """The rows of a tab-separated table with a header line."""
    with open(path, encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def write_table(path, rows, columns=COLUMNS):
    lines = ["\t".join(columns)]
    for row in rows:
        values = [" ".join(str(row.get(name, "")).split()) for name in columns]
        lines.append("\t".join(values))
    Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")


def rows_of(places):
    return [{"file": place.file, "line": place.line, "column": place.column,
             "kind": place.kind, "statement": place.statement} for place in places]


# ---- what readers said


class Verdicts:
    """What was said of one place: (verdict, reason, by whom)."""

    def __init__(self):
        self.said = []

    def add(self, verdict, reason, reader):
        self.said.append((verdict, reason, reader))

    def agreed(self):
        return len({verdict for verdict, _, _ in self.said}) == 1


def row_named(said, rows):
    """The rows of a table that a reader's row means, by line and, if given, column."""
    return [row for row in rows if row["file"] == said["file"] and row["line"] == said["line"]
            and said.get("column") in (None, "", row["column"])]


def told(row):
    return f"{row['file']}:{row['line']}:{row['column']}"


def merge(rows, readers, decides):
    """Fills in `needed`, `reason` and `judged_by`; returns what does not fit together.

    `readers` is a list of (name, rows). Where they disagree with each other, or with what
    the table says, it is left as it is, unless `decides`, of the same form, says what holds.
    """
    problems, verdicts = [], {}
    for is_last, (name, said) in [(False, each) for each in readers] + [
            (True, each) for each in decides]:
        for row in said:
            named = row_named(row, rows)
            if len(named) != 1:
                problems.append(f"{name}: {row['file']}:{row['line']}: {len(named)} places")
            elif row["needed"] not in VERDICTS:
                problems.append(f"{name}: {told(named[0])}: no verdict: '{row['needed']}'")
            else:
                verdicts.setdefault(told(named[0]), {}).setdefault(is_last, Verdicts()).add(
                    row["needed"], row.get("reason") or "", name)
    for row in rows:
        of_row = verdicts.get(told(row))
        if of_row:
            problems += settle(row, of_row)
    return problems


def settle(row, verdicts):
    """Writes what was said of a place into its row, or returns why that was not done."""
    if True in verdicts:
        row["needed"], row["reason"], row["judged_by"] = verdicts[True].said[-1]
        return []
    readers = verdicts[False]
    if row["needed"] in VERDICTS and row["judged_by"] not in {by for _, _, by in readers.said}:
        readers.add(row["needed"], row["reason"], row["judged_by"])
    if not readers.agreed():
        words = ", ".join(f"{by} says {verdict}" for verdict, _, by in readers.said)
        return [f"{told(row)}: {words}"]
    row["needed"], row["reason"], _ = readers.said[0]
    row["judged_by"] = ",".join(sorted({name for _, _, by in readers.said
                                        for name in by.split(",") if name}))
    return []
