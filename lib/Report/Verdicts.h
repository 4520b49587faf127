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
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace warplint::report {

/// What is asked of kernels.
struct Demand {
  std::vector<Property> Required; ///< In the order of the enumeration.
  /// Those and what contracts promise; made by VerdictReport::settle.
  std::vector<Property> Shown;
  std::set<std::string> Accepted; ///< Ids of assumptions.
  bool AcceptsAll = false;
  /// Of each kernel only what its contract promises decides.
  bool OnlyContracts = false;
  /// Names of kernels, with or without namespaces; empty: all are meant.
  std::vector<std::string> Kernels;

  bool isAbout(const ReportedVerdict &Kernel) const;
  /// \p P decides for \p Kernel.
  bool isRequired(const ReportedVerdict &Kernel, Property P) const;
  /// \p P of \p Kernel holds, under what is accepted at most, by the demand or
  /// by the contract of the kernel.
  bool isMet(const ReportedVerdict &Kernel, Property P) const;
};

/// The contract of \p Kernel promises \p P.
bool isPromised(const ReportedVerdict &Kernel, Property P);
/// "the contract at k.cu:3 promises shared-race-free: unknown: ..." for each
/// promise of \p Kernel that is not kept.
std::vector<std::string> brokenPromises(const ReportedVerdict &Kernel,
                                        const Demand &Asked);
/// Those, and what of its contract cannot be read.
std::vector<std::string> contractFaults(const ReportedVerdict &Kernel,
                                        const Demand &Asked);
/// What states \p If: a comment to write above \p Kernel, or an option of a
/// configuration file; empty if there is nothing.
std::string statementFor(const ReportedVerdict &Kernel,
                         const ConditionOf<ReportedPlace> &If);

/// "__syncthreads() at k.cu:12".
std::string shortText(const RedundantBarrierOf<ReportedPlace> &Of);

/// Nothing of \p Kernel is known, but what is violated: its unit was not read
/// whole, and what was not understood may have been a barrier, or an array.
void forgetUnread(ReportedVerdict &Kernel);

/// How many verdicts there are of each standing, by property.
using StandingCounts = std::array<std::array<unsigned, 4>, Properties>;

/// The verdicts of a run.
struct VerdictReport {
  std::vector<ReportedVerdict> Kernels;
  std::vector<UnitFailure> Failures;
  Demand Asked;

  /// Keeps the kernels that are meant, sorts them by place, and makes one of
  /// those whose verdicts are the same at one place: instances of a template,
  /// kernels of headers. A barrier is redundant if it is so in all of these.
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
/// One page for a browser: a table of kernels and properties, whose cells open
/// what their verdicts rest on.
void writeVerdictHtml(llvm::raw_ostream &OS, const VerdictReport &R,
                      llvm::StringRef Version);
/// One line: how many hold, and what there is besides.
void printVerdictSummary(llvm::raw_ostream &OS, const VerdictReport &R);

/// What the line of JSON for \p P of \p Kernel has of the verdict itself.
llvm::json::Object toJson(const ReportedVerdict &Kernel, Property P);
/// "no-alias(in, out)", with three subjects at most.
std::string shortText(const ConditionOf<ReportedPlace> &Of);
/// "holds if no-alias(in, out)", "unknown: call-without-body at k.cu:31".
std::string shortText(const ReportedVerdict &Kernel, Property Of);

} // namespace warplint::report

#endif // WARPLINT_REPORT_VERDICTS_H
