# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws findings for two readers, and puts together what they answer.

A drawn group is what a run says in one file by one check. A sheet holds neither
certainty nor what anybody else has said; each reader has an order of their own.
"""

import csv
import hashlib
from collections import defaultdict

from groups import NOBODY, VERDICTS, Group, TableError, agreed
from scoring import TIERS, Reported

SHEET = ("project", "file", "lines", "check", "kernels", "says", "verdict", "reason")
KEY = SHEET[:4]


def order_of(seed, *words):
    """A number that only the seed and the words decide."""
    return hashlib.sha256("\0".join((seed, *words)).encode()).hexdigest()


def groups_of_run(findings):
    """(project, file, check) -> its findings, a finding of several units once."""
    found = defaultdict(dict)
    for finding in findings:
        group = found[finding.project, finding.file, finding.check]
        group.setdefault((finding.line, finding.message), finding)
    return {key: [group[place] for place in sorted(group)] for key, group in found.items()}


def draw(findings, seed, count, tiers):
    """The keys of the groups that the seed draws."""
    asked = {key for key, group in groups_of_run(findings).items()
             if Reported(None, group).tier() in tiers}
    return sorted(asked, key=lambda key: order_of(seed, *key))[:count]


def sheet_row(key, group):
    project, file, check = key
    lines = ",".join(str(line) for line in sorted({finding.line for finding in group}))
    kernels = sorted({finding.kernel for finding in group if finding.kernel})
    said = sorted({f"{finding.line}: {finding.message}" for finding in group})
    return {"project": project, "file": file, "lines": lines, "check": check,
            "kernels": ", ".join(kernels), "says": " | ".join(said), "verdict": "",
            "reason": ""}


def sheet(findings, keys, seed, reader):
    """The rows for one reader, in an order that is the reader's own."""
    groups = groups_of_run(findings)
    ordered = sorted(keys, key=lambda key: order_of(seed, reader, *key))
    return [sheet_row(key, groups[key]) for key in ordered]


def write_sheet(path, rows):
    lines = ["\t".join(SHEET)]
    lines += ["\t".join(" ".join(row[name].split()) for name in SHEET) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_sheet(path):
    """Key of a row -> (verdict, reason, the row); every row has to be answered."""
    with open(path, encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    answers = {}
    for number, row in enumerate(rows, 2):
        if row["verdict"] not in VERDICTS:
            raise TableError(f"{path}:{number}: verdict '{row['verdict']}' is none of "
                             + ", ".join(VERDICTS))
        if not (row["reason"] or "").strip():
            raise TableError(f"{path}:{number}: no reason")
        answers[tuple(row[name] for name in KEY)] = row
    return answers


def disagreements(first, second):
    """The keys on which two readers differ."""
    if first.keys() != second.keys():
        raise TableError("the two sheets do not hold the same groups")
    return [key for key in sorted(first) if first[key]["verdict"] != second[key]["verdict"]]


def merged(first, second, third, findings, source):
    """Rows for groups.tsv of all that is decided."""
    runs = groups_of_run(findings)
    rows = []
    for key in sorted(first):
        r1, r2 = first[key]["verdict"], second[key]["verdict"]
        last = third[key]["verdict"] if r1 != r2 and key in third else NOBODY
        verdict = agreed(r1, r2, last)
        if verdict is None:
            continue
        said = next(sheet[key] for sheet in (first, second, third)
                    if key in sheet and sheet[key]["verdict"] == verdict)
        project, file, lines, check = key
        run = Reported(None, runs.get((project, file, check), []))
        rows.append(Group(project, file, lines, check, run.tier() if run.findings else NOBODY,
                          run.certainty() if run.findings else NOBODY, verdict,
                          said["reason"], r1, r2, last, source))
    return sorted(rows, key=Group.key)


def known_tiers(text):
    tiers = text.split(",")
    if not set(tiers) <= set(TIERS):
        raise TableError(f"'{text}' names a tier that is none of {', '.join(TIERS)}")
    return tiers

