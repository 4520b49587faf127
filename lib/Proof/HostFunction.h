//===--- HostFunction.h - The function of the host to call ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reproduction of a finding in the host's code calls one function. It is not
// always the one that has the place: a method needs an object, and a structure
// of a library cannot be made from nothing. Who calls it makes both.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PROOF_HOSTFUNCTION_H
#define WARPLINT_PROOF_HOSTFUNCTION_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace warplint::proof {

/// \p Lines are of the unit's own file; the first is the place. In this order:
/// the function that has it, the nearest of those that call that, one that has
/// another of the lines, `main`; each only if it can be called with arguments
/// that can be made. Null if there is none.
const clang::FunctionDecl *hostFunctionFor(llvm::ArrayRef<unsigned> Lines,
                                           clang::ASTContext &Context);

/// One expression of each launch that the host writes in the unit's own file.
struct HostLaunch {
  clang::SourceRange Range; ///< The stream, or the grid where none is written.
  bool IsStream = false;
  unsigned Line = 0;
};
std::vector<HostLaunch> hostLaunches(clang::ASTContext &Context);

} // namespace warplint::proof

#endif // WARPLINT_PROOF_HOSTFUNCTION_H
