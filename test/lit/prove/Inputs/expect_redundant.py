# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares redundant barriers with the comments at them.

    expect_redundant.py VERDICTS.jsonl SOURCE
"""

import json
import sys


def main(verdicts, source):
    with open(source, encoding="utf-8") as lines:
        expected = {number for number, line in enumerate(lines, 1)
                    if line.rstrip().endswith("// redundant")}
    with open(verdicts, encoding="utf-8") as lines:
        said = {line["line"] for line in map(json.loads, lines)
                if line["type"] == "redundant-barrier"}
    for number in sorted(expected - said):
        print(f"{source}:{number}: not named")
    for number in sorted(said - expected):
        print(f"{source}:{number}: named")
    return 1 if expected != said else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
