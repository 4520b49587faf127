#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the list of assumptions in docs/limitations.md from Assumptions.def.

    assumption_list.py --write    writes it
    assumption_list.py --verify   fails if it is not what would be written, or if
                                  a row and its test do not fit together

Each row of lib/Assumptions/Assumptions.def, but those on which every answer rests,
has a file in test/lit/assumptions that names its id, and each file there has a row.
"""

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "test/self_check"))
# pylint: disable=wrong-import-position
from check_house import split_arguments, without_comments

COLUMNS = ["name", "id", "class", "effect", "default", "checks", "sentence", "test"]
BEGIN, END = "<!-- begin: Assumptions.def -->\n", "<!-- end: Assumptions.def -->\n"
HEADS = {
    "Silences": "These keep findings silent. `--assume=none` switches them off:",
    "Accuses": "These make findings. Switched off, what rests on them is not reported:",
    "Basis": "These cannot be switched. Findings name those that answers about their\n"
             "kernel rest on, and `--statistics` counts such answers; of host code findings\n"
             "alone name them:",
    "Every": "On these every answer rests, so that none is counted by them: any sum may\n"
             "overflow, any number of the host may be too large, and any memory may be\n"
             "touched from outside:",
}


def text_of(literal):
    """The value of C++'s string literals, put together."""
    return "".join(re.findall(r'"((?:\\.|[^"\\])*)"', literal)).replace('\\"', '"')


def page_with(path, begin, made, end):
    """The page with what is made between the two lines."""
    before, opening, rest = path.read_text().partition(begin)
    _, closing, after = rest.partition(end)
    if not opening or not closing:
        sys.exit(f"{path}: no place for the list between {begin.strip()} and {end.strip()}")
    return before + begin + "\n" + made + end + after


def rows(root):
    """The rows, each a dictionary of texts, in their order."""
    text = without_comments((root / "lib/Assumptions/Assumptions.def").read_text())
    for match in re.finditer(r"^ASSUMPTION\(((?:\"(?:\\.|[^\"\\])*\"|[^\")])*)\)", text, re.M):
        row = dict(zip(COLUMNS, split_arguments(match[1])))
        for column in ("id", "checks", "sentence", "test"):
            row[column] = text_of(row[column])
        if row["effect"] == "Basis" and not row["test"]:
            row["effect"] = "Every"
        yield row


def make_list(root):
    lines = []
    for effect, head in HEADS.items():
        lines.append(f"{head}\n\n| id | about | checks | what is assumed |\n|---|---|---|---|\n")
        for row in rows(root):
            if row["effect"] == effect:
                checks = row["checks"].replace(",", ", ")
                sentence = row["sentence"].replace("|", "\\|")
                lines.append(f"| `{row['id']}` | {row['class'].lower()} | {checks} "
                             f"| {sentence} |\n")
        lines.append("\n")
    return "".join(lines)


def mistakes_in_tests(root):
    folder = root / "test/lit/assumptions"
    tests = {row["test"]: row for row in rows(root) if row["test"]}
    for test, row in tests.items():
        name, switches = row["id"], row["effect"] != "Basis"
        shown = rf"--assume=\S*\b{name}\b" if switches else rf'"{name}":|"id":"{name}"'
        if not (folder / test).is_file():
            yield f"{name}: no test {folder / test}"
        elif not re.search(shown, (folder / test).read_text()):
            yield f"{folder / test} does not {'switch' if switches else 'count'} {name}"
    text = root / "lib/Finding/EvidenceText.cpp"
    phrases = text.read_text() if text.is_file() else ""
    for row in tests.values() if phrases else ():
        if row["effect"] == "Accuses" and f'"{row["id"]}"' not in phrases:
            yield f"lib/Finding/EvidenceText.cpp: no words for {row['id']}"
    for path in sorted(folder.glob("*.cu")):
        if path.name not in tests:
            yield f"{path} belongs to no row"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true")
    what.add_argument("--verify", action="store_true")
    parser.add_argument("--root", type=Path, default=ROOT)
    arguments = parser.parse_args()
    path = arguments.root / "docs/limitations.md"
    page = page_with(path, BEGIN, make_list(arguments.root), END)
    if arguments.write:
        path.write_text(page)
        return
    problems = list(mistakes_in_tests(arguments.root))
    if path.read_text() != page:
        problems.append(f"{path} is not up to date: run scripts/assumption_list.py --write")
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
