# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels as trees, and their text in CUDA.

Every node is a `Node`: what it is, what it says beyond its parts, its parts.
Trees are immutable, so that a smaller kernel shares all that it leaves as it is.

expressions
  const N | var NAME | thread 'threadIdx.x' | param NAME | op OP (a, b)
  choose (condition, a, b) | load (ARRAY, FIELD or None) (index...)
  wrap (i, n)                       a helper function: i >= n ? i - n : i
statements, each on a line of its own
  block | declare (TYPE, NAME) (value) | assign (NAME, OP) (value)
  store (ARRAY, FIELD, OP) (index..., value) | atomic (ARRAY, FIELD) (index..., value)
  if (condition, block[, block]) | for (TYPE, NAME, COMPARISON, STEP) (from, to, by, block)
  barrier | warp_barrier | return | call HELPER (value...)
  shuffle (NAME, KIND, MASK) (value, lane)
"""

from dataclasses import dataclass, field, replace
from typing import NamedTuple


class Node(NamedTuple):
    kind: str
    data: object = None
    parts: tuple = ()


def const(value):
    return Node("const", value)


def var(name):
    return Node("var", name)


def op(operator, left, right):
    return Node("op", operator, (left, right))


def block(*statements):
    return Node("block", None, tuple(statements))


@dataclass(frozen=True)
class Array:
    """Shared arrays have dimensions; global ones are pointers to GLOBAL_SIZE
    elements. Fields, if any, make an element a struct."""
    name: str
    space: str  # "shared", "global" or "input" (global, never written)
    dimensions: tuple = ()
    fields: tuple = ()


GLOBAL_SIZE = 4096


@dataclass(frozen=True)
class Helper:
    """A device function with an array and integers as parameters."""
    name: str
    array: str  # the parameter that is the array
    parameters: tuple
    body: Node


@dataclass(frozen=True)
class Kernel:
    name: str
    arrays: tuple
    body: Node
    helpers: tuple = ()
    launches: tuple = ()  # of (blocks, (threads along x, threads along y))
    parameters: tuple = ()  # integers, the same in all threads, of any value
    arguments: dict = field(default_factory=dict)  # helper -> array it is given

    def array(self, name):
        return next(array for array in self.arrays if array.name == name)

    def bodies(self):
        return (self.body, *(helper.body for helper in self.helpers))

    def with_bodies(self, bodies):
        helpers = tuple(replace(helper, body=body)
                        for helper, body in zip(self.helpers, bodies[1:]))
        return replace(self, body=bodies[0], helpers=helpers)


def walk(node):
    yield node
    for part in node.parts:
        yield from walk(part)


class Printer:
    """A kernel's text; `lines_of` says on which line (from 1) a statement of
    which body begins, by the path to it."""

    def __init__(self, kernel):
        self.kernel = kernel
        self.lines = []
        self.lines_of = {}
        self._text()

    def _text(self):
        kernel = self.kernel
        for array in kernel.arrays:
            if array.fields:
                members = " ".join(f"int {name};" for name in array.fields)
                self.lines.append(f"struct {kernel.name}_{array.name}_t {{ {members} }};")
        for number, helper in enumerate(kernel.helpers, 1):
            integers = "".join(f", int {name}" for name in helper.parameters)
            target = kernel.array(kernel.arguments[helper.name])
            self.lines.append(f"__device__ void {kernel.name}_{helper.name}"
                              f"({self._element(target)} *{helper.array}{integers}) {{")
            self._block(helper.body, (number,), 1)
            self.lines.append("}")
        self._kernel()
        for number, (blocks, (width, height)) in enumerate(kernel.launches):
            threads = f"dim3({width}, {height})" if height > 1 else str(width)
            names = [a.name for a in kernel.arrays if a.space != "shared"]
            passed = ", ".join([*names, *kernel.parameters])
            self.lines.append(
                f"void {kernel.name}_launch{number}({self._parameters()}) "
                f"{{ {kernel.name}<<<{blocks}, {threads}>>>({passed}); }}")

    def _element(self, array):
        return f"{self.kernel.name}_{array.name}_t" if array.fields else "int"

    def _parameters(self):
        pointers = [f"{'const ' * (a.space == 'input')}{self._element(a)} *{a.name}"
                    for a in self.kernel.arrays if a.space != "shared"]
        return ", ".join([*pointers, *(f"int {name}" for name in self.kernel.parameters)])

    def _kernel(self):
        self.lines.append(f"__global__ void {self.kernel.name}({self._parameters()}) {{")
        for array in self.kernel.arrays:
            if array.space == "shared":
                extents = "".join(f"[{extent}]" for extent in array.dimensions)
                self.lines.append(f"  __shared__ {self._element(array)} {array.name}{extents};")
        self._block(self.kernel.body, (0,), 1)
        self.lines.append("}")

    def _block(self, node, path, depth):
        for i, statement in enumerate(node.parts):
            self._statement(statement, (*path, i), depth)

    def _add(self, path, depth, text):
        self.lines.append("  " * depth + text)
        self.lines_of.setdefault(path, len(self.lines))

    def _statement(self, node, path, depth):
        if node.kind == "block":
            self._block(node, path, depth)
        elif node.kind == "if":
            self._add(path, depth, f"if ({expression(node.parts[0])}) {{")
            self._block(node.parts[1], (*path, 1), depth + 1)
            if len(node.parts) > 2:
                self.lines.append("  " * depth + "} else {")
                self._block(node.parts[2], (*path, 2), depth + 1)
            self.lines.append("  " * depth + "}")
        elif node.kind == "for":
            type_, name, comparison, step = node.data
            start, end, by = map(expression, node.parts[:3])
            self._add(path, depth, f"for ({type_} {name} = {start}; {name} {comparison} {end}; "
                      f"{name} {step} {by}) {{")
            self._block(node.parts[3], (*path, 3), depth + 1)
            self.lines.append("  " * depth + "}")
        else:
            self._add(path, depth, self._simple(node))

    def _simple(self, node):
        values = [expression(part) for part in node.parts]
        if node.kind == "declare":
            return f"{node.data[0]} {node.data[1]} = {values[0]};"
        if node.kind == "assign":
            return f"{node.data[0]} {node.data[1]} {values[0]};"
        if node.kind == "store":
            name, member, operator = node.data
            return f"{element(name, member, values[:-1])} {operator} {values[-1]};"
        if node.kind == "atomic":
            return f"atomicAdd(&{element(*node.data, values[:-1])}, {values[-1]});"
        if node.kind == "call":
            target = self.kernel.arguments[node.data]
            return f"{self.kernel.name}_{node.data}({', '.join([target, *values])});"
        if node.kind == "shuffle":
            name, how, mask = node.data
            return f"{name} += __shfl{how}_sync({mask:#x}u, {values[0]}, {values[1]});"
        return {"barrier": "__syncthreads();", "warp_barrier": "__syncwarp();",
                "return": "return;"}[node.kind]


def element(name, member, indices):
    return name + "".join(f"[{index}]" for index in indices) + (f".{member}" if member else "")


def expression(node):
    """The text of an expression; every operation in parentheses."""
    if node.kind in ("const", "var", "thread", "param"):
        return str(node.data)
    values = [expression(part) for part in node.parts]
    if node.kind == "op":
        return f"({values[0]} {node.data} {values[1]})"
    if node.kind == "choose":
        return f"({values[0]} ? {values[1]} : {values[2]})"
    if node.kind == "wrap":
        return f"wrapped({values[0]}, {values[1]})"
    return element(*node.data, values)


PROLOGUE = "__device__ inline int wrapped(int i, int n) { return i >= n ? i - n : i; }"
