# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lit's formats for tests that are decided by a program of ours in Python. It is
called here, in lit's own process: to start an interpreter for each test takes
longer than warplint does for most."""

import io
import os
import re
import shlex
from contextlib import redirect_stderr, redirect_stdout

import lit.Test
import lit.TestRunner
import lit.formats

import check_case
import verify

UNSUPPORTED = 77


def result_of(main, arguments, **options):
    """lit's result of a program whose exit code 0 passes; 77 means that it had
    nothing to do, and what it printed says why."""
    printed = io.StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        try:
            code = main(arguments, **options)
        except SystemExit as end:
            code = end.code
            if isinstance(code, str):
                print(code)
    if not code:
        return lit.Test.PASS, ""
    result = lit.Test.UNSUPPORTED if code == UNSUPPORTED else lit.Test.FAIL
    return result, f"{printed.getvalue()}\nran: {main.__module__}.py {shlex.join(arguments)}\n"


def words_of(line):
    """The words of a command; what a shell would have to do is a word by itself."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    return list(lexer)


class VerifyFormat(lit.formats.ShTest):
    """A shell test, unless all its commands begin with `verify` and ask for no more
    of a shell."""

    def __init__(self, verify_command):
        super().__init__(execute_external=False)
        self.program = verify_command

    def execute(self, test, lit_config):
        calls = self.calls(test)
        if not calls or lit_config.noExecute:
            return super().execute(test, lit_config)
        folder = os.path.dirname(test.getExecPath())
        os.makedirs(folder, exist_ok=True)
        for arguments in calls:
            result = result_of(verify.main, arguments, cwd=folder,
                               env=test.config.environment)
            if result[0] != lit.Test.PASS:
                break
        return result

    def calls(self, test):
        """What verify is given, for each command."""
        script = lit.TestRunner.parseIntegratedTestScript(test)
        if isinstance(script, lit.Test.Result):
            return None
        script = lit.TestRunner.applySubstitutions(
            script,
            lit.TestRunner.getDefaultSubstitutions(
                test, *lit.TestRunner.getTempPaths(test)),
            {feature: True for feature in test.config.available_features},
            recursion_limit=test.config.recursiveExpansionLimit)
        calls = []
        for line in script:
            words = words_of(re.fullmatch(lit.TestRunner.kPdbgRegex, line)[2])
            own = len(self.program)
            if words[:own] != self.program or any(
                    set(word) <= set("();<>|&") for word in words):
                return None
            calls.append(words[own:])
        return calls


class CaseFormat(lit.formats.FileBasedTest):
    """Each case of runtime_validation, held against warplint."""

    def __init__(self, arguments):
        self.arguments = arguments

    def execute(self, test, lit_config):
        return result_of(check_case.main, [*self.arguments, test.getSourcePath()],
                         env=test.config.environment)
