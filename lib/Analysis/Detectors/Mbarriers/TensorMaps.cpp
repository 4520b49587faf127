//===--- TensorMaps.cpp - Tensor maps that are not acquired ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor map that was written in global memory is read through a proxy of its
// own, and `fence.proxy.tensormap::generic.acquire` orders the 128 bytes of one
// map only (PTX ISA, "membar, fence": the range is [addr, addr + size)).
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Mbarriers/AsyncCopies.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/AccessPath.h"

namespace warplint::mbarriers {

/// Both may be one map, in some thread and iteration.
static bool mayBeOneMap(const AccessPath &Fenced, const AccessPath &Used) {
  return !Fenced.isConstant() ||
         (Used.isConstant() && Used.Bytes == Fenced.Bytes);
}

std::optional<CopyFault> findMapNotAcquired(const KernelFacts &Facts,
                                            const Event &Copy) {
  // Other copies have a number of bytes.
  auto Map = Copy.Width ? std::nullopt : locate(Copy.Value);
  if (!Map || !isa<ParameterTerm>(Map->Root))
    return std::nullopt;
  const Event *Other = nullptr;
  for (const Event &E : Facts.cfg().events()) {
    if (E.isUnknown())
      return std::nullopt;
    if (!E.isSync(SyncKind::ProxyFence) || !E.Address)
      continue;
    auto At = locate(E.Address);
    if (!At || (At->Root == Map->Root && !inSameMember(*At, *Map)) ||
        (At->Root == Map->Root && mayBeOneMap(*At, *Map)))
      return std::nullopt;
    if (At->Root == Map->Root)
      Other = &E;
  }
  if (!Other)
    return std::nullopt;
  return CopyFault{CopyFault::Kind::MapNotAcquired, &Copy, &Copy, Other};
}

} // namespace warplint::mbarriers
