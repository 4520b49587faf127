//===--- ConstantCalls.h - Calls that the compiler computes -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `layout(5)`: what a constexpr function makes of numbers and of objects without
// members is a number. Tensors in registers find hundreds of their elements so,
// by dozens of calls each, and none of them has to be inlined.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELIR_CONSTANTCALLS_H
#define WARPLINT_ANALYSIS_KERNELIR_CONSTANTCALLS_H

#include "Analysis/CallSummaries/FunctionArguments.h"
#include <optional>

namespace warplint {

/// \p F is constexpr, and makes a number of numbers and of objects without
/// members.
bool mayBeConstant(const clang::FunctionDecl &F);

/// The integer that \p Call of such a function gives in all of \p Around, which
/// it lies in, innermost first: what it is given is a constant there, or was
/// passed on as one. Nothing if clang does not compute it.
std::optional<int64_t> constantResult(const clang::CallExpr &Call,
                                      llvm::ArrayRef<EnclosingCall> Around,
                                      clang::ASTContext &Context);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELIR_CONSTANTCALLS_H
