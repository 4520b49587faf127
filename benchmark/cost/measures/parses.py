# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Clang's own parse of a file, which everything is compared with."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path


def output_of(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode != 0 or not done.stdout.strip():
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stderr}")
    return done.stdout.strip()


def llvm_of(warplint):
    """'19.1.7', what warplint is built on."""
    text = output_of(warplint, "--version")
    found = re.search(r"on LLVM (\d[\w.]*)", text)
    if not found:
        sys.exit(f"{warplint} --version says nothing of LLVM: {text}")
    return found[1]


def program_of(llvm, name):
    """A program of LLVM's of the release that warplint is built on."""
    major = llvm.split(".")[0]
    return shutil.which(f"{name}-{major}") or shutil.which(f"/usr/lib/llvm-{major}/bin/{name}")


def words_of(entry):
    return entry.get("arguments") or shlex.split(entry["command"])


class Parser:
    """A stock clang++ for the commands that a build of warplint translates. Unless one
    is named it is of the release that the build is on: what stands before the user's
    code fits that release, and a clang of another one may reject it."""

    def __init__(self, warplint, program=None):
        self.warplint = warplint
        self.llvm = llvm_of(warplint)
        self.program = shutil.which(str(program)) if program else program_of(self.llvm, "clang++")
        if not self.program:
            sys.exit(f"no {program or 'clang++'} of LLVM {self.llvm}: name one by --parse-with")
        found = re.search(r"version (\d[\w.]*)", output_of(self.program, "--version"))
        self.version = found[1] if found else "unknown"

    def is_of_the_build(self):
        return self.version.split(".")[0] == self.llvm.split(".")[0]

    def command(self, words):
        """A translated command without any action but parsing. A clang of another
        release reads its own headers."""
        words = [word for word in words[1:] if word != "-fsyntax-only"]
        if "-resource-dir" in words and not self.is_of_the_build():
            theirs = words[words.index("-resource-dir") + 1]
            own = output_of(self.program, "-print-resource-dir")
            words = [own + word[len(theirs):] if word == theirs or word.startswith(theirs + "/")
                     else word for word in words]
        return [self.program, *words]

    def of_file(self, source, flags):
        printed = output_of(self.warplint, "--print-command", source, "--", *flags)
        return [*self.command(shlex.split(printed.splitlines()[-1])), "-fsyntax-only"]

    def of_database(self, folder, options):
        """{file: (command, folder)} of a compile_commands.json for nvcc."""
        clang = folder / "clang"
        subprocess.run([str(self.warplint), "-p", str(folder), *options,
                        f"--export-commands={clang}"], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        entries = json.loads((clang / "compile_commands.json").read_text())
        return {entry["file"]: (self.command(words_of(entry)), entry["directory"])
                for entry in entries}

    def __str__(self):
        return f"`{Path(self.program).name} -fsyntax-only` of clang {self.version}"
