//===--- CopiedBytes.h - Bytes that copies and accesses touch -------------===//
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

namespace warplint {

/// One end of a copy, or an access; in shared memory.
struct Touch {
  const Event *E = nullptr;
  const Term *Address = nullptr;
  Location At;
  int64_t Bytes = 1; ///< At least.
};

/// How much a tensor copy moves whose box the kernel does not show: the part of
/// the array at \p At that one value of its indices means. 1 where the array
/// only holds bytes, and may hold anything.
int64_t bytesOfTile(const Location &At, const clang::ASTContext &Context);

/// What threads of the example block touch.
class CopiedBytes {
public:
  explicit CopiedBytes(const BarrierObjects &Objects)
      : Objects(Objects), Facts(Objects.facts()) {}

  /// Some thread touches in \p Access what some thread's copy moves. With
  /// \p OtherThread, what its own copies do not move; then of another warp if
  /// \p OtherWarp says so.
  bool overlap(const Touch &Copy, const Touch &Access, bool OtherThread,
               bool OtherWarp) const;

private:
  /// Offset and rank of each thread up to the first whose offset is not known.
  struct OffsetList {
    std::vector<std::pair<int64_t, int64_t>> Known;
    bool IsComplete = true;
  };
  const OffsetList &offsetsOf(const Touch &T,
                              llvm::ArrayRef<ThreadOfBlock> Threads,
                              bool Sorted) const;

  const BarrierObjects &Objects;
  const KernelFacts &Facts;
  /// Of copies (sorted by offset) and of accesses; by what they are part of.
  using Key = std::tuple<const Event *, const Term *, size_t>;
  mutable llvm::DenseMap<Key, std::unique_ptr<OffsetList>> Moved, Touched;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_COPIEDBYTES_H
