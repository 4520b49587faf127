//===--- LaunchFacts.h - What a unit says of launches -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PROOF_LAUNCHFACTS_H
#define WARPLINT_PROOF_LAUNCHFACTS_H

#include "Report/Report.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include <array>
#include <vector>

namespace warplint::proof {

struct Dimensions {
  std::array<int64_t, 3> Grid = {0, 0, 0}, Block = {0, 0, 0};
  bool IsGuessed = false; ///< Nothing is known of the block.
};

/// The first launch of \p Kernel in its unit, else what its launch bounds say.
Dimensions launchOf(const clang::FunctionDecl &Kernel,
                    clang::ASTContext &Context);

/// What bodies say of their launch and of the values that they look for.
struct BodyFacts {
  bool HasDynamicShared = false;
  bool HasBlocks = false, HasRows = false;  ///< It asks for its block, its row.
  std::array<int64_t, 3> Block = {0, 0, 0}; ///< For which collectives are made.
  /// What it compares with, and the values beside a limit.
  std::vector<int64_t> Constants;
};
/// Of a kernel and the functions that it calls.
BodyFacts factsOf(llvm::ArrayRef<const clang::FunctionDecl *> Runs,
                  const clang::ASTContext &Context);

/// Enough blocks and threads for those of the witness. \p Launch is what the
/// unit says of launches.
Dimensions dimensionsOf(const report::ReportedFinding &F, Dimensions Launch,
                        bool Many, const BodyFacts &Body);

/// Whether a function that a line of the unit's own file names is a barrier of
/// the block.
bool namesBarrier(unsigned Line, clang::ASTContext &Context);

} // namespace warplint::proof

#endif // WARPLINT_PROOF_LAUNCHFACTS_H
