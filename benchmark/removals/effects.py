# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a removal changes: new findings, and whether they are about what was ordered.

A finding is *new* if its check named no place in that line before. It is *about* order
if its check is one of races, waits, fences and the life of barriers, or, where a mask is
taken out, one of lanes. It is *across* the place if, besides, what it names lies before
and after what was taken out, or in one loop around it (a function that is no kernel
counts as a loop: it may be called again); what it names in other functions may be called
on either side.
"""

import json
import re
from collections import Counter
from dataclasses import dataclass

from places import blank, closing, strip

ORDER = {f"warplint-{name}" for name in (
    "shared-memory-race", "global-memory-race", "implicit-warp-sync", "non-atomic-update",
    "uninitialized-shared-read", "temp-storage-reuse", "async-copy-wait", "missing-fence",
    "fence-scope", "stale-read", "relaxed-handshake", "lock-discipline", "barrier-init",
    "barrier-token", "cluster-exit", "pdl-order", "host-sync", "named-barrier")}
LANES = {"warplint-sync-mask", "warplint-shuffle-operand"}  # of removed masks, too
WHOLE_LIFE = {"warplint-cluster-exit"}  # other blocks begin and end as this one does
NOT_FUNCTIONS = {"if", "for", "while", "switch", "catch", "__launch_bounds__",
                 "__align__", "__attribute__", "decltype", "noexcept"}


# ---- where a place stands


@dataclass(frozen=True)
class Surroundings:
    """The function around a place, as lines, and the outermost loop in it."""
    function: str = ""
    first: int = 0
    last: int = 0
    loop: tuple = ()
    is_kernel: bool = False

    def has(self, line):
        return self.first <= line <= self.last


def open_braces(code, offset):
    """The offsets of the braces that are open at `offset`, outermost first."""
    stack = []
    for found in re.finditer(r"[{}]", code[:offset]):
        if found[0] == "{":
            stack.append(found.start())
        elif stack:
            stack.pop()
    return stack


def head_of(code, brace):
    """What stands before a brace, back to the end of the statement before it."""
    depth, offset = 0, brace - 1
    while offset >= 0 and (depth or code[offset] not in ";{}"):
        depth += (code[offset] == ")") - (code[offset] == "(")
        offset -= 1
    return code[offset + 1:brace]


def without_directives(code):
    return re.sub(r"^[ \t]*#(?:\\\r?\n|[^\n])*", lambda found: blank(found[0]), code,
                  flags=re.MULTILINE)


def function_named(head):
    names = [found[1] for found in re.finditer(r"([~\w]+)\s*(?:<[^<>()]*>\s*)?\(", head)
             if found[1] not in NOT_FUNCTIONS]
    if re.search(r"^\s*(if|for|while|switch|else|do)\b|=\s*$|\]\s*(\([^)]*\))?\s*$", head):
        return None
    return names[0] if names else None


def line_of(code, offset):
    return code.count("\n", 0, offset) + 1


def loop_without_braces(code, start, offset):
    """A `for` or `while` before `offset` whose only statement holds it."""
    for found in re.finditer(r"\b(?:for|while)\s*\(", code[start:offset]):
        end = closing(code, start + found.end() - 1)
        if end and end <= offset and not re.search(r"[;{}]", code[end:offset]):
            return start + found.start()
    return None


def surroundings(text, offset):
    """Where the place at `offset` stands."""
    code = without_directives(strip(text)[0])
    function, loop = None, ()
    for brace in open_braces(code, offset):
        head = head_of(code, brace)
        end = closing(code, brace) or len(code)
        if function is None and function_named(head):
            function = (function_named(head), brace, end, "__global__" in head)
        elif function and not loop and re.search(r"^\s*(?:#.*\n\s*)*(for|while|do)\b", head):
            loop = (line_of(code, brace - len(head.lstrip())), line_of(code, end))
    if function is None:
        return Surroundings()
    name, brace, end, is_kernel = function
    begin = loop_without_braces(code, brace, offset)
    if not loop and begin:
        loop = (line_of(code, begin), line_of(code, offset))
    return Surroundings(name, line_of(code, brace), line_of(code, end), loop, is_kernel)


# ---- findings


def place_of(finding):
    return finding["check"], finding["file"], finding["line"]


def new_findings(before, after):
    """Those whose check said nothing of the line before, one for each line."""
    known, found = {place_of(finding) for finding in before}, []
    for finding in after:
        if place_of(finding) not in known:
            known.add(place_of(finding))
            found.append(finding)
    return sorted(found, key=place_of)


def gone(before, after):
    left = {place_of(finding) for finding in after}
    return sorted({place_of(finding) for finding in before} - left)


def lines_named(finding, file, around):
    """Lines that a finding names in the function around a place, None for each elsewhere.
    A headline elsewhere adds nothing to operations here that lead there."""
    operations = [note for note in finding["notes"]
                  if note["role"] == "operation" and "line" in note]
    places = [(note["file"], note["line"]) for note in operations]
    own = finding["file"], finding["line"]
    if len(places) < 2 or own[0] == file and around.has(own[1]):
        places.append(own)
    if finding["check"] in WHOLE_LIFE:
        places += [(file, around.first), (file, around.last)]
    return [line if name == file and around.has(line) else None for name, line in places]


def is_across(finding, place, around):
    if place.kind == "mask" and finding["check"] in LANES:
        return finding["file"] == place.file and finding["line"] == place.line
    lines = lines_named(finding, place.file, around)
    inside = [line for line in lines if line]
    if not around.function or not inside:
        return True
    if not around.is_kernel and len(inside) == len(lines):
        return True
    if around.loop and all(around.loop[0] <= line <= around.loop[1] for line in inside):
        return True
    before = any(line <= place.line for line in inside)
    after = any(line >= place.line for line in inside)
    return len(set(lines)) > 1 and (before and after or None in lines)


def is_about(finding, place):
    return finding["check"] in (ORDER | LANES if place.kind == "mask" else ORDER)


# ---- kernels


def touched_kernels(before, after, around):
    """Kernel -> (counters before, counters after) of the instances that a removal
    changes; where it changes none of the kernel around it, of all of that kernel."""
    changed = {}
    for name in sorted(set(before) | set(after)):
        old, new = Counter(before.get(name, [])), Counter(after.get(name, []))
        if old != new:
            changed[name] = (counted(old - new), counted(new - old))
        elif around.is_kernel and name.split("::")[-1] == around.function:
            changed[name] = (counted(old), counted(new))
    return changed


def counted(rows):
    """The counters, without the sizes, of each instance."""
    return [json.loads(row)[0] for row in sorted(rows.elements())]
