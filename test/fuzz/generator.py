# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels as people write them, right or nearly so, from a seed.

A kernel is a row of phases: tiles are filled and read, reduced by halves, walked
in rounds, exchanged within warps. Barriers between them are sometimes left out.
What a kernel loads decides at most about branches, never about places, so that
the interpreter sees by a few inputs what can happen.

Seeds from GROWN on have forms besides that were added when the generator grew; the
kernels of those below stay what corpus.txt names.
"""

import random

from kernel_ast import Array, Helper, Kernel, Node, block, const, op, var

GROWN = 100_000
# Threads along x and y.
BLOCKS = ((32, 1), (64, 1), (64, 1), (64, 1), (128, 1), (8, 8), (16, 4), (32, 2))
THREAD = var("t")
GLOBAL_THREAD = var("g")
ROUND_TYPES = ("int", "unsigned", "unsigned char", "unsigned short")


def thread(name):
    return Node("thread", name)


def load(name, *index, member=None):
    return Node("load", (name, member), index)


def store(name, *index_and_value, operator="=", member=None):
    return Node("store", (name, member, operator), index_and_value)


def declare(type_, name, value):
    return Node("declare", (type_, name), (value,))


BARRIER, WARP_BARRIER = Node("barrier"), Node("warp_barrier")
RETURN = Node("return")


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.is_grown = seed >= GROWN
        self.name = f"kernel{seed}"
        self.threads = self.pick(BLOCKS)
        self.size = self.threads[0] * self.threads[1]
        self.arrays = [Array("in", "input"), Array("out", "global")]
        self.helpers, self.arguments = [], {}
        self.indices, self.rounds = [], []
        self.uses_parameter = False
        self.fresh = 0

    def pick(self, choices):
        return self.random.choice(choices)

    def chance(self, probability):
        return self.random.random() < probability

    def name_of(self, stem):
        self.fresh += 1
        return f"{stem}{self.fresh}"

    # Values and places.

    def constant(self):
        return const(self.pick((0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 33, 63)))

    def place(self, extent):
        """An index below `extent`, mostly one of the thread's own."""
        t = THREAD
        c = const(self.pick((1, 1, 2, 3, 16, 31, 32)))
        own = [t] if extent >= self.size else [op("%", t, const(extent))]
        forms = own * 6 + [
            op("%", op("+", t, c), const(extent)),
            op("%", op("*", t, c), const(extent)),
            op("%", op("/", t, c), const(extent)),
            op("&", op(">>", t, const(self.pick((1, 2, 5)))), const(7)),
            op("&", t, const(self.pick((7, 15, 31)))),
            const(self.pick((0, 0, 1, 5))),
            Node("wrap", None, (op("%", op("+", t, c), const(2 * extent)), const(extent))),
        ]
        if extent >= self.size:
            forms += [op("-", const(self.size - 1), t)] * 2
            forms += [op("^", t, const(self.pick((1, 2, 16, self.size // 2))))] * 2
            forms += [Node("choose", None, (op("==", t, const(0)), const(self.size - 1),
                                            op("-", t, const(1))))]
        if extent >= 2 * self.size:
            forms += [op("*", t, const(2)), op("+", op("*", t, const(2)), const(1)),
                      op("+", t, const(self.size))] * 2
        forms += [op("%", var(name), const(extent)) for name in self.indices[-2:]]
        forms += [op("%", op("+", t, var(name)), const(extent)) for name in self.rounds]
        form = self.pick(forms)
        # A remainder of a difference could be negative; none of the forms is.
        return form if form.kind != "const" or form.data < extent else const(0)

    def index(self, array):
        """Indices of an element of a shared array."""
        if len(array.dimensions) == 1:
            return (self.place(array.dimensions[0]),)
        rows, columns = array.dimensions
        x, y = thread("threadIdx.x"), thread("threadIdx.y")
        if self.threads[1] > 1 and rows >= max(self.threads) and columns >= max(self.threads):
            return self.pick(((y, x), (y, x), (x, y), (y, y), (x, x),
                              (y, op("^", x, const(1)))))
        rounds = [op("&", var(name), const(1)) for name in self.rounds] if rows == 2 else []
        row = self.pick([op("%", op("/", THREAD, const(columns)), const(rows)),
                         const(self.pick(range(rows))), *rounds * 3])
        if rounds and self.chance(0.2):
            row = op("^", rounds[0], const(1))
        return row, self.place(columns)

    def global_place(self):
        g, t, b = GLOBAL_THREAD, THREAD, thread("blockIdx.x")
        return self.pick([g] * 8 + [
            t, b, const(0), op("^", g, const(1)), op("+", g, const(1)), op("*", g, const(2)),
            op("+", op("*", t, const(2)), b), op("/", g, const(2)),
            op("+", op("*", b, const(self.size)), op("-", const(self.size - 1), t)),
            op("+", t, op("*", b, const(self.size // 2)))])

    def value(self):
        forms = [load("in", self.pick((GLOBAL_THREAD, THREAD, const(0)))), var("x"), THREAD,
                 op("+", var("x"), const(1)), self.constant(), GLOBAL_THREAD]
        return self.pick(forms)

    def condition(self, uniform=False):
        t, b = THREAD, thread("blockIdx.x")
        same = [op("==", b, const(0)), op(">", load("in", const(0)), const(0)),
                op("<", const(3), self.parameter()), op(">", thread("blockDim.x"), const(16))]
        if uniform:
            return self.pick(same)
        own = [op("<", t, self.constant()), op("==", t, const(0)), op(">", t, self.constant()),
               op("==", op("&", t, const(1)), const(0)), op("<", GLOBAL_THREAD, self.parameter()),
               op("!=", op("%", t, const(3)), const(1)),
               op(">", load("in", GLOBAL_THREAD), const(0)),
               op("&&", op("<", t, const(48)), op(">", t, const(3)))]
        if self.is_grown:
            own += self.borders()
        return self.pick(own * 3 + same)

    def borders(self):
        """Conditions that tell the last thread, the last lane of each warp, or a row
        from the others."""
        t, last = THREAD, const(self.size - 1)
        lane = op("&", t, const(31))
        forms = [op("<", t, last), op("==", t, last), op("<=", t, self.constant()),
                 op(">=", t, self.constant()), op("<", lane, const(31)),
                 op("!=", lane, const(31)), op("==", lane, const(0))]
        width, height = self.threads
        if height > 1:
            x, y = thread("threadIdx.x"), thread("threadIdx.y")
            forms += [op("==", y, const(0)), op("<", y, const(height - 1)),
                      op("<=", y, const(self.pick(range(height)))),
                      op("<=", x, const(self.pick(range(width)))),
                      op("==", x, const(width - 1))]
        return forms

    def parameter(self):
        self.uses_parameter = True
        return Node("param", "m")

    # Statements.

    def barrier(self, left_out=0.15):
        return [] if self.chance(left_out) else [BARRIER]

    def shared_array(self):
        """One of the kernel's shared arrays, or a new one."""
        present = [array for array in self.arrays if array.space == "shared"]
        if present and self.chance(0.7):
            return self.pick(present)
        dimensions = self.pick(((self.size,), (self.size,), (2 * self.size,),
                                (2, self.size), (8, self.size // 8 + 1)))
        if self.threads[1] > 1 and self.chance(0.6):
            dimensions = (max(self.threads), max(self.threads) + self.pick((0, 1)))
        fields = ("a", "b") if self.chance(0.15) else ()
        array = Array(self.name_of("tile"), "shared", dimensions, fields)
        self.arrays.append(array)
        return array

    def member(self, array):
        return self.pick(array.fields) if array.fields else None

    def write(self, array=None):
        array = array or self.shared_array()
        place = self.index(array)
        return store(array.name, *place, self.value(), member=self.member(array),
                     operator="+=" if self.chance(0.1) else "=")

    def read(self, array):
        value = load(array.name, *self.index(array), member=self.member(array))
        if self.chance(0.5):
            return Node("assign", ("x", "+="), (value,))
        return store("out", self.global_place(), value)

    def guarded(self, statement, probability=0.3):
        if not self.chance(probability):
            return statement
        if self.chance(0.2):
            return Node("if", None, (self.condition(), block(statement),
                                     block(store("out", self.global_place(), self.value()))))
        return Node("if", None, (self.condition(), block(statement)))

    def fill_and_read(self):
        array = self.shared_array()
        return [self.guarded(self.write(array), 0.2), *self.barrier(),
                self.guarded(self.read(array)), *self.barrier()]

    def fill_strided(self):
        array = Array(self.name_of("tile"), "shared", (2 * self.size + 3,))
        self.arrays.append(array)
        i = self.name_of("i")
        loop = Node("for", (self.pick(("int", "unsigned", "unsigned short")), i, "<", "+="),
                    (THREAD, const(array.dimensions[0]), const(self.size),
                     block(store(array.name, var(i), load("in", var(i))))))
        return [loop, *self.barrier(), self.guarded(self.read(array)), *self.barrier()]

    def halving(self):
        array = Array(self.name_of("sums"), "shared", (self.size,))
        self.arrays.append(array)
        s = self.name_of("s")
        last = self.pick((0, 0, 0, 16, 32))
        body = [Node("if", None, (op("<", THREAD, var(s)), block(
            store(array.name, THREAD, load(array.name, op("+", THREAD, var(s))),
                  operator="+=")))), *self.barrier(0.1)]
        loop = Node("for", (self.pick(("int", "unsigned", "unsigned char")), s, ">", ">>="),
                    (const(self.size // 2), const(last), const(1), block(*body)))
        lead = Node("if", None, (op("==", THREAD, const(0)), block(
            store("out", thread("blockIdx.x"), load(array.name, const(0))))))
        return [store(array.name, THREAD, self.value()), *self.barrier(0.1), loop, lead]

    def rounds_over_tile(self):
        array = self.shared_array()
        r = self.name_of("r")
        uneven = self.chance(0.1)
        count = op("%", THREAD, const(3)) if uneven else \
            self.pick((const(2), const(3), const(5), thread("gridDim.x")))
        self.rounds.append(r)
        body = [self.guarded(self.write(array), 0.15), *self.barrier(), self.read(array),
                *self.barrier(0.3)]
        self.rounds.pop()
        return [Node("for", (self.pick(ROUND_TYPES), r, "<", "+="),
                     (const(0), count, const(1), block(*body)))]

    def double_buffer(self):
        array = Array(self.name_of("buffer"), "shared", (2, self.size))
        self.arrays.append(array)
        r = self.name_of("r")
        here = op("&", var(r), const(1))
        other = op("^", here, const(1)) if self.chance(0.2) else here
        body = [store(array.name, here, THREAD, self.value()), *self.barrier(0.1),
                Node("assign", ("x", "+="), (load(array.name, other, self.place(self.size)),))]
        loop = Node("for", (self.pick(ROUND_TYPES), r, "<", "+="),
                    (const(0), const(self.pick((2, 3, 4))), const(1), block(*body)))
        first = [store(array.name, const(1), THREAD, const(0))] if other is not here else []
        return [*first, loop]

    def within_warp(self):
        array = Array(self.name_of("lanes"), "shared", (self.size,))
        self.arrays.append(array)
        read = Node("assign", ("x", "+="), (load(array.name, self.pick((
            op("^", THREAD, const(self.pick((1, 2, 16, 32)))),
            op("-", const(self.size - 1), THREAD),
            op("|", THREAD, const(1)), op("&", THREAD, const(0x7fe0)))),),))
        if "32" in str(read) and self.size < 64:
            read = Node("assign", ("x", "+="), (load(array.name, op("^", THREAD, const(1))),))
        sync = [] if self.chance(0.2) else [self.pick((WARP_BARRIER, WARP_BARRIER, BARRIER))]
        return [store(array.name, THREAD, self.value()), *sync, read,
                *([self.pick((WARP_BARRIER, BARRIER))] if self.chance(0.5) else [])]

    def shuffle(self):
        how = self.pick(("", "_xor", "_down", "_up"))
        full = 0xffffffff
        statement = Node("shuffle", ("x", how, full),
                         (self.value(), const(self.pick((0, 1, 2, 4, 8, 16)))))
        if self.chance(0.75):
            return [statement]
        condition, mask = self.pick((
            (op("<", THREAD, const(32)), full), (op("<", THREAD, const(16)), 0xffff),
            (op("<", THREAD, const(16)), full),
            (op("<", op("&", THREAD, const(31)), const(16)), 0xffff),
            (op("<", op("&", THREAD, const(31)), const(8)), 0xffff),
            (op(">", load("in", const(0)), const(0)), full),
            *((border, full) for border in (self.borders() if self.is_grown else ()))))
        statement = statement._replace(data=("x", how, mask))
        return [Node("if", None, (condition, block(statement)))]

    def early_return(self):
        guard = self.pick((op(">=", GLOBAL_THREAD, self.parameter()),
                           op(">=", THREAD, self.constant()),
                           op("==", thread("blockIdx.x"), const(1)),
                           op("<", load("in", const(0)), const(0))))
        return [Node("if", None, (guard, block(RETURN)))]

    def called(self):
        """A helper that writes or reads an array, with or without barriers."""
        candidates = [array for array in self.arrays
                      if array.space == "shared" and len(array.dimensions) == 1
                      and not array.fields]
        array = self.pick(candidates) if candidates else Array(
            self.name_of("tile"), "shared", (self.size,))
        if not candidates:
            self.arrays.append(array)
        name = self.name_of("helper")
        body = [*self.barrier(0.6), store("p", var("i"), var("v")), *self.barrier(0.4)]
        self.helpers.append(Helper(name, "p", ("i", "v"), block(*body)))
        self.arguments[name] = array.name
        call = Node("call", name, (self.place(array.dimensions[0]), self.value()))
        return [call, *self.barrier(0.5), self.guarded(self.read(array)), *self.barrier(0.3)]

    def atomics(self):
        if self.chance(0.4):
            return [Node("atomic", ("out", None), (self.global_place(), self.value()))]
        array = Array(self.name_of("bins"), "shared", (self.size,))
        self.arrays.append(array)
        return [store(array.name, THREAD, const(0)), *self.barrier(0.1),
                Node("atomic", (array.name, None), (self.place(self.size), self.value())),
                *self.barrier(0.1), store("out", GLOBAL_THREAD, load(array.name, THREAD))]

    def chosen_index(self):
        name = self.name_of("k")
        first = declare("int", name, op("&", op("+", op("*", THREAD, const(self.pick((1, 3, 5)))),
                                                self.constant()), const(self.size - 1)))
        change = Node("assign", (name, self.pick(("=", "^="))), (const(1),))
        self.indices.append(name)
        return [first, self.guarded(change, 0.8)] if self.chance(0.5) else [first]

    def global_exchange(self):
        if self.chance(0.5):
            return [self.guarded(store("out", self.global_place(), self.value()))]
        return [store("out", self.global_place(), self.value()), *self.barrier(0.4),
                Node("assign", ("x", "+="), (load("out", self.global_place()),)),
                *self.barrier(0.5)]

    def barrier_under_condition(self):
        condition = self.condition(uniform=self.chance(0.6))
        kind = self.pick((BARRIER, BARRIER, WARP_BARRIER)) if self.is_grown else BARRIER
        return [Node("if", None, (condition, block(kind)))]

    def ring(self):
        """Each thread writes its neighbour's element, the last one that of the first."""
        array = Array(self.name_of("ring"), "shared", (self.size,))
        self.arrays.append(array)
        place = self.pick((THREAD, const(0), const(self.size - 1)))
        read = Node("assign", ("x", "+="), (load(array.name, place),))
        if self.chance(0.7):
            read = Node("if", None, (self.pick(self.borders()), block(read)))
        step = const(self.pick((1, 1, self.size - 1)))
        return [store(array.name, op("%", op("+", THREAD, step), const(self.size)),
                      self.value()), *self.barrier(0.3), read, *self.barrier()]

    def halo(self):
        """A tile with an element more at each end, which the outer threads write."""
        array = Array(self.name_of("halo"), "shared", (self.size + 2,))
        self.arrays.append(array)
        first = Node("if", None, (op("==", THREAD, const(0)), block(
            store(array.name, const(0), self.value()))))
        last = Node("if", None, (op("==", THREAD, const(self.size - 1)), block(
            store(array.name, const(self.size + 1), self.value()))))
        own = store(array.name, op("+", THREAD, const(1)), self.value())
        reads = [Node("assign", ("x", "+="), (load(array.name, place),))
                 for place in (THREAD, op("+", THREAD, const(2)))]
        ends = [first, last] if self.chance(0.7) else [self.pick((first, last))]
        parts = [[own], self.barrier(0.3), ends, self.barrier(0.3)]
        if self.chance(0.3):
            parts.reverse()
        return [*(node for part in parts for node in part),
                *(self.guarded(read) for read in reads), *self.barrier()]

    def seam(self):
        """Two groups of threads of which one reads what the other writes where they
        border on each other: one element, or two."""
        array = Array(self.name_of("seam"), "shared", (self.size,))
        self.arrays.append(array)
        end = self.random.randrange(1, self.size - 1)
        lower = self.pick((op("<=", THREAD, const(end)), op("<", THREAD, const(end + 1))))
        upper = self.pick((op(">=", THREAD, const(end + 1)), op(">", THREAD, const(end))))
        write = Node("if", None, (lower, block(store(array.name, THREAD, self.value()))))
        read = Node("if", None, (upper, block(Node("assign", ("x", "+="), (
            load(array.name, op("-", THREAD, const(self.pick((1, 1, 2))))),)))))
        parts = [[write], self.barrier(0.4), [read]]
        if self.chance(0.3):
            parts.reverse()
        return [store(array.name, THREAD, self.value()), *self.barrier(0),
                *(node for part in parts for node in part), *self.barrier()]

    PHASES = ((fill_and_read, 6), (fill_strided, 2), (halving, 2), (rounds_over_tile, 3),
              (double_buffer, 2), (within_warp, 2), (shuffle, 2), (early_return, 1),
              (called, 2), (atomics, 1), (chosen_index, 2), (global_exchange, 2),
              (barrier_under_condition, 1))
    GROWN_PHASES = (*PHASES, (ring, 2), (halo, 2), (seam, 2))

    def kernel(self):
        phases, weights = zip(*(self.GROWN_PHASES if self.is_grown else self.PHASES))
        body = []
        for phase in self.random.choices(phases, weights, k=self.random.randint(1, 4)):
            body += phase(self)
        if self.threads[1] > 1:
            own = op("+", op("*", thread("threadIdx.y"), thread("blockDim.x")),
                     thread("threadIdx.x"))
        else:
            own = thread("threadIdx.x")
        whole = op("+", op("*", thread("blockIdx.x"), const(self.size)), THREAD)
        head = [declare("int", "t", own), declare("int", "g", whole), declare("int", "x", THREAD)]
        tail = [store("out", op("+", GLOBAL_THREAD, const(2048)), var("x"))]
        launches = [(2, self.threads)] * self.pick((1, 1, 1, 1, 2))
        if len(launches) == 2:
            launches[1] = (1, self.threads)
        return Kernel(self.name, tuple(self.arrays), block(*head, *body, *tail),
                      tuple(self.helpers), tuple(launches),
                      ("m",) if self.uses_parameter else (), dict(self.arguments))


def generate(seed):
    return Generator(seed).kernel()
