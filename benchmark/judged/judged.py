#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Findings in public code that readers have judged: are the true ones still found,
and how many of what is reported is true?

  judged.py run --warplint BIN --root OWNER/NAME=FOLDER ... -o findings.jsonl
  judged.py score findings.jsonl       precision, what vanished, what nobody has judged
  judged.py record findings.jsonl      writes tier and certainty of the run to groups.tsv
  judged.py places --warplint BIN --root OWNER/NAME=FOLDER ... --seed S -o FOLDER
                                       draws ten removals of each project
  judged.py removals --warplint BIN --root OWNER/NAME=FOLDER ... -o FOLDER
                                       runs those that removals/ holds, and counts
  judged.py draw findings.jsonl --seed S --count N -o FOLDER
                                       two blind sheets of groups that a seed draws
  judged.py merge findings.jsonl FIRST SECOND [--third SHEET] --source WORDS -o ROWS
                                       what the readers agree on, and a sheet of the rest

groups.tsv has the verdicts, units.tsv the commands. The code is not here: FOLDER holds
a project at the commit that units.tsv names. `score` exits with 1 if a place of a true
group is not found any more, or if a project was not run and --partial is not given.
"""

import argparse
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import groups as tables
import reading
import removing
import runs
import scoring
from groups import NOBODY, Group, TableError

HERE = Path(__file__).resolve().parent
WARPLINT = HERE.parents[1] / "build/bin/warplint"


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--groups", type=Path, default=HERE / "groups.tsv", metavar="FILE")
    parser.add_argument("--units", type=Path, default=HERE / "units.tsv", metavar="FILE")
    commands = parser.add_subparsers(dest="command", required=True)

    run = with_projects(commands.add_parser("run"))
    run.add_argument("--jobs", "-j", type=int, default=1, metavar="N")
    run.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")

    places = with_projects(commands.add_parser("places"))
    places.add_argument("--seed", required=True)
    places.add_argument("--count", type=int, default=10, metavar="N")
    places.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER")

    removals = with_projects(commands.add_parser("removals"))
    removals.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER")

    score = with_findings(commands.add_parser("score"))
    score.add_argument("--partial", action="store_true",
                       help="projects that were not run are left out")
    with_findings(commands.add_parser("record"))

    draw = with_findings(commands.add_parser("draw"))
    draw.add_argument("--seed", required=True)
    draw.add_argument("--count", type=int, required=True, metavar="N")
    draw.add_argument("--unjudged", action="store_true",
                      help="only of what has no verdict yet")
    draw.add_argument("--tiers", default="correctness", metavar="TIER[,TIER]")
    draw.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER")

    merge = with_findings(commands.add_parser("merge"))
    merge.add_argument("first", type=Path)
    merge.add_argument("second", type=Path)
    merge.add_argument("--third", type=Path, metavar="SHEET")
    merge.add_argument("--source", required=True, metavar="WORDS",
                       help="where the rows come from, as groups.tsv shall say it")
    merge.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    return parser.parse_args()


def with_projects(parser):
    parser.add_argument("--warplint", type=Path, default=WARPLINT, metavar="BIN")
    parser.add_argument("--root", action="append", required=True, metavar="OWNER/NAME=FOLDER")
    return parser


def with_findings(parser):
    parser.add_argument("findings", type=Path)
    return parser


def chosen_units(arguments):
    """(folders by project, the units of these projects)"""
    roots = {name: Path(folder) for name, folder in
             (item.split("=", 1) for item in arguments.root)}
    units = tables.read_units(arguments.units)
    known = {unit.name() for unit in units}
    if not set(roots) <= known:
        raise TableError(f"units.tsv names no project {min(set(roots) - known)}")
    return roots, [unit for unit in units if unit.name() in roots]


def run(arguments):
    roots, chosen = chosen_units(arguments)
    records = runs.run_units(arguments.warplint, chosen, roots, arguments.jobs)
    runs.write_records(arguments.output, records)
    states = [line for line in records if line["kind"] == "unit"]
    print(f"{len(states)} units of {len(roots)} projects, {len(records) - len(states)} findings, "
          f"{sum(bool(line['incomplete']) for line in states)} units not whole")
    return 0


def places(arguments):
    roots, chosen = chosen_units(arguments)
    warplint = arguments.warplint.resolve()
    for name, root in sorted(roots.items()):
        files = {file for unit in chosen if unit.name() == name
                 for file in removing.files_read(warplint, unit, root)}
        table = arguments.output / removing.table_name(name)
        drawn = removing.write_drawn(table, root, files, arguments.seed, arguments.count)
        print(f"{name}: {drawn} places")
    return 0


def removals(arguments):
    flags = removing.read_flags()
    roots, _ = chosen_units(arguments)
    names = sorted(set(roots) & set(flags))
    for name in names:
        removing.take_out(arguments.warplint.resolve(), flags[name], roots[name],
                          arguments.output)
    if not names:
        raise TableError("there are no removals of these projects")
    removing.score(names, arguments.output)
    return 0


def score(arguments):
    states, findings = runs.read_records(arguments.findings)
    groups = tables.read_groups(arguments.groups)
    run_projects = {line["project"] for line in states}
    asked = [group for group in groups if group.project in run_projects]
    outcome = scoring.compare(asked, findings)
    print_units(states)
    print_precision(outcome)
    print_unjudged(outcome.unjudged)
    missing = sorted({group.project for group in groups} - run_projects)
    if missing:
        print(f"\nNot run: {', '.join(missing)}")
    print_true(outcome, asked)
    return 1 if outcome.lost or (missing and not arguments.partial) else 0


def print_units(states):
    print(f"{len(states)} units of {len({line['project'] for line in states})} projects")
    for line in states:
        for reason in line["incomplete"]:
            print(f"  not whole: {line['project']} {line['unit']}: {reason}")


def print_precision(outcome):
    shown = [entry for entry in outcome.reported if entry.findings]
    once = sum(entry.group.readers() < 2 for entry in shown)
    print(f"\n{len(shown)} of {len(outcome.reported)} judged groups are reported, "
          f"{once} of them read by one reader only\n")
    for title, order, key in (
            ("certainty", scoring.CERTAINTIES, lambda entry: [entry.certainty()]),
            ("tier", scoring.TIERS, lambda entry: [entry.tier()]),
            ("check", (), scoring.Reported.checks)):
        print("\n".join(scoring.table(title, scoring.keyed(shown, order, key))) + "\n")
    severe = [entry for entry in shown if entry.tier() == "correctness"]
    formal = scoring.counts(severe)["formal"]
    if severe:
        low, high = scoring.wilson(formal, len(severe))
        print(f"formal in the correctness tier: {formal} of {len(severe)} = "
              f"{formal / len(severe):.0%} ({low:.0%} to {high:.0%})")
    for entry in outcome.reported:
        if not entry.findings and entry.group.verdict != "true":
            print(f"not reported any more ({entry.group.verdict}): {name_of(entry.group)}")
    for entry in shown:
        before = entry.group.tier, entry.group.certainty
        now = entry.tier(), entry.certainty()
        if NOBODY not in before and before != now:
            print(f"{' '.join(before)} is {' '.join(now)} now ({entry.group.verdict}): "
                  f"{name_of(entry.group)}")


def print_unjudged(unjudged):
    print(f"\n{len(unjudged)} groups that nobody has judged, by file and check")
    for (project, file, check), findings in unjudged.items():
        lines = ",".join(str(line) for line in sorted({finding.line for finding in findings}))
        said = scoring.Reported(None, findings)
        print(f"  {project} {file}:{lines} {check} ({said.tier()}, {said.certainty()})")


def print_true(outcome, groups):
    true = [group for group in groups if group.verdict == "true"]
    places = sum(len(group.places()) for group in true)
    whole = len(true) - len({group.key() for group, _, _ in outcome.lost})
    print(f"\n{whole} of {len(true)} true groups are found, "
          f"{places - len(outcome.lost)} of {places} places")
    for group, place, others in outcome.lost:
        also = f"; there: {', '.join(others)}" if others else ""
        print(f"  vanished: {group.project} {group.file}:{place.text} {group.checks}{also}")


def name_of(group):
    return f"{group.project} {group.file}:{group.lines} {group.checks}"


def record(arguments):
    states, findings = runs.read_records(arguments.findings)
    groups = tables.read_groups(arguments.groups)
    run_projects = {line["project"] for line in states}
    reported = {entry.group.key(): entry
                for entry in scoring.compare(groups, findings).reported}
    rows = []
    for group in groups:
        entry = reported[group.key()]
        if group.project in run_projects:
            group = replace(group, tier=entry.tier() if entry.findings else NOBODY,
                            certainty=entry.certainty() if entry.findings else NOBODY)
        rows.append(group)
    tables.write_table(arguments.groups, rows, Group)
    return 0


def draw(arguments):
    _, findings = runs.read_records(arguments.findings)
    tiers = reading.known_tiers(arguments.tiers)
    if arguments.unjudged:
        outcome = scoring.compare(tables.read_groups(arguments.groups), findings)
        findings = [finding for group in outcome.unjudged.values() for finding in group]
    keys = reading.draw(findings, arguments.seed, arguments.count, tiers)
    if len(keys) < arguments.count:
        raise TableError(f"there are only {len(keys)} groups to draw from")
    arguments.output.mkdir(parents=True, exist_ok=True)
    for reader in ("first", "second"):
        reading.write_sheet(arguments.output / f"{reader}.tsv",
                            reading.sheet(findings, keys, arguments.seed, reader))
    return 0


def merge(arguments):
    _, findings = runs.read_records(arguments.findings)
    first, second = reading.read_sheet(arguments.first), reading.read_sheet(arguments.second)
    third = reading.read_sheet(arguments.third) if arguments.third else {}
    rows = reading.merged(first, second, third, findings, arguments.source)
    tables.write_table(arguments.output, rows, Group)
    open_keys = [key for key in reading.disagreements(first, second) if key not in third]
    print(f"{len(rows)} of {len(first)} groups are decided")
    if open_keys:
        path = arguments.output.with_suffix(".third.tsv")
        reading.write_sheet(path, [dict(first[key], verdict="", reason="") for key in open_keys])
        print(f"{len(open_keys)} are for a third reader: {path.name}")
    return 0


def main():
    arguments = parse_arguments()
    commands = {"run": run, "places": places, "removals": removals, "score": score,
                "record": record, "draw": draw, "merge": merge}
    try:
        return commands[arguments.command](arguments)
    except (TableError, OSError, subprocess.CalledProcessError) as error:
        print(f"judged.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
