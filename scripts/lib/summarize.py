#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ends a test run: one line 'N passed, N failed, N skipped' from lit's results.

Exits with 1 when a test failed, when lit itself did, or when nothing ran.
"""

import argparse
import json
import sys

PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def count(tests):
    """(passed, failed, skipped, names of the failed); a result that is
    unknown here counts as a failure."""
    passed = [t for t in tests if t["code"] in PASSED]
    skipped = [t for t in tests if t["code"] in SKIPPED]
    failed = [t for t in tests if t["code"] not in PASSED | SKIPPED]
    return len(passed), len(failed), len(skipped), [t["name"] for t in failed]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results")
    parser.add_argument("--lit-status", type=int, default=0)
    arguments = parser.parse_args()
    try:
        with open(arguments.results) as file:
            tests = json.load(file)["tests"]
    except (OSError, ValueError, KeyError) as error:
        print(f"no usable results from lit: {error}")
        tests = []
    passed, failed, skipped, names = count(tests)
    for name in names:
        print(f"failed: {name}")
    if failed == 0 and (passed == 0 or arguments.lit_status != 0):
        print(f"lit ended with exit code {arguments.lit_status} "
              f"and {passed} passed tests: counted as one failure")
        failed = 1
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
