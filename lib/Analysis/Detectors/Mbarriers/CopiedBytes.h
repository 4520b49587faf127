//===--- CopiedBytes.h - Bytes of copies and accesses -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_COPIEDBYTES_H
#define WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_COPIEDBYTES_H

#include "Analysis/Detectors/Mbarriers/BarrierObjects.h"
#include "llvm/ADT/DenseMap.h"

namespace warplint::mbarriers {

/// One end of a copy in shared memory, or an access there.
struct CopyAccess {
  const Event *E = nullptr;
  const Term *Address = nullptr;
  AccessPath At;
  int64_t Bytes = 1; ///< At least as many.
};

/// The bytes that a tensor copy moves whose box the kernel does not show: the
/// size of the part of the array at \p At that one value of its indices
/// selects. 1 for an array of bytes, which may contain anything.
int64_t bytesOfTile(const AccessPath &At, const clang::ASTContext &Context);

/// The bytes that threads of the example block access.
class CopiedBytes {
public:
  explicit CopiedBytes(const BarrierObjects &Objects)
      : Objects(Objects), Facts(Objects.facts()) {}

  /// Some thread accesses in \p Access what some thread's \p Copy moves. With
  /// \p OtherThread: what another thread's copy moves and its own does not.
  /// With \p OtherWarp, too: the copying thread is of another warp. False if
  /// unknown.
  bool overlap(const CopyAccess &Copy, const CopyAccess &Access,
               bool OtherThread, bool OtherWarp) const;

private:
  /// Offset and rank of each thread, up to the first one with an unknown
  /// offset.
  struct OffsetList {
    std::vector<std::pair<int64_t, int64_t>> Known;
    bool IsComplete = true;
  };
  const OffsetList &offsetsOf(const CopyAccess &T,
                              llvm::ArrayRef<ThreadOfBlock> Threads,
                              bool Sorted) const;

  const BarrierObjects &Objects;
  const KernelFacts &Facts;
  /// Keys for copies (sorted by offset) and accesses, by the object that they
  /// are part of.
  using Key = std::tuple<const Event *, const Term *, size_t>;
  mutable llvm::DenseMap<Key, std::unique_ptr<OffsetList>> Moved, Touched;
};

} // namespace warplint::mbarriers

#endif // WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_COPIEDBYTES_H
