//===--- Destructors.h - Effects of destructors -----------------*- C++ -*-===//
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

/// Whether the destructor of \p Class orders nothing between threads, whatever
/// its members are: that of `cuda::pipeline` counts threads that have quit and
/// waits for none.
bool orderNothingAtEnd(const clang::CXXRecordDecl &Class);

/// Whether the destructor of \p Class may run code. True if the class is only
/// declared.
bool mayRunAtEnd(const clang::CXXRecordDecl &Class);

/// Whether \p Class is a `std::unique_ptr` that deletes what it owns.
bool deletesAlone(const clang::CXXRecordDecl &Class);
/// Whether it runs no code of the user, either.
bool deletesPlainly(const clang::CXXRecordDecl &Class);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_DESTRUCTORS_H
