# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws and runs removals in the judged projects: silence there must not raise a figure.

Which places there are, and what taking one out does, is benchmark/removals' to say;
here a place counts if one of the project's units reads its file. flags.tsv says with
which flags all units of a project are linted, and where it has to be told which folder
holds the units of a header.
"""

import csv
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from groups import NOBODY, TableError, read_table
from reading import order_of
from runs import STUBS, command_of

REMOVALS = Path(__file__).resolve().parents[1] / "removals" / "removals.py"
DRAWN = Path(__file__).resolve().parent / "removals"


@dataclass(frozen=True)
class Flags:
    name: str  # owner/name
    program: str  # the folder that holds the units of its headers; - for the usual one
    flags: str
    options: str  # further ones of removals.py run


def files_read(warplint, unit, root):
    """The files of the project that a unit reads, relative to its root."""
    root = root.resolve()
    with tempfile.TemporaryDirectory() as folder:
        rule = Path(folder) / "read.d"
        command = command_of(warplint, unit, "--checks=-*,warplint-barrier-not-called",
                             f"--depfile={rule}", "-o", f"{folder}/said.json")
        done = subprocess.run(command, cwd=root, capture_output=True, text=True)
        if not rule.exists():
            raise TableError(f"{unit.unit}: no list of what was read: {done.stderr}")
        names = re.split(r"(?<!\\)\s+", rule.read_text(encoding="utf-8").split(":", 1)[1])
    paths = {Path(name.replace("\\ ", " ")) for name in names if name not in ("", "\\")}
    return {path.relative_to(root).as_posix() for path in paths if root in path.parents}


def places_of(root, folder):
    """The header and the rows of benchmark/removals' table of all places of a tree."""
    path = Path(folder) / "places.tsv"
    subprocess.run([sys.executable, str(REMOVALS), "places", "--tree", str(root), "-o",
                    str(path)], check=True)
    with open(path, encoding="utf-8", newline="") as lines:
        header, *rows = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    return header, rows


def drawn(header, rows, files, seed, count):
    """Rows in files that are read, the first ones by a seeded order."""
    where = [header.index(name) for name in ("file", "line", "column", "kind")]
    asked = [row for row in rows if row[where[0]] in files]
    chosen = sorted(asked, key=lambda row: order_of(seed, *(row[i] for i in where)))[:count]
    return sorted(chosen, key=lambda row: (row[where[0]], *(int(row[i]) for i in where[1:3])))


def write_drawn(path, root, files, seed, count):
    """How many places were drawn into the table at a path."""
    with tempfile.TemporaryDirectory() as folder:
        header, rows = places_of(root, folder)
    chosen = drawn(header, rows, files, seed, count)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join("\t".join(row) for row in [header, *chosen]) + "\n",
                    encoding="utf-8")
    return len(chosen)


def table_name(name):
    return name.replace("/", "+") + ".tsv"


def read_flags():
    return {row.name: row for row in read_table(DRAWN / "flags.tsv", Flags)}


def take_out(warplint, flags, root, folder):
    """Runs the removals of a project; the results stand in a folder."""
    with tempfile.TemporaryDirectory() as own:
        tree = root.resolve()
        if flags.program != NOBODY:
            tree = Path(own)
            shutil.copytree(root / flags.program, tree / flags.program)
            (tree / flags.program / "CMakeLists.txt").touch()
        words = flags.flags.replace("{stubs}", str(STUBS))
        options = [] if flags.options == NOBODY else flags.options.split()
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, str(REMOVALS), "run", "--warplint", str(warplint),
                        "--table", str(DRAWN / table_name(flags.name)), "--tree", str(tree),
                        "--flags", words, *options, "-o", str(folder / table_name(flags.name))],
                       check=True)


def joined(paths, target):
    """One table of several with the same header."""
    tables = [path.read_text(encoding="utf-8").splitlines() for path in paths]
    lines = tables[0][:1] + [line for table in tables for line in table[1:]]
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


def score(names, folder):
    """Lets benchmark/removals count over the projects, whose files have other names."""
    with tempfile.TemporaryDirectory() as own:
        table, results = Path(own) / "table.tsv", Path(own) / "results.tsv"
        joined([DRAWN / table_name(name) for name in names], table)
        joined([folder / table_name(name) for name in names], results)
        subprocess.run([sys.executable, str(REMOVALS), "score", "--table", str(table),
                        str(results)], check=True)
