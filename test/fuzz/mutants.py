#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs mutants of sources: warplint must end, without a crash, and say the same
twice.

  mutants.py FOLDER                       of the sources in a folder, as files
  mutants.py FOLDER --clangd PROGRAM      ... in sessions of an editor

Goes on until --seconds are over, or up to the group --end; see replay.py.
"""

import argparse
import random
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from replay import Group, absolute, add_options, read_inputs, run

# Mutants of one group, all of one source.
MUTANTS = 20

WORDS = ("threadIdx.x", "threadIdx.y", "blockIdx.x", "blockDim.x", "0", "1", "32", "-1", "n",
         "__syncthreads()", "__syncwarp()", "return")
OPERATORS = ("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", ">", "==", "&&", "||")


def mutate_line(line, rng):
    how = rng.randrange(4)
    if how == 0:
        return re.sub(r"\b\d+\b", lambda m: str(rng.choice((0, 1, int(m[0][:9]) ^ 1, 31, 33,
                                                            1 << 31))), line)
    tokens = re.split(r"(\W)", line)
    places = [i for i, token in enumerate(tokens) if token.strip()]
    if not places:
        return line
    at = rng.choice(places)
    if how == 1:
        tokens[at] = ""
    elif tokens[at] in OPERATORS:
        tokens[at] = rng.choice(OPERATORS)
    else:
        tokens[at] = rng.choice(WORDS)
    return "".join(tokens)


def mutant(text, donors, rng):
    """A mutant of the text, with a few lines changed, moved, doubled, left out or
    taken from a donor."""
    lines = text.splitlines()
    donor = rng.choice(donors).splitlines()
    for _ in range(rng.randint(1, 6)):
        at, how = rng.randrange(len(lines)), rng.randrange(6)
        if how < 2:
            lines[at] = mutate_line(lines[at], rng)
        elif how == 2 and len(lines) > 1:
            del lines[at]
        elif how == 3:
            lines.insert(at, lines[rng.randrange(len(lines))])
        elif how == 4:
            lines.insert(at, rng.choice(donor))
        else:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    add_options(parser)
    options = absolute(parser.parse_args())
    options.twice = not options.clangd
    inputs = [each for each in read_inputs(options.folder, options.flags) if each.text.strip()]
    texts = [each.text for each in inputs]

    def group(number):
        if options.end is not None and number >= options.end:
            return None
        rng = random.Random(f"{options.seed}:{number}")
        each = rng.choice(inputs)
        return Group(each.name, each.path.parent, each.flags,
                     tuple(mutant(each.text, texts, rng) for _ in range(MUTANTS)))
    return run(options, group, "mutants")


if __name__ == "__main__":
    sys.exit(main())
