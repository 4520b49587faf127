#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of benchmark/judged, with a warplint that says what a file beside the unit says."""

import json
import subprocess
import sys
import tempfile
import unittest
from dataclasses import fields, replace
from pathlib import Path

JUDGED = Path(__file__).resolve().parents[2] / "benchmark/judged"
sys.path.insert(0, str(JUDGED))
# pylint: disable=wrong-import-position
import groups
import removing
import runs
import scoring

PROJECT = "own/code@0123456789ab"
WARPLINT = r"""#!{python} -S
import sys
from pathlib import Path
for word in sys.argv:
    if word.startswith("--depfile="):
        Path(word[10:]).write_text("said: \\\n  /usr/x.h \\\n  " + str(
            Path(sys.argv[1]).resolve()).replace(" ", "\\ ") + "\n")
        sys.exit(0)
said = Path(sys.argv[1] + ".json").read_text()
print(said, end="")
sys.exit(3 if "incomplete" in said else 1)
"""


def finding(line, check="shared-memory-race", others=(), threads=(), **more):
    return {"type": "finding", "check": f"warplint-{check}", "category": "correctness",
            "certainty": "likely", "message": f"something at {line}", "file": "a.cuh",
            "line": line, "kernel": "k",
            "notes": [{"role": "operation", "file": "a.cuh", "line": at} for at in others]
                     + [{"role": "advice", "file": "a.cuh", "line": 500}],
            "witness": {"threads": [{"file": "a.cuh", "line": at} for at in threads]}} | more


def row(lines, verdict, checks="shared-memory-race", **more):
    values = dict(project=PROJECT, file="a.cuh", lines=lines, checks=checks, tier="-",
                  certainty="-", verdict=verdict, reason="because", r1=verdict, r2=verdict,
                  third="-", source="drawn by seed 1")
    return groups.Group(**(values | more))


class JudgedTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(suffix=" with space")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.warplint = self.folder / "warplint"
        self.warplint.write_text(WARPLINT.format(python=sys.executable))
        self.warplint.chmod(0o755)
        self.root = self.folder / "code"
        self.root.mkdir()
        (self.root / "a.cu").write_text("int a;\n")
        self.findings = self.folder / "findings.jsonl"
        self.unit("a.cu")

    def unit(self, name, project=PROJECT):
        unit = groups.Unit(project, name, runs.blob_of(self.root / name), "-I{stubs}/x", "-")
        groups.write_table(self.folder / "units.tsv", [unit], groups.Unit)

    def judged(self, *arguments):
        return subprocess.run(
            [sys.executable, "-B", str(JUDGED / "judged.py"),
             f"--groups={self.folder}/groups.tsv", f"--units={self.folder}/units.tsv",
             *map(str, arguments)], capture_output=True, text=True)

    def run_units(self, *said):
        (self.root / "a.cu.json").write_text("".join(json.dumps(line) + "\n" for line in said))
        return self.judged("run", "--warplint", self.warplint, "--root",
                           f"own/code={self.root}", "-o", self.findings)

    def table(self, *rows):
        groups.write_table(self.folder / "groups.tsv", sorted(rows, key=groups.Group.key),
                           groups.Group)

    def score(self, *options):
        answer = self.judged("score", self.findings, *options)
        self.assertEqual(answer.stderr, "")
        return answer.returncode, answer.stdout

    def test_tables_of_the_project(self):
        judged = groups.read_groups(JUDGED / "groups.tsv")
        units = groups.read_units(JUDGED / "units.tsv")
        self.assertLessEqual({group.project for group in judged},
                             {unit.project for unit in units})
        for unit in units:
            for word in unit.flags.split():
                path = word[word.index("{stubs}"):] if "{stubs}" in word else "{stubs}"
                self.assertTrue(Path(path.replace("{stubs}", str(runs.STUBS))).exists(), path)

    def test_removals_of_the_project(self):
        names = {name.replace("/", "+") for name in removing.read_flags()}
        for path in sorted((JUDGED / "removals").glob("*+*.tsv")):
            header, *rows = [line.split("\t") for line in path.read_text().splitlines()]
            self.assertEqual(header, ["file", "line", "column", "kind", "statement", "needed",
                                      "reason", "judged_by"])
            for file, line, column, _, _, needed, reason, judged_by in rows:
                self.assertIn(needed, ("yes", "no", "unclear"), f"{path.name} {file}:{line}")
                self.assertTrue(column and reason and judged_by)
            names.remove(path.stem)
        self.assertEqual(names, set())

    def test_a_run_keeps_the_places_of_a_finding(self):
        answer = self.run_units(finding(7, others=(9, 7), threads=(12,)),
                                {"type": "incomplete", "file": "a.cu", "reason": "no header"})
        self.assertEqual((answer.returncode, answer.stdout), (
            0, "1 units of 1 projects, 1 findings, 1 units not whole\n"))
        states, findings = runs.read_records(self.findings)
        self.assertEqual(states, [{"project": PROJECT, "unit": "a.cu", "code": 3,
                                   "incomplete": ["no header"]}])
        self.assertEqual(findings[0].places, (("a.cuh", 7), ("a.cuh", 9), ("a.cuh", 12)))
        self.assertEqual((findings[0].tier, findings[0].certainty), ("correctness", "likely"))

    def test_tier_is_taken_from_the_report_where_it_has_one(self):
        self.assertEqual(runs.tier_of(finding(1, tier="performance")), "performance")
        self.assertEqual(runs.tier_of(finding(1, category="portability")), "portability")
        self.assertEqual(runs.tier_of(finding(1, certainty="model")), "model")

    def test_another_revision_of_a_unit_is_refused(self):
        (self.root / "a.cu").write_text("int b;\n")
        answer = self.run_units()
        self.assertEqual(answer.returncode, 2)
        self.assertIn("not the file of", answer.stderr)

    def test_what_is_found_at_its_places(self):
        self.run_units(finding(11), finding(30, others=(20,)), finding(41, threads=(44, 50)))
        self.table(row("10", "true"), row("20/99", "true"), row("44/50", "true"))
        code, said = self.score()
        self.assertEqual(code, 0, said)
        self.assertIn("3 of 3 true groups are found, 3 of 3 places", said)
        self.assertIn("0 groups that nobody has judged", said)
        self.assertIn("likely          3     3      0       0  3 of 3 = 100% (44% to 100%)", said)

    def test_a_place_that_vanished(self):
        self.run_units(finding(10), finding(20, check="sync-mask"))
        self.table(row("10,20", "true"), row("60", "true"), row("70", "false"))
        code, said = self.score()
        self.assertEqual(code, 1)
        self.assertIn("0 of 2 true groups are found, 1 of 3 places", said)
        self.assertIn("vanished: own/code@0123456789ab a.cuh:20 shared-memory-race; "
                      "there: sync-mask", said)
        self.assertIn("a.cuh:60 shared-memory-race\n", said)
        self.assertIn("not reported any more (false): own/code@0123456789ab a.cuh:70", said)
        self.assertIn("a.cuh:20 sync-mask (correctness, likely)", said)

    def test_a_finding_belongs_to_the_group_of_its_own_line_first(self):
        self.run_units(finding(20, others=(10,)), finding(10, others=(20,)))
        self.table(row("10", "false"), row("20", "true"))
        _, findings = runs.read_records(self.findings)
        outcome = scoring.compare(groups.read_groups(self.folder / "groups.tsv"), findings)
        self.assertEqual([[found.line for found in entry.findings]
                          for entry in outcome.reported], [[10], [20]])

    def test_precision_by_certainty_tier_and_check(self):
        self.run_units(finding(10, certainty="proven"), finding(20), finding(30),
                       finding(40, check="sync-mask", category="portability"))
        self.table(row("10", "true", r2="-", source="imported: one reader"), row("20", "false"),
                   row("30", "formal"), row("40", "true", checks="sync-mask"))
        code, said = self.score()
        self.assertEqual(code, 0)
        self.assertIn("4 of 4 judged groups are reported, 1 of them read by one reader", said)
        for line in ("proven          1     1      0       0  1 of 1 = 100% (21% to 100%)",
                     "likely          3     1      1       1  1 of 2 = 50% (9% to 91%)",
                     "portability       1     1      0       0  1 of 1",
                     "sync-mask                1     1      0       0  1 of 1"):
            self.assertIn(line, said)
        self.assertIn("formal in the correctness tier: 1 of 3 = 33%", said)

    def test_what_is_said_otherwise_than_the_table_notes(self):
        self.run_units(finding(10), finding(20))
        noted = dict(tier="correctness", certainty="proven")
        self.table(row("10", "false", **noted), row("20", "true", **noted | {"tier": "-"}))
        code, said = self.score()
        self.assertEqual(code, 0)
        self.assertIn("correctness proven is correctness likely now (false): "
                      "own/code@0123456789ab a.cuh:10", said)
        self.assertNotIn("now (true)", said)

    def test_projects_that_were_not_run(self):
        self.run_units(finding(10))
        self.table(row("10", "true"), row("10", "true", project="own/other@0123456789ab"))
        code, said = self.score()
        self.assertEqual(code, 1)
        self.assertIn("Not run: own/other@0123456789ab", said)
        self.assertEqual(self.score("--partial")[0], 0)

    def test_record_writes_what_the_run_says(self):
        self.run_units(finding(10, certainty="proven"), finding(10))
        self.table(row("10", "true"), row("20", "false", tier="model", certainty="model"))
        self.assertEqual(self.judged("record", self.findings).returncode, 0)
        rows = groups.read_groups(self.folder / "groups.tsv")
        self.assertEqual([(group.tier, group.certainty) for group in rows],
                         [("correctness", "proven"), ("-", "-")])

    def test_wilson(self):
        low, high = scoring.wilson(8, 10)
        self.assertAlmostEqual(low, 0.4902, 4)
        self.assertAlmostEqual(high, 0.9433, 4)
        self.assertEqual(scoring.wilson(0, 0), (0.0, 1.0))

    def test_rows_that_are_wrong(self):
        for change, fault in (
                ({"verdict": "perhaps"}, "verdict 'perhaps'"), ({"r2": "false"}, "readers say"),
                ({"r2": "-"}, "readers say"), ({"lines": "x"}, "no places"),
                ({"reason": ""}, "is empty"), ({"project": "own"}, "no owner/name@commit")):
            self.assertIn(fault, groups.fault_of(replace(row("10", "true"), **change)))
        self.assertEqual(groups.fault_of(row("10", "true", r2="false", third="true")), "")

    def test_order_of_the_table(self):
        path = self.folder / "groups.tsv"
        for rows in ([row("20", "true"), row("10", "true")], [row("10", "true")] * 2):
            groups.write_table(path, rows, groups.Group)
            with self.assertRaises(groups.TableError):
                groups.read_groups(path)

    def test_removals_are_drawn_in_files_that_units_read(self):
        kernel = "__global__ void k() {" + "\n  __syncthreads();" * 9 + "\n}\n"
        (self.root / "a.cu").write_text(kernel)
        (self.root / "other.cu").write_text(kernel)
        self.unit("a.cu")
        for seed in "79":
            answer = self.judged("places", "--warplint", self.warplint, "--root",
                                 f"own/code={self.root}", f"--seed={seed}", "--count=4", "-o",
                                 self.folder / f"removals{seed}")
            self.assertEqual((answer.returncode, answer.stdout), (0, "own/code: 4 places\n"))
        one, other = [(self.folder / f"removals{seed}/own+code.tsv").read_text().splitlines()
                      for seed in "79"]
        self.assertEqual(one[0].split("\t")[:5], ["file", "line", "column", "kind", "statement"])
        self.assertEqual([line.split("\t")[0] for line in one[1:]], ["a.cu"] * 4)
        self.assertNotEqual(one, other)

    def answer(self, name, verdicts):
        path = self.folder / "sheets" / name
        header, *lines = path.read_text().splitlines()
        answered = []
        for line in lines:
            columns = line.split("\t")
            answered.append("\t".join(columns[:-2] + [verdicts[columns[3]], "read it"]))
        path.write_text("\n".join([header, *answered]) + "\n")
        return path

    def draw(self, count, *options):
        return self.judged("draw", self.findings, "--seed=7", f"--count={count}", "-o",
                           self.folder / "sheets", *options)

    def test_sheets_are_blind_and_the_same_for_one_seed(self):
        self.run_units(*(finding(10 * i, check=f"check-{i}") for i in range(1, 9)),
                       finding(5, check="quiet", category="portability"))
        self.assertEqual(self.draw(5).returncode, 0)
        sheets = [(self.folder / "sheets" / f"{name}.tsv").read_text().splitlines()
                  for name in ("first", "second")]
        self.assertEqual(sorted(sheets[0]), sorted(sheets[1]))
        self.assertNotEqual(sheets[0], sheets[1])
        self.assertEqual(len(sheets[0]), 6)
        self.assertNotIn("likely", "".join(sheets[0]))
        self.assertNotIn("quiet", "".join(sheets[0]))
        self.draw(5)
        self.assertEqual((self.folder / "sheets/first.tsv").read_text().splitlines(), sheets[0])
        self.assertEqual(self.draw(9).returncode, 2)
        self.assertEqual(self.draw(9, "--tiers=correctness,portability").returncode, 0)

    def test_judged_groups_are_not_drawn_if_not_asked(self):
        self.run_units(finding(10), finding(20, check="sync-mask"))
        self.table(row("10", "true"))
        self.draw(1, "--unjudged")
        self.assertIn("sync-mask", (self.folder / "sheets/first.tsv").read_text())

    def test_readers_agree_or_ask_a_third(self):
        self.run_units(finding(10), finding(20, check="sync-mask", certainty="proven"))
        self.table()
        self.draw(2)
        first = self.answer("first.tsv", {"shared-memory-race": "true", "sync-mask": "false"})
        second = self.answer("second.tsv", {"shared-memory-race": "true", "sync-mask": "formal"})
        rows = self.folder / "sheets/rows.tsv"
        merge = ("merge", self.findings, first, second, "--source=drawn by seed 7", "-o", rows)
        answer = self.judged(*merge)
        self.assertEqual((answer.returncode, answer.stdout), (
            0, "1 of 2 groups are decided\n1 are for a third reader: rows.third.tsv\n"))
        self.assertEqual([group.checks for group in groups.read_groups(rows)],
                         ["shared-memory-race"])
        third = self.answer("rows.third.tsv", {"sync-mask": "formal"})
        self.assertNotIn("false", third.read_text())
        self.assertEqual(self.judged(*merge, "--third", third).stdout,
                         "2 of 2 groups are decided\n")
        last = groups.read_groups(rows)[-1]
        self.assertEqual((last.verdict, last.r1, last.r2, last.third, last.certainty),
                         ("formal", "false", "formal", "formal", "proven"))

    def test_a_sheet_that_is_not_answered(self):
        self.run_units(finding(10))
        self.table()
        self.draw(1)
        sheets = self.folder / "sheets"
        answer = self.judged("merge", self.findings, sheets / "first.tsv", sheets / "second.tsv",
                             "--source=x", "-o", sheets / "rows.tsv")
        self.assertEqual(answer.returncode, 2)
        self.assertIn("verdict '' is none of true, false, formal", answer.stderr)

    def test_columns_are_those_that_the_page_names(self):
        self.assertEqual([field.name for field in fields(groups.Group)], [
            "project", "file", "lines", "checks", "tier", "certainty", "verdict", "reason",
            "r1", "r2", "third", "source"])


if __name__ == "__main__":
    unittest.main()
