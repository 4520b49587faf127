# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the verdict about the only kernel of stdin rests on, or is violated by.

    expect_evidence.py PROPERTY VERDICT ID
"""

import json
import sys


def main(of, verdict, expected):
    line = next(line for line in map(json.loads, sys.stdin)
                if line["type"] == "verdict" and line["property"] == of)
    said = {each["id"] for each in line.get("evidence", [])}
    if verdict == "violated":
        said = {each["check"].removeprefix("warplint-") for each in line["findings"]}
    print(line["verdict"], sorted(said))
    return 0 if (line["verdict"], said) == (verdict, {expected}) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
