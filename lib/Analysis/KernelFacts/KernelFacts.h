//===--- KernelFacts.h - All facts of one kernel -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bundle that checks read: what every analysis of a kernel starts from, and
// a place for the facts of each domain. A fact is computed when it is first
// asked for, once, and shared by all checks; it lives as long as the bundle.
// The bundle knows no domain.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELFACTS_KERNELFACTS_H
#define WARPLINT_ANALYSIS_KERNELFACTS_KERNELFACTS_H

#include "Analysis/KernelFacts/Budgets.h"
#include "Analysis/KernelFacts/Limits.h"
#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "Analysis/Uniformity/Convergence.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Analysis/Program/DeviceCode.h"
#include <map>
#include <memory>

namespace warplint {

struct AnalysisOptions {
  Budgets Budget = Budgets::of(EffortLevel::Normal);
  /// Extents given by the user for kernels whose launch is elsewhere; a known
  /// axis wins over what the unit shows.
  LaunchExtents Launch;
  /// The same for kernels of one name, with or without its namespaces; wins
  /// over `Launch`.
  std::vector<std::pair<std::string, LaunchExtents>> LaunchOf;
  /// What other units of the build launch; may be null.
  std::shared_ptr<const CrossUnitLaunches> Elsewhere;
  /// The user's declarations that came precompiled; see `userDeclarations`.
  std::optional<std::vector<clang::Decl *>> Before;
  /// Host functions of the unit with an error in their bodies.
  std::vector<const clang::FunctionDecl *> NotRead;
  /// Keep what the solver was asked about each race (Race::Query).
  bool KeepQueries = false;
};

class KernelFacts {
public:
  ~KernelFacts();
  /// Analyses \p Root, a kernel or a device function that nothing in the unit
  /// calls. Null if clang cannot build its CFG.
  static std::unique_ptr<KernelFacts> analyse(const clang::FunctionDecl &Root,
                                              DeviceCode &Code,
                                              const AnalysisOptions &Options);

  const clang::FunctionDecl &root() const { return Flow->root(); }
  clang::ASTContext &context() const { return Code.context(); }
  DeviceCode &code() const { return Code; }
  const InlinedCFG &cfg() const { return *Flow; }
  const Evaluation &values() const { return *Values; }
  const Uniformity &uniformity() const { return *Agreement; }
  const Convergence &convergence() const { return *Together; }
  const CfgView &paths() const { return *Paths; }
  /// Natural loops of `paths`.
  const Loops &loops() const { return *AllLoops; }
  const FirstIterationSuccessors &firstIterationSuccessors() const { return *IterationWalk; }
  const BarrierOnEveryIteration &loopBarriers() const { return *Separated; }
  const Budgets &budgets() const { return Budget; }
  /// What budgets have cut off so far.
  const Limits &limits() const { return Cuts; }
  /// What is left of Budgets::Work; whoever does work that makes no terms takes
  /// it from there.
  StepBudget &work() const { return Work; }
  /// Terms may be added: equal ones are one object.
  TermArena &terms() const { return *Arena; }
  /// The user gave the extents of a launch that the unit does not show.
  bool launchIsGiven() const { return LaunchIsGiven; }
  /// What somebody says of the launch and no GPU launches: it is not taken.
  llvm::ArrayRef<Unlaunchable> refused() const { return Refused; }
  bool keepsQueries() const { return KeepQueries; }

  /// The fact \p Fact of this kernel, a class that is constructible from
  /// `const KernelFacts &`. Computed by the first call.
  template <typename Fact> const Fact &get() const {
    std::unique_ptr<Holder> &Slot = Domains[key<Fact>()];
    if (!Slot)
      Slot = std::make_unique<HolderOf<Fact>>(*this);
    return static_cast<const HolderOf<Fact> &>(*Slot).Value;
  }
  /// The same if it was computed already, otherwise null.
  template <typename Fact> const Fact *computed() const {
    auto Found = Domains.find(key<Fact>());
    return Found == Domains.end()
               ? nullptr
               : &static_cast<const HolderOf<Fact> &>(*Found->second).Value;
  }

  /// False if a limit kept something closed that calls do: what is found is
  /// true, but nothing follows from what is not there.
  bool isComplete() const { return Settled && !Flow->callsNotInlined(); }

  /// False if the evaluation was stopped before it came to rest, or the search
  /// for early exits before its end: nothing that follows may be reported.
  bool isSettled() const { return Settled; }

private:
  struct Holder {
    virtual ~Holder() = default;
  };
  template <typename Fact> struct HolderOf : Holder {
    explicit HolderOf(const KernelFacts &Facts) : Value(Facts) {}
    Fact Value;
  };
  /// One address per type of fact.
  template <typename Fact> static const void *key() {
    static const char Key = 0;
    return &Key;
  }

  KernelFacts(DeviceCode &Code, const Budgets &Budget);

  DeviceCode &Code;
  const Budgets Budget;
  Limits Cuts;
  std::vector<Unlaunchable> Refused;
  mutable StepBudget Work;
  std::unique_ptr<TermArena> Arena;
  std::unique_ptr<InlinedCFG> Flow;
  std::unique_ptr<Evaluation> Values;
  std::unique_ptr<CfgView> Paths;
  std::unique_ptr<Loops> AllLoops;
  std::unique_ptr<FirstIterationSuccessors> IterationWalk;
  std::unique_ptr<BarrierOnEveryIteration> Separated;
  std::unique_ptr<Uniformity> Agreement;
  std::unique_ptr<Convergence> Together;
  /// Looked up, never iterated. A fact may ask for others while it is computed.
  mutable std::map<const void *, std::unique_ptr<Holder>> Domains;
  bool Settled = true, LaunchIsGiven = false, KeepQueries = false;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELFACTS_KERNELFACTS_H
