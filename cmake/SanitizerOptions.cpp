// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every program that is built with WARPLINT_SANITIZE starts from.
// LLVM's allocators mark memory as poisoned where their templates are
// instrumented, and cannot take the mark away in the libraries that are not.
extern "C" const char *__asan_default_options();

extern "C" const char *__asan_default_options() {
  return "allow_user_poisoning=0";
}

// Clang hands the handler of a pragma that is taken away to nobody.
extern "C" const char *__lsan_default_suppressions();

extern "C" const char *__lsan_default_suppressions() {
  return "leak:RegisterBuiltinPragmas";
}
