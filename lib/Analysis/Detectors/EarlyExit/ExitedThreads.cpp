//===--- ExitedThreads.cpp - Barriers behind early exits -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/EarlyExit/ExitedThreads.h"
#include "Analysis/Dataflow/Fixpoint.h"
#include "Analysis/Dataflow/Reachable.h"
#include "Analysis/Detectors/EarlyExit/ExitedRows.h"
#include "Analysis/Detectors/EarlyExit/WritesOfExitedThreads.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/BlockShapeOfArray.h"
#include "Analysis/Participation/Participation.h"
#include "Analysis/Participation/PathsToEnd.h"
#include "Analysis/Participation/SplitWaits.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/Uniformity/Convergence.h"
#include "CudaModel/MemorySpace.h"
#include "Planted/Faults.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint::earlyexit {

static bool isShared(const Term *Address) {
  return memorySpaceOf(rootOf(Address)) == MemorySpace::Shared;
}

/// All threads access their own elements of a shared array that has no more
/// than a warp has lanes: nobody launches the kernel with more than one warp.
static bool isForOneWarp(const KernelFacts &Facts) {
  Inputs Of = inputsOf(Facts.values().programTerms(), Facts.values());
  return !Of.UsesY && !Of.UsesZ && !Facts.terms().launch().blockSize() &&
         llvm::any_of(Facts.cfg().events(), [&](const Event &E) {
           if (!E.isAccess() || E.Under)
             return false;
           BlockShapeOfArray Shape = ownElements(E, Facts, /*Least=*/1);
           return Shape.X && Shape.X * Shape.Y <= LanesPerWarp;
         });
}

namespace {

class ExitScan {
public:
  explicit ExitScan(const KernelFacts &Facts, const EarlyExit *Skip = nullptr)
      : Facts(Facts), OneWarp(isForOneWarp(Facts)), Runs(Facts, Skip) {}

  std::optional<ExitFault> worst(const EarlyExit &Exit);
  std::optional<ExitFault> at(const Event &Barrier, const EarlyExit &Exit);
  bool meddles(const EarlyExit &Skip, const llvm::BitVector &Passed) const;

private:
  using Nodes = llvm::BitVector; ///< By Node::id().
  Nodes reachable(const Node &From, const Node *Without) const;
  bool classify(ExitFault &Fault) const;
  /// By Node::id(); nothing where no path leads.
  using Counts = std::vector<std::optional<unsigned>>;
  unsigned countWaits(const Node &N, const Event *Before = nullptr) const;
  Counts countOnPaths(const Node &From, const Node *Without, bool Most) const;
  unsigned waitsOfExitedThreads(const EarlyExit &Exit) const;
  bool hasNothingToAdd(const Event &Write, const EarlyExit &Exit) const;
  bool isHandedOut(const Event &Write, const Nodes &AfterBranch) const;
  bool isFilledBefore(const Event &Write, const EarlyExit &Exit) const;
  bool lacks(const EarlyExit &Exit, const Event &Write, const Event &Read);
  void findMissingValues(ExitFault &Fault, const Nodes &AfterBranch);

  const KernelFacts &Facts;
  bool OneWarp; ///< The block is no more.
  WritesOfExitedThreads Runs;
};

} // namespace

/// Nodes on paths out of \p From that do not pass \p Without; \p From itself
/// only if a path comes back to it.
ExitScan::Nodes ExitScan::reachable(const Node &From,
                                    const Node *Without) const {
  return nodesBehind(Facts.paths(), From,
                     [&](const Node &To) { return &To != Without; });
}

/// What a thread reads before it writes at \p Write lies where \p Exit asks for
/// its place: who has left has nothing to read there. A share of work that
/// threads have by other numbers would be missed.
bool ExitScan::hasNothingToAdd(const Event &Write,
                               const EarlyExit &Exit) const {
  auto PlacesIn = [&](const Term *T, llvm::SmallPtrSetImpl<const Term *> &In) {
    walkTerms(T, Facts.values(), [&](const Term &Part) {
      if (isa<IdentityTerm>(Part) &&
          !Facts.uniformity().isUniform(&Part, Scope::Block))
        In.insert(&Part);
      return isa<LoadTerm>(Part) ? Walk::Skip : Walk::Enter;
    });
  };
  llvm::SmallPtrSet<const Term *, 4> Asked;
  if (Exit.Branch->Branch)
    PlacesIn(Exit.Branch->Branch, Asked);
  llvm::SmallVector<const Term *, 8> Behind{Write.Value};
  for (const Node *Branch : Facts.paths().allControls(*Write.At))
    if (Branch != Exit.Branch)
      Behind.push_back(Branch->Branch);
  llvm::erase(Behind, nullptr);
  bool Reads = false;
  bool IsThere = walkTerms(Behind, Facts.values(), [&](const Term &Part) {
    const auto *Load = dyn_cast<LoadTerm>(&Part);
    if (!Load || Facts.uniformity().isUniform(Load->address(), Scope::Block))
      return Walk::Enter;
    Reads = true;
    llvm::SmallPtrSet<const Term *, 4> Used;
    PlacesIn(Load->address(), Used);
    return llvm::all_of(Asked, [&](const Term *P) { return Used.count(P); })
               ? Walk::Enter
               : Walk::Stop;
  });
  return Reads && IsThere && !Asked.empty();
}

/// An atomic behind the branch hands out the elements that are written at \p
/// Write, as it counts up one number of the block: who has left has taken none
/// and leaves no gap.
bool ExitScan::isHandedOut(const Event &Write, const Nodes &AfterBranch) const {
  return !walkTerms(Write.Address, Facts.values(), [&](const Term &Part) {
    const auto *Result = dyn_cast<ResultTerm>(&Part);
    if (!Result)
      return Walk::Enter;
    auto Gives = [&](const Event &E) {
      return E.Op && E.Op->Kind == SyncKind::AtomicRMW && E.Address &&
             (E.Op->Update == AtomicUpdate::Add ||
              E.Op->Update == AtomicUpdate::Increment) &&
             E.Site == Result->site() && E.Owner == Result->callContext() &&
             isShared(E.Address) &&
             Facts.uniformity().isUniform(E.Address, Scope::Block);
    };
    return llvm::any_of(AfterBranch.set_bits(),
                        [&](unsigned N) {
                          return llvm::any_of(Facts.cfg().nodes()[N].Events,
                                              Gives);
                        })
               ? Walk::Stop
               : Walk::Enter;
  });
}

/// All threads have written the elements of \p Write before some left by \p
/// Exit, as those are meant to be that nobody writes again.
bool ExitScan::isFilledBefore(const Event &Write, const EarlyExit &Exit) const {
  const CfgView &Paths = Facts.paths();
  // Or by those threads of which some write again.
  auto IsTestedAgain = [&](const Node &Branch, const Node &N) {
    return Branch.Branch &&
           llvm::any_of(Paths.allControls(*Write.At), [&](const Node *Later) {
             return Later->Branch == Branch.Branch &&
                    Paths.successorTo(Branch, N) ==
                        Paths.successorTo(*Later, *Write.At);
           });
  };
  auto IsForAll = [&](const Node &N, llvm::ArrayRef<const Term *> Counters) {
    return leads(Paths, N, *Exit.Branch) && !leads(Paths, *Exit.Branch, N) &&
           llvm::all_of(Paths.allControls(N), [&](const Node *Branch) {
             auto Limit = limitBy(*Branch, Facts.values());
             return (Limit &&
                     llvm::is_contained(Counters, Limit->Of->Variable)) ||
                    IsTestedAgain(*Branch, N);
           });
  };
  return llvm::any_of(Facts.cfg().events(), [&](const Event &E) {
    llvm::SmallVector<const Term *, 2> Counters;
    return E.isAccess() && !E.Under && E.Access == AccessKind::Write &&
           rootOf(E.Address) == rootOf(Write.Address) &&
           coversPlaces(E, Write, Facts, Counters) && IsForAll(*E.At, Counters);
  });
}

/// Some thread that stays may read at \p Read what only threads that have left
/// by \p Exit should have written at \p Write.
bool ExitScan::lacks(const EarlyExit &Exit, const Event &Write,
                     const Event &Read) {
  return !staysInRows(Exit, Write, Read, Facts) &&
         Runs.areMissed(Exit, Write, Read).value_or(true);
}

/// Each surviving thread writes its own element before the barrier, and others'
/// elements are read after it: those of the exited threads were never written.
void ExitScan::findMissingValues(ExitFault &Fault, const Nodes &AfterBranch) {
  Nodes AfterBarrier = reachable(*Fault.Barrier->At, nullptr);
  AfterBarrier.set(Fault.Barrier->At->id());
  for (const Event &Write : Facts.cfg().events()) {
    if (!AfterBranch.test(Write.At->id()) || !Write.isStore() ||
        !isShared(Write.Address) ||
        Facts.uniformity().isUniform(Write.Address, Scope::Block) ||
        (Write.At != Fault.Barrier->At &&
         !leads(Facts.paths(), *Write.At, *Fault.Barrier->At)) ||
        (isHandedOut(Write, AfterBranch) &&
         hasNothingToAdd(Write, Fault.Exit)) ||
        isFilledBefore(Write, Fault.Exit))
      continue;
    for (const Event &Read : Facts.cfg().events())
      if (AfterBarrier.test(Read.At->id()) && Read.isRead() &&
          rootOf(Read.Address) == rootOf(Write.Address) &&
          Read.Address != Write.Address &&
          (Read.At != Fault.Barrier->At || &Read > Fault.Barrier) &&
          lacks(Fault.Exit, Write, Read)) {
        Fault.K = ExitFault::Kind::MissingValues;
        Fault.Write = &Write;
        Fault.Read = &Read;
        return;
      }
  }
}

/// Whether the barrier minds missing threads at all, and how much.
bool ExitScan::classify(ExitFault &Fault) const {
  const Event &E = *Fault.Barrier;
  if (!E.isSync())
    return false;
  // Whole blocks that have left are missed by wider barriers only.
  const Node &Branch = *Fault.Exit.Branch;
  if (Facts.uniformity().isUniformBranch(Branch, OneWarp ? Scope::Warp
                                                         : Scope::Block) &&
      E.Op->Scope <= Scope::Block)
    return false;
  if (E.Op->Kind == SyncKind::ObjectArriveAndWait) {
    // Threads that leave after they have taken part drop out: findDropouts.
    if (E.At == &Branch || leads(Facts.paths(), *E.At, Branch))
      return false;
    Fault.K = ExitFault::Kind::Counted;
    return participation::needsAllThreads(Facts, E);
  }
  // A named barrier that counts as many threads as the block has.
  uint64_t Size = Facts.terms().launch().blockSize();
  if (E.Op->Kind == SyncKind::Barrier && Size && E.Op->CountImmediate == Size) {
    Fault.K = ExitFault::Kind::Counted;
    return true;
  }
  if (!participation::needsAllThreads(Facts, E))
    return false;
  if (E.Op->Scope > Scope::Block)
    Fault.K = ExitFault::Kind::WiderScope;
  else if (!targetsOf(ExitFault::Kind::OldTarget, Facts.targets()).empty())
    Fault.K = ExitFault::Kind::OldTarget;
  return true;
}

/// Barriers of the whole block at \p N, or those in front of \p Before.
unsigned ExitScan::countWaits(const Node &N, const Event *Before) const {
  unsigned Count = 0;
  for (const Event &E : N.Events) {
    if (&E == Before)
      break;
    Count += participation::needsAllThreads(Facts, E);
  }
  return Count;
}

/// How many barriers of the whole block threads have reached by the end of each
/// node, on the path from \p From on, which counts, that has \p Most or fewest.
ExitScan::Counts ExitScan::countOnPaths(const Node &From, const Node *Without,
                                        bool Most) const {
  const unsigned MostWaits = Facts.budgets().ExitedThreadWaits;
  Counts Result(Facts.cfg().nodes().size());
  Result[From.id()] = countWaits(From);
  auto Transfer = [&](unsigned N, std::optional<unsigned> Here, auto Flow) {
    for (ViewNode *Next : Facts.paths().successors(Facts.cfg().nodes()[N]))
      if (Next->Of != Without)
        Flow(Next->Of->id(),
             std::min(*Here + countWaits(*Next->Of), MostWaits));
    return true;
  };
  auto Join = [&](std::optional<unsigned> &Into, std::optional<unsigned> New) {
    if (Into && (Most ? *New <= *Into : *New >= *Into))
      return false;
    Into = New;
    return true;
  };
  solveToFixpoint(Result, llvm::ArrayRef(From.id()), Transfer, Join);
  return Result;
}

/// Who leaves by \p Exit has waited for the others so often, at least: it has a
/// part of its own, and what the others write is none of it.
unsigned ExitScan::waitsOfExitedThreads(const EarlyExit &Exit) const {
  unsigned Fewest = Facts.budgets().ExitedThreadWaits;
  Counts Of = countOnPaths(*Exit.At, /*Without=*/nullptr, /*Most=*/false);
  for (auto [N, Count] : llvm::zip(Facts.cfg().nodes(), Of))
    if (Count && Facts.paths().successors(N).empty())
      Fewest = std::min(Fewest, *Count);
  return Fewest;
}

std::optional<ExitFault> ExitScan::worst(const EarlyExit &Exit) {
  std::optional<ExitFault> Worst;
  const unsigned Waited = waitsOfExitedThreads(Exit);
  // It may have waited more often than is counted.
  const bool IsCut =
      !Facts.limits().allows(BudgetId::ExitedThreadWaits, Waited + 1);
  Nodes AfterBranch = reachable(*Exit.Branch, Exit.At);
  Counts Most;
  if (Waited)
    Most = countOnPaths(*Exit.Branch, Exit.At, /*Most=*/true);
  // Whoever waits here has passed the branch, and those at its end.
  const unsigned AtBranch = countWaits(*Exit.Branch);
  for (const Node *N : Facts.cfg().order()) {
    if (!AfterBranch.test(N->id()))
      continue;
    for (const Event &E : N->Events) {
      ExitFault Fault;
      Fault.Exit = Exit;
      Fault.Barrier = &E;
      if (!classify(Fault))
        continue;
      // This is the barrier at which exiting threads wait before they exit.
      unsigned Behind = countWaits(*N) - countWaits(*N, &E) - 1;
      if ((IsCut || Waited) && E.Op->Scope <= Scope::Block &&
          (IsCut || Most[N->id()].value_or(0) - Behind - AtBranch <= Waited))
        continue;
      if (Fault.K == ExitFault::Kind::Tolerated && !Waited && !IsCut)
        findMissingValues(Fault, AfterBranch);
      if (!Worst || (Worst->K == ExitFault::Kind::Tolerated &&
                     Fault.K != ExitFault::Kind::Tolerated))
        Worst = Fault;
    }
  }
  return Worst && Runs.isNeverTaken(Exit) ? std::nullopt : Worst;
}

/// The fault of \p Barrier, whoever else leaves; nothing if it is none.
std::optional<ExitFault> ExitScan::at(const Event &Barrier,
                                      const EarlyExit &Exit) {
  ExitFault Fault;
  Fault.Exit = Exit;
  Fault.Barrier = &Barrier;
  if (!classify(Fault))
    return std::nullopt;
  if (Fault.K == ExitFault::Kind::Tolerated)
    findMissingValues(Fault, reachable(*Exit.Branch, Exit.At));
  return Fault;
}

/// Threads that take \p Skip access what others access in the meantime, as they
/// pass the nodes \p Passed. Where they wait on their way, the others may still
/// be at any earlier barrier, or at the end.
bool ExitScan::meddles(const EarlyExit &Skip,
                       const llvm::BitVector &Passed) const {
  const bool Waits = llvm::any_of(Passed.set_bits(), [&](unsigned N) {
    return llvm::any_of(Facts.cfg().nodes()[N].Events,
                        participation::isBarrierZero);
  });
  Nodes Skipped = reachable(*Skip.Branch, Waits ? nullptr : Skip.At);
  // What only its own thread accesses is not in shared memory, and is another
  // place in each warp.
  auto IsOwn = [&](const Event &Own, const Event &Other) {
    return Own.Address == Other.Address &&
           (!Waits || (!isShared(Own.Address) &&
                       !Facts.uniformity().isUniformAcrossWarps(Own.Address)));
  };
  auto Conflict = [&](const Event &Own, const Event &Other) {
    return Other.isAccess() && !IsOwn(Own, Other) &&
           rootOf(Own.Address) == rootOf(Other.Address) &&
           (Own.writes() || Other.writes()) &&
           !(Own.isAtomic() && Other.isAtomic());
  };
  for (unsigned N : Passed.set_bits())
    for (const Event &Own : Facts.cfg().nodes()[N].Events)
      for (unsigned M : Skipped.set_bits())
        if (Own.isAccess() &&
            llvm::any_of(Facts.cfg().nodes()[M].Events,
                         [&](const Event &E) { return Conflict(Own, E); }))
          return true;
  return false;
}

struct SkippedBarriers::Judged {
  explicit Judged(const KernelFacts &Facts) : Facts(Facts), Paths(Facts) {}

  ExitScan *scanOf(const EarlyExit &Skip, unsigned Successor);
  bool doesWithout(const Event &Barrier, const Node &Branch);

  const KernelFacts &Facts;
  participation::PathsToEnd Paths;
  /// By branch and node; null where threads that skip may wait, or meddle.
  /// Looked up.
  llvm::DenseMap<std::pair<const Node *, const Node *>,
                 std::unique_ptr<ExitScan>>
      Scans;
};

SkippedBarriers::SkippedBarriers(const KernelFacts &Facts)
    : Inside(std::make_unique<Judged>(Facts)) {}
SkippedBarriers::~SkippedBarriers() = default;

/// For threads that take \p Successor of the branch of \p Skip.
ExitScan *SkippedBarriers::Judged::scanOf(const EarlyExit &Skip,
                                          unsigned Successor) {
  auto [Known, IsNew] = Scans.try_emplace({Skip.Branch, Skip.At});
  if (IsNew) {
    auto Passed = Paths.from(*Skip.Branch, Successor);
    auto Scan = std::make_unique<ExitScan>(Facts, &Skip);
    if (Passed && !Scan->meddles(Skip, *Passed))
      Known->second = std::move(Scan);
  }
  return Known->second.get();
}

bool SkippedBarriers::Judged::doesWithout(const Event &Barrier,
                                          const Node &Branch) {
  // Threads that part as memory changes while they read it do not mean to.
  if (anyPartOf(Branch.Branch, Facts.values(), [&](const Term &Part) {
        const auto *Load = dyn_cast<LoadTerm>(&Part);
        return Load && Facts.uniformity().interferingWrite(Load);
      }))
    return false;
  auto Here = Facts.paths().successorTo(Branch, *Barrier.At);
  llvm::ArrayRef<ViewNode *> Successors = Facts.paths().successors(Branch);
  if (!Here || Successors.size() != 2)
    return false;
  EarlyExit Skip{Successors[1 - *Here]->Of, &Branch};
  ExitScan *Scan = scanOf(Skip, 1 - *Here);
  auto Fault = Scan ? Scan->at(Barrier, Skip) : std::nullopt;
  return Fault && Fault->K == ExitFault::Kind::Tolerated;
}

bool SkippedBarriers::doWithout(llvm::ArrayRef<const Event *> Barriers) {
  return llvm::all_of(Barriers, [&](const Event *E) {
    auto Over = participation::divergentBranches(Inside->Facts, *E);
    return llvm::all_of(Over, [&](const Node *Branch) {
      return Inside->doesWithout(*E, *Branch);
    });
  });
}

llvm::ArrayRef<GpuTarget> targetsOf(ExitFault::Kind K,
                                    const GpuTargets &Targets) {
  return K == ExitFault::Kind::OldTarget
             ? Targets.without(GpuFeature::IndependentThreadScheduling)
             : Targets.all();
}

std::vector<ExitFault> findExitFaults(const KernelFacts &Facts) {
  std::vector<ExitFault> Faults, Tolerated;
  ExitScan Scan(Facts);
  // Of several at one barrier the first is reported.
  if (planted(Fault::Leavers))
    return Faults;
  for (const EarlyExit &Exit : Facts.convergence().earlyExits())
    if (auto Fault = Scan.worst(Exit))
      (Fault->K == ExitFault::Kind::Tolerated ? Tolerated : Faults)
          .push_back(*Fault);
  llvm::append_range(Faults, Tolerated);
  return Faults;
}

} // namespace warplint::earlyexit
