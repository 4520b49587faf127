#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes docs/checks/index.md from checks/Checks.def and the checks' pages.

    check_index.py --write    writes it
    check_index.py --verify   fails if it is not what would be written

docs/semantics.md, which says what the checks claim, must name each.
Each page opens for those who learn: a paragraph of at most five lines and a drawing of
the threads. A paragraph behind it begins with the categories, "Category correctness or
portability, ..., since 0.1.": the first must be that of Checks.def.
"""

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "test/self_check"))
# pylint: disable=wrong-import-position
from check_house import CHECK_COLUMNS, registered_checks

HEAD = """\
# Checks

| id | category | finds | rules |
|---|---|---|---|
"""
GUIDELINES = """
Rules: CWE numbers, and those of NVIDIA's *CUDA C++ Guidelines for Robust and
Safety-Critical Programming* 3.0.1.
"""
CWE = "https://cwe.mitre.org/data/definitions/"
LINES_OF_OPENING = 5
WIDTH_OF_DRAWING = 76  # a terminal of 80 columns has room for it


def text_of(literal):
    """The value of C++'s string literals, put together."""
    return "".join(re.findall(r'"((?:\\.|[^"\\])*)"', literal)).replace('\\"', '"')


def demand_opening(page):
    opening = re.match(r"# .*\n\n((?:.+\n)+)\n```text\n((?:.*\n)+?)```\n",
                       page.read_text())
    if (not opening or opening[1].count("\n") > LINES_OF_OPENING
            or max(map(len, opening[2].splitlines())) > WIDTH_OF_DRAWING):
        sys.exit(f"{page}: does not open with at most {LINES_OF_OPENING} lines and a "
                 f"drawing (a block of text) of at most {WIDTH_OF_DRAWING} columns")


def rules_of(row):
    guideline = text_of(row["guideline"])
    cwe = f"[CWE-{row['CWE']}]({CWE}{row['CWE']}.html)"
    return f"{cwe}, guideline {guideline}" if guideline else cwe


def categories_of(page, check, registered):
    opening = re.search(r"^Category\s(.*?),\s+since\s", page.read_text(), re.M | re.S)
    if not opening:
        sys.exit(f"{page}: no paragraph 'Category ..., since ...'")
    named = re.findall(r"correctness|portability|modernize",
                       opening[1])
    if named[:1] != [registered.lower()]:
        sys.exit(f"{page}: says category {', '.join(named) or 'nothing'}, and Checks.def "
                 f"{registered.lower()} for {check}")
    return ", ".join(dict.fromkeys(named))


def make_index(root):
    lines = []
    claims = (root / "docs/semantics.md").read_text()
    for check, _, arguments, _ in sorted(registered_checks(root)):
        row = dict(zip(CHECK_COLUMNS, arguments))
        page = root / "docs/checks" / f"{check}.md"
        demand_opening(page)
        if f"`{check}`" not in claims:
            sys.exit(f"docs/semantics.md: does not say what {check} claims")
        lines.append(f"| [warplint-{check}]({check}.md) "
                     f"| {categories_of(page, check, row['tier'])} "
                     f"| {text_of(row['summary'])} | {rules_of(row)} |\n")
    return HEAD + "".join(lines) + GUIDELINES


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true")
    what.add_argument("--verify", action="store_true")
    parser.add_argument("--root", type=Path, default=ROOT)
    arguments = parser.parse_args()
    path = arguments.root / "docs/checks/index.md"
    index = make_index(arguments.root)
    if arguments.write:
        path.write_text(index)
    elif path.read_text() != index:
        sys.exit(f"{path} is not up to date: run scripts/check_index.py --write")


if __name__ == "__main__":
    main()
