# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What differs between two records, grouped by what it is about and by its cause."""

import json
import re
from collections import Counter, defaultdict
from dataclasses import dataclass

from observing import failure_of
from records import Item, Record, natural

PLACE = r"(?<!\S)\S*:\d+:\d+\S*|\S+\.(?:cu|cuh|cpp|h|hpp)\b\S*"
LONGEST_LINE = 300
# Of two findings that are not the same: what they may have in common to be held for
# one, the best first.
LIKENESSES = [
    lambda f: (f.check, f.place, f.value("kernel")),
    lambda f: (f.check, f.place),
    lambda f: (f.check, f.value("fingerprint")),
    lambda f: (f.check, f.line),
    lambda f: (f.check, f.value("kernel"), f.value("message")),
    lambda f: (f.place, f.value("kernel")),
]
# The same in every run of one build (test/lit/determinism), but another one after most
# changes of the analysis: compared if asked for, kept in no reference.
UNSTEADY_COUNTERS = {"work"}
NAMES_OF_FIELDS = {"note": "notes", "edit": "edits"}


@dataclass(frozen=True)
class Difference:
    subject: str  # a check, or launches, statistics, the run
    cause: str
    input: str
    place: str
    lines: tuple = ()  # what was before and is now


class Finding:
    def __init__(self, item):
        self.item, self.value = item, item.value
        self.check, self.place = item.title.split(" ", 1)
        self.line = self.place.rsplit(":", 1)[0]


#===----------------------------------------------------------------------===#
# Words that changed on purpose
#===----------------------------------------------------------------------===#

class Words:
    """A table of words, a tab between old and new. Places stay as they are."""

    def __init__(self, text=""):
        rows = [line.split("\t") for line in text.splitlines() if line.strip()]
        if any(len(row) != 2 or not row[0] for row in rows):
            raise ValueError("a line of the table of words is not OLD<tab>NEW")
        self.table = dict(rows)
        ways = [rf"{self.edge(old[0])}{re.escape(old)}{self.edge(old[-1])}"
                for old in sorted(self.table, key=len, reverse=True)]
        self.pattern = re.compile("|".join([PLACE, *ways]))

    @staticmethod
    def edge(character):
        return r"\b" if character.isalnum() or character == "_" else ""

    def new(self, text):
        return self.pattern.sub(lambda found: self.table.get(found[0], found[0]), text)

    def item(self, item):
        if not self.table:
            return item
        return Item(item.kind, self.new(item.title),
                    tuple((name, self.new(value)) for name, value in item.fields))


#===----------------------------------------------------------------------===#
# One input
#===----------------------------------------------------------------------===#

def without_equal(base, head):
    """What each has that the other has not."""
    equal = Counter(base) & Counter(head)
    return [list((Counter(items) - equal).elements()) for items in (base, head)]


def take_pairs(base, head, key):
    """Takes out of both lists what has the same key, in order."""
    waiting = defaultdict(list)
    for item in head:
        waiting[key(item)].append(item)
    pairs = [(item, waiting[key(item)].pop(0)) for item in base if waiting[key(item)]]
    for before, after in pairs:
        base.remove(before)
        head.remove(after)
    return pairs


def changed_lines(before, after):
    gone, new = without_equal(before, after)
    return (*(f"- {line}" for line in gone), *(f"+ {line}" for line in new))


def changed_fields(before, after):
    """(name, lines) of the fields that differ."""
    names = dict.fromkeys(name for item in (before, after) for name, _ in item.fields)
    for name in names:
        old, new = before.values(name), after.values(name)
        if old != new:
            lines = changed_lines(old, new) or ("the same in another order",)
            yield NAMES_OF_FIELDS.get(name, name), lines


def compare_findings(base, head, name):
    base, head = (sorted(map(Finding, items), key=lambda f: natural(f.item.title))
                  for items in (base, head))
    pairs = []
    for likeness in LIKENESSES:
        pairs += take_pairs(base, head, likeness)
    for before, after in pairs:
        yield from compare_pair(before, after, name)
    for finding, cause, sign in [*((f, "lost", "-") for f in base),
                                 *((f, "new", "+") for f in head)]:
        certainty, kernel = finding.value("certainty"), finding.value("kernel")
        yield Difference(finding.check, f"finding {cause}", name, finding.place, (
            f"{sign} {finding.value('message')} ({certainty}, in '{kernel}')",))


def compare_pair(before, after, name):
    if before.check != after.check:
        yield Difference(after.check, f"was a finding of {before.check}", name, after.place)
    if before.place != after.place:
        yield Difference(after.check, "finding moved", name, after.place,
                         (f"- {before.place}", f"+ {after.place}"))
    for field, lines in changed_fields(before.item, after.item):
        cause = f"{field} changed"
        if field == "certainty":
            cause = f"{before.value(field)}, now {after.value(field)}"
        yield Difference(after.check, cause, name, after.place, lines)


def compare_launches(base, head, name):
    def is_of(item):
        return item.title.split(" ", 1)[1]
    pairs = take_pairs(base, head, lambda item: item.title)
    moved = take_pairs(base, head, is_of)
    for before, after in moved:
        yield Difference("launches", "launch moved", name, after.title,
                         (f"- {before.title}",))
    for before, after in [*pairs, *moved]:
        for field, lines in changed_fields(before, after):
            yield Difference("launches", f"{field} changed", name, after.title, lines)
    for items, cause in ((base, "launch lost"), (head, "launch new")):
        yield from (Difference("launches", cause, name, item.title) for item in items)


def compare_counters(base, head, name, subject, field):
    for before, after in take_pairs(base, head, lambda item: item.title):
        old, new = (json.loads(item.value(field) or "{}") for item in (before, after))
        for counter in sorted(old.keys() | new.keys()):
            if old.get(counter, 0) != new.get(counter, 0):
                yield Difference(
                    subject, f"'{counter}' changed", name, after.title,
                    (f"{old.get(counter, 0)} -> {new.get(counter, 0)}",))
    for items, cause in ((base, "row lost"), (head, "row new")):
        yield from (Difference(subject, cause, name, item.title) for item in items)


def compare_exit(base, head, name):
    for before, after in zip(base, head):
        yield Difference("the run", f"exit code {before.title}, now {after.title}", name, "")


def compare_others(base, head, name, subject):
    for items, cause, sign in ((base, "lost", "-"), (head, "new", "+")):
        for item in items:
            yield Difference(subject, f"'{item.kind}' {cause}", name, "",
                             (f"{sign} {item.title}",))


def compare_input(base, head, name):
    """All differences of an input that both saw."""
    base, head = without_equal(base, head)
    by_kind = defaultdict(lambda: ([], []))
    for side, items in enumerate((base, head)):
        for item in sorted(items, key=lambda item: (natural(item.title), item.fields)):
            by_kind[item.kind][side].append(item)
    for kind, (before, after) in sorted(by_kind.items()):
        if kind == "finding":
            yield from compare_findings(before, after, name)
        elif kind == "launch":
            yield from compare_launches(before, after, name)
        elif kind == "statistics":
            yield from compare_counters(before, after, name, "statistics", "counters")
        elif kind == "summary":
            yield from compare_counters(before, after, name, "the run", "counts")
        elif kind == "exit":
            yield from compare_exit(before, after, name)
        else:
            yield from compare_others(before, after, name,
                                      "launches" if kind == "defines" else "the run")


#===----------------------------------------------------------------------===#
# Whole records
#===----------------------------------------------------------------------===#

def group_of(name):
    return name.split(" ", 1)[0]


def groups_of(record):
    return {group_of(name) for name in record.inputs}


def only_in(record, groups):
    return Record(record.toolkit, {name: items for name, items in record.inputs.items()
                                   if group_of(name) in groups})


def differences(base: Record, head: Record):
    """All, in the order of the inputs."""
    found = []
    for name in sorted(base.inputs.keys() | head.inputs.keys(), key=natural):
        if name not in head.inputs:
            found.append(Difference("the run", "input only in base", name, ""))
        elif name not in base.inputs:
            found.append(Difference("the run", "input only in head", name, ""))
        else:
            found += compare_input(base.inputs[name], head.inputs[name], name)
    return found


def reworded(record, words):
    return Record(record.toolkit, {name: [words.item(item) for item in items]
                                   for name, items in record.inputs.items()})


def steady(record):
    """Without the counters that are not the same each time."""
    def without(item):
        if item.kind != "statistics":
            return item
        counters = json.loads(item.value("counters"))
        for name in UNSTEADY_COUNTERS:
            counters.pop(name, None)
        return Item(item.kind, item.title,
                    (("counters", json.dumps(counters, sort_keys=True)),))
    return Record(record.toolkit, {name: list(map(without, items))
                                   for name, items in record.inputs.items()})


def failures(record):
    """(input, why) of the runs that gave no answer."""
    told = ((name, failure_of(items)) for name, items in record.inputs.items())
    return sorted(((name, why) for name, why in told if why),
                  key=lambda each: natural(each[0]))


def shortened(line):
    return line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + " ..."


def summary_table(found):
    counts = Counter((each.subject, each.cause) for each in found)
    inputs = defaultdict(set)
    for each in found:
        inputs[each.subject, each.cause].add(each.input)
    yield f"{'count':>7} {'inputs':>7}  what"
    for key in sorted(counts):
        yield f"{counts[key]:7} {len(inputs[key]):7}  {key[0]}: {key[1]}"


def places(found, limit):
    """Each group with its places, of each at most as many as the limit says."""
    groups = defaultdict(list)
    for each in found:
        groups[each.subject, each.cause].append(each)
    for (subject, cause), members in sorted(groups.items()):
        yield ""
        yield f"{subject}: {cause} ({len(members)})"
        for each in members[:limit] if limit else members:
            yield f"  {each.input}  {each.place}".rstrip()
            yield from (f"    {shortened(line)}" for line in each.lines)
        if limit and len(members) > limit:
            yield f"  and {len(members) - limit} more"


def report(base, head, found, limit):
    """The lines that say how two records differ."""
    compared = base.inputs.keys() & head.inputs.keys()
    yield (f"{len(compared)} inputs compared, {len({each.input for each in found})} "
           f"differ, {len(found)} differences")
    if found:
        yield from summary_table(found)
        yield from places(found, limit)
