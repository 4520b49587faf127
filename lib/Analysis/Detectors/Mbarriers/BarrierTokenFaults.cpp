//===--- BarrierTokenFaults.cpp - Arrivals and waits that do not fit ------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Dataflow/Reachable.h"
#include "Analysis/Detectors/Mbarriers/BarrierFaults.h"
#include "Analysis/Detectors/Mbarriers/BarrierObjects.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <array>
#include <map>

using namespace clang;

namespace warplint::mbarriers {

namespace {

/// A shared access whose address is understood.
struct SharedAccess {
  const Event *E;
  AccessPath At;
};

class TokenScan {
public:
  explicit TokenScan(const BarrierObjects &Objects);

  std::vector<TokenFault> run();

private:
  void findOtherObject(const BarrierOp &Wait);
  void findWaitedTwice(const BarrierFamily &F, const BarrierOp &Wait);
  void findArrivedTwice(const BarrierFamily &F, const BarrierOp &Arrival);
  void findUnordered(const BarrierFamily &F, const BarrierOp &Arrival);

  bool areKnownApart(const BarrierOp &L, const BarrierOp &R) const;
  const Event *completionReads(const BarrierFamily &F, const Event &Write,
                               const AccessPath &At) const;
  const SharedAccess *conflicting(const BarrierFamily &F,
                                  const BarrierOp &Arrival,
                                  const SharedAccess &Inside) const;
  bool precedes(const SharedAccess &Early, const BarrierOp &Arrival,
                const SharedAccess &Inside) const;
  bool reachesUnordered(const SharedAccess &Early,
                        const BarrierOp &Arrival) const;
  bool doCollide(const SharedAccess &L, const BarrierOp &ArrivalOfL,
                 const SharedAccess &R, const BarrierOp &ArrivalOfR) const;
  bool collide(const SharedAccess &L, const BarrierOp &ArrivalOfL,
               const SharedAccess &R, const BarrierOp &ArrivalOfR) const;
  bool mayLookOn(uint64_t Steps) const;
  /// The arrivals of one family, grouped by address.
  using ByAddress =
      llvm::MapVector<const Term *, llvm::SmallVector<const BarrierOp *, 4>>;

  const BarrierObjects &Objects;
  const KernelFacts &Facts;
  std::vector<SharedAccess> Accesses;
  std::vector<TokenFault> Faults;
  // Looked up: by the addresses of two accesses and of what threads arrive on,
  // and by who does the accesses if that is not everyone.
  mutable std::map<std::array<const void *, 6>, bool> Colliding;
  mutable std::map<std::pair<const Event *, const Event *>, bool> Unseparated;
  mutable std::map<const BarrierFamily *, ByAddress> Arrivals;
  mutable unsigned LeftOut = 0; ///< Walks that were not made.
};

} // namespace

TokenScan::TokenScan(const BarrierObjects &Objects)
    : Objects(Objects), Facts(Objects.facts()) {
  for (const Event &E : Facts.cfg().events())
    if (touchesMemory(E))
      if (auto At = locate(E.Address); At && isShared(*At))
        Accesses.push_back({&E, *At});
}

/// No thread can mean one object with both.
bool TokenScan::areKnownApart(const BarrierOp &L, const BarrierOp &R) const {
  if (areApart(L.At, R.At))
    return true;
  if (!inSameMember(L.At, R.At))
    return false;
  ThreadValues Run(Facts.values());
  std::vector<ThreadOfBlock> Threads = threadsOf(Objects.exampleBlock());
  return llvm::all_of(Threads, [&](const ThreadOfBlock &Self) {
    auto Left = L.At.offset(Run, Self), Right = R.At.offset(Run, Self);
    return Left && Right && *Left != *Right;
  });
}

void TokenScan::findOtherObject(const BarrierOp &Wait) {
  const BarrierOp *Arrival = Objects.arrivalOf(*Wait.E);
  if (Arrival && areKnownApart(*Arrival, Wait))
    Faults.push_back({TokenFault::Kind::OtherObject, Wait.E, Arrival->E});
}

/// A wait takes the token away: what is left is no token.
void TokenScan::findWaitedTwice(const BarrierFamily &F, const BarrierOp &Wait) {
  if (Wait.E->Op->Kind != SyncKind::ObjectWait)
    return;
  for (const BarrierOp &Again : F.Waits) {
    if (Again.E->Op->Kind != SyncKind::ObjectWait || !Again.E->Value)
      continue;
    const Term *Token = Facts.values().resolved(Again.E->Value);
    bool Taken = Objects.isResultOf(Token, *Wait.E);
    // In a loop the token may be the one that the iteration before took.
    for (const Incoming &I : Facts.values().incoming(Token))
      Taken |= Objects.isResultOf(I.Reaching.Value, *Wait.E);
    if (Taken) {
      Faults.push_back({TokenFault::Kind::WaitedTwice, Again.E, Wait.E});
      return;
    }
  }
}

static bool usesLoopCounter(const AccessPath &L, const Evaluation &Values) {
  return llvm::any_of(L.Steps, [&](const auto &Step) {
    return !inputsOf(Step.first, Values).Counters.empty() ||
           isa<PhiTerm>(Step.first);
  });
}

void TokenScan::findArrivedTwice(const BarrierFamily &F,
                                 const BarrierOp &Arrival) {
  if (Arrival.E->Op->Kind != SyncKind::ObjectArrive ||
      usesLoopCounter(Arrival.At, Facts.values()) ||
      !Objects.expectsAllOf(F, Arrival))
    return;
  auto Since =
      Typestate::marking(Facts.paths(), *Arrival.E, [&](const Event &E) {
        return maySeparate(E, Scope::Block) && !F.Arrivals.has(E);
      });
  for (const BarrierOp &Again : F.Arrivals) {
    if (Since.before(*Again.E) != 1 ||
        !Objects.isSameForAll(Arrival.At, Again.At))
      continue;
    if (Objects.execution(*Again.E).Who !=
            participation::Execution::Kind::Everyone &&
        Again.E->At != Arrival.E->At)
      continue;
    Faults.push_back({TokenFault::Kind::ArrivedTwice, Again.E, Arrival.E});
    return;
  }
}

//===----------------------------------------------------------------------===//
// Between arrival and wait
//===----------------------------------------------------------------------===//

static bool names(const Stmt *S, const ValueDecl *Variable) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S);
  return S && ((Ref && Ref->getDecl() == Variable) ||
               llvm::any_of(S->children(), [&](const Stmt *Child) {
                 return names(Child, Variable);
               }));
}

/// \p Function, a class value, holds the address of \p Variable or names it in
/// its call operator.
static bool canTouch(const Term *Function, const Term *Variable) {
  if (mentions(Function, Variable))
    return true;
  const auto *Captured = dyn_cast<RecordTerm>(Function);
  const auto *Class =
      Captured ? dyn_cast_or_null<CXXRecordDecl>(Captured->recordType())
               : nullptr;
  const ValueDecl *Named = declarationOf(Variable);
  return Class && Named &&
         llvm::any_of(Class->methods(), [&](const auto *Method) {
           return Method->getOverloadedOperator() == OO_Call &&
                  names(Method->getBody(), Named);
         });
}

/// The completion function of the object may look at what is written.
const Event *TokenScan::completionReads(const BarrierFamily &F,
                                        const Event &Write,
                                        const AccessPath &At) const {
  if (Write.Access != AccessKind::Write)
    return nullptr;
  for (const BarrierOp &Init : F.Inits)
    if (Init.E->Completion && canTouch(Init.E->Completion, At.Root))
      return Init.E;
  return nullptr;
}

/// False if the kernel has taken too much work for \p Steps more.
bool TokenScan::mayLookOn(uint64_t Steps) const {
  /// Nodes that a walk passes in the time of one step.
  static constexpr unsigned NodesPerStep = 8;
  if (Facts.work().spend(1 + Steps / NodesPerStep))
    return true;
  ++LeftOut;
  return false;
}

/// A path leads from \p Early to \p Arrival on which nothing synchronizes.
bool TokenScan::reachesUnordered(const SharedAccess &Early,
                                 const BarrierOp &Arrival) const {
  auto [Known, IsNew] = Unseparated.try_emplace({Early.E, Arrival.E}, false);
  if (!IsNew || !mayLookOn(Facts.cfg().nodes().size()))
    return Known->second;
  Typestate Open(
      Facts.paths(), *Early.E, [&](Typestate::State Now, const Event &E) {
        if (&E == Arrival.E)
          return Typestate::Unreached;
        return maySeparate(E, Scope::Block) ? Typestate::State(2) : Now;
      });
  return Known->second = Open.before(*Arrival.E) == 1;
}

/// A path leads from \p Early to \p Arrival on which nothing synchronizes, in
/// one iteration of the loops that \p Inside and \p Arrival are in.
bool TokenScan::precedes(const SharedAccess &Early, const BarrierOp &Arrival,
                         const SharedAccess &Inside) const {
  llvm::SmallPtrSet<const Node *, 4> Heads;
  for (const AccessPath *L : {&Arrival.At, &Inside.At})
    for (const auto &[Index, Size] : L->Steps)
      for (const Term *Counter : inputsOf(Index, Facts.values()).Counters)
        Heads.insert(cast<PhiTerm>(Counter)->node());
  if (!reachesUnordered(Early, Arrival))
    return false;
  if (Early.E->At == Arrival.E->At)
    return Early.E < Arrival.E;
  return leads(Facts.paths(), *Early.E->At, *Arrival.E->At,
               [&](const Node &N) { return !Heads.count(&N); });
}

/// Two threads that touch the same bytes and arrive on the same object.
bool TokenScan::doCollide(const SharedAccess &L, const BarrierOp &ArrivalOfL,
                          const SharedAccess &R,
                          const BarrierOp &ArrivalOfR) const {
  const participation::Execution &Left = Objects.execution(*L.E),
                                 &Right = Objects.execution(*R.E);
  return anyMeet({L.At, Left.Threads}, {R.At, Right.Threads}, Facts.values(),
                 [&](const ThreadOfBlock &One, const ThreadOfBlock &Other) {
                   return One.rank() != Other.rank() &&
                          Objects.isSame(ArrivalOfL.At, One, ArrivalOfR.At,
                                         Other);
                 });
}

/// Caches the answer: it is equal for accesses to equal addresses by the same
/// threads, with arrivals on equal addresses.
bool TokenScan::collide(const SharedAccess &L, const BarrierOp &ArrivalOfL,
                        const SharedAccess &R,
                        const BarrierOp &ArrivalOfR) const {
  const participation::Execution &Left = Objects.execution(*L.E),
                                 &Right = Objects.execution(*R.E);
  auto Whose = [](const participation::Execution &Of) {
    return Of.Who == participation::Execution::Kind::Everyone ? nullptr : &Of;
  };
  auto [Known, IsNew] =
      Colliding.try_emplace({L.E->Address, R.E->Address, ArrivalOfL.E->Address,
                             ArrivalOfR.E->Address, Whose(Left), Whose(Right)},
                            false);
  if (IsNew && mayLookOn(Left.Threads.size() + Right.Threads.size()))
    Known->second = doCollide(L, ArrivalOfL, R, ArrivalOfR);
  return Known->second;
}

/// What another thread may be doing before it arrives.
const SharedAccess *TokenScan::conflicting(const BarrierFamily &F,
                                           const BarrierOp &Arrival,
                                           const SharedAccess &Inside) const {
  auto [All, IsNew] = Arrivals.try_emplace(&F);
  if (IsNew)
    for (const BarrierOp &Each : F.Arrivals)
      All->second[Each.E->Address].push_back(&Each);
  for (const SharedAccess &Early : Accesses) {
    if (!inSameMember(Early.At, Inside.At) || !mayConflict(*Early.E, *Inside.E))
      continue;
    for (const auto &[Address, Alike] : All->second)
      if (collide(Early, *Alike.front(), Inside, Arrival) &&
          llvm::any_of(Alike, [&](const BarrierOp *Other) {
            return precedes(Early, *Other, Inside);
          }))
        return &Early;
  }
  return nullptr;
}

void TokenScan::findUnordered(const BarrierFamily &F,
                              const BarrierOp &Arrival) {
  SyncKind Kind = Arrival.E->Op->Kind;
  if (Kind != SyncKind::ObjectArrive && Kind != SyncKind::ObjectArriveExpectTx)
    return;
  bool Waits = Objects.waitFor(*Arrival.E);
  bool NobodyWaits = !Waits && F.Waits.empty() && Objects.isClosed(F) &&
                     !Objects.keepsToken(*Arrival.E);
  if (!Waits && !NobodyWaits)
    return;
  auto Inside =
      Typestate::marking(Facts.paths(), *Arrival.E, [](const Event &E) {
        return maySeparate(E, Scope::Block);
      });
  for (const SharedAccess &Access : Accesses) {
    if (Inside.before(*Access.E) != 1)
      continue;
    if (Waits && completionReads(F, *Access.E, Access.At)) {
      const Event *Init = completionReads(F, *Access.E, Access.At);
      Faults.push_back(
          {TokenFault::Kind::Completion, Access.E, Init, Arrival.E});
      return;
    }
    const SharedAccess *Other = conflicting(F, Arrival, Access);
    if (!Other)
      continue;
    if (Waits)
      Faults.push_back(
          {TokenFault::Kind::Unordered, Access.E, Other->E, Arrival.E});
    else
      Faults.push_back(
          {TokenFault::Kind::NobodyWaits, Arrival.E, Access.E, Arrival.E});
    return;
  }
}

std::vector<TokenFault> TokenScan::run() {
  for (const BarrierFamily &F : Objects.families()) {
    for (const BarrierOp &Wait : F.Waits) {
      findOtherObject(Wait);
      findWaitedTwice(F, Wait);
    }
    for (const BarrierOp &Arrival : F.Arrivals) {
      findArrivedTwice(F, Arrival);
      findUnordered(F, Arrival);
    }
  }
  if (LeftOut)
    Facts.limits().cut(BudgetId::Work, "paths from accesses to arrivals",
                       LeftOut);
  return std::move(Faults);
}

std::vector<TokenFault> findTokenFaults(const KernelFacts &Facts) {
  const auto &Objects = Facts.get<BarrierObjects>();
  std::vector<TokenFault> Faults = TokenScan(Objects).run();
  llvm::append_range(Faults, findPhaseFaults(Objects));
  return Faults;
}

} // namespace warplint::mbarriers
