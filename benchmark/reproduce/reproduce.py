#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many findings `warplint reproduce` shows on a GPU, and that no mended twin fails.

    reproduce.py prepare --warplint BIN [--pairs FOLDER]... [--own] FOLDER
        writes FOLDER/<n>/shown.cu, and mended.cu beside it; needs no GPU
    reproduce.py run FOLDER [--jobs N]
        builds and runs them, writes FOLDER/results.json; needs nvcc and a GPU, and
        of this folder only this file
    reproduce.py table FOLDER
        prints the outcome per check; ends with 1 if a mended twin failed

The findings are those of drawn.tsv (--own) and of the folders of pairs; draw.py says by
which rule. A finding counts as shown if its reproduction ends with 1 and that of the
mended twin, where there is one, does not; or, of intrinsics that the target no longer
has, if nvcc refuses them and builds the twin.
"""

import argparse
import csv
import json
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
LINT_SECONDS, BUILD_SECONDS, RUN_SECONDS = 120, 180, 90
# What a reproduction says that nvcc alone shows, and how nvcc refuses it.
COMPILER = "// nvcc does not build it: that shows the finding.\n"
NO_LONGER = re.compile(r"\b__(shfl|any|all|ballot)\w*\b|'(vote|shfl)' without '.sync'")
RACES = {"shared-memory-race", "global-memory-race", "implicit-warp-sync", "non-atomic-update"}


#===----------------------------------------------------------------------===#
# Preparing
#===----------------------------------------------------------------------===#

def lint(warplint, file, options, flags, report):
    """The results of the report, in its order; of one that is there already."""
    if not report.is_file():
        subprocess.run([warplint, file, "--cache=off", "--config={}", f"--source-root={file.parent}",
                        "--format=sarif", "-o", report, "--quiet", *options, "--", *flags],
                       timeout=LINT_SECONDS, capture_output=True, check=False)
    if not report.is_file():
        return []
    return json.loads(report.read_text())["runs"][0]["results"]


def line_of(result):
    return result["locations"][0]["physicalLocation"]["region"]["startLine"]


def function_of(result):
    return result["locations"][0].get("logicalLocations", [{}])[0].get("fullyQualifiedName")


def edits_of(results, wanted, file):
    """The replacements in the file itself, for all that is found in the function: a twin
    with one bug left may fail by that."""
    return [replacement for result in results if function_of(result) == function_of(wanted)
            for fix in result.get("fixes", [])
            for change in fix["artifactChanges"]
            if change["artifactLocation"]["uri"] == file.name
            for replacement in change["replacements"]]


def own_entries():
    # pylint: disable=import-outside-toplevel
    sys.path[:0] = [str(REPOSITORY / "benchmark/golden"), str(REPOSITORY / "test")]
    import run_lines
    with (HERE / "drawn.tsv").open(newline="") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            file = REPOSITORY / row["file"]
            run = run_lines.runs_of(file.read_text(), file)[0]
            yield {"group": "own", "name": f"{file.parent.name}/{file.stem}:{row['line']}",
                   "file": file, "check": row["check"], "lines": {int(row["line"])},
                   "options": list(run.options), "flags": list(run.flags), "after": None}


def pair_entries(root):
    # pylint: disable=import-outside-toplevel
    sys.path.insert(0, str(REPOSITORY / "benchmark/pairs"))
    import cases
    found = cases.cases_below(root, {})
    after = {(case.group, case.name): case.path for case in found if case.part == "after"}
    for case in found:
        if case.part in cases.WRONG and case.marks():
            yield {"group": root.name, "name": f"{case.group}/{case.name}", "file": case.path,
                   "check": None, "lines": {mark + by for mark in case.marks() for by in (-1, 0, 1)},
                   "options": [], "flags": ["-std=c++17", "-arch=" + case.architecture("sm_90")],
                   "after": after.get((case.group, case.name))}


def found_of(entry, results):
    """The position of the finding and itself, or None."""
    for number, result in enumerate(results, 1):
        check = result["ruleId"].removeprefix("warplint-")
        if line_of(result) in entry["lines"] and entry["check"] in (None, check):
            return number, result
    return None


def keeps_a_bug(warplint, entry, wanted, text, folder):
    """Whether something is still found in the function once the edits are made."""
    file = folder / entry["file"].name
    file.write_text(text)
    report = folder / "mended.sarif"
    results = lint(warplint, file, entry["options"],
                   [*entry["flags"], f"-I{entry['file'].parent}"], report)
    file.unlink()
    return not report.is_file() or any(function_of(result) == function_of(wanted)
                                       for result in results)


def code_of(text):
    """Without comments: a mended source has another."""
    return re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S).split()


def write_twin(warplint, entry, results, result, folder):
    """Says why there is none, or ""."""
    import twins  # pylint: disable=import-outside-toplevel
    before = entry["file"].read_text()
    if entry["after"]:
        after = entry["after"].read_text()
        if code_of(after) == code_of(before):
            return "the mended source is the wrong one, but for comments"
    elif edits_of([result], result, entry["file"]):
        edits = edits_of(results, result, entry["file"])
        after = twins.apply_edits(before, edits)
        if keeps_a_bug(warplint, entry, result, after, folder):
            return "the edits leave a finding in the function"
    else:
        return "no suggested edit"
    mended = twins.merged(before, after, (folder / "shown.cu").read_text())
    if mended is None:
        return "the edit changes what is recorded"
    (folder / "mended.cu").write_text(mended)
    return ""


def prepare_one(warplint, entry, folder):
    """What is known of it before anything ran, or None if nothing is found."""
    folder.mkdir(parents=True, exist_ok=True)
    report = folder / "report.sarif"
    results = lint(warplint, entry["file"], entry["options"], entry["flags"], report)
    found = found_of(entry, results)
    row = {"group": entry["group"], "name": entry["name"], "check": entry["check"],
           "flags": entry["flags"], "refused": "", "twin": ""}
    if not found:
        return None if entry["check"] is None else row | {"refused": "not found today"}
    number, result = found
    row["check"] = result["ruleId"].removeprefix("warplint-")
    answer = subprocess.run(
        [warplint, "reproduce", report, f"--finding={number}", f"--source-root={entry['file'].parent}",
         "-o", folder / "shown.cu", "--", *entry["flags"]],
        capture_output=True, text=True, timeout=LINT_SECONDS, check=False)
    if answer.returncode != 0:
        return row | {"refused": re.sub(r"^warplint: (error: )?", "", answer.stderr.strip())[:300]}
    return row | {"twin": write_twin(warplint, entry, results, result, folder)}


def prepare(options):
    entries = list(own_entries()) if options.own else []
    for root in options.pairs:
        entries += pair_entries(root.resolve())
    options.folder.mkdir(parents=True, exist_ok=True)

    def one(numbered):
        number, entry = numbered
        name = f"{number:03}"
        row = prepare_one(options.warplint, entry, options.folder / name)
        return row and row | {"folder": name}

    with ThreadPoolExecutor(options.jobs) as pool:
        rows = [row for row in pool.map(one, enumerate(entries)) if row]
    (options.folder / "prepared.json").write_text(json.dumps(rows, indent=1) + "\n")
    print(f"{len(rows)} findings, {sum(not row['refused'] for row in rows)} reproductions")
    return 0


#===----------------------------------------------------------------------===#
# Running
#===----------------------------------------------------------------------===#

def nvcc_flags(flags, source):
    """Those that the source itself names, and what it is not complete without."""
    named = re.search(r"^//   nvcc (.*) -o shown shown\.cu", source.read_text(), re.M)
    return named[1].split() + [flag for flag in flags if flag.startswith(("-D", "-I"))]


def run_one(row, folder):
    outcome = {}
    (folder / row["folder"]).mkdir(exist_ok=True)
    for variant in ("shown", "mended"):
        source = folder / row["folder"] / f"{variant}.cu"
        if not source.is_file():
            continue
        program = source.with_suffix("")
        try:
            built = subprocess.run(["nvcc", *nvcc_flags(row["flags"], source), "-w", "-o", program, source],
                                   capture_output=True, text=True, timeout=BUILD_SECONDS,
                                   check=False)
        except subprocess.TimeoutExpired:
            outcome[variant] = {"builds": False, "says": "nvcc takes too long"}
            continue
        outcome[variant] = {"builds": built.returncode == 0}
        if built.returncode:
            outcome[variant]["says"] = built.stderr[-600:]
            outcome[variant]["refused"] = bool(
                COMPILER in source.read_text() and NO_LONGER.search(built.stderr))
            continue
        ran = subprocess.run(["timeout", "-k", "2", str(RUN_SECONDS), program],
                             capture_output=True, text=True, check=False)
        outcome[variant] |= {"ends": ran.returncode, "says": (ran.stdout + ran.stderr)[-600:]}
        program.unlink()
    (folder / row["folder"] / "outcome.json").write_text(json.dumps(row | outcome))
    return outcome


def run(options):
    rows = json.loads((options.folder / "prepared.json").read_text())
    with ThreadPoolExecutor(options.jobs) as pool:
        outcomes = list(pool.map(lambda row: run_one(row, options.folder), rows))
    results = [row | outcome for row, outcome in zip(rows, outcomes)]
    (options.folder / "results.json").write_text(json.dumps(results, indent=1) + "\n")
    return table(options)


#===----------------------------------------------------------------------===#
# The table
#===----------------------------------------------------------------------===#

COLUMNS = ["findings", "written", "built", "shown", "by nvcc", "twins", "twins fail"]


def counts_of(row):
    shown, mended = row.get("shown"), row.get("mended")
    twin_fails = bool(mended) and mended.get("ends") == 1
    by_nvcc = bool(shown) and bool(shown.get("refused")) and (not mended or mended["builds"])
    counts = {"findings": 1, "written": bool(shown), "built": bool(shown) and shown["builds"],
            "shown": by_nvcc or (bool(shown) and shown.get("ends") == 1 and not twin_fails),
            "by nvcc": by_nvcc,
            "twins": bool(mended) and mended["builds"], "twins fail": twin_fails}
    return {column: int(number) for column, number in counts.items()}


def print_table(name, groups):
    print(f"| {name} | " + " | ".join(COLUMNS) + " |")
    print("|---" * (len(COLUMNS) + 1) + "|")
    for group, counts in groups:
        print(f"| {group} | " + " | ".join(str(counts[column]) for column in COLUMNS) + " |")
    print()


def table(options):
    rows = json.loads((options.folder / "results.json").read_text())
    by_check, by_group, whole = defaultdict(Counter), defaultdict(Counter), Counter()
    races = Counter()
    for row in rows:
        counts = counts_of(row)
        for counter in (by_check[row["check"]], by_group[row["group"]], whole,
                        races if row["check"] in RACES else Counter()):
            counter.update(counts)
    print_table("check", sorted(by_check.items()))
    print_table("group", [*sorted(by_group.items()), ("races", races), ("all", whole)])
    if options.reasons:
        for row in rows:
            if not counts_of(row)["shown"]:
                shown = row.get("shown") or {}
                why = row["refused"] or f"ends {shown.get('ends')}: {shown.get('says', '')}"
                print(f"{row['folder']} {row['check']} {row['name']}: "
                      + " ".join(why.split())[:options.reasons])
    return 1 if whole["twins fail"] else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=["prepare", "run", "table"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--warplint", type=Path)
    parser.add_argument("--pairs", type=Path, action="append", default=[])
    parser.add_argument("--own", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--reasons", type=int, default=0, metavar="CHARACTERS",
                        help="say of each finding that is not shown why")
    options = parser.parse_args()
    options.folder = options.folder.resolve()
    if options.step == "prepare":
        if not options.warplint:
            parser.error("--warplint says which program")
        options.warplint = options.warplint.resolve()
        return prepare(options)
    return run(options) if options.step == "run" else table(options)


if __name__ == "__main__":
    sys.exit(main())
