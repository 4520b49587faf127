#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What tools say of pairs of a bug and its fix.

    bugs.py run RESULTS.json [--warplint BIN] [--clang-tidy BIN] [--sanitizer BIN] [--only TEXT]
        runs the tools that are named over the cases of cases.tsv; adds to the results of
        an earlier run. compute-sanitizer needs nvcc and a GPU
    bugs.py evidence RESULTS.json
        adds what compute-sanitizer has said of the cases of runtime_validation
    bugs.py table RESULTS.json
        prints, for each tool, what it found, missed, and said of right code
    bugs.py misses RESULTS.json [TOOL]
        prints the cases that a tool (warplint) does not find, and false alarms

Each case is one file. -DWARPLINT_BUGGY=1 builds the bug, =0 the right program, and they
differ by nothing else. `lines` of cases.tsv is where the bug has to be reported.

- found: something is said of the bug at one of its lines (compute-sanitizer: anything
  is said while the program runs, as its reports name instructions)
- false: the same is said of the right program; of warplint and compute-sanitizer
  anything that is said of it
- unsupported: the tool cannot read, build or end the right program
"""

import argparse
import csv
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
CASES = HERE / "cases.tsv"
SANITIZERS = ["memcheck", "racecheck", "synccheck", "initcheck"]
SECONDS = {"warplint": 120, "clang-tidy": 120, "nvcc": 180, "sanitizer": 15}
TIDY_CHECKS = "-*,bugprone-*,concurrency-*,clang-analyzer-*,misc-*"
REPORTED = 99  # compute-sanitizer's exit code if it reports something
PLACE = re.compile(r"^(?P<file>[^\s:]+):(?P<line>\d+):\d+: (?:note|(?P<kind>warning|error)): "
                   r"(?:.*\[(?P<check>[^\]]+)\]$)?", re.M)


def lines_of(text):
    """{7, 12, 13, 14} of "7,12-14"."""
    lines = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        lines |= set(range(int(first), int(last or first) + 1))
    return lines


def read_cases(table=CASES):
    with table.open(newline="") as text:
        rows = list(csv.DictReader(text, delimiter="\t"))
    for row in rows:
        row["name"] = row["file"].removeprefix("runtime_validation/cases/").removeprefix(
            "benchmark/bugs/cases/").removesuffix(".cu")
        row["path"] = REPOSITORY / row["file"]
        row["lines"] = lines_of(row["lines"])
    return rows


def ran(words, seconds, **more):
    """The exit code, or None if it took too long; the output."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=seconds,
                              check=False, **more)
    except subprocess.TimeoutExpired as late:
        return None, (late.stdout or b"").decode(errors="replace")
    return done.returncode, done.stdout + done.stderr


def flags_of(case, buggy):
    return ["-std=c++17", f"-DWARPLINT_BUGGY={int(buggy)}",
            f"-I{REPOSITORY / 'runtime_validation/include'}", "--cuda-gpu-arch=" + case["arch"]]


#===----------------------------------------------------------------------===#
# Tools: each says whether the bug is reported, and whether the right program is.
#===----------------------------------------------------------------------===#

def places_of(program, case, buggy, options):
    """{line: checks} in the case's own file, with the places that notes name; None if it
    cannot be read."""
    code, text = ran([program, case["path"], *options, "--", *flags_of(case, buggy)],
                     SECONDS["clang-tidy"])
    found, check = defaultdict(set), None
    for match in PLACE.finditer(text):
        check = match["check"] if match["kind"] else check
        if check == "clang-diagnostic-error":
            return None
        if check and Path(match["file"]).name == case["path"].name:
            found[int(match["line"])].add(check)
    return found if code in (0, 1) else None


def judged(wrong, right, lines, anything):
    if right is None:
        return "unsupported", False
    at_place = bool(wrong) and any(line in lines for line in wrong)
    false = any(anything or line in lines for line in right)
    return "found" if at_place else "missed", false


def run_warplint(program, case):
    options = ["--cache=off", "--config={}", "--quiet", "--checks=-*,warplint-*"]
    return judged(*(places_of(program, case, buggy, options) for buggy in (True, False)),
                  case["lines"], anything=True)


def run_clang_tidy(program, case):
    options = ["--quiet", "--checks=" + TIDY_CHECKS]
    wrong, right = (places_of(program, case, buggy, options) for buggy in (True, False))
    if wrong is not None and right is not None:  # What is said of both is not about the bug.
        both = set().union(*wrong.values()) & set().union(*right.values())
        wrong, right = ({line: checks - both for line, checks in of.items() if checks - both}
                        for of in (wrong, right))
    return judged(wrong, right, case["lines"], anything=False)


def build(case, buggy, folder):
    program = folder / f"{'wrong' if buggy else 'right'}"
    flags = [flag for flag in flags_of(case, buggy) if not flag.startswith("--cuda")]
    arch = case["arch"] if case["arch"] in ("sm_90a", "sm_100a") else "sm_90"
    code, text = ran(["nvcc", *flags, "-arch=" + arch, "-lineinfo", "-w", "-o", program,
                      case["path"]], SECONDS["nvcc"])
    if code != 0:
        print(f"{case['name']}: {text[-400:]}", file=sys.stderr)
    return program if code == 0 else None


def run_sanitizer(program, tool, built):
    said = {}
    for variant, path in built.items():
        if path is None:
            said[variant] = None
            continue
        code, text = ran([program, "--tool", tool, "--error-exitcode", str(REPORTED),
                          "--print-limit", "1", path], SECONDS["sanitizer"])
        # A launch that fails is reported by the tool, too.
        said[variant] = "late" if code is None else bool(
            code == REPORTED or re.search(r"ERROR SUMMARY: [1-9]", text))
    if said["right"] in (None, "late") or said["wrong"] is None:
        return "unsupported", False
    return "found" if said["wrong"] is True else "missed", said["right"] is True


def run_case(case, options):
    """{tool: {"outcome": ..., "false": ..., "seconds": ...}}"""
    results = {}

    def add(tool, run, *arguments):
        start = time.monotonic()
        outcome, false = run(*arguments)
        results[tool] = {"outcome": outcome, "false": false,
                         "seconds": round(time.monotonic() - start, 2)}

    if options.warplint:
        add("warplint", run_warplint, options.warplint, case)
    if options.clang_tidy:
        add("clang-tidy", run_clang_tidy, options.clang_tidy, case)
    if options.sanitizer:
        with tempfile.TemporaryDirectory() as name:
            built = {"wrong": build(case, True, Path(name)),
                     "right": build(case, False, Path(name))}
            for tool in SANITIZERS:
                add(tool, run_sanitizer, options.sanitizer, tool, built)
    return results


def run(options):
    for tool in ("warplint", "clang_tidy", "sanitizer"):
        if getattr(options, tool) and getattr(options, tool).is_file():
            setattr(options, tool, getattr(options, tool).resolve())
    cases = [case for case in read_cases(options.cases) if options.only in case["file"]]
    results = json.loads(options.results.read_text()) if options.results.is_file() else {}
    with ThreadPoolExecutor(options.jobs) as pool:
        for case, said in zip(cases, pool.map(lambda case: run_case(case, options), cases)):
            results.setdefault(case["name"], {}).update(said)
            options.results.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")
    return table(options)


def evidence(options):
    """`run.py --sanitizers` has run the same programs; a hang is no report."""
    results = json.loads(options.results.read_text()) if options.results.is_file() else {}
    seen = json.loads((REPOSITORY / "runtime_validation/evidence/h200.json").read_text())
    for case in seen["cases"]:
        for tool, said in case["sanitizers"].items():
            buggy, mended = said.get("buggy"), said.get("mended", "silent")
            results.setdefault(case["case"], {})[tool] = {
                "outcome": "unsupported" if buggy is None else
                           "missed" if buggy in ("silent", "hang") else "found",
                "false": mended not in ("silent", "hang")}
    options.results.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")
    return table(options)


#===----------------------------------------------------------------------===#
# What came out
#===----------------------------------------------------------------------===#

def any_sanitizer(said):
    """The four together, as one runs them."""
    each = [said[tool] for tool in SANITIZERS if tool in said]
    if not each:
        return None
    outcomes = {entry["outcome"] for entry in each}
    outcome = next(name for name in ("found", "missed", "unsupported") if name in outcomes)
    return {"outcome": outcome, "false": any(entry["false"] for entry in each),
            **({"seconds": sum(entry["seconds"] for entry in each)}
               if all("seconds" in entry for entry in each) else {})}


def table(options):
    results = json.loads(options.results.read_text())
    counts = defaultdict(lambda: defaultdict(float))
    for said in results.values():
        together = any_sanitizer(said)
        for tool, entry in [*said.items(), *([("all four", together)] if together else [])]:
            counts[tool]["cases"] += 1
            counts[tool][entry["outcome"]] += 1
            counts[tool]["false"] += entry["false"]
            if "seconds" in entry:
                counts[tool]["timed"] += 1
                counts[tool]["seconds"] += entry["seconds"]
    print("| tool | cases | found | missed | false | unsupported | seconds a pair |")
    print("|---|---|---|---|---|---|---|")
    order = ["warplint", *SANITIZERS, "all four", "clang-tidy"]
    for tool in sorted(counts, key=lambda name: order.index(name) if name in order else 99):
        of = counts[tool]
        numbers = [str(int(of[column]))
                   for column in ("cases", "found", "missed", "false", "unsupported")]
        print(f"| {tool} | {' | '.join(numbers)} | {of['seconds'] / max(of['timed'], 1):.1f} |")
    return 0


def misses(options):
    results = json.loads(options.results.read_text())
    for case in read_cases(options.cases):
        entry = results.get(case["name"], {}).get(options.tool)
        if entry and (entry["outcome"] != "found" or entry["false"]):
            words = [entry["outcome"]] * (entry["outcome"] != "found") + ["false"] * entry["false"]
            print(f"| {case['name']} | {case['check']} | {', '.join(words)} | {case['source']} |")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=["run", "evidence", "table", "misses"])
    parser.add_argument("results", type=Path)
    parser.add_argument("tool", nargs="?", default="warplint")
    parser.add_argument("--warplint", type=Path)
    parser.add_argument("--clang-tidy", type=Path)
    parser.add_argument("--sanitizer", type=Path)
    parser.add_argument("--cases", type=Path, default=CASES)
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    return {"run": run, "evidence": evidence, "table": table, "misses": misses}[options.step](options)


if __name__ == "__main__":
    sys.exit(main())
