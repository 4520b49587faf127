# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes kernels smaller while a problem with them stays."""

from dataclasses import replace

from interpreter import Invalid
from kernel_ast import Node, Printer, block, const, walk
from oracle import compare

MOST_ROUNDS = 25
# Kernels of one unit; a round goes on until one of them has the problem.
BATCH = 16


def replaced(node, path, new):
    """The tree with the node at `path` replaced by a list of nodes; more or
    less than one only in a block."""
    at, *rest = path
    parts = list(node.parts)
    parts[at:at + 1] = [replaced(parts[at], rest, new)] if rest else new
    return node._replace(parts=tuple(parts))


def paths(node, path=()):
    for i, part in enumerate(node.parts):
        yield (*path, i), part
        yield from paths(part, (*path, i))


def smaller_statements(node):
    """Lists of statements to try in place of one."""
    yield []
    if node.kind in ("if", "for"):
        for part in node.parts:
            if part.kind == "block":
                declared = [] if node.kind == "if" else [
                    Node("declare", node.data[:2], (node.parts[0],))]
                yield [*declared, *part.parts]


EXPRESSIONS = {"op", "choose", "wrap", "load", "var", "thread", "param", "const"}


def smaller_expressions(node):
    for part in node.parts:
        yield part
    if node.kind != "const":
        yield const(0)
    elif node.data > 1:
        yield const(1)


def tidied(kernel):
    """Without arrays, helpers and parameters that nothing names."""
    nodes = [node for body in kernel.bodies() for node in walk(body)]
    called = {node.data for node in nodes if node.kind == "call"}
    helpers = tuple(h for h in kernel.helpers if h.name in called)
    names = {node.data[0] for node in nodes if node.kind in ("load", "store", "atomic")}
    names |= {kernel.arguments[name] for name in called}
    parameters = ("m",) if any(node.kind == "param" for node in nodes) else ()
    return replace(kernel, helpers=helpers, parameters=parameters,
                   arrays=tuple(a for a in kernel.arrays if a.name in names))


def candidates(kernel):
    """Kernels a step smaller: fewer statements first, then simpler values."""
    if len(kernel.launches) > 1:
        for launch in kernel.launches:
            yield replace(kernel, launches=(launch,))
    bodies = kernel.bodies()
    steps = [(number, path, node) for number, body in enumerate(bodies)
             for path, node in paths(body)]
    for wanted in (False, True):
        for number, path, node in steps:
            if (node.kind in EXPRESSIONS) != wanted or node.kind == "block":
                continue
            for new in smaller_expressions(node) if wanted else smaller_statements(node):
                changed = list(bodies)
                changed[number] = replaced(bodies[number], path, [new] if wanted else new)
                yield kernel.with_bodies(changed)


def size(kernel):
    return sum(len(line) for line in Printer(kernel).lines)


def has_problem(kernel, report, group):
    try:
        return any(problem.group == group for problem in compare(kernel, report))
    except (Invalid, NameError):  # NameError: a use without its declaration
        return False


def shrink(kernel, group, linter):
    """The smallest kernel found that still has a problem of the group."""
    for _ in range(MOST_ROUNDS):
        before = size(kernel)
        tries = [t for t in map(tidied, candidates(kernel)) if size(t) < before]
        kernel, found = _first_with_problem(kernel, tries, group, linter)
        if not found:
            break
    return kernel


def _first_with_problem(kernel, tries, group, linter):
    for start in range(0, len(tries), BATCH):
        named = [replace(t, name=f"{kernel.name}0{i}")
                 for i, t in enumerate(tries[start:start + BATCH])]
        reports = linter.lint(named)
        failing = [t for t in named if has_problem(t, reports[t.name], group)]
        if failing:
            return replace(min(failing, key=size), name=kernel.name), True
    return kernel, False
