//===--- IterationValues.cpp - What an iteration makes of a variable ------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/TwoThreads/IterationValues.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace warplint::twothreads {

const Node *branchOver(const Node &Join, const KernelFacts &Facts) {
  const CfgView &View = Facts.paths();
  const Node *At = &Join;
  unsigned Passed = 0;
  do {
    At = At->predecessors().empty() ? nullptr : At->predecessors().front();
    if (!At || At == &Join || !View.contains(*At) ||
        !Facts.limits().allows(BudgetId::JoinNodes, ++Passed))
      return nullptr;
  } while (!View.dominates(*At, Join));
  return At;
}

namespace {

/// What a term can be worth in the iteration in which the variable has one
/// value.
class IterationReader {
public:
  IterationReader(const Induction &Loop, const KernelFacts &Facts)
      : Variable(Loop.Variable), Facts(Facts) {}

  /// Empty if that is not known.
  using Numbers = llvm::SmallSetVector<int64_t, 4>;
  Numbers read(const Term *T, unsigned Depth = 0) const;

  int64_t Value = 0; ///< Of the variable.

private:
  Numbers chosen(const Term *Test, const Term *IfTrue, const Term *IfFalse,
                 unsigned Depth) const;
  Numbers joined(const PhiTerm &Phi, unsigned Depth) const;
  Numbers computed(const Term *T, unsigned Depth) const;

  const Term *Variable;
  const KernelFacts &Facts;
};

} // namespace

/// What the kernel is given says whether \p Test holds, or which thread asks;
/// memory does not.
static bool isOfGiven(const Term *Test, const Evaluation &Values) {
  return walkTerms(Test, Values, [](const Term &Part) {
    return isa<LoadTerm, OpaqueTerm, ResultTerm, UndefinedTerm>(Part)
               ? Walk::Stop
               : Walk::Enter;
  });
}

IterationReader::Numbers IterationReader::chosen(const Term *Test,
                                                 const Term *IfTrue,
                                                 const Term *IfFalse,
                                                 unsigned Depth) const {
  Numbers Truth = read(Test, Depth);
  if (Truth.size() == 1)
    return read(Truth[0] ? IfTrue : IfFalse, Depth);
  if (!isOfGiven(Test, Facts.values()))
    return {};
  Numbers True = read(IfTrue, Depth), False = read(IfFalse, Depth);
  if (True.empty() || False.empty())
    return {};
  True.insert(False.begin(), False.end());
  return True;
}

/// What the paths bring that the variable's value leaves, from the branch that
/// all of them come from.
IterationReader::Numbers IterationReader::joined(const PhiTerm &Phi,
                                                 unsigned Depth) const {
  const Node *Join = Phi.node();
  const CfgView &View = Facts.paths();
  const Node *First = View.contains(*Join) ? branchOver(*Join, Facts) : nullptr;
  Numbers Result;
  llvm::SmallVector<const Node *, 4> Work;
  if (First)
    Work.push_back(First);
  for (unsigned Passed = 1; !Work.empty(); ++Passed) {
    const Node *At = Work.pop_back_val();
    llvm::ArrayRef<Node *> Next = At->successors();
    if (!Facts.limits().allows(BudgetId::JoinNodes, Passed) || Next.empty() ||
        Next.size() > 2 || isa_and_nonnull<SwitchStmt>(At->terminator()))
      return {};
    if (Next.size() == 2) {
      Numbers Truth = At->Branch ? read(At->Branch, Depth) : Numbers();
      if (Truth.size() == 1)
        Next = Next.slice(Truth[0] ? 0 : 1, 1);
      else if (!At->Branch || !isOfGiven(At->Branch, Facts.values()))
        return {};
    }
    for (const Node *To : Next) {
      if (To != Join) {
        Work.push_back(To);
        continue;
      }
      for (const Incoming &In : Facts.values().incoming(&Phi)) {
        if (In.From != At)
          continue;
        Numbers Brought = read(In.Reaching.Value, Depth);
        if (Brought.empty())
          return {};
        Result.insert(Brought.begin(), Brought.end());
      }
    }
  }
  return Result;
}

/// \p T with each combination of what its operands can be worth.
IterationReader::Numbers IterationReader::computed(const Term *T,
                                                   unsigned Depth) const {
  TermArena &Arena = Facts.terms();
  std::vector<std::vector<const Term *>> Paths{{}};
  for (const Term *Operand : T->operands()) {
    Numbers Each = read(Operand, Depth);
    if (!Facts.limits().allows(BudgetId::JoinValues,
                               Paths.size() * Each.size()))
      return {};
    std::vector<std::vector<const Term *>> Longer;
    for (const auto &Path : Paths)
      for (int64_t Number : Each) {
        Longer.push_back(Path);
        Longer.back().push_back(Arena.constant(Number));
      }
    Paths = std::move(Longer);
  }
  Numbers Result;
  for (const auto &Path : Paths) {
    auto Number = numberOf(Arena.withOperands(T, Path));
    if (!Number)
      return {};
    Result.insert(*Number);
  }
  return Result;
}

IterationReader::Numbers IterationReader::read(const Term *T,
                                               unsigned Depth) const {
  Numbers Result;
  if (T == Variable)
    Result.insert(Value);
  else if (auto Number = numberOf(T))
    Result.insert(*Number);
  if (!Result.empty() || !Facts.limits().allows(BudgetId::JoinDepth, Depth + 1))
    return Result;
  if (const auto *Choice = dyn_cast<SelectTerm>(T))
    return chosen(Choice->condition(), Choice->ifTrue(), Choice->ifFalse(),
                  Depth + 1);
  if (isa<LinearTerm, UnaryTerm, BinaryTerm, NarrowTerm>(T))
    return computed(T, Depth + 1);
  if (!isa<PhiTerm>(T) || Facts.values().inductions().find(T))
    return {};
  if (const Term *Only = Facts.values().resolved(T); Only != T)
    return read(Only, Depth + 1);
  return joined(*cast<PhiTerm>(T), Depth + 1);
}

std::optional<IterationValues>
turnedValues(const Induction &Loop, int64_t First, const KernelFacts &Facts) {
  IterationValues Found;
  Found.Values.push_back(First);
  IterationReader Iteration(Loop, Facts);
  for (size_t I = 0; I < Found.Values.size(); ++I) {
    Iteration.Value = Found.Values[I];
    IterationReader::Numbers Next = Iteration.read(Loop.Next);
    if (Next.empty())
      return std::nullopt;
    for (int64_t Each : Next)
      if (!llvm::is_contained(Found.Values, Each))
        Found.Values.push_back(Each);
    if (!Facts.limits().allows(BudgetId::JoinValues, Found.Values.size()))
      return std::nullopt;
    int64_t Following =
        I + 1 < Found.Values.size() ? Found.Values[I + 1] : First;
    Found.IsRing &= Next.size() == 1 && Next[0] == Following;
  }
  if (Found.Values.size() < 2)
    return std::nullopt;
  return Found;
}

} // namespace warplint::twothreads
