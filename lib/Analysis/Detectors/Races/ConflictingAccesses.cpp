//===--- ConflictingAccesses.cpp - Pairs that may race --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Races/ConflictingAccesses.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/LaunchScenarios/AssumedSizes.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "Analysis/TwoThreads/AwaitedReads.h"
#include "Assumptions/Assumptions.h"
#include "Assumptions/Evidence.h"
#include "CudaModel/AstNames.h"
#include "CudaModel/MemorySpace.h"
#include "Planted/Faults.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace warplint::races {

/// What a program names: two of them do not overlap, as a rule.
static bool isNamed(const Term *Root) {
  return isa<VariableTerm, ParameterTerm>(Root);
}

Answer<bool> areObjectsApart(const twothreads::IntervalAccess &A,
                             const twothreads::IntervalAccess &B,
                             const KernelFacts &Facts,
                             llvm::ArrayRef<scenarios::Scenario> Launches) {
  const Term *RootA = rootOf(A.Access->Address),
             *RootB = rootOf(B.Access->Address);
  if (!isNamed(RootA) || !isNamed(RootB) || RootA == RootB ||
      (scenarios::isDynamicShared(RootA) && scenarios::isDynamicShared(RootB)))
    return false;
  if (!isa<ParameterTerm>(RootA) || !isa<ParameterTerm>(RootB))
    return true;
  return both(!scenarios::arePassedTwice(*A.Access, *B.Access, Launches),
              Facts.assume({Assumption::NoAlias, RootA, RootB}));
}

/// \p E loads or stores rows of a matrix, or multiplies, for which the lanes of
/// the warp wait for each other (PTX ISA, "ldmatrix", "wgmma.mma_async").
static bool isOfMatrix(const Event &E) {
  return E.Op && (E.Op->Kind == SyncKind::MatrixLoad ||
                  E.Op->Kind == SyncKind::MatrixStore ||
                  E.Op->Kind == SyncKind::TensorAlloc ||
                  E.Op->Kind == SyncKind::MatrixMultiply);
}

namespace {

/// Calls whose results decide something or are stored: others may learn of
/// them. Who only computes an address from one learns nothing of other threads.
/// A fact of one kernel (KernelFacts::get).
class ResultsLookedAt {
public:
  explicit ResultsLookedAt(const KernelFacts &Facts) {
    std::vector<const Term *> Seen;
    for (const Node *N : Facts.cfg().order())
      if (N->Branch)
        Seen.push_back(N->Branch);
    for (const Event &E : Facts.cfg().events())
      for (const Term *T : {E.Value, E.Under, E.Mask, E.Select, E.Width})
        if (T)
          Seen.push_back(T);
    walkTerms(Seen, Facts.values(), [&](const Term &Part) {
      if (const auto *Result = dyn_cast<SiteTerm>(&Part))
        Calls.insert({Result->site(), Result->callContext()});
      return Walk::Enter;
    });
  }

  bool contains(const Event &E) const {
    return Calls.contains({E.Site, E.Owner});
  }

private:
  llvm::DenseSet<std::pair<const Stmt *, const CallContext *>> Calls;
};

} // namespace

/// \p E adds to what is in memory, and nobody decides by what was there.
static bool isCount(const Event &E, const KernelFacts &Facts) {
  return E.Access == AccessKind::Atomic && E.Op &&
         (E.Op->Entry->KeepsOnZero || E.Op->Update == AtomicUpdate::Add) &&
         !Facts.get<ResultsLookedAt>().contains(E);
}

/// \p E adds to what is in memory, and nobody looks at what was there.
static bool isSum(const Event &E, const KernelFacts &Facts) {
  const auto *Call = dyn_cast_or_null<Expr>(E.Site);
  return E.Access == AccessKind::Atomic && E.Op && E.Op->Entry->KeepsOnZero &&
         Call && !isUsed(*Call, Facts.code().parents(E.Owner->function()));
}

namespace {

/// Whether something in a kernel may show one block what another does: then
/// they may wait for each other. A fact of one kernel (KernelFacts::get).
struct TalkOfBlocks {
  explicit TalkOfBlocks(const KernelFacts &Facts)
      : IsPossible(!Facts.get<twothreads::AwaitedReads>().empty() ||
                   llvm::any_of(Facts.cfg().events(), [&](const Event &E) {
                     return E.isUnknown() || E.Volatile ||
                            (E.isAtomic() && !isCount(E, Facts));
                   })) {}
  bool IsPossible;
};

} // namespace

/// \p Clear sets to a number what \p Sum adds to, which is no way to talk.
static bool clearsSum(const Event &Clear, const Event &Sum,
                      const KernelFacts &Facts) {
  return Clear.Access == AccessKind::Write && !Clear.Op && Clear.Value &&
         !findPart(Clear.Value,
                   [](const Term &Part) {
                     return !isa<ConstantTerm>(Part) &&
                            !(isa<OpaqueTerm>(Part) &&
                              isOfNumbers(cast<OpaqueTerm>(Part)));
                   }) &&
         isCount(Sum, Facts) && !Facts.get<TalkOfBlocks>().IsPossible;
}

namespace {

/// The reads whose values threads store, as they are or computed on: what they
/// read is a result, and no hint that conditions follow. A fact of one kernel
/// (KernelFacts::get).
class StoredReads {
public:
  explicit StoredReads(const KernelFacts &Facts) {
    std::vector<const Term *> Stored;
    for (const Event &E : Facts.cfg().events())
      if (E.writes() && E.Value)
        Stored.push_back(E.Value);
    walkTerms(Stored, Facts.values(), [&](const Term &Part) {
      if (const auto *Load = dyn_cast<LoadTerm>(&Part))
        Reads.insert({Load->site(), Load->callContext()});
      const auto *Test = dyn_cast<BinaryTerm>(&Part);
      return Test && Test->isComparison() ? Walk::Skip : Walk::Enter;
    });
  }

  bool contains(const Event &Read) const {
    return Reads.contains({Read.Site, Read.Owner});
  }

private:
  llvm::DenseSet<std::pair<const Stmt *, const CallContext *>> Reads;
};

} // namespace

/// \p Read stores on what \p Sum adds to, before all may have added.
static bool readsSum(const Event &Read, const Event &Sum,
                     const KernelFacts &Facts) {
  return Read.isRead() && !Read.Op && isSum(Sum, Facts) &&
         !Facts.get<TalkOfBlocks>().IsPossible &&
         Facts.get<StoredReads>().contains(Read);
}

bool mayConflict(const twothreads::IntervalAccess &First,
                 const twothreads::IntervalAccess &Second,
                 ThreadRelation Relation, const KernelFacts &Facts) {
  const Event &A = *First.Access, &B = *Second.Access;
  // Blocks of a cluster meet at the memory of one only if one is not there.
  if (Relation == ThreadRelation::SameCluster && !First.Peer && !Second.Peer)
    return false;
  if (A.Access == B.Access && A.Access != AccessKind::Write)
    return false;
  if (isOfCopy(A) && isOfCopy(B))
    return false;
  if (Relation == ThreadRelation::SameWarp && (isOfMatrix(A) || isOfMatrix(B)))
    return false;
  bool Talk = A.Volatile || B.Volatile || A.Access == AccessKind::Atomic ||
              B.Access == AccessKind::Atomic;
  if (planted(Fault::AtomicOrder) && Talk)
    return false;
  return !Talk || First.Space == MemorySpace::Shared ||
         (Relation == ThreadRelation::SameGrid &&
          (clearsSum(A, B, Facts) || clearsSum(B, A, Facts))) ||
         readsSum(A, B, Facts) || readsSum(B, A, Facts);
}

bool mayDependOnOrder(const twothreads::IntervalAccess &First,
                      const twothreads::IntervalAccess &Second,
                      const KernelFacts &Facts) {
  const Event &A = *First.Access, &B = *Second.Access;
  bool AreReads = !A.writes() && !B.writes();
  if (AreReads || (isSum(A, Facts) && isSum(B, Facts)))
    return false;
  Evidence RestsOn;
  return !areObjectsApart(First, Second, Facts, {}).into(RestsOn) ||
         !RestsOn.empty();
}

/// Blocks talk to each other by it.
static bool isTalk(const twothreads::IntervalAccess &A) {
  return A.Space != MemorySpace::Shared &&
         (A.Access->Volatile || A.Access->Access == AccessKind::Atomic);
}

LikelyPairs::LikelyPairs(llvm::ArrayRef<twothreads::IntervalAccess> Accesses) {
  for (const twothreads::IntervalAccess &A : Accesses) {
    Place Its;
    Its.Step = A.Step;
    if (auto At = locate(A.Access->Address)) {
      Its.Root = At->Root;
      Its.IsScalar = At->isConstant();
    }
    Places.push_back(Its);
  }
}

Likelihood LikelyPairs::of(size_t A, size_t B) const {
  /// Nodes of the flow graph, and accesses, that lie between.
  static constexpr unsigned FewNodes = 4;
  static constexpr size_t FewAccesses = 8;
  const Place &L = Places[A], &R = Places[B];
  if (!L.Root || L.Root != R.Root)
    return Likelihood::Other;
  if (L.IsScalar && R.IsScalar)
    return Likelihood::SameScalar;
  unsigned Nodes = std::max(L.Step, R.Step) - std::min(L.Step, R.Step);
  return Nodes <= FewNodes && std::max(A, B) - std::min(A, B) <= FewAccesses
             ? Likelihood::Near
             : Likelihood::Other;
}

uint64_t countPairs(llvm::ArrayRef<twothreads::IntervalAccess> Accesses) {
  struct Counts {
    uint64_t Writes = 0, Reads = 0;
    uint64_t pairs() const {
      return Writes * (Writes + 1) / 2 + Writes * Reads;
    }
  };
  llvm::MapVector<const Term *, Counts> OfObject;
  Counts Named, Unnamed;
  for (const twothreads::IntervalAccess &A : Accesses) {
    if (isTalk(A))
      continue;
    auto Count = [&](Counts &Into) {
      ++(A.Access->Access == AccessKind::Read ? Into.Reads : Into.Writes);
    };
    const Term *Root = rootOf(A.Access->Address);
    Count(isNamed(Root) ? Named : Unnamed);
    if (isNamed(Root))
      Count(OfObject[Root]);
  }
  uint64_t Result = Unnamed.pairs() +
                    Unnamed.Writes * (Named.Writes + Named.Reads) +
                    Unnamed.Reads * Named.Writes;
  for (const auto &[Root, Of] : OfObject)
    Result += Of.pairs();
  return Result;
}

std::vector<twothreads::IntervalAccess>
racingAccesses(const Interval &I, ThreadRelation Relation, bool HasPeers,
               const KernelFacts &Facts) {
  std::vector<twothreads::IntervalAccess> Result;
  for (unsigned Step = 0; Step < I.Steps.size(); ++Step) {
    const IntervalStep &S = I.Steps[Step];
    for (unsigned E = S.First; E < S.Last; ++E) {
      const Event &Access = S.At->Events[E];
      if (!Access.isAccess() || !Access.Bytes)
        continue;
      bool OfPeers = Relation == ThreadRelation::SameCluster;
      if (auto Peer = HasPeers
                          ? participation::peerPlaceOf(Access.Address, Facts)
                          : std::nullopt) {
        // Other blocks of the grid have peers of their own.
        if (Relation != ThreadRelation::SameGrid &&
            !(OfPeers && Access.Volatile))
          Result.push_back({&Access, Step, MemorySpace::Shared, Peer});
        continue;
      }
      auto Space = memorySpaceOf(Access.Address, Facts.values());
      if (!Space || *Space == MemorySpace::Constant ||
          *Space == MemorySpace::Local)
        continue;
      bool IsShared = *Space == MemorySpace::Shared;
      if (Relation == ThreadRelation::SameGrid
              ? IsShared
              : OfPeers && (!IsShared || Access.Volatile))
        continue;
      Result.push_back({&Access, Step, *Space});
    }
  }
  return Result;
}

} // namespace warplint::races
