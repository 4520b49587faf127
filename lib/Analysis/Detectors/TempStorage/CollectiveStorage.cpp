//===--- CollectiveStorage.cpp - Reuse of temporary storage ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/TempStorage/CollectiveStorage.h"
#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Expr/LinearSum.h"
#include "Analysis/Expr/RecordOffsets.h"
#include "Analysis/KernelIR/ConstructorSummaries.h"
#include "Analysis/Participation/PathCondition.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "Support/Checked.h"
#include "clang/AST/ExprCXX.h"
#include <deque>

using namespace clang;

namespace warplint::tempstorage {
using namespace participation;
/// The bytes from \p A to \p B, which lie in one object.
static LinearSum distance(const Term *A, const Term *B,
                          const ASTContext &Context) {
  LinearSum Sum;
  for (bool IsB : {false, true})
    for (const auto *Part = dyn_cast<SubobjectTerm>(IsB ? B : A); Part;
         Part = dyn_cast<SubobjectTerm>(Part->base())) {
      base::Checked Times = IsB ? 1 : -1;
      if (const auto *Field = dyn_cast<FieldTerm>(Part))
        Sum.Constant +=
            Times * offsetOfAccess(*Field->field(), Context).value_or(0);
      else if (const auto *Element = dyn_cast<ElementTerm>(Part))
        Sum.add(Element->index(), Times * Element->elementSize());
    }
  return Sum;
}

/// 0 for the first thread of a block.
static bool countsThreadsFromZero(const Term *T) {
  return T->isIdentity(IdentityKind::ThreadIdx) ||
         T->isIdentity(IdentityKind::ThreadRankInBlock) ||
         T->isIdentity(IdentityKind::LaneId);
}

bool surelyOverlap(const Term *A, uint64_t SizeA, const Term *B, uint64_t SizeB,
                   const ASTContext &Context) {
  if (rootOf(A) != rootOf(B))
    return false;
  auto [Distance, Parts] = distance(A, B, Context);
  // Elements that the first thread starts at; the others follow.
  return llvm::all_of(Parts,
                      [](Summand P) { return countsThreadsFromZero(P.Of); }) &&
         Distance && (*Distance < 0 || base::magnitude(*Distance) < SizeA) &&
         (*Distance > 0 || base::magnitude(*Distance) < SizeB);
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

namespace {

class ReuseScan {
public:
  explicit ReuseScan(const KernelFacts &Facts)
      : Facts(Facts),
        Situations(Facts.budgets().StorageSteps, Facts.work(), /*PerStep=*/25) {
  }
  std::vector<StorageReuse> run();

private:
  static constexpr unsigned None = ~0u;

  struct Use {
    StorageUse What;
    const Node *Before = nullptr; ///< Ends with the call.
    const Node *After = nullptr;  ///< Starts with its result.
    bool IsSeenToTouch = false;   ///< Where it touches the storage is known.
  };

  unsigned useOf(const CallContext &A);
  void collectUses();
  void findStorage(const Node &N, Use &Of);
  void findHiddenTouches(const Node &N, Use &Of);
  void collectTouches();
  bool keepsState(const Use &Of) const;
  bool isReuse(const Use &First, const Use &Second, Scope S) const;
  /// What stops the walks on at a node, if anything, and the use that it is
  /// unless it is a barrier.
  struct End {
    bool Stops = false;
    const Use *Second = nullptr;
  };
  /// A node that walks from one use have reached, on whatever paths.
  struct Stop {
    End Of;
    bool LeadsToReuse = false;
  };
  using StopMap = llvm::DenseMap<const Node *, Stop>;

  void walkFrom(const Use &First, Scope S);
  End endAt(const Use &First, const Node &N, size_t FirstEvent, Scope S);
  bool canGoOn(const Use &First, const Node &N, unsigned Successor) const;
  StopMap stopsFrom(const Use &First, const Node &Start, Scope S);
  bool isRecorded(const Use &First, const Use &Second) const;
  void record(const Use &First, const Use &Second);

  const KernelFacts &Facts;
  std::deque<Use> Uses;
  llvm::DenseMap<unsigned, unsigned> UseByActivation;
  /// Accesses outside collectives to objects that collectives work in.
  std::deque<Use> Accesses;
  llvm::DenseMap<const Event *, const Use *> UseByEvent;
  /// Elements of a node that call a function which is not inlined and works
  /// in the storage of the collective that the node belongs to.
  llvm::DenseMap<const Node *, llvm::SmallVector<unsigned, 2>> HiddenTouches;
  std::unique_ptr<PathContext> Context;
  std::vector<StorageReuse> Found;
  StepBudget Situations;
};

} // namespace

/// The outermost collective that \p A is a part of.
unsigned ReuseScan::useOf(const CallContext &A) {
  if (auto Known = UseByActivation.find(A.id()); Known != UseByActivation.end())
    return Known->second;
  unsigned Index = None;
  if (A.caller()) {
    Index = useOf(*A.caller());
    if (Index == None)
      if (auto Of = collectiveOf(A.function(), *A.callSite());
          Of && Of->Storage) {
        Index = Uses.size();
        Use &New = Uses.emplace_back();
        New.What.Call = &A;
        New.What.Of = *Of;
        QualType Storage = Of->Storage->getType().getNonReferenceType();
        if (!Storage->isIncompleteType() && !Storage->isDependentType())
          New.What.Size =
              Facts.context().getTypeSizeInChars(Storage).getQuantity();
      }
  }
  return UseByActivation[A.id()] = Index;
}

/// The storage, if a member function of the collective names it by a member.
void ReuseScan::findStorage(const Node &N, Use &Of) {
  if (Of.What.Address || !N.owner().This ||
      N.owner().This != Of.What.Call->This)
    return;
  for (unsigned I = N.firstElement(); I < N.lastElement(); ++I) {
    auto Element = N.block()[I].getAs<CFGStmt>();
    const auto *Member =
        Element ? dyn_cast<MemberExpr>(Element->getStmt()) : nullptr;
    if (Member && Member->getMemberDecl() == Of.What.Of.Storage)
      Of.What.Address = Facts.values().valueOf(N.owner(), Member);
  }
}

void ReuseScan::findHiddenTouches(const Node &N, Use &Of) {
  for (unsigned I = N.firstElement(); I < N.lastElement(); ++I) {
    auto Element = N.block()[I].getAs<CFGStmt>();
    const auto *Call =
        Element ? dyn_cast<CallExpr>(Element->getStmt()) : nullptr;
    if (!Call || Facts.cfg().opened(N.owner(), Call) ||
        !Facts.code().operations(*Call).empty() ||
        isPlainCall(*Call, Facts.code()))
      continue;
    const FunctionDecl *Callee = Facts.code().target(*Call);
    bool IsLent = llvm::any_of(Call->arguments(), [&](const Expr *Argument) {
      const Term *Value = Facts.values().valueOf(N.owner(), Argument);
      return Value && rootOf(Value) == rootOf(Of.What.Address);
    });
    if (!IsLent && !(Callee && worksInStorage(*Callee)))
      continue;
    HiddenTouches[&N].push_back(I);
    Of.IsSeenToTouch = true;
  }
}

void ReuseScan::collectUses() {
  for (const Node *N : Facts.cfg().order()) {
    if (!N->Reached)
      continue;
    if (unsigned Index = useOf(N->owner()); Index != None)
      findStorage(*N, Uses[Index]);
    if (N->callee())
      if (unsigned Index = useOf(*N->callee());
          Index != None && Uses[Index].What.Call == N->callee())
        Uses[Index].Before = N;
    if (N->returnedFrom())
      if (unsigned Index = useOf(*N->returnedFrom());
          Index != None && Uses[Index].What.Call == N->returnedFrom())
        Uses[Index].After = N;
  }
}

static uint64_t sizeOfAccess(const Event &E, const ASTContext &Context) {
  const auto *Site = dyn_cast<Expr>(E.Site);
  if (!Site || Site->getType()->isIncompleteType() ||
      Site->getType()->isDependentType())
    return 1;
  return std::max<uint64_t>(
      1, Context.getTypeSizeInChars(Site->getType()).getQuantity());
}

void ReuseScan::collectTouches() {
  llvm::DenseMap<const Term *, bool> Lent;
  for (const Use &U : Uses)
    if (U.What.Address)
      Lent[rootOf(U.What.Address)] = true;
  for (const Node *N : Facts.cfg().order()) {
    unsigned Index = N->Reached ? useOf(N->owner()) : None;
    if (Index != None && Uses[Index].What.Address)
      findHiddenTouches(*N, Uses[Index]);
    for (const Event &E : N->Events) {
      if (!E.isAccess())
        continue;
      const Term *Root = rootOf(E.Address);
      if (Index != None) {
        Use &Inside = Uses[Index];
        if (Inside.What.Address && rootOf(Inside.What.Address) == Root) {
          Inside.IsSeenToTouch = true;
          UseByEvent[&E] = &Inside;
        }
      } else if (Lent.count(Root)) {
        Use &New = Accesses.emplace_back();
        New.What.Access = &E;
        New.What.Address = E.Address;
        New.What.Size = sizeOfAccess(E, Facts.context());
        New.Before = N;
        UseByEvent[&E] = &New;
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// From one use to the next
//===----------------------------------------------------------------------===//

/// The constructor of a collective works in the storage too: what it leaves
/// there is for the member functions that follow.
bool ReuseScan::keepsState(const Use &Of) const {
  const auto *Method = cast<CXXMethodDecl>(&Of.What.Call->function());
  return !isa<CXXConstructorDecl>(Method) &&
         llvm::any_of(Uses, [&](const Use &Other) {
           const auto *Constructor =
               dyn_cast<CXXConstructorDecl>(&Other.What.Call->function());
           return Constructor && Other.What.Address &&
                  Constructor->getParent() == Method->getParent();
         });
}

bool ReuseScan::isReuse(const Use &First, const Use &Second, Scope S) const {
  const StorageUse &A = First.What, &B = Second.What;
  if (!A.Address || !B.Address || (!A.Call && !B.Call))
    return false;
  if (!isa<VariableTerm, ParameterTerm>(rootOf(A.Address)))
    return false;
  // What other code reads behind a collective disturbs nobody.
  if (B.Access && B.Access->Access == AccessKind::Read)
    return false;
  if (A.Access && B.Of.Threads != S)
    return false;
  if (A.Call && B.Call) {
    if (!distance(A.Address, B.Address, Facts.context()).Parts.empty())
      return false;
    if (keepsState(Second) &&
        cast<CXXMethodDecl>(A.Call->function()).getParent() ==
            cast<CXXMethodDecl>(B.Call->function()).getParent())
      return false;
  }
  return surelyOverlap(A.Address, A.Size, B.Address, B.Size, Facts.context());
}

bool ReuseScan::isRecorded(const Use &First, const Use &Second) const {
  return llvm::any_of(Found, [&](const StorageReuse &Known) {
    return Known.First.site() == First.What.site() &&
           Known.Second.site() == Second.What.site();
  });
}

void ReuseScan::record(const Use &First, const Use &Second) {
  if (isRecorded(First, Second))
    return;
  StorageReuse Reuse;
  Reuse.First = First.What;
  Reuse.First.At = First.Before;
  Reuse.Second = Second.What;
  Reuse.Second.At = Second.Before;
  for (const StorageUse *Part : {&Reuse.First, &Reuse.Second})
    if (Part->Call)
      Reuse.Threads = std::max(Reuse.Threads, Part->Of.Threads);
  Reuse.Storage = declarationOf(rootOf(Second.What.Address));
  Found.push_back(std::move(Reuse));
}

/// Position of the element of \p N that \p S is.
static unsigned elementOf(const Node &N, const Stmt *S) {
  for (unsigned I = N.firstElement(); I < N.lastElement(); ++I)
    if (auto Element = N.block()[I].getAs<CFGStmt>();
        Element && Element->getStmt() == S)
      return I;
  return N.lastElement();
}

/// What a walk from \p First on through \p N reaches.
ReuseScan::End ReuseScan::endAt(const Use &First, const Node &N,
                                size_t FirstEvent, Scope S) {
  unsigned Index = useOf(N.owner());
  const Use *Inside =
      Index != None && isReuse(First, Uses[Index], S) ? &Uses[Index] : nullptr;
  auto Hidden = HiddenTouches.find(&N);
  bool Touches = Inside && Hidden != HiddenTouches.end();
  for (size_t I = FirstEvent; I < N.Events.size(); ++I) {
    const Event &E = N.Events[I];
    if (Touches && Hidden->second.front() < elementOf(N, E.Site))
      break;
    const Use *Of = UseByEvent.lookup(&E);
    if (Of && isReuse(First, *Of, S))
      return {true, Of};
    if (maySeparate(E, S))
      return {true, nullptr};
  }
  if (Touches)
    return {true, Inside};
  if (!N.callee())
    return {};
  // Where nothing is seen of what a collective does, it starts right away.
  unsigned Called = useOf(*N.callee());
  if (Called == None || Uses[Called].Before != &N ||
      Uses[Called].IsSeenToTouch || !isReuse(First, Uses[Called], S))
    return {};
  return {true, &Uses[Called]};
}

/// Terms of an address whose value a path can change, and where it does.
static bool keepsAddress(const Term *Address, const Node &Next,
                         bool NextIteration) {
  return walkTerms(Address, [&](const Term &Part) {
    const auto *Join = dyn_cast<PhiTerm>(&Part);
    bool IsNew =
        Join ? Join->node() == &Next : NextIteration && isa<SiteTerm>(Part);
    return IsNew ? Walk::Stop : Walk::Enter;
  });
}

bool ReuseScan::canGoOn(const Use &First, const Node &N,
                        unsigned Successor) const {
  return Facts.values().isLive(N, Successor) &&
         keepsAddress(First.What.Address, *N.successors()[Successor],
                      startsNextIteration(N));
}

/// The nodes behind \p Start, entered at their first event. Most walks have no
/// way at all to a reuse that is not known yet, and the others only go where
/// one is ahead.
ReuseScan::StopMap ReuseScan::stopsFrom(const Use &First, const Node &Start,
                                        Scope S) {
  StopMap Stops;
  llvm::DenseMap<const Node *, llvm::SmallVector<const Node *, 2>> Predecessors;
  llvm::SmallVector<const Node *, 32> Work, Leading;
  auto GoOn = [&](const Node &N) {
    for (unsigned Successor = 0; Successor < N.successors().size();
         ++Successor) {
      const Node *Next = N.successors()[Successor];
      if (!canGoOn(First, N, Successor))
        continue;
      Predecessors[Next].push_back(&N);
      if (Stops.try_emplace(Next).second)
        Work.push_back(Next);
    }
  };
  GoOn(Start);
  while (!Work.empty()) {
    const Node *N = Work.pop_back_val();
    End Of = endAt(First, *N, 0, S);
    Stops[N].Of = Of;
    if (!Of.Stops)
      GoOn(*N);
    else if (Of.Second && !isRecorded(First, *Of.Second))
      Leading.push_back(N);
  }
  while (!Leading.empty()) {
    const Node *N = Leading.pop_back_val();
    auto At = Stops.find(N);
    if (At == Stops.end() || At->second.LeadsToReuse)
      continue;
    At->second.LeadsToReuse = true;
    llvm::append_range(Leading, Predecessors.lookup(N));
  }
  return Stops;
}

void ReuseScan::walkFrom(const Use &First, Scope S) {
  const Event *Access = First.What.Access;
  const Node *Start = Access ? Access->At : First.After;
  if (!Start)
    return;
  size_t StartEvent = Access ? Access - Start->Events.data() + 1 : 0;
  if (End Of = endAt(First, *Start, StartEvent, S); Of.Stops) {
    if (Of.Second)
      record(First, *Of.Second);
    return;
  }
  StopMap Stops = stopsFrom(First, *Start, S);
  if (llvm::none_of(Stops, [](auto &At) { return At.second.LeadsToReuse; }))
    return;

  std::set<std::pair<unsigned, PathCondition>> Seen;
  std::deque<std::pair<const Node *, PathCondition>> Work;
  Work.emplace_back(Start, PathCondition(*Context, *First.Before));
  while (!Work.empty()) {
    bool IsLong = Seen.size() >= Facts.budgets().StorageStepsOfWalk;
    if (IsLong || !Situations.spend(1))
      return void(Facts.limits().cut(IsLong ? BudgetId::StorageStepsOfWalk
                                            : BudgetId::StorageSteps,
                                     "walks from a use of lent shared memory"));
    auto [N, Now] = std::move(Work.front());
    Work.pop_front();
    for (unsigned Successor = 0; Successor < N->successors().size();
         ++Successor) {
      const Node &Next = *N->successors()[Successor];
      auto At = Stops.find(&Next);
      if (At == Stops.end() || !At->second.LeadsToReuse ||
          !canGoOn(First, *N, Successor))
        continue;
      std::optional<PathCondition> Known = Now.along(*N, Successor);
      if (!Known)
        continue;
      if (At->second.Of.Stops)
        record(First, *At->second.Of.Second);
      else if (Seen.insert({Next.id(), *Known}).second)
        Work.emplace_back(&Next, std::move(*Known));
    }
  }
}

std::vector<StorageReuse> ReuseScan::run() {
  const LaunchExtents &Launch = Facts.terms().launch();
  if (Launch.blockSize() == 1 || Launch.MaxThreads == 1)
    return {};
  collectUses();
  if (llvm::none_of(Uses, [](const Use &U) { return U.What.Address; }))
    return {};
  collectTouches();
  Context = std::make_unique<PathContext>(Facts);
  // In a block of one warp its barrier is as good as the block's.
  bool OneWarp = (Launch.blockSize() && Launch.blockSize() <= LanesPerWarp) ||
                 (Launch.MaxThreads && Launch.MaxThreads <= LanesPerWarp);
  for (const Use &U : Uses)
    if (U.What.Address)
      walkFrom(U, OneWarp ? Scope::Warp : U.What.Of.Threads);
  for (const Use &U : Accesses)
    for (Scope S : {Scope::Block, Scope::Warp})
      walkFrom(U, S);
  return std::move(Found);
}

std::vector<StorageReuse> findStorageReuses(const KernelFacts &Facts) {
  return ReuseScan(Facts).run();
}

} // namespace warplint::tempstorage
