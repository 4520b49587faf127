//===--- WritesOfExitedThreads.cpp - What exited threads left unwritten ---===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/EarlyExit/WritesOfExitedThreads.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Detectors/EarlyExit/StayingThread.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/LaunchScenarios/ParameterSampling.h"
#include "Analysis/LaunchScenarios/ThreadNumbering.h"
#include "Analysis/Launches/Launches.h"
#include "Analysis/Participation/Participation.h"
#include "Analysis/Simulation/ConcreteExecutor.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Assumptions/SampleSizes.h"
#include "Support/Checked.h"

using namespace clang;

namespace warplint::earlyexit {
using namespace samples;
using namespace scenarios;

namespace {

/// Runs for one object in shared memory, or for what is seen outside the block.
class ObjectRuns {
public:
  ObjectRuns(const KernelFacts &Facts, llvm::ArrayRef<EarlyExit> Exits,
             const Term *Root);

  /// With values that the host's own numbers make if \p WithHostValues, or with
  /// any; with floating-point parameters that are 0, and others, if \p Others.
  /// Calls \p Tried with exits, and accesses of runs in which they are taken,
  /// and \p Missed with a write that was left out and a read that wants it.
  /// False if some thread cannot be followed, or if that takes too long.
  bool runAll(bool WithHostValues, bool Others,
              llvm::function_ref<void(unsigned Exit, const Event &)> Tried,
              llvm::function_ref<void(const Touch &, const Touch &)> Missed);

  std::set<unsigned> AllTaken;
  bool IsCut = false;    ///< Some run was too long to be followed to its end.
  bool IsFitted = false; ///< The block's size decided what was passed.

private:
  bool noteAccesses();
  void noteParameters();
  std::vector<GivenValues> samples(bool WithHostValues) const;
  bool addOthers(std::vector<GivenValues> &All) const;
  void tell(llvm::function_ref<void(unsigned Exit, const Event &)> Tried) const;
  void findMissed(
      llvm::function_ref<void(const Touch &, const Touch &)> Missed) const;
  /// Nothing if the run is too long to be looked at, or if nobody stays.
  std::optional<bool> run(const GivenValues &Given,
                          llvm::ArrayRef<ThreadOfBlock> Threads);

  const KernelFacts &Facts;
  llvm::ArrayRef<EarlyExit> Exits;
  const Term *Root;
  int64_t Grain = 0; ///< Of the object, in bytes.
  bool Comparable;
  int64_t Group; ///< What is tried are multiples of it.
  simulation::ExecutedKernel Walked;
  /// Parameters that decide which threads exit, or that addresses depend on.
  llvm::SmallVector<const Term *, 2> Deciding;
  const Term *Flag = nullptr; ///< See `flagOfBlock`.
  bool AddressesVary = false;
  Inputs Of;
  std::vector<Touch> Made;
  std::set<unsigned> Taken; ///< Exits, in the same run.
  bool HasSkip;             ///< What is left out then leaves an alarm as it is.
  uint64_t StepsLeft;       ///< Of Budgets::ExitedThreadSteps.
};

} // namespace

/// The host calls the launching functions through pointers only: which values
/// belong to which of them is unknown.
static bool isLaunchedByPointer(const KernelFacts &Facts) {
  auto All = Facts.code().launchesOf(Facts.root());
  auto IsByPointer = [](const auto &Said) { return Said.IsByPointer; };
  return !All.empty() && llvm::all_of(All, [&](const auto &Launch) {
    return !Launch.Facts.empty() && llvm::all_of(Launch.Facts, IsByPointer);
  });
}

ObjectRuns::ObjectRuns(const KernelFacts &Facts,
                       llvm::ArrayRef<EarlyExit> Exits, const Term *Root)
    : Facts(Facts), Exits(Exits), Root(Root), Comparable(noteAccesses()),
      Group(isLaunchedByPointer(Facts) ? threadsCountedTogether(Facts.values())
                                       : 1),
      Walked(Facts,
             [&](const Event &E) {
               return touches(E, Root) ||
                      participation::needsAllThreads(Facts, E);
             }),
      HasSkip(Exits.size() > Facts.convergence().earlyExits().size()),
      StepsLeft(Facts.budgets().ExitedThreadSteps) {
  noteParameters();
}

/// All accesses to the object are reads and writes of known places; or there is
/// something to be seen outside.
bool ObjectRuns::noteAccesses() {
  if (!Root) // Part of a kernel may leave nothing anywhere.
    return llvm::any_of(Facts.cfg().events(), isSeenOutside);
  for (const Event &E : Facts.cfg().events()) {
    if (!touches(E, Root))
      continue;
    auto At = placeIn(Root, E, Facts);
    if (!At || E.Access == AccessKind::Atomic || E.Op || !E.Bytes)
      return false;
    Grain = std::gcd(std::gcd(Grain, int64_t(E.Bytes)), At->Bytes);
    for (const auto &[Index, Size] : At->Steps)
      Grain = std::gcd(Grain, Size);
  }
  return Grain != 0;
}

/// Calls \p See with the parameters that \p T depends on.
static void eachParameter(const Term *T, const KernelFacts &Facts,
                          llvm::ArrayRef<const Term *> All,
                          llvm::function_ref<void(const Term *)> See) {
  walkTerms(T, Facts.values(), [&](const Term &Part) {
    if (!llvm::is_contained(All, &Part))
      return Walk::Enter;
    See(&Part);
    return Walk::Skip;
  });
}

void ObjectRuns::noteParameters() {
  llvm::SmallVector<const Term *, 8> All = integerParameters(Facts);
  auto Note = [&](const Term *P) {
    if (!llvm::is_contained(Deciding, P))
      Deciding.push_back(P);
  };
  for (const EarlyExit &Exit : Exits) {
    auto Branches = Facts.convergence().controls(*Exit.At);
    Branches.push_back(Exit.Branch);
    for (const Node *Branch : Branches)
      if (Branch->Branch)
        eachParameter(Branch->Branch, Facts, All, Note);
  }
  Flag = flagOfBlock(Facts);
  for (const Event &E : Facts.cfg().events())
    if (Root && touches(E, Root))
      eachParameter(E.Address, Facts, All, [&](const Term *P) {
        AddressesVary |= !llvm::is_contained(Deciding, P);
      });
  Of = inputsOf(Facts.values().programTerms(), Facts.values());
}

/// Values of the parameters that decide who leaves, together with one value of
/// all others: small, as they bound loops, or one that separates rows.
std::vector<GivenValues> ObjectRuns::samples(bool WithHostValues) const {
  auto Single =
      llvm::to_vector(llvm::ArrayRef(Sizes).take_front(SizesOfAnyHost));
  auto InPairs = llvm::to_vector(SizesInPairs),
       InProducts = llvm::to_vector(SizesInProducts);
  auto ToGroups = [&](int64_t &Number) { Number -= Number % Group; };
  llvm::for_each(Single, ToGroups);
  llvm::for_each(InPairs, ToGroups);
  // No product is of use that is 0.
  for (int64_t &Number : InProducts)
    Number = std::max(Number - Number % Group, Group);
  int64_t Sample = AddressesVary ? OddPitch : FewIterations;
  GivenValues Others = givenToAll(Facts, Sample);
  std::vector<GivenValues> All;
  if (WithHostValues) {
    All = givenByHost(Facts, Deciding, Single, Sample);
    if (All.empty())
      All = givenByHost(Facts, Deciding, InProducts, OddPitch,
                        /*Only=*/nullptr,
                        /*OfMany=*/true);
  } else if (Deciding.empty()) {
    All.push_back(Others);
  }
  auto Values = WithHostValues || Deciding.empty() ? llvm::ArrayRef<int64_t>()
                : Deciding.size() == 1 && !Flag
                    ? llvm::ArrayRef<int64_t>(Single)
                    : llvm::ArrayRef<int64_t>(InPairs);
  for (int64_t First : Values)
    for (int64_t Second : Values) {
      All.push_back(Others);
      All.back()[Deciding.front()] = First;
      if (Deciding.size() == 1)
        break;
      All.back()[Deciding.back()] = Second;
    }
  // A flag is set or not, a length is anything.
  std::vector<GivenValues> WithFlag;
  for (int64_t Number : FlagsOrLengths)
    for (size_t I = 0; Flag && I < All.size(); ++I) {
      WithFlag.push_back(All[I]);
      WithFlag.back()[Flag] = Number;
    }
  if (Flag)
    All = std::move(WithFlag);
  addOtherBlocks(Facts, All);
  return All;
}

/// Each of \p All with floating-point parameters and the like that are 0, and
/// with others; false if there are none.
bool ObjectRuns::addOthers(std::vector<GivenValues> &All) const {
  for (size_t I = 0, Given = All.size(); I < Given; ++I) {
    All.push_back(All[I]);
    if (!giveOthers(All[I], Facts, std::nullopt) ||
        !giveOthers(All.back(), Facts, 1))
      return false;
  }
  return true;
}

/// Calls \p Tried with what those did who take an exit, or in spite of it.
void ObjectRuns::tell(
    llvm::function_ref<void(unsigned Exit, const Event &)> Tried) const {
  for (const Touch &T : Made)
    if (Root ? T.E->Access == AccessKind::Write || !T.LeftBy
             : T.Interval && !T.LeftBy)
      for (unsigned Exit : Taken)
        Tried(Exit, *T.E);
}

std::optional<bool> ObjectRuns::run(const GivenValues &Given,
                                    llvm::ArrayRef<ThreadOfBlock> Threads) {
  Made.clear();
  Taken.clear();
  bool IsLeft = true;
  for (const ThreadOfBlock &Self : Threads) {
    uint64_t Steps =
                 std::min(Facts.budgets().ExitedThreadStepsOfThread, StepsLeft),
             Before = Steps;
    StayingThread Thread(Walked, Exits, Root, std::max<int64_t>(Grain, 1),
                         Given, Self, Steps, Made);
    bool Ends = Thread.run();
    StepsLeft -= Before - Steps;
    if (!Ends && !Steps && !HasSkip)
      Facts.limits().cut(StepsLeft ? BudgetId::ExitedThreadStepsOfThread
                                   : BudgetId::ExitedThreadSteps);
    IsCut |= !Ends && (!Steps || !Facts.work().left());
    if (!Ends)
      return Steps || !StepsLeft ? std::optional(false) : std::nullopt;
    auto Exit = Thread.leftBy();
    if (Exit)
      Taken.insert(*Exit);
    IsLeft &= Exit.has_value();
  }
  // Nobody stays who could miss something, or leave something.
  return IsLeft ? std::nullopt : std::optional(true);
}

/// Calls \p Missed with writes that were left out and reads that want them.
void ObjectRuns::findMissed(
    llvm::function_ref<void(const Touch &, const Touch &)> Missed) const {
  std::map<int64_t, llvm::SmallVector<const Touch *, 4>> Writes;
  for (const Touch &T : Made)
    if (T.E->Access == AccessKind::Write)
      Writes[T.Place].push_back(&T);
  for (const Touch &Read : Made) {
    auto Found = Writes.find(Read.Place);
    if (Read.E->Access != AccessKind::Read || Read.LeftBy ||
        Found == Writes.end())
      continue;
    // Its own of the same interval, or those of the last interval before.
    llvm::SmallVector<const Touch *, 4> Last;
    for (const Touch *Write : Found->second) {
      bool IsBefore = Write->Interval < Read.Interval ||
                      (Write->Interval == Read.Interval &&
                       Write->Thread == Read.Thread && Write < &Read);
      if (!IsBefore ||
          (!Last.empty() && Write->Interval < Last.front()->Interval))
        continue;
      if (!Last.empty() && Write->Interval > Last.front()->Interval)
        Last.clear();
      Last.push_back(Write);
    }
    // Data that a thread wrote in front of the exit is meant to be; a constant
    // only marks what is not set yet.
    auto IsFilled = [&](const Touch *By) {
      const Node &Branch = *Exits[*By->LeftBy].Branch;
      return llvm::any_of(Found->second, [&](const Touch *Own) {
        return Own->Thread == By->Thread && !Own->LeftBy && Own->E->Value &&
               !isa<ConstantTerm>(Own->E->Value) &&
               !Facts.get<Reachability>().reaches(Branch, *Own->E->At);
      });
    };
    if (llvm::all_of(Last, [](const Touch *W) { return W->LeftBy; }))
      for (const Touch *Write : Last)
        if (!IsFilled(Write))
          Missed(*Write, Read);
  }
}

bool ObjectRuns::runAll(
    bool WithHostValues, bool Others,
    llvm::function_ref<void(unsigned Exit, const Event &)> Tried,
    llvm::function_ref<void(const Touch &, const Touch &)> Missed) {
  if (!Comparable || Deciding.size() > 2)
    return false;
  std::vector<GivenValues> All = samples(WithHostValues);
  if (Others && !addOthers(All))
    return false;
  const LaunchExtents &Launch = Facts.terms().launch();
  std::vector<std::array<int64_t, 3>> Blocks{
      exampleBlock(Launch, Of, Facts.assumptions())};
  if (!Launch.Block[0] && !Of.UsesY && !Of.UsesZ &&
      (!Launch.MaxThreads || Launch.MaxThreads >= UnevenRow))
    Blocks.push_back({UnevenRow, 1, 1});
  for (const auto &Block : Blocks) {
    std::vector<GivenValues> Done;
    for (const GivenValues &Sample : All) {
      GivenValues Given = Sample;
      bool Fits = fitToBlock(Given, Block, Facts);
      IsFitted |= !Fits || Given != Sample;
      if (!Fits || llvm::is_contained(Done, Given))
        continue;
      auto Ran = run(Given, threadsOf(Block));
      Done.push_back(std::move(Given));
      if (Ran && !*Ran)
        return false;
      if (!Ran)
        continue;
      AllTaken.insert(Taken.begin(), Taken.end());
      tell(Tried);
      if (Root)
        findMissed(Missed);
    }
  }
  return true;
}

WritesOfExitedThreads::WritesOfExitedThreads(const KernelFacts &Facts,
                                             const EarlyExit *Skip)
    : Facts(Facts), Exits(Facts.convergence().earlyExits()) {
  if (Skip)
    Exits.push_back(*Skip);
}

WritesOfExitedThreads::Answer
WritesOfExitedThreads::runFor(const Term *Root, bool WithHostValues) const {
  Answer Result;
  for (bool Others : {false, true}) {
    Result = Answer();
    ObjectRuns Runs(Facts, Exits, Root);
    Result.IsKnown = Runs.runAll(
        WithHostValues, Others,
        [&](unsigned Exit, const Event &E) { Result.Tried.insert({Exit, &E}); },
        [&](const Touch &Write, const Touch &Read) {
          Result.Missed.insert({*Write.LeftBy, Write.E, Read.E});
        });
    Result.Taken = Runs.AllTaken;
    Result.IsCut = Runs.IsCut;
    Result.IsFitted = Runs.IsFitted;
    if (Result.IsKnown || Result.IsCut)
      break;
  }
  if (Result.IsKnown && Result.Missed.empty() &&
      (!Facts.terms().launch().blockSize() || hasOpenParameters(Facts)))
    Facts.get<SilentInGuesses>().add("exits that were simulated");
  return Result;
}

const WritesOfExitedThreads::Answer &
WritesOfExitedThreads::answerFor(const Term *Root, bool WithHostValues) {
  auto [Found, IsNew] = Known.try_emplace({Root, WithHostValues});
  if (IsNew)
    Found->second = runFor(Root, WithHostValues);
  return Found->second;
}

/// Behind the barriers those who stay when others leave by exit \p Number leave
/// nothing outside the block: padding of the last warp, say.
bool WritesOfExitedThreads::leaveNothing(size_t Number) {
  for (bool WithHostValues : {true, false}) {
    const Answer &Of = answerFor(/*Root=*/nullptr, WithHostValues);
    if (Of.IsKnown && Of.Taken.count(Number))
      return llvm::none_of(
          Of.Tried, [&](const auto &Made) { return Made.first == Number; });
  }
  return false;
}

bool WritesOfExitedThreads::isNeverTaken(const EarlyExit &Exit) {
  answerFor(/*Root=*/nullptr, /*WithHostValues=*/true);
  return llvm::any_of(Known, [&](const auto &Each) {
    const Answer &Of = Each.second;
    return Each.first.second && Of.IsKnown && Of.IsFitted &&
           !Of.Taken.count(numberOf(Exit));
  });
}

std::optional<bool> WritesOfExitedThreads::areMissed(const EarlyExit &Exit,
                                                     const Event &Write,
                                                     const Event &Read) {
  const Term *Root = rootOf(Write.Address);
  const size_t Number = numberOf(Exit);
  // Where the host's numbers let nobody leave, others may.
  for (bool WithHostValues : {true, false}) {
    const Answer &Of = answerFor(Root, WithHostValues);
    if (Of.IsKnown && Of.Tried.count({Number, &Write}) &&
        Of.Tried.count({Number, &Read}))
      return Of.Missed.count({Number, &Write, &Read}) && !leaveNothing(Number);
    // What whole runs have shown stands, whatever was not run after them.
    if (Of.IsCut && Of.Missed.count({Number, &Write, &Read}))
      return !leaveNothing(Number);
  }
  // A run that was too long shows nothing, neither way.
  bool IsCut = answerFor(Root, true).IsCut || answerFor(Root, false).IsCut;
  if (!IsCut || Exits.size() > Facts.convergence().earlyExits().size())
    return std::nullopt;
  Facts.limits().cut(BudgetId::ExitedThreadStepsOfThread,
                     "reads behind early returns");
  return false;
}

} // namespace warplint::earlyexit
