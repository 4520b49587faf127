//===--- Verdicts.h - Verdicts about kernels, and their formats -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_VERDICTS_H
#define WARPLINT_REPORT_VERDICTS_H

#include "Report/Report.h"
#include "llvm/Support/raw_ostream.h"

namespace warplint::report {

/// What is asked of kernels.
struct Demand {
  std::vector<Property> Required; ///< In the order of the enumeration.
  std::set<std::string> Accepted; ///< Ids of assumptions.
  bool AcceptsAll = false;

  bool isRequired(Property P) const;
  bool accepts(llvm::StringRef Id) const {
    return AcceptsAll || Accepted.count(Id.str());
  }
  /// \p Of holds, under what is accepted at most.
  bool isMet(const PropertyVerdictOf<ReportedPlace> &Of) const;
};

/// How many verdicts there are of each standing, by property.
using StandingCounts = std::array<std::array<unsigned, 4>, Properties>;

/// The verdicts of a run.
struct VerdictReport {
  std::vector<ReportedVerdict> Kernels;
  std::vector<UnitFailure> Failures;
  Demand Asked;

  /// Sorts kernels by place, and makes one of those whose verdicts are the same
  /// at one place: instances of a template, kernels of headers.
  void settle();
  StandingCounts counts() const;
  /// 3 before 1 before 4 before 0; see ExitCode.
  ExitCode exitCode() const;
};

/// A table for each kernel, then the sentences of the assumptions named there.
void writeVerdictText(llvm::raw_ostream &OS, const VerdictReport &R);
/// A line of JSON for each kernel, and one for the run:
/// docs/report.schema.json.
void writeVerdictJson(llvm::raw_ostream &OS, const VerdictReport &R);
/// SARIF 2.1.0: a result for each kernel and required property, with its kind
/// pass, fail or open.
void writeVerdictSarif(llvm::raw_ostream &OS, const VerdictReport &R,
                       llvm::StringRef Version);
/// One line: how many hold, and what there is besides.
void printVerdictSummary(llvm::raw_ostream &OS, const VerdictReport &R);

/// "no-alias(in, out)", with three subjects at most.
std::string shortText(const ConditionOf<ReportedPlace> &Of);
/// "holds if no-alias(in, out)", "unknown: call-without-body at k.cu:31".
std::string shortText(const ReportedVerdict &Kernel, Property Of);

} // namespace warplint::report

#endif // WARPLINT_REPORT_VERDICTS_H
