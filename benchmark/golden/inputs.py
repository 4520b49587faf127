# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the golden net looks at: one input is a file with its options and flags."""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
sys.path[:0] = [str(REPOSITORY / "test"), str(REPOSITORY / "runtime_validation/runner")]
# pylint: disable=wrong-import-position
import check_case
import verify
import run_lines
from makefiles import flags_of_makefile

SUFFIXES = {".cu", ".cuh", ".cpp"}
ARCHITECTURE = re.compile(r"^//\s*arch:\s*(?P<arch>sm_\w+)\s*$")
DEFAULT_ARCHITECTURE = "sm_90"
REQUIRES = re.compile(r"^// REQUIRES: (?P<features>.*)$", re.MULTILINE)
CORPORA = ("reports", "streams", "newcases", "expert")


@dataclass(frozen=True)
class Input:
    """One run of warplint. Flags lack the toolkit."""
    group: str
    root: Path
    path: str  # below the root
    options: tuple = ()
    flags: tuple = ()
    is_own: bool = False  # may be quoted
    requires: tuple = ()  # features of the machine
    program: str = ""  # units of one may launch each other's kernels
    shown: str = ""  # options and flags that tell it from others of the same file

    @property
    def file(self):
        return self.root / self.path

    @property
    def name(self):
        return " ".join(word for word in (self.group, self.path, self.shown) if word)


def files_below(folder, suffixes):
    return sorted(path for path in folder.rglob("*")
                  if path.suffix in suffixes and path.is_file())


def relative(path, root):
    return path.relative_to(root).as_posix()


#===----------------------------------------------------------------------===#
# The project's own
#===----------------------------------------------------------------------===#

def group_of_test(parts):
    """'async-copy-wait' for test/lit/checks/async-copy-wait/objects.cu. What many
    include, in test/lit/checks/Inputs, is of the group 'checks'."""
    return parts[1] if parts[0] == "checks" and parts[1] != "Inputs" else parts[0]


def words_shown(run, file):
    """Options and flags of a run, without what most have."""
    flags = [flag for flag in run.flags if flag not in verify.DEFAULT_FLAGS.values()]
    words = [*run.options, *(["--", *flags] if flags else [])]
    return " ".join(words).replace(str(file.parent), ".")


def inputs_of_tests():
    folder = REPOSITORY / "test/lit"
    for file in files_below(folder, SUFFIXES):
        text = file.read_text()
        features = REQUIRES.search(text)
        for run in run_lines.runs_of(text, file):
            yield Input(group_of_test(file.relative_to(folder).parts), REPOSITORY,
                        relative(file, REPOSITORY), run.options, run.flags, is_own=True,
                        requires=tuple(features["features"].split(", ")) if features else (),
                        shown=words_shown(run, file))


def inputs_of_examples():
    flags = tuple(verify.with_default_flags([], ""))
    for file in files_below(REPOSITORY / "examples", SUFFIXES):
        yield Input("examples", REPOSITORY, relative(file, REPOSITORY), flags=flags,
                    is_own=True)


def inputs_of_cases():
    for file in files_below(REPOSITORY / "runtime_validation/cases", SUFFIXES):
        target = check_case.read_case(file).target
        for variant in check_case.VARIANTS:
            yield Input("cases", REPOSITORY, relative(file, REPOSITORY),
                        flags=tuple(check_case.flags(variant, target)), is_own=True,
                        shown=variant)


def own_inputs():
    return [*inputs_of_tests(), *inputs_of_examples(), *inputs_of_cases()]


#===----------------------------------------------------------------------===#
# What is given
#===----------------------------------------------------------------------===#

def architecture_of(text):
    """What the second line names."""
    lines = text.splitlines()
    named = ARCHITECTURE.match(lines[1]) if len(lines) > 1 else None
    return named["arch"] if named else DEFAULT_ARCHITECTURE


def inputs_of_corpora(folder):
    for name in CORPORA:
        for file in files_below(folder / name, SUFFIXES):
            arch = architecture_of(file.read_text(errors="replace"))
            yield Input(name, folder, relative(file, folder),
                        flags=("-std=c++17", f"-arch={arch}"))


def inputs_of_samples(folder):
    flags = ("-std=c++17", f"-arch={DEFAULT_ARCHITECTURE}", f"-I{folder / 'Common'}")
    for file in files_below(folder / "Samples", {".cu"}):
        yield Input("cuda-samples", folder, relative(file, folder), flags=flags)


def makefile_of(file, program):
    """The nearest one above a file of a program."""
    for folder in file.parents:
        if (folder / "Makefile").is_file():
            return folder / "Makefile"
        if folder == program:
            return None
    return None


def inputs_of_hecbench(folder):
    for program in sorted((folder / "src").glob("*-cuda")):
        for file in files_below(program, {".cu"}):
            makefile = makefile_of(file, program)
            flags = flags_of_makefile(makefile) if makefile else []
            yield Input("hecbench", folder, relative(file, folder),
                        flags=("-std=c++17", f"-arch={DEFAULT_ARCHITECTURE}", *flags),
                        program=program.name)


def inputs_asked_for(arguments):
    """Our own, and what stands in the folders that are named."""
    found = own_inputs()
    if arguments.corpora:
        found += inputs_of_corpora(arguments.corpora)
    if arguments.all:
        found += inputs_of_samples(arguments.samples)
        found += inputs_of_hecbench(arguments.hecbench)
    return found
