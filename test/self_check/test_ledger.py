#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of benchmark/ledger.py, and of the ledger itself."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
LEDGER = SOURCE / "benchmark/ledger.py"
HEADER = "project\twhat\tsince\tsource\n"


def run(*arguments):
    return subprocess.run([sys.executable, "-B", str(LEDGER), *map(str, arguments)],
                          capture_output=True, text=True)


class LedgerTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(suffix=" with space")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def ledger(self, *rows):
        path = self.folder / "ledger.tsv"
        path.write_text(HEADER + "".join(row + "\n" for row in rows))
        return f"--ledger={path}"

    def faults(self, *rows):
        answer = run(self.ledger(*rows), "check", f"--root={self.folder}")
        return answer.returncode, answer.stdout.splitlines()

    def test_ledger_of_the_project(self):
        answer = run("check")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""), answer.stdout)
        self.assertRegex(answer.stdout, r"^[1-9]\d* projects$")

    def test_forks_other_spellings_and_suites_are_seen(self):
        ledger = self.ledger("own/code\tlinted, judged\t2026-01-02\tdocs",
                             "Suite\tlinted\t2026-01-02\tdocs")
        answer = run(ledger, "unseen", "own/codec", "OWN/Code", "fork/code", "x/gpu-suite_3",
                     "x/suites")
        self.assertEqual(answer.returncode, 1)
        self.assertEqual(answer.stdout.splitlines(), [
            "own/codec: unseen",
            "OWN/Code: linted, judged since 2026-01-02, as own/code",
            "fork/code: linted, judged since 2026-01-02, as own/code",
            "x/gpu-suite_3: linted since 2026-01-02, as Suite",
            "x/suites: unseen"])
        self.assertEqual(run(ledger, "unseen", "own/codec", "x/suites").returncode, 0)

    def test_rows_that_are_wrong(self):
        code, lines = self.faults("b/b\tlinted\t2026-01-02\tdocs", "a/a\tlinted\t2026-01-02\tdocs",
                                  "a/a\tjudged, linted\t2026-1-2\t ", "c d\tread\t2026-01-02\tx")
        self.assertEqual(code, 1)
        self.assertEqual([line.split(":")[1] for line in lines], list("3444455"))
        self.assertIn("'a/a' is not in order, or stands there twice", lines[0])
        self.assertEqual(self.faults("a/a\tlinted\t2026-01-02\tdocs"), (0, ["1 projects"]))

    def test_what_the_pages_name_has_to_be_there(self):
        fixes = self.folder / "test/lit/fixes"
        fixes.mkdir(parents=True)
        (fixes / "one.cu").write_text("// A kernel.\n// Fix: own/new#12\n")
        (self.folder / "docs").mkdir()
        (self.folder / "docs/found.md").write_text("[a](https://github.com/own/found) at 12\n")
        code, lines = self.faults("own/new\treport rebuilt\t2026-01-02\tdocs")
        self.assertEqual((code, lines), (1, [
            "ledger.tsv: own/found, which docs/found.md names, is not there"]))

    def test_a_table_of_another_shape(self):
        path = self.folder / "other.tsv"
        path.write_text("project\twhat\n")
        answer = run(f"--ledger={path}", "check")
        self.assertEqual(answer.returncode, 2)
        self.assertIn("the header is not", answer.stderr)


if __name__ == "__main__":
    unittest.main()
