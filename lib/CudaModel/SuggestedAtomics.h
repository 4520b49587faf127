//===--- SuggestedAtomics.h - The atomic for an operator -------- -*- C++
//-*-===//
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

inline constexpr llvm::StringLiteral Minimum = "atomicMin()";
inline constexpr llvm::StringLiteral Maximum = "atomicMax()";
inline constexpr llvm::StringLiteral CompareExchange = "atomicCAS()";

/// The function, without parentheses, that does \p Op to an element of \p Type
/// as one operation and gives what was there; empty if there is none (CUDA
/// Programming Guide, "Atomic Functions").
llvm::StringRef atomicFor(clang::BinaryOperatorKind Op, clang::QualType Type);
/// The same for `min` and `max`.
llvm::StringRef atomicForChoice(llvm::StringRef Function, clang::QualType Type);

} // namespace warplint::suggested

#endif // WARPLINT_CUDAMODEL_SUGGESTEDATOMICS_H
