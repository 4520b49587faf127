#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Replays sources as they are typed: cut behind a token, behind the next, and so on.

  prefixes.py                             the inputs of the suite, as files
  prefixes.py --clangd PROGRAM            ... in sessions of an editor
  prefixes.py --also FOLDER --most 200    ... and 200 sources from there
  prefixes.py --inputs FOLDER --whole 60  others in place of the suite's

--whole inputs, as many kinds of them as there are folders and first words of
names, are cut behind each token, the others behind every --step-th, from a place
that the seed says. --seconds ends the run and says how it is continued. Nothing
may die, take longer than --text-seconds of processor time, or keep memory: see
replay.py.
"""

import argparse
import random
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from replay import ROOT, Group, absolute, add_options, read_inputs, run

# A comment ends where the token before it does.
TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|\s+|
    (?P<token>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[\w.]+|<<<|>>>|[^\w\s])""",
                   re.DOTALL | re.VERBOSE)
# Prefixes of one group: what is lost where a group is run again.
PREFIXES = 40
# An input of more says little that shorter ones do not, and takes long.
WHOLE_TOKENS = 800


def cuts(text):
    """Where tokens end."""
    return [found.end() for found in TOKEN.finditer(text) if found["token"]]


def kind_of(each):
    """Inputs of one kind are about the same thing."""
    return each.path.parent, each.path.stem.partition("-")[0]


def choose_whole(inputs, most, rng):
    """So many of the inputs, one of each kind, then the second of each, ..."""
    kinds = {}
    for each in rng.sample(inputs, len(inputs)):
        if len(cuts(each.text)) <= WHOLE_TOKENS:
            kinds.setdefault(kind_of(each), []).append(each)
    ranks = [(rank, place, each) for place, of in enumerate(kinds.values())
             for rank, each in enumerate(of)]
    return {each.path for _, _, each in sorted(ranks, key=lambda r: r[:2])[:most]}


def groups_of(options):
    rng = random.Random(options.seed)
    inputs = read_inputs(options.inputs, options.flags)
    whole = choose_whole(inputs, options.whole, rng)
    for folder in options.also:
        more = read_inputs(folder, options.flags)
        inputs += rng.sample(more, min(options.most, len(more)))
    groups = []
    for each in inputs:
        step = 1 if each.path in whole else options.step
        places = cuts(each.text)[options.seed % step::step]
        for start in range(0, len(places), PREFIXES):
            groups.append((each, places[start:start + PREFIXES]))
    rng.shuffle(groups)
    return groups[:options.end]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=Path, default=ROOT / "test/lit", metavar="FOLDER")
    parser.add_argument("--also", type=Path, action="append", default=[], metavar="FOLDER")
    parser.add_argument("--most", type=int, default=200, help="sources of each --also")
    parser.add_argument("--whole", type=int, default=60)
    parser.add_argument("--step", type=int, default=16)
    add_options(parser)
    options = absolute(parser.parse_args())
    options.twice = False
    groups = groups_of(options)

    def group(number):
        if number >= len(groups):
            return None
        each, places = groups[number]
        return Group(each.name, each.path.parent, each.flags,
                     tuple(each.text[:place] for place in places))
    return run(options, group, "prefixes")


if __name__ == "__main__":
    sys.exit(main())
