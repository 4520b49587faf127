#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of benchmark/golden against a stand-in for warplint that writes canned answers,
in which differences are planted."""

import contextlib
import copy
import io
import json
import re
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

GOLDEN = Path(__file__).resolve().parents[2] / "benchmark/golden"
sys.path.insert(0, str(GOLDEN))
sys.dont_write_bytecode = True
# pylint: disable=wrong-import-position
import comparison
import golden
import inputs
import makefiles
import records
import run_lines

SOURCE = "  tile[t] = theirOwnLine;"
# Writes what answers.json beside it has for the input's name.
STAND_IN = """#!{python} -S
import json, os, sys, time
folder = os.path.dirname(os.path.abspath(__file__))
answers = json.load(open(os.path.join(folder, "answers.json")))
answer = answers[os.path.basename(sys.argv[1])]
known = [word[11:] for word in sys.argv if word.startswith("--launches=")]
if known:
    sys.stderr.write("warplint: knows " + " ".join(open(known[0]).read().split()))
words = sys.argv[1:]
def lines(of):
    return "".join(json.dumps(line) + "\\n" for line in of)
options = dict(word.split("=", 1) for word in words if word.startswith("--") and "=" in word)
time.sleep(answer.get("sleeps", 0))
open(words[words.index("-o") + 1], "w").write(lines(answer["report"]))
open(options["--statistics"], "w").write(lines(answer["statistics"]))
open(options["--write-launches"], "w").write(answer["launches"].format(file=words[0]))
sys.stderr.write(answer.get("says", ""))
sys.exit(answer["exit"])
"""
FINDING = {
    "type": "finding", "check": "warplint-shared-memory-race", "category": "correctness",
    "certainty": "proven", "message": "'tile[0]' is read while another thread writes it",
    "file": "reports/turn.cu", "line": 20, "column": 3, "endColumn": 7, "text": SOURCE,
    "function": "turn", "kernel": "turn", "fingerprint": "0" * 32, "confirmable": "race",
    "notes": [{"role": "operation", "file": "reports/turn.cu", "line": 16, "column": 3,
               "endColumn": 7, "message": "thread (0,0,0) writes it here", "text": SOURCE}],
    "edits": [{"file": "reports/turn.cu", "line": 20, "column": 3, "endLine": 20,
               "endColumn": 3, "replacement": "theirOwnCall();", "safe": False}],
    "map": {"object": "tile"},
}
LAUNCHES = ("warplint launches 3\nunit {file}\ndefines _Z4turnPf\nkernel _Z4turnPf\n"
            "launch turn.cu:30\nextents 1 1 1 256 1 1 0 0 0\nasks 0 0 0 0\nsays\n"
            "term 1 0 1 0\nterm 1 1 1 0\nblocks - - -\nholds\n")
ANSWER = {
    "exit": 1,
    "report": [FINDING, {"type": "summary", "findings": 1, "kernels": 1, "units": 1}],
    "statistics": [
        {"kernel": "turn", "unit": "/a/turn.cu", "milliseconds": 0.5, "pairs": 7, "work": 90,
         "spent": {"evaluation": 0.25}, "assumed": {"no-alias": 2}, "notFollowed": ["a", "a"],
         "solverMilliseconds": 0.125},
        {"unit": "/a/turn.cu", "milliseconds": 4.5, "spent": {"parse": 3.5}}],
    "launches": LAUNCHES,
}
CLEAN = {"exit": 0, "report": [], "statistics": [], "launches": "warplint launches 3\n"}


class GoldenTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(suffix=" with space")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        (self.folder / "toolkit/include").mkdir(parents=True)
        (self.folder / "toolkit/include/cuda.h").write_text("#define CUDA_VERSION 13010\n")
        (self.folder / "corpora/reports").mkdir(parents=True)
        self.add("turn.cu")

    def add(self, name):
        (self.folder / "corpora/reports" / name).write_text("// one\n// arch: sm_90a\n")

    def build(self, name, answer):
        """A stand-in that answers so to turn.cu."""
        program = self.folder / name / "bin/warplint"
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(STAND_IN.format(python=sys.executable))
        program.chmod(0o755)
        (program.parent / "answers.json").write_text(
            json.dumps({"turn.cu": answer, "clean.cu": CLEAN}))
        return program

    def golden(self, *words):
        """(exit code, what it prints)"""
        printed = io.StringIO()
        with mock.patch.object(sys, "argv", ["golden.py", *map(str, words)]), \
                contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            try:
                code = golden.main()
            except SystemExit as end:
                code = end.code
        return code, printed.getvalue()

    def given(self, *more):
        return ["--group", "reports", "--corpora", self.folder / "corpora",
                "--toolkit", self.folder / "toolkit", *more]

    def record(self, answer, name="base", *more):
        output = self.folder / f"{name}.txt"
        code, text = self.golden("record", "--warplint", self.build(name, answer), "-o",
                                 output, *self.given(*more))
        return output, code, text

    def compared(self, head, *words):
        """How a build with that answer differs from the record of one with ANSWER."""
        base = self.folder / "base.txt"
        if not base.exists():
            self.record(ANSWER)
        return self.golden("compare", base, self.build("head", head), *self.given(*words))

    def assertFinds(self, head, *rows):
        code, text = self.compared(head)
        table = re.findall(r"^ +\d+ +\d+  (.*)$", text, re.MULTILINE)
        self.assertEqual((code, table), (1, sorted(rows)), text)
        return text

    def planted(self, **fields):
        """The answer with other fields of the finding."""
        answer = copy.deepcopy(ANSWER)
        answer["report"][0].update(fields)
        return answer

    def test_equal_builds(self):
        self.add("clean.cu")
        code, text = self.golden("compare", "--base", self.build("base", ANSWER), "--head",
                                 self.build("head", ANSWER), *self.given("-j", "2"))
        self.assertEqual((code, text), (0, "2 inputs compared, 0 differ, 0 differences\n"))

    def test_record_has_all_but_times_and_their_code(self):
        self.add("clean.cu")
        output, _, text = self.record(ANSWER)
        self.assertEqual(text, "2 inputs recorded, 0 failed\n")
        text = output.read_text()
        for expected in ("golden 1, CUDA 13.1\n", "\ninput reports reports/turn.cu\n",
                         "\nexit 1\n", "\nfinding shared-memory-race :20:3-7\n",
                         " note operation :16:3-7: thread (0,0,0) writes it here\n",
                         " edit unsafe :20:3-20:3 hash ",
                         "\nlaunch turn.cu:30 of _Z4turnPf\n extents 1 1 1 256 ",
                         "\n terms 1 0 1 0, 1 1 1 0\n",
                         '"assumed no-alias": 2, "notFollowed a": 2, "pairs": 7, "work": 90}'):
            self.assertIn(expected, text)
        for unwanted in ("theirOwn", "0.5", "spent", "illiseconds", str(self.folder)):
            self.assertNotIn(unwanted, text)
        self.assertEqual(records.text_of(records.read(text, "text")), text)
        before = output.read_bytes()
        self.assertEqual(self.record(ANSWER, "base", "-j", "2")[0].read_bytes(), before)

    def test_finding_lost_and_exit_code(self):
        text = self.assertFinds({**ANSWER, "exit": 0, "report": ANSWER["report"][1:]},
                                "shared-memory-race: finding lost",
                                "the run: exit code 1, now 0")
        self.assertIn("\n  reports reports/turn.cu  :20:3-7\n    - 'tile[0]' is read", text)

    def test_finding_new(self):
        answer = copy.deepcopy(ANSWER)
        answer["report"].insert(1, {**FINDING, "check": "warplint-sync-mask", "line": 40,
                                    "kernel": "other", "fingerprint": "1" * 32})
        self.assertFinds(answer, "sync-mask: finding new")

    def test_finding_moved_is_not_lost(self):
        self.assertFinds(self.planted(line=21), "shared-memory-race: finding moved")
        self.assertFinds(self.planted(line=21, fingerprint="1" * 32),
                         "shared-memory-race: finding moved",
                         "shared-memory-race: fingerprint changed")

    def test_fields_of_a_finding(self):
        note = {**FINDING["notes"][0], "line": 17}
        edit = {**FINDING["edits"][0], "replacement": "other();"}
        for fields, cause in (
                ({"message": "other words"}, "message changed"),
                ({"certainty": "likely"}, "proven, now likely"),
                ({"notes": [note]}, "notes changed"),
                ({"notes": []}, "notes changed"),
                ({"edits": [edit]}, "edits changed"),
                ({"map": {"object": "pool"}}, "map changed"),
                ({"kernel": "other"}, "kernel changed"),
                ({"check": "warplint-sync-mask"}, None)):
            with self.subTest(fields=fields):
                self.assertFinds(self.planted(**fields), "sync-mask: was a finding of "
                                 "shared-memory-race" if cause is None
                                 else f"shared-memory-race: {cause}")

    def test_launches(self):
        for old, new, cause in (("256", "128", "extents changed"),
                                ("term 1 1 1 0", "term 1 5 1 0", "terms changed"),
                                ("turn.cu:30", "turn.cu:31", "launch moved"),
                                (LAUNCHES[LAUNCHES.index("launch turn"):], "", "launch lost")):
            with self.subTest(cause=cause):
                self.assertFinds({**ANSWER, "launches": LAUNCHES.replace(old, new)},
                                 f"launches: {cause}")

    def test_counters_but_not_times(self):
        answer = copy.deepcopy(ANSWER)
        answer["statistics"][0].update(work=91, pairs=8, assumed={}, milliseconds=70.5)
        text = self.assertFinds(answer, "statistics: 'pairs' changed",
                                "statistics: 'assumed no-alias' changed")
        self.assertIn("  reports reports/turn.cu  turn\n    7 -> 8\n", text)
        code, text = self.compared({**ANSWER, "statistics": [
            {**ANSWER["statistics"][0], "work": 91}]}, "--work")
        self.assertEqual(code, 1)
        self.assertIn("statistics: 'work' changed", text)

    def test_what_was_left_out(self):
        answer = copy.deepcopy(ANSWER)
        answer["exit"] = 3
        answer["report"].append({"type": "incomplete", "file": "reports/turn.cu",
                                 "reason": f"{self.folder}/toolkit/include/a.h: not found"})
        answer["says"] = "warplint: note: something\nwarplint: 1 kernel in 1 file analysed\n"
        text = self.assertFinds(answer, "the run: exit code 1, now 3",
                                "the run: 'incomplete' new", "the run: 'said' new")
        self.assertIn("<toolkit>/include/a.h: not found", text)
        self.assertIn("+ warplint: note: something\n", text)

    def test_words_that_changed_on_purpose(self):
        answer = self.planted(message="'tile[0]' is read beside a write",
                              check="warplint-shared-race")
        words = self.folder / "words.tsv"
        words.write_text("shared-memory-race\tshared-race\n"
                         "while another thread writes it\tbeside a write\n")
        code, text = self.compared(answer, "--words", words)
        self.assertEqual(code, 0, text)
        self.assertEqual(comparison.Words("race\tclash").new("a race in race.cu:1:2, race.cu"),
                         "a clash in race.cu:1:2, race.cu")

    def test_crash_and_time_limit(self):
        crashed = {**CLEAN, "exit": 3, "report": [
            {"type": "incomplete", "file": "reports/turn.cu", "reason": "warplint crashed"}]}
        code, text = self.compared(crashed)
        self.assertEqual(code, 3)
        self.assertIn("failed in head: reports reports/turn.cu: ", text)
        code, text = self.golden("compare", self.record(crashed)[0],
                                 self.build("head", crashed), *self.given())
        self.assertEqual(code, 0)
        self.assertIn("failed in both: reports reports/turn.cu: ", text)
        code, text = self.compared({**CLEAN, "exit": 134})
        self.assertEqual(code, 3)
        self.assertIn("exit code 134", text)
        code, text = self.compared({**ANSWER, "sleeps": 9}, "--timeout", "0.5")
        self.assertEqual(code, 3)
        self.assertIn("failed in head: reports reports/turn.cu: no answer", text)

    def test_inputs_that_one_side_lacks(self):
        self.add("clean.cu")
        base, _, _ = self.record(ANSWER)
        (self.folder / "corpora/reports/clean.cu").unlink()
        code, text = self.golden("compare", base, self.build("head", ANSWER), *self.given())
        self.assertEqual(code, 1)
        self.assertIn("the run: input only in base", text)
        other = self.folder / "other.txt"
        other.write_text("golden 1, CUDA 13.1\ninput streams a.cu\nexit 0\n"
                         "input reports reports/clean.cu\nexit 0\n")
        code, text = self.golden("compare", base, other)
        self.assertIn("not compared, only in head: streams\n", text)

    def test_launches_by_other_units_of_a_program(self):
        samples, hecbench = self.folder / "samples", self.folder / "hecbench"
        (samples / "Samples").mkdir(parents=True)
        for name in ("one-cuda/turn.cu", "one-cuda/clean.cu", "two-cuda/turn.cu"):
            (hecbench / "src" / name).parent.mkdir(parents=True, exist_ok=True)
            (hecbench / "src" / name).touch()
        build = self.build("base", {**CLEAN, "launches": LAUNCHES[:LAUNCHES.index("kernel")]})
        answers = json.loads((build.parent / "answers.json").read_text())
        answers["clean.cu"]["launches"] = "warplint launches 3\nunit other\nkernel _Z4turnPf\n"
        (build.parent / "answers.json").write_text(json.dumps(answers))
        code, text = self.golden(
            "record", "--warplint", build, "-o", self.folder / "all.txt", "--all", "--samples",
            samples, "--hecbench", hecbench, "--group", "hecbench", "--toolkit",
            self.folder / "toolkit")
        self.assertEqual((code, text), (0, "4 inputs recorded, 0 failed\n"))
        record = records.read_file(self.folder / "all.txt")
        [again] = [items for name, items in record.inputs.items() if "program's" in name]
        self.assertIn(records.Item("said", "warplint: knows warplint launches 3 unit other "
                                   "kernel _Z4turnPf"), again)

    def test_wrong_usage(self):
        base, _, _ = self.record(ANSWER)
        other = self.folder / "other.txt"
        other.write_text("golden 1, CUDA 12.0\ninput reports reports/turn.cu\nexit 0\n")
        broken = self.folder / "broken.txt"
        broken.write_text("golden 1, CUDA 13.1\nexit 0\n")
        for words in (["compare", base], ["compare", base, other], ["compare", base, broken],
                      ["compare", base, "no such file"], ["compare", base, base, "--all"],
                      ["record", "--warplint", self.build("x", CLEAN), "-o", base,
                       "--group", "no such group"],
                      ["check", "--warplint", base, "--part", "3/2"]):
            with self.subTest(words=words):
                self.assertEqual(self.golden(*words)[0], 2)

    def test_reference(self):
        self.add("clean.cu")
        where = self.folder / "reference"
        (where / "findings").mkdir(parents=True)
        (where / "findings/gone.txt").touch()
        def check(answer, *words):
            found = list(inputs.inputs_of_corpora(self.folder / "corpora"))
            with mock.patch.object(golden, "own_inputs", lambda: found):
                return self.golden("check", "--warplint", self.build("build", answer),
                                   "--toolkit", self.folder / "toolkit", "--reference", where,
                                   *words)
        self.assertEqual(check(ANSWER, "--update"), (0, ""))
        self.assertEqual([path.relative_to(where).as_posix() for path in
                          sorted(where.rglob("*.txt"))],
                         ["findings/reports.txt", "launches/reports.txt",
                          "statistics/reports.txt"])
        self.assertNotIn("work", (where / "statistics/reports.txt").read_text())
        self.assertEqual(check(ANSWER)[0], 0)
        changed = self.planted(message="other words")
        self.assertEqual([check(changed, "--part", part)[0] for part in ("1/2", "2/2")], [0, 1])
        self.assertIn("shared-memory-race: message changed", check(changed)[1])
        (self.folder / "corpora/streams").mkdir()
        (self.folder / "corpora/reports/clean.cu").rename(
            self.folder / "corpora/streams/clean.cu")
        code, text = check(ANSWER)
        self.assertEqual(code, 1)
        self.assertIn("the run: input only in head", text)
        self.assertIn("no input any more: reports reports/clean.cu\n", text)
        self.assertEqual(check(ANSWER, "--update", "--group", "streams")[0], 0)
        self.assertEqual(check(ANSWER, "--group", "streams")[0], 1)
        self.assertEqual(check(ANSWER, "--update", "--group", "reports")[0], 0)
        self.assertEqual(check(ANSWER)[0], 0)

    def test_run_lines(self):
        text = ("// RUN: %verify %s --checks=-*,warplint-a\n"
                "// RUN: %verify %s --checks=-*,warplint-b --certainty=model\n"
                "// RUN: not %warplint %s --block-dim=64 \\\n"
                "// RUN:   -- -I%S/Inputs 2>&1 | count 0\n"
                "// RUN: %verify %s -- -DONE --cuda-path=%cuda_path -std=c++20\n"
                "// RUN: %verify %s -- -I%t\n// RUN: cp %s %t.cu && %warplint %t.cu\n")
        default = ("-std=c++17", "--cuda-gpu-arch=sm_90")
        self.assertEqual(run_lines.runs_of(text, Path("/a/x.cu")), [
            run_lines.Run((), default),
            run_lines.Run(("--block-dim=64",), ("-I/a/Inputs", *default)),
            run_lines.Run((), ("-DONE", "-std=c++20", default[1]))])
        self.assertEqual(run_lines.runs_of("", Path("/a/x.cu")), [run_lines.Run((), default)])

    def test_makefile(self):
        path = self.folder / "Makefile"
        path.write_text("""\
DEBUG = no
N ?= 6
INC = -I../include -I . \\
      -I$(NOWHERE)/x  # -DCOMMENT
CFLAGS := $(INC) -O3 -DSIZE=$(N) '-DNAME="a b"'
ifeq ($(DEBUG),yes)
  CFLAGS += -DDEBUG
else
  CFLAGS += -DNDEBUG
endif
ifdef MPI
CFLAGS += -DMPI
endif
main: main.cu
\tnvcc $(CFLAGS) -DDIRECT $(shell pwd) -o $@ $<
""")
        self.assertEqual(makefiles.flags_of_makefile(path), [
            f"-I{self.folder.parent / 'include'}", f"-I{self.folder}", "-I/x", "-DSIZE=6",
            '-DNAME="a b"', "-DNDEBUG", "-DDIRECT"])


if __name__ == "__main__":
    unittest.main()
