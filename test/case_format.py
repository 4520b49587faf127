# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lit's formats for the cases of runtime_validation: each file, or each folder of
files, is one test, which a command of ours decides. Exit code 0 passes; 77 means
that the command had nothing to do, and its output says why."""

from pathlib import Path

import lit.Test
import lit.formats
import lit.util

UNSUPPORTED = 77


class CaseFormat(lit.formats.FileBasedTest):
    def __init__(self, command):
        self.command = command

    def execute(self, test, lit_config):
        command = [*self.command, test.getSourcePath()]
        output, errors, code = lit.util.executeCommand(
            command, env=test.config.environment)
        if code == 0:
            return lit.Test.PASS, ""
        result = lit.Test.UNSUPPORTED if code == UNSUPPORTED else lit.Test.FAIL
        return result, f"{output}{errors}\nran: {' '.join(command)}\n"


class CaseFolderFormat(CaseFormat):
    def getTestsInDirectory(self, suite, path, lit_config, local_config):
        for folder in sorted(Path(suite.getSourcePath(path)).iterdir()):
            if any(folder.glob("*.cu")):
                yield lit.Test.Test(suite, (*path, folder.name), local_config)
