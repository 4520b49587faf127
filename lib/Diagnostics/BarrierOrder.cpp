//===--- BarrierOrder.cpp - What a barrier orders, for a reader -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/BarrierOrder.h"
#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Budgets/Budgets.h"
#include "Analysis/Expr/Term.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/Participation/Executions.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/Uniformity/Convergence.h"
#include "CudaModel/SourcePlace.h"
#include "Diagnostics/Explanation.h"
#include "Diagnostics/RaceMessages.h"
#include "Diagnostics/TimelineMessages.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

using namespace clang;

namespace warplint {

namespace {

/// Accesses to one object by their place in the source: the statement and its
/// line, and what it does.
using Accesses =
    std::map<std::pair<size_t, std::string>, std::set<llvm::StringRef>>;

struct OrderedObject {
  Accesses Before, After;
  size_t First = SIZE_MAX; ///< Place of the first access.
  bool IsWritten = false;
};

class OrderTelling {
public:
  explicit OrderTelling(const KernelFacts &Facts)
      : Facts(Facts), Words(Facts),
        Sources(Facts.context().getSourceManager()) {}

  std::string threads(const Event &Barrier) const;
  void addAccesses(const IntervalStep &Step, bool IsBefore);
  std::string objects() const;

private:
  std::string lineOf(SourceLocation Loc) const {
    return std::to_string(Sources.getExpansionLineNumber(Loc));
  }

  const KernelFacts &Facts;
  Explanation Words;
  const SourceManager &Sources;
  std::map<std::string, OrderedObject> Objects; ///< By name.
};

} // namespace

/// The block shape of mapOfBarrier.
static std::array<int64_t, 3> exampleBlockOf(const KernelFacts &Facts) {
  std::vector<const Term *> Branches;
  for (const Node *N : Facts.cfg().order())
    if (N->Branch)
      Branches.push_back(N->Branch);
  return scenarios::exampleBlock(Facts.terms().launch(),
                                 inputsOf(Branches, Facts.values()),
                                 Facts.assumptions());
}

/// "threads 0 to 31, 64": \p Ranks in ascending order.
static std::string ranksText(const std::vector<int64_t> &Ranks) {
  constexpr size_t MostRuns = 4;
  std::vector<std::string> Runs;
  for (size_t I = 0, End = 0; I < Ranks.size(); I = End) {
    for (End = I + 1; End < Ranks.size() && Ranks[End] == Ranks[End - 1] + 1;)
      ++End;
    Runs.push_back(
        std::to_string(Ranks[I]) +
        (End - I > 1 ? " to " + std::to_string(Ranks[End - 1]) : ""));
  }
  if (Runs.size() > MostRuns) {
    Runs.resize(MostRuns);
    Runs.push_back("...");
  }
  return (Ranks.size() == 1 ? "thread " : "threads ") + llvm::join(Runs, ", ");
}

std::string OrderTelling::threads(const Event &Barrier) const {
  Scope Of = Barrier.Op->Scope;
  std::string Text = "orders ";
  if (Barrier.Op->Participants == Participation::Counted)
    Text += "the threads that arrive at it";
  else if (Of <= Scope::Warp)
    Text += "lanes of a warp";
  else
    Text += "all threads of the " + nameOf(Of).str();
  std::array<int64_t, 3> Block = exampleBlockOf(Facts);
  participation::Execution Reach =
      participation::executionOf(Facts, Barrier, Block);
  if (Reach.Who == participation::Execution::Kind::Everyone)
    return Text;
  if (Reach.Who == participation::Execution::Kind::Some) {
    std::vector<int64_t> Ranks;
    for (const ThreadOfBlock &T : Reach.Threads)
      Ranks.push_back(T.rank());
    llvm::sort(Ranks);
    if (int64_t(Ranks.size()) == Block[0] * Block[1] * Block[2])
      return Text;
    Text += "; in a block of " + triple(Block) + ", " +
            (Ranks.empty() ? "no thread reaches" : ranksText(Ranks)) +
            (Ranks.size() == 1  ? " reaches"
             : Ranks.size() > 1 ? " reach"
                                : "") +
            " it";
  } else {
    Text += "; some of them may not reach it";
  }
  auto Dividing = Facts.convergence().divergentControls(
      *Barrier.At, Of == Scope::Grid ? Scope::Grid : Scope::Block);
  if (!Dividing.empty() && Dividing.front()->condition()) {
    MessagePlace At = Words.inUserCode(Dividing.front()->owner(),
                                       Dividing.front()->condition());
    Text += ", by `" + sourceOf(*At.Site, Facts.context()) + "` in line " +
            lineOf(At.Loc);
  }
  return Text;
}

void OrderTelling::addAccesses(const IntervalStep &Step, bool IsBefore) {
  for (unsigned I = Step.First; I < Step.Last; ++I) {
    const Event &E = Step.At->Events[I];
    if (!E.isAccess() || !E.Address)
      continue;
    for (const Term *Root : possibleRoots(E.Address, Facts.values())) {
      MemorySpace Space = memorySpaceOf(Root);
      if (Space == MemorySpace::Local || Space == MemorySpace::Constant)
        continue;
      MessagePlace At = Words.inUserCode(*E.Owner, E.Site);
      OrderedObject &Object = Objects[nameOfRoot(Root)];
      size_t Place = sourcePlace(Sources.getExpansionLoc(At.Loc), Sources);
      Object.First = std::min(Object.First, Place);
      Object.IsWritten |= E.writes();
      (IsBefore
           ? Object.Before
           : Object.After)[{Place, " `" + sourceOf(*At.Site, Facts.context()) +
                                       "` in line " + lineOf(At.Loc)}]
          .insert(verbOf(E));
    }
  }
}

static std::string listOf(const Accesses &All) {
  constexpr size_t Most = 3;
  std::vector<std::string> Shown;
  for (const auto &[Place, Verbs] : All)
    if (Shown.size() < Most)
      Shown.push_back(llvm::join(Verbs, " and ") + Place.second);
  std::string Text = llvm::join(Shown, ", ");
  if (All.size() > Most)
    Text += " and " + std::to_string(All.size() - Most) + " more";
  return Text;
}

std::string OrderTelling::objects() const {
  constexpr size_t Most = 6;
  std::map<size_t, std::string> Lines;
  for (const auto &[Name, Object] : Objects)
    if (Object.IsWritten && !Object.Before.empty() && !Object.After.empty())
      Lines[Object.First] += "\n- `" + Name + "`: before it " +
                             listOf(Object.Before) + "; behind it " +
                             listOf(Object.After);
  std::string Text;
  size_t Shown = 0;
  for (const auto &[Place, Line] : Lines)
    if (Shown++ < Most)
      Text += Line;
  if (Lines.size() > Most)
    Text += "\n- and " + std::to_string(Lines.size() - Most) + " more objects";
  return Lines.empty()
             ? "\n- no object is written and accessed on both sides of "
               "it, as far as is known"
             : Text;
}

std::string orderText(const KernelFacts &Facts,
                      llvm::ArrayRef<const Event *> Barrier) {
  OrderTelling Tell(Facts);
  auto IsBarrier = [&](const Event *E) {
    return llvm::is_contained(Barrier, E);
  };
  IntervalLimit Limit;
  Limit.Steps = Facts.budgets().forIntervals();
  for (const Interval &I :
       intervalsOf(Facts.cfg(), Facts.paths(), Facts.loopBarriers(),
                   ThreadPair(Barrier.front()->Op->Scope), Limit)) {
    for (unsigned From = 0; From < I.Steps.size(); ++From) {
      if (I.Start && IsBarrier(I.Start))
        Tell.addAccesses(I.Steps[From], /*IsBefore=*/false);
      auto EndsAtBarrier = [&](unsigned To) {
        const IntervalStep &Step = I.Steps[To];
        return Step.Last < Step.At->Events.size() &&
               IsBarrier(&Step.At->Events[Step.Last]) &&
               (From == To || I.leads(From, To, /*Around=*/true));
      };
      if (llvm::any_of(llvm::seq<unsigned>(0, I.Steps.size()), EndsAtBarrier))
        Tell.addAccesses(I.Steps[From], /*IsBefore=*/true);
    }
  }
  return Tell.threads(*Barrier.front()) + Tell.objects() +
         (Limit.LeftOut ? "\n- not all of the kernel was looked at" : "");
}

} // namespace warplint
