# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mutants of CUDA files: warplint must end, without a crash, and say the same
twice."""

import random
import re
import resource
import subprocess
import tempfile
from pathlib import Path

WORDS = ("threadIdx.x", "threadIdx.y", "blockIdx.x", "blockDim.x", "0", "1", "32", "-1", "n",
         "__syncthreads()", "__syncwarp()", "return")
OPERATORS = ("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", ">", "==", "&&", "||")


def mutate_line(line, rng):
    how = rng.randrange(4)
    if how == 0:
        return re.sub(r"\b\d+\b", lambda m: str(rng.choice((0, 1, int(m[0][:9]) ^ 1, 31, 33,
                                                            1 << 31))), line)
    tokens = re.split(r"(\W)", line)
    places = [i for i, token in enumerate(tokens) if token.strip()]
    if not places:
        return line
    at = rng.choice(places)
    if how == 1:
        tokens[at] = ""
    elif tokens[at] in OPERATORS:
        tokens[at] = rng.choice(OPERATORS)
    else:
        tokens[at] = rng.choice(WORDS)
    return "".join(tokens)


def mutant(texts, seed):
    """A mutant of one of the texts, with a few lines changed, moved, doubled,
    left out or taken from another text."""
    rng = random.Random(seed)
    lines = rng.choice(texts).splitlines()
    donor = rng.choice(texts).splitlines()
    for _ in range(rng.randint(1, 6)):
        at, how = rng.randrange(len(lines)), rng.randrange(6)
        if how < 2:
            lines[at] = mutate_line(lines[at], rng)
        elif how == 2 and len(lines) > 1:
            del lines[at]
        elif how == 3:
            lines.insert(at, lines[rng.randrange(len(lines))])
        elif how == 4:
            lines.insert(at, rng.choice(donor))
        else:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
    return "\n".join(lines) + "\n"


def run(command, time_limit):
    def limits():
        resource.setrlimit(resource.RLIMIT_CPU, (time_limit, time_limit + 1))
    return subprocess.run(command, capture_output=True, preexec_fn=limits, check=False)


def problem_of(first, second):
    if first.returncode in (-24, -9):
        return "hang"
    if b"Sanitizer" in first.stderr or b": runtime error: " in first.stderr:
        return "fault that a sanitizer names"
    if first.returncode not in (0, 1, 3) or b"crash" in first.stderr.lower():
        return f"crash (exit code {first.returncode})"
    same = (first.returncode, first.stdout, first.stderr) == \
        (second.returncode, second.stdout, second.stderr)
    return "" if same else "two runs, two answers"


def try_mutants(warplint, folder, seeds, time_limit, flags):
    """Prints a line per problem; mutants that show one stay in mutants-found, with
    what they wrote to stderr."""
    texts = [path.read_text() for path in sorted(folder.rglob("*.cu"))]
    problems = 0
    with tempfile.TemporaryDirectory() as scratch:
        unit = Path(scratch, "unit.cu")
        command = [warplint, "--format=json", str(unit), "--", "-std=c++17",
                   "--cuda-gpu-arch=sm_90", f"-I{folder}", *flags]
        for seed in seeds:
            unit.write_text(mutant(texts, seed))
            first = run(command, time_limit)
            hang = first.returncode in (-24, -9)
            problem = problem_of(first, first if hang else run(command, time_limit))
            if problem:
                problems += 1
                kept = Path("mutants-found", f"{seed}.cu")
                kept.parent.mkdir(exist_ok=True)
                kept.write_text(unit.read_text())
                kept.with_suffix(".txt").write_bytes(first.stderr[-20000:])
                print(f"{kept}: {problem}", flush=True)
    print(f"{len(seeds)} mutants, {problems} problems")
    return 1 if problems else 0
