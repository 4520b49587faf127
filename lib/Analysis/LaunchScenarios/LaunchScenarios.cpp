//===--- LaunchScenarios.cpp - Launches that a kernel is judged with ------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/Expr/TermArena.h"
#include "Analysis/LaunchScenarios/BlockShapeInference.h"
#include "Analysis/LaunchScenarios/OneWarpBlocks.h"
#include "Analysis/LaunchScenarios/WarpSpecialization.h"
#include "Analysis/Launches/LaunchConstraintSolver.h"
#include "Analysis/Launches/Launches.h"
#include "Analysis/Program/DeviceCode.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Assumptions/SampleSizes.h"
#include "Target/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace clang;

namespace warplint::scenarios {

/// Rules by which blocks are guessed.
static constexpr llvm::StringLiteral UsualBlocks = "usual blocks",
                                     OfIndices = "indices and arrays";

static bool isOneWarp(const LaunchExtents &Shape) {
  return Shape.blockSize() <= uint64_t(LanesPerWarp);
}

/// Rows may be fewer than guessed for \p Guess.
static std::vector<LaunchExtents> withFewerRows(LaunchExtents Guess,
                                                ShapeFit::Test Fits) {
  while (Guess.Block[1] > 2) {
    Guess.Block[1] /= 2;
    if (!isOneWarp(Guess) && Fits(Guess))
      return {Guess};
  }
  return {};
}

/// If any shape fits in all iterations, the kernel is made for it; if none, it
/// leaves its arrays. \p AreCommon: see inferBlockShapes.
static std::vector<LaunchExtents>
fittingShapes(const KernelFacts &Facts, const ShapeFit &Fit, bool &AreCommon) {
  std::vector<LaunchExtents> Result, Small, All;
  ShapeFit::Test Is = Fit.InAllIterations;
  auto Take = [&](ShapeEvidence By) {
    All = inferBlockShapes(Facts, Facts.terms().launch(), By, &AreCommon);
    Small.clear();
    for (const LaunchExtents &Shape : All) {
      if (isOneWarp(Shape))
        Small.push_back(Shape);
      else if (Is(Shape))
        Result.push_back(Shape);
    }
  };
  auto TakeSmall = [&] {
    llvm::stable_sort(Small,
                      [](const LaunchExtents &L, const LaunchExtents &R) {
                        return L.blockSize() > R.blockSize();
                      });
    for (const LaunchExtents &Shape : Small)
      if (Result.empty() ? Is(Shape) : Shape.Block == Result.front().Block)
        Result.push_back(Shape);
  };
  Take(ShapeEvidence::Arrays);
  if (Result.empty())
    TakeSmall();
  if (Result.empty())
    Take(ShapeEvidence::CountsButPitches);
  if (Result.empty())
    TakeSmall();
  if (!Result.empty())
    return Result;
  Is = Fit.InFirstIteration;
  Take(ShapeEvidence::Arrays);
  // A thread may have more elements than one.
  if (Result.empty())
    Take(ShapeEvidence::Counts);
  if (Result.empty() && !All.empty() && !Facts.terms().launch().Block[1])
    Result = withFewerRows(All.front(), Fit.InFirstIteration);
  if (Result.empty())
    TakeSmall();
  // What looked like the size of the block is the pitch of something else.
  if (Result.empty())
    Take(ShapeEvidence::None);
  if (Result.empty())
    TakeSmall();
  return Result;
}

/// Barriers of warps alone suggest a block of one warp, unless that would read
/// what it never writes: then they stand where the block's should. The meant
/// shapes of several warps that fit, in place of \p Shapes.
static std::vector<LaunchExtents>
ofSeveralWarps(std::vector<LaunchExtents> Shapes, const KernelFacts &Facts,
               const ShapeFit &Fit) {
  if (!llvm::all_of(Shapes, isOneWarp) || llvm::any_of(Shapes, Fit.IsMeant))
    return Shapes;
  auto Larger = inferBlockShapes(Facts, Facts.terms().launch(),
                                 ShapeEvidence::ArraysOfWarps);
  llvm::erase_if(Larger, [&](const LaunchExtents &Shape) {
    return isOneWarp(Shape) || !Fit.InFirstIteration(Shape) ||
           !Fit.IsMeant(Shape);
  });
  return Larger.empty() ? Shapes : Larger;
}

/// Those of \p Shapes that \p Said allows if the blocks that it is about are
/// few.
static std::vector<LaunchExtents>
withFewBlocks(const launches::LaunchConstraint &Said,
              llvm::ArrayRef<LaunchExtents> Shapes, const Limits &Within) {
  std::vector<LaunchExtents> Result;
  std::set<std::array<uint32_t, 3>> Seen; // Looked up.
  for (uint32_t Blocks : samples::FewBlocks) {
    for (LaunchExtents Shape : Shapes) {
      for (unsigned Axis = 0; Axis < 3; ++Axis)
        if (Said.Grid[Axis])
          Shape.Grid[Axis] = Blocks;
      if (Seen.insert(Shape.Block).second &&
          launches::LaunchConstraintSolver(Said, Shape.Grid, Shape.Block,
                                           Within)
              .isPossible())
        Result.push_back(Shape);
    }
    if (!Result.empty())
      break;
    Seen.clear();
  }
  return Result;
}

/// \p Shape, or the next to it that \p Said allows: the blocks along one axis
/// tell of those along the others.
static std::optional<LaunchExtents>
allowedBy(const launches::LaunchConstraint &Said, const LaunchExtents &Shape,
          const Limits &Within) {
  auto IsPossible = [&](const LaunchExtents &Each) {
    return launches::LaunchConstraintSolver(Said, Each.Grid, Each.Block, Within)
        .isPossible();
  };
  if (IsPossible(Shape))
    return Shape;
  for (unsigned Known = 0; Known < 3; ++Known) {
    LaunchExtents Next = Shape;
    for (unsigned Axis = 0; Axis < 3; ++Axis)
      if (Axis != Known && Said.Grid[Axis])
        Next.Grid[Axis] = 0;
    for (unsigned Axis = 0; Axis < 3; ++Axis)
      if (!Next.Grid[Axis])
        Next.Grid[Axis] = launches::LaunchConstraintSolver(Said, Next.Grid,
                                                           Next.Block, Within)
                              .fewestBlocks(Axis)
                              .value_or(Shape.Grid[Axis]);
    if (Next.Grid != Shape.Grid && IsPossible(Next))
      return Next;
  }
  return std::nullopt;
}

/// Shapes of many blocks that \p Said allows, where \p Small has few: as many
/// along each axis, and then more along one than along the others. A loop that
/// counts in the blocks of another axis makes an iteration there only.
static std::vector<LaunchExtents>
largerShapes(const launches::LaunchConstraint &Said, const LaunchExtents &Small,
             const Limits &Within) {
  LaunchExtents Even = Small;
  llvm::SmallVector<unsigned, 3> Open;
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    if (Said.Grid[Axis] && !Said.Terms.constantOf(*Said.Grid[Axis])) {
      Even.Grid[Axis] = samples::ManyBlocks;
      Open.push_back(Axis);
    }
  std::vector<LaunchExtents> Result;
  auto Take = [&](const LaunchExtents &Shape) {
    auto Allowed = allowedBy(Said, Shape, Within);
    if (Allowed && llvm::none_of(Result, [&](const LaunchExtents &Other) {
          return Other.Grid == Allowed->Grid;
        }))
      Result.push_back(*Allowed);
  };
  if (Even.Grid == Small.Grid)
    return Result;
  Take(Even);
  if (Open.size() < 2)
    return Result;
  for (unsigned Longest : Open) {
    LaunchExtents Uneven = Even;
    for (unsigned Axis : Open)
      if (Axis != Longest)
        Uneven.Grid[Axis] = samples::ManyBlocks / 2;
    Take(Uneven);
  }
  return Result;
}

/// \p Launch with the shapes that \p Said allows; as it is if those are none.
static Scenario saying(const launches::LaunchConstraint &Said, Scenario Launch,
                       const Limits &Within) {
  if (Said.isEmpty())
    return Launch;
  std::vector<LaunchExtents> Possible;
  for (const LaunchExtents &Shape : Launch.Shapes)
    if (auto Allowed = allowedBy(Said, Shape, Within))
      Possible.push_back(*Allowed);
  // None by the kernel's code: the largest that the host allows.
  for (int64_t Threads : samples::LargestFirst) {
    if (!Possible.empty() || !Said.Block[0])
      break;
    LaunchExtents Shape = Launch.Shapes.front();
    Shape.Block[0] = uint32_t(Threads);
    if (Shape.blockSize() <= uint64_t(MaxThreadsPerBlock) &&
        launches::LaunchConstraintSolver(Said, Shape.Grid, Shape.Block, Within)
            .isPossible())
      Possible.push_back(Shape);
  }
  if (Possible.empty())
    Possible = withFewBlocks(Said, Launch.Shapes, Within);
  if (Possible.empty())
    return Launch;
  // Arguments that the number of blocks follows from are small where that is:
  // too small, perhaps, for a loop over parts of them to make an iteration.
  Launch.Larger = largerShapes(Said, Possible.front(), Within);
  Launch.Shapes = std::move(Possible);
  Launch.Said = &Said;
  return Launch;
}

/// One scenario like \p Made for each of \p Facts. A constraint without
/// possible extents is dropped if there are others: the tests of the host may
/// exclude it.
static std::vector<Scenario>
sayingEach(llvm::ArrayRef<launches::LaunchConstraint> Facts,
           const Scenario &Made, const Limits &Within) {
  std::vector<Scenario> Result;
  for (const launches::LaunchConstraint &Said : Facts)
    Result.push_back(saying(Said, Made, Within));
  auto IsReported = [](const Scenario &L) { return L.Said != nullptr; };
  if (llvm::any_of(Result, IsReported))
    for (size_t I = Facts.size(); I-- > 0;)
      if (!IsReported(Result[I]) && !Facts[I].isEmpty())
        Result.erase(Result.begin() + I);
  return Result;
}

/// Something in the build says how many blocks there are along \p Axis, or that
/// it follows from the arguments.
static bool tellsOfBlocks(const launches::KernelLaunch &Launch, unsigned Axis) {
  return Launch.Extents.Grid[Axis] ||
         llvm::any_of(
             Launch.Facts, [&](const launches::LaunchConstraint &Said) {
               if (!Said.Grid[Axis])
                 return false;
               auto Own = Said.Terms.symbolsOf(*Said.Grid[Axis]);
               return llvm::any_of(Said.Arguments, [&](const auto &Passed) {
                 return Passed &&
                        llvm::any_of(Said.Terms.symbolsOf(*Passed),
                                     [&](unsigned Symbol) {
                                       return llvm::is_contained(Own, Symbol);
                                     });
               });
             });
}

/// Also one block along axes where that would do and nothing shows more: a
/// race between blocks along them takes a launch that nobody shows. Those axes.
static std::array<bool, 3>
addFewerBlocks(std::vector<LaunchExtents> &Shapes, const KernelFacts &Facts,
               llvm::ArrayRef<launches::KernelLaunch> Made) {
  std::array<bool, 3> OfOneBlock = {};
  auto IsOpen = [&](unsigned Axis) {
    return !Facts.terms().launch().Grid[Axis] &&
           llvm::none_of(Made, [&](const launches::KernelLaunch &Each) {
             return tellsOfBlocks(Each, Axis);
           });
  };
  const size_t Given = Shapes.size();
  for (const std::array<bool, 3> &One : dispensableAxes(Facts))
    for (size_t I = 0; I < Given; ++I) {
      LaunchExtents Fewer = Shapes[I];
      for (unsigned Axis = 0; Axis < 3; ++Axis)
        if (One[Axis] && IsOpen(Axis)) {
          Fewer.Grid[Axis] = 1;
          OfOneBlock[Axis] = true;
        }
      if (Fewer.Grid != Shapes[I].Grid)
        Shapes.push_back(Fewer);
    }
  return OfOneBlock;
}

bool Scenario::isOfOneBlock(const LaunchExtents &Shape) const {
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    if (OfOneBlock[Axis] && Shape.Grid[Axis] == 1 &&
        Shapes.front().Grid[Axis] > 1)
      return true;
  return false;
}

bool areGuessed(llvm::ArrayRef<Scenario> Launches) {
  return !Launches.empty() && llvm::none_of(Launches, [](const Scenario &Each) {
    return Each.BlockIsKnown;
  });
}

bool arePassedTwice(const Event &A, const Event &B,
                    llvm::ArrayRef<Scenario> Launches) {
  auto IndexOf = [](const Event &Access) {
    const auto *Root = cast<ParameterTerm>(rootOf(Access.Address));
    const auto *Decl = dyn_cast<ParmVarDecl>(Root->decl());
    return Decl ? Decl->getFunctionScopeIndex() : ~0u;
  };
  return llvm::any_of(Launches, [&](const Scenario &Launch) {
    return Launch.Said && Launch.Said->areSame(IndexOf(A), IndexOf(B));
  });
}

/// A scenario for each of \p Each whose block is known, the first constraint of
/// all of them in front of further ones. \p IsOpen becomes true if there are
/// others.
static std::vector<Scenario>
launchedScenarios(const KernelFacts &Facts,
                  llvm::ArrayRef<launches::KernelLaunch> Each, bool &IsOpen) {
  std::vector<Scenario> Result, Further;
  for (const launches::KernelLaunch &Launch : Each) {
    LaunchExtents Known = Facts.terms().launch().orElse(Launch.Extents);
    if (!Known.blockSize()) {
      IsOpen = true;
      continue;
    }
    Scenario Made{
        inferBlockShapes(Facts, Known), {}, provenanceOf(Launch), true};
    for (auto [I, Said] :
         llvm::enumerate(sayingEach(Launch.Facts, Made, Facts.limits())))
      (I == 0 ? Result : Further).push_back(std::move(Said));
  }
  Result.insert(Result.end(), Further.begin(), Further.end());
  if (!Facts.limits().allows(BudgetId::ScenarioLaunches, Result.size()))
    Result.resize(Facts.budgets().ScenarioLaunches);
  return Result;
}

/// The shapes to judge a kernel with whose launch is not known.
static std::vector<LaunchExtents>
openShapes(const KernelFacts &Facts, const ShapeFit &Fit, bool &AreCommon) {
  std::vector<LaunchExtents> Shapes =
      ofSeveralWarps(fittingShapes(Facts, Fit, AreCommon), Facts, Fit);
  if (Shapes.size() > 1 && llvm::any_of(Shapes, Fit.IsMeant))
    llvm::erase_if(Shapes,
                   [&](const LaunchExtents &S) { return !Fit.IsMeant(S); });
  // Where common blocks are tried, one warp is one of them.
  if (AreCommon && !Shapes.empty() && mayBeForOneWarp(Facts))
    for (const LaunchExtents &Shape :
         inferBlockShapes(Facts, Facts.terms().launch(), ShapeEvidence::None))
      if (Shape.blockSize() == uint64_t(LanesPerWarp) &&
          Shape.Grid == Shapes.front().Grid && Fit.InFirstIteration(Shape))
        Shapes.push_back(Shape);
  keepThoseOfAllRoles(Shapes, Facts, [&] {
    auto Usual = inferBlockShapes(Facts, Facts.terms().launch(),
                                  ShapeEvidence::None, &AreCommon);
    llvm::erase_if(Usual, [&](const LaunchExtents &Shape) {
      return isOneWarp(Shape) || !Fit.InFirstIteration(Shape);
    });
    return Usual;
  });
  return Shapes;
}

std::vector<Scenario> scenariosFor(const KernelFacts &Facts,
                                   const ShapeFit &Fit) {
  llvm::ArrayRef<launches::KernelLaunch> Each =
      Facts.code().launchesOf(Facts.root());
  bool IsOpen = Each.size() < 2 || Facts.launchIsGiven();
  std::vector<Scenario> Result;
  if (!IsOpen)
    Result = launchedScenarios(Facts, Each, IsOpen);
  if (!IsOpen)
    return Result;
  Scenario Open;
  bool AreCommon = false;
  Open.Shapes = openShapes(Facts, Fit, AreCommon);
  if (Open.Shapes.empty())
    return Result;
  Open.From =
      provenanceOf(Facts, Open.Shapes, AreCommon ? UsualBlocks : OfIndices);
  Open.BlockIsKnown = Facts.terms().launch().blockSize() != 0;
  Open.OfOneBlock = addFewerBlocks(Open.Shapes, Facts, Each);
  if (Each.size() != 1) {
    Result.push_back(std::move(Open));
    return Result;
  }
  // An assertion gives the block, the launch the rest.
  if (Open.BlockIsKnown && !Facts.launchIsGiven())
    Open.From.Launch = &Each[0];
  return sayingEach(Each[0].Facts, Open, Facts.limits());
}

} // namespace warplint::scenarios
