//===--- CollidingThreads.cpp - Two threads at one update -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence/Ownership.h"
#include "Analysis/Detectors/NonAtomicUpdates/UpdatedPlaces.h"
#include "Analysis/Expr/UniformTerms.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/LoopEvolution/LoopEvolution.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/TwoThreads/Elections.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Assumptions/Assumptions.h"
#include "Assumptions/Evidence.h"
#include "Assumptions/SampleSizes.h"
#include "CudaModel/MemorySpace.h"
#include "Support/Checked.h"
#include <map>
#include <set>

using namespace clang;

namespace warplint::updates {

namespace {

class MeetingSearch {
public:
  MeetingSearch(const PlaceUpdate &U, const IndexSource &From,
                const KernelFacts &Facts)
      : U(U), Facts(Facts), At(locate(U.Place)), Index(Facts.values(), Given),
        Branches(Facts.values(), None) {
    for (const Term *T : From.Data) {
      Given[T] = 0;
      if (const Term *Row = rowOfColumn(T, U, Facts))
        Rows.push_back(Row);
    }
    for (const Term *T : From.Pitches)
      givePitch(T);
  }
  Answer<std::optional<CollidingThreads>> run();

private:
  bool assume(Assumption That) {
    return Facts.assume({That, U.Place}, RestsOn);
  }
  void givePitch(const Term *Pitch);
  bool endsRun() const;
  bool readBranches();
  bool choosesThread(const Node &Branch);
  void noteOwnElements(const ConditionPart &Need);
  std::vector<int64_t> electedBy(const ThreadOfBlock &Self) const;
  bool areInOneRow(const ThreadOfBlock &One, const ThreadOfBlock &Other) const;
  bool reaches(const ThreadOfBlock &Self) const;
  std::optional<CollidingThreads> inOneBlock(bool &GoAlongRow) const;
  std::optional<CollidingThreads> inTwoBlocks() const;
  bool isInOwnPart() const;
  /// Outside of what is read from memory.
  bool isInIndex(llvm::function_ref<bool(const Term &)> Wanted) const;
  CollidingThreads shown(const ThreadOfBlock &One, const ThreadOfBlock &Other,
                         bool OfTwoBlocks) const;

  const PlaceUpdate &U;
  const KernelFacts &Facts;
  std::optional<AccessPath> At;
  GivenValues Given, None;
  ThreadValues Index, Branches;
  std::vector<ConditionPart> Needed;
  /// What must equal something on which the block agrees.
  std::vector<const Term *> OwnElements;
  /// Rows in which the loaded value is a column, a different one for each
  /// thread.
  std::vector<const Term *> Rows;
  Evidence RestsOn;
  base::Checked NextPitch = samples::LargePitch;
  bool OneBlock = false;  ///< A branch lets only one block come.
  bool OneOfWarp = false; ///< A vote lets only one lane of each warp come.
  std::vector<ThreadOfBlock> Coming;
};

} // namespace

bool MeetingSearch::isInIndex(
    llvm::function_ref<bool(const Term &)> Wanted) const {
  for (const auto &[Step, Size] : At->Steps)
    if (!walkTerms(Step, Facts.values(), [&](const Term &Part) {
          if (Given.count(&Part))
            return Walk::Skip;
          return Wanted(Part) ? Walk::Stop : Walk::Enter;
        }))
      return true;
  return false;
}

/// An atomic, a vote or a value of another thread decides who comes: only a
/// block as a whole is still more than one thread.
bool MeetingSearch::choosesThread(const Node &Branch) {
  bool Chooses = false, OfWarp = true, TestsBlock = false;
  walkTerms(Branch.Branch, Facts.values(), [&](const Term &Part) {
    const auto *Load = dyn_cast<LoadTerm>(&Part);
    if (isa<ResultTerm>(Part) ||
        twothreads::isLeftBySync(&Part, Facts.code()) ||
        (Load && Facts.uniformity().interferingWrite(Load) &&
         isa<VariableTerm>(rootOf(Load->address())) &&
         Facts.uniformity().isUniform(Load->address(), Scope::Block) &&
         rootOf(Load->address()) != rootOf(U.Place))) {
      const auto *Made = dyn_cast<ResultTerm>(&Part);
      const Event *By = Made ? Facts.values().operationOf(*Made) : nullptr;
      OfWarp &= By && By->Op->exchangesValues();
      Chooses = true;
    }
    const auto *Compared = dyn_cast<BinaryTerm>(&Part);
    const auto *Negated = dyn_cast<UnaryTerm>(&Part);
    bool IsTest = (Compared && (Compared->opcode() == BO_EQ ||
                                Compared->opcode() == BO_NE)) ||
                  (Negated && Negated->opcode() == UO_LNot);
    TestsBlock |= IsTest && findPart(&Part, tellsBlocksApart);
    return Load ? Walk::Skip : Walk::Enter;
  });
  bool ForBlock = Facts.uniformity().isUniformBranch(Branch, Scope::Block);
  if (Chooses && OfWarp && !ForBlock && Facts.terms().launch().blockSize()) {
    auto By = Facts.get<twothreads::Elections>().behind(
        Branch.Branch, ThreadRelation::SameBlock);
    if (By && By->empty()) {
      OneOfWarp = true;
      return false;
    }
  }
  OneBlock |= TestsBlock || (Chooses && ForBlock);
  return Chooses && !ForBlock;
}

/// No two pitches are of one length, nor do rows of one that a block has make
/// up a row of another.
void MeetingSearch::givePitch(const Term *Pitch) {
  int64_t Value = NextPitch.orElse(samples::LargePitch);
  if (!Given.try_emplace(Pitch, Value).second)
    return;
  NextPitch *= samples::RowsOfPitch;
  RestsOn.add({Assumption::ChosenPitch, Pitch, nullptr, Value});
}

/// Of those that have read the same index only one thread comes. What a block
/// has in a table of its own says nothing of others.
bool MeetingSearch::endsRun() const {
  return llvm::any_of(Given, [&](const auto &Data) {
    const Term *Table =
        dependence::tableOfRunsEnding(*U.Write, Data.first, Facts);
    return Table && (U.Space == MemorySpace::Shared ||
                     memorySpaceOf(Table) != MemorySpace::Shared);
  });
}

/// What must hold for a thread to come; false if it is then one thread.
bool MeetingSearch::readBranches() {
  if (endsRun() && assume(Assumption::ElectedThread))
    return false;
  for (const Node *Branch : Facts.paths().allControls(*U.Write->At)) {
    if (!Branch->Branch)
      continue;
    if (choosesThread(*Branch) && assume(Assumption::ElectedThread))
      return false;
  }
  llvm::append_range(Needed, Facts.evolution().conditionsAt(*U.Write->At));
  if (U.Write->Under)
    Needed.push_back({U.Write->Under, true});
  for (const ConditionPart &Need : Needed)
    noteOwnElements(Need);
  return true;
}

/// `winner == threadIdx.x` lets those threads pass for which the other side has
/// the same value, whatever it is.
void MeetingSearch::noteOwnElements(const ConditionPart &Need) {
  const auto *Test = dyn_cast<BinaryTerm>(Need.Says);
  if (!Test || Test->opcode() != (Need.Holds ? BO_EQ : BO_NE))
    return;
  for (auto [Own, Other] : {std::pair(Test->lhs(), Test->rhs()),
                            std::pair(Test->rhs(), Test->lhs())})
    if (Facts.uniformity().isUniform(Other, Scope::Block))
      OwnElements.push_back(Own);
}

/// The values that elect a thread; threads for which these differ do not get
/// here at once.
std::vector<int64_t> MeetingSearch::electedBy(const ThreadOfBlock &Self) const {
  std::vector<int64_t> Numbers;
  for (const Term *Own : OwnElements)
    Numbers.push_back(Branches.run(Own, Self).value_or(0));
  return Numbers;
}

/// Both threads work on one row, in which each has columns of its own.
bool MeetingSearch::areInOneRow(const ThreadOfBlock &One,
                                const ThreadOfBlock &Other) const {
  return llvm::any_of(Rows, [&](const Term *Row) {
    auto L = Branches.run(Row, One), R = Branches.run(Row, Other);
    return L && R && *L == *R;
  });
}

bool MeetingSearch::reaches(const ThreadOfBlock &Self) const {
  return llvm::all_of(Needed, [&](const ConditionPart &Need) {
    auto Outcome = Branches.run(Need.Says, Self);
    return !Outcome || (*Outcome != 0) == Need.Holds;
  });
}

CollidingThreads MeetingSearch::shown(const ThreadOfBlock &One,
                                      const ThreadOfBlock &Other,
                                      bool OfTwoBlocks) const {
  return {One.Index, Other.Index, OfTwoBlocks, One.BlockDim,
          Facts.terms().launch().blockSize() != 0};
}

/// \p GoAlongRow: some would meet if the columns of a row did not differ.
std::optional<CollidingThreads>
MeetingSearch::inOneBlock(bool &GoAlongRow) const {
  // What a thread's place is part of is meant to keep lanes apart; that other
  // warps have the same lanes is for who knows the launch.
  bool OfWarp = isInIndex([](const Term &Part) {
    const auto *Self = dyn_cast<IdentityTerm>(&Part);
    return Self && Self->uniformAt() < Scope::Block;
  });
  std::map<std::pair<int64_t, std::vector<int64_t>>, const ThreadOfBlock *>
      Known;
  int64_t Warp = -1;
  for (const ThreadOfBlock &Self : Coming) {
    if (OfWarp && Self.rank() / LanesPerWarp != Warp) {
      Known.clear();
      Warp = Self.rank() / LanesPerWarp;
    }
    auto Offset = At->offset(Index, Self);
    if (!Offset)
      return std::nullopt;
    auto [Other, New] = Known.insert({{*Offset, electedBy(Self)}, &Self});
    if (New || (OneOfWarp && Other->second->rank() / LanesPerWarp ==
                                 Self.rank() / LanesPerWarp))
      continue;
    if (!areInOneRow(*Other->second, Self) ||
        !Facts.assumptions().isOn(Assumption::DistinctIndices))
      return shown(*Other->second, Self, /*OfTwoBlocks=*/false);
    GoAlongRow = true;
  }
  return std::nullopt;
}

/// The kernel counts its blocks: it is made for more than one.
static bool countsBlocks(const KernelFacts &Facts) {
  return llvm::any_of(Facts.values().programTerms(),
                      [](const Term *T) { return tellsBlocksApart(*T); });
}

/// The block reads where its own part begins, from a table or from what one of
/// its threads has left in shared memory, and its threads count on from there
/// (`sums[starts[blockIdx.x] + threadIdx.x]`): beginnings lead to parts of
/// their own. A number that is multiplied is one of a row, which
/// several blocks may have.
bool MeetingSearch::isInOwnPart() const {
  std::set<int64_t> Beginnings, Threads;
  // Also where a loop over parts starts from the block's number.
  auto IsOfBlock = [&](const Term *Place) {
    return anyPartOf(Place, Facts.values(), tellsBlocksApart);
  };
  auto Note = [&](const Term *Part, int64_t Bytes) {
    const auto *Read = dyn_cast<LoadTerm>(withoutNarrowing(Part));
    if (!Facts.uniformity().isUniform(Part, Scope::Block))
      Threads.insert(Bytes);
    else if (Read && Given.count(Read) &&
             (IsOfBlock(Read->address()) ||
              memorySpaceOf(rootOf(Read->address())) == MemorySpace::Shared))
      Beginnings.insert(Bytes);
  };
  for (const auto &[Step, Size] : At->Steps) {
    const auto *Sum = dyn_cast<LinearTerm>(withoutNarrowing(Step));
    if (!Sum) {
      Note(Step, Size);
      continue;
    }
    for (auto [Part, Factor] : llvm::zip(Sum->operands(), Sum->coefficients()))
      if (base::Checked Bytes = base::Checked(Factor) * Size)
        Note(Part, *Bytes);
  }
  return llvm::any_of(Beginnings,
                      [&](int64_t Bytes) { return Threads.count(Bytes); });
}

std::optional<CollidingThreads> MeetingSearch::inTwoBlocks() const {
  uint64_t Blocks = Facts.terms().launch().gridSize();
  if (U.Space == MemorySpace::Shared || OneBlock || Blocks == 1 ||
      (!Blocks && !countsBlocks(Facts)) || isInIndex(tellsBlocksApart) ||
      isInOwnPart() || !At->offset(Index, Coming.front()))
    return std::nullopt;
  return shown(Coming.front(), Coming.front(), /*OfTwoBlocks=*/true);
}

/// What \p Index shifts by is a number of bits, and no pitch.
static void giveShifts(const Term *Index, const Evaluation &Values,
                       GivenValues &Given) {
  walkTerms(Index, Values, [&](const Term &Part) {
    const auto *Shift = dyn_cast<BinaryTerm>(&Part);
    if (Shift && (Shift->opcode() == BO_Shl || Shift->opcode() == BO_Shr))
      for (const Term *Bits : inputsOf(Shift->rhs(), Values).Parameters)
        Given.try_emplace(Bits, samples::ShiftedBits);
    return Given.count(&Part) ? Walk::Skip : Walk::Enter;
  });
}

Answer<std::optional<CollidingThreads>> MeetingSearch::run() {
  using Threads = std::optional<CollidingThreads>;
  if (!At || !readBranches())
    return {Threads(), std::move(RestsOn)};
  Inputs Of;
  auto Use = [&](const Term *T) {
    Inputs One = inputsOf(T, Facts.values());
    Of.UsesY |= One.UsesY;
    Of.UsesZ |= One.UsesZ;
    return One;
  };
  // All of them first: one may stand in several steps.
  for (const auto &[Step, Size] : At->Steps)
    giveShifts(Step, Facts.values(), Given);
  for (const auto &[Step, Size] : At->Steps) {
    for (const Term *Parameter : Use(Step).Parameters)
      givePitch(Parameter);
    walkTerms(Step, [&](const Term &Part) {
      // A member of a parameter, or an element that the whole grid takes.
      if (isa<ExtractTerm>(Part) &&
          Facts.uniformity().isUniform(&Part, Scope::Grid))
        givePitch(&Part);
      return isa<PhiTerm, ExtractTerm>(Part) || Given.count(&Part)
                 ? Walk::Skip
                 : Walk::Enter;
    });
  }
  for (const ConditionPart &Need : Needed)
    Use(Need.Says);
  for (const ThreadOfBlock &Self : threadsOf(
           scenarios::exampleBlock(Facts.terms().launch(), Of,
                                   Facts.assumptions(), Assumption::Launch)))
    if (reaches(Self))
      Coming.push_back(Self);
  if (Coming.empty())
    return Threads();
  bool GoAlongRow = false;
  auto Found = inOneBlock(GoAlongRow);
  if (!Found)
    Found = inTwoBlocks();
  if (Found)
    return {Found, std::move(RestsOn)};
  if (!GoAlongRow)
    return Found;
  return Facts.assume({Assumption::DistinctIndices, U.Place}).map([&](bool) {
    return Found;
  });
}

Answer<std::optional<CollidingThreads>>
collidingThreads(const PlaceUpdate &U, const IndexSource &From,
                 const KernelFacts &Facts) {
  return MeetingSearch(U, From, Facts).run();
}

} // namespace warplint::updates
