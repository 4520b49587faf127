# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares verdicts with the comments over kernels.

    expect.py VERDICTS.jsonl SOURCE

`// <property>: <verdict> [<id>, ...]` over a kernel names assumptions of a verdict
that holds under some (all of them), a check of one that is violated, and reasons of
one that is not known (some of them).
"""

import json
import re
import sys

EXPECTED = re.compile(r"^// (?P<property>[a-z-]+-free|convergence|initialized|ordered|grid|"
                      r"barrier-protocol): (?P<verdict>[a-z-]+) ?(?P<ids>.*)$")
KERNEL = re.compile(r"^__global__ void (?P<name>\w+)")


def expectations(path):
    open_comments = []
    with open(path, encoding="utf-8") as source:
        for line in source:
            found, kernel = EXPECTED.match(line), KERNEL.match(line)
            if found:
                open_comments.append((found["property"], found["verdict"],
                                      set(filter(None, found["ids"].strip().split(", ")))))
            elif kernel:
                for each in open_comments:
                    yield kernel["name"], *each
                open_comments = []


def main(verdicts, source):
    known, wrong = {}, 0
    with open(verdicts, encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            if line["type"] == "verdict":
                known[line["kernel"], line["property"]] = line
    for kernel, of, verdict, ids in expectations(source):
        line = known[kernel, of]
        said = {each["id"] for each in line.get("evidence", [])}
        if verdict == "violated":
            said = {each["check"].removeprefix("warplint-") for each in line.get("findings", [])}
        if verdict == "unknown":
            said = {each["id"] for each in line.get("reasons", [])}
        fits = said == ids if verdict.startswith("holds") else ids <= said
        if line["verdict"] != verdict or not fits:
            wrong += 1
            print(f"{kernel}: {of}: expected {verdict} {sorted(ids)}, is {line['verdict']} {sorted(said)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
