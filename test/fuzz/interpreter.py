# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a kernel and says what is wrong with it.

The kernel's tree becomes a Python generator; each thread of each block is one,
and hands back control where it waits for others. Threads are not interleaved:
two accesses race if nothing orders them, which is a comparison of barrier
intervals (CUDA Programming Guide, "Synchronization Functions"; PTX ISA, "Memory
Consistency Model"). A block barrier orders the threads of a block, a warp
barrier the lanes of a warp, nothing orders two blocks. Shuffles order no memory.
"""

import random
from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

from kernel_ast import GLOBAL_SIZE, Printer, walk

WARP = 32
STEP_LIMIT = 4000  # rounds of loops of one thread


class Invalid(Exception):
    """The kernel does what C++ leaves undefined, or does not end."""


class Place(NamedTuple):
    """Where one of two threads stands of which somebody says that they race."""
    block: object  # None: any, the same for both
    thread: int  # its rank in the block
    line: int


@dataclass(frozen=True)
class Conflict:
    array: str
    # "read-write", "write-write", "atomic"; "same-value": both write one value;
    # "own-value": one reads what it has written itself, and the other writes that.
    kind: str
    lines: tuple


@dataclass
class Verdict:
    conflicts: set = field(default_factory=set)
    met: set = field(default_factory=set)  # of the meetings that were asked for
    # Lines of barriers that not all threads reach, though none has returned.
    divergent: set = field(default_factory=set)
    exited: set = field(default_factory=set)  # ... because some have returned
    # Shuffles and warp barriers that a lane of their mask does not reach.
    masks: set = field(default_factory=set)
    # ... or which it goes past, to return behind: the hardware lets the others go on
    # then, the programming model does not say so.
    passed: set = field(default_factory=set)
    operands: set = field(default_factory=set)  # lanes that have no value
    # Shuffles up by which a lane gets its own value, beyond the end of its warp.
    kept: set = field(default_factory=set)
    starved: set = field(default_factory=set)  # ... and no lane that comes has one
    fed: set = field(default_factory=set)  # lanes of all warps get something, in some launch
    uninitialized: set = field(default_factory=set)  # lines of reads
    unset: set = field(default_factory=set)  # arrays that they read
    # Of reads, as each thread first comes there: of arrays, or fields of them, into
    # which nobody has written by the end of the interval, or somebody has.
    before_writes: set = field(default_factory=set)
    after_writes: set = field(default_factory=set)

    @property
    def lost(self):
        """Lines of shuffles from which some warp gets nothing in any launch that comes
        there: what is passed, or read, does not mend it."""
        return self.starved - self.fed

    @property
    def never_written(self):
        """Lines of reads before which nothing is written in any run."""
        return self.before_writes - self.after_writes

    def merge(self, other):
        for name in self.__dataclass_fields__:
            getattr(self, name).update(getattr(other, name))


# What a value is converted to when it is assigned.
CONVERSIONS = {
    "int": "signed({})", "unsigned": "(({}) & 0xffffffff)",
    "unsigned char": "(({}) & 0xff)", "unsigned short": "(({}) & 0xffff)",
}
COMPARISONS = {"<", ">", "<=", ">=", "==", "!="}


def signed(value):
    value &= 0xffffffff
    return value - (1 << 32) if value >> 31 else value


def divided(a, b):
    return int(a / b) if b else 0


def remainder(a, b):
    return a - b * divided(a, b) if b else 0


class Compiler:
    """The Python text of a kernel: a generator function per body."""

    def __init__(self, kernel):
        self.kernel = kernel
        self.lines_of = Printer(kernel).lines_of
        self.text = []
        self.types = {}
        self.renamed = {}
        for number, helper in enumerate(kernel.helpers, 1):
            self.types = {name: "int" for name in helper.parameters}
            self.renamed = {helper.array: kernel.arguments[helper.name]}
            self._function(helper.name, helper.body, number, helper.parameters)
        self.types, self.renamed = {}, {}
        self._function("kernel", kernel.body, 0, ())

    def _function(self, name, body, number, parameters):
        arguments = "".join(f", v_{parameter}" for parameter in parameters)
        self.text.append(f"def f_{name}(t, read, write, step{arguments}):")
        self._block(body, (number,), 1)
        self.text.append("  return 0")
        self.text.append("  yield")

    def _add(self, depth, text):
        self.text.append("  " * depth + text)

    def _block(self, node, path, depth):
        if not node.parts:
            self._add(depth, "pass")
        for i, statement in enumerate(node.parts):
            self._statement(statement, (*path, i), depth)

    def _statement(self, node, path, depth):
        if node.kind == "block":
            return self._block(node, path, depth)
        line = self.lines_of[path]
        if node.kind == "if":
            self._add(depth, f"if {self.value(node.parts[0], line)[0]}:")
            self._block(node.parts[1], (*path, 1), depth + 1)
            if len(node.parts) > 2:
                self._add(depth, "else:")
                self._block(node.parts[2], (*path, 2), depth + 1)
        elif node.kind == "for":
            self._for(node, path, depth, line)
        else:
            for text in self._simple(node, line):
                self._add(depth, text)

    def _for(self, node, path, depth, line):
        type_, name, comparison, step = node.data
        self.types[name] = type_
        start = self.value(node.parts[0], line)[0]
        end, end_unsigned = self.value(node.parts[1], line)
        by = self.value(node.parts[2], line)[0]
        self._add(depth, f"v_{name} = {CONVERSIONS[type_].format(start)}")
        here = f"v_{name}"
        if end_unsigned or type_ == "unsigned":
            here, end = f"({here} & 0xffffffff)", f"(({end}) & 0xffffffff)"
        self._add(depth, f"while {here} {comparison} {end}:")
        self._add(depth + 1, "step()")
        self._block(node.parts[3], (*path, 3), depth + 1)
        self._add(depth + 1, f"v_{name} = "
                  + CONVERSIONS[type_].format(f"v_{name} {step[:-1]} ({by})"))

    def _simple(self, node, line):
        if node.kind == "barrier":
            return [f"yield ('barrier', {line})"]
        if node.kind == "warp_barrier":
            return [f"yield ('warp', {line}, 0xffffffff)"]
        if node.kind == "return":
            return [f"return {line}"]
        values = [self.value(part, line)[0] for part in node.parts]
        if node.kind == "declare":
            type_, name = node.data
            self.types[name] = type_
            return [f"v_{name} = {CONVERSIONS[type_].format(values[0])}"]
        if node.kind == "assign":
            name, operator = node.data
            value = f"v_{name} {operator[:-1]} ({values[0]})" if operator != "=" else values[0]
            return [f"v_{name} = {CONVERSIONS[self.types.get(name, 'int')].format(value)}"]
        if node.kind == "call":
            return [f"yield from f_{node.data}(t, read, write, step, {', '.join(values)})"]
        if node.kind == "shuffle":
            name, how, mask = node.data
            return [f"v_{name} = signed(v_{name} + (yield ('shuffle', {line}, {mask}, "
                    f"'{how}', {values[0]}, {values[1]})))"]
        return self._store(node, values, line)

    def _store(self, node, values, line):
        name, member = node.data[:2]
        place = f"{line}, {self.renamed.get(name, name)!r}, {member!r}, ({', '.join(values[:-1])},)"
        if node.kind == "atomic":
            return [f"write({place}, {values[-1]}, True)"]
        if node.data[2] == "=":
            return [f"write({place}, {values[-1]})"]
        return [f"write({place}, read({place}) {node.data[2][:-1]} ({values[-1]}))"]

    def value(self, node, line):
        """(Python text, whether the value is unsigned in C++)."""
        if node.kind == "const":
            return str(node.data), False
        if node.kind == "var":
            return f"v_{node.data}", self.types.get(node.data) == "unsigned"
        if node.kind == "thread":
            return f"t['{node.data}']", True
        if node.kind == "param":
            return f"t['{node.data}']", False
        parts = [self.value(part, line) for part in node.parts]
        texts = [text for text, _ in parts]
        if node.kind == "load":
            name, member = node.data
            return (f"read({line}, {self.renamed.get(name, name)!r}, {member!r}, "
                    f"({', '.join(texts)},))", False)
        if node.kind == "wrap":
            i, n = (f"signed({text})" for text in texts)
            return f"({i} - {n} if {i} >= {n} else {i})", False
        if node.kind == "choose":
            return f"({texts[1]} if {texts[0]} else {texts[2]})", parts[1][1] or parts[2][1]
        return self._operation(node.data, parts)

    @staticmethod
    def _operation(operator, parts):
        (a, a_unsigned), (b, b_unsigned) = parts
        if operator in ("&&", "||"):
            return f"({a} {'and' if operator == '&&' else 'or'} {b})", False
        is_unsigned = a_unsigned if operator in ("<<", ">>") else a_unsigned or b_unsigned
        if is_unsigned and operator not in ("<<", ">>"):
            a, b = (f"({text} & 0xffffffff)" for text in (a, b))
        if operator in COMPARISONS:
            return f"({a} {operator} {b})", False
        if operator in "/%":
            text = f"{'divided' if operator == '/' else 'remainder'}({a}, {b})"
        else:
            text = f"({a} {operator} {b})"
        return (f"({text} & 0xffffffff)" if is_unsigned else text), is_unsigned


class Launch:
    """One run of a kernel: all blocks side by side."""

    def __init__(self, kernel, program, blocks, threads, parameters, seed, zeros,
                 meetings):
        self.kernel, self.program, self.meetings = kernel, program, meetings
        self.blocks, self.threads, self.parameters = blocks, threads, parameters
        self.random = random.Random(seed)
        self.memory, self.accesses = {}, defaultdict(set)
        self.zeros = zeros
        self.leftovers = defaultdict(lambda: self.random.randint(-9999, 9999))
        self.written = {}  # (block, array, field) -> interval of its first write
        self.stored = {}  # (block, thread, element) -> what the thread stored there last
        self.reached = set()  # (block, thread, line) of reads
        self.first_reads = set()  # (block, array, field, interval, line)
        self.shuffled = set()  # lines of shuffles that some warp has come to
        self.verdict = Verdict()
        self.arrays = {array.name: array for array in kernel.arrays}
        self.inputs = {array.name: [self.random.randint(-3, 4) for _ in range(GLOBAL_SIZE)]
                       for array in kernel.arrays if array.space == "input"}

    def run(self):
        for number in range(self.blocks):
            Block(self, number).run()
        for *place, epoch, line in self.first_reads:
            (self.verdict.after_writes if self.written.get(tuple(place), epoch + 1) <= epoch
             else self.verdict.before_writes).add(line)
        self.verdict.fed = self.shuffled - self.verdict.starved
        self._find_conflicts()
        self._find_meetings()
        return self.verdict

    def _find_conflicts(self):
        for (_, name, *_), accesses in self.accesses.items():
            if len({access[:2] for access in accesses}) < 2 or \
                    all(kind == "read" for *_, kind, _, _ in accesses):
                continue
            accesses = self._representatives(accesses)
            for i, one in enumerate(accesses):
                for other in accesses[:i]:
                    self._compare(name, one, other)

    @staticmethod
    def _representatives(accesses):
        """Two threads of each warp, with two values each, and a third with another
        value stand for all that do the same to one element in the same interval."""
        kept, values = [], defaultdict(lambda: defaultdict(set))
        for access in sorted(accesses, key=lambda a: (a[:-1], a[-1] is not None, a[-1] or 0)):
            block, thread, epoch, warp_epoch, kind, line, value = access
            group = values[block, thread // WARP, epoch, warp_epoch, kind, line]
            seen = set().union(*group.values())
            if len(group) < 2 or thread in group:
                wanted = len(group[thread]) < 2
            else:
                wanted = len(group) == 2 and len(seen) == 1 and value not in seen
            if wanted:
                group[thread].add(value)
                kept.append(access)
        return kept

    def _find_meetings(self):
        """Of the pairs of places that were asked for, those that meet somewhere."""
        wanted = {place[1:] for pair in self.meetings for place in pair}
        if not wanted:
            return
        for accesses in self.accesses.values():
            here = [access for access in accesses if (access[1], access[5]) in wanted]
            for pair in self.meetings:
                if any(self._are_at(pair, one, other) and not self._are_ordered(one, other)
                       for one in here for other in here):
                    self.verdict.met.add(pair)

    @staticmethod
    def _are_at(pair, one, other):
        if [(place.thread, place.line) for place in pair] != \
                [(access[1], access[5]) for access in (one, other)]:
            return False
        blocks = [place.block for place in pair]
        return one[0] == other[0] if None in blocks else blocks == [one[0], other[0]]

    @staticmethod
    def _are_ordered(one, other):
        """No race: of one thread, or nothing is written, or a barrier lies between."""
        block, thread, epoch, warp_epoch, kind, *_ = one
        block2, thread2, epoch2, warp_epoch2, kind2, *_ = other
        if (block, thread) == (block2, thread2) or \
                (kind == kind2 and kind in ("read", "atomic")):
            return True
        return block == block2 and (
            epoch != epoch2 or
            (thread // WARP == thread2 // WARP and warp_epoch != warp_epoch2))

    def _compare(self, name, one, other):
        if self._are_ordered(one, other):
            return
        *_, kind, line, value = one
        *_, kind2, line2, value2 = other
        kinds = {kind, kind2}
        if "atomic" in kinds:
            what = "atomic"
        elif "read" in kinds:
            what = "own-value" if value == value2 else "read-write"
        else:
            what = "same-value" if value == value2 else "write-write"
        self.verdict.conflicts.add(Conflict(name, what, tuple(sorted((line, line2)))))


class Block:
    def __init__(self, launch, number):
        self.launch, self.number = launch, number
        width, height = launch.threads
        self.size = width * height
        self.epoch = 0
        self.warp_epochs = [0] * -(-self.size // WARP)
        self.threads = [self._thread(i, width, height) for i in range(self.size)]
        self.waits = [None] * self.size  # what each thread waits for; None: it runs
        self.answers = [None] * self.size
        self.ended = {}  # thread -> line of its early return, or 0

    def _thread(self, i, width, height):
        names = {"threadIdx.x": i % width, "threadIdx.y": i // width,
                 "blockIdx.x": self.number, "blockDim.x": width, "blockDim.y": height,
                 "gridDim.x": self.launch.blocks, **self.launch.parameters}
        steps = [0]

        def step():
            steps[0] += 1
            if steps[0] > STEP_LIMIT:
                raise Invalid("a loop does not end")

        def read(line, name, member, index):
            return self._access(i, line, name, member, index, "read")

        def write(line, name, member, index, value, atomic=False):
            self._access(i, line, name, member, index, "atomic" if atomic else "write", value)
        return self.launch.program["f_kernel"](names, read, write, step)

    def _access(self, thread, line, name, member, index, kind, value=None):
        array, launch = self.launch.arrays[name], self.launch
        extents = array.dimensions or (GLOBAL_SIZE,)
        if not all(0 <= i < extent for i, extent in zip(index, extents)):
            raise Invalid(f"line {line}: an index out of bounds")
        if array.space == "input":
            return launch.inputs[name][index[0]]
        block = self.number if array.space == "shared" else None
        key = block, name, member, index
        if kind == "read":
            value = launch.stored.get((self.number, thread, key))
        launch.accesses[key].add((self.number, thread, self.epoch,
                                  self.warp_epochs[thread // WARP], kind, line, value))
        if kind == "read":
            if array.space == "shared":
                self._note_read(thread, line, key)
            return self._held(key)
        launch.written.setdefault((block, name, member), self.epoch)
        launch.memory[key] = value + self._held(key) if kind == "atomic" else value
        if kind == "write":
            launch.stored[self.number, thread, key] = value
        return None

    def _held(self, key):
        """Global memory starts with zeros, shared memory with what was left in it."""
        if key[1] in self.launch.zeros:
            return 0
        if key in self.launch.memory:
            return self.launch.memory[key]
        return 0 if key[0] is None else self.launch.leftovers[key]

    def _note_read(self, thread, line, key):
        launch, place = self.launch, (self.number, thread, line)
        _, name, member, _ = key
        if key not in launch.memory:
            launch.verdict.uninitialized.add(line)
            launch.verdict.unset.add(name)
        if place not in launch.reached:
            launch.reached.add(place)
            launch.first_reads.add((self.number, name, member, self.epoch, line))

    def run(self):
        while len(self.ended) < self.size:
            for i in range(self.size):
                self._advance(i)
            warps = range(len(self.warp_epochs))
            if any([self._meet_in_warp(warp) for warp in warps]):
                continue
            if len(self.ended) < self.size and not self._meet_in_block():
                return

    def _advance(self, i):
        if i in self.ended or self.waits[i] is not None:
            return
        try:
            self.waits[i] = self.threads[i].send(self.answers[i])
        except StopIteration as end:
            self.ended[i] = end.value
        self.answers[i] = None

    def _meet_in_warp(self, warp):
        """Lets lanes go on that wait for each other and have all come."""
        lanes = range(warp * WARP, min((warp + 1) * WARP, self.size))
        by_place = defaultdict(list)
        for i in lanes:
            if self.waits[i] and self.waits[i][0] != "barrier":
                by_place[self.waits[i][:3]].append(i)
        went_on = False
        for (kind, line, mask), came in by_place.items():
            # Lanes that have returned need not come; those that went past must.
            named = [i for i in lanes if mask >> i % WARP & 1 and not self.ended.get(i)]
            if came != named:
                continue
            if any(self.ended.get(i, 0) > line for i in lanes if mask >> i % WARP & 1):
                self.launch.verdict.passed.add(line)
            went_on = True
            if kind == "shuffle":
                self._shuffle(came, line)
            else:
                self.warp_epochs[warp] += 1
            for i in came:
                self.waits[i] = None
        return went_on

    def _shuffle(self, came, line):
        values, sources = {i: self.waits[i][4] for i in came}, set()
        for i in came:
            how, lane = self.waits[i][3], self.waits[i][5]
            own = i % WARP
            source = {"": lane % WARP, "_xor": own ^ lane, "_down": own + lane,
                      "_up": own - lane}[how]
            if not 0 <= source < WARP:
                source = own
                if how == "_up":
                    self.launch.verdict.kept.add(line)
            other = i - own + source
            sources.add(other)
            self.answers[i] = values.get(other, 0)
        if sources - values.keys():
            self.launch.verdict.operands.add(line)
        self.launch.shuffled.add(line)
        if not sources & values.keys():
            self.launch.verdict.starved.add(line)

    def _meet_in_block(self):
        """Lets all threads through the barrier where they wait; False, with the
        reasons in the verdict, if they cannot meet."""
        verdict = self.launch.verdict
        waiting = [wait for wait in self.waits if wait]
        lost = {wait[1] for wait in waiting if wait[0] != "barrier"}
        places = {wait[1] for wait in waiting if wait[0] == "barrier"}
        if lost:
            verdict.masks.update(lost)
            return False
        if len(places) > 1 or not all(self.ended.values()):
            verdict.divergent.update(places)
            return False
        if self.ended:
            verdict.exited.update(places)
        self.waits = [None] * self.size
        self.epoch += 1
        return True


def depends_on_data(kernel):
    """Whether what a kernel loads decides about a branch."""
    return any(node.kind == "if" and any(n.kind == "load" for n in walk(node.parts[0]))
               for body in kernel.bodies() for node in walk(body))


def loads_input(kernel):
    inputs = {array.name for array in kernel.arrays if array.space == "input"}
    return any(node.kind == "load" and node.data[0] in inputs
               for body in kernel.bodies() for node in walk(body))


def judge(kernel, more_values=(), zeros=(), inputs=0, meetings=(), only_values=()):
    """What is wrong with a kernel in any launch of it that is tried, each with as many
    inputs as are asked for, or a few; with `only_values` for its parameters, if given. Of the arrays in `zeros` nothing but zeros is
    read, to see what does not come of what is wrong with them. `meetings` are pairs of
    places of which the verdict tells whether they meet. Raises Invalid for kernels
    that no one would write."""
    environment = {"signed": signed, "divided": divided, "remainder": remainder}
    exec("\n".join(Compiler(kernel).text), environment)
    verdict = Verdict()
    seeds = range(inputs or (3 if depends_on_data(kernel) else 1))
    for blocks, threads in kernel.launches:
        # None, few, more than a block, more than all; what a witness names.
        values = only_values or (0, 3, threads[0] * threads[1] + 1, 1000, *more_values)
        for value in dict.fromkeys(values) if kernel.parameters else (0,):
            for seed in seeds:
                parameters = {name: value for name in kernel.parameters}
                verdict.merge(Launch(kernel, environment, blocks, threads, parameters,
                                     seed, zeros, meetings).run())
    return verdict
