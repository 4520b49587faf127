# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The suites that share this file: "warplint" (test/lit, test/self_check), "unit"
# (the *Tests programs in the build tree), and "cases" (runtime_validation/cases).
# Substitutions are listed below.

import os
import shlex
import shutil
import subprocess
import sys

import lit.formats

sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(config.source_root, "test"),
                os.path.join(config.source_root, "scripts")]
from formats import CaseFormat, VerifyFormat

# Provided by lit and by lit.site.cfg.py:
# pylint: disable=undefined-variable


def cuda_toolkit():
    """The toolkit that tests parse against: lit's parameter cuda_toolkit (as
    scripts/test.sh gives it), else an installed one, else the fetched one."""
    nvcc = shutil.which("nvcc")
    candidates = [
        lit_config.params.get("cuda_toolkit", ""),
        os.path.join(os.path.dirname(os.path.realpath(nvcc)), "..") if nvcc else "",
        os.environ.get("CUDA_HOME", ""),
        os.environ.get("CUDA_PATH", ""),
        "/usr/local/cuda",
        os.path.join(config.build_root, "lib/warplint/toolkit"),
    ]
    for root in candidates:
        if root and os.path.isfile(os.path.join(root, "include/cuda_runtime.h")):
            return os.path.realpath(root)
    lit_config.fatal("no CUDA headers found: run scripts/test.sh once")


def in_source(path):
    return os.path.join(config.source_root, path)


def in_build(path):
    return os.path.join(config.build_root, path)


if config.suite == "unit":
    config.name = "warplint-unit"
    config.test_format = lit.formats.GoogleTest(".", "Tests")
    config.test_source_root = in_build("test/unit")
    config.test_exec_root = in_build("test/unit")
elif config.suite == "cases":
    config.name = "warplint-cases"
    config.test_format = CaseFormat(
        ["lint", "--toolkit=" + cuda_toolkit(), "--warplint=" + in_build("bin/warplint"),
         "--registry=" + in_source("checks/Checks.def")])
    config.suffixes = [".cu"]
    config.test_source_root = in_source("runtime_validation/cases")
    config.test_exec_root = in_build("test/cases")
else:
    toolkit = cuda_toolkit()
    plugin = in_build("lib/warplint-tidy.so")
    verify = [sys.executable, "-S", in_source("test/verify.py"),
              "--warplint=" + in_build("bin/warplint"), "--toolkit=" + toolkit]

    config.name = "warplint"
    config.test_format = VerifyFormat(verify[:3])
    config.suffixes = [".cu", ".cpp", ".test"]
    config.excludes = ["Inputs", "unit", "fuzz", "faults"]
    config.test_source_root = in_source("test")
    config.test_exec_root = in_build("test")

    sarif_schema = in_source(".schemas/sarif-2.1.0.json")
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser:
        browser = (f"{browser} --headless --no-sandbox --disable-gpu "
                   "--disable-dev-shm-usage --no-first-run")

    nvcc = shutil.which("nvcc", path=os.path.join(toolkit, "bin"))

    for name, value in [
        ("%verify", shlex.join(verify)),
        ("%sarif_schema", sarif_schema),
        ("%browser", browser or "false"),
        ("%warplint_clangd", in_build("bin/warplint-clangd")),
        ("%warplint_clang_tidy", in_build("bin/warplint-clang-tidy")),
        ("%warplint", in_build("bin/warplint")),
        ("%clang_tidy", os.path.join(config.llvm_root, "bin/clang-tidy")),
        ("%clang", os.path.join(config.llvm_root, "bin/clang++")),
        ("%plugin", plugin),
        ("%faults", in_build("test/faults/faults.so")),
        ("%nvcc", nvcc or "false"),
        ("%cuda_include", os.path.join(toolkit, "include")),
        ("%cuda_path", toolkit),
        ("%resource_dir", config.resource_dir),
        ("%llvm_root", config.llvm_root),
        ("%source_root", config.source_root),
        ("%build_root", config.build_root),
        ("%python_with_packages", sys.executable),
        # Without looking for packages it starts in a quarter of the time.
        ("%python", sys.executable + " -S"),
    ]:
        # A whole word, so that %warplint does not eat into %warplint_clangd.
        config.substitutions.append((name + r"\b", value))

    # `REQUIRES: faults` for tests that preload the library of test/faults.
    if os.path.exists(in_build("test/faults/faults.so")):
        config.available_features.add("faults")

    # A namespace of mounts, in which /proc can be hidden, is not everybody's to make.
    hides = os.path.join(os.path.dirname(__file__), "lit/hostile/Inputs/without_proc.sh")
    if not subprocess.run(["sh", hides, "test", "!", "-e", "/proc/self"], check=False,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
        config.available_features.add("hidden-proc")

    # `REQUIRES: plugin` for tests of an optional part of the build.
    if os.path.exists(plugin):
        config.available_features.add("plugin")
    if os.path.exists(in_build("bin/warplint-clangd")):
        config.available_features.add("clangd")
    if {"plugin", "clangd"} <= config.available_features:
        config.available_features.add("everything-built")

    # Whether the build holds the faults of lib/Planted.
    if config.planted_faults:
        config.available_features.add("planted-faults")

    # Headers that scripts/fetch_toolkit.py fetches have no cuRAND.
    if os.path.exists(os.path.join(toolkit, "include/curand_kernel.h")):
        config.available_features.add("curand")

    # Fetched by scripts/test.sh; validated by Python's jsonschema.
    try:
        import jsonschema  # noqa: F401
        config.available_features.add("jsonschema")
        if os.path.exists(sarif_schema):
            config.available_features.add("sarif-schema")
    except ImportError:
        pass
    if nvcc:
        config.available_features.add("nvcc")
    if browser:
        config.available_features.add("browser")
    if shutil.which("report-converter"):
        config.available_features.add("codechecker")
    if shutil.which("node"):
        config.available_features.add("node")
    if shutil.which("chromium"):
        config.available_features.add("chromium")
    if os.path.exists(in_source(".site/mkdocs")):
        config.available_features.add("site")
    if os.path.exists(in_source(".site/check_jsonschema")):
        config.available_features.add("check-jsonschema")
    if shutil.which("bazel"):
        config.available_features.add("bazel")
    from test_on_slurm import missing
    if not missing():
        config.available_features.add("slurm")

    # FileCheck, not, count, split-file.
    config.environment["PATH"] = os.pathsep.join(
        [os.path.join(config.llvm_root, "bin"), os.environ["PATH"]])

# Findings must not depend on what the caller's shell points at.
for name in ("CUDA_HOME", "CUDA_PATH", "WARPLINT_HIDE_TOOLKIT"):
    config.environment.pop(name, None)

# What units begin with is kept precompiled from test to test. `-D cache=off`
# has every test parse all: the same must come out.
config.environment["XDG_CACHE_HOME"] = (
    "/dev/null" if lit_config.params.get("cache") == "off"
    else os.path.join(config.build_root, "test/cache"))

# The source tree stays as it was.
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
# Exit code 1 is a finding; tool/exit-codes.test is about what the default is.
config.environment["WARPLINT_FAIL_ON"] = "any"
