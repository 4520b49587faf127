# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Puts findings to the groups that they belong to, and counts.

A finding belongs to a group of its check whose places hold its line, give or take
one; if there is none, to one whose places hold the line of another of its
operations or threads.
"""

import math
from collections import defaultdict
from dataclasses import dataclass, field

from groups import VERDICTS

SLACK = 1
TIERS = ("correctness", "portability", "model", "performance", "modernize")
CERTAINTIES = ("proven", "likely", "possible", "model")
NORMAL_95 = 1.959963984540054


def wilson(hits, total):
    """The 95 % interval of a share, by Wilson's score."""
    if not total:
        return 0.0, 1.0
    share, square = hits / total, NORMAL_95 ** 2
    middle = (share + square / (2 * total)) / (1 + square / total)
    half = (NORMAL_95 / (1 + square / total)
            * math.sqrt(share * (1 - share) / total + square / (4 * total * total)))
    return max(0.0, middle - half), min(1.0, middle + half)


def nearness(group, finding):
    """How near a finding of the project comes to a group's places, 0 the nearest;
    None if it does not."""
    own = finding.places[:1], 0
    others = finding.places[1:], 2
    for places, rank in (own, others):
        lines = [line for file, line in places if file == group.file]
        for slack in (0, SLACK):
            if any(place.holds(line, slack) for place in group.places() for line in lines):
                return rank + slack
    return None


def group_of(finding, groups):
    """The group of the project that a finding belongs to, or None."""
    ranked = [(nearness(group, finding), number) for number, group in enumerate(groups)
              if finding.check in group.names_of_checks()]
    ranked = [entry for entry in ranked if entry[0] is not None]
    return groups[min(ranked)[1]] if ranked else None


def first_of(values, order):
    """The first of an order that is among the values."""
    return min(values, key=lambda value: order.index(value) if value in order else len(order))


@dataclass
class Reported:
    """A judged group, and the findings of a run that belong to it."""
    group: object
    findings: list = field(default_factory=list)

    def tier(self):
        return first_of([finding.tier for finding in self.findings], TIERS)

    def certainty(self):
        """The highest that is said of it in its tier."""
        return first_of([finding.certainty for finding in self.findings
                         if finding.tier == self.tier()], CERTAINTIES)

    def checks(self):
        return sorted({finding.check for finding in self.findings})


@dataclass
class Outcome:
    """A run beside the table: groups in its order; what stands in none, by file and check."""
    reported: list
    unjudged: dict
    lost: list  # (group, place, the checks that still say something there)


def compare(groups, findings):
    by_project = defaultdict(list)
    for group in groups:
        by_project[group.project].append(group)
    reported = {group.key(): Reported(group) for group in groups}
    unjudged = defaultdict(list)
    for finding in findings:
        group = group_of(finding, by_project[finding.project])
        if group:
            reported[group.key()].findings.append(finding)
        else:
            unjudged[finding.project, finding.file, finding.check].append(finding)
    lost = [entry for group in groups if group.verdict == "true"
            for entry in lost_places(group, findings, reported[group.key()].findings)]
    return Outcome(list(reported.values()), dict(sorted(unjudged.items())), lost)


def lost_places(group, findings, own):
    """The places of a group that none of its findings names, and who else is there."""
    named = [line for finding in own for file, line in finding.places if file == group.file]
    for place in group.places():
        if not any(place.holds(line, SLACK) for line in named):
            others = {finding.check for finding in findings
                      if finding.project == group.project and finding.file == group.file
                      and place.holds(finding.line, SLACK)}
            yield group, place, sorted(others)


def counts(reported):
    """verdict -> how many of the groups have it."""
    return {verdict: sum(entry.group.verdict == verdict for entry in reported)
            for verdict in VERDICTS}


def table(title, keyed):
    """Lines of a table: how the groups of each key were judged."""
    width = max(len(title), *(len(key) for key, _ in keyed))
    lines = [f"{title:{width}}  groups  true  false  formal  true of true and false"]
    for key, reported in keyed:
        said = counts(reported)
        decided = said["true"] + said["false"]
        low, high = wilson(said["true"], decided)
        share = (f"{said['true']} of {decided} = {said['true'] / decided:.0%}"
                 f" ({low:.0%} to {high:.0%})" if decided else "none of either")
        lines.append(f"{key:{width}}  {len(reported):6}  {said['true']:4}  {said['false']:5}"
                     f"  {said['formal']:6}  {share}")
    return lines


def keyed(reported, order, key):
    """(value, the groups that have it), values by the order, then by name."""
    found = defaultdict(list)
    for entry in reported:
        for value in key(entry):
            found[value].append(entry)
    rank = {value: number for number, value in enumerate(order)}
    return [(value, found[value])
            for value in sorted(found, key=lambda name: (rank.get(name, len(order)), name))]
