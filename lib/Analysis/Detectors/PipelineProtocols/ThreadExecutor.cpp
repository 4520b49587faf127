//===--- ThreadExecutor.cpp - Threads that go together --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/PipelineProtocols/ThreadExecutor.h"
#include "Analysis/Budgets/Limits.h"
#include "Support/Checked.h"
#include "Target/Warp.h"

using namespace clang;

namespace warplint::pipelines {

ThreadExecutor::ThreadExecutor(ExecutionContext &Of,
                               llvm::ArrayRef<ThreadOfBlock> Block,
                               unsigned BlockRank, std::vector<size_t> Threads,
                               const GivenValues &Parameters,
                               uint64_t &StepsLeft)
    : simulation::ConcreteExecutor(Of.Walked, Parameters, StepsLeft), Of(Of),
      Block(Block), BlockRank(BlockRank), Members(std::move(Threads)),
      ElementsLeft(Facts.budgets().StageElements / Of.Cluster.size()),
      Committed(of(0)), Released(of(0)), Ordering(of(0)),
      GoesOn(unsigned(Members.size())) {
  Group All;
  Values IsFirst;
  for (size_t I = 0; I < Members.size(); ++I) {
    All.push_back(I);
    IsFirst.push_back(member(I).rank() % LanesPerWarp == 0);
  }
  letWalk(All);
  for (const Term *Elected : Of.Elections)
    give(Elected, IsFirst);
}

bool ThreadExecutor::run() {
  if (!walk() && !IsCut)
    return false;
  for (const Event *Fence : Of.ProxyFences)
    if (isGuessed(*Fence->At) &&
        !llvm::is_contained(Of.Made.GuessedFences, Fence))
      Of.Made.GuessedFences.push_back(Fence);
  return true;
}

void ThreadExecutor::letWalk(const Group &Who) {
  Walking = Who;
  auto [At, New] = Numbers.try_emplace(Who, Groups.size());
  WalkingNow = At->second;
  if (!New)
    return;
  Groups.emplace_back(unsigned(Members.size()));
  for (size_t I : Who)
    Groups.back().set(unsigned(I));
}

/// Those that walk have different values.
bool ThreadExecutor::differ(Each &On) {
  if (On.AlikeFor == WalkingNow)
    return false;
  for (size_t I : Walking)
    if (On.Of[I] != On.Of[first()])
      return true;
  On.AlikeFor = WalkingNow;
  return false;
}

bool ThreadExecutor::mayDiffer(const Term *T) {
  const ExecutionContext::Inputs &Inputs = Of.inputsOf(T);
  return Walking.size() > 1 &&
         (Inputs.NamesThread || llvm::any_of(Inputs.Given, [&](const Term *In) {
            auto Of = Differing.find(In);
            return Of != Differing.end() && differ(*Of->second);
          }));
}

/// Nobody has what \p T cannot be known without.
bool ThreadExecutor::isUnknown(const Term *T) {
  return !Now.count(T) &&
         llvm::any_of(Of.inputsOf(T).Needed, [&](const Term *In) {
           return !Now.count(In) && !Differing.count(In);
         });
}

bool ThreadExecutor::haveOther(const Term *T) {
  return !isUnknown(T) && mayDiffer(T);
}

/// Where members may differ on \p T from here on.
ThreadExecutor::Each &ThreadExecutor::differingOn(const Term *T) {
  std::unique_ptr<Each> &Known = Differing[T];
  if (!Known) {
    Known = std::make_unique<Each>();
    auto Same = Now.find(T);
    Known->Of =
        of(Same == Now.end() ? std::nullopt : std::optional(Same->second));
  }
  return *Known;
}

/// \p T is \p To from here on, for those that walk.
void ThreadExecutor::give(const Term *T, std::optional<int64_t> To) {
  GivenLast[T] = ++Gifts;
  if (Walking.size() < Members.size()) {
    Each &On = differingOn(T);
    for (size_t I : Walking)
      On.Of[I] = To;
    On.AlikeFor = WalkingNow;
    return;
  }
  Differing.erase(T);
  Now.erase(T);
  if (To)
    Now[T] = *To;
}

void ThreadExecutor::give(const Term *T, const Values &To) {
  give(T, To[first()]);
  if (llvm::all_of(Walking, [&](size_t I) { return To[I] == To[first()]; }))
    return;
  Each &On = differingOn(T);
  for (size_t I : Walking)
    On.Of[I] = To[I];
  On.AlikeFor = ~size_t(0);
}

std::optional<int64_t> ThreadExecutor::valueFor(const Term *T, size_t I) {
  if (isUnknown(T))
    return std::nullopt;
  bool HasNumbers = Of.UsesNumbers && !Of.Layout.addressesIn(T).empty();
  // Part by part: most of what places are made of never changes.
  if (const auto *Sum = dyn_cast<LinearTerm>(T);
      Sum && !HasNumbers && !Now.count(T))
    return sumOf(*Sum, [&](const Term *Part) { return valueFor(Part, I); });
  if (HasNumbers)
    return valueNow(T, I);
  const ExecutionContext::Inputs &In = Of.inputsOf(T);
  uint64_t Last = 0;
  for (const Term *Given : llvm::concat<const Term *const>(In.Given, In.Needed))
    Last = std::max(Last, GivenLast.lookup(Given));
  Asked &Before = Known[T];
  if (Before.Of.empty() || Before.Since < Last) {
    Before.Since = Gifts;
    Before.Of.assign(Members.size(), std::nullopt);
  }
  if (!Before.Of[I])
    Before.Of[I] = valueNow(T, I);
  return *Before.Of[I];
}

/// The value of \p T for member \p I, computed anew from current values.
std::optional<int64_t> ThreadExecutor::valueNow(const Term *T, size_t I) {
  for (const Term *In : Of.inputsOf(T).Given)
    if (auto On = Differing.find(In); On != Differing.end()) {
      Now.erase(In);
      if (const auto &Own = On->second->Of[I])
        Now[In] = *Own;
    }
  if (Of.UsesNumbers)
    for (const Term *Address : Of.Layout.addressesIn(T)) {
      AccessPath At = *locate(Address);
      base::Checked Number = Of.Layout.startOf(At);
      for (const auto &[Index, Size] : At.Steps)
        Number += base::Checked(valueOf(Index, member(I))) * Size;
      if (!Number)
        return std::nullopt;
      Now[Address] = *Number;
    }
  return valueOf(T, member(I));
}

ThreadExecutor::Values ThreadExecutor::valuesOf(const Term *T) {
  Values Result = of(std::nullopt);
  bool Differ = haveOther(T);
  for (size_t I : Walking)
    Result[I] = Differ || I == first() ? valueFor(T, I) : Result[first()];
  return Result;
}

ThreadExecutor::Values ThreadExecutor::truthsOf(const Term *Condition) {
  Values Result = valuesOf(Condition);
  for (size_t I : Walking)
    if (Result[I])
      Result[I] = *Result[I] != 0;
  return Result;
}

std::optional<int64_t> ThreadExecutor::agreed(const Term *T) {
  return haveOther(T) ? agreedOf(valuesOf(T)) : valueFor(T, first());
}

std::optional<bool> ThreadExecutor::holds(const Term *Condition) {
  auto Truth = haveOther(Condition) ? agreedOf(truthsOf(Condition))
                                    : valueFor(Condition, first());
  return Truth ? std::optional<bool>(*Truth != 0) : std::nullopt;
}

/// What the first thread of the block does is nothing that others do.
bool ThreadExecutor::isApartFromFirst() {
  Values IsFirst = of(0);
  for (size_t I : Walking)
    IsFirst[I] = Members[I] == 0;
  return !agreedOf(IsFirst);
}

void ThreadExecutor::take(llvm::ArrayRef<Joining> Joins) {
  llvm::SmallVector<std::optional<int64_t>, 8> One;
  llvm::SmallVector<std::pair<size_t, Values>, 2> Several;
  for (size_t J = 0; J < Joins.size(); ++J) {
    const Term *Value = Joins[J].second;
    bool Differ = Value && haveOther(Value);
    One.push_back(Value && !Differ ? valueFor(Value, first()) : std::nullopt);
    if (Differ)
      Several.emplace_back(J, valuesOf(Value));
  }
  for (size_t J = 0; J < Joins.size(); ++J)
    give(Joins[J].first, One[J]);
  for (const auto &[J, To] : Several)
    give(Joins[J].first, To);
}

std::optional<const Node *> ThreadExecutor::diverge(const Node &N) {
  if (!N.Branch || Facts.paths().successors(N).size() < 2 ||
      !haveOther(N.Branch))
    return std::nullopt;
  auto Successors = alike(truthsOf(N.Branch));
  if (Successors.size() == 1)
    return std::nullopt;
  const Node *Join = Facts.paths().joinOf(N);
  if (!Join)
    Join = &Facts.cfg().exit();
  Group All = Walking;
  for (const Group &Successor : Successors) {
    letWalk(Successor);
    if (!walkFrom(N, Join) && !IsCut && !Of.AsksForCopies)
      return nullptr;
    IsCut = false;
  }
  llvm::erase_if(All, [&](size_t I) { return GoesOn.test(unsigned(I)); });
  IsCut = All.empty();
  if (IsCut)
    return nullptr;
  letWalk(All);
  return Join;
}

/// Those that walk have done enough.
bool ThreadExecutor::isFarEnough() {
  // With as many iterations, a fault in a later one would have shown before.
  IsCut = llvm::any_of(Walking, [&](size_t I) {
    return !Facts.limits().allows(BudgetId::StageOrderings,
                                  uint64_t(*Ordering[I]) + 1);
  });
  for (size_t I : Walking)
    if (IsCut)
      GoesOn.set(unsigned(I));
  return IsCut;
}

bool ThreadExecutor::pass(const Event &E) {
  if (!Facts.limits().allows(BudgetId::StageCommands, Made.size()) ||
      isFarEnough())
    return false;
  size_t Before = Made.size();
  Apart.clear();
  bool IsFollowed = isFollowed(E);
  if (Apart.empty()) {
    for (size_t I : Walking)
      *Ordering[I] += E.isSync() && counts(E);
    return IsFollowed || Of.AsksForCopies;
  }
  // Each of them on its own.
  Made.resize(Before);
  auto Parts = std::exchange(Apart, {});
  Group All = Walking;
  for (const Group &Part : Parts) {
    letWalk(Part);
    if (!pass(E))
      return false;
  }
  letWalk(All);
  return true;
}

void ThreadExecutor::addAlone(const StageCommand &C, size_t I) {
  size_t Together = WalkingNow;
  Group All = Walking;
  letWalk({I});
  add(C);
  Walking = std::move(All);
  WalkingNow = Together;
}

/// Only touches something: it does not matter who else of the warp does.
static bool isTouch(const StageCommand &C) {
  return C.K == StageCommand::Kind::Touch || C.K == StageCommand::Kind::Load ||
         C.K == StageCommand::Kind::Store || C.K == StageCommand::Kind::Send;
}

/// The reader is that of the thread.
static bool isOfReader(const StageCommand &C) {
  using Kind = StageCommand::Kind;
  return C.K == Kind::Read || C.K == Kind::Commit || C.K == Kind::WaitRead ||
         C.K == Kind::ArriveRead;
}

/// \p C concerns one thread only: what one thread did before does not order the
/// copies of another one, so each thread is a run of its own.
static bool isOfOne(const StageCommand &C) {
  return C.K == StageCommand::Kind::Copy ||
         (isOfReader(C) && C.At->Op->Async != AsyncGroup::Wgmma);
}

void ThreadExecutor::addRuns() {
  // Members that belong to the same of these groups do the same.
  llvm::BitVector Orders(unsigned(Groups.size())), OfOne = Orders;
  for (const Command &M : Made) {
    if (!isTouch(M.C))
      Orders.set(unsigned(M.By));
    if (isOfOne(M.C))
      OfOne.set(unsigned(M.By));
  }
  size_t First = BlockRank * Of.Made.ThreadsPerBlock;
  std::map<std::vector<size_t>, size_t> Known;
  std::vector<StageRun> Runs;
  std::vector<size_t> RunOf;
  for (size_t I = 0; I < Members.size(); ++I) {
    std::vector<size_t> Key{Members[I] / LanesPerWarp};
    bool IsOne = false;
    for (unsigned G : Orders.set_bits())
      if (Groups[G].test(unsigned(I))) {
        Key.push_back(G);
        IsOne |= OfOne.test(G);
      }
    if (IsOne)
      Key.push_back(Groups.size() + I);
    if (GoesOn.test(unsigned(I)))
      Key.push_back(Groups.size() + Members.size());
    auto [At, New] = Known.try_emplace(std::move(Key), Runs.size());
    if (New)
      Runs.push_back({First + Members[I], 0, {}, GoesOn.test(unsigned(I))});
    ++Runs[At->second].Lanes;
    RunOf.push_back(At->second);
  }
  // By the group: its runs, and of each the first member that is in it.
  std::vector<std::map<size_t, size_t>> RunsOf(Groups.size());
  for (size_t G = 0; G < Groups.size(); ++G)
    for (unsigned I : Groups[G].set_bits())
      RunsOf[G].try_emplace(RunOf[I], I);
  for (const Command &M : Made)
    for (auto [Run, I] : RunsOf[M.By]) {
      StageCommand &C = Runs[Run].Commands.emplace_back(M.C);
      C.Thread = First + Members[I];
      if (isOfReader(C))
        C.Reader =
            Of.readerFor(C.At->Op->Async, BlockRank, int64_t(Members[I]));
    }
  for (StageRun &Run : Runs)
    Of.Made.All.push_back(std::move(Run));
}

} // namespace warplint::pipelines
