#!/usr/bin/env python3
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures warplint on fixed bugs: is the bug found, and silent once fixed?

The labels are a table (tab-separated, with a header line) with the columns
id, repo, fixing_commit_or_PR, parent, path, class, line_in_before: the bug is
in `path` at the parent commit, near the lines (`12,40`, may be empty) or near
a line that the fix changes. ROOT is a clone with both commits; its work tree
is not touched.

Headers need a unit that includes them. A second table (--units, columns bug,
unit, arguments) names units: `bug` is an id, or a repository for those of its
bugs that have no line of their own; `unit` is a file of the tree, or a file
beside the table if it begins with `./` (written for the bug, so a finding in it
counts wherever it is), or empty for the bug's file itself.
{tree} and {table} in the arguments stand for the folders of both. Arguments
after `--` go to every unit.

  realbugs.py --bugs bugs.tsv --units units.tsv \\
      --root owner/name=/code/name --expect divergent-barrier=divergent-barrier \\
      -- -std=c++17 --cuda-gpu-arch=sm_80

Outcomes: caught (found in the parent, silent after the fix), still reported
(found, and found near there after the fix too), missed, does not parse and
analysis cut (missed, and some unit could not be seen whole), no revision.
"""

import argparse
import csv
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

LOCATION = re.compile(r"^(?P<path>\S.*?):(?P<line>\d+):\d+: (?P<kind>warning|note): "
                      r"(?P<text>.*?)(?: \[warplint-(?P<check>[\w-]+)\])?$")


class Finding(NamedTuple):
    check: str
    places: tuple  # (path in the tree, line), the finding's own first
    text: str


class Run(NamedTuple):
    findings: frozenset
    parsed: bool
    cut: bool


def parse_arguments():
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bugs", required=True, type=Path)
    parser.add_argument("--units", type=Path)
    parser.add_argument("--root", action="append", default=[], metavar="REPO=CLONE")
    parser.add_argument("--expect", action="append", default=[],
                        metavar="CLASS=CHECK[,CHECK]",
                        help="checks that count as finding a class; "
                        "bugs of other classes are left out")
    parser.add_argument("--only", action="append", default=[], metavar="ID")
    parser.add_argument("--near", type=int, default=40, metavar="LINES")
    parser.add_argument("--keep", type=Path, metavar="FOLDER",
                        help="keep the trees there and use them again")
    parser.add_argument("--skip", action="append", default=[], metavar="PATTERN",
                        help="leave these files of a tree out, e.g. '*.png'")
    parser.add_argument("--warplint", default="build/bin/warplint")
    parser.add_argument("--timeout", type=float, default=300)
    parser.add_argument("--jobs", "-j", type=int, default=1)
    parser.add_argument("--verbose", action="store_true",
                        help="show the findings near the bug and first errors")
    arguments = parser.parse_args(words[:split])
    arguments.extra = words[split + 1:]
    return arguments


def pairs(items):
    return dict(item.split("=", 1) for item in items)


def read_table(path):
    with open(path, newline="") as table:
        return list(csv.DictReader(table, delimiter="\t"))


def git(root, *words):
    return subprocess.run(["git", "-C", str(root), *words], check=True,
                          capture_output=True, text=True).stdout


def check_out(root, revision, folder, skip):
    """The whole tree of a revision; units may include any of it."""
    if folder.exists():
        return
    part = folder.with_name(folder.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    left_out = [f":(exclude){pattern}" for pattern in skip]
    with tempfile.TemporaryFile("w+") as errors:
        archive = subprocess.Popen(
            ["git", "-C", str(root), "archive", revision, "--", ".", *left_out],
            stdout=subprocess.PIPE, stderr=errors)
        subprocess.run(["tar", "-x", "-C", str(part)], stdin=archive.stdout,
                       stderr=subprocess.DEVNULL)
        if archive.wait():
            errors.seek(0)
            sys.exit(f"{errors.read()}git archive {revision} failed; --skip leaves "
                     "files out that the clone lacks")
    part.rename(folder)


def hunks(root, before, after, path):
    """(first line, lines) in the old and in the new version, per change."""
    for hunk in re.finditer(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@",
                            git(root, "diff", "-U0", before, after, "--", path),
                            re.MULTILINE):
        yield [int(n) if n is not None else 1 for n in hunk.groups()]


def places_of(labelled, changes):
    """Lines of both versions where the bug is: labelled ones and the fix's."""
    old, new = set(labelled), set()
    for start, count, new_start, new_count in changes:
        old.update(range(start, start + max(count, 1)))
        new.update(range(new_start, new_start + max(new_count, 1)))
    for line in labelled:
        new.add(line + sum(new_count - count for start, count, _, new_count
                           in changes if start + count <= line))
    return old, new


def units_of(bug, table, lines):
    """(unit, arguments) pairs; the unit is absolute or relative to the tree."""
    own = ([line for line in lines if line["bug"] == bug["id"]]
           or [line for line in lines if line["bug"] == bug["repo"]]
           or [{"unit": "", "arguments": ""}])
    for line in own:
        unit = line["unit"] or bug["path"]
        if unit.startswith("./"):
            unit = str(table.resolve().parent / unit)
        yield unit, line["arguments"] or ""


def parse_output(output, tree):
    findings, places, head = set(), [], None

    def finish():
        if head:
            findings.add(Finding(head[0], tuple(places), head[1]))

    for line in output.splitlines():
        found = LOCATION.match(line)
        if not found:
            continue
        if found["kind"] == "warning":
            finish()
            head, places = (found["check"] or "", found["text"]), []
        path = Path(found["path"]).resolve()
        if path.is_relative_to(tree):
            path = path.relative_to(tree)
        places.append((str(path), int(found["line"])))
    finish()
    return findings


def lint(arguments, checks, tree, units, table):
    findings, parsed, cut = set(), True, False
    for unit, own in units:
        options = [word.replace("{tree}", str(tree))
                   .replace("{table}", str(table.resolve().parent) if table else "")
                   for word in shlex.split(own)]
        command = [arguments.warplint, str(tree / unit),
                   "--checks=-*," + ",".join("warplint-" + c for c in checks),
                   "--config={}",  # not what the repository's .clang-tidy says
                   "--", *arguments.extra, *options]
        try:
            done = subprocess.run(command, capture_output=True, text=True,
                                  timeout=arguments.timeout, cwd=tree)
        except subprocess.TimeoutExpired:
            cut = True
            continue
        output = done.stdout + done.stderr
        findings |= parse_output(output, tree)
        cut |= "too large to see whole" in output
        if done.returncode not in (0, 1):
            parsed = False
            if arguments.verbose:
                print(f"  {unit}: " + "\n  ".join(done.stderr.splitlines()[-3:]))
    return Run(frozenset(findings), parsed, cut)


def near(run, checks, path, lines, reach, units):
    def at_the_bug(place):
        file, number = place
        return (file in units or file == path
                and any(abs(number - line) <= reach for line in lines))
    return sorted(finding for finding in run.findings if finding.check in checks
                  and any(map(at_the_bug, finding.places)))


def outcome_of(before, hits, left):
    if hits:
        return "still reported" if left else "caught"
    if not before.parsed:
        return "does not parse"
    return "analysis cut" if before.cut else "missed"


def measure(arguments, bug, root, checks, unit_lines, keep):
    path, revisions = bug["path"], (bug["parent"], bug["fixing_commit_or_PR"])
    try:
        for revision in revisions:
            git(root, "cat-file", "-e", f"{revision}:{path}")
    except subprocess.CalledProcessError:
        return "no revision", [], []
    units = list(units_of(bug, arguments.units, unit_lines))
    written = {unit for unit, _ in units if Path(unit).is_absolute()}
    labelled = {int(n) for n in re.findall(r"\d+", bug["line_in_before"] or "")}
    places = places_of(labelled, list(hunks(root, *revisions, path)))
    runs, hits = [], []
    for revision, name, lines in zip(revisions, ("before", "after"), places):
        tree = (keep / bug["id"] / name).resolve()
        check_out(root, revision, tree, arguments.skip)
        runs.append(lint(arguments, checks, tree, units, arguments.units))
        hits.append(near(runs[-1], checks, path, lines, arguments.near, written))
    return outcome_of(runs[0], *hits), *hits


def describe(finding):
    places = " ".join(f"{Path(path).name}:{line}" for path, line in finding.places)
    return f"{places} {finding.text} [{finding.check}]"


def main():
    arguments = parse_arguments()
    roots = pairs(arguments.root)
    expected = {label: checks.split(",")
                for label, checks in pairs(arguments.expect).items()}
    arguments.warplint = str(Path(arguments.warplint).resolve())
    bugs = [bug for bug in read_table(arguments.bugs)
            if bug["repo"] in roots and bug["class"] in expected
            and (not arguments.only or bug["id"] in arguments.only)]
    unit_lines = read_table(arguments.units) if arguments.units else []
    counts = Counter()

    with tempfile.TemporaryDirectory() as scratch, \
            ThreadPoolExecutor(arguments.jobs) as pool:
        results = pool.map(
            lambda bug: measure(arguments, bug, roots[bug["repo"]],
                                expected[bug["class"]], unit_lines,
                                arguments.keep or Path(scratch)), bugs)
        for bug, (outcome, hits, left) in zip(bugs, results):
            counts[bug["class"], outcome] += 1
            print(f"{outcome:15} {bug['id']:16} {bug['class']}: {bug['path']} "
                  f"({len(hits)} before, {len(left)} after)", flush=True)
            if arguments.verbose:
                for name, findings in (("before", hits), ("after", left)):
                    for finding in findings:
                        print(f"  {name}: {describe(finding)}")
    for (label, outcome), count in sorted(counts.items()):
        print(f"{label:40} {count} {outcome}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
