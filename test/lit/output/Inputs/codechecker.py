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
commands = re.search(r"^## CodeChecker\n.*?^```sh\n(.*?)^```$", Path(page).read_text(),
                     re.M | re.S)[1]
done = subprocess.run(["bash", "-e"], input=commands, text=True, stdout=subprocess.PIPE,
                      stderr=subprocess.STDOUT,
                      env={**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"})
# CodeChecker's parse ends with 2 where it shows reports.
if done.returncode != 2 or not re.search(
        r"Steps:\n.*writes 'tile.*\n.*reads 'tile", done.stdout):
    sys.exit(f"ended with {done.returncode}:\n{done.stdout}")
