//===--- CpAsyncGroups.cpp - Copies left pending in loops -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Mbarriers/CpAsyncGroups.h"
#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Detectors/Mbarriers/CopyProgress.h"
#include "Analysis/Expr/ConditionParts.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Support/Checked.h"

namespace warplint::mbarriers {

namespace {

/// A loop that commits one group and waits once in every iteration.
struct GroupLoop {
  const Term *Counter = nullptr; ///< Rises by one.
  const Event *Commit = nullptr, *Wait = nullptr;
  int64_t Pending = 0; ///< Groups that the wait leaves.
  /// Not in every iteration: the test that lets the commit come, and fails in
  /// the last iterations.
  const Node *Unless = nullptr;
};

} // namespace

/// The only loop counter in \p At that rises by one; null if there are none or
/// several.
static const Term *risingCounter(const AccessPath &At,
                                 const Evaluation &Values) {
  const Term *Only = nullptr;
  for (const auto &[Index, Size] : At.Steps)
    for (const Term *Counter : inputsOf(Index, Values).Counters) {
      if (Values.inductions().find(Counter)->constantStep() != 1)
        continue;
      if (Only && Only != Counter)
        return nullptr;
      Only = Counter;
    }
  return Only;
}

/// An index of \p At is computed from \p Counter.
static bool dependsOn(const AccessPath &At, const Term *Counter,
                      const Evaluation &Values) {
  return llvm::any_of(At.Steps, [&](const auto &Step) {
    return llvm::is_contained(inputsOf(Step.first, Values).Counters, Counter);
  });
}

/// \p T is the same in all iterations of \p Iterations; nothing is read from
/// memory.
static bool isFixed(const Term *T, const Loop &Iterations,
                    const KernelFacts &Facts) {
  return Facts.loops().isInvariant(T, Iterations) &&
         !anyPartOf(T,
                    [](const Term &Part) { return llvm::isa<LoadTerm>(Part); });
}

/// \p Branch can end \p Iterations.
static bool leavesLoop(const Node &Branch, const Loop &Iterations) {
  return llvm::any_of(Branch.successors(), [&](const Node *Next) {
    return !Iterations.contains(*Next);
  });
}

/// The only test between the loop of \p Counter and \p At, if it limits the
/// counter some iterations before the loop does; null otherwise. It may also
/// test what is the same in all iterations.
static const Node *testOfLastIterations(const KernelFacts &Facts,
                                        const Term *Counter, const Node &At) {
  const Node &Head = *llvm::cast<PhiTerm>(Counter)->node();
  const Loop *Iterations = Facts.loops().headedBy(Head);
  const Node *Only = nullptr;
  const Term *OfLoop = nullptr, *OfTest = nullptr; // Iterations until then.
  for (const Node *Branch : Facts.paths().allControls(At)) {
    if (!Facts.paths().dominates(Head, *Branch))
      continue;
    auto Successor = Facts.paths().successorTo(*Branch, At);
    if (!Branch->Branch || !Successor || !Iterations)
      return nullptr;
    for (const ConditionPart &Part : partsOf(Branch->Branch, *Successor == 0)) {
      if (Branch != &Head && isFixed(Part.Says, *Iterations, Facts))
        continue;
      auto Bound = Facts.values().inductions().boundBy(Part.Says);
      if (!Bound || Bound->Of->Variable != Counter || !Bound->IsOrdered ||
          !Bound->IsBelow || !Part.Holds)
        return nullptr;
      // What keeps the loop going is no test of one of its iterations.
      if (Facts.paths().successorTo(*Branch, *Bound->Of->Latch)) {
        OfLoop = Bound->Room;
        continue;
      }
      if (OfTest && OfTest != Bound->Room)
        return nullptr;
      OfTest = Bound->Room;
      Only = Branch;
    }
  }
  auto Left =
      OfLoop && OfTest
          ? numberOf(Facts.terms().binary(clang::BO_Sub, OfLoop, OfTest))
          : std::nullopt;
  return Left && *Left > 0 ? Only : nullptr;
}

/// A thread that executes \p Copy reaches \p N in the same iterations: the
/// branches over \p N in the loop of \p Head have the same outcome in all
/// iterations, and control the copy in the same way.
static bool isInSameIterations(const BarrierObjects &Objects, const Node &Head,
                               const Node &Copy, const Node &N) {
  const KernelFacts &Facts = Objects.facts();
  const Loop *Iterations = Facts.loops().headedBy(Head);
  if (!Iterations)
    return false;
  const participation::Execution &Copying = Objects.execution(Copy),
                                 &Coming = Objects.execution(N);
  bool AreAmong =
      Copying.Who != participation::Execution::Kind::Unknown &&
      llvm::all_of(Copying.Threads, [&](const ThreadOfBlock &Self) {
        return llvm::any_of(Coming.Threads, [&](const ThreadOfBlock &Other) {
          return Self.rank() == Other.rank();
        });
      });
  return llvm::all_of(Facts.paths().allControls(N), [&](const Node *Branch) {
    if (!Iterations->contains(*Branch) || leavesLoop(*Branch, *Iterations))
      return true;
    auto Successor = Facts.paths().successorTo(*Branch, N);
    return Branch->Branch && isFixed(Branch->Branch, *Iterations, Facts) &&
           (AreAmong || (Successor && Successor == Facts.paths().successorTo(
                                                       *Branch, Copy)));
  });
}

/// What the iterations of the loop of \p Counter commit and wait for, where it
/// holds \p Copy; nothing if that is not the same in all, or in all but the
/// last.
static std::optional<GroupLoop> groupLoop(const BarrierObjects &Objects,
                                          const Term *Counter,
                                          const Event &Copy) {
  const KernelFacts &Facts = Objects.facts();
  GroupLoop Found{Counter};
  const Node &Head = *llvm::cast<PhiTerm>(Counter)->node();
  auto EachIteration = [&](const Node &N) {
    return llvm::all_of(Head.predecessors(), [&](const Node *Before) {
      return !Facts.paths().contains(*Before) ||
             !Facts.paths().dominates(Head, *Before) ||
             Facts.paths().dominates(N, *Before);
    });
  };
  for (const Event &E : Facts.cfg().events()) {
    if (E.isUnknown() && Objects.isInCycle(*E.At))
      return std::nullopt;
    if (!E.isSync() || E.Op->Async != Copy.Op->Async ||
        !Objects.isInCycle(*E.At))
      continue;
    SyncKind Kind = E.Op->Kind;
    bool Commits =
        Kind == SyncKind::AsyncCommit || Kind == SyncKind::PipelineCommit;
    bool Waits = Kind == SyncKind::AsyncWait || Kind == SyncKind::PipelineWait;
    if (!Commits && !Waits)
      continue;
    // Commits of a loop before this one are many groups old here.
    if (!Objects.reaches(Head, *E.At))
      continue;
    const Event *&Slot = Commits ? Found.Commit : Found.Wait;
    if (Slot || !Facts.paths().dominates(Head, *E.At))
      return std::nullopt;
    // A wait in some iterations only completes no more than one in all.
    if (Commits && !EachIteration(*E.At) &&
        !isInSameIterations(Objects, Head, *Copy.At, *E.At)) {
      Found.Unless = testOfLastIterations(Facts, Counter, *E.At);
      if (!Found.Unless)
        return std::nullopt;
    }
    Slot = &E;
  }
  if (!Found.Commit || !Found.Wait)
    return std::nullopt;
  auto Pending = pendingAfter(*Found.Wait);
  if (!Pending)
    return std::nullopt;
  Found.Pending = *Pending;
  return Found;
}

namespace {

/// The copy that touches what is used in one iteration of a loop.
struct EarlierCopy {
  int64_t Iterations = 0; ///< Before the one that uses it.
  bool ByUser = false;    ///< The thread that uses it has made the copy.
};

/// One end of the copies in a loop of groups, and those who use it.
class GroupScan {
public:
  GroupScan(const BarrierObjects &Objects, const CopyAccess &Copied);

  /// Nothing is known of the loop.
  bool isUnknown() const { return !Iterations; }
  const GroupLoop &loop() const { return *Iterations; }

  /// How many commits lie between the copy of what \p Access touches and the
  /// wait before; nothing if that is not clear, or if no such wait comes before
  /// it.
  struct Distance {
    int64_t Commits = 0;
    bool ByUser = false;
  };
  std::optional<Distance> distanceTo(const CopyAccess &Access,
                                     bool OtherThread) const;
  /// No path from the wait, in the same iteration or the one before, to \p Use
  /// makes threads wait for each other.
  bool isUsedAlone(const Event &Use) const;

private:
  std::optional<EarlierCopy> copyBefore(const CopyAccess &Use,
                                        const ThreadOfBlock &User,
                                        int64_t Iteration, int64_t Least) const;
  bool precedes(const Event &L, const Event &R) const {
    return Facts.get<Reachability>().leadsTo(
        L, R, {llvm::cast<PhiTerm>(Counter)->node()});
  }

  const BarrierObjects &Objects;
  const KernelFacts &Facts;
  const CopyAccess &Copied;
  const Term *Counter = nullptr;
  std::optional<GroupLoop> Iterations;
};

} // namespace

GroupScan::GroupScan(const BarrierObjects &Objects, const CopyAccess &Copied)
    : Objects(Objects), Facts(Objects.facts()), Copied(Copied) {
  if (Copied.E->Op->Group)
    return;
  Counter = risingCounter(Copied.At, Facts.values());
  if (Counter)
    Iterations = groupLoop(Objects, Counter, *Copied.E);
}

/// Nothing if the copy was long ago.
std::optional<EarlierCopy> GroupScan::copyBefore(const CopyAccess &Use,
                                                 const ThreadOfBlock &User,
                                                 int64_t Iteration,
                                                 int64_t Least) const {
  GivenValues Then{{Counter, Iteration}};
  ThreadValues Uses(Facts.values(), Then);
  auto At = Use.At.offset(Uses, User);
  for (int64_t Before = Least; At && Before <= 16; ++Before) {
    GivenValues Earlier{{Counter, Iteration - Before}};
    ThreadValues Copies(Facts.values(), Earlier);
    for (const ThreadOfBlock &Self : Objects.execution(*Copied.E).Threads) {
      base::Checked Into = base::Checked(At) - Copied.At.offset(Copies, Self);
      if (Into && *Into >= 0 && *Into < Copied.Bytes)
        return EarlierCopy{Before, Self.rank() == User.rank()};
    }
  }
  return std::nullopt;
}

std::optional<GroupScan::Distance>
GroupScan::distanceTo(const CopyAccess &Access, bool OtherThread) const {
  auto Part = asPartOf(Copied.At, Access.At, Facts.context());
  if (!Part)
    return std::nullopt;
  CopyAccess Use = Access;
  Use.At = *Part;
  const Event &Copy = *Copied.E, &Wait = *Iterations->Wait;
  const Node &Head = *llvm::cast<PhiTerm>(Counter)->node();
  if (!dependsOn(Use.At, Counter, Facts.values()) ||
      !Facts.loops().contains(Head, *Use.E->At))
    return std::nullopt;
  bool WaitsFirst = precedes(Wait, *Use.E);
  if (!(WaitsFirst && Facts.paths().dominates(*Wait.At, *Use.E->At)) &&
      !isInSameIterations(Objects, Head, *Copy.At, *Wait.At))
    return std::nullopt;
  constexpr int64_t IterationLate =
      64; // An iteration long after the first ones.
  int64_t Least = precedes(Copy, *Use.E) ? 0 : 1;
  std::vector<ThreadOfBlock> Users{threadsOf(Objects.exampleBlock()).front()};
  if (OtherThread)
    Users = Objects.execution(*Use.E).Threads;
  std::optional<Distance> Found;
  for (const ThreadOfBlock &User : Users) {
    auto Brings = copyBefore(Use, User, IterationLate, Least);
    auto Next = copyBefore(Use, User, IterationLate + 1, Least);
    if (!Brings || !Next || Brings->Iterations != Next->Iterations)
      continue;
    Found = Distance{Brings->Iterations - (WaitsFirst ? 0 : 1) -
                         (precedes(*Iterations->Commit, Wait) ? 0 : 1) -
                         (precedes(Copy, *Iterations->Commit) ? 0 : 1),
                     Next->ByUser};
    if (!Found->ByUser)
      break;
  }
  return Found;
}

bool GroupScan::isUsedAlone(const Event &Use) const {
  bool InIteration = precedes(*Iterations->Wait, Use);
  for (const Event &E : Facts.cfg().events()) {
    if (!maySeparate(E, Scope::Warp) ||
        !Facts.loops().contains(*llvm::cast<PhiTerm>(Counter)->node(), *E.At))
      continue;
    bool Behind = precedes(*Iterations->Wait, E), Before = precedes(E, Use);
    if (InIteration ? Behind && Before : Behind || Before)
      return false;
  }
  return true;
}

std::optional<CopyFault> findReadTooEarly(const BarrierObjects &Objects,
                                          const CopyAccess &To,
                                          llvm::ArrayRef<CopyAccess> Accesses) {
  if (To.E->Op->Async != AsyncGroup::CpAsync)
    return std::nullopt;
  GroupScan Scan(Objects, To);
  if (Scan.isUnknown())
    return std::nullopt;
  const GroupLoop &Loop = Scan.loop();
  for (const CopyAccess &Access : Accesses) {
    if (Access.E->Access != AccessKind::Read)
      continue;
    auto Since = Scan.distanceTo(Access, /*OtherThread=*/false);
    // What an earlier iteration's wait has completed may have been shown since.
    if (!Since || Since->Commits > Loop.Pending)
      continue;
    bool OnlyLast =
        Since->Commits == Loop.Pending && Loop.Unless &&
        !Objects.facts().paths().successorTo(*Loop.Unless, *Access.E->At);
    if ((Since->Commits < Loop.Pending || OnlyLast) && Loop.Pending > 0) {
      CopyFault Fault{CopyFault::Kind::LeftPending, Access.E, To.E};
      Fault.Wait = Loop.Wait;
      Fault.Commit = OnlyLast ? Loop.Commit : nullptr;
      return Fault;
    }
    if (Since->Commits == Loop.Pending && !Since->ByUser &&
        Scan.isUsedAlone(*Access.E))
      return CopyFault{CopyFault::Kind::NotSynced, Access.E, To.E};
  }
  return std::nullopt;
}

std::optional<CopyFault>
findWrittenTooEarly(const BarrierObjects &Objects, const CopyAccess &From,
                    llvm::ArrayRef<CopyAccess> Writes) {
  GroupScan Scan(Objects, From);
  if (Scan.isUnknown())
    return std::nullopt;
  const GroupLoop &Loop = Scan.loop();
  for (const CopyAccess &Write : Writes) {
    auto Since = Scan.distanceTo(Write, /*OtherThread=*/true);
    if (!Since || Since->Commits > Loop.Pending)
      continue;
    bool Left = Since->Commits < Loop.Pending;
    if (!Left && (Since->ByUser || !Scan.isUsedAlone(*Write.E)))
      continue;
    CopyFault Fault{Left ? CopyFault::Kind::SourceInUse
                         : CopyFault::Kind::SourceNotSynced,
                    Write.E, From.E};
    Fault.Wait = Loop.Wait;
    return Fault;
  }
  return std::nullopt;
}

} // namespace warplint::mbarriers
