//===--- HeaderBuiltins.h - Functions that are clang's builtins -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_HEADERBUILTINS_H
#define WARPLINT_CUDAMODEL_HEADERBUILTINS_H

#include "llvm/ADT/StringRef.h"

namespace warplint {

/// Users call these by name, and warplint_early.h declares them; to clang they
/// are builtins, whose address nobody may take.
inline constexpr llvm::StringLiteral UserVisibleBuiltins[] = {"__syncthreads"};

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_HEADERBUILTINS_H
