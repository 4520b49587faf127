#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds a case of runtime_validation against warplint, or all of a folder against
nvcc.

    check_case.py lint --warplint=PROGRAM --toolkit=FOLDER --registry=Checks.def CASE
    check_case.py compile --toolkit=FOLDER FOLDER-OF-CASES

lint: in the buggy variant each BUG marker has its finding, at most three lines
below it, and no finding stands elsewhere than at a BUG or ALSO marker; the mended
variant has none. `BUG(...): possible:` is reported with --certainty=possible.
compile: nvcc accepts both variants of each, except where the case says otherwise.
It is given all for one target at once, in a namespace each, since nearly all of its time goes into
headers; where it does not accept that, one by one.
Exit code 77: warplint has no such check, or the toolkit no nvcc.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "runtime_validation" / "runner")]
from case_file import HELPER, LINES_BELOW_MARKER, CaseError, read_case  # noqa: E402
from verify import read_findings  # noqa: E402

UNSUPPORTED = 77
TIME_LIMIT_SECONDS = 120
VARIANTS = {"buggy": 1, "mended": 0}
ARCHITECTURE = "sm_90"
POSSIBLE = re.compile(r"// BUG\([a-z0-9-]+\): possible: ")
REGISTERED = re.compile(r'^CHECK\("(?P<id>[a-z0-9-]+)"', re.MULTILINE)


def run(command, env):
    return subprocess.run(command, capture_output=True, text=True, errors="replace",
                          stdin=subprocess.DEVNULL, timeout=TIME_LIMIT_SECONDS, env=env)


def flags(variant, target=""):
    return [f"-arch={target or ARCHITECTURE}", "-std=c++17", f"-I{HELPER.parent}",
            f"-DWARPLINT_BUGGY={VARIANTS[variant]}"]


def lint(case, variant, options):
    """([(line, check, the message as printed)], lines that tell of errors)"""
    least = "possible" if POSSIBLE.search(case.path.read_text()) else "likely"
    result = run([options.warplint, str(case.path), "--quiet", f"--certainty={least}",
                  "--checks=-*,warplint-*", f"--cuda-path={options.toolkit}",
                  "--", *flags(variant, case.target)], options.env)
    findings, errors = read_findings(result.stdout + "\n" + result.stderr)
    if result.returncode not in (0, 1):
        errors.append(f"warplint ended with {result.returncode}: {result.stderr}")
    return [(finding.line, finding.check.removeprefix("warplint-"), finding.source)
            for finding in findings], errors


def mistakes_of_lint(case, options):
    findings, problems = lint(case, "buggy", options)
    def below(line, check):
        lines = range(line + 1, line + 1 + LINES_BELOW_MARKER)
        return [f for f in findings if f[0] in lines and f[1] == check]
    problems += [f"buggy: no finding below line {line}, BUG({check})"
                 for line, check in case.markers.items() if not below(line, check)]
    marked = [f for markers in (case.markers, case.also)
              for line, check in markers.items() for f in below(line, check)]
    unexpected = [f for f in findings if f not in marked]
    problems += [f"buggy: not expected: {text}" for _, _, text in unexpected]
    findings, errors = lint(case, "mended", options)
    return problems + errors + [f"mended: {text}" for _, _, text in findings]


def all_variants(cases):
    """What the cases include, and then what else they say, once for each variant."""
    headers, texts = {}, []
    for number, case in enumerate(cases):
        rest = []
        for line in case.path.read_text().splitlines():
            if line.lstrip().startswith("#include"):
                headers[line] = True
            else:
                rest.append(line)
        for variant, is_buggy in VARIANTS.items():
            texts += ["#undef WARPLINT_BUGGY", f"#define WARPLINT_BUGGY {is_buggy}",
                      f"namespace {variant}{number} {{", *rest, "}"]
    return "\n".join([*headers, *texts, ""])


def are_accepted_at_once(cases, nvcc, env):
    with tempfile.TemporaryDirectory() as folder:
        unit = Path(folder) / "cases.cu"
        unit.write_text(all_variants(cases))
        return run([nvcc, *flags("mended", cases[0].target), "-cubin", "-o", os.devnull,
                    str(unit)], env).returncode == 0


def mistakes_of_compile(case, nvcc, env):
    problems = []
    for variant in VARIANTS:
        result = run([nvcc, *flags(variant, case.target), "-cubin", "-o", os.devnull,
                      str(case.path)], env)
        refused = variant == "buggy" and case.fails == "compile error"
        if (result.returncode != 0) != refused:
            problems.append(f"{case.path.name}, {variant}: nvcc ended with "
                            f"{result.returncode}\n"
                            + result.stdout + result.stderr)
    return problems


def main(arguments, env=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("action", choices=["lint", "compile"])
    parser.add_argument("--warplint")
    parser.add_argument("--toolkit", required=True)
    parser.add_argument("--registry", type=Path)
    parser.add_argument("path", type=Path)
    options = parser.parse_args(arguments)
    options.env = env
    try:
        cases = [read_case(path) for path in
                 (sorted(options.path.rglob("*.cu")) if options.path.is_dir()
                  else [options.path])]
    except CaseError as error:
        sys.exit(str(error))
    if options.action == "lint":
        [case] = cases
        if case.check not in REGISTERED.findall(options.registry.read_text()):
            print(f"warplint has no check {case.check}")
            return UNSUPPORTED
        problems = mistakes_of_lint(case, options)
    else:
        nvcc = Path(options.toolkit) / "bin" / "nvcc"
        if not nvcc.is_file():
            print(f"no {nvcc}")
            return UNSUPPORTED
        right = [case for case in cases if case.fails != "compile error"]
        for target in sorted({case.target for case in right}):
            together = [case for case in right if case.target == target]
            if are_accepted_at_once(together, nvcc, env):
                cases = [case for case in cases if case not in together]
        problems = [problem for case in cases
                    for problem in mistakes_of_compile(case, nvcc, env)]
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
