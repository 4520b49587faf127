# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Under which options and flags the tests look at a file, from its RUN lines.

Runs that differ only in which checks are on, in the least certainty or in what is
done with the report are one: the golden net looks at all checks and all certainties.
Runs that need files made before them are left out.
"""

import re
import shlex
from dataclasses import dataclass

import verify

RUN_LINE = re.compile(r"\bRUN:(?P<command>.*)$")
ANALYSIS_OPTIONS = ("--block-dim", "--config", "--effort", "--grid-dim", "--header-filter")
PROGRAMS = ("%verify", "%warplint")
SHELL_WORDS = set("();<>|&")


@dataclass(frozen=True)
class Run:
    options: tuple
    flags: tuple


def commands(text):
    """What stands behind RUN:, continued lines joined."""
    begun = ""
    for line in text.splitlines():
        found = RUN_LINE.search(line)
        if not found:
            continue
        begun += found["command"]
        if begun.endswith("\\"):
            begun = begun[:-1]
            continue
        yield begun.strip()
        begun = ""


def words_up_to_shell(command):
    """The words of its first program."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars="();<>|&")
    lexer.whitespace_split = True
    lexer.commenters = ""
    words = []
    for word in lexer:
        if set(word) <= SHELL_WORDS:
            if word[0] in "<>" and words[-1:] in (["1"], ["2"]):  # as in 2>&1
                del words[-1]
            break
        words.append(word)
    return words


def arguments_of(command, file):
    """What warplint is given to look at the file itself, or None."""
    words = words_up_to_shell(command)
    if words[:1] == ["not"]:
        del words[0]
    if not words or words[0] not in PROGRAMS or "%s" not in words:
        return None
    # Where lit's %cuda_path stands, every run here has a toolkit.
    replaced = [re.sub(r"%S\b", str(file.parent), word).replace("%s", str(file))
                for word in words[1:] if word != "--cuda-path=%cuda_path"]
    return None if any("%" in word for word in replaced) else replaced


def run_of(arguments):
    _, _, options, flags = verify.take_options(arguments)
    kept = tuple(option for option in options if option.startswith(ANALYSIS_OPTIONS))
    default = verify.DEFAULT_FLAGS.values()
    all_flags = verify.with_default_flags(flags, "")
    return Run(kept, (*(flag for flag in all_flags if flag not in default),
                      *(flag for flag in default if flag in all_flags)))


def runs_of(text, file):
    """Distinct ones, in order; a file that no test looks at by itself is seen under
    the tests' default flags."""
    found = [arguments_of(command, file) for command in commands(text)]
    runs = dict.fromkeys(run_of(arguments) for arguments in found if arguments)
    return list(runs) or [run_of([str(file)])]
