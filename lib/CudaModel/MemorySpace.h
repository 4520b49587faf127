//===--- MemorySpace.h - Memory spaces of variables -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory spaces of CUDA and the space that a variable is in.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_MEMORYSPACE_H
#define WARPLINT_CUDAMODEL_MEMORYSPACE_H

#include <cstdint>

namespace clang {
class VarDecl;
} // namespace clang

namespace warplint {

/// The memory space of a variable (CUDA Programming Guide, "Variable Memory
/// Space Specifiers").
enum class MemorySpace : uint8_t { Local, Shared, Global, Constant, Managed };

MemorySpace memorySpaceOf(const clang::VarDecl &Var);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_MEMORYSPACE_H
