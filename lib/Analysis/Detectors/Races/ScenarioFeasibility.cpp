//===--- ScenarioFeasibility.cpp - Launches that a kernel is made for -----===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Detectors/Races/RaceEngine.h"
#include "Analysis/Detectors/Races/RaceEngineState.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/Expr/Worklist.h"
#include "Analysis/LaunchScenarios/ParameterUses.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/TwoThreads/QueryWriter.h"
#include "CudaModel/MemorySpace.h"
#include "llvm/ADT/MapVector.h"
#include <numeric>

using namespace clang;

namespace warplint::races {

//===----------------------------------------------------------------------===//
// Ends of arrays
//===----------------------------------------------------------------------===//

/// Some thread reaches an access, under the condition \p Reach in one
/// iteration, outside its object (not \p Inside), and only its index decides
/// that.
static bool leavesObject(const Term *Inside, const Term *Reach,
                         twothreads::QuerySymbols &Symbols,
                         solver::Solver &Decider) {
  if (Inside->isConstant(1) || !Symbols.isOfFirstThread(Inside) ||
      Reach->isConstant(0) || !Symbols.isOfPlaces(Reach))
    return false;
  solver::Query Q;
  twothreads::QueryWriter Writer(Q, Symbols);
  Writer.require(Reach);
  Writer.require(Symbols.logicalNot(Inside));
  return Decider.decide(Q).K == solver::SolverAnswer::Kind::Possible;
}

/// Some thread certainly makes \p Access outside its object in the first
/// iteration of its loops, or with \p InAllIterations in the last one that all
/// threads are known to execute.
static bool leavesObject(const Event &Access, unsigned Step,
                         twothreads::ThreadEncoding &Encoding,
                         twothreads::QuerySymbols &Symbols,
                         solver::Solver &Decider, bool InAllIterations) {
  const Term *Inside = Encoding.inBounds(Access.Address, Access.Bytes, Step),
             *Reach = Encoding.reach(Step);
  const Term *AtFirst = Symbols.inFirstIteration(Inside),
             *AtLast = InAllIterations ? Symbols.inLastKnownIteration(Inside)
                                       : AtFirst;
  return leavesObject(AtFirst, Symbols.inFirstIteration(Reach), Symbols,
                      Decider) ||
         (AtLast != AtFirst &&
          leavesObject(AtLast, Symbols.inLastKnownIteration(Reach), Symbols,
                       Decider));
}

/// \p Address is computed from a parameter, in the first iteration of the loops
/// around it too: how far it goes is not known then.
static bool startsFromParameter(const Term *Address, const Evaluation &Values) {
  Worklist<Term> Work{Address};
  while (const Term *From = Work.next())
    if (!walkTerms(From, [&](const Term &Part) {
          if (isa<ParameterTerm, ExtractTerm>(Part))
            return Walk::Stop;
          if (!isa<PhiTerm>(Part))
            return Walk::Enter;
          if (const Induction *Loop = Values.inductions().find(&Part))
            Work.add(Loop->First);
          return Walk::Skip;
        }))
      return true;
  return false;
}

/// A loop walks over the object as far as a parameter says, which then is no
/// further than the object's end.
static bool isWalkedByParameter(const Event &Access, const KernelFacts &Facts) {
  return llvm::any_of(
      Facts.paths().allControls(*Access.At), [&](const Node *Branch) {
        const auto *Test = dyn_cast_or_null<BinaryTerm>(Branch->Branch);
        if (!Test || !Test->isComparison() ||
            !isa_and_nonnull<ForStmt, WhileStmt>(Branch->terminator()))
          return false;
        auto IsCounter = [&](const Term *T, const Term *Bound) {
          return isa<PhiTerm>(T) && dependsOnParameter(Bound) &&
                 mentions(Access.Address, T);
        };
        return IsCounter(Test->lhs(), Test->rhs()) ||
               IsCounter(Test->rhs(), Test->lhs());
      });
}

/// The kernel leaves at once or fails an assertion before it does anything or
/// reaches its first barrier: it is not made for the extents that are encoded.
static bool refusesToRun(const Interval &Opening,
                         twothreads::ThreadEncoding &Encoding) {
  bool Does = false;
  for (unsigned Step = 0; Step < Opening.Steps.size(); ++Step) {
    const IntervalStep &At = Opening.Steps[Step];
    if (At.First == At.At->Events.size())
      continue;
    Does = true;
    if (!Encoding.reach(Step)->isConstant(0))
      return false;
  }
  return Does;
}

/// \p Access is to a shared array, and what it shows of the array's end is not
/// that of a parameter.
static bool tellsOfEnd(const Event &Access, const KernelFacts &Facts) {
  return Access.isAccess() && !Access.Under &&
         memorySpaceOf(rootOf(Access.Address)) == MemorySpace::Shared &&
         !startsFromParameter(Access.Address, Facts.values()) &&
         !isWalkedByParameter(Access, Facts);
}

bool RaceEngine::fits(const LaunchExtents &Shape, bool InAllIterations) {
  if (Inside->Facts.terms().launch().blockSize())
    return true;
  EncodedLaunch &At = Inside->launch(Shape, Scope::Block);
  for (const Interval &I : intervals(Scope::Block)) {
    if (!Inside->Facts.work().left())
      return true;
    twothreads::ThreadEncoding &Encoding = At.encodingOf(I, 1);
    if (!I.Start && refusesToRun(I, Encoding))
      return false;
    for (unsigned Step = 0; Step < I.Steps.size(); ++Step)
      for (unsigned E = I.Steps[Step].First; E < I.Steps[Step].Last; ++E) {
        const Event &Access = I.Steps[Step].At->Events[E];
        auto [Known, New] = Inside->TellsOfEnd.try_emplace(&Access, false);
        if (New)
          Known->second = tellsOfEnd(Access, Inside->Facts);
        if (Known->second && leavesObject(Access, Step, Encoding, At.Symbols,
                                          Inside->Decider, InAllIterations))
          return false;
      }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Elements that somebody writes
//===----------------------------------------------------------------------===//

namespace {

/// Accesses of a kernel to one shared object whose bytes follow from where the
/// thread stands.
struct FixedAccesses {
  struct One {
    const Term *Address, *Reach; ///< Of thread 1.
    uint32_t Bytes;
  };
  std::vector<One> Writes, Reads;
  bool Open = false; ///< Some write is not of that kind.
};

/// Which bytes are touched by the threads of one block.
class Footprints {
public:
  /// \p Steps is lowered by the expressions that are evaluated; nothing is
  /// said when it is used up.
  Footprints(twothreads::QuerySymbols &Symbols, uint64_t &Steps)
      : Symbols(Symbols), Steps(Steps) {}

  /// Some thread reads what no thread writes.
  bool readsUnwritten(const FixedAccesses &Of);

private:
  /// Calls \p Touch with the first byte that each thread accesses; false if one
  /// of them has no value.
  bool forEachThread(const FixedAccesses::One &Access,
                     llvm::function_ref<void(int64_t)> Touch);

  twothreads::QuerySymbols &Symbols;
  uint64_t &Steps;
};

} // namespace

bool Footprints::forEachThread(const FixedAccesses::One &Access,
                               llvm::function_ref<void(int64_t)> Touch) {
  solver::Query Q;
  twothreads::QueryWriter Writer(Q, Symbols);
  solver::Query::Ref Address = Writer.write(Access.Address),
                     Reach = Writer.write(Access.Reach);
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    Writer.write(Symbols.threadIndex(1, Axis));
  // Every position: the symbols of thread 1 count like digits.
  std::vector<int64_t> Values;
  for (const solver::Query::Symbol &S : Q.symbols())
    Values.push_back(S.Min);
  std::vector<solver::Query::Ref> All(Q.expressions().size());
  std::iota(All.begin(), All.end(), 0);
  std::vector<std::optional<int64_t>> Known(All.size());
  while (Steps >= All.size()) {
    Steps -= All.size();
    Q.evaluate(Values, All, Known);
    if (!Known[Reach] || (*Known[Reach] && !Known[Address]))
      return false;
    if (*Known[Reach])
      Touch(*Known[Address]);
    size_t Digit = 0;
    while (Digit < Values.size() && Values[Digit] == Q.symbols()[Digit].Max) {
      Values[Digit] = Q.symbols()[Digit].Min;
      ++Digit;
    }
    if (Digit == Values.size())
      return true;
    ++Values[Digit];
  }
  Symbols.facts().limits().cut(BudgetId::FootprintSteps);
  return false;
}

bool Footprints::readsUnwritten(const FixedAccesses &Of) {
  if (Of.Open || Of.Writes.empty())
    return false;
  llvm::DenseSet<int64_t> Written;
  for (const FixedAccesses::One &Write : Of.Writes)
    if (!forEachThread(Write, [&](int64_t First) {
          for (uint32_t Byte = 0; Byte < Write.Bytes; ++Byte)
            Written.insert(First + Byte);
        }))
      return false;
  for (const FixedAccesses::One &Read : Of.Reads) {
    bool Unwritten = false;
    if (forEachThread(
            Read,
            [&](int64_t First) { Unwritten |= !Written.contains(First); }) &&
        Unwritten)
      return true;
  }
  return false;
}

/// Sorts what a thread does at \p Access to what else is done to the object.
static void note(const Event &Access, unsigned Step, EncodedLaunch &At,
                 twothreads::ThreadEncoding &Encoding,
                 llvm::MapVector<const Term *, FixedAccesses> &Objects) {
  static constexpr uint32_t BytesOfAccess = 16;
  twothreads::QuerySymbols &Symbols = At.Symbols;
  auto Roots = possibleRoots(Access.Address, Symbols.facts().values());
  for (const Term *Root : Roots) {
    if (memorySpaceOf(Root) != MemorySpace::Shared)
      continue;
    FixedAccesses &Of = Objects[Symbols.objectOf(Root)];
    bool Writes = !Access.isRead();
    const Term *Reach = Encoding.reach(Step, Access.Under);
    twothreads::EncodedValue To = Encoding.encode(Access.Address, Step);
    if (Access.isAccess() && Access.Bytes && Access.Bytes <= BytesOfAccess &&
        Roots.size() == 1 && To.Root && Symbols.isOfFirstThread(To.Value) &&
        Symbols.isOfFirstThread(Reach))
      (Writes ? Of.Writes : Of.Reads)
          .push_back({To.Value, Reach, Access.Bytes});
    else
      Of.Open |= Writes;
  }
}

bool RaceEngine::readsOnlyWritten(const LaunchExtents &Shape) {
  auto [Known, New] = Inside->OnlyWritten.try_emplace(Shape.Block, true);
  if (!New)
    return Known->second;
  EncodedLaunch &At = Inside->launch(Shape, Scope::Block);
  llvm::MapVector<const Term *, FixedAccesses> Objects;
  for (const Interval &I : intervals(Scope::Block)) {
    if (!Inside->Facts.work().left())
      return true;
    twothreads::ThreadEncoding &Encoding = At.encodingOf(I, 1);
    for (unsigned Step = 0; Step < I.Steps.size(); ++Step)
      for (unsigned E = I.Steps[Step].First; E < I.Steps[Step].Last; ++E) {
        const Event &Access = I.Steps[Step].At->Events[E];
        // Whatever is called may write.
        if (Access.isUnknown())
          return true;
        if (Access.Address)
          note(Access, Step, At, Encoding, Objects);
      }
  }
  Footprints Bytes(At.Symbols, Inside->FootprintSteps);
  return Known->second = llvm::none_of(Objects, [&](const auto &Object) {
           return Bytes.readsUnwritten(Object.second);
         });
}

} // namespace warplint::races
