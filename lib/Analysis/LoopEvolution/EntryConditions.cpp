//===--- EntryConditions.cpp - Loops that are entered ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop runs an iteration if the tests on the path to it make its own test
// hold for the first values of its variables.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Expr/LinearSum.h"
#include "Analysis/Expr/Worklist.h"
#include "Analysis/LoopEvolution/LoopEvolution.h"
#include "Analysis/SymbolicExecution/Evaluation.h"

using namespace clang;

namespace warplint {

namespace {

/// Terms in which numbers that are bounded take the place of parts.
class Elimination {
public:
  explicit Elimination(TermArena &Arena) : Arena(Arena) {}

  const Term *apply(const Term *T) const {
    for (const auto &Each : Replaced)
      T = TermRewriter(Arena).rewrite(T, [&](const Term &Inner) {
        return &Inner == Each.first ? Each.second : nullptr;
      });
    return T;
  }

  /// One part of the number of \p Known that is also in \p Of becomes what the
  /// others leave of it. False if there is no such part.
  bool eliminate(const BoundedNumber &Known, const Term *Of) {
    const Term *Number = apply(Known.Number);
    const Summands Sum(Number);
    for (auto [Part, C] : Sum.Parts) {
      if (isa<SymbolTerm>(Part) || (C != 1 && C != -1) || !mentions(Of, Part))
        continue;
      // Number = Rest + C * Part.
      const Term *Rest = Arena.binary(
          BO_Sub, Number, Arena.binary(BO_Mul, Part, Arena.constant(C)));
      if (mentions(Rest, Part))
        continue;
      Replaced.push_back(
          {Part,
           Arena.binary(BO_Mul,
                        Arena.binary(BO_Sub, Arena.symbol(Known.Bounds), Rest),
                        Arena.constant(C))});
      return true;
    }
    return false;
  }

private:
  TermArena &Arena;
  llvm::SmallVector<std::pair<const Term *, const Term *>, 4> Replaced;
};

} // namespace

const Event *LoopEvolution::readOf(const Term *Load) const {
  if (ReadEvents.empty())
    for (const Node *N : P.order())
      for (const Event &E : N->Events)
        if (E.K == Event::Kind::Access && E.Access == AccessKind::Read) {
          auto [Known, New] = ReadEvents.try_emplace({E.Owner, E.Site}, &E);
          if (!New)
            Known->second = nullptr;
        }
  const auto *Read = cast<LoadTerm>(Load);
  return ReadEvents.lookup({Read->callContext(), Read->site()});
}

/// On all paths from one read to the other, in the first iteration of \p Of,
/// the thread meets nobody and writes nothing.
bool LoopEvolution::isUndisturbed(const RepeatedRead &Reads,
                                  const Loop &Of) const {
  const Event *Early = readOf(Reads.Early), *Later = readOf(Reads.Later);
  if (!Early || !Later || !View.contains(*Early->At) ||
      !View.contains(*Later->At) || !View.dominates(*Early->At, *Later->At))
    return false;
  auto IsQuiet = [](const Event &E) {
    return E.K == Event::Kind::Access && E.Access == AccessKind::Read;
  };
  if (Early->At == Later->At)
    return Early <= Later && std::all_of(Early, Later, IsQuiet);
  Worklist<Node> Work{Later->At};
  Work.bar(Early->At);
  while (const Node *N = Work.next()) {
    const Event *First = N->Events.data(), *End = First + N->Events.size();
    if (!std::all_of(First, N == Later->At ? Later : End, IsQuiet))
      return false;
    for (const Node *Before : N->predecessors())
      if (View.contains(*Before) && !(N == Of.Header && Of.contains(*Before)))
        Work.add(Before);
  }
  return std::all_of(Early, Early->At->Events.data() + Early->At->Events.size(),
                     IsQuiet);
}

/// Where the path to \p Of makes the test of its header hold in the first
/// iteration: each condition on the path takes the place of one number in the
/// test, until that is decided.
LoopEvolution::Entry LoopEvolution::findEntry(const Loop &Of) const {
  Entry Found;
  bool GoesOnIf = true;
  if (!isTestedAtHead(Of, GoesOnIf))
    return Found;
  const Term *Test = inFirstIteration(Of.Header->Branch, Of);
  auto IsDecided = [&](const Term *T) {
    const auto *Known = dyn_cast<ConstantTerm>(T);
    return Known && (Known->value() != 0) == GoesOnIf;
  };
  Found.IsRun = IsDecided(Test);
  if (Found.IsRun || Test->isConstant())
    return Found;
  llvm::SmallVector<const Term *, 4> Loads;
  anyPartOf(Test, [&](const Term &Part) {
    if (isa<LoadTerm>(Part))
      Loads.push_back(&Part);
    return false;
  });
  Elimination Known(Arena);
  for (const ConditionPart &Part : conditionsAt(*Of.Header)) {
    BoundedNumber Says = boundedBy(Part, Arena);
    if (!Says.isBounded() || !Arena.work().spend(1))
      continue;
    llvm::SmallVector<RepeatedRead, 2> Reads;
    Says.Number =
        TermRewriter(Arena).rewrite(Says.Number, [&](const Term &Inner) {
          const auto *Early = dyn_cast<LoadTerm>(&Inner);
          auto Same = llvm::find_if(Loads, [&](const Term *Later) {
            return Early && sameButForSites(Later, Early);
          });
          if (Same == Loads.end() || *Same == Early)
            return static_cast<const Term *>(nullptr);
          Reads.push_back({Early, *Same});
          return *Same;
        });
    if (!llvm::all_of(Reads,
                      [&](const RepeatedRead &Each) {
                        return isUndisturbed(Each, Of);
                      }) ||
        !Known.eliminate(Says, Known.apply(Test)))
      continue;
    Found.Reads.append(Reads.begin(), Reads.end());
    if ((Found.IsRun = IsDecided(Known.apply(Test))))
      break;
  }
  return Found;
}

bool LoopEvolution::runsOnce(const Node &Head,
                             llvm::SmallVectorImpl<RepeatedRead> &Reads) const {
  auto [Known, New] = Entries.try_emplace(&Head);
  if (const Loop *L = New ? All.headedBy(Head) : nullptr)
    Entries[&Head] = findEntry(*L);
  const Entry &Found = Entries[&Head];
  Reads.assign(Found.Reads.begin(), Found.Reads.end());
  return Found.IsRun;
}

} // namespace warplint
