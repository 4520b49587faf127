#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests the runner of runtime_validation without a GPU, on cases of its own."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "runtime_validation" / "runner"))
import case_file  # noqa: E402
import evidence  # noqa: E402
import run_case  # noqa: E402

HEAD = """\
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: sync-mask
// fails: wrong result
// certainty: certain
// trials: 2
// needs: sm_70
//
// First line,
// second line.

"""
BODY = """\
#if WARPLINT_BUGGY
  // BUG(sync-mask): why
  one("//");
#else
  other();
#endif
"""


class CaseTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, text, name="x", check="sync-mask"):
        path = self.folder / check / f"{name}.cu"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return path

    def read(self, text, **place):
        return case_file.read_case(self.write(text, **place))

    def assertMistake(self, text, fragment, **place):
        with self.assertRaisesRegex(case_file.CaseError, fragment):
            self.read(text, **place)

    def test_reads_what_a_case_states(self):
        case = self.read(HEAD + BODY)
        self.assertEqual((case.id, case.fails, case.certainty, case.trials, case.needs),
                         ("sync-mask/x", "wrong result", "certain", 2, 70))
        self.assertEqual(case.description, "First line, second line.")
        self.assertEqual(list(case.markers.values()), ["sync-mask"])

    def test_rejects_what_is_not_stated_well(self):
        self.assertMistake(HEAD.replace("trials: 2", "trials: some") + BODY, "trials")
        self.assertMistake(HEAD.replace("wrong result", "sadness") + BODY, "fails")
        self.assertMistake(HEAD.replace("// needs: sm_70\n", "") + BODY, "no field 'needs'")
        self.assertMistake(HEAD.replace("needs", "wants") + BODY, "unknown field 'wants'")
        self.assertMistake(HEAD + BODY, "in the folder", check="other")
        self.assertMistake(HEAD + BODY.replace("BUG", "bug"), "no marker")
        self.assertMistake(HEAD + BODY.replace("#if WARPLINT_BUGGY", "#if 1"), "the same")
        self.assertMistake(BODY, "no field 'case'")

    def test_digest_changes_with_code_and_not_with_comments(self):
        digest = case_file.digest_of(self.read(HEAD + BODY))
        self.assertEqual(digest, case_file.digest_of(
            self.read(HEAD.replace("First", "Other") + "\n" + BODY.replace(": why", ": no"))))
        self.assertNotEqual(digest, case_file.digest_of(
            self.read(HEAD + BODY.replace("other", "another"))))
        self.assertNotEqual(digest, case_file.digest_of(
            self.read(HEAD + BODY.replace('"//"', '"/"'))))

    def record(self, case, **changes):
        return {case.id: {"digest": case_file.digest_of(case), **case.statement()} | changes}

    def test_evidence_grows_stale(self):
        case = self.read(HEAD + BODY)
        def problems(recorded):
            return " ".join(evidence.stale([case], recorded, "GPU"))
        self.assertEqual(problems(self.record(case)), "")
        self.assertIn("no evidence", problems({}))
        self.assertIn("changed after", problems(self.record(case, digest="0")))
        self.assertIn("states other", problems(self.record(case, trials=3)))
        self.assertIn("without a case", problems(self.record(case) | {"a/b": {}}))

    def test_what_needs_a_newer_gpu_is_not_shown(self):
        case = self.read(HEAD.replace("sm_70", "sm_100a") + BODY)
        self.assertEqual((case.needs, case.target), (100, "sm_100a"))
        self.assertEqual(self.read(HEAD + BODY).target, "")
        run = {"gpu": "G", "compute capability": "9.0", "driver": "1", "CUDA": "12",
               "date": "today", "seconds": 1, "cases": {}}
        self.assertFalse(evidence.runs_on(case, run))
        self.assertTrue(evidence.runs_on(case, run | {"compute capability": "10.0"}))
        compilers = {"nvcc": "12", "clang": "22",
                     "cases": {case.id: {"nvcc": [], "clang": []}}}
        page = evidence.page([case], [run], compilers)
        self.assertIn("not shown: needs sm_100", page)
        self.assertIn("1 more needs a newer GPU", page)

    def test_every_kind_of_outcome_is_told_apart(self):
        def trial(script):
            path = self.folder / "program"
            path.write_text("#!/bin/sh\n" + script)
            path.chmod(0o755)
            return run_case.run_trial(str(path))
        self.assertEqual(trial('echo \'{"checked": 4, "wrong": 0}\''),
                         {"outcome": "as expected", "checked": 4, "wrong": 0})
        self.assertEqual(trial('echo \'{"checked": 4, "wrong": 1}\'; exit 1')["outcome"],
                         "wrong result")
        self.assertEqual(trial("exit 3")["outcome"], "launch failure")
        self.assertEqual(trial("kill -SEGV $$")["outcome"], "ended with -11")
        run_case.TRIAL_LIMIT_SECONDS, limit = 0.3, run_case.TRIAL_LIMIT_SECONDS
        self.addCleanup(setattr, run_case, "TRIAL_LIMIT_SECONDS", limit)
        self.assertEqual(trial("sleep 60 & wait")["outcome"], "hang")

    def test_verdict(self):
        case = self.read(HEAD + BODY)
        good, bad = {"outcome": "as expected"}, {"outcome": "wrong result"}
        def verdict(buggy, mended, case=case):
            return run_case.verdict(case, {"buggy": buggy, "mended": mended})
        self.assertEqual(verdict([bad, bad], [good, good]), "")
        self.assertIn("mended", verdict([bad, bad], [good, bad]))
        self.assertIn("certain", verdict([bad, good], [good]))
        self.assertIn("certain", verdict([{"outcome": "hang"}] * 2, [good]))
        rare = self.read(HEAD.replace(": certain", ": rare") + BODY)
        self.assertEqual(verdict([good], [good], rare), "")


if __name__ == "__main__":
    unittest.main()
