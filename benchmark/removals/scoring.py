# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Figures of removals: of the needed ones, how many give a finding."""

import json
import math
from collections import Counter

from places import KINDS
from running import LINTED
from tables import VERDICTS

MEASURES = (("across", "a new finding across the place"),
            ("about", "a new finding of order"),
            ("new", "any new finding"))
DATA = {"distinct-indices", "elected-index", "elected-thread", "own-part", "shared-by-lanes"}
CLASSES = HOLDS, BY_SIZES, BY_DATA, OPEN, NOT_FOLLOWED, NOTHING = (
    "holds without assumptions", "holds if pointers and sizes are as assumed",
    "holds if data are as assumed", "cut or undecided", "not followed", "no kernel changes")
UNJUDGED = "not judged"


def wilson(hits, total, z=1.959964):
    """The 95 % interval of a share."""
    if not total:
        return 0.0, 1.0
    share, weight = hits / total, z * z / total
    middle = (share + weight / 2) / (1 + weight)
    half = z / (1 + weight) * math.sqrt(share * (1 - share) / total + weight / (4 * total))
    return max(0.0, middle - half), min(1.0, middle + half)


def share(hits, total):
    if not total:
        return "0 of 0"
    low, high = wilson(hits, total)
    return f"{hits} of {total} ({hits / total:.0%}; {low:.0%} to {high:.0%})"


def class_of(kernels):
    """What the counters say of the kernels that a removal changes: the weakest of it."""
    after = [counters for each in kernels.values() for counters in each["after"]]
    assumed = {name for counters in after for name in counters["assumed"]}
    if not after:
        return NOTHING
    if any(counters["notFollowed"] for counters in after):
        return NOT_FOLLOWED
    if any(counters["cuts"] or counters["undecided"] for counters in after):
        return OPEN
    if assumed & DATA:
        return BY_DATA
    return BY_SIZES if assumed else HOLDS


def key(row):
    return row["file"], row["line"], row["column"], row["kind"]


def joined(table, results):
    """Verdict -> results of its places."""
    verdicts = {key(row): row["needed"] or UNJUDGED for row in table}
    groups = {}
    for result in results:
        if key(result) in verdicts:
            groups.setdefault(verdicts[key(result)], []).append(result)
    return groups


def hits(rows, measure):
    return sum(int(row[measure]) > 0 for row in rows)


def place_of(row):
    return f"{row['file']}:{row['line']}:{row['column']} {row['statement']}"


def lines_of_measures(rows, with_kinds):
    for measure, words in MEASURES:
        yield f"  {words}: {share(hits(rows, measure), len(rows))}"
        for kind in KINDS if with_kinds and measure == MEASURES[0][0] else ():
            of_kind = [row for row in rows if row["kind"] == kind]
            if of_kind:
                yield f"    {kind}: {share(hits(of_kind, measure), len(of_kind))}"


def lines_of_silent(rows, listed):
    """Needed ones without a finding, by what the counters say."""
    silent = [(class_of(json.loads(row["kernels"])), row) for row in rows if row["new"] == "0"]
    counts = Counter(name for name, _ in silent)
    yield f"  no new finding: {len(silent)}; the counters of their kernels say"
    for name in CLASSES:
        if counts[name]:
            yield f"    {name}: {counts[name]}"
            places = sorted(place_of(row) for found, row in silent if found == name)
            yield from (f"      {place}" for place in places if listed)


def lines_of_alarms(rows):
    for row in sorted(rows, key=place_of):
        for finding in json.loads(row["findings"]):
            yield (f"    {place_of(row)}: {finding['check'].removeprefix('warplint-')} "
                   f"{finding['file']}:{finding['line']}")


def lines_of_states(table, results):
    linted = sum(result["state"] == LINTED for result in results)
    yield f"{len(table)} places, {linted} linted"
    for state, count in sorted(Counter(result["state"] for result in results).items()):
        if state != LINTED:
            yield f"  {state}: {count}"
    missing = {key(row) for row in table} - {key(result) for result in results}
    if missing:
        yield f"  no result: {len(missing)}"


def lines_of_verdict(verdict, rows, listed):
    linted = [row for row in rows if row["state"] == LINTED]
    others = f" and {len(rows) - len(linted)} not linted" if len(linted) < len(rows) else ""
    yield f"needed: {verdict}: {len(linted)}{others}"
    if verdict == "no":
        yield f"  any new finding: {share(hits(linted, 'new'), len(linted))}, must be none"
        yield from lines_of_alarms(linted)
        return
    yield from lines_of_measures(linted, verdict == "yes")
    if verdict == "yes":
        yield from lines_of_silent(linted, listed)


def score(table, results, listed=False):
    """The report, as lines. Shares are of the places that were linted."""
    yield from lines_of_states(table, results)
    groups = joined(table, results)
    linted = [row for rows in groups.values() for row in rows if row["state"] == LINTED]
    yield f"any new finding: {share(hits(linted, 'new'), len(linted))}"
    for verdict in (*VERDICTS, UNJUDGED):
        if verdict in groups:
            yield from lines_of_verdict(verdict, groups[verdict], listed)
