# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The mended twin of a reproduction: what was inserted into the wrong source, inserted
into the right one.

A reproduction differs from the unit it was made of by what is inserted and by functions
that are left out. Both are found token by token, and happen to the same tokens of the
right source.
"""

import re
from difflib import SequenceMatcher

TOKEN = re.compile(r"[^\S\n]+|\n|\w+|.", re.S)


def tokens(text):
    return TOKEN.findall(text)


def apply_edits(text, replacements):
    """`text` with SARIF's replacements. Columns count characters from 1."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    spans = []
    for each in replacements:
        region = each["deletedRegion"]
        line = region["startLine"]
        begin = starts[line - 1] + region.get("startColumn", 1) - 1
        end = starts[region.get("endLine", line) - 1] + region.get(
            "endColumn", region.get("startColumn", 1)) - 1
        spans.append((begin, end, each.get("insertedContent", {}).get("text", "")))
    done = len(text) + 1
    for begin, end, new in sorted(set(spans), reverse=True):
        if end <= done:
            text = text[:begin] + new + text[end:]
            done = begin
    return text


def line_changes(old, new):
    """Lines that differ. What is left out leaves its lines empty: their number says which
    of several equal lines it is."""
    if len(old) == len(new):
        return [("replace", at, at + 1, at, at + 1)
                for at, line in enumerate(old) if line != new[at]]
    return SequenceMatcher(None, old, new, False).get_opcodes()


def changes_of(before, now):
    """The opcodes of SequenceMatcher, for tokens, of lines that differ."""
    old, new = before.splitlines(keepends=True), now.splitlines(keepends=True)
    starts = [0]
    for line in old:
        starts.append(starts[-1] + len(tokens(line)))
    for kind, i1, i2, j1, j2 in line_changes(old, new):
        if kind == "equal":
            continue
        words = tokens("".join(new[j1:j2]))
        those = tokens("".join(old[i1:i2]))
        for each, a1, a2, b1, b2 in SequenceMatcher(None, those, words, False).get_opcodes():
            if each != "equal":
                yield starts[i1] + a1, starts[i1] + a2, words[b1:b2]


class Changes:
    """What a text does to the tokens of another: which are kept, what stands before each."""

    def __init__(self, before, now):
        count = len([token for line in before.splitlines(keepends=True)
                     for token in tokens(line)])
        self.keeps = [True] * count
        self.inserts = [[] for _ in range(count + 1)]
        for begin, end, words in changes_of(before, now):
            self.keeps[begin:end] = [False] * (end - begin)
            self.inserts[begin] += words


def split_insertion(text):
    """What makes a thread late, and what is put around an access."""
    end = text.rfind("; ") + 2 if "::point(" in text else 0
    return text[:end], text[end:]


def parts_of(shown):
    """What stands before the unit, the unit, what stands behind it."""
    begin = shown.index("#define main warplint_main_of_the_program\n")
    begin = shown.index("\n", shown.index("\n", begin) + 1) + 1
    end = shown.index("\n#undef main\n", begin)
    return shown[:begin], shown[begin:end], shown[end:]


ATOMIC = re.compile(r"(\batomic\w+\s*\(\s*&\s*)\(\*::warplint_recorder::at<\d+>\(&\(")


def without_recorded_atomics(text):
    """An access that is atomic now is none that is recorded."""
    while found := ATOMIC.search(text):
        depth, at = 3, found.end()
        while depth and at < len(text):
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            at += 1
        text = text[:found.start()] + found[1] + text[found.end():at - 3] + text[at:]
    return text


def merged(before, after, shown):
    """`shown` made of `after` in place of `before`; None where what is mended cannot be separated
    from what is recorded."""
    head, unit, rest = parts_of(shown)
    old = [token for line in before.splitlines(keepends=True) for token in tokens(line)]
    made, mended = Changes(before, unit), Changes(before, after)
    result = [head]
    for at in range(len(old) + 1):
        recorded, edited = "".join(made.inserts[at]), "".join(mended.inserts[at])
        left_out = at and not made.keeps[at - 1] and (at == len(old) or not made.keeps[at])
        point, wrap = split_insertion(recorded)
        replaced = at < len(old) and not mended.keeps[at]
        inside = wrap.startswith(")") or replaced
        if left_out and edited.strip():
            return None
        result.append(point + (wrap + edited if inside else edited + wrap))
        if at < len(old) and made.keeps[at] and mended.keeps[at]:
            result.append(old[at])
    return without_recorded_atomics("".join(result)) + rest
