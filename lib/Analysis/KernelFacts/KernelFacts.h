//===--- KernelFacts.h - Bundle of one kernel's facts -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What checks read: the control flow graph, values, loops and uniformity of a
// kernel, and a slot for the facts of each detector. A fact is computed once,
// when it is first asked for; all checks share it, and it lives as long as the
// bundle. The bundle does not know which detectors there are, and this header
// only names its parts: whoever asks one includes that one's header.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELFACTS_KERNELFACTS_H
#define WARPLINT_ANALYSIS_KERNELFACTS_KERNELFACTS_H

#include "Target/GpuTarget.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace warplint::launches {
struct Unlaunchable;
} // namespace warplint::launches

namespace warplint {

class AssumptionUses;
class Evidence;
class Limits;
class LoopBarriers;
class CfgView;
class Convergence;
class DeviceCode;
class Evaluation;
class InlinedCFG;
class LoopEvolution;
class Loops;
class StepBudget;
class TermArena;
class Uniformity;
struct AnalysisOptions;
struct Budgets;
struct MadeAssumption;
enum class Assumption : uint8_t;
template <typename T> class Answer;

/// All facts of one kernel; see the top of this file.
class KernelFacts {
public:
  ~KernelFacts();
  /// Analyses \p Root, a kernel or a device function without callers in the
  /// unit. Null if clang cannot build the CFG of \p Root. \p Code must outlive
  /// the result. Unless the result isSettled(), paths(), loops(), uniformity()
  /// and the like may not be asked.
  static std::unique_ptr<KernelFacts> analyse(const clang::FunctionDecl &Root,
                                              DeviceCode &Code,
                                              const AnalysisOptions &Options);

  const clang::FunctionDecl &root() const;
  /// Whether root() is a `__global__` function.
  bool isKernel() const;
  clang::ASTContext &context() const;
  /// The targets that the kernel is compiled for.
  const GpuTargets &targets() const { return Targets; }
  DeviceCode &code() const { return Code; }
  const InlinedCFG &cfg() const { return *Flow; }
  const Evaluation &values() const { return *Values; }
  const Uniformity &uniformity() const { return *Agreement; }
  const Convergence &convergence() const { return *Together; }
  const CfgView &paths() const { return *Paths; }
  /// The natural loops of paths().
  const Loops &loops() const { return *AllLoops; }
  /// How those loops go on.
  const LoopEvolution &evolution() const { return *Evolution; }
  const LoopBarriers &loopBarriers() const { return *Separated; }
  const Budgets &budgets() const;
  const AssumptionUses &assumptions() const { return *Assumed; }
  /// Whether \p A may be assumed. If so, an answer rests on it, which is
  /// counted; for those who hand no evidence on.
  bool assume(Assumption A) const;
  /// Whether \p That may be assumed, and what that rests on.
  Answer<bool> assume(const MadeAssumption &That) const;
  /// Whether \p That may be assumed. If so, \p Into rests on it.
  bool assume(const MadeAssumption &That, Evidence &Into) const;
  /// Whether everything that \p Found rests on is switched on.
  bool mayReport(const Evidence &Found) const;
  /// The budgets, and what they have cut off so far.
  const Limits &limits() const { return *Within; }
  /// The steps that are left of Budgets::Work. An analysis that makes no terms
  /// spends its steps here itself; terms() spends its own.
  StepBudget &work() const { return *Work; }
  /// The arena of the kernel's terms. Adding terms does not change facts: equal
  /// terms are one object.
  TermArena &terms() const { return *Arena; }
  /// Whether the block size comes from the user since the unit shows none.
  bool launchIsGiven() const { return LaunchIsGiven; }
  /// Extents from launches, attributes or options that no GPU can launch. The
  /// analysis ignores them.
  llvm::ArrayRef<launches::Unlaunchable> refused() const;
  bool keepsQueries() const { return KeepQueries; }
  bool judgesEveryShape() const { return JudgeEveryShape; }

  /// The fact of type \p Fact, which is constructible from
  /// `const KernelFacts &`. The first call computes it.
  template <typename Fact> const Fact &get() const {
    std::unique_ptr<Holder> &Slot = Domains[key<Fact>()];
    if (!Slot)
      Slot = std::make_unique<HolderOf<Fact>>(*this);
    return static_cast<const HolderOf<Fact> &>(*Slot).Value;
  }
  /// The fact of type \p Fact if get() has computed it, otherwise null.
  template <typename Fact> const Fact *computed() const {
    auto Found = Domains.find(key<Fact>());
    return Found == Domains.end()
               ? nullptr
               : &static_cast<const HolderOf<Fact> &>(*Found->second).Value;
  }

  /// False if a budget left calls without inlining, or if not isSettled(). What
  /// was found is then true, but the absence of something proves nothing.
  bool isComplete() const;

  /// False if a budget ended the evaluation before its fixpoint, or the search
  /// for early exits before its end. Nothing may be reported then.
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

  KernelFacts(DeviceCode &Code, const AnalysisOptions &Options);

  DeviceCode &Code;
  const GpuTargets Targets;
  const std::unique_ptr<const AssumptionUses> Assumed;
  std::unique_ptr<const Limits> Within;
  std::vector<launches::Unlaunchable> Refused;
  std::unique_ptr<StepBudget> Work;
  std::unique_ptr<TermArena> Arena;
  std::unique_ptr<InlinedCFG> Flow;
  std::unique_ptr<Evaluation> Values;
  std::unique_ptr<CfgView> Paths;
  std::unique_ptr<Loops> AllLoops;
  std::unique_ptr<LoopEvolution> Evolution;
  std::unique_ptr<LoopBarriers> Separated;
  std::unique_ptr<Uniformity> Agreement;
  std::unique_ptr<Convergence> Together;
  /// By key(). Looked up, never iterated. The constructor of a fact may call
  /// get() for other facts.
  mutable std::map<const void *, std::unique_ptr<Holder>> Domains;
  bool Settled = true, LaunchIsGiven = false, KeepQueries = false,
       JudgeEveryShape = false;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELFACTS_KERNELFACTS_H
