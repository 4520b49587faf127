#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of benchmark/cost, with programs that only look like warplint and clang."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

COST = Path(__file__).resolve().parents[2] / "benchmark/cost"
sys.path.insert(0, str(COST))
# pylint: disable=wrong-import-position
from measures import builds, editor, ledger, page
from measures.parses import Parser
from measures.processes import Cost, Ratio, ratio


def run(*arguments):
    return subprocess.run([sys.executable, str(COST / "cost.py"), *map(str, arguments)],
                          capture_output=True, text=True)


class CostTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(suffix=" with space")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def program(self, name, text):
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return path

    def warplint(self, exit_code=0, llvm="19.1.7", name="warplint"):
        return self.program(name, "case $1 in\n"
                            f"--version) echo warplint 0.1.0 on LLVM {llvm};;\n"
                            "--print-command) echo clang++ -resource-dir /r/19 -I/r/19/x "
                            "-I/r/191 -fsyntax-only a.cu;;\n"
                            "--statistics=*) touch \"${1#*=}\";;\n"
                            f"*) exit {exit_code};;\nesac")

    def clang(self, version, name="clang++"):
        return self.program(name, "case $1 in\n"
                            f"--version) echo Debian clang version {version} '(1)';;\n"
                            "-print-resource-dir) echo /own;;\nesac")

    def files(self, *arguments, exit_code=0):
        source = self.folder / "a.cu"
        return run("--warplint", self.warplint(exit_code), "--parse-with", self.clang("19.1.0"),
                   "--runs", "2", *arguments, source)

    def row(self, exit_code):
        answer = self.files(exit_code=exit_code)
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        self.assertIn("of clang 19.1.0. (medians of 2; ", answer.stdout)
        [row] = [line for line in answer.stdout.splitlines() if "`a.cu`" in line]
        return row

    def test_compares_with_the_parse(self):
        row = self.row(exit_code=1)
        self.assertNotIn("not comparable", row)
        # Time, processor time and memory, without the cache and with it.
        self.assertEqual(row.count(" x |"), 6)

    def test_tells_of_runs_that_fail(self):
        self.assertIn("not comparable: ended with [0, 3]", self.row(exit_code=3))

    def test_parse_is_by_the_clang_of_the_build(self):
        parser = Parser(self.warplint(), self.clang("19.1.0"))
        self.assertEqual(parser.of_file("a.cu", []), [
            str(self.folder / "clang++"), "-resource-dir", "/r/19", "-I/r/19/x", "-I/r/191",
            "a.cu", "-fsyntax-only"])

    def test_parse_by_another_release_reads_its_own_headers(self):
        parser = Parser(self.warplint(llvm="22.1.0"), self.clang("19.1.0"))
        self.assertEqual((parser.llvm, parser.version), ("22.1.0", "19.1.0"))
        self.assertEqual(parser.command(
            ["clang", "-resource-dir", "/r/22", "-isystem", "/r/22/include", "/r/221"])[1:],
            ["-resource-dir", "/own", "-isystem", "/own/include", "/r/221"])

    def test_a_parser_that_is_not_there(self):
        with self.assertRaisesRegex(SystemExit, r"no clang\+\+ of LLVM 99.1"):
            Parser(self.warplint(llvm="99.1"))

    def test_ledger_has_a_row_for_each_measurement(self):
        path = self.folder / "ledger.tsv"
        only = "Single files"
        for name, exit_code in (("one", 0), ("two", 3)):
            answer = self.files("--ledger", path, "--name", name, "--commit", "c0ffee",
                                "--only", only, exit_code=exit_code)
            self.assertEqual(answer.returncode, 0, answer.stderr)
        one, two = ledger.read(path)
        self.assertEqual((one["name"], one["commit"], one["warplint"], one["parse"]),
                         ("one", "c0ffee", "LLVM 19.1.7", "clang 19.1.0"))
        for column in ("file:a", "prefix:a", "file:a:memory", "prefix:a:memory"):
            parts = ledger.ratio_of(one[column])
            self.assertLessEqual(parts.low, parts.value)
            self.assertLessEqual(parts.value, parts.high)
            self.assertEqual(two[column], "")  # What failed has no cost.
        answer = run("--ledger", path, "--row", "two", "--against", "one")
        self.assertIn("not measured now: file:a, file:a:memory, ", answer.stdout)
        answer = run("--ledger", path, "--row", "one", "--against", "none")
        self.assertEqual(answer.returncode, 1)
        self.assertIn("has no row 'none'", answer.stderr)

    def rows(self, **ratios):
        return {"name": "n", "parse": "clang 19", "machine": "m",
                **{column: ledger.text_of(Ratio(*parts)) for column, parts in ratios.items()}}

    def test_what_got_dearer_is_named(self):
        before = self.rows(a=(1, 0.99, 1.01), b=(1, 0.9, 1.2), c=(1, 1, 1), d=(1, 1, 1))
        now = self.rows(a=(1.06, 1.05, 1.07), b=(1.1, 1.0, 1.2), c=(1.05, 1.05, 1.05),
                        d=(0.5, 0.5, 0.5))
        self.assertEqual(list(ledger.dearer(now, before)), [
            "a: 1 x -> 1.06 x (+6.0 %)",
            "b: 1 x -> 1.1 x (+10.0 %; the turns of the two overlap)"])
        self.assertIn("nothing is more than 5 % dearer than n\n", ledger.comparison(before, before))
        other = {**before, "parse": "clang 22", "machine": "another", "units": "44"}
        self.assertIn("ratios of the two say little", ledger.comparison(now, other))
        self.assertIn("of two machines", ledger.comparison(now, other))
        self.assertIn("audits: no units of n, 44 of n\n", ledger.comparison(now, other))
        self.assertIn("when they began: 9.5, unknown of n\n",
                      ledger.comparison({**now, "load": "9.5"}, before))

    def test_ledger_takes_new_columns(self):
        path = self.folder / "ledger.tsv"
        ledger.append(path, {"name": "old"}, {"a": Ratio(1, 1, 1)})
        ledger.append(path, {"name": "new"}, {"b": Ratio(0.12345, 0.1, 2)})
        old, new = ledger.read(path)
        self.assertEqual((old["a"], old["b"]), ("1 1 1", ""))
        self.assertEqual((new["a"], new["b"]), ("", "0.1235 0.1 2"))
        ledger.append(path, {"name": "old"}, {"a": Ratio(2, 2, 2)})
        self.assertEqual(ledger.named(path, "old")["a"], "2 2 2")

    def test_ratio_is_of_each_turn(self):
        costs, bases = ([Cost(0, seconds, 0, [0]) for seconds in turns]
                        for turns in ((2, 30, 2), (1, 10, 4)))
        self.assertEqual(ratio(costs, bases, "processor"), Ratio(2, 0.5, 3))

    def unit(self, name, base, head, status=0):
        return builds.Unit(Path(name), {
            way: [Cost(0, seconds, 10, [code])] * 2
            for way, seconds, code in (("parse", 1, 0), ("base", base, 0), ("head", head, status))})

    def test_builds_are_compared_by_the_processor(self):
        class Arguments:
            runs = 2
            parser = Parser(self.warplint(), self.clang("19.1.0"))
        units = [self.unit("a.cu", 1, 1.5, status=3), self.unit("b.cu", 3, 2.9)]
        text = builds.report(Arguments, units)
        self.assertIn("head / base: 1.100 x, turns 1.100 to 1.100; ", text)
        self.assertIn("ends otherwise: a.cu: 0, now 3\n", text)
        self.assertIn("1.500 x: a.cu, 1.00 s, now 1.50 s\n", text)
        self.assertNotIn(": b.cu", text)

    def compared(self, *arguments):
        samples = self.folder / "samples"
        (samples / "Samples").mkdir(parents=True, exist_ok=True)
        (samples / "Samples/a.cu").touch()
        export = ("for word; do case $word in --export-commands=*) folder=${word#*=};; esac; done\n"
                  'test -z "$folder" || { mkdir -p "$folder"; sed "s/nvcc/clang/" '
                  '"$folder/../compile_commands.json" > "$folder/compile_commands.json"; exit; }\n')
        programs = [self.program(name, "test $1 = --version && "
                                 "{ echo on LLVM 19.1.7; exit; }\n" + export + work)
                    for name, work in (("base", ":"), ("head", "i=0; while [ $i -lt 200000 ]; "
                                                       "do i=$((i+1)); done"))]
        return run("--base", programs[0], "--warplint", programs[1], "--samples", samples,
                   "--parse-with", self.clang("19.1.0"), "--runs", "1", *arguments)

    def test_builds_may_have_a_limit(self):
        answer = self.compared()
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        self.assertIn("units: 1; processor seconds, medians of turns: 1; parse by clang 19.1.0, "
                      "which rejects 0 of them\n", answer.stdout)
        answer = self.compared("--at-most", "1.05")
        self.assertEqual(answer.returncode, 1, answer.stdout)
        self.assertTrue(answer.stdout.endswith("more than 1.05 x\n"))

    def test_page_keeps_what_was_not_measured(self):
        path = self.folder / "page.md"
        path.write_text("# Title\n\n## Costs\n\n### A\n\nold\n\n#### of A\n\nold\n\n### B\n\n"
                        "by hand\n\n## Other\n\n### Hand\n\nstays\n")
        page.write(path, {"A": "one \\1\n", "C": "new"})
        page.write(path, {"A": "two\n\n"})
        self.assertEqual(path.read_text(), "# Title\n\n## Costs\n\n### A\n\ntwo\n\n### B\n\n"
                         "by hand\n\n## Other\n\n### Hand\n\nstays\n\n### C\n\nnew\n")

    def test_edits_are_in_the_first_kernel(self):
        edits = editor.edits("void f() {}\n__global__ void k() {}\n__global__ void l() {}\n")
        self.assertEqual([next(edits), next(edits)],
                         [f"void f() {{}}\n__global__ void k() {{ (void){i};}}\n"
                          "__global__ void l() {}\n" for i in (1, 2)])

    def test_wrong_usage(self):
        for words in (["--name", "x"], ["--ledger", "x"], ["--base", "x"]):
            self.assertEqual(run(*words).returncode, 2)


if __name__ == "__main__":
    unittest.main()
