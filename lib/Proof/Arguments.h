//===--- Arguments.h - What a reproduction gives a kernel -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds from the declaration of a kernel's parameters what it is launched
// with: arrays for pointers, those in structures and of pointers too.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PROOF_ARGUMENTS_H
#define WARPLINT_PROOF_ARGUMENTS_H

#include "Report/Report.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include <string>
#include <vector>

namespace warplint::proof {

/// Statements that make the arguments, with an object `Runs` of the recorder's
/// class Trial at hand, and the arguments themselves.
struct MadeArguments {
  std::string Setup;
  std::vector<std::string> Names;
  /// What could not be given a value that means anything, as "parameter 'p'
  /// points to functions".
  std::vector<std::string> Unset;
};

/// \p Usual is the value of a number of which nothing is known.
MadeArguments makeArguments(const clang::FunctionDecl &Called,
                            const report::ReportedWitness *Shown, int64_t Usual,
                            const clang::PrintingPolicy &Policy);

/// The variables of the device that the unit's own file defines: what a run
/// leaves in them is looked at, too.
std::string makeGlobals(clang::ASTContext &Context,
                        const clang::PrintingPolicy &Policy);

} // namespace warplint::proof

#endif // WARPLINT_PROOF_ARGUMENTS_H
