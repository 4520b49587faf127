# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the commands under "CodeChecker" on a project of one file.

    codechecker.py PAGE EXAMPLES CUDA-TOOLKIT BIN
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

page, examples, toolkit, programs = sys.argv[1:5]
shutil.copy(Path(examples, "shared-memory-race.cu"), ".")
Path("build").mkdir()
Path("build/compile_commands.json").write_text(json.dumps([{
    "directory": os.getcwd(), "file": "shared-memory-race.cu",
    "command": f"{toolkit}/bin/nvcc -arch=sm_90 -c shared-memory-race.cu"}]))
[section] = re.findall(r"^## CodeChecker\n(.*?)^## ", Path(page).read_text(), re.M | re.S)
convert, label, as_sarif = re.findall(r"^```sh\n(.*?)^```$", section, re.M | re.S)
# The page finds the table of severities beside the program; here it is a copy.
program = Path(shutil.which("CodeChecker")).resolve()
[config] = [each for each in program.parents[1].rglob("config/labels/analyzers")][:1]
shutil.copytree(config.parents[1], "copy/share/codechecker/config")
Path("copy/share/codechecker/config/labels/analyzers/warplint.json").unlink(missing_ok=True)
Path("copy/bin").mkdir()
Path("copy/bin/CodeChecker").write_text(f"""\
{program.read_text().splitlines()[0]}
import sys
from codechecker_common import cli
cli.get_data_files_dir_path = lambda: {os.getcwd() + "/copy/share/codechecker"!r}
sys.exit(cli.main())
""")
Path("copy/bin/CodeChecker").chmod(0o755)


def run(commands, status, *expected):
    done = subprocess.run(["bash", "-e"], input=commands, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, env={
                              **os.environ, "PATH": f"{os.getcwd()}/copy/bin:{programs}:"
                                                    f"{os.environ['PATH']}"})
    if done.returncode != status or not all(re.search(each, done.stdout) for each in expected):
        sys.exit(f"ended with {done.returncode}:\n{done.stdout}")


STEPS = r"Steps:\n.*writes 'tile.*\n.*reads 'tile"
# CodeChecker's parse ends with 2 where it shows reports.
run(convert, 2, STEPS, "UNSPECIFIED")
run(label + convert, 2, STEPS, r"\[HIGH\] .*shared-memory-race.cu:\d+")
shutil.rmtree("reports")
Path("reports").mkdir()
run("set -o pipefail\n" + as_sarif, 1)
run("CodeChecker parse reports", 2, r"\[HIGH\] .*shared-memory-race.cu:\d+")
