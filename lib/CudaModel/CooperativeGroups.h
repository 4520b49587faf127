//===--- CooperativeGroups.h - Types of cooperative groups ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_COOPERATIVEGROUPS_H
#define WARPLINT_CUDAMODEL_COOPERATIVEGROUPS_H

#include "CudaModel/SyncOp.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Type.h"
#include <optional>

namespace warplint {

/// The group classes of CUDA's cooperative groups.
enum class GroupKind : uint8_t {
  ThreadBlock,
  Cluster,
  Grid,
  MultiGrid,
  Coalesced,
  Tile,
  Erased, ///< `thread_group`: any of the others.
};

/// A cooperative group as its static type describes it.
struct GroupType {
  GroupKind Kind;
  /// Threads of a tile; 0 for other groups.
  unsigned TileSize = 0;
  /// Whether the tile is known to partition the whole block.
  bool TileOfBlock = false;
};

/// The group type that \p Class is or derives from; nothing if it is no group.
std::optional<GroupType> groupTypeOf(const clang::CXXRecordDecl &Class);

/// The group type that \p T is, refers to or points to; nothing if it is no
/// group.
std::optional<GroupType> groupTypeOf(clang::QualType T);

/// Narrows scope and participants of \p Op, an operation on a group of type
/// \p Group, to the threads of that group.
void applyGroup(SyncOp &Op, const GroupType &Group);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_COOPERATIVEGROUPS_H
