//===--- SyncApi.h - Meaning of CUDA synchronization calls ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The model of barriers, fences, warp collectives, atomics, asynchronous copies
// and barrier objects, from the tables SyncApi.def and PtxApi.def. No other
// module spells a CUDA name.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_SYNCAPI_H
#define WARPLINT_CUDAMODEL_SYNCAPI_H

#include "CudaModel/Identity.h"
#include "CudaModel/SyncOp.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// The extents of a cluster in blocks that \p Kernel is compiled for
/// (`__cluster_dims__`); nothing if it has no such attribute with constant
/// values.
std::optional<std::array<uint32_t, 3>>
clusterDimsOf(const clang::FunctionDecl &Kernel);

/// Whether the PTX of \p Asm elects one lane of the lanes that execute it (PTX
/// ISA, "elect.sync").
bool electsLane(const clang::GCCAsmStmt &Asm);

/// Whether the copy \p Op writes into several blocks of a cluster at once (PTX
/// ISA, ".multicast::cluster").
bool reachesOtherBlocks(const SyncOp &Op);

/// Whether \p F is what a failing `assert` calls; it ends the launch (CUDA
/// Programming Guide, "Assertion"), although clang's declarations do not say
/// so.
bool isFailedAssertion(const clang::FunctionDecl &F);

/// A project's own function that the configuration declares to act like a known
/// operation: "myproj::block_sync" behaves like "__syncthreads".
struct ConfiguredWrapper {
  std::string Name;        ///< Qualified name of the wrapper.
  std::string BehavesLike; ///< A name of the table.
};

/// Recognizes synchronization in the AST. Keeps pointers into the AST of one
/// translation unit; make one model per unit.
class SyncModel {
public:
  /// Wrappers whose BehavesLike names no row are returned by
  /// `unknownWrappers()` and ignored.
  explicit SyncModel(llvm::ArrayRef<ConfiguredWrapper> Wrappers = {});

  /// The row of \p Callee, or null. Templates and members of inline namespaces
  /// match by their user-visible qualified name. A member that a user-visible
  /// class inherits from a library detail has no row of its own: only classify,
  /// which sees the object, recognizes it.
  const SyncApiEntry *lookup(const clang::FunctionDecl &Callee) const;

  /// What \p Call does; nothing if the table does not have its callee.
  std::optional<SyncOp> classify(const clang::CallExpr &Call) const;

  /// The initialization that a constructor with an arrival count performs
  /// (`cuda::barrier`, `cuda::latch`); nothing for other constructors. The
  /// object is the constructed one, so `Object` is null and `Origin` is
  /// \p Construct.
  std::optional<SyncOp>
  classify(const clang::CXXConstructExpr &Construct) const;

  /// What the PTX text of \p Asm does: one operation per synchronizing
  /// instruction, in order.
  llvm::SmallVector<SyncOp, 2> classify(const clang::GCCAsmStmt &Asm) const;

  /// The thread or launch identity that \p E reads: special registers, members
  /// of the built-in variables, rank and size queries of cooperative groups.
  /// Nothing if it is none.
  std::optional<Identity> identityOf(const clang::Expr &E) const;

  /// The three-component identity that \p E is (`threadIdx`,
  /// `block.thread_index()`, `blockDim` converted to dim3); nothing if it is
  /// none. `Axis` is 0 and `Spelling` lacks the component.
  std::optional<Identity> tripleIdentityOf(const clang::Expr &E) const;

  /// The identity that PTX stores into output \p Output of \p Asm (%tid.x,
  /// %laneid); nothing if it is none.
  std::optional<Identity> identityOf(const clang::GCCAsmStmt &Asm,
                                     unsigned Output) const;

  /// The lane identity, if output \p Output of \p Asm says whether the thread
  /// is the elected lane of its whole warp (PTX ISA, "elect.sync"): the output
  /// is as good as a comparison with lane 0. The ISA does not say which lane is
  /// elected; hardware takes the first. Nothing if only a part of the warp
  /// takes part, or for other outputs.
  std::optional<Identity> electedBy(const clang::GCCAsmStmt &Asm,
                                    unsigned Output) const;

  /// The BehavesLike names of configured wrappers that no row has.
  llvm::ArrayRef<std::string> unknownWrappers() const { return Unknown; }

  /// Every row for calls, for documentation and tests.
  static llvm::ArrayRef<SyncApiEntry> table();

  /// Every row for PTX. `Name` is the opcode without optional modifiers; the
  /// operand positions count PTX operands, destinations included.
  static llvm::ArrayRef<SyncApiEntry> ptxTable();

private:
  /// A row and the name under which it was found, owned by ByName.
  struct Match {
    const SyncApiEntry *Entry = nullptr;
    llvm::StringRef Name;
  };

  Match matchFunction(const clang::FunctionDecl &Callee) const;
  Match matchMember(const clang::CXXRecordDecl &ObjectClass,
                    const clang::FunctionDecl &Callee) const;
  Match matchName(llvm::StringRef QualifiedName) const;
  bool mayMatch(const clang::FunctionDecl &Callee) const;

  mutable llvm::DenseMap<const clang::FunctionDecl *, Match> Cache;
  mutable llvm::DenseMap<
      std::pair<const clang::CXXRecordDecl *, const clang::FunctionDecl *>,
      Match>
      MemberCache;
  llvm::StringMap<const SyncApiEntry *> ByName;
  llvm::StringSet<> LastComponents;
  std::vector<std::string> Unknown;
};

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_SYNCAPI_H
