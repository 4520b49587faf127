#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the table of reasons in docs/prove.md from lib/Verdicts/Reasons.def.

    reason_list.py --write     writes it
    reason_list.py --verify    fails if it is not what would be written
"""

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "test/self_check"))
# pylint: disable=wrong-import-position
from assumption_list import page_with, text_of
from check_house import split_arguments, without_comments

BEGIN, END = "<!-- begin: Reasons.def -->\n", "<!-- end: Reasons.def -->\n"


def table(root):
    text = without_comments((root / "lib/Verdicts/Reasons.def").read_text())
    lines = ["| id | not known because | what would settle it |\n|---|---|---|\n"]
    for match in re.finditer(r"^REASON\(((?:\"(?:\\.|[^\"\\])*\"|[^\")])*)\)", text, re.M):
        _, name, why, settle = split_arguments(match[1])
        lines.append(f"| `{text_of(name)}` | {text_of(why)} | {text_of(settle)} |\n")
    return "".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true")
    what.add_argument("--verify", action="store_true")
    parser.add_argument("--root", type=Path, default=ROOT)
    arguments = parser.parse_args()
    path = arguments.root / "docs/prove.md"
    page = page_with(path, BEGIN, table(arguments.root) + "\n", END)
    if arguments.write:
        path.write_text(page)
    elif path.read_text() != page:
        sys.exit(f"{path} is not up to date: run scripts/reason_list.py --write")


if __name__ == "__main__":
    main()
