"""Lints files whose first header leaves something to them, with a cache and without."""
import os, subprocess, sys

warplint, toolkit = sys.argv[1:]
# So much text comes with each header that it is worth keeping.
text = "#pragma once\n/*\n" + "x" * 8_000_000 + "\n*/\n"
kernel = """__global__ void turn(int *out) {
  __shared__ int tile[256];
  tile[threadIdx.x] = threadIdx.x;
  %s
  out[threadIdx.x] = tile[255 - threadIdx.x];
}
"""
aside = "#define MEET __threadfence()\n%s\n#undef MEET\n#define MEET __syncthreads()\n"
# What the header says, what the file says, and the exit code.
cases = {
    "macro": (aside % '#pragma push_macro("MEET")',
              '#pragma pop_macro("MEET")\n' + kernel % "MEET;", 1),
    "operator": ('#define ASIDE _Pragma("push_macro(\\"MEET\\")")\n' + aside % "ASIDE",
                 '_Pragma("pop_macro(\\"MEET\\")")\n' + kernel % "MEET;", 1),
    "system": ("#pragma clang system_header\n" + aside % '#pragma push_macro("MEET")',
               '#pragma pop_macro("MEET")\n' + kernel % "MEET;", 1),
    "balanced": (aside % '#pragma push_macro("MEET")' + '#pragma pop_macro("MEET")\n',
                 '#pragma push_macro("MEET")\n#undef MEET\n#pragma pop_macro("MEET")\n' +
                 kernel % "MEET;", 1),
    "packed": ("#pragma pack(push)\n#pragma pack(1)\n",
               "struct Packed { char c; int i; };\n#pragma pack(pop)\n"
               "struct Padded { char c; int i; };\n" +
               kernel % "if (sizeof(Packed) == 5 && sizeof(Padded) == 8) __threadfence();"
                        " else __syncthreads();", 1),
    "diagnostic": ('#pragma clang diagnostic push\n'
                   '#pragma clang diagnostic error "-Wunused-variable"\n',
                   '#pragma clang diagnostic pop\nstatic void idle() { int unused; }\n' +
                   kernel % "__threadfence();", 1),
    "counter": ("enum { first = __COUNTER__, second = __COUNTER__ };\n",
                kernel % "if (__COUNTER__ == second + 1) __threadfence(); else __syncthreads();",
                1),
    "visibility": ("#pragma GCC visibility push(hidden)\n",
                   "#pragma GCC visibility pop\n" + kernel % "__threadfence();", 1),
    "attribute": ("#pragma clang attribute push(__attribute__((device)),"
                  " apply_to = function)\n",
                  "inline void meet() { __threadfence(); }\n#pragma clang attribute pop\n" +
                  kernel % "meet();", 1),
    "both sides": ("#pragma clang force_cuda_host_device begin\n",
                   "inline void meet() {}\n#pragma clang force_cuda_host_device end\n" +
                   kernel % "meet();", 1),
    "poison": ("#pragma GCC poison bad\n", "int bad;\n" + kernel % "__threadfence();", 3),
    "float": ("#pragma float_control(push)\n#pragma float_control(precise, off)\n",
              "#pragma float_control(pop)\n" + kernel % "__threadfence();", 1),
    "line": ('#line 77 "other.cuh"\n__device__ inline void meet() {}\n',
             kernel % "if (__LINE__ < 70) __threadfence(); else __syncthreads();", 1),
    "silent": ("#pragma nv_diag_suppress 177\n#pragma region all\n#pragma STDC FP_CONTRACT OFF\n",
               "#pragma endregion\n#pragma nv_diag_default 177\n" + kernel % "__threadfence();",
               1),
}


def lint(cache):
    run = subprocess.run([warplint, "a.cu", f"--cache={cache}", "--quiet",
                          f"--cuda-path={toolkit}", "--", "-arch=sm_90"],
                         capture_output=True, text=True)
    return run.returncode, run.stdout, run.stderr


for name, (header, source, code) in cases.items():
    os.mkdir(name)
    os.chdir(name)
    open("first.cuh", "w").write(text + header)
    open("a.cu", "w").write('#include "first.cuh"\n' + source)
    without = lint("off")
    assert without[0] == code, (name, without)
    # One toolkit's beginning is enough for all.
    for _ in range(4):
        assert lint("../kept") == without, (name, lint("../kept"), without)
    os.chdir("..")
