#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the interpreter, the comparison and the shrinker, on kernels whose
faults are plain to see."""

import random
import sys
import unittest

sys.dont_write_bytecode = True

from generator import (BARRIER, RETURN, THREAD, WARP_BARRIER, declare, generate, load, store,
                       thread)
from interpreter import Invalid, judge
from kernel_ast import Array, Kernel, Node, Printer, block, const, op, var
from mutants import mutant
from oracle import Comparison, Report, compare
from shrink import shrink


def kernel(*statements, threads=(64, 1), parameters=()):
    arrays = (Array("in", "input"), Array("out", "global"), Array("tile", "shared", (64,)))
    head = declare("int", "t", thread("threadIdx.x")), declare("int", "x", const(0))
    return Kernel("kernel1", arrays, block(*head, *statements), launches=((2, threads),),
                  parameters=parameters)


def when(condition, *statements):
    return Node("if", None, (condition, block(*statements)))


WRITE = store("tile", THREAD, THREAD)
READ_OTHER = Node("assign", ("x", "+="), (load("tile", op("-", const(63), THREAD)),))
READ_NEXT = Node("assign", ("x", "+="), (load("tile", op("^", THREAD, const(1))),))
SHUFFLE = Node("shuffle", ("x", "_down", 0xffffffff), (const(1), const(1)))


class InterpreterTest(unittest.TestCase):
    def kinds(self, *statements):
        return {(c.array, c.kind) for c in judge(kernel(*statements)).conflicts}

    def test_block_barriers_order_threads(self):
        self.assertEqual(self.kinds(WRITE, READ_OTHER), {("tile", "read-write")})
        self.assertEqual(self.kinds(WRITE, BARRIER, READ_OTHER), set())

    def test_warp_barriers_order_lanes(self):
        self.assertEqual(self.kinds(WRITE, WARP_BARRIER, READ_NEXT), set())
        self.assertEqual(self.kinds(WRITE, WARP_BARRIER, READ_OTHER), {("tile", "read-write")})

    def test_nothing_orders_blocks(self):
        self.assertEqual(self.kinds(store("out", THREAD, thread("blockIdx.x")), BARRIER),
                         {("out", "write-write")})
        self.assertEqual(self.kinds(store("out", THREAD, const(1))), {("out", "same-value")})

    def test_what_a_reader_has_written_itself_is_no_race(self):
        place = op("*", THREAD, const(0))
        own = load("tile", const(0))
        read = Node("assign", ("x", "+="), (own,))
        self.assertEqual(self.kinds(store("tile", place, const(7)), read),
                         {("tile", "same-value"), ("tile", "own-value")})
        self.assertIn(("tile", "read-write"), self.kinds(store("tile", place, THREAD), read))

    def test_barriers_that_some_threads_miss(self):
        verdict = judge(kernel(when(op("<", THREAD, const(3)), BARRIER)))
        self.assertTrue(verdict.divergent)
        verdict = judge(kernel(when(op("<", THREAD, const(3)), RETURN), BARRIER))
        self.assertTrue(verdict.exited and not verdict.divergent)
        verdict = judge(kernel(when(op("==", thread("blockIdx.x"), const(0)), BARRIER)))
        self.assertFalse(verdict.exited or verdict.divergent)

    def test_shuffles(self):
        self.assertFalse(judge(kernel(SHUFFLE)).masks)
        self.assertTrue(judge(kernel(when(op("<", THREAD, const(5)), SHUFFLE))).masks)
        self.assertFalse(judge(kernel(when(op("<", THREAD, const(32)), SHUFFLE))).masks)
        returned = judge(kernel(when(op(">", THREAD, const(7)), RETURN), SHUFFLE))
        self.assertTrue(returned.operands and not returned.masks and not returned.lost)
        far = SHUFFLE._replace(parts=(const(1), const(8)))
        self.assertTrue(judge(kernel(when(op(">", THREAD, const(7)), RETURN), far)).lost)

    def test_lanes_that_go_past_a_shuffle_to_return(self):
        few, far = op("<", THREAD, const(5)), when(op(">=", THREAD, const(3)), RETURN)
        self.assertTrue(judge(kernel(when(few, SHUFFLE), far)).passed)
        self.assertFalse(judge(kernel(far, when(few, SHUFFLE))).passed)
        self.assertFalse(judge(kernel(SHUFFLE, far)).passed)

    def test_shuffles_up_leave_lanes_their_own_value(self):
        up = SHUFFLE._replace(data=("x", "_up", 0xffffffff))
        self.assertTrue(judge(kernel(up)).kept)
        self.assertFalse(judge(kernel(SHUFFLE)).kept)

    def test_what_a_launch_passes_can_mend_a_shuffle(self):
        past = op(">=", THREAD, Node("param", "m"))
        far = SHUFFLE._replace(parts=(const(1), const(8)))
        verdict = judge(kernel(when(past, RETURN), far, parameters=("m",)))
        self.assertTrue(verdict.starved and verdict.operands and not verdict.lost)

    def test_reads_of_what_nobody_wrote(self):
        verdict = judge(kernel(READ_OTHER))
        self.assertTrue(verdict.uninitialized and verdict.never_written)
        verdict = judge(kernel(when(op("<", THREAD, const(9)), WRITE), BARRIER, READ_OTHER))
        self.assertTrue(verdict.uninitialized and not verdict.never_written)

    def test_leftovers_differ_between_blocks(self):
        copy = store("out", THREAD, load("tile", THREAD))
        self.assertIn(("out", "write-write"), self.kinds(copy))
        self.assertEqual(self.kinds(WRITE, copy), {("out", "same-value")})
        clean = judge(kernel(copy), zeros={"tile"})
        self.assertEqual({c.kind for c in clean.conflicts}, {"same-value"})

    def test_what_one_thread_does_often_hides_no_other(self):
        # Thread 1 reads element 1 in each iteration, with another value; thread 0 once.
        s = var("s")
        rounds = Node("for", ("int", "s", ">", ">>="), (const(32), const(0), const(1), block(
            when(op("<", THREAD, s),
                 store("tile", THREAD, load("tile", op("+", THREAD, s)), operator="+=")))))
        tree = kernel(WRITE, BARRIER, rounds, when(op("<", THREAD, const(2)), WRITE))
        conflicts = judge(tree).conflicts
        lines = {conflict.lines for conflict in conflicts if conflict.kind == "read-write"}
        self.assertEqual(len(lines), 2)  # Rounds with each other, and with the write behind.

    def test_unsigned_counters_wrap(self):
        loop = Node("for", ("unsigned char", "i", "<", "+="),
                    (const(0), const(256), const(1), block()))
        with self.assertRaises(Invalid):
            judge(kernel(loop))

    def test_indices_stay_inside(self):
        with self.assertRaises(Invalid):
            judge(kernel(store("tile", op("+", THREAD, const(1)), const(0))))

    def test_parameters_take_several_values(self):
        guarded = when(op("<", Node("param", "m"), const(64)), READ_OTHER)
        self.assertTrue(judge(kernel(WRITE, guarded, parameters=("m",))).conflicts)


def finding(check, message, line=0):
    return {"check": "warplint-" + check, "message": message, "function": "kernel1",
            "line": line, "notes": [], "certainty": "proven"}


class ComparisonTest(unittest.TestCase):
    def groups(self, tree, *findings, undecided=0, by_model=()):
        report = Report(list(findings), undecided, by_model=list(by_model))
        return [p.group for p in Comparison(tree, judge(tree), report).run()]

    def test_races(self):
        race, right = kernel(WRITE, READ_OTHER), kernel(WRITE, BARRIER, READ_OTHER)
        told = finding("shared-memory-race", "'tile[3]' is read while ...")
        self.assertEqual(self.groups(race, told), [])
        self.assertEqual(self.groups(race), ["miss: shared-memory-race"])
        self.assertEqual(self.groups(race, by_model=[told]),
                         ["by the model: shared-memory-race"])
        self.assertEqual(self.groups(race, undecided=1), ["undecided: shared-memory-race"])
        self.assertEqual(self.groups(right, told), ["false alarm: shared-memory-race"])
        self.assertEqual(self.groups(right), [])

    def test_inputs_are_not_the_same_by_chance(self):
        told = finding("global-memory-race", "'out[0]' is written by several threads ...")
        by_chance = 0
        for place in range(20):
            pair = op("+", op("%", THREAD, const(2)), const(place))
            tree = kernel(store("out", op("*", THREAD, const(0)), load("in", pair)))
            by_chance += {c.kind for c in judge(tree).conflicts} == {"same-value"}
            self.assertEqual(compare(tree, Report([told])), [])
        self.assertGreater(by_chance, 0)
        same = kernel(store("out", op("*", THREAD, const(0)), load("in", const(1))))
        self.assertEqual([p.group for p in compare(same, Report([told]))],
                         ["equal values: global-memory-race"])

    def test_a_finding_is_about_two_accesses_that_meet(self):
        tree = kernel(WRITE, READ_OTHER)
        told = finding("shared-memory-race", "'tile[3]' is read while ...")
        lines = sorted(judge(tree).conflicts, key=repr)[0].lines
        for second, groups in ((lines[1], []), (lines[1] + 9, ["false alarm: shared-memory-race"])):
            told["witness"] = {"threads": [{"line": lines[0]}, {"line": second}], "values": []}
            self.assertEqual(self.groups(tree, told), groups)

    def test_the_threads_of_an_example_meet(self):
        own = op("+", THREAD, op("*", thread("threadIdx.y"), const(32)))
        other = load("tile", op("-", const(63), own))
        tree = kernel(store("tile", own, own), Node("assign", ("x", "+="), (other,)),
                      threads=(32, 2))
        told = finding("shared-memory-race", "'tile[3]' is read while ...")
        lines = sorted(judge(tree).conflicts, key=repr)[0].lines

        def group(*places, blocks=()):
            threads = [{"line": line, "thread": [x, y, 0]}
                       for line, (x, y) in zip(lines, places)]
            for thread_at, block_at in zip(threads, blocks):
                thread_at["block"] = [block_at, 0, 0]
            told["witness"] = {"threads": threads}
            return [problem.group for problem in compare(tree, Report([told]))]
        wrong = ["wrong witness: shared-memory-race"]
        self.assertEqual(group((3, 0), (28, 1)), [])
        self.assertEqual(group((3, 0), (28, 0)), wrong)
        self.assertEqual(group((28, 1), (3, 0)), [])
        self.assertEqual(group((3, 0), (28, 1), blocks=(1, 1)), [])
        self.assertEqual(group((3, 0), (28, 1), blocks=(0, 1)), wrong)

    def test_what_comes_of_a_fault_is_told_there(self):
        copies = kernel(store("out", THREAD, load("tile", THREAD)))
        unset = finding("uninitialized-shared-read", "an element of 'tile' is read ...")
        self.assertEqual(self.groups(copies, unset), [])
        self.assertEqual(self.groups(copies), ["miss: uninitialized-shared-read"])
        raced = kernel(WRITE, Node("assign", ("x", "="), (load("tile", op("^", THREAD, const(32))),)),
                       store("out", THREAD, var("x")))
        told = finding("shared-memory-race", "'tile[3]' is read while ...")
        self.assertEqual(self.groups(raced, told), [])

    def test_barriers(self):
        hangs = kernel(when(op("<", THREAD, const(3)), BARRIER))
        told = finding("divergent-barrier", "'__syncthreads()' is reached by ...")
        self.assertEqual(self.groups(hangs), ["miss: divergent-barrier"])
        self.assertEqual(self.groups(hangs, told), [])
        self.assertEqual(self.groups(kernel(BARRIER), told),
                         ["false alarm: divergent-barrier"])
        left = kernel(when(op("<", THREAD, const(3)), RETURN), BARRIER)
        told = finding("exit-before-barrier", "some threads of the block may ...")
        self.assertEqual(self.groups(left), ["miss: exit-before-barrier"])
        self.assertEqual(self.groups(left, told), [])

    def test_warps(self):
        few, far = op("<", THREAD, const(5)), when(op(">=", THREAD, const(3)), RETURN)
        past = kernel(when(few, SHUFFLE), far)
        line, = judge(past).passed
        for told, groups in ((line, []), (line + 2, ["false alarm: sync-mask"])):
            self.assertEqual(self.groups(past, finding("sync-mask", "waits ...", told)), groups)
        self.assertEqual(self.groups(past), [])
        scan = kernel(SHUFFLE._replace(data=("x", "_up", 0xffffffff)), SHUFFLE)
        line, = judge(scan).kept
        for told, groups in ((line, []), (line + 1, ["false alarm: shuffle-operand"])):
            self.assertEqual(self.groups(scan, finding("shuffle-operand", "own ...", told)), groups)

    def test_other_checks_have_nothing_to_say(self):
        self.assertEqual(self.groups(kernel(), finding("stale-read", "'x' ...")),
                         ["false alarm: stale-read"])


class SilentLinter:
    def lint(self, kernels):
        return {kernel.name: Report() for kernel in kernels}


class GeneratorTest(unittest.TestCase):
    def test_a_seed_is_a_kernel(self):
        texts = [Printer(generate(seed)).lines for seed in range(50)]
        self.assertEqual(texts, [Printer(generate(seed)).lines for seed in range(50)])
        self.assertGreater(len({tuple(text[1:]) for text in texts}), 45)
        made = [mutant("a b\nc 1\n", ["d\n"], random.Random(5)) for _ in range(2)]
        self.assertEqual(made[0], made[1])

    def test_shrinking_keeps_the_problem(self):
        tree = kernel(store("out", op("+", thread("blockIdx.x"), const(5)), const(1)), WRITE,
                      when(op("<", THREAD, const(60)), READ_OTHER), SHUFFLE)
        small = shrink(tree, "miss: shared-memory-race", SilentLinter())
        kinds = [node.kind for node in small.body.parts]
        self.assertNotIn("shuffle", kinds)
        self.assertNotIn("if", kinds)
        self.assertTrue(judge(small).conflicts)


if __name__ == "__main__":
    unittest.main()
