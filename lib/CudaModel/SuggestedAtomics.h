//===--- SuggestedAtomics.h - The atomic for an operator --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_SUGGESTEDATOMICS_H
#define WARPLINT_CUDAMODEL_SUGGESTEDATOMICS_H

#include "clang/AST/OperationKinds.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/StringRef.h"

namespace warplint::suggested {

/// Atomics that messages suggest, as a user types them.
inline constexpr llvm::StringLiteral Minimum = "atomicMin()";
inline constexpr llvm::StringLiteral Maximum = "atomicMax()";
inline constexpr llvm::StringLiteral CompareExchange = "atomicCAS()";

/// The name, without parentheses, of the function that does \p Op to an element
/// of \p Type as one atomic operation and returns the old value; empty if there
/// is none (CUDA Programming Guide, "Atomic Functions").
llvm::StringRef atomicFor(clang::BinaryOperatorKind Op, clang::QualType Type);
/// The name of the atomic for \p Function, "min" or "max", of an element of
/// \p Type; empty if there is none.
llvm::StringRef atomicForChoice(llvm::StringRef Function, clang::QualType Type);

} // namespace warplint::suggested

#endif // WARPLINT_CUDAMODEL_SUGGESTEDATOMICS_H
