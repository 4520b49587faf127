#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the trials of one case and writes what happened as JSON.

    run_case.py CASE.cu --mended PROGRAM --buggy PROGRAM --nvcc NVCC --result FILE

Every trial is a process of its own with a time limit, so that a hang is a
result. Exit code: 0 as the case says, 1 otherwise, 77 when the GPU is older
than the case needs. The case is as it says when no mended trial fails, and,
where its failure is certain, all buggy ones do. With WARPLINT_SANITIZERS=1 in
the environment the trials are left as an earlier run has written them; both
variants run once under each tool of compute-sanitizer instead.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from case_file import HELPER, digest_of, read_case  # noqa: E402

TRIAL_LIMIT_SECONDS = 10
TOOL_LIMIT_SECONDS = 20
SKIPPED = 77
OUTCOMES = {0: "as expected", 1: "wrong result", 3: "launch failure"}
TOOLS = ("memcheck", "racecheck", "synccheck", "initcheck")
ROUNDS_UNDER_TOOLS = "2"


def run(command, limit):
    """(exit code or None after the limit, everything printed)"""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True, errors="replace", start_new_session=True)
    try:
        output, _ = process.communicate(timeout=limit)
        return process.returncode, output
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # a tool has children
        return None, process.communicate()[0]


def counts_of(output):
    """The line of JSON that a case prints last; empty when it printed none."""
    for line in reversed(output.splitlines()):
        if line.startswith("{"):
            return json.loads(line)
    return {}


def run_trial(program):
    code, output = run([program], TRIAL_LIMIT_SECONDS)
    trial = {"outcome": "hang" if code is None
             else OUTCOMES.get(code, f"ended with {code}")}
    return trial | counts_of(output)


def run_under_tool(tool, program):
    """What a tool of compute-sanitizer says: 'silent', 'hang', or its report's
    first line."""
    command = ["compute-sanitizer", f"--tool={tool}", "--error-exitcode=99"]
    if tool == "racecheck":
        command.append("--racecheck-report=all")
    code, output = run([*command, program, ROUNDS_UNDER_TOOLS], TOOL_LIMIT_SECONDS)
    lines = [re.sub(r"^=+\s*", "", line) for line in output.splitlines()
             if line.startswith("=====")]
    reports = [line for line in lines if re.match(
        r"(Error|Warning|Barrier error|Invalid|Uninitialized|Missing|Divergent|Race|Program hit)",
        line)]
    if reports:
        return reports[0].split(" at ")[0]
    if code is None:
        return "hang"
    return "silent" if code in OUTCOMES else f"ended with {code}: " + " ".join(lines[-1:])


def run_synccheck_trial(program):
    report = run_under_tool("synccheck", program)
    outcomes = {"silent": "as expected", "hang": "hang"}
    return {"outcome": outcomes.get(report, "synccheck report")}


def run_compiler_trial(nvcc, case, variant, architecture):
    code, output = run([nvcc, f"-arch=sm_{architecture}", "-std=c++17",
                        f"-DWARPLINT_BUGGY={int(variant == 'buggy')}",
                        f"-I{HELPER.parent}", "-cubin", "-o", os.devnull,
                        str(case.path)], TRIAL_LIMIT_SECONDS)
    errors = [line for line in output.splitlines() if "error" in line]
    if code == 0 or not errors:
        return {"outcome": "as expected" if code == 0 else f"ended with {code}"}
    return {"outcome": "compile error", "message": re.sub(r"^.*?error\s*:\s*", "", errors[0])}


def trials_of(case, variant, program, nvcc, architecture):
    if case.fails == "compile error" and variant == "buggy":
        return [run_compiler_trial(nvcc, case, variant, architecture)]
    trial = run_synccheck_trial if case.fails == "synccheck report" else run_trial
    return [trial(program) for _ in range(case.trials)]


def architecture_of_gpu():
    _, output = run(["nvidia-smi", "--query-gpu=compute_cap",
                     "--format=csv,noheader"], TRIAL_LIMIT_SECONDS)
    return int(output.split()[0].replace(".", ""))


def failures(trials):
    return sum(trial["outcome"] != "as expected" for trial in trials)


def verdict(case, result):
    """What is not as the case says, or an empty string."""
    if failures(result["mended"]):
        return "a mended variant failed"
    shown = sum(trial["outcome"] == case.fails for trial in result["buggy"])
    if case.certainty == "certain" and shown < len(result["buggy"]):
        return f"'{case.fails}' is said to be certain, and was not"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("case", type=Path)
    parser.add_argument("--mended", required=True)
    parser.add_argument("--buggy", required=True)
    parser.add_argument("--nvcc", required=True)
    parser.add_argument("--result", type=Path, required=True)
    arguments = parser.parse_args()
    case = read_case(arguments.case)
    architecture = architecture_of_gpu()
    if architecture < case.needs:
        return SKIPPED

    programs = {"buggy": arguments.buggy, "mended": arguments.mended}
    if os.environ.get("WARPLINT_SANITIZERS") == "1":
        result = json.loads(arguments.result.read_text())
        result["sanitizers"] = {
            tool: {variant: run_under_tool(tool, program)
                   for variant, program in programs.items() if program}
            for tool in TOOLS}
    else:
        result = {"case": case.id, "digest": digest_of(case), **case.statement()}
        for variant, program in programs.items():
            result[variant] = trials_of(case, variant, program, arguments.nvcc,
                                        architecture)
    arguments.result.parent.mkdir(parents=True, exist_ok=True)
    arguments.result.write_text(json.dumps(result, indent=1) + "\n")
    problem = verdict(case, result)
    print(problem or "as the case says")
    return 1 if problem else 0


if __name__ == "__main__":
    sys.exit(main())
