//===--- BlockScenarios.cpp - Blocks to simulate, and their provenance ----===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/Launches/Launches.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "Assumptions/SampleSizes.h"
#include "Target/Limits.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint::scenarios {

static constexpr llvm::StringLiteral LaunchBounds = "launch bounds";

Provenance provenanceOf(const launches::KernelLaunch &Launch) {
  return {Launch.Site && Launch.Caller.empty()
              ? Provenance::Kind::LaunchedHere
              : Provenance::Kind::LaunchedInBuild,
          "", &Launch};
}

/// Whose word the block is that all launches of the kernel have.
static Provenance provenanceOfKnown(const KernelFacts &Facts) {
  if (Facts.launchIsGiven())
    return {Provenance::Kind::StatedByUser};
  const auto &Block = Facts.terms().launch().Block;
  for (const launches::KernelLaunch &Launch :
       Facts.code().launchesOf(Facts.root()))
    if (Launch.Extents.Block == Block)
      return provenanceOf(Launch);
  if (Facts.terms().launch().MaxThreads == 1)
    return {Provenance::Kind::BoundedByCode, LaunchBounds};
  return {Provenance::Kind::BoundedByCode, "assertion"};
}

Provenance provenanceOf(const KernelFacts &Facts,
                        llvm::ArrayRef<LaunchExtents> Shapes,
                        llvm::StringLiteral Rule) {
  const LaunchExtents &Launch = Facts.terms().launch();
  if (Launch.blockSize())
    return provenanceOfKnown(Facts);
  if (Launch.MaxThreads && Launch.MaxThreads < MaxThreadsPerBlock &&
      llvm::all_of(
          Shapes,
          [&](const LaunchExtents &Shape) {
            return Shape.blockSize() == Launch.MaxThreads;
          })) {
    bool IsOfCode =
        Facts.code().launchOf(Facts.root()).MaxThreads == Launch.MaxThreads;
    return {IsOfCode ? Provenance::Kind::BoundedByCode
                     : Provenance::Kind::StatedByUser,
            LaunchBounds};
  }
  bool IsOfSeveral = llvm::any_of(Shapes, [&](const LaunchExtents &Shape) {
    return Shape.Block != Shapes.front().Block;
  });
  return {IsOfSeveral ? Provenance::Kind::EachTried : Provenance::Kind::Guessed,
          Rule};
}

Provenance provenanceOf(const KernelFacts &Facts,
                        const std::array<int64_t, 3> &Block,
                        llvm::StringLiteral Rule) {
  LaunchExtents Shape = Facts.terms().launch();
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    Shape.Block[Axis] = uint32_t(Block[Axis]);
  return provenanceOf(Facts, Shape, Rule);
}

/// Some thread's place along y or z decides a branch.
static bool branchesOnRows(const KernelFacts &Facts) {
  std::vector<const Term *> Branches;
  for (const Node *N : Facts.cfg().order())
    if (N->Branch)
      Branches.push_back(N->Branch);
  Inputs Of = inputsOf(Branches, Facts.values());
  return Of.UsesY || Of.UsesZ;
}

static bool readsRows(const KernelFacts &Facts) {
  return llvm::any_of(Facts.values().programTerms(), [](const Term *T) {
    const auto *Self = dyn_cast<IdentityTerm>(T);
    return Self && Self->axis() != 0 &&
           (Self->identity() == IdentityKind::ThreadIdx ||
            Self->identity() == IdentityKind::BlockDim);
  });
}

/// Threads in blocks of one row, by \p Rule.
static llvm::SmallVector<int64_t, 32> rowsToTry(const KernelFacts &Facts,
                                                BlockRule Rule,
                                                llvm::ArrayRef<int64_t> Hints) {
  const LaunchExtents &Launch = Facts.terms().launch();
  llvm::SmallVector<int64_t, 32> Rows;
  bool HasRows = Launch.Block[1] > 1 || Launch.Block[2] > 1;
  int64_t Most = Launch.MaxThreads ? Launch.MaxThreads : MaxThreadsPerBlock;
  switch (Rule) {
  case BlockRule::EachWarpCount: {
    int64_t Largest = Hints.empty() ? 0 : *llvm::max_element(Hints);
    if (Launch.Block[0] || Launch.Block[1] || Launch.Block[2] || Largest <= 0 ||
        Largest > MaxThreadsPerBlock || readsRows(Facts))
      return Rows;
    Rows.push_back(Largest);
    for (int64_t Size = LanesPerWarp; Size <= MaxThreadsPerBlock;
         Size += LanesPerWarp)
      if (Size != Largest)
        Rows.push_back(Size);
    return Rows;
  }
  case BlockRule::WholeWarps:
    if (HasRows || branchesOnRows(Facts))
      return Rows;
    for (llvm::ArrayRef<int64_t> From :
         {llvm::ArrayRef<int64_t>(samples::WholeWarps), Hints})
      llvm::copy_if(From, std::back_inserter(Rows),
                    [&](int64_t Size) { return Size > 1 && Size <= Most; });
    return Rows;
  case BlockRule::AtBound:
    return Rows;
  }
  llvm_unreachable("no such rule");
}

static llvm::StringLiteral wordsFor(BlockRule Rule) {
  switch (Rule) {
  case BlockRule::AtBound:
    return LaunchBounds;
  case BlockRule::WholeWarps:
    return "usual numbers of whole warps";
  case BlockRule::EachWarpCount:
    return "all numbers of whole warps";
  }
  llvm_unreachable("no such rule");
}

Scenario blockScenario(const KernelFacts &Facts, BlockRule Rule,
                       llvm::ArrayRef<int64_t> Hints) {
  const LaunchExtents &Launch = Facts.terms().launch();
  Scenario Result;
  Result.BlockIsKnown = Launch.blockSize() != 0;
  bool IsRow = !Launch.Block[0] && Launch.Block[1] <= 1 && Launch.Block[2] <= 1;
  auto Add = [&](int64_t Row) {
    Result.Shapes.push_back(Launch);
    Result.Shapes.back().Block = {uint32_t(Row), 1, 1};
  };
  if (Result.BlockIsKnown)
    Result.Shapes = {Launch};
  else if (Rule != BlockRule::WholeWarps && Launch.MaxThreads && IsRow)
    Add(Launch.MaxThreads);
  else if (Rule == BlockRule::EachWarpCount || // All that there are.
           Facts.assumptions().isOn(Assumption::Launch))
    llvm::for_each(rowsToTry(Facts, Rule, Hints), Add);
  Result.From = provenanceOf(Facts, Result.Shapes, wordsFor(Rule));
  return Result;
}

std::vector<std::array<int64_t, 3>> Scenario::blocks() const {
  std::vector<std::array<int64_t, 3>> Result;
  for (const LaunchExtents &Shape : Shapes)
    Result.push_back({Shape.Block[0], Shape.Block[1], Shape.Block[2]});
  return Result;
}

std::array<int64_t, 3> exampleBlock(const LaunchExtents &Launch,
                                    const Inputs &Of,
                                    const AssumptionUses &Assumed,
                                    Assumption By) {
  const bool IsUsual = Launch.blockSize() || Assumed.isOn(By);
  std::array<int64_t, 3> Dim =
      IsUsual ? samples::ExampleRow : samples::OtherRow;
  if (Of.UsesY || Of.UsesZ) {
    Dim = IsUsual ? samples::ExampleTile : samples::OtherTile;
    Dim[1] = Of.UsesY ? Dim[1] : 1;
    Dim[2] = Of.UsesZ ? Dim[2] : 1;
  }
  if (Launch.MaxThreads)
    Dim[0] = std::max<int64_t>(
        1, std::min<int64_t>(Dim[0], Launch.MaxThreads / (Dim[1] * Dim[2])));
  for (unsigned I = 0; I < 3; ++I)
    if (Launch.Block[I])
      Dim[I] = Launch.Block[I];
  for (unsigned I = 0; I < 3; ++I)
    while (!Launch.Block[I] && Dim[I] > 1 &&
           Dim[0] * Dim[1] * Dim[2] > MaxThreadsPerBlock)
      Dim[I] /= 2;
  if (!Launch.blockSize())
    Assumed.guess(By, Dim);
  return Dim;
}

bool hasThreads(ThreadRelation Relation, const LaunchExtents &Shape) {
  switch (Relation) {
  case ThreadRelation::SameWarp:
    return Shape.blockSize() > 1;
  case ThreadRelation::SameBlock:
    return Shape.blockSize() > uint64_t(LanesPerWarp);
  case ThreadRelation::SameCluster:
    return Shape.clusterSize() > 1;
  case ThreadRelation::SameGrid:
    return Shape.gridSize() > 1;
  }
  llvm_unreachable("no such distance");
}

void SilentInGuesses::add(llvm::StringRef What, uint64_t Times) const {
  if (!Times)
    return;
  auto Known = llvm::find_if(
      Counted, [&](const Limits::Cut &Each) { return Each.Construct == What; });
  if (Known == Counted.end())
    Known = Counted.insert(Known, {What.str(), 0});
  Known->Times = unsigned(std::min<uint64_t>(Known->Times + Times, UINT32_MAX));
}

} // namespace warplint::scenarios
