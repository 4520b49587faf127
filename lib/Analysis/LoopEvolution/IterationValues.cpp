//===--- IterationValues.cpp - What an iteration makes of a variable ------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/LoopEvolution/IterationValues.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/LoopEvolution/Multiples.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace warplint {

/// The nearest branch that dominates \p Join and from which all paths lead to
/// it; null if none is within a few nodes, or if it is not live.
static const Node *branchOver(const Node &Join, const CfgView &View,
                              const Limits &Within) {
  const Node *At = View.contains(Join) ? &Join : nullptr;
  unsigned Passed = 0;
  do {
    At = !At || At->predecessors().empty() ? nullptr
                                           : At->predecessors().front();
    if (!At || At == &Join || !View.contains(*At) ||
        !Within.allows(BudgetId::JoinNodes, ++Passed))
      return nullptr;
  } while (!View.dominates(*At, Join));
  return At;
}

const Term *
arriving(const PhiTerm &Phi, const CfgView &View, const Evaluation &Values,
         llvm::function_ref<std::optional<unsigned>(const Node &)> Takes) {
  const Node *Join = Phi.node(), *Last = nullptr,
             *At = branchOver(*Join, View, Values.limits());
  for (unsigned Passed = 1; At && At != Join; ++Passed) {
    auto Successor =
        At->successors().size() == 1 ? std::optional(0u) : Takes(*At);
    if (!Successor || !Values.limits().allows(BudgetId::JoinNodes, Passed))
      return nullptr;
    Last = At;
    At = At->successors()[*Successor];
  }
  for (const Incoming &I : Values.incoming(&Phi))
    if (I.From == Last)
      return I.Reaching.Value;
  return nullptr;
}

namespace {

/// What a term can be worth in the iteration in which the variable has one
/// value.
class IterationReader {
public:
  IterationReader(const Induction &Loop, const LoopEvolution &Loops)
      : Variable(Loop.Variable), Loops(Loops) {}

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
  const LoopEvolution &Loops;
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
  if (!isOfGiven(Test, Loops.values()))
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
  const Node *First = branchOver(*Join, Loops.view(), Loops.values().limits());
  Numbers Result;
  llvm::SmallVector<const Node *, 4> Work;
  if (First)
    Work.push_back(First);
  for (unsigned Passed = 1; !Work.empty(); ++Passed) {
    const Node *At = Work.pop_back_val();
    llvm::ArrayRef<Node *> Next = At->successors();
    if (!Loops.arena().limits().allows(BudgetId::JoinNodes, Passed) ||
        Next.empty() || Next.size() > 2 ||
        isa_and_nonnull<SwitchStmt>(At->terminator()))
      return {};
    if (Next.size() == 2) {
      Numbers Truth = At->Branch ? read(At->Branch, Depth) : Numbers();
      if (Truth.size() == 1)
        Next = Next.slice(Truth[0] ? 0 : 1, 1);
      else if (!At->Branch || !isOfGiven(At->Branch, Loops.values()))
        return {};
    }
    for (const Node *To : Next) {
      if (To != Join) {
        Work.push_back(To);
        continue;
      }
      for (const Incoming &In : Loops.values().incoming(&Phi)) {
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
  TermArena &Arena = Loops.arena();
  std::vector<std::vector<const Term *>> Paths{{}};
  for (const Term *Operand : T->operands()) {
    Numbers Each = read(Operand, Depth);
    if (!Loops.arena().limits().allows(BudgetId::JoinValues,
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
  if (!Result.empty() ||
      !Loops.arena().limits().allows(BudgetId::JoinDepth, Depth + 1))
    return Result;
  if (const auto *Choice = dyn_cast<SelectTerm>(T))
    return chosen(Choice->condition(), Choice->ifTrue(), Choice->ifFalse(),
                  Depth + 1);
  if (isa<LinearTerm, UnaryTerm, BinaryTerm, NarrowTerm>(T))
    return computed(T, Depth + 1);
  if (!isa<PhiTerm>(T) || Loops.values().inductions().find(T))
    return {};
  if (const Term *Only = Loops.values().resolved(T); Only != T)
    return read(Only, Depth + 1);
  return joined(*cast<PhiTerm>(T), Depth + 1);
}

std::optional<IterationValues>
turnedValues(const Induction &Loop, int64_t First, const LoopEvolution &Loops) {
  IterationValues Found;
  Found.Values.push_back(First);
  IterationReader Iteration(Loop, Loops);
  bool IsDecided = true;
  for (size_t I = 0; I < Found.Values.size(); ++I) {
    Iteration.Value = Found.Values[I];
    IterationReader::Numbers Next = Iteration.read(Loop.Next);
    if (Next.empty())
      return std::nullopt;
    for (int64_t Each : Next)
      if (!llvm::is_contained(Found.Values, Each))
        Found.Values.push_back(Each);
    if (!Loops.arena().limits().allows(BudgetId::JoinValues,
                                       Found.Values.size()))
      return std::nullopt;
    IsDecided &= Next.size() == 1;
    if (IsDecided)
      Found.Back = llvm::find(Found.Values, Next[0]) - Found.Values.begin();
  }
  if (!IsDecided)
    Found.Back.reset();
  if (Found.Values.size() < 2)
    return std::nullopt;
  return Found;
}

/// What \p T is in the next iteration of \p Of; null if that is not known, as
/// where memory decides it, or if it does not depend on the iteration. \p
/// Variables become those that decide.
static const Term *
inNextIteration(const Term *T, const Loop &Of, const LoopEvolution &Loops,
                llvm::SmallSetVector<const Term *, 2> &Variables) {
  const Inductions &All = Loops.values().inductions();
  bool Known = !anyPartOf(T, [&](const Term &Part) {
    const auto *Join = dyn_cast<PhiTerm>(&Part);
    if (isa<LoadTerm, OpaqueTerm, ResultTerm>(Part))
      return true;
    if (!Join || !Of.contains(*Join->node()))
      return false;
    Variables.insert(Join);
    return Join->node() != Of.Header || !All.find(Join);
  });
  if (!Known || Variables.empty())
    return nullptr;
  return TermRewriter(Loops.arena()).rewrite(T, [&](const Term &Part) {
    return Variables.contains(&Part) ? Loops.next(*All.find(&Part)) : nullptr;
  });
}

bool movesOn(const Term *T, const Loop &Of, const LoopEvolution &Loops) {
  llvm::SmallSetVector<const Term *, 2> Variables;
  const Term *Then = inNextIteration(T, Of, Loops, Variables);
  if (!Then)
    return false;
  TermArena::Range By = Loops.rangeOf(Loops.arena().binary(BO_Sub, Then, T));
  return (By.Min && *By.Min > 0) || (By.Max && *By.Max < 0);
}

bool changesAlways(const Term *T, const Loop &Of, const LoopEvolution &Loops) {
  llvm::SmallSetVector<const Term *, 2> Variables;
  const Term *Then = inNextIteration(T, Of, Loops, Variables);
  if (!Then)
    return false;
  if (Multiples(Loops).differ(T, Then))
    return true;
  TermArena &Arena = Loops.arena();
  const Inductions &All = Loops.values().inductions();
  const Induction *Only =
      Variables.size() == 1 ? All.find(Variables[0]) : nullptr;
  auto First = Only ? numberOf(Only->First) : std::nullopt;
  auto Turned = First ? turnedValues(*Only, *First, Loops) : std::nullopt;
  if (!Turned || !Turned->isRing())
    return false;
  auto With = [&](int64_t Value) {
    return TermRewriter(Arena).rewrite(T, [&](const Term &Part) {
      return &Part == Only->Variable ? Arena.constant(Value) : nullptr;
    });
  };
  const Term *Last = With(Turned->Values.back());
  return llvm::all_of(Turned->Values, [&](int64_t Value) {
    const Term *Before = std::exchange(Last, With(Value));
    return Arena.binary(BO_NE, Before, Last)->isConstant(1);
  });
}

CountedLoops countedLoops(const AccessPath &At, const Node &N,
                          const LoopEvolution &Loops) {
  llvm::SmallVector<const Term *, 8> Indices;
  for (const auto &[Index, Size] : At.Steps)
    Indices.push_back(Index);
  CountedLoops Found;
  bool IsKnown = walkTerms(Indices, [&](const Term &Part, TermList &Instead) {
    if (!isa<PhiTerm>(Part))
      return Walk::Enter;
    const Induction *Of = Loops.values().inductions().find(&Part);
    if (!Of || Of->K == Induction::Kind::Other)
      return Walk::Stop;
    Found.Variables.push_back(&Part);
    Instead.push_back(Of->First);
    return Walk::Enter;
  });
  size_t Explained = 0;
  for (const Loop *Around = Loops.loops().innermost(N, N); Around;
       Around = Around->Around) {
    size_t Of = llvm::count_if(Found.Variables, [&](const Term *Variable) {
      return cast<PhiTerm>(Variable)->node() == Around->Header;
    });
    Explained += Of;
    if (Of)
      Found.Around.push_back(Around);
  }
  if (!IsKnown || Explained != Found.Variables.size())
    return {};
  std::reverse(Found.Around.begin(), Found.Around.end());
  return Found;
}

/// All variables of loops in \p T are: others would count as in the first
/// iteration.
static bool isGiven(const Term *T, const GivenValues &Iteration) {
  return !findPart(T, [&](const Term &Part) {
    return isa<PhiTerm>(Part) && !Iteration.count(&Part);
  });
}

/// The values of the variables of \p Of at its header, in its first iteration
/// or in the one behind \p Iteration, become those of \p Iteration. What is not
/// known, such as a sum of what is loaded, is no longer given.
static void goOn(const Loop &Of, bool First, const ThreadOfBlock &Self,
                 const Evaluation &Values, GivenValues &Iteration) {
  llvm::SmallVector<std::pair<const Term *, std::optional<int64_t>>, 4> Next;
  ThreadValues Now(Values, Iteration);
  for (const Term *Phi : Values.joins().phisAt(*Of.Header))
    if (const Induction *Variable = Values.inductions().find(Phi);
        Variable && Variable->K != Induction::Kind::Other) {
      const Term *From = First ? Variable->First : Variable->Next;
      Next.push_back(
          {Phi, isGiven(From, Iteration) ? Now.run(From, Self) : std::nullopt});
    }
  for (auto [Phi, Value] : Next)
    if (Value)
      Iteration[Phi] = *Value;
    else
      Iteration.erase(Phi);
}

static bool visitFrom(size_t Depth, const CountedLoops &Of,
                      const ThreadOfBlock &Self, const LoopEvolution &Loops,
                      StepBudget &Steps, GivenValues Iteration,
                      llvm::function_ref<bool(const GivenValues &)> Visit) {
  if (Depth == Of.Around.size())
    return llvm::all_of(Of.Variables,
                        [&](const Term *V) { return Iteration.count(V); }) &&
           Visit(Iteration);
  const Loop &Here = *Of.Around[Depth];
  const Term *Test = Here.Header->Branch;
  bool GoesOnIf = false;
  if (!Loops.isTestedAtHead(Here, GoesOnIf))
    return false;
  goOn(Here, /*First=*/true, Self, Loops.values(), Iteration);
  while (Steps.spend(1) && isGiven(Test, Iteration)) {
    auto Truth = ThreadValues(Loops.values(), Iteration).run(Test, Self);
    if (!Truth)
      return false;
    if ((*Truth != 0) != GoesOnIf)
      return true;
    if (!visitFrom(Depth + 1, Of, Self, Loops, Steps, Iteration, Visit))
      return false;
    goOn(Here, /*First=*/false, Self, Loops.values(), Iteration);
  }
  if (!Steps.left())
    Loops.values().limits().cut(BudgetId::FootprintSteps);
  return false;
}

bool forEachIteration(const CountedLoops &Of, const ThreadOfBlock &Self,
                      const LoopEvolution &Loops, StepBudget &Steps,
                      llvm::function_ref<bool(const GivenValues &)> Visit) {
  return !Of.Around.empty() &&
         visitFrom(0, Of, Self, Loops, Steps, GivenValues(), Visit);
}

} // namespace warplint
