#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of benchmark/reproduce: what is drawn, twins, and the table."""

import csv
import json
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

REPRODUCE = Path(__file__).resolve().parents[2] / "benchmark/reproduce"
sys.path.insert(0, str(REPRODUCE))
# pylint: disable=wrong-import-position
import draw
import reproduce
import twins

HEAD = "// head\n#define main warplint_main_of_the_program\n#line 1 \"a.cu\"\n"
TAIL = "\n#undef main\nint main() {}\n"


class Draw(unittest.TestCase):
    def test_no_file_gives_more_than_its_share(self):
        entries = {("a.cu", line) for line in range(20)} | {("b.cu", 1), ("c.cu", 1)}
        drawn = draw.drawn_of(entries, 4)
        self.assertEqual(len(drawn), 4)
        self.assertEqual(Counter(file for file, _ in drawn)["a.cu"], 2)

    def test_the_order_is_that_of_the_seed(self):
        entries = [("a.cu", line) for line in range(9)]
        self.assertEqual(draw.drawn_of(entries, 3), draw.drawn_of(entries[::-1], 3))

    def test_every_check_is_drawn(self):
        with (REPRODUCE / "drawn.tsv").open(newline="") as table:
            drawn = Counter(row["check"] for row in csv.DictReader(table, delimiter="\t"))
        self.assertEqual(set(drawn), set(draw.candidates()))
        self.assertGreaterEqual(min(drawn.values()), 3)
        self.assertGreaterEqual(sum(drawn.values()), 120)


class Twins(unittest.TestCase):
    def merged(self, before, after, shown):
        result = twins.merged(before, after, HEAD + shown + TAIL)
        if result is None:
            return None
        self.assertTrue(result.startswith(HEAD) and result.endswith(TAIL))
        return result[len(HEAD):-len(TAIL)]

    def test_what_is_inserted_and_what_is_mended_come_together(self):
        self.assertEqual(
            self.merged("void k() {\n  s[t] = v;\n  o = s[u];\n}",
                        "void k() {\n  s[t] = v;\n  __syncthreads();\n  o = s[u];\n}",
                        "void k() { Kernel k;\n  ::point(1); s[t] = v;\n"
                        "  ::point(2); o = s[u];\n}").count("__syncthreads();"), 1)

    def test_functions_that_are_left_out_stay_out(self):
        twin = self.merged("void a() {\n  x();\n}\nvoid k() {\n  y();\n}",
                           "void a() {\n  x();\n}\nvoid k() {\n  z();\n}",
                           "\n\n\nvoid k() {\n  ::point(1); y();\n}")
        self.assertNotIn("x()", twin)
        self.assertIn("z()", twin)

    def test_what_replaces_a_recorded_word_is_recorded(self):
        self.assertEqual(self.merged("k<<<1, 2, 0, own>>>(p);", "k<<<1, 2, 0, given>>>(p);",
                                     "k<<<1, 2, 0, ::in<1>(own)>>>(p);"),
                         "k<<<1, 2, 0, ::in<1>(given)>>>(p);")

    def test_of_equal_lines_the_number_counts(self):
        twin = self.merged("int a() {\n  return v[0];\n}\nint b() {\n  return v[0];\n}",
                           "int a() {\n  return v[0];\n}\nint b() {\n  wait();\n  return v[0];\n}",
                           "\n\n\nint b() {\n  ::point(1); return v[0];\n}")
        self.assertEqual(twin.count("return v[0];"), 1)
        self.assertLess(twin.index("int b()"), twin.index("wait();"))

    def test_an_atomic_is_no_access_that_is_recorded(self):
        self.assertEqual(
            twins.without_recorded_atomics(
                "atomicAdd(&(*::warplint_recorder::at<0>(&(h[f(i)]))), 1); x();"),
            "atomicAdd(&h[f(i)], 1); x();")

    def test_edits_are_those_of_the_report(self):
        def edit(line, begin, end, text):
            return {"deletedRegion": {"startLine": line, "startColumn": begin,
                                      "endLine": line, "endColumn": end},
                    "insertedContent": {"text": text}}
        self.assertEqual(
            twins.apply_edits("ab\ncd\n", [edit(2, 1, 1, "x"), edit(1, 2, 3, "B"),
                                           edit(2, 1, 1, "x")]), "aB\nxcd\n")


class Wholes(unittest.TestCase):
    def test_comments_mend_nothing(self):
        self.assertEqual(reproduce.code_of("f(); // BUG\n/* so */ g();"),
                         reproduce.code_of("f();\ng();"))
        self.assertNotEqual(reproduce.code_of("f();"), reproduce.code_of("g();"))

    def test_it_is_built_as_it_says(self):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "shown.cu")
            source.write_text("// a finding\n// Build and run:\n//   nvcc -std=c++17 -gencode "
                              "arch=compute_90a,code=sm_90a -o shown shown.cu && ./shown\n")
            self.assertEqual(
                reproduce.nvcc_flags(["-std=c++20", "-arch=sm_90", "-DN=1"], source),
                ["-std=c++17", "-gencode", "arch=compute_90a,code=sm_90a", "-DN=1"])


class Table(unittest.TestCase):
    def test_what_nvcc_refuses_is_shown_if_it_builds_the_twin(self):
        shown = {"builds": False, "says": "", "refused": True}
        for builds in (True, False):
            counts = reproduce.counts_of({"shown": shown, "mended": {"builds": builds}})
            self.assertEqual((counts["shown"], counts["by nvcc"], counts["built"]),
                             (builds, builds, 0))
        self.assertFalse(reproduce.counts_of({"shown": shown | {"refused": False}})["shown"])

    def test_a_twin_that_fails_takes_the_proof_away(self):
        def row(shown, mended):
            result = {"folder": "0", "group": "own", "name": "n", "check": "sync-mask",
                      "refused": "", "shown": {"builds": True, "ends": shown, "says": ""}}
            return result | ({} if mended is None else
                             {"mended": {"builds": True, "ends": mended, "says": ""}})
        with tempfile.TemporaryDirectory() as folder:
            rows = [row(1, None), row(1, 0), row(1, 1), row(0, 0)]
            Path(folder, "results.json").write_text(json.dumps(rows))
            told = subprocess.run([sys.executable, REPRODUCE / "reproduce.py", "table", folder],
                                  capture_output=True, text=True, check=False)
        self.assertEqual(told.returncode, 1)
        self.assertIn("| sync-mask | 4 | 4 | 4 | 2 | 0 | 3 | 1 |", told.stdout)


if __name__ == "__main__":
    unittest.main()
