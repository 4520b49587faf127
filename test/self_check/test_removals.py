#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of benchmark/removals, with a warplint that knows one kind of race."""

import contextlib
import io
import sys
import tempfile
import textwrap
import unittest
from collections import Counter
from pathlib import Path

sys.dont_write_bytecode = True
REMOVALS = Path(__file__).resolve().parents[2] / "benchmark" / "removals"
sys.path.insert(0, str(REMOVALS))
# pylint: disable=wrong-import-position
import effects
import places
import removals
import scoring
import tables

# Lines with `write` and `read` of one file race if no barrier stands between. It knows
# --as-if, errors of names that nothing declares, and includes beside the file.
FAKE = r'''#!{python}
import json, re, sys
from pathlib import Path
words = sys.argv[1:sys.argv.index("--")]
options = dict(word[2:].split("=", 1) for word in words if word.startswith("--") and "=" in word)
overlaid = options.get("as-if", "=").split("=", 1)
def held(name):
    return Path(overlaid[1] if name == overlaid[0] else name).read_text()
files = [words[0]]
files += [str(Path(words[0]).parent / name)
          for name in re.findall(r'#include "(.*)"', held(words[0]))]
pairs = 0
for name in files:
    text = re.sub(r"#ifdef NEVER.*?#endif", lambda found: "\n" * found[0].count("\n"),
                  held(name), flags=re.DOTALL)
    if "warplint_looks" in text:
        sys.exit([sys.stderr.write("use of " + re.search(r"warplint_looks\w*", text)[0]), 3][1])
    written = None
    for number, line in enumerate(text.splitlines(), 1):
        pairs += "sync" in line
        written = None if "__syncthreads()" in line else number if "write" in line else written
        if "read" in line and written:
            place = {{"file": name, "line": number, "column": 1}}
            print(json.dumps({{"type": "finding", "check": "warplint-shared-memory-race", **place,
                              "kernel": "k", "certainty": "likely", "notes": [
                {{**place, "role": "operation"}},
                {{**place, "line": written, "role": "operation"}}]}}))
Path(options["statistics"]).write_text(json.dumps(
    {{"kernel": "k", "assumed": {{}}, "cuts": {{}}, "notFollowed": [], "reasons": {{}},
     "undecided": 0, "nodes": pairs, "pairs": 0, "queries": 0, "work": 0}}))
'''
KERNEL = """\
__global__ void k(float *s) {
  write(s);
  __syncthreads();
  read(s);
  __syncthreads();
#ifdef NEVER
  __syncthreads();
#endif
}
"""


def found_in(text, name="a.cu"):
    return places.Finder(name, textwrap.dedent(text)).find()


def kinds_in(text):
    return [(place.kind, place.line) for place in found_in(text)]


class PlacesTest(unittest.TestCase):
    def test_kinds_of_calls(self):
        self.assertEqual(kinds_in("""\
            void f() {
              __syncthreads(); __syncwarp(m); __threadfence_block();
              if (__syncthreads_or(p)) cuda::atomic_thread_fence(o, s);
              v = __shfl_down_sync(mask, v, 1); __pipeline_wait_prior(0);
              cudaGridDependencySynchronize(); cudaStreamSynchronize(q);
            }
            """), [("block-barrier", 2), ("warp-sync", 2), ("fence", 2), ("block-barrier", 3),
                   ("fence", 3), ("mask", 4), ("async-wait", 4), ("wait", 5), ("host-sync", 5)])

    def test_groups_are_known_by_their_declaration(self):
        self.assertEqual(kinds_in("""\
            namespace cg = cooperative_groups;
            void f(cg::thread_block_tile<32, cg::thread_block> tile, T other) {
              cg::thread_block block = cg::this_thread_block();
              auto grid = cg::this_grid();
              cg::sync(tile); block.sync(); grid.sync(); cg::this_cluster().sync();
              other.sync();
            }
            """), [("warp-sync", 5), ("block-barrier", 5), ("grid-sync", 5),
                   ("cluster-sync", 5), ("group-sync", 6)])

    def test_a_sync_without_groups_is_of_the_host(self):
        self.assertEqual(kinds_in("void f(Queue queue) { queue.sync(); }"), [])

    def test_what_is_never_compiled_is_no_place(self):
        self.assertEqual(kinds_in("""\
            void __syncthreads();  // __syncthreads();
            const char *text = "__syncthreads();";
            /* __syncthreads(); */
            #if 0
            void f() { __syncthreads(); }
            #elif defined(__HIPCC__)
            void f() { __syncthreads(); }
            #else
            void f() { __syncthreads(); }
            #endif
            #define __syncwarp(m)
            #define NEVER_USED __syncthreads()
            #define BOTH(m) do { __syncthreads(); \\
                                 __syncwarp(m); } while (0)
            void g() { BOTH(1); }
            """), [("block-barrier", 9), ("block-barrier", 13), ("warp-sync", 14)])

    def test_digit_separators_open_no_literal(self):
        self.assertEqual(kinds_in("int a = 1'000; void f() { __syncthreads(); } char b = '0';"),
                         [("block-barrier", 1)])

    def test_a_mask_that_asks_who_is_there_is_no_place(self):
        self.assertEqual(found_in("void f() { v = __any_sync(__activemask(), p); }"), [])

    def replaced(self, text):
        [place] = found_in(text, "a.h")
        return text[:place.start] + place.replacement + text[place.end:]

    def test_what_is_left(self):
        for before, after in (
                ("void f() { __syncthreads(); g(); }", "void f() { (void)0        ; g(); }"),
                ("void f() { if (__syncthreads_or(a(1))) g(); }",
                 "void f() { if (!!(a(1))              ) g(); }"),
                ("void f() { v = __any_sync(0xffffffff, p); }",
                 "void f() { v = __any_sync(__activemask(), p); }"),
                ("void f() { check(cudaDeviceSynchronize()); }",
                 "void f() { check(cudaSuccess            ); }"),
                ("void f(barrier &b) { b.wait(b.arrive()); }",
                 "void f(barrier &b) { (void)(b.arrive()); }"),
                ("void f(barrier &b) { b.arrive_and_wait(); }",
                 "void f(barrier &b) { (void)b.arrive()   ; }")):
            self.assertEqual(self.replaced(before), after)

    def test_lines_stay_where_they_are(self):
        after = self.replaced("void f() {\n  __syncwarp(\n    mask); g();\n}\n")
        self.assertEqual(after, "void f() {\n  (void)0\n         ; g();\n}\n")
        self.assertEqual(self.replaced("#define F(m) __syncwarp( \\\n  m)\n"),
                         "#define F(m) (void)0\\\n    \n")

    def test_inline_ptx(self):
        self.assertEqual(
            [(place.kind, place.statement, place.replacement.strip()) for place in found_in(r"""
             void f() {
               asm volatile("bar.sync 0;" ::: "memory");
               asm volatile("@p membar.gl; add.s32 %0, %1, 1;" : "=r"(a) : "r"(b));
               asm volatile("{ .reg .pred p; mbarrier.try_wait.b64 p, [%1], %2; "
                            "selp.u32 %0, 1, 0, p; }" : "=r"(done) : "l"(x), "r"(phase));
             }""")],
            [("block-barrier", "asm bar.sync 0;", "(void)0"), ("fence", "@p membar.gl;", ""),
             ("wait", "asm mbarrier.try_wait.b64 p, [%1], %2;", "(done) = 1")])

    def test_drawing(self):
        given = [places.Place(f"src/p{i % 7}/a.cu", i, 1, "fence", "f()", i, i, "")
                 for i in range(100)]
        drawn = places.draw(given, 1, 12, 2, 2)
        self.assertEqual(len(drawn), 12)
        self.assertLessEqual(max(Counter(place.file for place in drawn).values()), 2)
        self.assertEqual(drawn, places.draw(list(reversed(given)), 1, 12, 2, 2))
        self.assertNotEqual(drawn, places.draw(given, 2, 12, 2, 2))


class EffectsTest(unittest.TestCase):
    TEXT = textwrap.dedent("""\
        template <class T> __launch_bounds__(64) __global__ void k(T *s) {
          before(s);
          for (int i = 0; i < 2; ++i) {
            early(s);
            if (i) { __syncthreads(); }
            late(s);
          }
          after(s);
        }
        __device__ void helper(int *s) {
          first(s);
          __syncwarp();
        }
        """)

    def setUp(self):
        self.places = places.Finder("a.cu", self.TEXT).find()

    def across(self, index, *lines, check="shared-memory-race"):
        place = self.places[index]
        notes = [{"role": "operation", "file": file, "line": line} for file, line in
                 (line if isinstance(line, tuple) else ("a.cu", line) for line in lines)]
        finding = {"check": f"warplint-{check}", "file": "a.cu", "line": lines[0],
                   "kernel": "k", "notes": notes}
        return effects.is_across(finding, place, effects.surroundings(self.TEXT, place.start))

    def test_surroundings(self):
        kernel, helper = (effects.surroundings(self.TEXT, place.start) for place in self.places)
        self.assertEqual(kernel, effects.Surroundings("k", 1, 9, (3, 7), True))
        self.assertEqual(helper, effects.Surroundings("helper", 10, 13, (), False))

    def test_both_sides_or_one_loop(self):
        self.assertTrue(self.across(0, 4, 6))
        self.assertTrue(self.across(0, 2, 8))
        self.assertTrue(self.across(0, 6, 6))
        self.assertFalse(self.across(0, 2, 2))
        self.assertFalse(self.across(0, 6, 8))

    def test_other_functions_may_be_called_on_either_side(self):
        self.assertTrue(self.across(0, 8, ("b.h", 4)))
        self.assertTrue(self.across(1, 11, 11))

    def test_what_a_finding_is_about(self):
        mask = places.Place("a.cu", 4, 1, "mask", "", 0, 0, "")
        fence = places.Place("a.cu", 4, 1, "fence", "", 0, 0, "")
        finding = {"check": "warplint-sync-mask"}
        self.assertTrue(effects.is_about(finding, mask))
        self.assertFalse(effects.is_about(finding, fence))
        self.assertTrue(effects.is_about({"check": "warplint-missing-fence"}, fence))

    def test_touched_kernels(self):
        def counters(work):
            return f'[{{"undecided": 0}}, {{"work": {work}}}]'
        before = {"a": [counters(1), counters(2)], "b": [counters(3)], "n::k": [counters(4)]}
        after = {"a": [counters(1), counters(5)], "b": [counters(3)], "n::k": [counters(4)]}
        around = effects.Surroundings("k", 1, 9, (), True)
        self.assertEqual(list(effects.touched_kernels(before, after, around)), ["a", "n::k"])
        self.assertEqual(len(effects.touched_kernels(before, after, around)["a"][1]), 1)


class TablesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def rows(self):
        return [{"file": "a.cu", "line": "3", "column": "5", "kind": "fence", "statement": "f()",
                 "needed": "", "reason": "", "judged_by": ""},
                {"file": "a.cu", "line": "4", "column": "5", "kind": "fence", "statement": "f()",
                 "needed": "", "reason": "", "judged_by": ""}]

    def test_readers_agree(self):
        rows = self.rows()
        said = [{"file": "a.cu", "line": "3", "needed": "yes", "reason": "x is read"},
                {"file": "a.cu", "line": "4", "needed": "no", "reason": "own element"}]
        self.assertEqual(tables.merge(rows, [("one", said), ("two", said[:1])], []), [])
        self.assertEqual([(row["needed"], row["reason"], row["judged_by"]) for row in rows],
                         [("yes", "x is read", "one,two"), ("no", "own element", "one")])

    def test_merging_again_changes_nothing(self):
        rows = self.rows()
        said = [("one", [{"file": "a.cu", "line": "3", "needed": "yes", "reason": "r"}])]
        tables.merge(rows, said, [])
        merged = [dict(row) for row in rows]
        self.assertEqual(tables.merge(rows, said, []), [])
        self.assertEqual(rows, merged)

    def test_readers_disagree(self):
        one = {"file": "a.cu", "line": "3", "needed": "yes", "reason": ""}
        other = {**one, "needed": "no", "reason": "equal values"}
        rows = self.rows()
        self.assertEqual(tables.merge(rows, [("one", [one]), ("two", [other])], []),
                         ["a.cu:3:5: one says yes, two says no"])
        self.assertEqual(rows, self.rows())
        self.assertEqual(tables.merge(rows, [("one", [one]), ("two", [other])],
                                      [("third", [other])]), [])
        self.assertEqual((rows[0]["needed"], rows[0]["judged_by"]), ("no", "third"))

    def test_what_fits_no_place_is_told(self):
        said = [{"file": "a.cu", "line": "9", "needed": "yes", "reason": ""},
                {"file": "a.cu", "line": "3", "needed": "maybe", "reason": ""}]
        self.assertEqual(tables.merge(self.rows(), [("one", said)], []),
                         ["one: a.cu:9: 0 places", "one: a.cu:3:5: no verdict: 'maybe'"])

    def test_a_table_is_read_as_it_was_written(self):
        tables.write_table(self.folder / "t.tsv", self.rows())
        self.assertEqual(tables.read_table(self.folder / "t.tsv"), self.rows())

    def test_stored_tables(self):
        for name, count in (("hecbench", 300), ("cuda-samples", 276)):
            rows = tables.read_table(REMOVALS / f"{name}.tsv")
            self.assertEqual(len(rows), count)
            self.assertEqual(len({tables.told(row) for row in rows}), count)
            self.assertLessEqual({row["kind"] for row in rows}, set(places.DEVICE_KINDS))
            self.assertLessEqual({row["needed"] for row in rows}, set(tables.VERDICTS))
            self.assertTrue(all(row["reason"] and row["judged_by"] for row in rows))


class RunTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(suffix=" with space")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.tree = self.folder / "tree"
        self.tree.mkdir()
        self.warplint = self.folder / "warplint"
        self.warplint.write_text(FAKE.format(python=sys.executable))
        self.warplint.chmod(0o755)

    def call(self, *words):
        output, arguments = io.StringIO(), sys.argv
        sys.argv = ["removals.py", *map(str, words)]
        try:
            with contextlib.redirect_stdout(output), contextlib.redirect_stderr(io.StringIO()):
                return removals.main(), output.getvalue().splitlines()
        finally:
            sys.argv = arguments

    def results(self, *words):
        table, results = self.folder / "table.tsv", self.folder / "results.tsv"
        self.call("places", "--tree", self.tree, "-o", table)
        status, _ = self.call("run", "--warplint", self.warplint, "--table", table, "--tree",
                              self.tree, "-o", results, *words)
        self.assertEqual(status, 0)
        return tables.read_table(results)

    def test_what_a_removal_changes(self):
        (self.tree / "a.cu").write_text(KERNEL)
        rows = self.results("-j", "2")
        self.assertEqual([(row["line"], row["state"], row["new"], row["across"]) for row in rows],
                         [("3", "linted", "1", "1"), ("5", "linted", "0", "0"),
                          ("7", "not compiled", "0", "0")])
        self.assertIn('"line": 4', rows[0]["findings"])
        self.assertIn('"k"', rows[1]["kernels"])

    def test_the_tree_stays_as_it_is(self):
        (self.tree / "a.cu").write_text(KERNEL)
        self.results()
        self.assertEqual([path.name for path in self.tree.iterdir()], ["a.cu"])
        self.assertEqual((self.tree / "a.cu").read_text(), KERNEL)

    def test_a_header_is_linted_where_it_is_included(self):
        (self.tree / "a.h").write_text(KERNEL)
        (self.tree / "b.cu").write_text('#include "a.h"\n')
        (self.tree / "c.cu").write_text("int x;\n")
        self.assertEqual([(row["units"], row["new"]) for row in self.results()],
                         [("b.cu", "1"), ("b.cu", "0"), ("b.cu", "0")])

    def test_a_header_that_nothing_includes(self):
        (self.tree / "a.h").write_text(KERNEL)
        self.assertEqual({row["state"] for row in self.results()}, {"no unit"})

    def test_places_that_are_gone(self):
        (self.tree / "a.cu").write_text(KERNEL)
        table, results = self.folder / "table.tsv", self.folder / "results.tsv"
        self.call("places", "--tree", self.tree, "-o", table)
        (self.tree / "a.cu").write_text("\n" + KERNEL)
        self.call("run", "--warplint", self.warplint, "--table", table, "--tree", self.tree,
                  "-o", results)
        self.assertEqual({row["state"] for row in tables.read_table(results)}, {"no such place"})

    def test_score(self):
        (self.tree / "a.cu").write_text(KERNEL)
        self.results()
        table = self.folder / "table.tsv"
        rows = tables.read_table(table)
        for row, needed in zip(rows, ("yes", "yes", "no")):
            row["needed"] = needed
        tables.write_table(table, rows)
        status, lines = self.call("score", "--table", table, "--list",
                                  self.folder / "results.tsv")
        self.assertEqual(status, 0)
        self.assertEqual(lines, [
            "3 places, 2 linted",
            "  not compiled: 1",
            "any new finding: 1 of 2 (50%; 9% to 91%)",
            "needed: yes: 2",
            "  a new finding across the place: 1 of 2 (50%; 9% to 91%)",
            "    block-barrier: 1 of 2 (50%; 9% to 91%)",
            "  a new finding of order: 1 of 2 (50%; 9% to 91%)",
            "  any new finding: 1 of 2 (50%; 9% to 91%)",
            "  no new finding: 1; the counters of their kernels say",
            "    holds without assumptions: 1",
            "      a.cu:5:3 __syncthreads()",
            "needed: no: 0 and 1 not linted",
            "  any new finding: 0 of 0, must be none"])

    def test_alarms_of_what_was_not_needed_are_listed(self):
        (self.tree / "a.cu").write_text(KERNEL)
        results = self.results()
        table = [{**row, "needed": "no"} for row in results]
        lines = list(scoring.score(table, results))
        self.assertIn("  any new finding: 1 of 2 (50%; 9% to 91%), must be none", lines)
        self.assertIn("    a.cu:3:3 __syncthreads(): shared-memory-race a.cu:4", lines)


class ScoringTest(unittest.TestCase):
    def test_wilson(self):
        low, high = scoring.wilson(172, 276)
        self.assertEqual((round(low, 3), round(high, 3)), (0.565, 0.678))
        self.assertEqual(scoring.wilson(0, 0), (0.0, 1.0))

    def test_classes_of_counters(self):
        def of(**counters):
            whole = {"assumed": {}, "cuts": {}, "notFollowed": [], "undecided": 0} | counters
            return scoring.class_of({"k": {"before": [], "after": [whole]}})
        self.assertEqual(of(), "holds without assumptions")
        self.assertEqual(of(assumed={"no-alias": 3}), "holds if pointers and sizes are as assumed")
        self.assertEqual(of(assumed={"own-part": 1}), "holds if data are as assumed")
        self.assertEqual(of(undecided=2, assumed={"own-part": 1}), "cut or undecided")
        self.assertEqual(of(notFollowed=["x"], undecided=2), "not followed")
        self.assertEqual(scoring.class_of({}), "no kernel changes")


if __name__ == "__main__":
    unittest.main()
