//===--- ConstantCalls.h - Calls with constant results ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `layout(5)`: a constexpr function whose arguments are constants or objects
// without members has a constant result. Tensors in registers address hundreds
// of elements by dozens of such calls each, and none of them has to be inlined.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELIR_CONSTANTCALLS_H
#define WARPLINT_ANALYSIS_KERNELIR_CONSTANTCALLS_H

#include "Analysis/CallSummaries/FunctionArguments.h"
#include <optional>

namespace warplint {

/// Whether \p F is constexpr, returns a number, and takes only numbers and
/// objects without members (the object that it is called on included).
bool mayBeConstant(const clang::FunctionDecl &F);

/// The integer that \p Call, a call of a function for which mayBeConstant() is
/// true, returns within the calls \p Around, innermost first. An argument may
/// be a parameter of an enclosing call that was passed a constant. Nullopt if
/// an argument is not known or clang cannot evaluate the call.
std::optional<int64_t>
constantResult(const clang::CallExpr &Call,
               llvm::ArrayRef<summaries::EnclosingCall> Around,
               clang::ASTContext &Context);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELIR_CONSTANTCALLS_H
