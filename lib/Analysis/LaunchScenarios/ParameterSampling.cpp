//===--- ParameterSampling.cpp - Values to run a block with ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/LaunchScenarios/ParameterSampling.h"
#include "Analysis/CallSummaries/AccessorSummaries.h"
#include "Analysis/Launches/LaunchConstraintSolver.h"
#include "Analysis/Launches/Launches.h"
#include "Analysis/SymbolicExecution/HostArguments.h"
#include "Analysis/Uniformity/Convergence.h"
#include "Assumptions/SampleSizes.h"
#include <set>

using namespace clang;

namespace warplint::scenarios {

llvm::SmallVector<const Term *, 8> integerParameters(const KernelFacts &Facts) {
  llvm::SmallVector<const Term *, 8> Result;
  for (const Term *T : Facts.values().programTerms())
    if (isIntegerParameter(T))
      Result.push_back(T);
  return Result;
}

/// What the host passes for \p Parameter.
static std::optional<LaunchTerms::Ref>
argumentFor(const Term *Parameter, const launches::LaunchConstraint &Said) {
  auto Slot = argumentSlotOf(Parameter);
  return Slot && *Slot < Said.Arguments.size() ? Said.Arguments[*Slot]
                                               : std::nullopt;
}

/// What every launch of the build passes for \p Parameter, if that is one
/// number.
static std::optional<int64_t> passedByAll(const KernelFacts &Facts,
                                          const Term *Parameter) {
  std::optional<int64_t> Only;
  for (const launches::KernelLaunch &Launch :
       Facts.code().launchesOf(Facts.root())) {
    if (Launch.Facts.empty() || !Launch.hasAllFacts())
      return std::nullopt;
    for (const launches::LaunchConstraint &Said : Launch.Facts) {
      auto Passed = argumentFor(Parameter, Said);
      auto Number = Passed ? Said.Terms.constantOf(*Passed) : std::nullopt;
      if (!Number || (Only && *Only != *Number))
        return std::nullopt;
      Only = Number;
    }
  }
  return Only;
}

bool hasOpenParameters(const KernelFacts &Facts) {
  return llvm::any_of(integerParameters(Facts),
                      [&](const Term *P) { return !passedByAll(Facts, P); });
}

GivenValues givenToAll(const KernelFacts &Facts, int64_t Sample) {
  GivenValues Given;
  for (const Term *P : integerParameters(Facts))
    if (auto Passed = passedByAll(Facts, P))
      Given[P] = *Passed;
    else if (Facts.assumptions().isOn(Assumption::ChosenNumber))
      Given[P] = Sample;
  const LaunchExtents &Launch = Facts.terms().launch();
  for (const Term *T : Facts.values().programTerms())
    if (const auto *Identity = dyn_cast<IdentityTerm>(T))
      if (Identity->identity() == IdentityKind::GridDim)
        Given[T] = Launch.Grid[Identity->axis()] ? Launch.Grid[Identity->axis()]
                                                 : samples::BlocksOfSimulation;
  return Given;
}

/// The type of \p T if it is a parameter, or a field or an element that has a
/// fixed place in one; null otherwise.
static QualType parameterType(const Term *T) {
  if (const auto *Whole = dyn_cast<ParameterTerm>(T))
    return Whole->decl()->getType();
  const auto *Part = dyn_cast<ExtractTerm>(T);
  if (!Part || (Part->index() && !Part->index()->isConstant()))
    return {};
  QualType From = parameterType(Part->from());
  if (From.isNull())
    return {};
  if (Part->field())
    return Part->field()->getType();
  const ArrayType *Array = From->getAsArrayTypeUnsafe();
  return Array ? Array->getElementType() : QualType();
}

bool giveOthers(GivenValues &Given, const KernelFacts &Facts,
                std::optional<int64_t> Sample) {
  if (!Facts.assumptions().isOn(Assumption::ChosenNumber))
    return false;
  bool Any = false;
  auto Give = [&](const Term *T, int64_t Value) {
    Any |= Given.try_emplace(T, Sample ? Value : 0).second;
  };
  for (const Term *T : Facts.values().programTerms()) {
    if (QualType Type = parameterType(T); !Type.isNull()) {
      if (Type->isIntegralOrEnumerationType())
        Give(T, Sample.value_or(0));
      else if (Type->isRealFloatingType())
        Give(T, samples::FloatingPoint);
    }
    const auto *Test = dyn_cast<BinaryTerm>(T);
    if (!Test || !Test->isComparison())
      continue;
    for (auto [Own, Other] : {std::pair(Test->lhs(), Test->rhs()),
                              std::pair(Test->rhs(), Test->lhs())})
      if (QualType Type = parameterType(Own);
          !Type.isNull() && Type->isPointerType() && Other->isConstant(0))
        Give(Own, samples::Address);
  }
  return Any;
}

/// The symbols from which the host computes \p Deciding and the grid; nothing
/// if one of \p Deciding is not known.
static std::optional<llvm::SmallVector<unsigned, 4>>
symbolsOf(llvm::ArrayRef<const Term *> Deciding,
          const launches::LaunchConstraint &Said) {
  llvm::SmallVector<unsigned, 4> Result;
  auto Add = [&](LaunchTerms::Ref T) {
    for (unsigned Symbol : Said.Terms.symbolsOf(T))
      if (!llvm::is_contained(Result, Symbol))
        Result.push_back(Symbol);
  };
  for (const Term *P : Deciding) {
    auto Argument = argumentFor(P, Said);
    if (!Argument)
      return std::nullopt;
    Add(*Argument);
  }
  for (const auto &Blocks : Said.Grid)
    if (Blocks)
      Add(*Blocks);
  return Result;
}

/// Puts into \p Given what the host computes from \p Symbols; false if it does
/// not launch then.
static bool giveComputed(GivenValues &Given, const LaunchExtents &Extents,
                         const launches::LaunchConstraint &Said,
                         const LaunchTerms::Values &Symbols) {
  auto IsFalse = [&](LaunchTerms::Ref T) {
    return Said.Terms.evaluate(T, Symbols) == 0;
  };
  if (llvm::any_of(Said.Holds, IsFalse))
    return false;
  for (auto &[T, Value] : Given) {
    const auto *Extent = dyn_cast<IdentityTerm>(T);
    auto From = Extent ? Said.Grid[Extent->axis()] : argumentFor(T, Said);
    if (auto Computed =
            From ? Said.Terms.evaluate(*From, Symbols) : std::nullopt)
      Value = *Computed;
    else if (Extent && Extents.Grid[Extent->axis()])
      Value = Extents.Grid[Extent->axis()];
    if (Extent && Value < 1)
      return false;
  }
  return true;
}

std::vector<GivenValues>
givenByHost(const KernelFacts &Facts, llvm::ArrayRef<const Term *> Deciding,
            llvm::ArrayRef<int64_t> Numbers, int64_t Sample,
            const launches::KernelLaunch *Only, bool OfMany) {
  std::vector<GivenValues> Result;
  for (const launches::KernelLaunch &Launch :
       Facts.code().launchesOf(Facts.root())) {
    if (Only && &Launch != Only)
      continue;
    if (Launch.Facts.empty() || !Launch.hasAllFacts())
      return {};
    for (const launches::LaunchConstraint &Said : Launch.Facts) {
      auto Symbols = symbolsOf(Deciding, Said);
      if (Said.isEmpty() || !Symbols || (Symbols->size() > 2 && !OfMany))
        return {};
      const GivenValues ToAll = givenToAll(Facts, Sample);
      LaunchTerms::Values Chosen(Said.Terms.size(), Sample);
      if (OfMany)
        for (unsigned Symbol : *Symbols)
          Chosen[Symbol] = Numbers.back();
      for (int64_t First : Numbers) {
        for (int64_t Second : Numbers) {
          if (Symbols->size() > 1)
            Chosen[(*Symbols)[1]] = Second;
          if (!Symbols->empty())
            Chosen[Symbols->front()] = First;
          GivenValues Given = ToAll;
          if (giveComputed(Given, Launch.Extents, Said, Chosen))
            Result.push_back(std::move(Given));
          if (Symbols->size() < 2)
            break;
        }
        if (Symbols->empty())
          break;
      }
    }
  }
  return Result;
}

bool fitToBlock(GivenValues &Given, const std::array<int64_t, 3> &Block,
                const KernelFacts &Facts) {
  std::optional<GivenValues> Fitting;
  bool Any = false, None = true;
  for (const launches::KernelLaunch &Launch :
       Facts.code().launchesOf(Facts.root())) {
    if (Launch.Facts.empty() || !Launch.hasAllFacts())
      return true;
    for (const launches::LaunchConstraint &Said : Launch.Facts) {
      if (Said.isEmpty() || Said.IsByPointer)
        return true;
      Any = true;
      llvm::SmallVector<unsigned, 4> Open;
      for (const auto &Each : Given)
        if (auto Argument = argumentFor(Each.first, Said))
          llvm::append_range(Open, Said.Terms.symbolsOf(*Argument));
      launches::LaunchConstraintSolver Fits(
          Said, {0, 0, 0},
          {uint32_t(Block[0]), uint32_t(Block[1]), uint32_t(Block[2])},
          Facts.limits(), Open);
      if (!Fits.isPossible())
        continue;
      None = false;
      GivenValues Passed = Given;
      bool IsSame = true;
      for (auto &[T, Value] : Passed)
        if (auto Slot = argumentSlotOf(T))
          if (auto Only = Fits.valueOf(*Slot)) {
            IsSame &= *Only == Value;
            Value = *Only;
          }
      if (IsSame)
        return true;
      if (!Fitting)
        Fitting = std::move(Passed);
    }
  }
  if (Fitting)
    Given = std::move(*Fitting);
  return !Any || !None;
}

std::vector<GivenValues> sizesByHost(const KernelFacts &Facts,
                                     llvm::ArrayRef<const Term *> Deciding,
                                     const launches::KernelLaunch *Only) {
  return givenByHost(Facts, Deciding, samples::Sizes, samples::Iterations,
                     Only);
}

const std::vector<GivenValues> &
SizesByHost::of(llvm::ArrayRef<const Term *> Parameters) const {
  auto [At, IsNew] = Known.try_emplace(Parameters.vec());
  if (!IsNew)
    return At->second;
  std::set<std::vector<int64_t>> Met;
  for (const GivenValues &All : sizesByHost(Facts, Parameters)) {
    GivenValues Given;
    std::vector<int64_t> Values;
    for (const Term *Parameter : Parameters) {
      Values.push_back(All.lookup(Parameter));
      Given[Parameter] = Values.back();
    }
    if (Met.insert(std::move(Values)).second)
      At->second.push_back(std::move(Given));
  }
  return At->second;
}

bool tryParameters(llvm::ArrayRef<const Term *> Parameters,
                   llvm::function_ref<bool(const GivenValues &)> Try) {
  auto Candidates =
      llvm::ArrayRef(samples::Sizes).take_front(samples::SizesOfAnyHost);
  GivenValues Given;
  if (Parameters.size() > 2)
    return false;
  if (Parameters.empty())
    return Try(Given);
  auto Fits = [](const Term *Parameter, int64_t Value) {
    QualType Type = cast<ParameterTerm>(Parameter)->decl()->getType();
    return Value <= (Type->isBooleanType() ? 1
                     : Type->isCharType()  ? 127
                                           : 1000);
  };
  for (int64_t First : Candidates)
    for (int64_t Second : Candidates) {
      if (!Fits(Parameters[0], First) || !Fits(Parameters.back(), Second))
        continue;
      Given[Parameters[0]] = First;
      if (Parameters.size() > 1)
        Given[Parameters[1]] = Second;
      if (Try(Given))
        return true;
      if (Parameters.size() == 1)
        break;
    }
  return false;
}

const Term *flagOfBlock(const KernelFacts &Facts) {
  llvm::SmallPtrSet<const Term *, 2> Found;
  auto Look = [&](const Node &Branch) {
    if (Branch.Branch)
      walkTerms(Branch.Branch, [&](const Term &Part) {
        if (isa<LoadTerm>(Part) &&
            Facts.uniformity().isUniform(&Part, Scope::Block))
          Found.insert(&Part);
        return isa<LoadTerm>(Part) ? Walk::Skip : Walk::Enter;
      });
  };
  for (const EarlyExit &Exit : Facts.convergence().earlyExits()) {
    Look(*Exit.Branch);
    for (const Node *Branch : Facts.convergence().controls(*Exit.At))
      Look(*Branch);
  }
  return Found.size() == 1 ? *Found.begin() : nullptr;
}

void addOtherBlocks(const KernelFacts &Facts, std::vector<GivenValues> &All) {
  const LaunchExtents &Launch = Facts.terms().launch();
  llvm::SmallVector<const IdentityTerm *, 2> Indices, Extents;
  for (const Term *T : Facts.values().programTerms()) {
    const auto *Self = dyn_cast<IdentityTerm>(T);
    if (!Self)
      continue;
    if (Self->identity() == IdentityKind::BlockRankInGrid ||
        Self->identity() == IdentityKind::ThreadRankInGrid)
      return;
    if (Self->identity() == IdentityKind::GridDim)
      Extents.push_back(Self);
    if (Self->identity() == IdentityKind::BlockIdx &&
        Launch.Grid[Self->axis()] != 1)
      Indices.push_back(Self);
  }
  auto BlocksAlong = [&](unsigned Axis, const GivenValues &In) -> int64_t {
    for (const IdentityTerm *Extent : Extents)
      if (Extent->axis() == Axis)
        return In.lookup(Extent);
    return Launch.Grid[Axis] ? Launch.Grid[Axis] : samples::BlocksOfSimulation;
  };
  for (size_t I = 0, First = All.size(); !Indices.empty() && I < First; ++I) {
    GivenValues Next = All[I], Last = All[I];
    for (const IdentityTerm *Index : Indices) {
      Last[Index] = BlocksAlong(Index->axis(), All[I]) - 1;
      Next[Index] = std::min<int64_t>(1, Last[Index]);
    }
    auto IsSame = [&](const IdentityTerm *T) { return Next[T] == Last[T]; };
    bool Alike = llvm::all_of(Indices, IsSame);
    All.push_back(std::move(Next));
    if (!Alike)
      All.push_back(std::move(Last));
  }
}

} // namespace warplint::scenarios
