//===--- CopiedBytes.cpp - Bytes that copies and accesses touch -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/BarrierObjects/CopiedBytes.h"

namespace warplint {

const CopiedBytes::OffsetList &
CopiedBytes::offsetsOf(const Touch &T, llvm::ArrayRef<ThreadOfBlock> Threads,
                       bool Sorted) const {
  auto &Slot = (Sorted ? Moved : Touched)[{T.E, T.Address}];
  if (Slot)
    return *Slot;
  Slot = std::make_unique<OffsetList>();
  GivenValues None;
  ThreadValues Run(Facts.values(), None);
  for (const ThreadOfBlock &Self : Threads) {
    auto Offset = T.At.offset(Run, Self);
    Slot->IsComplete = Offset.has_value();
    if (!Offset)
      break;
    Slot->Known.push_back({*Offset, Self.rank()});
  }
  if (Sorted)
    llvm::sort(Slot->Known);
  return *Slot;
}

bool CopiedBytes::overlap(const Touch &Copy, const Touch &Access,
                          bool OtherThread, bool OtherWarp) const {
  const Execution &By = Objects.execution(*Copy.E->At),
                  &User = Objects.execution(*Access.E->At);
  std::vector<ThreadOfBlock> Threads = By.Threads;
  if (By.Who == Execution::Kind::Unknown) {
    // One thread, whichever: good enough where all know the same address.
    Threads = {threadsOf(Objects.exampleBlock()).front()};
    if (OtherThread || !Objects.isSameForAll(Copy.At, Copy.At))
      return false;
  }
  const OffsetList &Copies = offsetsOf(Copy, Threads, /*Sorted=*/true);
  if (!Copies.IsComplete)
    return false;
  for (auto [At, Self] : offsetsOf(Access, User.Threads, false).Known) {
    bool Own = false, Others = false;
    auto Next = llvm::partition_point(Copies.Known, [&](const auto &Part) {
      return Part.first + Copy.Bytes <= At;
    });
    for (; Next != Copies.Known.end() && Next->first <= At; ++Next) {
      int64_t Rank = Next->second;
      Own |= Rank == Self;
      Others |=
          OtherWarp ? Rank / LanesPerWarp != Self / LanesPerWarp : Rank != Self;
      if (Own || (Others && !OtherThread))
        break;
    }
    if (OtherThread ? Others && !Own : Others || Own)
      return true;
  }
  return false;
}

} // namespace warplint
