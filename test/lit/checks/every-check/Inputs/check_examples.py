# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what warplint finds in the examples with their BUG(<id>) markers.

    check_examples.py REGISTRY WARPLINT TOOLKIT EXAMPLE...

Each marker whose id the registry (checks/Checks.def) holds must be followed by
a finding of that check on one of the next three lines, or by a note that a
finding holds for that line as well; no finding may lie in a function whose name
ends in Mended.
"""

import re
import subprocess
import sys
from pathlib import Path

LINES_BELOW_MARKER = 3
TIME_LIMIT_SECONDS = 120

MARKER = re.compile(r"//\s*BUG\((?P<id>[a-z0-9-]+)\)")
REGISTERED = re.compile(r'^CHECK\("(?P<id>[a-z0-9-]+)"', re.MULTILINE)
MENDED = re.compile(r"\b(?P<name>\w+Mended)\s*\(")
FINDING = re.compile(r"(?P<file>[^\s:][^:]*):(?P<line>\d+):\d+: warning: .*"
                     r"\[warplint-(?P<id>[a-z0-9-]+)")
# Operations under one condition are one finding; the others are named in notes.
SAME_CAUSE = re.compile(r"(?P<file>[^\s:][^:]*):(?P<line>\d+):\d+: note: "
                        r".* here depends on the same branch$")
ERROR = re.compile(r"(?::\d+:\d+: (?:fatal )?error: |warplint: (?:error|incomplete): )")


def findings_of(path, warplint, toolkit):
    """(set of (line, check), lines that tell of errors)"""
    run = subprocess.run(
        [warplint, str(path), "--quiet", "--checks=-*,warplint-*", "--",
         "--cuda-path=" + toolkit, "--cuda-gpu-arch=sm_90", "-std=c++17"],
        capture_output=True, text=True, errors="replace",
        stdin=subprocess.DEVNULL, timeout=TIME_LIMIT_SECONDS)
    output = (run.stdout + "\n" + run.stderr).splitlines()
    findings, check = set(), ""
    for line in output:
        finding = FINDING.match(line)
        check = finding["id"] if finding else check
        place = finding or SAME_CAUSE.match(line)
        if place and Path(place["file"]).name == path.name:
            findings.add((int(place["line"]), check))
    errors = [line for line in output if ERROR.search(line)]
    if run.returncode not in (0, 1):
        errors.append(f"warplint ended with {run.returncode}")
    return findings, errors


def mended_lines(text):
    """{line: function} for the bodies of functions whose name ends in Mended;
    calls of them, which no '{' follows, are left out."""
    lines = {}
    for match in MENDED.finditer(text):
        end = matching(text, match.end() - 1, "(", ")")
        if not re.match(r"\s*\{", text[end:]):
            continue
        body = text.index("{", end)
        first = text.count("\n", 0, match.start()) + 1
        last = text.count("\n", 0, matching(text, body, "{", "}")) + 1
        lines.update(dict.fromkeys(range(first, last + 1), match["name"]))
    return lines


def matching(text, start, opening, closing):
    """The position behind the bracket that closes the one at start."""
    depth = 0
    for position in range(start, len(text)):
        depth += (text[position] == opening) - (text[position] == closing)
        if depth == 0:
            return position + 1
    raise ValueError(f"no {closing} for the {opening} at {start}")


def differences(path, known, warplint, toolkit):
    text = path.read_text()
    findings, problems = findings_of(path, warplint, toolkit)
    markers = 0
    for number, line in enumerate(text.splitlines(), 1):
        marker = MARKER.search(line)
        if not marker or marker["id"] not in known:
            continue
        markers += 1
        below = range(number + 1, number + 1 + LINES_BELOW_MARKER)
        if not any((n, marker["id"]) in findings for n in below):
            problems.append(f"{path.name}:{number}: BUG({marker['id']}), "
                            "but no finding below")
    mended = mended_lines(text)
    for line, check in sorted(findings):
        if line in mended:
            problems.append(f"{path.name}:{line}: {check} found in {mended[line]}")
    return markers, problems


def main(registry, warplint, toolkit, *examples):
    known = set(REGISTERED.findall(Path(registry).read_text()))
    total, problems = 0, []
    for example in sorted(map(Path, examples)):
        markers, found = differences(example, known, warplint, toolkit)
        total += markers
        problems += found
    if not total:
        problems.append("no marker of a registered check: wrong files?")
    print("\n".join(problems))
    print(f"{len(examples)} examples, {total} markers, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
