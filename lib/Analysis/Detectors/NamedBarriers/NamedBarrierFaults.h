//===--- NamedBarrierFaults.h - Faults of named barriers --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_NAMEDBARRIERFAULTS_H
#define WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_NAMEDBARRIERFAULTS_H

#include "Analysis/Budgets/Limits.h"
#include "Analysis/Detectors/NamedBarriers/ProtocolFault.h"
#include "Analysis/LaunchScenarios/Provenance.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <optional>
#include <vector>

namespace warplint {
class KernelFacts;
class Node;
class Term;
struct Event;
} // namespace warplint

namespace warplint::namedbarriers {

/// A fault in the use of named barriers.
struct NamedBarrierFault {
  enum class Kind : uint8_t {
    NoWholeWarps, ///< The count is no multiple of 32.
    NoSuchNumber, ///< Barriers are numbered from 0 to 15.
    PartOfAWarp,  ///< Lanes of one warp diverge at an aligned form.
    Protocol      ///< `Simulation` says what is wrong.
  };
  Kind K = Kind::Protocol;
  const Event *At = nullptr;    ///< Never null.
  int64_t Value = 0;            ///< The wrong count or number.
  const Node *Branch = nullptr; ///< Of PartOfAWarp: the divergent branch.
  std::optional<ProtocolFault> Simulation = std::nullopt;
  /// The value of a parameter or of memory under which `Simulation` shows its
  /// fault.
  struct AskedFor {
    /// A parameter or an address; null if the fault needs no such value.
    const Term *What = nullptr;
    int64_t Number = 0;
    bool OfAll = false; ///< All elements of the array have that value.
  };
  AskedFor Asked = {};
  std::array<int64_t, 3> BlockDim = {0, 0, 0}; ///< Of `Simulation`.
  scenarios::Provenance From = {};             ///< Of `BlockDim`.
};

/// The named barriers of a kernel with a thread count. A simulation shows a
/// fault only if it does for every parameter value tried; if the block size is
/// unknown, only if every block size has a fault. A fact of one kernel
/// (KernelFacts::get).
class NamedBarrierFaults {
public:
  explicit NamedBarrierFaults(const KernelFacts &Facts);
  llvm::ArrayRef<NamedBarrierFault> all() const { return Found; }
  /// There are such barriers, but it is unknown which threads reach them.
  bool isUnknown() const { return Open.has_value(); }

private:
  void checkOperands(const KernelFacts &Facts, const Event &E);
  void checkProtocol(const KernelFacts &Facts);

  std::vector<NamedBarrierFault> Found;
  std::optional<Counted> Open;
};

} // namespace warplint::namedbarriers

#endif // WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_NAMEDBARRIERFAULTS_H
