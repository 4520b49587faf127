# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a folder of pairs holds: cases, their files, and where the bugs of these are.

What a file is asked follows from its name, or from the folder that it stands in:

  CASE/before.cu, CASE-before.cu       part before: wrong
  CASE/after.cu, CASE-after.cu         part after: the same, right
  clean-*.cu, control-*.cu, false-alarms/*.cu   part right
  missed/*.cu, and any other file      part wrong
  parse/*.cu                           part parse: must be read whole
  cache/*.cu                           part cache: what is precompiled changes nothing
  hostile/*.cu                         part hostile: ends within bounds of time and memory
"""

import csv
import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

PARTS = ["before", "after", "wrong", "right", "parse", "cache", "hostile"]
WRONG, RIGHT = {"before", "wrong"}, {"after", "right"}
PART_OF_FOLDER = {"false-alarms": "right", "missed": "wrong", "parse": "parse",
                  "cache": "cache", "hostile": "hostile"}
MARK = re.compile(r"// BUG\b")
ARCHITECTURE = re.compile(r"// arch: (sm_\w+)")


@dataclass
class Case:
    """One file. `group` is what it is counted in, `name` is shared by a pair."""
    group: str
    name: str
    part: str
    path: Path
    expected: str = ""  # the check that a log.tsv beside it names
    accesses: list = field(default_factory=list)  # (lines, lines) of two accesses
    same_as_before: bool = False

    def key(self):
        """Names it; a pair's wrong file comes before the right one."""
        return self.group, self.name, PARTS.index(self.part)

    def lines(self):
        return self.path.read_text(errors="replace").splitlines()

    def marks(self):
        return {number for number, line in enumerate(self.lines(), 1) if MARK.search(line)}

    def architecture(self, otherwise):
        found = ARCHITECTURE.match("".join(self.lines()[1:2]))
        return found[1] if found else otherwise


def named(path):
    """(name, part) of a file; the name of a pair is that of both."""
    if path.stem in ("before", "after"):
        return path.parent.name, path.stem
    pair = re.fullmatch(r"(.+)-(before|after)", path.stem)
    if pair:
        return pair[1], pair[2]
    if re.match(r"(clean|control)-", path.stem):
        return path.stem, "right"
    return path.stem, PART_OF_FOLDER.get(path.parent.name, "wrong")


def folder_of(path):
    return path.parent.parent if path.stem in ("before", "after") else path.parent


def code(path):
    """The file without comments and spacing."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", path.read_text(errors="replace"), flags=re.S)
    return re.sub(r"\s+", "", text)


def expected_checks(folder):
    """{id: check} of the folder's log.tsv; empty where it names none."""
    log = folder / "log.tsv"
    if not log.is_file():
        return {}
    with log.open(newline="") as table:
        rows = [(row["id"], row.get("expected check") or "")
                for row in csv.DictReader(table, delimiter="\t")]
    return {name: check for name, check in rows if check not in ("", "none", "silent")}


def line_numbers(text):
    return {int(number) for number in text.split(",")}


def read_accesses(path):
    """{case: [(lines, lines)]} of a table with the columns case, first, second."""
    accesses = defaultdict(list)
    with path.open(newline="") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            accesses[row["case"]].append((line_numbers(row["first"]), line_numbers(row["second"])))
    return accesses


def cases_below(root, accesses):
    """All cases below a folder, in the order of groups and names."""
    root = root.resolve()
    found = []
    for path in sorted(root.rglob("*.cu")):
        name, part = named(path)
        folder = folder_of(path)
        # Of a folder that is a pair itself, `folder` is the one around it.
        group = folder.relative_to(root.parent if folder != root.parent else
                                   folder.parent).as_posix()
        before = path.with_name(path.name.replace("after.cu", "before.cu"))
        found.append(Case(group, name, part, path, expected_checks(folder).get(name, ""),
                          accesses.get(f"{folder.name}/{name}", []),
                          part == "after" and before.is_file() and code(before) == code(path)))
    return sorted(found, key=Case.key)
