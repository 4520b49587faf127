#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures warplint on test/lit/fixes: is the bug found, and silent once fixed?

Each file there is a kernel of our own in the structure of one that a public fix
mends; with -DFIXED it stands as after the fix. Its head names the fix, its class
and the checks that would say what is wrong:

    // Fix: owner/name#123
    // Class: dependent launch
    // Check: pdl-order

A bug is found where a finding of such a check, or one of its notes, lies on a line
that ends in `// bug` or `// bug: text`. It counts in the shares where nothing at
all is reported once it is fixed. What is found with --certainty=model only does not
count and is told. The expectations for lit in the files are not read.

  fixes.py              print the table
  fixes.py --write      write it to docs/fixes.md
  fixes.py --verify     fail if docs/fixes.md says something else
"""

import argparse
import re
import subprocess
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "test"), str(ROOT / "benchmark/cost")]
# pylint: disable=wrong-import-position
from measures.page import table
from verify import read_findings, with_default_flags

HEAD = """\
# Fixes of public code

Written by `benchmark/fixes/fixes.py --write`. Each row is a fix that a public project
made in 2024 to 2026 and a file in `test/lit/fixes/`: a kernel of our own with the
structure of the one that was wrong, before and after. It was written from the fix, or
from what its file says. The place of a bug is where the wrong operation, its launch
or its call stands. "Before" names the check that finds the bug there, with no option
set; "after" must be silent. What is missed has a reason in its file. Rules were made
and mended because of these files, so the shares are no measure for bugs that nobody
has seen yet.

"""
PARTS = ("Fix", "Class", "Check")
TIME_LIMIT_SECONDS = 120


class Case(NamedTuple):
    file: Path
    fix: str
    label: str
    checks: list
    bug_lines: set


class Result(NamedTuple):
    case: Case
    before: str  # the check that finds it
    by_model: str  # the same with --certainty=model, where `before` is empty
    after: list  # the checks that still report something

    def mended(self):
        return bool(self.before) and not self.after


def read_case(path):
    lines = path.read_text().splitlines()
    parts = {}
    for line in lines:
        found = re.fullmatch(r"// (\w+): (.*\S)", line)
        if found and found[1] in PARTS:
            parts[found[1]] = found[2]
    missing = [part for part in PARTS if part not in parts]
    marked = {number for number, line in enumerate(lines, 1)
              if re.search(r"// bug(: .*)?$", line)}
    if missing or not marked:
        sys.exit(f"{path}: no line '// {missing[0]}: ...'" if missing else
                 f"{path}: no line ends in '// bug'")
    return Case(path, parts["Fix"], parts["Class"],
                [check.strip() for check in parts["Check"].split(",")], marked)


def lint(arguments, case, *options, define):
    command = [arguments.warplint, str(case.file), "--config={}", *options, "--",
               *with_default_flags(["-D" + define], arguments.toolkit)]
    done = subprocess.run(command, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=TIME_LIMIT_SECONDS)
    findings, errors = read_findings(done.stdout + "\n" + done.stderr)
    if "too large to see whole" in done.stdout + done.stderr:
        errors = [*errors, "not analysed whole: a kernel is too large"]
    if errors or done.returncode not in (0, 1):
        sys.exit("\n".join([f"failed: {' '.join(command)}", *errors, done.stderr[-2000:]]))
    return findings


def found_by(findings, case):
    """The first listed check with a finding or a note on a marked line."""
    for check in case.checks:
        for finding in findings:
            if finding.check == "warplint-" + check and any(
                    Path(place.file).name == case.file.name and place.line in case.bug_lines
                    for place in (finding, *finding.notes)):
                return check
    return ""


def measure(arguments, case):
    before = found_by(lint(arguments, case, define="BEFORE"), case)
    by_model = "" if before else found_by(
        lint(arguments, case, "--certainty=model", define="BEFORE"), case)
    after = lint(arguments, case, define="FIXED")
    return Result(case, before, by_model,
                  sorted({finding.check.removeprefix("warplint-") for finding in after}))


def share(results):
    good = sum(result.mended() for result in results)
    return f"{good} of {len(results)} ({round(100 * good / len(results))}%)"


def report(results):
    classes = defaultdict(list)
    for result in results:
        classes[result.case.label].append(result)
    rows = [(r.case.fix, label, r.case.file.stem,
             r.before or (f"missed ({r.by_model} with `--certainty=model`)"
                          if r.by_model else "missed"),
             f"reported: {', '.join(r.after)}" if r.after else "silent")
            for label, group in classes.items() for r in group]
    shares = [(label, share(group)) for label, group in classes.items()]
    return (table(["fix", "class", "file", "before", "after"], rows) + "\n"
            + table(["class", "found before and silent after"],
                    [*shares, ("in all", share(results))]))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--warplint", default=str(ROOT / "build/bin/warplint"))
    parser.add_argument("--toolkit", default="", metavar="FOLDER")
    parser.add_argument("--fixes", type=Path, default=ROOT / "test/lit/fixes",
                        metavar="FOLDER")
    parser.add_argument("--page", type=Path, default=ROOT / "docs/fixes.md")
    parser.add_argument("--jobs", "-j", type=int, default=1)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--write", action="store_true")
    what.add_argument("--verify", action="store_true")
    arguments = parser.parse_args()

    cases = sorted(map(read_case, arguments.fixes.glob("*.cu")),
                   key=lambda case: (case.label, case.fix.lower()))
    if not cases:
        sys.exit(f"no fixes in {arguments.fixes}")
    with ThreadPoolExecutor(arguments.jobs) as pool:
        text = report(list(pool.map(lambda case: measure(arguments, case), cases)))
    if arguments.write:
        arguments.page.write_text(HEAD + text)
    elif arguments.verify:
        if arguments.page.read_text() != HEAD + text:
            sys.exit(f"{text}\n{arguments.page} says something else: "
                     "run benchmark/fixes/fixes.py --write")
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
