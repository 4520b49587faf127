# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The mended twin of a reproduction: what was inserted into the wrong source, inserted
into the right one.

A reproduction differs from the unit it was made of by insertions only. They are found
token by token, and go to the same tokens of the right source.
"""

import re
from difflib import SequenceMatcher

TOKEN = re.compile(r"\s+|\w+|.", re.S)


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
    for begin, end, new in sorted(spans, reverse=True):
        text = text[:begin] + new + text[end:]
    return text


def insertions(before, shown):
    """{position in before: tokens inserted there}, or None if any token is lost."""
    found = {}
    for kind, i1, i2, j1, j2 in SequenceMatcher(None, before, shown, False).get_opcodes():
        if kind in ("replace", "delete"):
            return None
        if kind == "insert":
            found.setdefault(i1, []).extend(shown[j1:j2])
    return found


def merged(before, after, shown):
    """`shown` made of `after` in place of `before`, or None where an insertion stands
    among tokens that the right source does not have."""
    old, new = tokens(before), tokens(after)
    inserted = insertions(old, tokens(shown))
    if inserted is None:
        return None
    result, done = [], set()
    for kind, i1, i2, j1, j2 in SequenceMatcher(None, old, new, False).get_opcodes():
        if kind == "equal":
            for offset in range(i2 - i1 + 1):
                at = i1 + offset
                if at in inserted and at not in done:
                    done.add(at)
                    result += inserted[at]
                if offset < i2 - i1:
                    result.append(new[j1 + offset])
        else:
            if i1 in inserted and i1 not in done:
                done.add(i1)
                result += inserted[i1]
            result += new[j1:j2]
    if set(inserted) - done:
        return None
    return "".join(result)
