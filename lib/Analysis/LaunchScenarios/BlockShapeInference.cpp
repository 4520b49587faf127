//===--- BlockShapeInference.cpp - Launches that a kernel may be made for -===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/LaunchScenarios/BlockShapeInference.h"
#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Expr/LinearSum.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/BlockShapeOfArray.h"
#include "Analysis/LaunchScenarios/OneWarpBlocks.h"
#include "Analysis/LaunchScenarios/ParameterUses.h"
#include "Analysis/LaunchScenarios/ThreadNumbering.h"
#include "Analysis/LoopEvolution/LoopEvolution.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Assumptions/Assumptions.h"
#include "Assumptions/SampleSizes.h"
#include "Support/Checked.h"
#include "Target/Limits.h"
#include <set>

using namespace clang;

namespace warplint::scenarios {

namespace {

/// What a kernel's terms say about its launch.
struct Traces {
  bool Thread[3] = {}, Block[3] = {}; ///< Axes that the kernel looks at.
  /// Axes along which a loop goes on by all blocks, and threads share its
  /// iterations: one block is enough.
  bool Iterations[3] = {};
  bool TellsThreads = false; ///< Threads of a block do different things.
  std::set<int64_t> Rows;    ///< Threads along x, as far as known.
  /// Threads along x if blocks are small squares (`blockIdx.x * 4 +
  /// threadIdx.x`); without other evidence that may concern only some of the
  /// threads. 0 if unknown.
  int64_t SmallRow = 0;
  /// Threads along y: a loop goes on by so many rows. 0 if unknown.
  int64_t RowsPerIteration = 0;
  /// Threads along y: so many rows are from one block to the next
  /// (`blockIdx.x * 4 + threadIdx.y`). 0 if unknown.
  int64_t RowsPerBlock = 0;
  int64_t Threads = 0; ///< Threads per block, 0 if unknown.
  /// `Threads` are those of a row.
  bool AreOfRow = false;
  /// Barriers of warps and none of blocks, and nothing asks for the size of the
  /// block: the kernel is for blocks of one warp.
  bool OneWarp = false;
  /// Threads along x lie next to each other in rows of a loop (`i * 32 +
  /// threadIdx.x`): there are no more of them. 0 if unknown.
  int64_t Stride = 0;
  /// Extents along x and y of shared arrays of which each thread writes its own
  /// element (`tile[threadIdx.y][threadIdx.x]`): as many threads as elements. 0
  /// if nothing shows it.
  int64_t OwnX = 0, OwnY = 0;
  std::optional<CountedBlock> Counted; ///< Of blocks with planes.
};

} // namespace

static bool isAlong(const Term *T, IdentityKind Kind, unsigned Axis) {
  const auto *Self = dyn_cast<IdentityTerm>(T);
  return Self && Self->identity() == Kind && Self->axis() == Axis;
}

static int64_t coefficientOf(const Term *T, IdentityKind Kind, unsigned Axis) {
  for (auto [Part, C] : Summands(T).Parts)
    if (isAlong(Part, Kind, Axis))
      return C;
  return 0;
}

static bool isComputedFrom(const Term *T, IdentityKind Kind, unsigned Axis,
                           const Evaluation &Values) {
  return anyPartOf(
      T, Values, [&](const Term &Part) { return isAlong(&Part, Kind, Axis); });
}

static bool startsAtOwnThread(const Term *First) {
  if (coefficientOf(First, IdentityKind::ThreadIdx, 0) == 1)
    return true;
  if (First->isIdentity(IdentityKind::ThreadRankInBlock))
    return true;
  return isa<LinearTerm>(First) &&
         llvm::any_of(First->operands(), [](const Term *Part) {
           return Part->isIdentity(IdentityKind::ThreadRankInBlock);
         });
}

/// What an iteration adds to \p T; 0 if it is no variable of a loop or changes
/// in another way than by a number.
static int64_t addedPerIteration(const Term *T, const Evaluation &Values) {
  const Induction *Loop =
      isa<PhiTerm>(T) ? Values.inductions().find(T) : nullptr;
  return Loop ? Loop->constantStep().value_or(0) : 0;
}

/// What a loop adds to the thread's own index in one iteration, 0 if it adds
/// none.
static int64_t strideOver(const Term *T, const Evaluation &Values) {
  int64_t Least = 0;
  for (auto [Part, C] : Summands(T).Parts)
    if (C >= samples::LeastRow && (!Least || C < Least) &&
        addedPerIteration(Part, Values) == 1)
      Least = C;
  return Least;
}

/// By how many of the thread's rows a loop goes on in an iteration
/// (`(threadIdx.y + i) * pitch`, `i += 8`); 0 if \p T is no such index.
static int64_t rowsPerIteration(const Term *T, const Evaluation &Values) {
  int64_t Pitch = coefficientOf(T, IdentityKind::ThreadIdx, 1);
  for (auto [Part, C] : Summands(T).Parts)
    if (int64_t Step =
            base::absolute(addedPerIteration(Part, Values)).orElse(0);
        Step > 1 && Step <= MaxThreadsPerBlock && C == Pitch && Pitch > 0)
      return Step;
  return 0;
}

/// Which index \p T is, alone or times something, which \p Times becomes, null
/// if it is alone. Null if it is none.
static const IdentityTerm *indexIn(const Term *T, const Term *&Times) {
  Times = nullptr;
  const auto *Product = dyn_cast<BinaryTerm>(T);
  if (!Product || Product->opcode() != BO_Mul)
    return dyn_cast<IdentityTerm>(T);
  const auto *Left = dyn_cast<IdentityTerm>(Product->lhs());
  Times = Left ? Product->rhs() : Product->lhs();
  return Left ? Left : dyn_cast<IdentityTerm>(Product->rhs());
}

/// How many rows of threads lie between two blocks (`(blockIdx.x * 4 +
/// threadIdx.y) * pitch`); 0 if \p T is no such index.
static int64_t rowsPerBlock(const Term *T) {
  const Summands Sum(T);
  for (auto [Row, Pitch] : Sum.Parts) {
    const Term *Times, *Others;
    const IdentityTerm *Self = indexIn(Row, Times);
    if (!Self || !isAlong(Self, IdentityKind::ThreadIdx, 1) || Pitch <= 0)
      continue;
    for (auto [Part, C] : Sum.Parts) {
      const IdentityTerm *Block = indexIn(Part, Others);
      if (Block && Block->identity() == IdentityKind::BlockIdx &&
          Others == Times && C > Pitch && C % Pitch == 0 &&
          C / Pitch <= MaxThreadsPerBlock)
        return C / Pitch;
    }
  }
  return 0;
}

/// \p T is, or adds up, what shows axes, rows and strides.
static void readTerm(const Term *T, const KernelFacts &Facts, Traces &Found) {
  if (const auto *Self = dyn_cast<IdentityTerm>(T)) {
    Found.TellsThreads |= !Facts.uniformity().isUniform(T, Scope::Block);
    switch (Self->identity()) {
    case IdentityKind::ThreadIdx:
      Found.Thread[Self->axis()] = true;
      break;
    case IdentityKind::BlockDim:
      // Who counts all threads asks for every axis.
      Found.Thread[0] |= Self->axis() == 0;
      break;
    case IdentityKind::BlockIdx:
      Found.Block[Self->axis()] = true;
      break;
    case IdentityKind::GridDim:
      // Who counts all blocks or threads asks for every axis.
      Found.Block[0] |= Self->axis() == 0;
      break;
    case IdentityKind::ThreadRankInGrid:
    case IdentityKind::BlockRankInGrid:
    case IdentityKind::BlocksInGrid:
    case IdentityKind::GridSize:
      Found.Block[0] = true;
      break;
    default:
      break;
    }
  }
  if (int64_t Rows = rowsPerIteration(T, Facts.values()))
    Found.RowsPerIteration =
        Found.RowsPerIteration ? std::min(Found.RowsPerIteration, Rows) : Rows;
  if (int64_t Rows = rowsPerBlock(T))
    Found.RowsPerBlock =
        Found.RowsPerBlock ? std::min(Found.RowsPerBlock, Rows) : Rows;
  // Elements of each thread that lie next to each other (`4 * threadIdx.x +
  // i`).
  int64_t Own = coefficientOf(T, IdentityKind::ThreadIdx, 0);
  if (Own == 1)
    if (int64_t Stride = strideOver(T, Facts.values()))
      Found.Stride = Found.Stride ? std::min(Found.Stride, Stride) : Stride;
  // `blockIdx.x * 256 + threadIdx.x + threadIdx.x / 32 * 96`: how far a block
  // reaches does not follow from the coefficients.
  if (const auto *Sum = dyn_cast<LinearTerm>(T);
      Own < 1 || (Sum && llvm::any_of(
                             Sum->operands(),
                             [&](const Term *Part) {
                               return !isa<IdentityTerm>(Part) &&
                                      isComputedFrom(Part,
                                                     IdentityKind::ThreadIdx, 0,
                                                     Facts.values());
                             })))
    return;
  int64_t ByRow = coefficientOf(T, IdentityKind::ThreadIdx, 1),
          ByBlock = coefficientOf(T, IdentityKind::BlockIdx, 0);
  for (int64_t Row : {ByRow, ByBlock})
    if (Row >= samples::LeastRow * Own && Row <= MaxThreadsPerBlock * Own &&
        Row % Own == 0)
      Found.Rows.insert(Row / Own);
  if (Own == 1 && ByBlock > 1 && ByBlock < samples::LeastRow)
    Found.SmallRow = ByBlock;
}

/// `for (k = 0; k < 4; ++k, i += blockDim.x)` from `blockIdx.x * 1024 +
/// threadIdx.x` on: a block has four times as many elements as threads.
static void readBlockSteps(const Term *Phi, const KernelFacts &Facts,
                           Traces &Found) {
  const Induction *Loop = Facts.values().inductions().find(Phi);
  if (!Loop || Loop->K != Induction::Kind::Added ||
      !isAlong(Loop->Step, IdentityKind::BlockDim, 0) ||
      coefficientOf(Loop->First, IdentityKind::ThreadIdx, 0) != 1)
    return;
  int64_t ByBlock = coefficientOf(Loop->First, IdentityKind::BlockIdx, 0),
          Times = Facts.evolution().minTripCount(Loop->head());
  if (Times > 1 && ByBlock % Times == 0 &&
      ByBlock >= samples::LeastRow * Times &&
      ByBlock <= MaxThreadsPerBlock * Times)
    Found.Rows.insert(ByBlock / Times);
}

/// `for (i = own index; ...; i += C)` is made for C threads, those of a row if
/// only the place in the row is part of the index. Of several strides the
/// smallest counts: with more threads than that the loop's iterations would
/// overlap.
static void readLoop(const Term *Phi, const Evaluation &Values, Traces &Found) {
  int64_t Step = addedPerIteration(Phi, Values);
  if (Step < samples::LeastRow || Step > MaxThreadsPerBlock)
    return;
  const Term *First = Values.inductions().find(Phi)->First;
  if (!startsAtOwnThread(First) || (Found.Threads && Found.Threads <= Step))
    return;
  Found.Threads = Step;
  Found.AreOfRow = !anyPartOf(First, [](const Term &Part) {
    const auto *Self = dyn_cast<IdentityTerm>(&Part);
    return Self && Self->uniformAt() < Scope::Block &&
           !isAlong(&Part, IdentityKind::ThreadIdx, 0);
  });
}

/// Threads of a block have iterations of their own in \p Loop.
static bool isSharedByThreads(const Induction &Loop, const Evaluation &Values) {
  return !walkTerms(Loop.First, Values, [](const Term &Part) {
    const auto *Self = dyn_cast<IdentityTerm>(&Part);
    return Self && Self->uniformAt() < Scope::Block ? Walk::Stop : Walk::Enter;
  });
}

/// `for (i = blockIdx.y * 8 + threadIdx.y; ...; i += 8 * gridDim.y)` takes
/// whatever blocks there are. That blocks alone share the iterations would be
/// of no use if there were one.
static void readIterations(const Induction *Loop, const Evaluation &Values,
                           Traces &Found) {
  if (!Loop || Loop->K != Induction::Kind::Added ||
      !isSharedByThreads(*Loop, Values))
    return;
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    Found.Iterations[Axis] |=
        isComputedFrom(Loop->First, IdentityKind::BlockIdx, Axis, Values) &&
        isComputedFrom(Loop->Step, IdentityKind::GridDim, Axis, Values);
}

/// Leaves those axes that something is done with: `group_index().x` reads all.
static void keepUsedAxes(const KernelFacts &Facts, Traces &Found) {
  std::vector<const Term *> Used;
  for (const Node *N : Facts.cfg().order()) {
    if (N->Branch)
      Used.push_back(N->Branch);
    for (const Event &E : N->Events)
      for (const Term *T : {E.Address, E.Value, E.Select, E.Mask, E.Width})
        if (T)
          Used.push_back(T);
  }
  bool Thread[3] = {}, Block[3] = {};
  walkTerms(Used, Facts.values(), [&](const Term &Part) {
    if (const auto *Self = dyn_cast<IdentityTerm>(&Part)) {
      IdentityKind Is = Self->identity();
      if (Is == IdentityKind::ThreadIdx || Is == IdentityKind::BlockDim)
        Thread[Self->axis()] = true;
      if (Is == IdentityKind::BlockIdx)
        Block[Self->axis()] = true;
    }
    return asksForFirst(Part) ? Walk::Skip : Walk::Enter;
  });
  for (unsigned Axis : {1, 2}) {
    Found.Thread[Axis] &= Thread[Axis];
    Found.Block[Axis] &= Block[Axis];
  }
}

static Traces tracesOf(const KernelFacts &Facts) {
  llvm::ArrayRef<const Term *> Terms = Facts.values().programTerms();
  Traces Found;
  Found.OneWarp = synchronizesWarpsOnly(Facts);
  Found.Counted = countedBlock(Facts.values());
  for (const Term *T : Terms) {
    readTerm(T, Facts, Found);
    if (isa<PhiTerm>(T)) {
      readLoop(T, Facts.values(), Found);
      readBlockSteps(T, Facts, Found);
      readIterations(Facts.values().inductions().find(T), Facts.values(),
                     Found);
    }
  }
  keepUsedAxes(Facts, Found);
  for (const Event &E : Facts.cfg().events())
    if (E.isStore()) {
      auto [X, Y] = ownElements(E, Facts, LanesPerWarp + 1);
      if (X && (!Found.OwnX || X < Found.OwnX))
        Found.OwnX = X;
      if (Y && (!Found.OwnY || Y < Found.OwnY))
        Found.OwnY = Y;
    }
  return Found;
}

using Extents = std::array<uint32_t, 3>;

/// \p AreCommon becomes true if nothing suggests the block's extents.
static std::vector<Extents> blocksFor(const Traces &Seen,
                                      const LaunchExtents &Launch,
                                      const AssumptionUses &Made,
                                      bool &AreCommon) {
  int64_t Most = Launch.MaxThreads ? Launch.MaxThreads : MaxThreadsPerBlock;
  bool Rows = Seen.Thread[1] && Launch.Block[1] != 1,
       Planes = Seen.Thread[2] && Launch.Block[2] != 1;
  int64_t Row = Rows && Seen.AreOfRow ? Seen.Threads : 0;
  int64_t Bound = Seen.Threads && !Row ? Seen.Threads
                  : Launch.MaxThreads && Launch.MaxThreads < MaxThreadsPerBlock
                      ? int64_t(Launch.MaxThreads)
                      : 0;
  std::vector<Extents> Result;
  auto Add = [&](int64_t X, int64_t Y, int64_t Z) {
    if (X >= 1 && Y >= 1 && Z >= 1 && X * Y * Z <= Most &&
        (!Seen.Stride || X <= Seen.Stride) && (!Row || X <= Row))
      Result.push_back({uint32_t(X), uint32_t(Y), uint32_t(Z)});
  };
  if (!Seen.TellsThreads) {
    Add(1, 1, 1);
  } else if (Planes && Seen.Counted) {
    auto [X, Y, Z] = *Seen.Counted;
    for (int64_t Planes :
         Z ? llvm::ArrayRef(Z) : llvm::ArrayRef(samples::Planes))
      Add(X, Y, Planes);
  } else if (Planes) {
    AreCommon = true;
    for (auto [X, Y, Z] : samples::Cubes)
      Add(X, Y, Z);
  } else if (Rows) {
    std::set<int64_t> Rows = Seen.Rows;
    if (Rows.empty() && Launch.Block[0])
      Rows = {Launch.Block[0]};
    if (Rows.empty() && Row)
      Rows = {Row};
    if (Rows.empty() && Seen.SmallRow)
      Rows = {Seen.SmallRow};
    if (Seen.Stride && !Rows.empty())
      Rows.insert(Seen.Stride);
    if (Rows.empty() && !Bound && Seen.OwnY > 1 &&
        Seen.OwnX * Seen.OwnY <= Most) {
      Add(Seen.OwnX, Seen.OwnY, 1);
      return Result;
    }
    AreCommon = Rows.empty();
    if (AreCommon)
      Rows.insert(std::begin(samples::RowsOfTiles),
                  std::end(samples::RowsOfTiles));
    for (int64_t X : Rows)
      if (Bound)
        Add(X, Bound / X, 1);
      else
        for (int64_t Y :
             Seen.RowsPerIteration
                 ? std::vector{Seen.RowsPerIteration}
                 : std::vector{samples::FewRows, X, Seen.RowsPerBlock})
          Add(X, Y, 1);
    if (AreCommon && !Bound)
      for (auto [X, Y, Z] : samples::SmallTiles)
        Add(X, Y, Z);
  } else if (Bound) {
    Add(Bound, 1, 1);
  } else if (!Seen.Rows.empty()) {
    for (int64_t Row : Seen.Rows)
      Add(Row, 1, 1);
  } else if (Seen.OneWarp && Made.assume(Assumption::OneWarp)) {
    Add(LanesPerWarp, 1, 1);
  } else if (Seen.OwnX) {
    Add(Seen.OwnX, 1, 1);
  } else {
    AreCommon = true;
    for (int64_t X : samples::Rows)
      Add(X, 1, 1);
  }
  if (Result.empty())
    Add(Seen.Stride ? std::min(Seen.Stride, Most) : Most, 1, 1);
  return Result;
}

std::vector<LaunchExtents> inferBlockShapes(const KernelFacts &Facts,
                                            const LaunchExtents &Known,
                                            ShapeEvidence By, bool *AreCommon) {
  Traces Seen = tracesOf(Facts);
  if (By == ShapeEvidence::ArraysOfWarps)
    Seen.OneWarp = false;
  else if (By != ShapeEvidence::Arrays)
    Seen.OwnX = Seen.OwnY = 0;
  if (By == ShapeEvidence::CountsButPitches) {
    if (Seen.Rows.empty() || !Seen.RowsPerIteration)
      return {};
    Seen.Rows.clear();
  }
  if (By == ShapeEvidence::None) {
    Seen.Rows.clear();
    Seen.Threads = Seen.Stride = Seen.SmallRow = Seen.RowsPerIteration = 0;
    Seen.RowsPerBlock = 0;
    Seen.OneWarp = false;
    Seen.AreOfRow = false;
    Seen.Counted.reset();
  }
  std::vector<LaunchExtents> Result;
  bool IsCommon = false;
  std::vector<Extents> All =
      blocksFor(Seen, Known, Facts.assumptions(), IsCommon);
  if (AreCommon)
    *AreCommon = IsCommon;
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    if ((!Known.Grid[Axis] && !Seen.Block[Axis]) ||
        (!Known.Block[Axis] && !Seen.Thread[Axis]))
      Facts.assumptions().count(Assumption::UnusedAxis);
  for (uint32_t Blocks : samples::Grids) {
    LaunchExtents Shape = Known;
    for (unsigned Axis = 0; Axis < 3; ++Axis)
      if (!Known.Grid[Axis])
        Shape.Grid[Axis] = Seen.Block[Axis] ? Blocks : 1;
    for (const Extents &Block : All) {
      for (unsigned Axis = 0; Axis < 3; ++Axis)
        Shape.Block[Axis] = Known.Block[Axis] ? Known.Block[Axis] : Block[Axis];
      auto Same = [&](const LaunchExtents &Other) {
        return Other.Block == Shape.Block && Other.Grid == Shape.Grid;
      };
      if (llvm::none_of(Result, Same))
        Result.push_back(Shape);
    }
  }
  return Result;
}

std::vector<std::array<bool, 3>> dispensableAxes(const KernelFacts &Facts) {
  Traces Seen = tracesOf(Facts);
  std::array<bool, 3> All = {};
  bool Others = false;
  std::vector<std::array<bool, 3>> Each;
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    Others |= Seen.Block[Axis] && !Seen.Iterations[Axis];
    if (!Seen.Iterations[Axis])
      continue;
    All[Axis] = true;
    Each.push_back({Axis == 0, Axis == 1, Axis == 2});
  }
  if (Others)
    return {All};
  return Each.size() > 1 ? Each : std::vector<std::array<bool, 3>>();
}

} // namespace warplint::scenarios
