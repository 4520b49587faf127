//===--- MonotonicVariables.h - Which way loops count -------------------*- C++ -*-===//
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

namespace warplint {

/// A local integer variable that a loop only increases, or only decreases, by
/// constants.
struct MonotonicVariable {
  const clang::VarDecl *Var = nullptr;
  bool Grows = false;
  bool Scales = false; ///< By factors: so only where it is not below 0.
};

/// Those of \p Loop, in the order in which they are met.
std::vector<MonotonicVariable> monotonicVariablesIn(const clang::Stmt &Loop,
                                const clang::ASTContext &Context);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_MONOTONICVARIABLES_H
