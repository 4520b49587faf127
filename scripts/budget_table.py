#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the table of budgets in docs/limitations.md from Budgets.def.

    budget_table.py --write    writes it
    budget_table.py --verify   fails if it is not what would be written
"""

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "test/self_check"))
# pylint: disable=wrong-import-position
from check_house import split_arguments, without_comments

BEGIN = "<!-- By scripts/budget_table.py -->\n"
END = "<!-- End of the table -->\n"
HEAD = """\
| budget | bounds | low | normal | high |
|---|---|---|---|---|
"""


def text_of(literal):
    return "".join(re.findall(r'"((?:\\.|[^"\\])*)"', literal))


def number(text):
    """What people read: 12.5 million of 12'500'000."""
    value = int(text.replace("'", ""))
    if value >= 1_000_000 and value % 100_000 == 0:
        return f"{value / 1e6:g} million" if value < 10**9 else f"{value / 1e9:g} billion"
    return str(value)


def rows_of(text):
    """(section, name, unit, text, three numbers, why they are equal or '') of each row."""
    section = ""
    for match in re.finditer(r'^//=+//\n// (.+)\n//=+//$|^(FIXED_|PRECISION_)?BUDGET\(((?:"(?:\\.|[^"\\])*"|[^")])*)\)$',
                             re.sub(r"//===-+===//", "//====//", text), re.M):
        if match[1]:
            section = match[1]
            continue
        values = [value.strip() for value in split_arguments(without_comments(match[3]))]
        why = text_of(values.pop()) if match[2] == "FIXED_" else ""
        if match[2] == "FIXED_":
            values[2:3] = [values[2]] * 3
        elif match[2]:
            values[2:2] = [values[2]]
        _, name, low, normal, high, unit, what = values
        yield section, text_of(name), text_of(unit), text_of(what), (low, normal, high), why


def table(root):
    text = (root / "lib/Analysis/Budgets/Budgets.def").read_text()
    lines, before = [], ""
    for section, name, unit, what, numbers, why in rows_of(text):
        if section != before:
            lines.append(f"| **{section}** | | | | |\n")
            before = section
        bounds = f"{unit} {what}" + (f" ({why})" if why else "")
        lines.append(f"| `{name}` | {bounds} | {' | '.join(map(number, numbers))} |\n")
    return HEAD + "".join(lines)


def with_table(page, root):
    begin, end = page.find(BEGIN), page.find(END)
    if begin < 0 or end < begin:
        sys.exit("docs/limitations.md: no place for the table")
    return page[:begin + len(BEGIN)] + table(root) + page[end:]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true")
    what.add_argument("--verify", action="store_true")
    parser.add_argument("--root", type=Path, default=ROOT)
    arguments = parser.parse_args()
    path = arguments.root / "docs/limitations.md"
    page = path.read_text()
    wanted = with_table(page, arguments.root)
    if arguments.write:
        path.write_text(wanted)
    elif page != wanted:
        sys.exit(f"{path} is not up to date: run scripts/budget_table.py --write")


if __name__ == "__main__":
    main()
