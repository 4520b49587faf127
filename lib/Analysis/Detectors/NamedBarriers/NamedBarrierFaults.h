//===--- NamedBarrierFaults.h - Numbered barriers that do not fit -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_NAMEDBARRIERFAULTS_H
#define WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_NAMEDBARRIERFAULTS_H

#include "Analysis/Detectors/NamedBarriers/NamedBarrierSimulator.h"

namespace warplint {

struct NamedBarrierFault {
  enum class Kind : uint8_t {
    NoWholeWarps, ///< The count is no multiple of 32.
    NoSuchNumber, ///< Barriers are numbered from 0 to 15.
    PartOfAWarp,  ///< Lanes of one warp part over an aligned form.
    Protocol      ///< `Simulation` says what does not add up.
  };
  Kind K = Kind::Protocol;
  const Event *At = nullptr;    ///< Never null.
  int64_t Value = 0;            ///< The count or number that is wrong.
  const Node *Branch = nullptr; ///< PartOfAWarp: where its lanes part.
  std::optional<ProtocolFault> Simulation = std::nullopt;
  /// Of `Simulation`, where it goes wrong if the kernel finds a number that it asks
  /// for.
  struct AskedFor {
    /// A parameter or an address; null if nothing is taken to be so.
    const Term *What = nullptr;
    int64_t Number = 0;
    bool OfAll = false; ///< So is every element of the array that it is from.
  };
  AskedFor Asked = {};
  std::array<int64_t, 3> BlockDim = {0, 0, 0}; ///< Of `Simulation`.
};

/// The numbered barriers of a kernel that count threads. What the runs of the
/// warps show is a fault only if they show it for every value that was tried
/// for the kernel's parameters; where nothing tells how large a block is, only
/// if no size does without one. A fact of one kernel (KernelFacts::get).
class NamedBarrierFaults {
public:
  explicit NamedBarrierFaults(const KernelFacts &Facts);
  llvm::ArrayRef<NamedBarrierFault> all() const { return Found; }
  /// There are such barriers, and it is not known who comes to them.
  bool isUnknown() const { return Unknown; }

private:
  void checkOperands(const KernelFacts &Facts, const Event &E);
  void checkProtocol(const KernelFacts &Facts);

  std::vector<NamedBarrierFault> Found;
  bool Unknown = false;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_NAMEDBARRIERFAULTS_H
