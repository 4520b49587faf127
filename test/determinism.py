#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs warplint on the same input in memory laid out differently, and compares
every byte of what it says.

  determinism.py --warplint BIN --cuda-path DIR [--plugin SO --clang-tidy BIN]
                 [--reversed-plugin SO] [--clangd BIN] [--whole] [--part I/N]
                 [--library-part I/N] [--ways WAY,...] [--keep DIR] FOLDER-OR-FILE...

The CUDA files become two units, each file in a namespace of its
own, so that CUDA's headers are parsed once for many files: those that include a
library of the toolkit, and those that do not. What does not compile in a
namespace is left to clang's recovery, for wrong code has to have one answer,
too. --part takes every N-th file, --library-part every N-th that includes
something. JSON lines of the command line, and what --statistics counts, are
compared in four layouts; the SARIF of an audit with one and with two jobs, a stock clang-tidy with the plugin, and
clangd in the two that differ most, of the first unit. With --whole all of it and
the command line's text is compared in all layouts, of both units, and audits with
one to eight jobs.

--ways says through what: command-line, audit, plugin, editor.

--reversed-plugin is the plugin of the CMake preset `reversed`, in which LLVM's
maps and sets of addresses run backwards; it has to say what --plugin says.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent / "lit/editor/Inputs"))
from language_server import LanguageServer

FIXED = ["setarch", "-R"]
FLAGS = ["-std=c++17", "--cuda-gpu-arch=sm_90", "-ferror-limit=0", "-w"]
# Name -> (words before the command, variables of the environment). Randomized
# addresses differ from run to run. Where the allocator maps what is larger than
# a threshold, later objects lie below earlier ones; elsewhere above.
LAYOUTS = {
    "randomized": ([], {}),
    "randomized again": ([], {"PADDING": "x" * 20000}),
    "fixed": (FIXED, {}),
    "fixed, small maps": (FIXED, {"GLIBC_TUNABLES": "glibc.malloc.mmap_threshold=1024:"
                                  "glibc.malloc.mmap_max=10000000"}),
    "fixed, legacy order": ([*FIXED, "-L"], {"PADDING": "x" * 100000}),
    "fixed, page maps": (FIXED, {"GLIBC_TUNABLES": "glibc.malloc.mmap_threshold=4096:"
                                 "glibc.malloc.mmap_max=10000000"}),
    "fixed, filled": (FIXED, {"GLIBC_TUNABLES": "glibc.malloc.perturb=165:"
                              "glibc.malloc.tcache_count=0"}),
    "randomized, padded heap": ([], {"GLIBC_TUNABLES": "glibc.malloc.top_pad=1000000:"
                                     "glibc.malloc.arena_max=1"}),
}
EXTREMES = ["fixed", "fixed, small maps"]
SOME = ["randomized", *EXTREMES, "fixed, filled"]
WAYS = ["command-line", "audit", "plugin", "editor"]
# Processor seconds that clangd may take for the whole of the tests' inputs.
PATIENCE_SECONDS = 3600


def in_layout(name, command, cwd):
    """What a command writes to stdout and stderr in a layout."""
    prefix, variables = LAYOUTS[name]
    run = subprocess.run([*prefix, *map(str, command)], cwd=cwd, capture_output=True,
                         env={**os.environ, **variables}, check=False)
    if run.returncode not in (0, 1, 3):
        sys.exit(f"{name}: exit code {run.returncode} of {command}:\n"
                 + run.stderr.decode(errors="replace")[-2000:])
    return run.stdout + b"\n--- stderr\n" + run.stderr


def includes(file):
    return any(line.lstrip().startswith("#include") for line in file.read_text().splitlines())


def part(files, which):
    first, count = map(int, which.split("/"))
    return files[first::count]


def write_unit(files, unit):
    """Writes the files as one unit, headers first."""
    headers, rest = [], []
    for number, file in enumerate(files):
        rest.append(f"namespace file{number} {{ // {file.name}")
        for line in file.read_text().splitlines():
            is_header = line.lstrip().startswith("#include")
            (headers if is_header else rest).append(
                line.replace('"Inputs/', f'"{file.parent}/Inputs/') if is_header else line)
        rest.append("}")
    unit.write_text("\n".join([*dict.fromkeys(headers), *rest, ""]))
    return unit


class Comparison:
    """Keeps the first answer to each question and compares all others to it."""

    def __init__(self, keep):
        self.first, self.keep, self.differences = {}, keep, 0
        self.compared = self.missing = 0

    def answer(self, question, layout, text):
        if question not in self.first:
            self.first[question] = layout, text
            return
        self.compared += 1
        first_layout, first_text = self.first[question]
        if text == first_text:
            return
        self.differences += 1
        print(f"{question}: '{layout}' differs from '{first_layout}'", flush=True)
        old, new = (t.decode(errors="replace").splitlines() for t in (first_text, text))
        for a, b in [(a, b) for a, b in zip(old, new) if a != b][:3]:
            print(f"  {first_layout}: {a[:600]}\n  {layout}: {b[:600]}")
        if self.keep:
            self.keep.mkdir(parents=True, exist_ok=True)
            for name, kept in ((first_layout, first_text), (layout, text)):
                (self.keep / f"{question}, {name}.txt".replace("/", "-")).write_bytes(kept)

    def no_answer(self, question, layout, why):
        self.missing += 1
        print(f"{question}: no answer in '{layout}': {why}", flush=True)


def without_times(value):
    """What was counted."""
    if isinstance(value, dict):
        return {name: without_times(each) for name, each in value.items()
                if name != "spent" and "illisecond" not in name}
    return value


def counted_in(statistics):
    return "\n".join(json.dumps(without_times(json.loads(line)), sort_keys=True)
                     for line in statistics.read_text().splitlines()).encode()


def compare_command_line(warplint, units, flags, folder, comparison, layouts, formats):
    statistics = folder / "statistics"
    for unit in units:
        for form in formats:
            for layout in layouts:
                said = in_layout(layout, [warplint, f"--format={form}",
                                          f"--statistics={statistics}", unit, "--", *flags],
                                 folder)
                comparison.answer(f"{form} of {unit.name}", layout,
                                  said + b"\n--- counted\n" + counted_in(statistics))


def write_database(units, flags, folder):
    (folder / "compile_commands.json").write_text(json.dumps([
        {"directory": str(folder), "file": str(unit),
         "arguments": ["clang++", *flags, "-c", str(unit)]} for unit in units]))


def compare_audits(warplint, folder, comparison, layouts):
    for jobs, layout in enumerate(layouts, start=1):
        shutil.rmtree(folder / "warplint-audit", ignore_errors=True)
        in_layout(layout, [warplint, "audit", "-p", folder, "-j", jobs, "--format=sarif",
                           "-o", folder / "audit.sarif", "--source-root=."], folder)
        comparison.answer("audit", f"{layout}, {jobs} jobs",
                          (folder / "audit.sarif").read_bytes())


def compare_plugin(warplint, clang_tidy, plugins, units, flags, folder, comparison, layouts):
    subprocess.run([warplint, "--export-commands=exported", *units, "--", *flags],
                   cwd=folder, check=True)
    for name, plugin in plugins.items():
        for layout in layouts:
            comparison.answer("plugin", f"{layout}{name}", in_layout(
                layout, [clang_tidy, "-load", plugin, "-p", "exported", "--quiet",
                         "--checks=-*,warplint-*", *units], folder))


def compare_editors(clangd, units, folder, comparison, layouts):
    for layout in layouts:
        prefix, variables = LAYOUTS[layout]
        words = [f"{key}={value}" for key, value in variables.items()]
        server = LanguageServer([*prefix, "env", *words, str(clangd), "--log=error"], folder,
                                patience=PATIENCE_SECONDS)
        for unit in units:
            try:
                answer = server.diagnostics(server.open(unit))
            except AssertionError as failure:
                comparison.no_answer(f"clangd, {unit.name}", layout, failure)
                continue
            # clangd has checks of clang-tidy's own that iterate over addresses.
            found = [each for each in answer
                     if str(each.get("code", "")).startswith("warplint-")]
            comparison.answer(f"clangd, {unit.name}", layout,
                              json.dumps(found, indent=1).encode())
        server.close()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    # All commands run in a folder of their own.
    def path(text):
        return Path(text).resolve()
    parser.add_argument("--warplint", type=path, required=True)
    parser.add_argument("--cuda-path", type=path, required=True)
    parser.add_argument("--plugin", type=path)
    parser.add_argument("--reversed-plugin", type=path)
    parser.add_argument("--clang-tidy", default="clang-tidy-22")
    parser.add_argument("--clangd", type=path)
    parser.add_argument("--whole", action="store_true", help="everything in all layouts")
    parser.add_argument("--part", default="0/1", metavar="I/N")
    parser.add_argument("--library-part", default="0/1", metavar="I/N")
    parser.add_argument("--ways", type=lambda text: text.split(","), default=WAYS,
                        metavar="WAY,...", help=", ".join(WAYS))
    parser.add_argument("--keep", type=path, metavar="DIR", help="keep answers that differ")
    parser.add_argument("folders", nargs="+", type=path, metavar="FOLDER-OR-FILE")
    arguments = parser.parse_args()
    found = sorted(file for folder in arguments.folders
                   for file in ([folder] if folder.is_file() else folder.rglob("*.cu"))
                   if "Inputs" not in file.parts)
    plain = part([file for file in found if not includes(file)], arguments.part)
    libraries = part([file for file in found if includes(file)], arguments.library_part)
    flags = [*FLAGS, f"--cuda-path={arguments.cuda_path}"]
    comparison = Comparison(arguments.keep)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve()
        units = [write_unit(files, folder / name) for name, files in
                 (("plain.cu", plain), ("libraries.cu", libraries)) if files]
        write_database(units, flags, folder)
        asked, layouts = (units, LAYOUTS) if arguments.whole else (units[:1], EXTREMES)
        if "command-line" in arguments.ways:
            compare_command_line(arguments.warplint, asked, flags, folder, comparison,
                                 *((LAYOUTS, ["json", "text"]) if arguments.whole
                                   else (SOME, ["json"])))
        if "audit" in arguments.ways:
            compare_audits(arguments.warplint, folder, comparison, layouts)
        plugins = {"": arguments.plugin, ", reversed": arguments.reversed_plugin}
        plugins = {name: plugin for name, plugin in plugins.items() if plugin}
        if plugins and "plugin" in arguments.ways:
            compare_plugin(arguments.warplint, arguments.clang_tidy, plugins,
                           asked, flags, folder, comparison, layouts)
        if arguments.clangd and "editor" in arguments.ways:
            compare_editors(arguments.clangd, asked, folder, comparison, layouts)
    missing = f", {comparison.missing} answers missing" if comparison.missing else ""
    print(f"{len(plain) + len(libraries)} files, {comparison.compared} comparisons, "
          f"{comparison.differences} differences{missing}")
    return 1 if comparison.differences or missing or not comparison.compared else 0


if __name__ == "__main__":
    sys.exit(main())
