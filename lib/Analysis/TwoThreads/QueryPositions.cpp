//===--- QueryPositions.cpp - Where two threads stand ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dataflow/Loops.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/TwoThreads/QuerySymbols.h"
#include "Planted/Faults.h"
#include "Support/Checked.h"
#include "Target/Warp.h"

using namespace clang;

namespace warplint::twothreads {

/// A thread's index is made of its warp and lane where rows are whole warps, so
/// that both come out of divisions again.
void QuerySymbols::makePositions(unsigned Thread) {
  static constexpr llvm::StringLiteral Axes[] = {"x", "y", "z"};
  ThreadPosition &At = Positions[Thread];
  auto Make = [&](llvm::StringRef Name, unsigned Owner, int64_t Extent) {
    if (Extent == 1)
      return Arena.constant(0);
    if (planted(Fault::LastThread) && (Name == "lane" || Name == "thread.x"))
      --Extent;
    return newSymbol({0, Extent - 1}, {Name.str(), SymbolInfo::Kind::Position,
                                       Owner, nullptr, nullptr});
  };
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    int64_t Threads = shape().Block[Axis], Blocks = shape().Grid[Axis];
    if (Axis == 0 && Threads % LanesPerWarp == 0) {
      const Term *Warp = Make("warp", Thread, Threads / LanesPerWarp);
      At.Lane = Make("lane", Thread, LanesPerWarp);
      At.Index[0] = Arena.binary(
          BO_Add, Arena.binary(BO_Mul, Warp, Arena.constant(LanesPerWarp)),
          At.Lane);
    } else {
      At.Index[Axis] = Make(("thread." + Axes[Axis]).str(), Thread, Threads);
    }
    if (Sharing == Scope::Cluster) {
      // Clusters are made of blocks that stand next to each other.
      int64_t Extent = std::max<int64_t>(1, shape().Cluster[Axis]);
      const Term *Cluster = Thread == 1
                                ? Make(("cluster." + Axes[Axis]).str(), 0,
                                       std::max<int64_t>(1, Blocks / Extent))
                                : Clusters[Axis];
      Clusters[Axis] = Cluster;
      At.InCluster[Axis] = Make(("peer." + Axes[Axis]).str(), Thread, Extent);
      At.Block[Axis] = Arena.binary(
          BO_Add, Arena.binary(BO_Mul, Cluster, Arena.constant(Extent)),
          At.InCluster[Axis]);
      continue;
    }
    bool Own = Sharing >= Scope::Grid || Thread == 1;
    At.Block[Axis] = Own ? Make(("block." + Axes[Axis]).str(),
                                Sharing >= Scope::Grid ? Thread : 0, Blocks)
                         : Positions[1].Block[Axis];
  }
}

const Term *QuerySymbols::rank(unsigned Thread) {
  const auto &Block = shape().Block;
  auto Times = [&](const Term *T, int64_t C) {
    return Arena.binary(BO_Mul, T, Arena.constant(C));
  };
  const ThreadPosition &At = Positions[Thread];
  return Arena.binary(
      BO_Add, At.Index[0],
      Arena.binary(BO_Add, Times(At.Index[1], Block[0]),
                   Times(At.Index[2], int64_t(Block[0]) * Block[1])));
}

const Term *QuerySymbols::rankInCluster(unsigned Thread) {
  const auto &Cluster = shape().Cluster;
  const ThreadPosition &At = Positions[Thread];
  auto Times = [&](const Term *T, int64_t C) {
    return Arena.binary(BO_Mul, T, Arena.constant(C));
  };
  return Arena.binary(
      BO_Add, At.InCluster[0],
      Arena.binary(BO_Add, Times(At.InCluster[1], Cluster[0]),
                   Times(At.InCluster[2], int64_t(Cluster[0]) * Cluster[1])));
}

std::optional<participation::PeerPlace>
QuerySymbols::peerPlace(const Term *T) const {
  return Sharing == Scope::Cluster ? participation::mappedBy(T, Facts)
                                   : std::nullopt;
}

const Term *QuerySymbols::warp(unsigned Thread) {
  return Arena.binary(BO_Div, rank(Thread), Arena.constant(LanesPerWarp));
}

/// Another lane of a warp has the symbol, or one that follows from its index.
static bool isKnownInLanes(const SymbolInfo &Info, unsigned Thread,
                           const Node &At, const Loops &All) {
  if (Info.Thread != Thread || Info.Function)
    return true; // The arguments of a function are looked at, too.
  return Info.K == SymbolInfo::Kind::Position ||
         (Info.K == SymbolInfo::Kind::Iterations && !Info.IsCount &&
          Info.Loop && All.contains(*Info.Loop, At));
}

const Term *QuerySymbols::inLane(const Term *T, unsigned Thread,
                                 const Term *Lane, const Node &At) {
  llvm::SmallVector<const Term *, 8> Work{T};
  llvm::DenseSet<const Term *> Seen;
  while (!Work.empty()) {
    const Term *Next = Work.pop_back_val();
    if (!Next || !Seen.insert(Next).second)
      continue;
    if (isa<SymbolTerm>(Next)) {
      if (!isKnownInLanes(info(Next), Thread, At, Facts.loops()))
        return nullptr;
      llvm::append_range(Work, info(Next).Parts);
    }
    Work.append(Next->operands().begin(), Next->operands().end());
  }
  const ThreadPosition &Self = Positions[Thread];
  Renaming To;
  if (Self.Lane) {
    To[Self.Lane] = Lane;
    return renamed(T, To);
  }
  const auto &Block = shape().Block;
  auto Apply = [&](BinaryOperatorKind Op, const Term *L, int64_t R) {
    return Arena.binary(Op, L, Arena.constant(R));
  };
  const Term *Rest =
      Arena.binary(BO_Add, Apply(BO_Mul, warp(Thread), LanesPerWarp), Lane);
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    if (isa<SymbolTerm>(Self.Index[Axis]))
      To[Self.Index[Axis]] = Apply(BO_Rem, Rest, Block[Axis]);
    Rest = Apply(BO_Div, Rest, Block[Axis]);
  }
  return renamed(T, To);
}

const Term *QuerySymbols::identity(const Term *Of, unsigned Thread) {
  const auto *T = cast<IdentityTerm>(Of);
  const auto &Block = shape().Block;
  const auto &Grid = shape().Grid;
  const ThreadPosition &At = Positions[Thread];
  auto Constant = [&](int64_t V) { return Arena.constant(V); };
  auto Apply = [&](BinaryOperatorKind Op, const Term *L, int64_t R) {
    return Arena.binary(Op, L, Constant(R));
  };
  auto BlockRank = [&] {
    return Arena.binary(
        BO_Add, At.Block[0],
        Arena.binary(BO_Add, Apply(BO_Mul, At.Block[1], Grid[0]),
                     Apply(BO_Mul, At.Block[2], int64_t(Grid[0]) * Grid[1])));
  };
  int64_t Threads = shape().blockSize(), Blocks = shape().gridSize();
  int64_t Tile = T->tileSize();
  switch (T->identity()) {
  case IdentityKind::ThreadIdx:
    return At.Index[T->axis()];
  case IdentityKind::BlockIdx:
    return At.Block[T->axis()];
  case IdentityKind::BlockDim:
    return Constant(Block[T->axis()]);
  case IdentityKind::GridDim:
    return Constant(Grid[T->axis()]);
  case IdentityKind::LaneId:
    return Apply(BO_Rem, rank(Thread), LanesPerWarp);
  case IdentityKind::WarpIdInBlock:
    return warp(Thread);
  case IdentityKind::WarpSize:
    return Constant(LanesPerWarp);
  case IdentityKind::ThreadRankInBlock:
    return rank(Thread);
  case IdentityKind::ThreadRankInGrid:
    return Arena.binary(BO_Add, rank(Thread),
                        Apply(BO_Mul, BlockRank(), Threads));
  case IdentityKind::ThreadRankInTile:
    return Tile ? Apply(BO_Rem, rank(Thread), Tile) : nullptr;
  case IdentityKind::TileRankInBlock:
    return Tile ? Apply(BO_Div, rank(Thread), Tile) : nullptr;
  case IdentityKind::TilesInBlock:
    return Tile ? Constant((Threads + Tile - 1) / Tile) : nullptr;
  case IdentityKind::TileSize:
    return Tile ? Constant(Tile) : nullptr;
  case IdentityKind::BlockSize:
    return Constant(Threads);
  case IdentityKind::GridSize:
    if (base::Checked All = base::Checked(Threads) * Blocks)
      return Constant(*All);
    return nullptr;
  case IdentityKind::BlockRankInGrid:
    return BlockRank();
  case IdentityKind::BlocksInGrid:
    return Constant(Blocks);
  case IdentityKind::BlockRankInCluster:
    return Sharing == Scope::Cluster ? rankInCluster(Thread) : nullptr;
  case IdentityKind::BlocksInCluster:
    return Sharing == Scope::Cluster ? Constant(shape().clusterSize())
                                     : nullptr;
  case IdentityKind::ClusterRankInGrid:
  case IdentityKind::ThreadRankInCluster:
  case IdentityKind::Opaque:
    return nullptr;
  }
  llvm_unreachable("all kinds are handled");
}

} // namespace warplint::twothreads
