//===--- LaunchScenarios.cpp - Launches that a kernel is examined with ---===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/TermArena.h"
#include "Analysis/LaunchScenarios/BlockShapeInference.h"
#include "Analysis/LaunchScenarios/WarpSpecialization.h"
#include "Analysis/Launches/LaunchConstraintSolver.h"
#include "Analysis/Launches/Launches.h"
#include "Analysis/Program/DeviceCode.h"
#include "CudaModel/Hardware.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace clang;

namespace warplint {

/// Blocks of a launch whose arguments follow from their number.
static constexpr uint32_t LargeGridExtent = 4096;

static bool isOneWarp(const LaunchExtents &Shape) {
  return Shape.blockSize() <= uint64_t(LanesPerWarp);
}

/// Rows may be fewer than guessed for \p Guess.
static std::vector<LaunchExtents>
withFewerRows(LaunchExtents Guess,
              llvm::function_ref<bool(const LaunchExtents &)> Fits) {
  while (Guess.Block[1] > 2) {
    Guess.Block[1] /= 2;
    if (!isOneWarp(Guess) && Fits(Guess))
      return {Guess};
  }
  return {};
}

/// \p FitsInAll: in all iterations that are known, where \p Fits asks for the
/// first. If any does, the kernel is made for it; if none, it leaves its
/// arrays.
static std::vector<LaunchExtents>
fittingShapes(const KernelFacts &Facts,
              llvm::function_ref<bool(const LaunchExtents &)> Fits,
              llvm::function_ref<bool(const LaunchExtents &)> FitsInAll) {
  std::vector<LaunchExtents> Result, Small, All;
  auto Is = FitsInAll;
  auto Take = [&](ShapeEvidence By) {
    All = inferBlockShapes(Facts, Facts.terms().launch(), By);
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
  Is = Fits;
  Take(ShapeEvidence::Arrays);
  // A thread may have more elements than one.
  if (Result.empty())
    Take(ShapeEvidence::Counts);
  if (Result.empty() && !All.empty() && !Facts.terms().launch().Block[1])
    Result = withFewerRows(All.front(), Fits);
  if (Result.empty())
    TakeSmall();
  // What looked like the size of the block is the pitch of something else.
  if (Result.empty())
    Take(ShapeEvidence::None);
  if (Result.empty())
    TakeSmall();
  return Result;
}

/// Barriers of warps alone tell of a block of one warp, unless that would read
/// what it never writes: then they stand where the block's should. The shapes
/// of several warps that \p Fits and \p IsMeant hold for, in place of \p
/// Shapes.
static std::vector<LaunchExtents>
ofSeveralWarps(std::vector<LaunchExtents> Shapes, const KernelFacts &Facts,
               llvm::function_ref<bool(const LaunchExtents &)> Fits,
               llvm::function_ref<bool(const LaunchExtents &)> IsMeant) {
  if (!llvm::all_of(Shapes, isOneWarp) || llvm::any_of(Shapes, IsMeant))
    return Shapes;
  auto Larger = inferBlockShapes(Facts, Facts.terms().launch(),
                                 ShapeEvidence::ArraysOfWarps);
  llvm::erase_if(Larger, [&](const LaunchExtents &Shape) {
    return isOneWarp(Shape) || !Fits(Shape) || !IsMeant(Shape);
  });
  return Larger.empty() ? Shapes : Larger;
}

/// Launches of one kernel that are examined: programs that sweep over sizes
/// repeat themselves.
static constexpr size_t MaxLaunches = 6;

/// Those of \p Shapes that \p Said allows if the blocks that it tells of are
/// few.
static std::vector<LaunchExtents>
withFewBlocks(const LaunchConstraint &Said,
              llvm::ArrayRef<LaunchExtents> Shapes) {
  std::vector<LaunchExtents> Result;
  std::set<std::array<uint32_t, 3>> Seen; // Looked up.
  for (uint32_t Blocks : {2, 1}) {
    for (LaunchExtents Shape : Shapes) {
      for (unsigned Axis = 0; Axis < 3; ++Axis)
        if (Said.Grid[Axis])
          Shape.Grid[Axis] = Blocks;
      if (Seen.insert(Shape.Block).second &&
          LaunchConstraintSolver(Said, Shape.Grid, Shape.Block).isPossible())
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
static std::optional<LaunchExtents> allowedBy(const LaunchConstraint &Said,
                                              const LaunchExtents &Shape) {
  auto IsPossible = [&](const LaunchExtents &Each) {
    return LaunchConstraintSolver(Said, Each.Grid, Each.Block).isPossible();
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
        Next.Grid[Axis] = LaunchConstraintSolver(Said, Next.Grid, Next.Block)
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
static std::vector<LaunchExtents> largerShapes(const LaunchConstraint &Said,
                                               const LaunchExtents &Small) {
  LaunchExtents Even = Small;
  llvm::SmallVector<unsigned, 3> Open;
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    if (Said.Grid[Axis] && !Said.Terms.constantOf(*Said.Grid[Axis])) {
      Even.Grid[Axis] = LargeGridExtent;
      Open.push_back(Axis);
    }
  std::vector<LaunchExtents> Result;
  auto Take = [&](const LaunchExtents &Shape) {
    auto Allowed = allowedBy(Said, Shape);
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
        Uneven.Grid[Axis] = LargeGridExtent / 2;
    Take(Uneven);
  }
  return Result;
}

/// \p Launch with the shapes that \p Said allows; as it is if those are none.
static LaunchScenario saying(const LaunchConstraint &Said,
                             LaunchScenario Launch) {
  if (Said.isEmpty())
    return Launch;
  std::vector<LaunchExtents> Possible;
  for (const LaunchExtents &Shape : Launch.Shapes)
    if (auto Allowed = allowedBy(Said, Shape))
      Possible.push_back(*Allowed);
  // None that the kernel's code tells of: the largest that the host allows.
  for (uint32_t Threads : {1024, 512, 256, 128, 64, 32}) {
    if (!Possible.empty() || !Said.Block[0])
      break;
    LaunchExtents Shape = Launch.Shapes.front();
    Shape.Block[0] = Threads;
    if (Shape.blockSize() <= uint64_t(MaxThreadsPerBlock) &&
        LaunchConstraintSolver(Said, Shape.Grid, Shape.Block).isPossible())
      Possible.push_back(Shape);
  }
  if (Possible.empty())
    Possible = withFewBlocks(Said, Launch.Shapes);
  if (Possible.empty())
    return Launch;
  // Arguments that the number of blocks follows from are small where that is:
  // too small, perhaps, for a loop over parts of them to make an iteration.
  Launch.Larger = largerShapes(Said, Possible.front());
  Launch.Shapes = std::move(Possible);
  Launch.Said = &Said;
  return Launch;
}

/// One scenario like \p Made for each of \p Facts. A constraint without
/// possible extents is dropped if there are others: the tests of the host may
/// exclude it.
static std::vector<LaunchScenario>
sayingEach(llvm::ArrayRef<LaunchConstraint> Facts, const LaunchScenario &Made) {
  std::vector<LaunchScenario> Result;
  for (const LaunchConstraint &Said : Facts)
    Result.push_back(saying(Said, Made));
  auto IsReported = [](const LaunchScenario &L) { return L.Said != nullptr; };
  if (llvm::any_of(Result, IsReported))
    for (size_t I = Facts.size(); I-- > 0;)
      if (!IsReported(Result[I]) && !Facts[I].isEmpty())
        Result.erase(Result.begin() + I);
  return Result;
}

/// Something in the build says how many blocks there are along \p Axis, or that
/// it follows from the arguments.
static bool tellsOfBlocks(const KernelLaunch &Launch, unsigned Axis) {
  return Launch.Extents.Grid[Axis] ||
         llvm::any_of(Launch.Facts, [&](const LaunchConstraint &Said) {
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

/// Also one block along axes where that would do and nothing tells of more: a
/// race between blocks along them takes a launch that nobody shows. Those axes.
static std::array<bool, 3> addFewerBlocks(std::vector<LaunchExtents> &Shapes,
                                          const KernelFacts &Facts,
                                          llvm::ArrayRef<KernelLaunch> Made) {
  std::array<bool, 3> OfOneBlock = {};
  auto IsOpen = [&](unsigned Axis) {
    return !Facts.terms().launch().Grid[Axis] &&
           llvm::none_of(Made, [&](const KernelLaunch &Each) {
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

bool LaunchScenario::isOfOneBlock(const LaunchExtents &Shape) const {
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    if (OfOneBlock[Axis] && Shape.Grid[Axis] == 1 &&
        Shapes.front().Grid[Axis] > 1)
      return true;
  return false;
}

std::vector<LaunchScenario>
launchScenarios(const KernelFacts &Facts,
                llvm::function_ref<bool(const LaunchExtents &)> Fits,
                llvm::function_ref<bool(const LaunchExtents &)> FitsInAll,
                llvm::function_ref<bool(const LaunchExtents &)> IsMeant) {
  const LaunchExtents &Common = Facts.terms().launch();
  llvm::ArrayRef<KernelLaunch> Each = Facts.code().launchesOf(Facts.root());
  std::vector<LaunchScenario> Result;
  bool IsOpen = Each.size() < 2 || Facts.launchIsGiven();
  if (!IsOpen) {
    std::vector<LaunchScenario> Further;
    for (const KernelLaunch &Launch : Each) {
      LaunchExtents Known = Common.orElse(Launch.Extents);
      if (!Known.blockSize()) {
        IsOpen = true;
        continue;
      }
      LaunchScenario Made{inferBlockShapes(Facts, Known), {}, true, &Launch};
      for (auto [I, Said] : llvm::enumerate(sayingEach(Launch.Facts, Made)))
        (I == 0 ? Result : Further).push_back(std::move(Said));
    }
    Result.insert(Result.end(), Further.begin(), Further.end());
    if (Result.size() > MaxLaunches)
      Result.resize(MaxLaunches);
  }
  if (!IsOpen)
    return Result;
  std::vector<LaunchExtents> Shapes = ofSeveralWarps(
      fittingShapes(Facts, Fits, FitsInAll), Facts, Fits, IsMeant);
  if (Shapes.size() > 1 && llvm::any_of(Shapes, IsMeant))
    llvm::erase_if(Shapes, [&](const LaunchExtents &S) { return !IsMeant(S); });
  keepThoseOfAllRoles(Shapes, Facts, [&] {
    auto Usual = inferBlockShapes(Facts, Common, ShapeEvidence::None);
    llvm::erase_if(Usual, [&](const LaunchExtents &Shape) {
      return isOneWarp(Shape) || !Fits(Shape);
    });
    return Usual;
  });
  if (Shapes.empty())
    return Result;
  std::array<bool, 3> OfOneBlock = addFewerBlocks(Shapes, Facts, Each);
  bool IsKnown = Common.blockSize() != 0;
  LaunchScenario Open{std::move(Shapes), {}, IsKnown, nullptr};
  Open.OfOneBlock = OfOneBlock;
  if (Each.size() != 1) {
    Result.push_back(std::move(Open));
    return Result;
  }
  if (IsKnown && !Facts.launchIsGiven())
    Open.Made = &Each[0];
  return sayingEach(Each[0].Facts, Open);
}

} // namespace warplint
