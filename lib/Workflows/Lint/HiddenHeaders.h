//===--- HiddenHeaders.h - Headers marked as system headers -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_HIDDENHEADERS_H
#define WARPLINT_WORKFLOWS_LINT_HIDDENHEADERS_H

#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace warplint::lint {

/// Headers below \p Root that hold functions which \p Code names, are in no
/// system folder, but mark themselves as system headers: nothing is looked for
/// in them. Names are relative to \p Root, in order.
std::vector<std::string> hiddenHeaders(const clang::CompilerInstance &Compiler,
                                       llvm::ArrayRef<clang::Decl *> Code,
                                       llvm::StringRef Root);

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_HIDDENHEADERS_H
