//===--- IterationEnumeration.cpp - Loops whose iterations can be listed --===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/LoopEvolution/IterationValues.h"
#include "Analysis/TwoThreads/ThreadEncoding.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Support/Checked.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace warplint::twothreads {

/// A variable that has grown beyond an int is not followed any further.
static constexpr uint64_t ListedValueEnd = uint64_t(1) << 31;

/// The successor of \p At that is taken at \p Step, by number; nothing if that
/// is not decided.
std::optional<unsigned> ThreadEncoding::decidedSuccessor(const Node &At,
                                                         unsigned Step) {
  unsigned Successors = At.successors().size();
  if (!At.Branch)
    return std::nullopt;
  bool IsSwitch = isa_and_nonnull<SwitchStmt>(At.terminator());
  std::optional<unsigned> Otherwise;
  for (unsigned Successor = 0; Successor < Successors; ++Successor) {
    if (IsSwitch && !caseOf(At, Successor, Symbols.facts().context())) {
      if (Otherwise)
        return std::nullopt;
      Otherwise = Successor;
      continue;
    }
    const auto *Taken =
        dyn_cast<ConstantTerm>(takenCondition(At, Successor, Step));
    if (!Taken)
      return std::nullopt;
    if (Taken->value())
      return Successor;
  }
  return Otherwise;
}

/// Runs the variables of \p List, which has their first values, until they
/// repeat or have \p Most values. Variables whose next value is no number, from
/// where they start, end up in \p Failed.
bool ThreadEncoding::simulate(Listing &List, const Node &Head, unsigned Step,
                              size_t Most, std::vector<const Term *> &Failed) {
  TermArena &Arena = Symbols.terms();
  List.Iterations.resize(1);
  while (List.Iterations.size() < Most) {
    Supposition Iteration(*this, Head);
    for (auto [Phi, From, Value] :
         llvm::zip(List.Of, List.From, List.Iterations.back()))
      Iteration.set(
          Phi, {Arena.binary(BO_Add, From.Value, number(Value)), From.Root});
    std::vector<int64_t> Next;
    bool Ended = false;
    for (auto [Phi, From] : llvm::zip(List.Of, List.From)) {
      EncodedValue After = encode(Values.inductions().find(Phi)->Next, Step);
      const auto *Number =
          dyn_cast<ConstantTerm>(Arena.binary(BO_Sub, After.Value, From.Value));
      if (!Number || After.Root != From.Root)
        Failed.push_back(Phi);
      else if (!From.Root && base::magnitude(Number->value()) >= ListedValueEnd)
        Ended = true;
      else
        Next.push_back(Number->value());
    }
    if (!Failed.empty())
      return false;
    if (Ended)
      return true;
    auto Seen = llvm::find(List.Iterations, Next);
    if (Seen != List.Iterations.end()) {
      List.Repeats = Seen == List.Iterations.begin();
      return true;
    }
    List.Iterations.push_back(std::move(Next));
  }
  return true;
}

/// Takes variable \p I out of \p List.
void ThreadEncoding::Listing::drop(size_t I) {
  Of.erase(Of.begin() + I);
  From.erase(From.begin() + I);
  for (std::vector<int64_t> &Iteration : Iterations)
    Iteration.erase(Iteration.begin() + I);
}

/// Adds \p Phi, which a loop changes, to \p List, if it starts with a number or
/// may do so \p FromAnywhere.
void ThreadEncoding::start(Listing &List, const Term *Phi, unsigned Step,
                           bool FromAnywhere) {
  const Induction *Loop = Values.inductions().find(Phi);
  if (!Loop)
    return;
  EncodedValue Value =
      Step == Before ? encode(Loop->First, Before) : firstOf(Phi, Step);
  const auto *Number = dyn_cast<ConstantTerm>(Value.Value);
  if (!FromAnywhere && (!Number || Value.Root))
    return;
  List.Of.push_back(Phi);
  List.From.push_back({Number ? number(0) : Value.Value, Value.Root});
  List.Iterations.resize(1);
  List.Iterations.front().push_back(Number ? Number->value() : 0);
}

/// The variables of the loop of \p Head that start with numbers.
const ThreadEncoding::Listing &ThreadEncoding::listingAt(const Node &Head,
                                                         unsigned Step) {
  ListKey Key{&Head, nullptr, Step, iterationsAround(Head)};
  auto [Found, New] = Listings.try_emplace(Key);
  if (!New)
    return Found->second;
  Listing List;
  const size_t MostListed = Symbols.facts().budgets().ListedValues;
  for (const Term *Phi : Values.joins().phisAt(Head))
    start(List, Phi, Step, /*FromAnywhere=*/false);
  std::vector<const Term *> Failed;
  while (!List.Of.empty() && !simulate(List, Head, Step, MostListed, Failed)) {
    for (const Term *Phi : Failed)
      List.drop(llvm::find(List.Of, Phi) - List.Of.begin());
    Failed.clear();
  }
  if (List.Of.empty())
    List = {};
  return Listings[Key] = std::move(List);
}

/// The variables of its loop that decide what an iteration makes of \p Phi,
/// itself first; none if memory does, or if there are many. \p IsChosen: by
/// tests.
llvm::SmallVector<const Term *, 4>
ThreadEncoding::decidersOf(const Term *Phi, bool &IsChosen) const {
  const Limits &Within = Symbols.facts().limits();
  const Node &Head = *cast<PhiTerm>(Phi)->node();
  const Loop *L = Symbols.facts().loops().headedBy(Head);
  llvm::SmallVector<const Term *, 4> Found{Phi};
  llvm::SmallSetVector<const Term *, 16> Choices;
  IsChosen = false;
  auto Look = [&](const Term *In) {
    return walkTerms(In, [&](const Term &Part, TermList &) {
      IsChosen |= isa<SelectTerm>(Part);
      const auto *Join = dyn_cast<PhiTerm>(&Part);
      if (!Join)
        return isa<LoadTerm, OpaqueTerm>(Part) ? Walk::Stop : Walk::Enter;
      if (Join->node() == &Head && !llvm::is_contained(Found, Join))
        Found.push_back(Join);
      else if (Join->node() != &Head && L->contains(*Join->node()))
        Choices.insert(Join);
      return Walk::Skip;
    });
  };
  for (size_t I = 0, C = 0; L && (I < Found.size() || C < Choices.size());) {
    if (!Within.allows(BudgetId::ListedDeciders, Found.size()) ||
        !Within.allows(BudgetId::ListedChoices, Choices.size()))
      return {};
    bool Known = true;
    if (I < Found.size()) {
      const Induction *Of = Values.inductions().find(Found[I++]);
      Known = Of && Look(Of->Next);
    } else {
      const Term *Choice = Choices[C++];
      IsChosen = true;
      for (const Incoming &From : Values.incoming(Choice))
        Known &= From.Reaching.Value && Look(From.Reaching.Value);
      for (const Node *Branch : Symbols.facts().uniformity().choosers(Choice))
        Known &= Branch->Branch && Look(Branch->Branch);
    }
    if (!Known)
      return {};
  }
  return Found;
}

/// The values of \p Phi, relative to any initial value, and of the variables
/// that decide its next value, if they return to their initial values.
const ThreadEncoding::Listing &ThreadEncoding::ringOf(const Term *Phi,
                                                      unsigned Step) {
  const Node &Head = *cast<PhiTerm>(Phi)->node();
  ListKey Key{&Head, Phi, Step, iterationsAround(Head)};
  auto [Found, New] = Listings.try_emplace(Key);
  if (!New)
    return Found->second;
  Listing List;
  const size_t MostListed = Symbols.facts().budgets().ListedValues;
  bool IsChosen;
  auto Deciders = decidersOf(Phi, IsChosen);
  // What is only added to or computed anew in each iteration does not come
  // back.
  if (IsChosen || Deciders.size() > 1)
    for (const Term *Each : Deciders)
      start(List, Each, Step, /*FromAnywhere=*/true);
  for (bool More = true; More && !List.Of.empty();) {
    std::vector<const Term *> Failed;
    More = !simulate(List, Head, Step, MostListed, Failed);
    if (llvm::is_contained(Failed, Phi))
      List = {};
    for (const Term *Each : Failed)
      if (auto At = llvm::find(List.Of, Each); At != List.Of.end())
        List.drop(At - List.Of.begin());
  }
  if (!List.Repeats)
    List = {};
  return Listings[Key] = std::move(List);
}

/// Control leaves \p L by the test at its head alone.
static bool endsAtHead(const Loop &L, const QuerySymbols &Symbols) {
  return L.Header->Branch && L.Header->successors().size() == 2 &&
         Symbols.facts().evolution().isLeftAtHeadOnly(*L.Header);
}

/// The iteration of \p List, of the loop \p L, that the loop's test ends;
/// nothing if the test does not say it of one that is listed.
std::optional<unsigned> ThreadEncoding::lastListed(const Listing &List,
                                                   const Loop &L) {
  for (unsigned Iteration = 0; Iteration < List.Iterations.size();
       ++Iteration) {
    Supposition Then(*this, *L.Header);
    for (auto [Variable, Value] :
         llvm::zip(List.Of, List.Iterations[Iteration]))
      Then.set(Variable, number(number(Value)));
    auto Truth = encode(L.Header->Branch, Before).number();
    if (!Truth)
      return std::nullopt;
    if (!L.contains(*L.Header->successors()[*Truth ? 0 : 1]))
      return Iteration;
  }
  return std::nullopt;
}

/// What \p Phi is when step \p Step runs, behind its loop, if each iteration of
/// the loop can be listed up to the one that its test ends.
std::optional<int64_t> ThreadEncoding::leftBehind(const Term *Phi,
                                                  unsigned Step) {
  if (Step == Before && !Of.Start)
    return std::nullopt;
  const Node &At = Step == Before ? *Of.Start->At : *Of.Steps[Step].At;
  const Node &Head = *cast<PhiTerm>(Phi)->node();
  const Loop *L = Symbols.facts().loops().headedBy(Head);
  if (!L || L->contains(At) || InIteration.count(&Head) ||
      !endsAtHead(*L, Symbols))
    return std::nullopt;
  const Listing &List = listingAt(Head, Before);
  auto Position = llvm::find(List.Of, Phi);
  if (Position == List.Of.end())
    return std::nullopt;
  auto Last = lastListed(List, *L);
  if (!Last)
    return std::nullopt;
  return List.Iterations[*Last][Position - List.Of.begin()];
}

/// How many iterations a thread has made, the last time that it was there, in
/// the loop of \p Head, which it has left before the interval; null if
/// something besides the loop's test ends it, or if the test does not say it
/// for each thread by where that stands. What is passed does not: sizes that
/// are assumed of bounds say nothing of how far addresses go.
const Term *ThreadEncoding::iterationsMade(const Node &Head) {
  const Loop *L = Symbols.facts().loops().headedBy(Head);
  // What loops around it count has gone on since, where they were left, too.
  if (!Of.Start || !L || InIteration.count(&Head) || !endsAtHead(*L, Symbols) ||
      (L->Around && !L->Around->contains(*Of.Start->At)))
    return nullptr;
  auto Bound = Values.inductions().boundBy(Head.Branch);
  bool IsPassed = Bound && findPart(Bound->Room, [&](const Term &T) {
                    return isa<PhiTerm>(T) || (isa<ParameterTerm>(T) &&
                                               !Symbols.isKnownFromHost(&T));
                  });
  const Term *Most = IsPassed ? nullptr : maxTripCount(Head, Before);
  SymbolSet Used;
  if (Most)
    Symbols.collect(Most, Used);
  TermArena &Arena = Symbols.terms();
  if (Most && llvm::all_of(Used, [&](const Term *Symbol) {
        return Symbols.info(Symbol).K == SymbolInfo::Kind::Position;
      }))
    return Arena.select(Arena.binary(BO_GT, Most, number(0)), Most, number(0));
  const Listing &List = listingAt(Head, Before);
  auto Last = IsPassed ? std::nullopt : lastListed(List, *L);
  return Last ? number(*Last) : nullptr;
}

/// The value of \p Phi after \p Made iterations of its loop, if its values and
/// those of the variables that decide them can be enumerated.
std::optional<EncodedValue> ThreadEncoding::afterIterations(const Term *Phi,
                                                            int64_t Made) {
  if (Made < 0 || !Symbols.facts().limits().allows(BudgetId::FollowedIterations,
                                                   uint64_t(Made) + 1))
    return std::nullopt;
  auto [Known, New] = Current->Left.try_emplace(Phi);
  if (!New)
    return Known->second;
  const Node &Head = *cast<PhiTerm>(Phi)->node();
  Listing List;
  bool IsChosen;
  for (const Term *Each : decidersOf(Phi, IsChosen))
    start(List, Each, Before, /*FromAnywhere=*/Each == Phi);
  std::vector<const Term *> Failed;
  if (List.Of.empty() || List.Of.front() != Phi ||
      !simulate(List, Head, Before, size_t(Made) + 1, Failed) ||
      (!List.Repeats && Made >= int64_t(List.Iterations.size())))
    return std::nullopt;
  const EncodedValue &From = List.From.front();
  int64_t Value = List.Iterations[Made % List.Iterations.size()].front();
  return Current->Left[Phi] = EncodedValue{
             Symbols.terms().binary(BO_Add, From.Value, number(Value)),
             From.Root};
}

/// The value of \p Phi, which starts from \p First, by the iteration.
std::optional<EncodedValue> ThreadEncoding::listed(const Term *Phi,
                                                   EncodedValue First,
                                                   const Term *Iterations,
                                                   unsigned Step) {
  bool IsNumber = First.Value->isConstant() && !First.Root;
  const Listing &List = IsNumber ? listingAt(*cast<PhiTerm>(Phi)->node(), Step)
                                 : ringOf(Phi, Step);
  auto Position = llvm::find(List.Of, Phi);
  if (Position == List.Of.end())
    return std::nullopt;
  size_t Column = Position - List.Of.begin();
  TermArena &Arena = Symbols.terms();
  int64_t Count = List.Iterations.size();
  const Term *Iteration = Iterations;
  if (List.Repeats)
    Iteration = Arena.binary(BO_Rem, Iterations, number(Count));
  else
    Symbols.addFact(Iterations, Arena.binary(BO_LT, Iterations, number(Count)));
  const Term *Value = number(List.Iterations.back()[Column]);
  for (int64_t I = Count - 2; I >= 0; --I)
    Value = Arena.select(Arena.binary(BO_EQ, Iteration, number(I)),
                         number(List.Iterations[I][Column]), Value);
  const EncodedValue &From = List.From[Column];
  return EncodedValue{Arena.binary(BO_Add, From.Value, Value), From.Root};
}

} // namespace warplint::twothreads
