//===--- Contracts.h - What is stated of a kernel ---------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A contract is stated in comments directly above a kernel,
//
//   // warplint: proven(shared-race-free, convergence)
//   // warplint: assume(n % 32 == 0), assume(no-alias(in, out))
//
// and by the option `warplint.Contracts` for kernels by name.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_VERDICTS_CONTRACTS_H
#define WARPLINT_VERDICTS_CONTRACTS_H

#include "Finding/Verdict.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <utility>
#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace warplint::verdicts {

using Contract = ContractOf<clang::SourceLocation>;

/// What the configuration states: the name of a kernel, with or without its
/// namespaces, and its contract.
using StatedContracts = llvm::ArrayRef<std::pair<std::string, std::string>>;

/// Adds the statements of \p Text to \p Into: `proven(...)` and `assume(...)`,
/// separated by commas or blanks. Whether a condition can be read is not asked.
void readContract(llvm::StringRef Text, Contract &Into);

/// The contract of \p Kernel: its comments, those of its pattern if it is an
/// instance, and what \p Stated says of it. Conditions are not read.
Contract writtenContract(const clang::FunctionDecl &Kernel,
                         StatedContracts Stated);

/// The statements in comments of the main file and of files with \p Kernels
/// that are about no kernel, and why.
std::vector<std::pair<clang::SourceLocation, std::string>>
unattachedContracts(const clang::ASTContext &Unit,
                    llvm::ArrayRef<const clang::FunctionDecl *> Kernels);

/// Whether some kernel of user code may have a contract that promises a
/// property: whether the text of a file of the unit has such a comment.
bool mayPromise(const clang::ASTContext &Unit, StatedContracts Stated);

} // namespace warplint::verdicts

#endif // WARPLINT_VERDICTS_CONTRACTS_H
