//===--- WrittenParameters.h - Kernel parameters written to -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_HOSTINTERPRETER_WRITTENPARAMETERS_H
#define WARPLINT_ANALYSIS_HOSTINTERPRETER_WRITTENPARAMETERS_H

namespace clang {
class FunctionDecl;
} // namespace clang

namespace warplint::host {

/// True if the kernel \p F may write where its parameter number \p I points: a
/// pointer to non-const, and the body is not known or uses the pointer for more
/// than to read through it, compare it or test it.
bool mayBeWritten(const clang::FunctionDecl &F, unsigned I);

} // namespace warplint::host

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_WRITTENPARAMETERS_H
