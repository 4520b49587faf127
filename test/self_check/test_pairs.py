#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of benchmark/pairs, with a warplint that says what its input tells it to."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PAIRS = Path(__file__).resolve().parents[2] / "benchmark/pairs"

# Its input holds lines `// SAY json` and `// EXIT code`, and `// LATER` before what is
# only said once there is a cache.
WARPLINT = """\
import pathlib, sys
options, flags = sys.argv[1:sys.argv.index("--")], sys.argv[sys.argv.index("--"):]
cache = next(word[8:] for word in options if word.startswith("--cache="))
text = pathlib.Path(options[0]).read_text().replace("@ARCH", flags[2])
if cache != "off" and not pathlib.Path(cache).exists():
    pathlib.Path(cache).mkdir()
    text = text.split("// LATER")[0]
code = 0
for line in text.splitlines():
    if line.startswith("// SAY "):
        print(line[7:])
    elif line.startswith("// EXIT "):
        code = int(line[8:])
    elif line.startswith("// KILL "):
        import os
        os.kill(os.getpid(), int(line[8:]))
sys.exit(code)
"""


def finding(line, check="sync-mask", category="correctness", operations=(), file="before.cu"):
    return "// SAY " + json.dumps({
        "type": "finding", "check": f"warplint-{check}", "category": category, "file": file,
        "line": line, "column": 1, "certainty": "likely", "message": "text",
        "notes": [{"role": "operation", "file": file, "line": at} for at in operations]
        + [{"role": "reason", "file": file, "line": 5}]}) + "\n"


def incomplete(reason):
    return "// SAY " + json.dumps({"type": "incomplete", "file": "x", "reason": reason}) + "\n"


BUG = "1\n2\n3\n4\n5 // BUG: here\n"
RIGHT = "1\n2\n3\n"


class PairsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(suffix=" with space")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve() / "cases"
        self.folder.mkdir()
        self.warplint = Path(folder.name) / "warplint"
        self.warplint.write_text(f"#!{sys.executable} -S\n{WARPLINT}")
        self.warplint.chmod(0o755)
        self.accesses = Path(folder.name) / "accesses.tsv"
        self.accesses.write_text("case\tfirst\tsecond\n")
        self.table = Path(folder.name) / "outcomes.tsv"

    def put(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def pairs(self, *arguments):
        return subprocess.run(
            [sys.executable, str(PAIRS / "pairs.py"), str(self.folder), "--warplint",
             str(self.warplint), "--accesses", str(self.accesses), *map(str, arguments)],
            capture_output=True, text=True)

    def lines(self, *arguments):
        answer = self.pairs(*arguments)
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        return answer.stdout.splitlines()

    def pair(self, before, after=""):
        self.put("x/before.cu", BUG + before)
        self.put("x/after.cu", RIGHT + after)
        return self.lines()

    def test_found_within_one_line(self):
        for line, outcome in ((3, "elsewhere"), (4, "found"), (6, "found"), (7, "elsewhere")):
            said = self.pair(finding(line))
            self.assertEqual(said[0], f"cases/x: before {outcome} (sync-mask:{line}), after silent")
        self.assertEqual(said[2:], ["cases, before: 0 of 1 found, 1 elsewhere",
                                    "cases, after: 1 of 1 silent"])

    def test_found_by_both_accesses(self):
        self.accesses.write_text("case\tfirst\tsecond\ncases/x\t1,2\t9\ncases/x\t3\t8\n")
        for line, operations, outcome in ((2, [9], "both accesses"), (8, [7, 3], "both accesses"),
                                          (1, [8], "elsewhere"), (9, [], "elsewhere")):
            said = self.pair(finding(line, operations=operations))
            self.assertTrue(said[0].startswith(f"cases/x: before {outcome} (sync-mask:{line})"),
                            said)

    def test_findings_in_other_files_are_elsewhere(self):
        self.assertIn("before elsewhere", self.pair(finding(5, file="util.h"))[0])

    def test_only_correctness_counts(self):
        said = self.pair(finding(5, category="portability"), finding(2, category="modernize"))
        self.assertEqual(said[0], "cases/x: before other tier (sync-mask:5), after silent")
        self.assertIn("before: 0 of 1 found, 1 other tier", said[2])

    def test_accused(self):
        said = self.pair("", finding(2, file="after.cu") + finding(1, "pdl-order", file="after.cu"))
        self.assertEqual(said[0],
                         "cases/x: before missed, after accused (pdl-order:1, sync-mask:2)")
        self.assertEqual(said[-1], "cases, after: 0 of 1 silent, 1 accused")

    def test_expected_check_is_counted_apart(self):
        self.put("log.tsv", "id\texpected check\nx\tpdl-order\ny\tpdl-order\nclean-z\tnone\n")
        self.put("clean-z.cu", RIGHT)
        self.put("y/before.cu", BUG + finding(5))
        said = self.pair(finding(4) + finding(5, "pdl-order"))
        self.assertEqual(said[1:4], [
            "cases/x: before found (pdl-order:5), after silent [expected: pdl-order]",
            "cases/y: before found (sync-mask:5) [expected: pdl-order]", ""])
        self.assertEqual(said[4:], [
            "cases, before: 2 of 2 found, 1 by the check that was expected",
            "cases, after: 1 of 1 silent", "cases, right: 1 of 1 silent"])

    def test_pair_of_the_same_code_says_so(self):
        self.put("y-before.cu", "int x; // BUG: no barrier\n/* of y */\n")
        self.put("y-after.cu", "int x;\n\n")
        said = self.lines()
        self.assertEqual(said[0], "cases/y: before missed, after same code as before")
        self.assertEqual(said[-1], "cases, after: 0 of 0 silent; 1 not counted: "
                         "the same code as before")

    def test_architecture_stands_on_the_second_line(self):
        for name, head, line in (("a", "// arch: sm_100a\n// BUG\n", 3),
                                 ("b", "// BUG\n// arch: sm_100a\n", 2)):
            file = f"{name}-before.cu"
            self.put(file, f"// {name}\n{head}{finding(line, '@ARCH', file=file)}")
        self.assertEqual(self.lines("--arch", "sm_80")[:2], [
            "cases/a: before found (-arch=sm_100a:3)", "cases/b: before found (-arch=sm_80:2)"])

    def test_what_is_not_read_whole_is_not_silent(self):
        said = self.pair(incomplete("b.cu:2: no such thing; more") + "// EXIT 3\n",
                         incomplete("b.cu:2: no such thing; more") + "// EXIT 3\n")
        self.assertEqual(said[0], "cases/x: before failed (no such thing), "
                         "after failed (no such thing)")
        self.assertIn("after: 0 of 1 silent, 1 failed", said[-1])

    def test_folders_of_single_files(self):
        self.put("false-alarms/a.cu", RIGHT + finding(1, file="a.cu"))
        self.put("missed/b.cu", RIGHT + finding(1, file="b.cu"))
        self.put("missed/control-c.cu", RIGHT)
        self.put("parse/d.cu", incomplete("/f/d.cu:3: unknown; launches") + "// EXIT 3\n")
        self.put("parse/e.cu", finding(1, file="e.cu") + "// EXIT 1\n")
        said = self.lines()
        self.assertEqual(said[:5], [
            "cases/false-alarms/a: right accused (sync-mask:1)",
            "cases/missed/b: wrong unplaced (sync-mask:1)", "cases/missed/control-c: right silent",
            "cases/parse/d: parse not whole (unknown)", "cases/parse/e: parse whole"])
        self.assertIn("cases/parse, parse: 1 of 2 whole, 1 not whole", said)

    def test_cache_changes_nothing(self):
        self.put("cache/a.cu", finding(1, file="a.cu"))
        self.put("cache/b.cu", "// LATER\n" + incomplete("expected '('") + "// EXIT 3\n")
        self.put("cache/c.cu", "// LATER\n" + finding(1, file="c.cu"))
        self.assertEqual(self.lines()[:3], [
            "cases/cache/a: cache same", "cases/cache/b: cache differs (run 2: expected '(')",
            "cases/cache/c: cache differs (run 2: other findings)"])

    def test_hostile_code_ends(self):
        for name, text in (("a", incomplete("no such thing") + "// EXIT 3\n"),
                           ("b", incomplete("out of memory") + "// EXIT 3\n"),
                           ("c", incomplete("warplint crashed on it") + "// EXIT 3\n"),
                           ("d", "// KILL 11\n"), ("e", "// KILL 24\n")):
            self.put(f"hostile/{name}.cu", text)
        self.assertEqual(self.lines()[:5], [
            "cases/hostile/a: hostile ended", "cases/hostile/b: hostile out of memory (2048 MiB)",
            "cases/hostile/c: hostile crashed", "cases/hostile/d: hostile crashed",
            "cases/hostile/e: hostile out of time (60 seconds)"])

    def test_outcomes_are_compared_with_a_table(self):
        self.pair(finding(5))
        self.put("gone-before.cu", BUG)
        self.lines("--write", self.table)
        self.assertEqual(self.pairs("--expect", self.table).returncode, 0)
        with self.table.open("a") as table:
            table.write("not run\ty\tbefore\tmissed\t\n")
        self.lines("--write", self.table)  # Keeps that row.
        (self.folder / "gone-before.cu").unlink()
        self.put("new-before.cu", BUG)
        self.put("x/before.cu", BUG)
        answer = self.pairs("--expect", self.table)
        self.assertEqual(answer.returncode, 1)
        self.assertEqual(answer.stdout.splitlines()[-3:], [
            "different: cases/gone before: was missed, is nothing",
            "different: cases/new before: was nothing, is missed",
            "different: cases/x before: was found sync-mask:5, is missed"])
        self.assertIn("not run\ty\t", self.table.read_text())

    def test_jobs_change_nothing(self):
        for number in range(8):
            self.put(f"{number}-before.cu", BUG + finding(number, file=f"{number}-before.cu"))
        self.assertEqual(self.lines("--verbose"), self.lines("--verbose", "-j4"))

    def test_verbose_says_all(self):
        self.put("x/before.cu", BUG + finding(5) + incomplete("limit") + '// SAY {"type": "cut"}\n')
        self.assertEqual(self.lines("--verbose")[1:4], [
            "    before:5: text [warplint-sync-mask, correctness, likely]",
            "    before: incomplete: limit", "    before: a limit of work was met"])

    def test_wrong_usage(self):
        self.assertEqual(self.pairs().returncode, 2)  # Nothing is there.
        self.put("x/before.cu", BUG)
        self.assertEqual(self.pairs("--warplint", "no-such-program").returncode, 2)
        self.assertEqual(self.pairs("--no-such-option").returncode, 2)

    def test_a_case_is_counted_once(self):
        said = self.pair("")
        self.assertEqual(self.lines(self.folder / "x"), said)
        self.put("x.cu", RIGHT)  # Part wrong: another file of the same case.
        self.put("x/x.cu", RIGHT)
        self.assertEqual(self.lines()[-2:], ["cases, wrong: 0 of 1 found, 1 missed",
                                             "cases/x, wrong: 0 of 1 found, 1 missed"])
        other = self.folder.parent / "more/cases"
        (other / "x").mkdir(parents=True)
        (other / "x/before.cu").write_text(BUG)
        answer = self.pairs(other)
        self.assertEqual(answer.returncode, 2)
        self.assertIn("two cases are called cases/x", answer.stderr)


if __name__ == "__main__":
    unittest.main()
