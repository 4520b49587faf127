//===--- Identity.h - Identity of threads and launches ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an expression says about the identity of a thread or about the launch:
// the built-in variables, special registers, and ranks and sizes of cooperative
// groups.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_IDENTITY_H
#define WARPLINT_CUDAMODEL_IDENTITY_H

#include "CudaModel/SyncOp.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace warplint {

/// What an expression says about the identity of a thread or about the launch.
enum class IdentityKind : uint8_t {
  ThreadIdx,     ///< threadIdx.{x,y,z} (Axis).
  BlockIdx,      ///< blockIdx.{x,y,z} (Axis).
  BlockDim,      ///< blockDim.{x,y,z} (Axis).
  GridDim,       ///< gridDim.{x,y,z} (Axis).
  LaneId,        ///< %laneid, 0..31.
  WarpIdInBlock, ///< %warpid-like: cg tile meta_group_rank of 32-lane tiles.
  WarpSize,      ///< warpSize: 32.
  ThreadRankInBlock, ///< x + y*Dx + z*Dx*Dy.
  ThreadRankInGrid,
  ThreadRankInTile, ///< ThreadRankInBlock modulo TileSize.
  TileRankInBlock,  ///< ThreadRankInBlock divided by TileSize.
  TilesInBlock,
  BlockSize, ///< threads of the block.
  GridSize,  ///< threads of the grid.
  TileSize,  ///< TileSize itself.
  BlockRankInGrid,
  BlocksInGrid,
  BlockRankInCluster,
  ClusterRankInGrid,
  ThreadRankInCluster,
  BlocksInCluster,
  /// Differs by thread in ways the model does not resolve (coalesced group
  /// ranks, clocks, %smid as seen by another block, ...). Uniform at UniformAt.
  Opaque,
};

/// An identity that an expression has.
struct Identity {
  IdentityKind Kind;
  uint8_t Axis = 0; ///< 0 = x, 1 = y, 2 = z.
  /// For tile kinds, threads of the tile. For Opaque ones, the warp's size if
  /// the value says nothing about which warp the thread is in.
  unsigned TileSize = 0;
  Scope UniformAt =
      Scope::Thread;    ///< Widest scope over which all threads agree.
  std::string Spelling; ///< For messages: "threadIdx.x".
};

/// The identity of `%laneid`.
Identity laneInWarp();
/// What a variable of CUDA's called \p Name holds along each axis, as
/// `blockDim` does; nothing for other names.
std::optional<IdentityKind> identityOfBuiltin(llvm::StringRef Name);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_IDENTITY_H
