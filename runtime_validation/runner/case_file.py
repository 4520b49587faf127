# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads what a case says about itself.

A case is one .cu file in cases/<check id>/. Its first comment after the licence
holds one field a line, then an empty comment line, then prose:

    // case: shared-memory-race     the check
    // fails: wrong result          what goes wrong when it runs (see FAILURES)
    // certainty: certain           how often: certain, frequent or rare
    // trials: 5                    how many runs show it, one process each
    // needs: sm_70                 the lowest architecture; sm_100a: and of its kind
    //
    // What the kernel does, and why it is wrong even where it seems to work.

-DWARPLINT_BUGGY=1 builds the bug, =0 the mended kernel; both share the host
code. A marker // BUG(<check id>) stands in the buggy variant, at most three
lines above the place where warplint must report; // ALSO(<check id>) stands
likewise where another check may rightly see the same bug.
"""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

FAILURES = ("wrong result", "hang", "launch failure", "compile error",
            "synccheck report")
CERTAINTIES = ("certain", "frequent", "rare")
FIELDS = ("case", "fails", "certainty", "trials", "needs")

PROJECT = Path(__file__).resolve().parent.parent
HELPER = PROJECT / "include" / "runtime_case.h"
LINES_BELOW_MARKER = 3

MARKER = re.compile(r"//\s*BUG\((?P<id>[a-z0-9-]+)\)")
ALSO = re.compile(r"//\s*ALSO\((?P<id>[a-z0-9-]+)\)")
TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|//[^\n]*|/\*.*?\*/', re.S)


class CaseError(Exception):
    """The file breaks the form that is described above."""


@dataclass(frozen=True)
class Case:
    path: Path
    check: str
    name: str
    fails: str
    certainty: str
    trials: int
    needs: int         # 70 for sm_70, 100 for sm_100a
    target: str        # "sm_100a" where instructions are of one kind only; or ""
    description: str
    markers: dict      # line -> check id
    also: dict         # line -> check id

    @property
    def id(self):
        return f"{self.check}/{self.name}"

    def statement(self):
        """What evidence must agree with besides the code."""
        return {"fails": self.fails, "certainty": self.certainty,
                "trials": self.trials}


def read_case(path):
    path = Path(path).resolve()
    lines = path.read_text().splitlines()
    fields, prose = header_of(lines)
    mistakes = [f"no field '{name}'" for name in FIELDS if name not in fields]
    mistakes += [f"unknown field '{name}'" for name in fields if name not in FIELDS]
    markers, also = marked(lines, MARKER), marked(lines, ALSO)
    if not mistakes:
        mistakes = mistakes_in(path, fields, prose, markers, "\n".join(lines))
    if mistakes:
        raise CaseError(f"{path}: " + "; ".join(mistakes))
    return Case(path, fields["case"], path.stem, fields["fails"], fields["certainty"],
                int(fields["trials"]), int(re.search(r"\d+", fields["needs"])[0]),
                fields["needs"] if fields["needs"].endswith("a") else "",
                " ".join(prose), markers, also)


def marked(lines, marker):
    return {number: match["id"] for number, line in enumerate(lines, 1)
            if (match := marker.search(line))}


def header_of(lines):
    """(fields, lines of prose) of the first comment that starts with a field."""
    fields, prose = {}, []
    for line in lines:
        text = line.removeprefix("//").strip()
        if not line.startswith("//"):
            if fields:
                break
        elif not fields and not text.startswith("case:"):
            continue
        elif prose or not text:
            prose.append(text)
        else:
            name, _, value = text.partition(":")
            fields[name] = value.strip()
    return fields, [line for line in prose if line]


def mistakes_in(path, fields, prose, markers, text):
    found = []
    if fields["case"] != path.parent.name:
        found.append(f"'{fields['case']}' in the folder '{path.parent.name}'")
    if fields["fails"] not in FAILURES:
        found.append(f"fails: none of {FAILURES}")
    if fields["certainty"] not in CERTAINTIES:
        found.append(f"certainty: none of {CERTAINTIES}")
    if not re.fullmatch(r"[1-9]\d*", fields["trials"]):
        found.append("trials: no number")
    if not re.fullmatch(r"sm_\d+a?", fields["needs"]):
        found.append("needs: no sm_NN or sm_NNa")
    if not prose:
        found.append("no description")
    if fields["case"] not in markers.values():
        found.append(f"no marker BUG({fields['case']})")
    if not re.search(r"#if .*WARPLINT_BUGGY|\bif constexpr .*WARPLINT_BUGGY", text):
        found.append("both variants are the same")
    return found


def find_cases(folder=PROJECT / "cases"):
    return [read_case(path) for path in sorted(Path(folder).glob("*/*.cu"))]


def code_of(path):
    """The file without comments, trailing blanks and empty lines."""
    text = TOKEN.sub(lambda match: match[0] if match[0][0] in "\"'" else " ",
                     Path(path).read_text())
    lines = (line.rstrip() for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def digest_of(case):
    """A hash of the code that runs: the case and the helper header, without
    comments, so that better prose or a moved marker spoils no evidence."""
    code = code_of(case.path) + "\0" + code_of(HELPER)
    return hashlib.sha256(code.encode()).hexdigest()
