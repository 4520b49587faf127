# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A build.ninja with the rules and flags that torch.utils.cpp_extension writes.

    torch_build.py CUDA-TOOLKIT [dlink]

For csrc/bind.cpp and csrc/turn.cu of the current folder; with dlink a step more.
"""

import os
import shlex
import sys

here, objects = os.getcwd(), "build/temp.linux"
include = [f"-I{here}/include"]
nvcc = [*include, "-D__CUDA_NO_HALF_OPERATORS__", "-D__CUDA_NO_HALF2_OPERATORS__",
        "--expt-relaxed-constexpr", "--compiler-options", "'-fPIC'",
        '-DPYBIND11_COMPILER_TYPE="_gcc"', "-DTORCH_EXTENSION_NAME=norm",
        "-gencode=arch=compute_90,code=compute_90", "-gencode=arch=compute_90,code=sm_90",
        "-std=c++17"]
os.makedirs(objects)
with open(objects + "/build.ninja", "w") as file:
    file.write(f"""ninja_required_version = 1.3
cxx = c++
nvcc = {sys.argv[1]}/bin/nvcc
cflags = {" ".join(map(shlex.quote, include))}
cuda_post_cflags = {" ".join(map(shlex.quote, nvcc))}

rule compile
  command = $cxx -MMD -MF $out.d $cflags -c $in -o $out
  depfile = $out.d
  deps = gcc
rule cuda_compile
  depfile = $out.d
  deps = gcc
  command = $nvcc --generate-dependencies-with-compile --dependency-output $out.d -c $in -o $out $cuda_post_cflags
rule cuda_devlink
  command = $nvcc $in -o $out -dlink

build {here}/{objects}/bind.o: compile {here}/csrc/bind.cpp
build {here}/{objects}/turn.o: cuda_compile {here}/csrc/turn.cu
""")
    if sys.argv[2:] == ["dlink"]:
        file.write(f"build {here}/{objects}/dlink.o: cuda_devlink "
                   f"{here}/{objects}/bind.o {here}/{objects}/turn.o\n")
