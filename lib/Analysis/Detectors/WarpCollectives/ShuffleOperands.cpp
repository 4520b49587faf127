//===--- ShuffleOperands.cpp - What lanes read in a shuffle -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/WarpCollectives/ShuffleOperands.h"
#include "Analysis/Detectors/WarpCollectives/LaneMasks.h"
#include "Analysis/Detectors/WarpCollectives/Lanes.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/SymbolicExecution/ShuffleSource.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "CudaModel/Arithmetic.h"
#include "CudaModel/LaneFunctions.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace warplint::collectives {

/// Each lane of \p Mask reads one that it does not name.
static bool readsOnlyUnnamed(LaneMask Mask, ShuffleMode Mode, int64_t Select) {
  for (int64_t Lane = 0; Lane < LanesPerWarp; ++Lane)
    if (hasLane(Mask, Lane) &&
        hasLane(Mask, sourceLane(Lane, Mode, Select, LanesPerWarp)))
      return false;
  return Mask != 0;
}

static std::optional<ShuffleFault> constantFault(const KernelFacts &Facts,
                                                 const Event &E) {
  ShuffleFault Fault;
  auto Width = lanesPerSegment(E, Facts.values());
  if (!Width)
    return std::nullopt;
  if (*Width < 1 || *Width > LanesPerWarp || !llvm::isPowerOf2_64(*Width)) {
    Fault.Value = *Width;
    return Fault;
  }
  const auto *Select = dyn_cast_or_null<ConstantTerm>(E.Select);
  if (!Select)
    return std::nullopt;
  Fault.Limit = *Width;
  Fault.Value = Select->value();
  bool Inside = Fault.Value >= 0 && Fault.Value < *Width;
  ShuffleMode Mode = E.Op->Entry->Shuffle;
  bool IsIndex = Mode == ShuffleMode::Index;
  // In a segment of one lane nothing moves, whatever the distance: it is what
  // code for segments of any width has at its end.
  if (*Width == 1 && !IsIndex)
    return std::nullopt;
  if (!Inside) {
    Fault.K = IsIndex ? ShuffleFault::Kind::SourceBeyond
                      : ShuffleFault::Kind::LeavesSegment;
    return Fault;
  }
  auto Mask = constantMask(E);
  if (!Mask || *Width != LanesPerWarp ||
      !readsOnlyUnnamed(*Mask, Mode, Fault.Value))
    return std::nullopt;
  Fault.K = IsIndex ? ShuffleFault::Kind::SourceNotNamed
                    : ShuffleFault::Kind::SourcesNotNamed;
  Fault.Mask = *Mask;
  return Fault;
}

/// The join at which \p Value has no value on one side, followed through the
/// accumulators of loops to what they start with.
static const Term *joinWithUnset(const KernelFacts &Facts, const Term *Value) {
  llvm::SmallPtrSet<const Term *, 8> Seen;
  while (isa<PhiTerm>(Value) && Seen.insert(Value).second) {
    llvm::ArrayRef<Incoming> From = Facts.values().incoming(Value);
    if (llvm::any_of(From, [](const Incoming &I) {
          return isa<UndefinedTerm>(I.Reaching.Value);
        }))
      return Value;
    const Induction *Loop = Facts.values().inductions().find(Value);
    if (!Loop)
      return nullptr;
    Value = Loop->First;
  }
  return nullptr;
}

/// Lanes of the first warp that reach \p Join without a value; nothing if
/// that depends on more than thread identity and constants.
static std::optional<LaneMask>
unsetLanes(const KernelFacts &Facts, const Term *Join, const Node *&Branch) {
  llvm::ArrayRef<Incoming> From = Facts.values().incoming(Join);
  llvm::ArrayRef<const Node *> Over = Facts.uniformity().choosers(Join);
  if (From.size() != 2 || Over.size() != 1 || !Over[0]->Branch)
    return std::nullopt;
  Branch = Over[0];
  unsigned Unset = isa<UndefinedTerm>(From[0].Reaching.Value) ? 0 : 1;
  // The branch itself can be the predecessor: an `if` without `else`.
  bool OnTrue;
  if (From[Unset].From == Branch)
    OnTrue = Branch->successors()[0] == cast<PhiTerm>(Join)->node();
  else if (auto Successor =
               Facts.paths().successorTo(*Branch, *From[Unset].From))
    OnTrue = *Successor == 0;
  else
    return std::nullopt;
  Inputs Of = inputsOf(Branch->Branch, Facts.values());
  if (!Of.Parameters.empty())
    return std::nullopt;
  ThreadValues Run(Facts.values());
  LaneMask Result = 0;
  for (const ThreadOfBlock &Self : threadsOf(scenarios::exampleBlock(
           Facts.terms().launch(), Of, Facts.assumptions(),
           Assumption::ExampleLanes))) {
    if (Self.rank() >= LanesPerWarp)
      break;
    auto Outcome = Run.run(Branch->Branch, Self);
    if (!Outcome)
      return std::nullopt;
    if ((*Outcome != 0) == OnTrue)
      Result |= laneBit(Self.rank());
  }
  return Result;
}

static std::optional<ShuffleFault> unsetFault(const KernelFacts &Facts,
                                              const Event &E) {
  if (!E.Value)
    return std::nullopt;
  if (isa<UndefinedTerm>(E.Value)) {
    ShuffleFault Never;
    Never.K = ShuffleFault::Kind::Uninitialized;
    Never.Unset = AllLanes;
    return Never;
  }
  const Term *Join = joinWithUnset(Facts, E.Value);
  if (!Join)
    return std::nullopt;
  ShuffleFault Fault;
  Fault.K = ShuffleFault::Kind::Uninitialized;
  auto Unset = unsetLanes(Facts, Join, Fault.Branch);
  if (!Unset)
    return std::nullopt;
  // Lanes that do not take part are not read.
  if (auto Mask = constantMask(E))
    *Unset &= *Mask;
  LaneMask Coming = 0;
  bool Known = Lanes(Facts).findWarp(*E.At, [&](const WarpAtPoint &At) {
    Coming = At.Coming;
    return At.Warp == 0 && At.Iteration == 0;
  });
  if (!Known || !(*Unset &= Coming))
    return std::nullopt;
  // A broadcast reads one lane; what the others hold does not matter.
  const auto *Select = dyn_cast_or_null<ConstantTerm>(E.Select);
  if (E.Op->Entry->Shuffle == ShuffleMode::Index &&
      (!Select || !hasLane(*Unset, Select->value() & LaneBits)))
    return std::nullopt;
  Fault.Unset = *Unset;
  return Fault;
}

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

/// \p Sum is \p Value plus what \p E returned, whatever the lane.
static bool addsResult(const Term *Sum, const Term *Value, const Event &E,
                       const KernelFacts &Facts) {
  auto IsResult = [&](const Term *T) {
    const auto *Made = dyn_cast<ResultTerm>(T);
    return Made && Made->site() == E.Site && Made->callContext() == E.Owner;
  };
  auto Result = llvm::find_if(Sum->operands(), IsResult);
  if (Result == Sum->operands().end())
    return false;
  if (isa<LinearTerm>(Sum))
    return Facts.terms().binary(BO_Sub, Sum, *Result) == Value;
  const auto *Made = dyn_cast<OpaqueTerm>(Sum);
  const auto *Op =
      Made ? dyn_cast_or_null<BinaryOperator>(Made->site()) : nullptr;
  return Op && (Op->getOpcode() == BO_Add || Op->getOpcode() == BO_AddAssign) &&
         llvm::is_contained(Sum->operands(), Value);
}

/// Lane 0 stores something that the result of \p E is added to. A sum that only
/// the last lane uses is right.
static bool firstLaneKeeps(const Event &E, const KernelFacts &Facts) {
  auto IsKept = [&](const Term *Value) {
    return !walkTerms(Value, Facts.values(), [&](const Term &Part) {
      const auto *Made = dyn_cast<ResultTerm>(&Part);
      if (!Made)
        return Walk::Enter;
      return Made->site() == E.Site && Made->callContext() == E.Owner
                 ? Walk::Stop
                 : Walk::Skip;
    });
  };
  for (const Event &Store : Facts.cfg().events())
    if (Store.isStore() && Store.Value && IsKept(Store.Value) &&
        Lanes(Facts).findWarp(*Store.At, [](const WarpAtPoint &At) {
          return At.Warp == 0 && (At.Coming & 1);
        }))
      return true;
  return false;
}

/// A scan in steps `x += shuffle up(x, d)`: lanes below `d` get their own `x`.
static std::optional<ShuffleFault> scanFault(const KernelFacts &Facts,
                                             const Event &E) {
  // At a distance of 0 every lane is a source, its own.
  if (E.Op->Entry->Shuffle != ShuffleMode::Up || !E.Value ||
      (E.Select && E.Select->isConstant(0)))
    return std::nullopt;
  ShuffleFault Fault;
  Fault.K = ShuffleFault::Kind::AddedUnguarded;
  bool Adds = false;
  if (const Induction *Loop = Facts.values().inductions().find(E.Value)) {
    Adds = addsResult(Loop->Next, E.Value, E, Facts);
  } else {
    for (const Event &Next : Facts.cfg().events())
      Adds |= Next.isSync() && &Next != &E && Next.Value &&
              Next.Op->Kind == SyncKind::Shuffle &&
              Next.Op->Entry->Shuffle == ShuffleMode::Up &&
              addsResult(Next.Value, E.Value, E, Facts);
  }
  return Adds && firstLaneKeeps(E, Facts) ? std::optional(Fault) : std::nullopt;
}

/// No lane gets anything: where some do, the others may have no use for it.
static std::optional<ShuffleFault> leftFault(const KernelFacts &Facts,
                                             const Event &E) {
  const auto *Select = dyn_cast_or_null<ConstantTerm>(E.Select);
  if (!Select || lanesPerSegment(E, Facts.values()) != LanesPerWarp)
    return std::nullopt;
  ShuffleFault Fault;
  Fault.K = ShuffleFault::Kind::SourceLeft;
  Fault.Value = Select->value();
  auto GetsNothing = [&](const WarpAtPoint &At) {
    // Another number passed to the kernel may let others come.
    if (!At.Returned || !At.Given.empty())
      return false;
    for (int64_t Lane = 0; Lane < LanesPerWarp; ++Lane)
      if (hasLane(At.Coming, Lane) &&
          !hasLane(At.Returned, sourceLane(Lane, E.Op->Entry->Shuffle,
                                           Fault.Value, LanesPerWarp)))
        return false;
    Fault.Coming = At.Coming;
    Fault.Branch = At.ReturnsAt;
    return true;
  };
  return Lanes(Facts).findWarp(*E.At, GetsNothing) ? std::optional(Fault)
                                                   : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Lanes without a thread
//===----------------------------------------------------------------------===//

/// \p T is used only where a test of the thread's place says so.
static bool isChecked(const Term *T, llvm::ArrayRef<const Term *> Of,
                      const KernelFacts &Facts) {
  auto Differs = [&](const Term *Test) {
    return Test && !Facts.uniformity().isUniform(Test, Scope::Warp);
  };
  auto IsOf = [&](const Term *Part) { return llvm::is_contained(Of, Part); };
  if (const auto *Choice = dyn_cast<SelectTerm>(T))
    return Differs(Choice->condition()) &&
           !(IsOf(Choice->ifTrue()) && IsOf(Choice->ifFalse()));
  return isa<PhiTerm>(T) &&
         llvm::any_of(
             Facts.values().incoming(T),
             [&](const Incoming &In) { return !IsOf(In.Reaching.Value); }) &&
         llvm::any_of(Facts.uniformity().choosers(T), [&](const Node *Branch) {
           return Differs(Branch->Branch);
         });
}

/// What \p E returns is stored, or decides where something is stored, in any
/// lane, without a test that leaves some of them out.
static bool isUsedUnchecked(const Event &E, const KernelFacts &Facts) {
  llvm::ArrayRef<const Term *> All = Facts.values().programTerms();
  llvm::SmallVector<const Term *, 16> Of;
  for (const Term *T : All)
    if (const auto *Made = dyn_cast<ResultTerm>(T);
        Made && Facts.values().operationOf(*Made) == &E)
      Of.push_back(T);
  auto IsOf = [&](const Term *Part) { return llvm::is_contained(Of, Part); };
  for (size_t Before = 0; Before != Of.size();) {
    Before = Of.size();
    for (const Term *T : All) {
      bool Uses =
          llvm::any_of(T->operands(), IsOf) ||
          llvm::any_of(Facts.values().incoming(T), [&](const Incoming &In) {
            return IsOf(In.Reaching.Value);
          });
      if (Uses && !IsOf(T) && !isa<LoadTerm>(T) && !isChecked(T, Of, Facts))
        Of.push_back(T);
    }
    if (!Facts.limits().allows(BudgetId::SelectTerms, Of.size()))
      return false;
  }
  return llvm::any_of(Facts.cfg().events(), [&](const Event &Use) {
    return Use.isAccess() && Use.Value && IsOf(Use.Value);
  });
}

/// A lane of a last warp that is not full reads one behind the last thread of
/// the block. In a tree over `shfl_down` the first lane counts.
static std::optional<ShuffleFault> absentFault(const KernelFacts &Facts,
                                               const Event &E) {
  auto Width = lanesPerSegment(E, Facts.values());
  if (Facts.terms().launch().blockSize() % LanesPerWarp == 0 || !E.Select ||
      !Width || *Width <= 0)
    return std::nullopt;
  ShuffleFault Fault;
  Fault.K = ShuffleFault::Kind::SourceAbsent;
  ShuffleMode Mode = E.Op->Entry->Shuffle;
  Lanes Where(Facts);
  auto ReadsAbsent = [&](const WarpAtPoint &At) {
    LaneMask There = At.Existing | At.Returned;
    auto Select = There == AllLanes || !At.Given.empty()
                      ? std::nullopt
                      : Where.valueInLanes(E.Select, At);
    if (!Select)
      return false;
    for (unsigned Lane = 0; Lane < LanesPerWarp; ++Lane) {
      if (!hasLane(At.Coming, Lane))
        continue;
      int64_t Source = sourceLane(Lane, Mode, (*Select)[Lane], *Width);
      if (!hasLane(There, Source)) {
        Fault.Value = Source;
        Fault.Limit = Lane;
        Fault.Coming = There;
        return true;
      }
      if (Mode == ShuffleMode::Down)
        return false;
    }
    return false;
  };
  return Where.findWarp(*E.At, ReadsAbsent) && isUsedUnchecked(E, Facts)
             ? std::optional(Fault)
             : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Ranks
//===----------------------------------------------------------------------===//

/// \p T is the number of the lowest lane of a mask of lanes of the warp.
static bool isLowestLane(const Term &T, const Evaluation &Values) {
  const auto *Made = dyn_cast<OpaqueTerm>(&T);
  const auto *Call = Made ? dyn_cast_or_null<CallExpr>(Made->site()) : nullptr;
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && arithmeticOf(*Callee) == ArithmeticFunction::LowestBit &&
         !walkTerms(Made->operands(), Values, [&](const Term &Part) {
           const auto *Mask = dyn_cast<ResultTerm>(&Part);
           const Event *E = Mask ? Values.operationOf(*Mask) : nullptr;
           bool NamesLanes = E && !E->Op->Entry->GroupMember &&
                             (E->Op->Kind == SyncKind::ActiveMask ||
                              E->Op->Kind == SyncKind::Match ||
                              E->Op->Kind == SyncKind::Vote);
           return NamesLanes ? Walk::Stop : Walk::Enter;
         });
}

/// A coalesced group, of which some lanes may be missing, counts ranks; \p E
/// has the number of a lane.
static std::optional<ShuffleFault> rankFault(const KernelFacts &Facts,
                                             const Event &E) {
  if (!E.Op->Entry->GroupMember ||
      E.Op->Participants != Participation::Active || !E.Select ||
      E.Op->Entry->Shuffle != ShuffleMode::Index ||
      areLanesTogether(*E.At, Facts) ||
      !anyPartOf(E.Select, Facts.values(), [&](const Term &Part) {
        return isLowestLane(Part, Facts.values());
      }))
    return std::nullopt;
  ShuffleFault Fault;
  Fault.K = ShuffleFault::Kind::LaneForRank;
  return Fault;
}

std::optional<ShuffleFault> findShuffleFault(const KernelFacts &Facts,
                                             const Event &E) {
  if (!E.isSync(SyncKind::Shuffle) || E.Op->Entry->Shuffle == ShuffleMode::None)
    return std::nullopt;
  if (auto Fault = constantFault(Facts, E))
    return Fault;
  if (auto Fault = leftFault(Facts, E))
    return Fault;
  if (auto Fault = unsetFault(Facts, E))
    return Fault;
  if (auto Fault = absentFault(Facts, E))
    return Fault;
  if (auto Fault = rankFault(Facts, E))
    return Fault;
  return scanFault(Facts, E);
}

} // namespace warplint::collectives
