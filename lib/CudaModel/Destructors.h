//===--- Destructors.h - What happens at the end of a scope -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_DESTRUCTORS_H
#define WARPLINT_CUDAMODEL_DESTRUCTORS_H

#include "clang/AST/DeclCXX.h"

namespace warplint {

/// The end of an object of \p Class orders nothing between threads, whatever it
/// is made of: a `cuda::pipeline` counts those who have quit, and waits for
/// nobody.
bool orderNothingAtEnd(const clang::CXXRecordDecl &Class);

/// The end of an object of \p Class may run code: of one that is declared only
/// nothing is known.
bool mayRunAtEnd(const clang::CXXRecordDecl &Class);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_DESTRUCTORS_H
