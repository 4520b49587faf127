//===--- Collectives.h - Collectives with temporary storage -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUB's block and warp collectives are classes whose objects work in shared
// memory that the caller lends them, their `TempStorage`. The storage is free
// again behind the next barrier of the collective's threads: "A subsequent
// __syncthreads() threadblock barrier should be invoked after calling this
// method if the collective's temporary storage is to be reused or repurposed";
// warp collectives need __syncwarp() likewise (CUB's reference).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_COLLECTIVES_H
#define WARPLINT_CUDAMODEL_COLLECTIVES_H

#include "CudaModel/SyncOp.h"
#include "clang/AST/DeclCXX.h"
#include <array>
#include <optional>

namespace warplint {

/// A class of collectives that works in storage lent by the caller.
struct Collective {
  Scope Threads = Scope::Block; ///< Who takes part: a block or a warp.
  /// The member that refers to the storage; null if the collective needs none
  /// (an algorithm that keeps everything in registers).
  const clang::FieldDecl *Storage = nullptr;
};

/// The collective that \p Class is: a class `Block...` or `Warp...` of a
/// namespace `cub` with a `TempStorage`. Nothing for other classes.
std::optional<Collective> collectiveOf(const clang::CXXRecordDecl &Class);

/// The collective whose \p Member is called by \p Call: the class of the
/// object, which may have inherited the member. Nothing if it is none.
std::optional<Collective> collectiveOf(const clang::FunctionDecl &Member,
                                       const clang::Expr &Call);

/// The block extents that \p Class, a block collective, is written for, from
/// its template arguments: "The thread block length in threads along the X
/// dimension" (CUB's reference, `BLOCK_DIM_X`). Nothing if it does not say so.
std::optional<std::array<uint32_t, 3>>
blockOf(const clang::CXXRecordDecl &Class);

/// Whether \p F is a member function that accesses the storage of its object,
/// itself or through a function that it calls. Bodies of the library's helpers
/// count.
bool worksInStorage(const clang::FunctionDecl &F);

/// The scope over which \p Result, a reference parameter of a collective, is
/// uniform after the call: CUB's `block_aggregate` is equal in all threads of
/// the block ("BlockScan", "BlockReduce"). Scope::Thread if nothing is known.
Scope agreementOn(const clang::ParmVarDecl &Result);

/// The member function \p F as messages spell it: "cub::BlockReduce::Sum()".
std::string spellingOfMember(const clang::FunctionDecl &F);

/// The barrier that makes the storage of a collective of \p Threads free again,
/// as a user types it: "__syncthreads()".
llvm::StringRef barrierFor(Scope Threads);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_COLLECTIVES_H
