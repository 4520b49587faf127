# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the commands that pages show without what they write, in a project that has
the files that they name.

    commands.py SOURCE BUILD CUDA-TOOLKIT

A block of commands whose output is shown must be run by transcripts.py. One that can be
run in no test stands in ELSEWHERE, with the test that runs its like, or with why there is
none. So a command that is new on a page is run, or this test fails.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

SOURCE, BUILD, TOOLKIT = map(Path, sys.argv[1:4])

# (page, first words of the block): the tests that run it, or what it takes.
ELSEWHERE = {
    ("CONTRIBUTING.md", "for way in"): "hours, and a checkout of cuda-samples",
    ("CONTRIBUTING.md", "cmake --preset reversed"): "another build of all",
    ("README.md", "scripts/quickstart.sh"): "what builds the program that is tested",
    ("README.md", "warplint -p build --export-commands"): "test/lit/plugin/same-findings.test",
    ("README.md", "scripts/fetch_z3.py"): "what builds the program that is tested",
    ("docs/adding-a-check.md", "scripts/new_check.py"): "test/self_check/test_new_check.test",
    ("docs/adding-a-check.md", "ninja -C build warplint"): "test/self_check/test_new_check.test",
    ("docs/agents.md", "warplint turn.cu --only"): "test/lit/proof/nvcc.test",
    ("docs/audit.md", "warplint audit -p build --shard"): "test/lit/docs/transcripts.test",
    ("docs/audit.md", "jobs="): "test/lit/output/slurm.test",
    ("docs/ci.md", "cmake -B build"): "test/lit/ci/cmake-module.test",
    ("docs/confirm.md", "warplint kernels/mixed.cu"): "test/lit/proof/nvcc.test",
    ("docs/confirm.md", "warplint confirm mixed.sarif"): "test/lit/proof/confirm.test",
    ("docs/confirm.md", "warplint reproduce"): "test/lit/proof/reproduce.test",
    ("docs/confirm.md", "warplint audit"): "test/lit/proof/confirm.test",
    ("docs/confirm.md", "WARPLINT_RECORD"): "test/lit/proof/confirm.test",
    ("docs/editors.md", "code --install-extension"): "test/lit/editor/vscode.test",
    ("docs/found.md", "warplint "): "test/lit/proof/confirm.test",
    ("docs/index.md", "scripts/quickstart.sh"): "what builds the program that is tested",
    ("docs/installing.md", "cmake --install build --prefix /opt"): "test/lit/package/packages.test",
    ("docs/installing.md", "cd build && cpack"): "test/lit/package/packages.test",
    ("docs/installing.md", "cmake --install build --prefix tree"): "test/lit/package/packages.test",
    ("docs/installing.md", "python3 -m venv lint"): "scripts/test_in_roots.py",
    ("docs/installing.md", "uvx --quiet"): "scripts/test_in_roots.py",
    ("docs/installing.md", "tar xf dist"): "scripts/test_in_roots.py",
    ("docs/installing.md", "apt-get install"): "scripts/test_in_roots.py",
    ("docs/installing.md", "podman build"): "scripts/test_in_roots.py",
    ("docs/installing.md", "scripts/setup_static.sh"): "another build of all",
    ("docs/installing.md", "scripts/setup_aarch64.sh"): "another build of all",
    ("docs/installing.md", "scripts/test_aarch64.py"): "another build of all",
    ("docs/installing.md", "pip install"): "scripts/test_in_roots.py",
    ("docs/installing.md", "P=/opt/warplint"): "test/lit/tool/fetched-headers.test",
    ("docs/installing.md", "scripts/fetch_toolkit.py"): "a network",
    ("docs/output.md", "warplint -p build > warplint.log"): "test/lit/output/codechecker.test",
    ("docs/output.md", "labels="): "test/lit/output/codechecker.test",
    ("docs/output.md", "warplint -p build --format=sarif | jq"): "test/lit/output/codechecker.test",
    ("docs/pytorch.md", "ninja -C ~/.cache"): "an installation of PyTorch",
    ("docs/releasing.md", "scripts/setup_static.sh"): "another build of all",
    ("docs/releasing.md", "scripts/test_reproducible.py"): "another build of all",
    ("docs/releasing.md", "scripts/make_release.py"): "another build of all",
    ("docs/toolkits.md", "benchmark/toolkits"): "the headers of other releases",
}
# Pages whose commands take the corpora, GPUs or hours of measuring.
MEASURING = ["docs/benchmarks.md", "runtime_validation/README.md"]

KERNEL = """\
__global__ void turn(const float *in, float *out) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = tile[255 - threadIdx.x];
}
void launch(const float *in, float *out) { turn<<<1, 256>>>(in, out); }
"""


def transcripts():
    """(page, heading or None for all) that transcripts.py is run on."""
    for test in (SOURCE / "test/lit/docs").glob("*.test"):
        for page, headings in re.findall(
                r"(?:%\{page\}|%source_root/docs/)([\w-]+\.md)((?: \"[^\"]+\"| [\w.]+(?= |$))*)",
                test.read_text(), re.M):
            named = re.findall(r'"([^"]+)"|(\S+)', headings)
            for heading in ["".join(words) for words in named] or [None]:
                yield f"docs/{page}", heading


def blocks_of(page):
    """(language, heading, lines) of each block."""
    heading, language, lines = "", None, []
    for line in (SOURCE / page).read_text().splitlines():
        if language is None and line.startswith("```"):
            language, lines = line[3:].strip(), []
        elif language is None:
            if re.match(r"#+ ", line):
                heading = line.lstrip("#").replace("`", "").strip()
        elif line == "```":
            yield language, heading, lines
            language = None
        else:
            lines.append(line)


def make_project():
    for folder in ("kernels", "build", ".git"):
        Path(folder).mkdir()
    for name in ("kernels/reduce.cu", "reduce.cu", "kernel.cu"):
        Path(name).write_text(KERNEL.replace("turn", Path(name).stem))
    Path("build/compile_commands.json").write_text(json.dumps([{
        "directory": os.getcwd(), "file": "kernels/reduce.cu",
        "command": f"{TOOLKIT}/bin/nvcc -arch=sm_90 -c kernels/reduce.cu"}]))


def run(page, line):
    """Findings and what is not proven are no failure; wrong usage is."""
    home = Path("home")
    for folder in (".local/share/man/man1", ".local/share/bash-completion/completions", ".zfunc",
                   ".config/fish/completions"):
        (home / folder).mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        ["bash", "-c", line], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, check=False,
        env={**os.environ, "WARPLINT_FAIL_ON": "", "HOME": str(home.absolute()), "CUDA_HOME": str(TOOLKIT),
             "PATH": f"{BUILD}/bin:{os.environ['PATH']}"})
    if done.returncode in (0, 1, 4):
        return True
    print(f"{page}: $ {line}\nended with {done.returncode}:\n{done.stdout}")
    return False


def main():
    make_project()
    shown, used, ran, failed = set(transcripts()), set(), 0, False
    pages = ["README.md", "CONTRIBUTING.md", "runtime_validation/README.md",
             *(f"docs/{path.name}" for path in sorted((SOURCE / "docs").glob("*.md")))]
    for page in pages:
        for language, heading, lines in blocks_of(page):
            if language not in ("sh", "console") or page in MEASURING:
                continue
            commands = [line.removeprefix("$ ") for line in lines
                        if language == "sh" or line.startswith("$ ")]
            if not commands or (language == "console" and
                                {(page, None), (page, heading)} & shown):
                continue
            excuses = [key for key in ELSEWHERE if key[0] == page and
                       commands[0].startswith(key[1])]
            if excuses:
                used.update(excuses)
            elif language == "console":
                print(f"{page}: nothing runs the transcript that begins with '{commands[0]}'")
                failed = True
            else:
                for command in "\n".join(commands).replace("\\\n", "").splitlines():
                    ran += 1
                    failed |= not run(page, command)
    for page, begin in ELSEWHERE.keys() - used:
        print(f"{page}: there is no block that begins with '{begin}' any more")
        failed = True
    for where in set(ELSEWHERE.values()):
        if "/" in where and not (SOURCE / where).exists():
            print(f"there is no {where} any more")
            failed = True
    print(f"{ran} commands")
    sys.exit(failed)


main()
