//===--- HeaderBuiltins.h - CUDA functions that clang builds in -*- C++ -*-===//
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

/// CUDA functions that users name, and that the prelude warplint_early.h
/// declares, but that clang has as builtins, whose address cannot be taken.
inline constexpr llvm::StringLiteral UserVisibleBuiltins[] = {"__syncthreads"};

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_HEADERBUILTINS_H
