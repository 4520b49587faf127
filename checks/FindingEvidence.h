//===--- FindingEvidence.h - What findings rest on --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check whose detector does not say what its findings rest on is asked again,
// of the same kernel, where assumptions are taken away that anything has asked
// for. What makes a finding go away is what it rests on.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CHECKS_FINDINGEVIDENCE_H
#define WARPLINT_CHECKS_FINDINGEVIDENCE_H

#include "Analysis/KernelFacts/AnalysisOptions.h"
#include "Assumptions/Evidence.h"
#include <map>
#include <set>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace warplint {

class Check;
class DeviceCode;
class FindingList;
class KernelFacts;
struct Finding;

/// The evidence of findings about one kernel. All arguments must outlive it.
class FindingEvidence {
public:
  /// \p Facts: with which the findings were made, under \p Options.
  FindingEvidence(const KernelFacts &Facts, DeviceCode &Code,
                  const AnalysisOptions &Options);

  /// Adds to \p F, which \p By has found, what it rests on.
  void addTo(Finding &F, Check &By);
  /// Counts what \p F rests on, unless that has been counted.
  void count(const Finding &F) const;

private:
  using Places = std::set<unsigned>; ///< Encodings of source locations.
  /// Where \p By finds something with \p Off taken away; null if the budget
  /// does not suffice.
  const Places *without(llvm::ArrayRef<Assumption> Off, Check &By);

  const KernelFacts &Facts;
  DeviceCode &Code;
  const AnalysisOptions &Options;
  llvm::SmallVector<Assumption, 8> Asked;
  uint64_t StepsLeft, StepsOfOne;
  /// By what is off and the check.
  std::map<std::pair<AssumptionSet::Bits, const Check *>, Places> Known;
};

} // namespace warplint

#endif // WARPLINT_CHECKS_FINDINGEVIDENCE_H
