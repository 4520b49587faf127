//===--- MonotonicVariables.h - Variables monotonic in a loop ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_HOSTINTERPRETER_MONOTONICVARIABLES_H
#define WARPLINT_ANALYSIS_HOSTINTERPRETER_MONOTONICVARIABLES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include <vector>

namespace warplint::host {

/// A local integer variable that a loop only increases or only decreases, by
/// constants.
struct MonotonicVariable {
  const clang::VarDecl *Var = nullptr;
  /// True if it is increased.
  bool Grows = false;
  /// By factors or shifts, too: monotonic only while it is not negative.
  bool Scales = false;
};

/// The monotonic variables of \p Loop, lambdas inside included, in the order in
/// which they are first named. A variable that \p Loop changes otherwise, or
/// may let others change, is left out.
std::vector<MonotonicVariable>
monotonicVariablesIn(const clang::Stmt &Loop, const clang::ASTContext &Context);

} // namespace warplint::host

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_MONOTONICVARIABLES_H
