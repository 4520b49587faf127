//===--- ClangdCommands.h - nvcc's commands in clangd ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TOOLS_CLANGD_CLANGDCOMMANDS_H
#define WARPLINT_TOOLS_CLANGD_CLANGDCOMMANDS_H

#include "CompileCommands/Translate.h"

namespace warplint {

/// How clangd's commands are translated from now on. To be called once, before
/// clangd starts.
void setTranslationContext(commands::TranslationContext Context);

/// Makes \p Command one of clang's if it compiles CUDA (then for the device
/// pass) or was written for nvcc; any other, and one that was translated
/// before, is left as it is. So is one that cannot be translated; the reason
/// goes to stderr, which editors keep as the log.
void translateForClangd(clang::tooling::CompileCommand &Command);

} // namespace warplint

#endif // WARPLINT_TOOLS_CLANGD_CLANGDCOMMANDS_H
