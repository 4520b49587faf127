//===--- Collectives.h - Collectives with temporary storage -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUB's block and warp collectives are classes whose objects work in shared
// memory that the caller lends them, their `TempStorage`. It is free again
// behind the next barrier of the collective's threads: "A subsequent
// __syncthreads() threadblock barrier should be invoked after calling this
// method if the collective's temporary storage is to be reused or repurposed";
// for warp collectives the same of __syncwarp() (CUB's reference).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_COLLECTIVES_H
#define WARPLINT_CUDAMODEL_COLLECTIVES_H

#include "CudaModel/SyncApi.h"
#include "clang/AST/DeclCXX.h"
#include <array>
#include <optional>

namespace warplint {

/// A class of collectives that works in lent storage.
struct Collective {
  Scope Threads = Scope::Block; ///< Who takes part: a block or a warp.
  /// The member that refers to the storage; null if the collective needs none
  /// (an algorithm that keeps everything in registers).
  const clang::FieldDecl *Storage = nullptr;
};

/// What \p Class is if it is a collective of CUB: a class `Block...` or
/// `Warp...` of a namespace `cub` with a `TempStorage`.
std::optional<Collective> collectiveOf(const clang::CXXRecordDecl &Class);

/// The collective that \p Call runs \p Member of: the class of the object,
/// which can have inherited the member.
std::optional<Collective> collectiveOf(const clang::FunctionDecl &Member,
                                       const clang::Expr &Call);

/// The extents of the block that \p Class, a collective of a block, is for, as
/// its template arguments say: "The thread block length in threads along the X
/// dimension" (CUB's reference, `BLOCK_DIM_X`). Nothing if it does not say so.
std::optional<std::array<uint32_t, 3>>
blockOf(const clang::CXXRecordDecl &Class);

/// \p F is a member function that names the storage its object refers to, or
/// calls one that does. Bodies of the library's helpers count.
bool worksInStorage(const clang::FunctionDecl &F);

/// Over which threads \p Result, a reference parameter of a collective, holds
/// the same after the call: CUB's `block_aggregate` is for all threads of the
/// block ("BlockScan", "BlockReduce"). A thread each if nothing is known.
Scope agreementOn(const clang::ParmVarDecl &Result);

/// "cub::BlockReduce::Sum()" for messages.
std::string spellingOfMember(const clang::FunctionDecl &F);

/// The barrier that frees the storage of a collective of \p Threads, as a user
/// types it: "__syncthreads()".
llvm::StringRef barrierFor(Scope Threads);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_COLLECTIVES_H
