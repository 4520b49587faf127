#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the tables in docs/matchers.md from Matchers.def.

    matcher_reference.py --write     writes them
    matcher_reference.py --verify    fails if they are not what would be written
"""

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "test/self_check"))
# pylint: disable=wrong-import-position
from check_house import split_arguments, without_comments

BEGIN = "<!-- By scripts/matcher_reference.py -->\n"
END = "<!-- End of the tables -->\n"
HEAD = "| returns | name | takes |\n|---|---|---|\n"
TAKES = {"None": "", "Word": "string", "Text": "string", "Optional": "string, or nothing",
         "Expression": "Matcher&lt;Expr&gt;", "Statement": "Matcher&lt;Stmt&gt;"}


def text_of(literal):
    parts = re.findall(r'"((?:\\.|[^"\\])*)"', literal)
    return "".join(parts).replace('\\"', '"')


def rows_of(text):
    """(section, node, name, what it takes, text) of each row."""
    section = ""
    for match in re.finditer(
            r'^//=+//\n// (.+)\n//=+//$|^(NODE_MATCHER|CONDITION|FACT)\(((?:"(?:\\.|[^"\\])*"|[^")])*)\)$',
            re.sub(r"//===-+===//", "//====//", text), re.M):
        if match[1]:
            section = match[1]
            continue
        values = [value.strip() for value in split_arguments(without_comments(match[3]))]
        name, node, said = values[0], values[1], text_of(values[-1])
        takes = (f"Matcher&lt;{node}&gt;..." if match[2] == "NODE_MATCHER"
                 else TAKES[values[2]])
        yield section, node, name, takes, said


def tables(root):
    lines, last = [], None
    for section, node, name, takes, said in rows_of(
            (root / "lib/Matchers/Matchers.def").read_text()):
        if section != last:
            lines.append(f"\n### {section}\n\n{HEAD}")
            last = section
        lines.append(f"| Matcher&lt;{node}&gt; | **{name}** | {takes} |\n"
                     f"| | | {said} |\n")
    return "".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--verify", action="store_true")
    parser.add_argument("--root", type=Path, default=ROOT)
    options = parser.parse_args()
    page = options.root / "docs/matchers.md"
    text = page.read_text()
    before, rest = text.split(BEGIN)
    new = before + BEGIN + tables(options.root) + END + rest.split(END)[1]
    if options.write:
        page.write_text(new)
    elif options.verify and new != text:
        sys.exit(f"{page} is not up to date: scripts/matcher_reference.py --write")
    elif not options.verify:
        sys.stdout.write(new)


if __name__ == "__main__":
    main()
