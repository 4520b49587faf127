# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ledger of costs: a row of ratios for each measurement, and what got dearer.

A ratio stands as `value low high`: the median of the turns, their least and greatest.
"""

import csv
import sys

from measures.processes import Ratio

ABOUT = ["name", "commit", "date", "machine", "load", "warplint", "parse", "units"]
DEARER = 1.05


def text_of(ratio):
    return " ".join(f"{number:.4g}" for number in (ratio.value, ratio.low, ratio.high))


def ratio_of(text):
    return Ratio(*map(float, text.split()))


def read(path):
    """The rows, each {column: text}."""
    if not path.exists():
        return []
    with path.open(newline="") as table:
        return list(csv.DictReader(table, delimiter="\t"))


def write(path, rows):
    columns = [*ABOUT, *dict.fromkeys(
        column for row in rows for column in row if column not in ABOUT)]
    lines = [columns, *([row.get(column) or "" for column in columns] for row in rows)]
    path.write_text("".join("\t".join(line) + "\n" for line in lines))


def append(path, about, ratios):
    """Adds a row at the end, and returns it."""
    row = {**about, **{name: text_of(ratio) for name, ratio in ratios.items()}}
    write(path, [*read(path), row])
    return row


def named(path, name):
    """The last row of that name."""
    for row in reversed(read(path)):
        if row["name"] == name:
            return row
    sys.exit(f"{path} has no row '{name}'")


def dearer(row, against):
    """A line for each ratio that is more than 5 % above that of another row."""
    for column, text in row.items():
        if column in ABOUT or not text or not against.get(column):
            continue
        now, before = ratio_of(text), ratio_of(against[column])
        if now.value > DEARER * before.value:
            within = "" if now.low > before.high else "; the turns of the two overlap"
            yield (f"{column}: {before.value:.4g} x -> {now.value:.4g} x "
                   f"(+{100 * (now.value / before.value - 1):.1f} %{within})")


def comparison(row, against):
    """What got dearer, in words."""
    lines = []
    if row["parse"] != against["parse"]:
        lines.append(f"{row['name']} is beside a parse by {row['parse']}, {against['name']} "
                     f"beside one by {against['parse']}: ratios of the two say little")
    if row["machine"] != against["machine"]:
        lines.append(f"{row['name']} and {against['name']} are of two machines")
    if row.get("units") != against.get("units"):
        lines.append(f"audits: {row.get('units') or 'no'} units of {row['name']}, "
                     f"{against.get('units') or 'no'} of {against['name']}")
    missing = sorted(column for column in against
                     if against[column] and not row.get(column) and column not in ABOUT)
    if missing:
        lines.append(f"not measured now: {', '.join(missing)}")
    found = list(dearer(row, against))
    if found:
        lines.append(f"processes that ran when they began: {row.get('load') or 'unknown'}, "
                     f"{against.get('load') or 'unknown'} of {against['name']}")
    lines.append(f"more than 5 % dearer than {against['name']}:" if found else
                 f"nothing is more than 5 % dearer than {against['name']}")
    return "".join(line + "\n" for line in lines + found)
