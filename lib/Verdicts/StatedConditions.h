//===--- StatedConditions.h - Conditions of contracts -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `assume(n % 32 == 0)` in a contract is to the analysis what
// `__builtin_assume(n % 32 == 0);` as the first statement of the kernel is:
// the kernel gets that statement once it is parsed. The compiler does not see
// it, and each launch whose arguments are known is asked whether it is true. A
// condition is an expression of C++ over integer parameters, the integer
// arguments of the template, axes of `blockDim` and `gridDim`, and integer
// literals.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_VERDICTS_STATEDCONDITIONS_H
#define WARPLINT_VERDICTS_STATEDCONDITIONS_H

#include "Verdicts/Contracts.h"

namespace warplint {
class KernelFacts;
} // namespace warplint

namespace warplint::verdicts {

/// The contract of \p Kernel, with its conditions that cannot be read among its
/// problems.
Contract contractOf(const clang::FunctionDecl &Kernel, StatedContracts Stated);

/// Lets each of \p Kernels begin with the conditions of its contract. Once for
/// each kernel: what has them already stays as it is. Returns what of contracts
/// cannot be read, and where.
std::vector<std::pair<clang::SourceLocation, std::string>>
addConditions(llvm::ArrayRef<const clang::FunctionDecl *> Kernels,
              StatedContracts Stated);

/// A condition of a contract that is false in a launch.
struct FalseCondition {
  std::string Text;         ///< "n % 32 == 0".
  clang::SourceLocation At; ///< Of the launch; invalid in another unit.
};
/// Those of the kernel of \p Facts, after addConditions.
std::vector<FalseCondition> falseConditions(const KernelFacts &Facts);

} // namespace warplint::verdicts

#endif // WARPLINT_VERDICTS_STATEDCONDITIONS_H
