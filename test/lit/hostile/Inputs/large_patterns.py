# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Runs a command with one .clang-tidy after another in ./patterns: each is left out.
import subprocess, sys

for option in ("HeaderFilterRegex", "ExcludeHeaderFilterRegex"):
    for pattern in ("((((x{0,255}){0,255}){0,255}){0,255})",
                    r"((((x\x7b255}){1,255}){255,}){2,255})",
                    "(" * 200000 + ")" * 200000,
                    r"^(.*)*(.*)*(.*)*\\1\\2\\3x$"):
        with open("patterns/.clang-tidy", "w") as file:
            file.write(f'{option}: "{pattern}"\n')
        run = subprocess.run(sys.argv[1:], capture_output=True, text=True, timeout=300)
        assert run.returncode == 0, run
        assert "bad.cuh:3:5: warning" in run.stdout + run.stderr, run
        assert ("patterns/.clang-tidy' is left out: what a pattern stands for is too large"
                in run.stdout + run.stderr), run
