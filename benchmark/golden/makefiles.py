# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The -I and -D of a Makefile. It is read, never run: assignments and conditionals
are followed, functions, shell commands and included files are not."""

import os
import re
import shlex

ASSIGNMENT = re.compile(r"^\s*(?:export\s+|override\s+)?(?P<name>[\w.-]+)\s*"
                        r"(?P<how>::=|:=|\?=|\+=|=)\s*(?P<value>.*)$")
REFERENCE = re.compile(r"\$[({](?P<name>[\w.-]+)[)}]")
COMPARISON = re.compile(r"^\s*(?P<kind>ifeq|ifneq)\s*\((?P<left>[^,]*),(?P<right>.*)\)\s*$")
DEFINED = re.compile(r"^\s*(?P<kind>ifdef|ifndef)\s+(?P<name>\S+)\s*$")
DEEPEST = 8


class Makefile:
    def __init__(self, text):
        self.values = {}
        self.recipes = []
        taken = []  # for each conditional that is open: whether its lines count
        for line in re.sub(r"\\\n", " ", text).splitlines():
            line = re.sub(r"(?:^|\s)#.*$", "", line)
            if not self.is_conditional(line, taken) and all(taken):
                self.read(line)

    def is_conditional(self, line, taken):
        comparison, defined = COMPARISON.match(line), DEFINED.match(line)
        if comparison:
            equal = (self.expanded(comparison["left"]).strip()
                     == self.expanded(comparison["right"]).strip())
            taken.append(equal == (comparison["kind"] == "ifeq"))
        elif defined:
            taken.append(bool(self.values.get(defined["name"]))
                         == (defined["kind"] == "ifdef"))
        elif re.match(r"\s*if(n?eq|n?def)\b", line):
            taken.append(False)
        elif re.match(r"\s*else\b", line) and taken:
            taken[-1] = not taken[-1]
        elif re.match(r"\s*endif\b", line) and taken:
            taken.pop()
        else:
            return False
        return True

    def read(self, line):
        assignment = None if line.startswith("\t") else ASSIGNMENT.match(line)
        if not assignment:
            self.recipes.append(line)
            return
        name, how, value = assignment["name"], assignment["how"], assignment["value"]
        if how == "?=" and name in self.values:
            return
        if how == "+=":
            value = f"{self.values.get(name, '')} {value}"
        self.values[name] = self.expanded(value) if ":" in how else value

    def expanded(self, text, depth=0):
        """What nobody sets is nothing."""
        if depth == DEEPEST:
            return ""
        return REFERENCE.sub(
            lambda found: self.expanded(self.values.get(found["name"], ""), depth + 1), text)

    def words(self):
        for text in [*self.values.values(), *self.recipes]:
            try:
                yield from shlex.split(self.expanded(text))
            except ValueError:  # quotes that only a shell would close
                yield from self.expanded(text).split()


def flags_of_makefile(path):
    """-I as absolute paths and -D, each once, in the order of the Makefile."""
    flags, waits = [], ""
    for word in Makefile(path.read_text(errors="replace")).words():
        if waits:
            waits, word = "", waits + word
        elif word in ("-I", "-D"):
            waits = word
            continue
        if "$" in word:
            continue
        if word.startswith("-I"):
            flags.append("-I" + os.path.normpath(path.parent / word[2:]))
        elif re.match(r"-D[A-Za-z_]", word):
            flags.append(word)
    return list(dict.fromkeys(flags))
