# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Takes out the places of a table, one at a time, and notes what warplint says."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import effects
from places import Finder, read

COLUMNS = ("file", "line", "column", "kind", "statement", "state", "units", "new", "about",
           "across", "findings", "gone", "kernels")
LINTED, INCOMPLETE, NOT_COMPILED, BROKEN, UNKNOWN = (
    "linted", "incomplete", "not compiled", "does not parse without it", "no such place")
NO_UNIT = "no unit"
UNDECLARED = "warplint_looks_whether_this_is_compiled"


class Bases:
    """What is said of units as they are, each linted once."""

    def __init__(self, warplint, units):
        self.warplint, self.units = warplint, units
        self.answers, self.locks, self.lock = {}, {}, threading.Lock()

    def of(self, unit):
        with self.lock:
            own = self.locks.setdefault(unit, threading.Lock())
        with own:
            if unit not in self.answers:
                self.answers[unit] = self.warplint.lint(unit, self.units.flags(unit))
            return self.answers[unit]


class Removal:
    """One place, without which its units are linted."""

    def __init__(self, place, text, bases):
        self.place, self.text, self.bases = place, text, bases
        self.around = effects.surroundings(text, place.start)
        self.found, self.gone, self.kernels = {}, set(), {}

    def with_text(self, replacement):
        return self.text[:self.place.start] + replacement + self.text[self.place.end:]

    def lint(self, unit, text):
        return self.bases.warplint.lint(unit, self.bases.units.flags(unit), self.place.file, text)

    def is_compiled(self, unit):
        """A name that nothing declares is an error there. What is part of a literal says
        nothing."""
        if self.text[self.place.start:self.place.end].count("\"") or not self.place.replacement:
            return True
        return UNDECLARED in self.lint(unit, self.with_text(UNDECLARED)).errors

    def try_unit(self, unit):
        before = self.bases.of(unit)
        after = self.lint(unit, self.with_text(self.place.replacement))
        touched = effects.touched_kernels(before.kernels, after.kernels, self.around)
        new = effects.new_findings(before.findings, after.findings)
        for finding in new:
            about = effects.is_about(finding, self.place)
            across = about and effects.is_across(finding, self.place, self.around)
            known = self.found.get(effects.place_of(finding))
            if known is None or (about, across) > known[1:]:
                self.found[effects.place_of(finding)] = (finding, about, across)
        self.gone.update(effects.gone(before.findings, after.findings))
        for name, counters in touched.items():
            self.kernels.setdefault(name, counters)
        if before.is_whole and not after.is_whole:
            return BROKEN
        if new or before.kernels != after.kernels:
            return LINTED
        if not before.is_whole:
            return INCOMPLETE
        return LINTED if self.is_compiled(unit) else NOT_COMPILED

    def row(self):
        units = self.bases.units.holding(self.place.file)
        states = {unit: self.try_unit(unit) for unit in units}
        order = (LINTED, BROKEN, NOT_COMPILED, INCOMPLETE)
        state = next((state for state in order if state in states.values()), NO_UNIT)
        found = [self.found[key] for key in sorted(self.found)]
        return {**identity(self.place), "state": state,
                "units": " ".join(unit for unit in units if states[unit] == state),
                "new": len(found), "about": sum(about for _, about, _ in found),
                "across": sum(across for _, _, across in found),
                "findings": text_of([brief(*each) for each in found]),
                "gone": text_of(sorted(self.gone)),
                "kernels": text_of({name: {"before": before, "after": after} for
                                    name, (before, after) in sorted(self.kernels.items())})}


def identity(place):
    return {"file": place.file, "line": place.line, "column": place.column, "kind": place.kind,
            "statement": place.statement}


def text_of(value):
    return json.dumps(value, sort_keys=True, ensure_ascii=True)


def brief(finding, about, across):
    """A finding without the code that it quotes."""
    return {"check": finding["check"], "file": finding["file"], "line": finding["line"],
            "kernel": finding["kernel"], "certainty": finding["certainty"],
            "names": sorted({(note["file"], note["line"]) for note in finding["notes"]
                             if note["role"] == "operation" and "line" in note}),
            "about": about, "across": across}


def find_place(row, tree, found):
    """The place that a row of a table names, in the file as it is."""
    if row["file"] not in found:
        path = Path(tree) / row["file"]
        text = read(path) if path.is_file() else ""
        found[row["file"]] = text, Finder(row["file"], text).find()
    text, places = found[row["file"]]
    for place in places:
        if (str(place.line), str(place.column), place.kind, place.statement) == (
                row["line"], row["column"], row["kind"], row["statement"]):
            return place, text
    return None, text


def run(rows, warplint, units, jobs, told):
    """A row of results for each row of a table, in its order."""
    bases, files, removals = Bases(warplint, units), {}, []
    for row in rows:
        place, text = find_place(row, warplint.tree, files)
        removals.append(Removal(place, text, bases) if place else row)

    def result(removal):
        if isinstance(removal, Removal):
            return removal.row()
        return {**removal, "state": UNKNOWN, "new": 0, "about": 0, "across": 0,
                "findings": "[]", "gone": "[]", "kernels": "{}"}

    with ThreadPoolExecutor(jobs) as pool:
        results = []
        for answer in pool.map(result, removals):
            results.append(answer)
            told(len(results), len(rows))
        return results
