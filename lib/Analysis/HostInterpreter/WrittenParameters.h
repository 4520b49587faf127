//===--- WrittenParameters.h - What kernels do to their arguments -*- C++ -*-===//
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

namespace warplint {

/// The kernel \p F, which gets it as parameter \p I, may write what it points
/// to: it is a pointer to what can change, and the body, as far as it is known,
/// does more than read elements, fields and addresses.
bool mayBeWritten(const clang::FunctionDecl &F, unsigned I);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_WRITTENPARAMETERS_H
