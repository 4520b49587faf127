#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of benchmark/planted and of the table of planted faults."""

import contextlib
import io
import re
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmark" / "planted"))
# pylint: disable=wrong-import-position
import planted
from planted import Catch, Fault, is_new, search

from generator import BARRIER, THREAD, declare, load, store, thread
from kernel_ast import Array, Kernel, Node, block, const, op
from oracle import Problem, Report

COUNT = 12
RACING = {5, 9}


def generated(seed):
    """All threads write their elements and read others': the kernels of RACING with no
    barrier between."""
    write = store("tile", THREAD, THREAD)
    read = Node("assign", ("x", "+="), (load("tile", op("-", const(63), THREAD)),))
    between = [] if seed in RACING else [BARRIER]
    head = declare("int", "t", thread("threadIdx.x")), declare("int", "x", const(0))
    arrays = (Array("out", "global"), Array("tile", "shared", (64,)))
    return Kernel(f"kernel{seed}", arrays, block(*head, write, *between, read),
                  launches=((1, (64, 1)),))


class Told:
    """A linter that finds the races, but for what a fault makes of it."""

    def __init__(self, fault):
        self.fault = fault

    def lint(self, kernels):
        return {kernel.name: self.report(int(kernel.name.removeprefix("kernel")))
                for kernel in kernels}

    def report(self, seed):
        words = "'tile' is ..." if self.fault == "wordy" else "'tile' was ..."
        race = {"check": "warplint-shared-memory-race", "message": words, "function": "",
                "line": 1, "notes": [], "certainty": "likely"}
        told = {"silent": False, "loud": True}.get(self.fault, seed in RACING)
        if self.fault == "late":
            told = seed == min(RACING)
        return Report([race] if told else [])


class Undecided(Told):
    """Finds nothing, with a fault or without, and does not say the same."""

    def report(self, seed):
        return Report(undecided=0 if self.fault else 1)


SILENT = Fault("silent", "Silent", "miss", "nothing races")
LATE = Fault("late", "Late", "miss", "one race only is seen")
LOUD = Fault("loud", "Loud", "false alarm", "all arrays race")
WORDY = Fault("wordy", "Wordy", "miss", "only words change")
OTHER = Fault("loud", "Loud", "miss", "nothing is missed")
MISSED, ALARMED = "miss: shared-memory-race", "false alarm: shared-memory-race"


class SearchTest(unittest.TestCase):
    def setUp(self):
        for name, value in (("generate", generated), ("BATCH", 4)):
            self.addCleanup(setattr, planted, name, getattr(planted, name))
            setattr(planted, name, value)

    def test_a_fault_is_caught_by_the_first_kernel_that_shows_it(self):
        self.assertEqual(search([SILENT, LATE, LOUD, WORDY, OTHER], Told, 0, COUNT),
                         {"silent": Catch(5, MISSED), "late": Catch(9, MISSED),
                          "loud": Catch(0, ALARMED)})
        self.assertEqual(search([LATE], Told, 0, 9), {})
        self.assertEqual(search([LATE, SILENT], Told, 6, 4),
                         {"silent": Catch(9, MISSED), "late": Catch(9, MISSED)})

    def test_jobs_do_not_change_the_answer(self):
        faults = [SILENT, LATE, LOUD, WORDY]
        self.assertEqual(search(faults, Told, 0, COUNT), search(faults, Told, 0, COUNT, jobs=3))

    def test_what_is_there_without_the_fault_does_not_count(self):
        self.assertEqual(search([SILENT], Undecided, 0, COUNT), {})
        miss = Problem("miss", "shared-memory-race")
        self.assertTrue(is_new(miss, []))
        self.assertTrue(is_new(miss, [Problem("miss", "global-memory-race"),
                                      Problem("false alarm", "shared-memory-race")]))
        for kind in planted.SILENT:
            self.assertFalse(is_new(miss, [Problem(kind, "shared-memory-race")]))
        alarm = Problem("false alarm", "sync-mask", "a")
        self.assertFalse(is_new(alarm, [Problem("false alarm", "sync-mask", "b")]))

    def test_the_answer_in_words(self):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            planted.show([SILENT, LOUD], {"loud": Catch(511, ALARMED)}, 500, COUNT)
        self.assertEqual(said.getvalue().splitlines(), [
            "fault   kernels    seed  problem",
            "silent        -       -  no miss: nothing races",
            "loud         12     511  false alarm: shared-memory-race",
            f"# 1 of 2 faults caught within {COUNT} kernels"])


class ProgramTest(unittest.TestCase):
    def program(self, body):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name, "warplint")
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)
        return str(path)

    def test_a_program_without_faults_is_refused(self):
        without = self.program("exit 0")
        self.assertFalse(planted.has_faults(without))
        answer = subprocess.run(
            [sys.executable, planted.__file__, "--warplint", without],
            capture_output=True, text=True, check=False)
        self.assertEqual((answer.returncode, answer.stdout), (2, ""))
        self.assertIn("WARPLINT_PLANTED_FAULTS=ON", answer.stderr)

    def test_a_program_with_faults_refuses_others(self):
        self.assertTrue(planted.has_faults(self.program(
            'echo "no planted fault \'$WARPLINT_PLANTED_FAULT\'" >&2; exit 2')))


class TableTest(unittest.TestCase):
    FAULTS = planted.read_faults()

    def test_rows(self):
        text = planted.TABLE.read_text()
        self.assertEqual(len(self.FAULTS), len(re.findall(r"^FAULT\(", text, re.M)))
        self.assertGreaterEqual(len(self.FAULTS), 10)
        for column in ("id", "name", "sentence"):
            values = [getattr(fault, column) for fault in self.FAULTS]
            self.assertEqual(len(values), len(set(values)))
        for fault in self.FAULTS:
            self.assertIn(fault.kind, {"miss", "false alarm", "wrong witness"})

    def test_each_fault_is_made_at_one_place(self):
        used = Counter(name for folder in ("lib", "checks", "tools")
                       for path in sorted((ROOT / folder).rglob("*.cpp"))
                       for name in re.findall(r"\bplanted\(Fault::(\w+)\)", path.read_text()))
        self.assertEqual(used, Counter(fault.name for fault in self.FAULTS))


if __name__ == "__main__":
    unittest.main()
