#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs warplint on folders of pairs: is the bug found, is what is right left alone?

  pairs.py FOLDER...                  a line for each case, then totals of each folder
  pairs.py FOLDER... --verbose        with every finding below its case
  pairs.py FOLDER... --write FILE     stores the outcomes as a table
  pairs.py FOLDER... --expect FILE    exit code 1 if they differ from that table
  pairs.py FOLDER... -- -DNAME -I...  flags for all files

A pair is CASE/before.cu and CASE/after.cu, or CASE-before.cu and CASE-after.cu. The
wrong line of `before` ends in `// BUG`; the second line of a file may name its
architecture: `// arch: sm_100a`. cases.py says what other files are asked.

  found           a finding of the correctness tier within one line of the mark
  both accesses   one that names both accesses of the bug (accesses.tsv has their lines)
  elsewhere       correctness says something, but not there
  unplaced        it says something of a file that marks no place
  other tier      only portability or modernize says something there
  missed          nothing is said there
  silent, accused of right code: whether the correctness tier says nothing

Which check says it does not matter for any of these; how often it is the one that
log.tsv expects is counted apart. Without --expect the exit code is 0.
"""

import argparse
import csv
import shutil
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path

from cases import PARTS, RIGHT, WRONG, cases_below, read_accesses
from outcomes import Linter, outcome_of

HERE = Path(__file__).resolve().parent
WARPLINT = HERE.parents[1] / "build/bin/warplint"
COLUMNS = ["group", "case", "part", "outcome", "by"]
FOUND = ("found", "both accesses")
NOT_FOUND = ("elsewhere", "unplaced", "other tier", "missed", "failed")
# Part -> the outcome that is wanted of it.
WANTED = {"parse": "whole", "cache": "same", "hostile": "ended"}


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--warplint", type=Path, default=WARPLINT, metavar="BIN")
    parser.add_argument("--jobs", "-j", type=int, default=1, metavar="N")
    parser.add_argument("--verbose", "-v", action="store_true")
    parser.add_argument("--expect", type=Path, metavar="FILE")
    parser.add_argument("--write", type=Path, metavar="FILE",
                        help="rows of folders that were not run stay")
    parser.add_argument("--accesses", type=Path, default=HERE / "accesses.tsv", metavar="FILE",
                        help="lines of the accesses: case, first, second (default: %(default)s)")
    parser.add_argument("--arch", default="sm_90", metavar="sm_XX",
                        help="of files that name none (default: %(default)s)")
    parser.add_argument("--cuda-path", default="", metavar="FOLDER")
    parser.add_argument("--cache", default="off", metavar="FOLDER",
                        help="keep precompiled headers there: faster, and one more thing "
                        "that may change an answer (default: off)")
    words, flags = sys.argv[1:], []
    if "--" in words:
        end = words.index("--")
        words, flags = words[:end], words[end + 1:]
    parsed = parser.parse_intermixed_args(words)
    parsed.flags = flags
    return parsed


def check_arguments(arguments):
    found = shutil.which(str(arguments.warplint))
    if not found:
        stop(f"{arguments.warplint} is not built")
    arguments.warplint = Path(found).resolve()
    if arguments.cache != "off":
        arguments.cache = str(Path(arguments.cache).resolve())


def stop(text):
    print("pairs.py: " + text, file=sys.stderr)
    sys.exit(2)


def read_cases(arguments):
    accesses = read_accesses(arguments.accesses)
    cases = {}
    for folder in arguments.folders:
        found = cases_below(folder, accesses)
        if not found:
            stop(f"no *.cu in {folder}")
        for case in found:
            if cases.setdefault(case.key(), case).path != case.path:
                stop(f"two cases are called {case.group}/{case.name}")
    return [cases[key] for key in sorted(cases)]


def findings_of(row):
    for finding in row.answer.findings:
        yield (f"    {row.part}:{finding['line']}: {finding['message']} "
               f"[{finding['check']}, {finding['category']}, {finding['certainty']}]")
    for reason in row.answer.incomplete:
        yield f"    {row.part}: incomplete: {reason}"
    if row.answer.cut:
        yield f"    {row.part}: a limit of work was met"


def print_cases(rows, verbose):
    """A line for each case: what became of its parts."""
    for (group, name), parts in groupby(rows, key=lambda row: (row.group, row.name)):
        parts = list(parts)
        said = ", ".join(f"{row.part} {row.said()}" for row in parts)
        expected = next((row.expected for row in parts if row.expected), "")
        print(f"{group}/{name}: {said}" + (f" [expected: {expected}]" if expected else ""))
        if verbose:
            print("".join(line + "\n" for row in parts for line in findings_of(row)), end="")


def total_of_bugs(rows):
    counts = Counter(row.outcome for row in rows)
    found = sum(counts[outcome] for outcome in FOUND)
    text = f"{found} of {len(rows)} found"
    if counts["both accesses"]:
        text += f" ({counts['both accesses']} of them by both accesses)"
    named = [row for row in rows if row.expected]
    if named:
        text += f", {sum(row.is_expected for row in named)} by the check that was expected"
    return ", ".join([text, *(f"{counts[outcome]} {outcome}" for outcome in NOT_FOUND
                              if counts[outcome])])


def total_of_right_code(part, rows):
    counts = Counter(row.outcome for row in rows)
    same = counts.pop("same code as before", 0)
    silent = counts.pop("silent", 0)
    text = f"{part}: {silent} of {len(rows) - same} silent"
    text += "".join(f", {counts[outcome]} {outcome}" for outcome in sorted(counts))
    return text + (f"; {same} not counted: the same code as before" if same else "")


def total(part, rows):
    if part in WRONG:
        return f"{part}: {total_of_bugs(rows)}"
    if part in RIGHT:
        return total_of_right_code(part, rows)
    counts = Counter(row.outcome for row in rows)
    wanted = WANTED[part]
    rest = "".join(f", {count} {outcome}" for outcome, count in sorted(counts.items())
                   if outcome != wanted)
    return f"{part}: {counts[wanted]} of {len(rows)} {wanted}{rest}"


def print_totals(rows):
    for group, in_group in groupby(rows, key=lambda row: row.group):
        in_group = list(in_group)
        for part in PARTS:
            of_part = [row for row in in_group if row.part == part]
            if of_part:
                print(f"{group}, {total(part, of_part)}")


def read_table(path):
    """{(group, case, part): (outcome, by)}"""
    with path.open(newline="") as table:
        return {(row["group"], row["case"], row["part"]): (row["outcome"], row["by"])
                for row in csv.DictReader(table, delimiter="\t")}


def write_table(path, rows):
    kept = read_table(path) if path.exists() else {}
    groups = {row.group for row in rows}
    table = {key: said for key, said in kept.items() if key[0] not in groups}
    table.update((row.key(), (row.outcome, row.by)) for row in rows)
    path.write_text("".join("\t".join(line) + "\n" for line in [
        COLUMNS, *((*key, *table[key]) for key in sorted(table))]))


def differences(rows, expected):
    """A line for each case of the folders that were run that came out otherwise."""
    groups = {row.group for row in rows}
    now = {row.key(): (row.outcome, row.by) for row in rows}
    for key in sorted({*now, *(key for key in expected if key[0] in groups)}):
        here, there = (said.get(key) for said in (now, expected))
        if here != there:
            texts = [" ".join(filter(None, said)) if said else "nothing" for said in (there, here)]
            yield f"{key[0]}/{key[1]} {key[2]}: was {texts[0]}, is {texts[1]}"


def main():
    arguments = parse_arguments()
    check_arguments(arguments)
    linter = Linter(arguments.warplint, arguments.arch, arguments.flags, arguments.cuda_path,
                    arguments.cache)
    cases = read_cases(arguments)
    with ThreadPoolExecutor(arguments.jobs) as pool:
        rows = list(pool.map(lambda case: outcome_of(linter, case), cases))
    print_cases(rows, arguments.verbose)
    print()
    print_totals(rows)
    if arguments.write:
        write_table(arguments.write, rows)
    if arguments.expect:
        found = list(differences(rows, read_table(arguments.expect)))
        print("".join(f"different: {line}\n" for line in found), end="")
        return 1 if found else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
