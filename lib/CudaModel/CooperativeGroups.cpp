//===--- CooperativeGroups.cpp - Types of cooperative groups --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/CooperativeGroups.h"
#include "CudaModel/AstNames.h"
#include "Target/Warp.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace warplint {

static std::optional<GroupKind> groupKindOf(llvm::StringRef ClassName) {
  return llvm::StringSwitch<std::optional<GroupKind>>(ClassName)
      .Case("thread_block", GroupKind::ThreadBlock)
      .Case("cluster_group", GroupKind::Cluster)
      .Case("grid_group", GroupKind::Grid)
      .Case("multi_grid_group", GroupKind::MultiGrid)
      .Case("coalesced_group", GroupKind::Coalesced)
      .Case("thread_block_tile", GroupKind::Tile)
      .Case("thread_group", GroupKind::Erased)
      .Default(std::nullopt);
}

/// Reads `thread_block_tile<Size, Parent>`. A tile without a parent type came
/// from a block unless it is smaller than a warp, when it may be part of a
/// larger tile.
static GroupType tileTypeOf(const CXXRecordDecl &Tile) {
  GroupType Type{GroupKind::Tile};
  const auto *Special = dyn_cast<ClassTemplateSpecializationDecl>(&Tile);
  if (!Special)
    return Type;
  const TemplateArgumentList &Args = Special->getTemplateArgs();
  if (Args.size() > 0 && Args[0].getKind() == TemplateArgument::Integral)
    Type.TileSize = Args[0].getAsIntegral().getZExtValue();
  if (Args.size() > 1 && Args[1].getKind() == TemplateArgument::Type) {
    std::optional<GroupType> Parent = groupTypeOf(Args[1].getAsType());
    Type.TileOfBlock = Parent ? Parent->Kind == GroupKind::ThreadBlock
                              : Type.TileSize >= LanesPerWarp;
  }
  return Type;
}

std::optional<GroupType> groupTypeOf(const CXXRecordDecl &Class) {
  std::optional<GroupType> Result;
  visitClassAndBases(Class, [&](const CXXRecordDecl &Candidate) {
    if (!Candidate.getIdentifier())
      return false;
    std::optional<GroupKind> Kind = groupKindOf(Candidate.getName());
    if (!Kind ||
        !visibleName(Candidate).str().starts_with("cooperative_groups::"))
      return false;
    Result =
        *Kind == GroupKind::Tile ? tileTypeOf(Candidate) : GroupType{*Kind};
    return true;
  });
  return Result;
}

std::optional<GroupType> groupTypeOf(QualType T) {
  const CXXRecordDecl *Class = classOf(T);
  return Class ? groupTypeOf(*Class) : std::nullopt;
}

static void setThreads(SyncOp &Op, Scope Threads, Participation Who) {
  Op.Scope = Threads;
  Op.Participants = Who;
  if (Op.Kind == SyncKind::Barrier || Op.Kind == SyncKind::WarpBarrier)
    Op.Kind =
        Threads == Scope::Warp ? SyncKind::WarpBarrier : SyncKind::Barrier;
}

static void applyTile(SyncOp &Op, unsigned TileSize) {
  Op.TileSize = TileSize;
  // Tiles larger than a warp synchronize some warps of the block.
  if (TileSize > LanesPerWarp)
    setThreads(Op, Scope::Block, Participation::Counted);
  else
    setThreads(Op, Scope::Warp, Participation::Masked);
  if (TileSize < LanesPerWarp)
    Op.ResultUniformAt = Scope::Thread;
}

void applyGroup(SyncOp &Op, const GroupType &Group) {
  switch (Group.Kind) {
  case GroupKind::ThreadBlock:
    return setThreads(Op, Scope::Block, Participation::AllOfScope);
  case GroupKind::Cluster:
    return setThreads(Op, Scope::Cluster, Participation::AllOfScope);
  case GroupKind::Grid:
    return setThreads(Op, Scope::Grid, Participation::AllOfScope);
  case GroupKind::MultiGrid:
    return setThreads(Op, Scope::System, Participation::AllOfScope);
  case GroupKind::Coalesced:
    Op.ResultUniformAt = Scope::Thread;
    return setThreads(Op, Scope::Warp, Participation::Active);
  case GroupKind::Tile:
    return applyTile(Op, Group.TileSize);
  case GroupKind::Erased:
    // Some group within the block: it may order the block's memory, and not
    // every thread need come.
    Op.ResultUniformAt = Scope::Thread;
    return setThreads(Op, Scope::Block, Participation::Counted);
  }
}

} // namespace warplint
