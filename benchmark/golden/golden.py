#!/usr/bin/env python3
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The golden net: what two builds of warplint say of the same inputs.

  golden.py compare --base BIN --head BIN [inputs]   both are run
  golden.py compare BASE HEAD [inputs]               the same; each a build or a record
  golden.py record --warplint BIN -o FILE [inputs]   what one says, as text
  golden.py check --warplint BIN                     against the stored reference
  golden.py check --warplint BIN --update            writes the reference anew

Inputs are the files of test/lit under the options of their RUN lines, examples and
the cases of runtime_validation; --corpora FOLDER adds its reports, streams,
newcases and expert, --all with --samples and --hecbench NVIDIA's cuda-samples and
HeCBench. Observed are findings with all they carry, launches, counters of
--statistics, reasons why something was left out, and exit codes; all checks are on,
with --certainty=model, nothing is read from a cache.

Exit code: 0 equal, 1 differences, 2 wrong usage, 3 head crashed where base did not,
or something took too long. A crash that both have is told and is no difference.
"""

import argparse
import sys
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
# pylint: disable=wrong-import-position
from comparison import (Words, differences, failures, group_of, groups_of, only_in, report,
                        reworded, steady)
from inputs import inputs_asked_for, own_inputs
from observing import Unusable, build_of, observe_all
from records import (Record, UnreadableRecord, is_record, read_file, read_folder, text_of)

EQUAL, DIFFERENT, USAGE, FAILED = range(4)
# The folder of the reference that has a text of each group with what is of these kinds.
# All other kinds are in "findings".
PART_OF = {"launch": "launches", "defines": "launches", "statistics": "statistics"}
PARTS = ("findings", "launches", "statistics")


def folder(text):
    path = Path(text).resolve()
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text} is no folder")
    return path


def existing(text):
    path = Path(text)
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"{text} does not exist")
    return path


def part(text):
    first, _, count = text.partition("/")
    if not (first.isdigit() and count.isdigit() and 1 <= int(first) <= int(count)):
        raise argparse.ArgumentTypeError(f"{text} is not I/N")
    return int(first), int(count)


def add_running(parser):
    parser.add_argument("--group", action="append",
                        help="only inputs of this group; may come again")
    parser.add_argument("--toolkit", type=folder, help="CUDA's; nvcc's if not named")
    parser.add_argument("--cache", default="off", metavar="off|user|FOLDER",
                        help="of what units begin with; user is what warplint takes (off)")
    parser.add_argument("--timeout", type=float, default=300, metavar="SECONDS",
                        help="for each input (300)")
    parser.add_argument("-j", "--jobs", type=int, default=1)


def add_inputs(parser):
    parser.add_argument("--corpora", type=folder)
    parser.add_argument("--all", action="store_true",
                        help="cuda-samples and HeCBench, too")
    parser.add_argument("--samples", type=folder, help="cuda-samples")
    parser.add_argument("--hecbench", type=folder)


def add_limit(parser):
    parser.add_argument("--limit", type=int, default=20, metavar="N",
                        help="places to print of each group of differences, 0 all (20)")


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    compared = commands.add_parser("compare")
    compared.add_argument("sides", nargs="*", type=existing, metavar="BUILD-OR-RECORD")
    compared.add_argument("--base", type=existing)
    compared.add_argument("--head", type=existing)
    compared.add_argument("--work", action="store_true",
                          help="the counter 'work', too, which most changes of the analysis change")
    compared.add_argument("--words", type=existing, metavar="FILE",
                          help="words of base and what they are in head, a tab between")
    recorded = commands.add_parser("record")
    recorded.add_argument("--warplint", type=existing, required=True)
    recorded.add_argument("-o", "--output", type=Path, required=True)
    checked = commands.add_parser("check")
    checked.add_argument("--warplint", type=existing, required=True)
    checked.add_argument("--update", action="store_true")
    checked.add_argument("--part", type=part, default=(1, 1), metavar="I/N",
                         help="every N-th input, beginning with the I-th")
    checked.add_argument("--reference", type=Path, default=HERE / "reference")
    for each in (compared, recorded):
        add_inputs(each)
    for each in (compared, recorded, checked):
        add_running(each)
    for each in (compared, checked):
        add_limit(each)
    arguments = parser.parse_args()
    complain(parser, arguments)
    return arguments


def complain(parser, arguments):
    """What argparse does not see."""
    if arguments.command == "compare":
        named = [side for side in (arguments.base, arguments.head) if side]
        if len(arguments.sides) + len(named) != 2 or (arguments.sides and named):
            parser.error("compare takes two sides: --base and --head, or BASE HEAD")
        arguments.sides = arguments.sides or named
    if arguments.command != "check" and arguments.all and not (
            arguments.samples and arguments.hecbench):
        parser.error("--all takes --samples and --hecbench")
    if arguments.command == "check" and arguments.update and arguments.part != (1, 1):
        parser.error("--update takes all inputs")


def inputs_of(arguments, among):
    found = [each for each in among
             if not arguments.group or each.group in arguments.group]
    if not found:
        raise Unusable("no inputs")
    return sorted(found, key=lambda each: each.name)


def side(path, arguments):
    """The record that a side is, or that is made of it."""
    if is_record(path):
        read = read_file(path)
        return only_in(read, arguments.group) if arguments.group else read
    return recorded(path, arguments)


def recorded(program, arguments):
    return observe_all(build_of(program, arguments),
                       inputs_of(arguments, inputs_asked_for(arguments)), arguments.jobs)


def told(base, head, limit):
    """Prints how they differ; the exit code."""
    if base.toolkit != head.toolkit:
        raise Unusable(f"base was seen with CUDA {base.toolkit}, head with {head.toolkit}: "
                       "headers differ")
    found = differences(base, head)
    print("\n".join(report(base, head, found, limit)))
    failed = [set(failures(record)) for record in (base, head)]
    for (name, why) in sorted(failed[0] & failed[1]):
        print(f"failed in both: {name}: {why}")
    for which, own in (("base", failed[0] - failed[1]), ("head", failed[1] - failed[0])):
        for (name, why) in sorted(own):
            print(f"failed in {which}: {name}: {why}")
    if failed[1] - failed[0] or any("no answer" in why for _, why in failed[0] | failed[1]):
        return FAILED
    return DIFFERENT if found else EQUAL


def compare(arguments):
    words = Words(arguments.words.read_text() if arguments.words else "")
    base, head = (side(path, arguments) for path in arguments.sides)
    groups = groups_of(base) & groups_of(head)
    if not groups:
        raise Unusable("no group is in both")
    for name, seen in (("base", base), ("head", head)):
        for group in sorted(groups_of(seen) - groups):
            print(f"not compared, only in {name}: {group}")
    base, head = only_in(base, groups), only_in(head, groups)
    if not arguments.work:
        base, head = steady(base), steady(head)
    return told(reworded(base, words), head, arguments.limit)


def record(arguments):
    seen = recorded(arguments.warplint, arguments)
    arguments.output.write_text(text_of(seen))
    failed = failures(seen)
    for name, why in failed:
        print(f"failed: {name}: {why}")
    print(f"{len(seen.inputs)} inputs recorded, {len(failed)} failed")
    return FAILED if failed else EQUAL


def write_reference(seen, where, groups=None):
    """A text of each part of each group; of all groups if none is named, and then those
    of groups that are gone go."""
    by_group = {}
    for name, items in seen.inputs.items():
        by_group.setdefault(group_of(name), Record(seen.toolkit)).inputs[name] = items
    for each in PARTS:
        (where / each).mkdir(parents=True, exist_ok=True)
        for old in (where / each).glob("*.txt"):
            if not groups or old.stem in groups:
                old.unlink()
        for group, of_group in by_group.items():
            (where / each / f"{group}.txt").write_text(
                text_of(of_group, lambda kind: PART_OF.get(kind, "findings") == each))


def update(build, inputs, arguments):
    if not all(map(build.can_see, inputs)):
        raise Unusable("this toolkit lacks what some inputs require")
    if arguments.group and read_folder(arguments.reference).toolkit != build.toolkit_version:
        raise Unusable("the groups that stay were seen with another release of CUDA")
    write_reference(steady(observe_all(build, inputs, arguments.jobs)),
                    arguments.reference, arguments.group)
    return EQUAL


def check(arguments):
    build = build_of(arguments.warplint, arguments)
    inputs = inputs_of(arguments, own_inputs())
    if arguments.update:
        return update(build, inputs, arguments)
    first, count = arguments.part
    reference = read_folder(arguments.reference)
    usable = [each for each in inputs if build.can_see(each)][first - 1::count]
    base = Record(reference.toolkit, {each.name: reference.inputs[each.name] for each in usable
                                      if each.name in reference.inputs})
    head = observe_all(build, usable, arguments.jobs, tell=False)
    codes = [told(base, steady(head), arguments.limit)]
    names = {each.name for each in own_inputs()}
    for name in sorted(set(reference.inputs) - names):
        print(f"no input any more: {name}")
        codes.append(DIFFERENT)
    if any(codes):
        print("if that is meant: benchmark/golden/golden.py check --update")
    return max(codes)


def main():
    arguments = parse_arguments()
    try:
        return {"compare": compare, "record": record, "check": check}[
            arguments.command](arguments)
    except (Unusable, UnreadableRecord, ValueError, OSError) as error:
        print(f"golden.py: {error}", file=sys.stderr)
        return USAGE


if __name__ == "__main__":
    sys.exit(main())
