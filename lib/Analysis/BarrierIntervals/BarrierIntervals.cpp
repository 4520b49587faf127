//===--- BarrierIntervals.cpp - Code between two barriers -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/BarrierIntervals/NextIterations.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "CudaModel/Separation.h"
#include "Planted/Faults.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>
#include <tuple>
#include <utility>

namespace warplint {

//===----------------------------------------------------------------------===//
// What separates
//===----------------------------------------------------------------------===//

bool maySeparate(const Event &E, ThreadPair Threads) {
  if (E.isUnknown())
    return true;
  if (!E.isSync())
    return false;
  if (Threads.Wider && Threads.Wider->contains(&E))
    return true;
  switch (separationOf(*E.Op, Threads.Common)) {
  case Separation::None:
    return false;
  case Separation::Participants:
  case Separation::Everyone:
    return !Threads.NotShared || !Threads.NotShared->contains(&E);
  }
  llvm_unreachable("all separations are handled");
}

/// Index of \p E among the events of its node.
static size_t positionOf(const Event &E) { return &E - E.At->Events.data(); }

CommonIntervals::CommonIntervals(const CfgView &View, ThreadPair Threads,
                                 const LoopEvolution *Evolution,
                                 const LoopHeaders *Entered)
    : View(View), Threads(Threads), Evolution(Evolution), Entered(Entered),
      Separators(View.nodeCount()), Behind(View.nodeCount()) {
  if (Evolution)
    Decisions.emplace(View, Evolution->values(), Evolution->arena());
}

/// The position of the first event of \p N at \p Position or behind it that may
/// separate; the number of events if there is none.
unsigned CommonIntervals::separatorFrom(const Node &N,
                                        unsigned Position) const {
  std::vector<unsigned> &Next = Separators[N.id()];
  if (Next.empty()) {
    unsigned Count = N.Events.size();
    Next.resize(Count + 1, Count);
    for (unsigned I = Count; I-- > 0;)
      Next[I] = maySeparate(N.Events[I], Threads) ? I : Next[I + 1];
  }
  return Next[Position];
}

/// The head of the largest loop in whose first iteration a path is that goes on
/// from \p From to \p To, and was in that of \p Anew before; null if there is
/// none.
const Node *CommonIntervals::anewAt(const Node &To, const Node &From,
                                    const Node *Anew) const {
  const Loops &All = Evolution->loops();
  if (Anew && &To != Anew && All.contains(*Anew, To))
    return Anew;
  bool Enters = All.headedBy(To) && !All.contains(To, From);
  return Enters ? &To : nullptr;
}

/// A path that reaches \p To from \p From goes on in the loop of \p To.
bool CommonIntervals::mustEnterAt(const Node &To, const Node &From) const {
  return Entered && Entered->count(&To) &&
         !Evolution->loops().contains(To, From);
}

namespace {
/// Where a path is, seen from the loop around its start whose next iteration is
/// known.
enum class InIteration : uint8_t { Same, Next, Other };
} // namespace

/// Where a path is at \p To that was at \p Before in the node before.
static InIteration iterationAt(const Node &To, InIteration Before,
                               const NextIteration &Known) {
  if (Before == InIteration::Other || !Known.Of->contains(To))
    return InIteration::Other;
  if (&To != Known.Of->Header)
    return Before;
  return Before == InIteration::Same ? InIteration::Next : InIteration::Other;
}

/// By \p Known, no path in \p Iteration goes to \p To from \p From.
static bool isKeptFrom(const Node &To, const Node &From, InIteration Iteration,
                       const NextIteration &Known) {
  if (Iteration != InIteration::Next)
    return false;
  const Node *Only = Known.Only.lookup(&From);
  return Only && Only != &To;
}

/// The numbers of the nodes to whose start unseparated paths come from the end
/// of \p N.
const llvm::BitVector &CommonIntervals::behind(const Node &N) const {
  llvm::BitVector &Found = Behind[N.id()];
  if (!Found.empty())
    return Found;
  auto Walk = [&](const NextIteration &Known) {
    llvm::BitVector Passed(View.nodeCount());
    // With IntervalStep::Anew, and the header of a loop that the path goes on
    // in.
    using Decision = const BranchCorrelation::Decision *;
    using Place = std::tuple<const Node *, const Node *, InIteration, Decision,
                             const Node *>;
    llvm::DenseSet<Place> Seen;
    llvm::SmallVector<Place, 32> Work{
        {&N, nullptr, Known.Of ? InIteration::Same : InIteration::Other,
         nullptr, nullptr}};
    while (!Work.empty()) {
      auto [From, Anew, Iteration, Decided, Enters] = Work.pop_back_val();
      if (!View.contains(*From))
        continue;
      for (const ViewNode *Next : View.successors(*From)) {
        const Node &To = *Next->Of;
        if (isKeptFrom(To, *From, Iteration, Known) ||
            !BranchCorrelation::mayTake(*From, To, Decided) ||
            (Enters && !Evolution->loops().contains(*Enters, To)) ||
            (Anew && !Evolution->mayTakeInFirst(*Anew, *From, To)))
          continue;
        Place Then{&To, Evolution ? anewAt(To, *From, Anew) : nullptr,
                   iterationAt(To, Iteration, Known),
                   Decisions ? Decisions->after(*From, To, Decided) : nullptr,
                   mustEnterAt(To, *From) ? &To : nullptr};
        if (!Seen.insert(Then).second)
          continue;
        Passed.set(To.id());
        if (separatorFrom(To, 0) == To.Events.size())
          Work.push_back(Then);
      }
    }
    return Passed;
  };
  std::vector<NextIteration> Iterations;
  if (Evolution && View.contains(N))
    Iterations = nextIterationsAfter(N, *Evolution, View);
  if (Iterations.empty())
    Iterations.emplace_back();
  // By what is known of each of the loops, a path has to be one.
  Found = Walk(Iterations.front());
  for (const NextIteration &Known : llvm::drop_begin(Iterations))
    Found &= Walk(Known);
  return Found;
}

bool CommonIntervals::leads(const Event &From, const Event &To) const {
  size_t Position = positionOf(To);
  unsigned End = separatorFrom(*From.At, positionOf(From) + 1);
  if (From.At == To.At && &From < &To && Position <= End)
    return true;
  return End == From.At->Events.size() &&
         Position <= separatorFrom(*To.At, 0) &&
         behind(*From.At).test(To.At->id());
}

//===----------------------------------------------------------------------===//
// Intervals
//===----------------------------------------------------------------------===//

const IntervalStep *Interval::find(const Event &E) const {
  for (const IntervalStep &Step : Steps)
    if (Step.holds(E))
      return &Step;
  return nullptr;
}

bool Interval::leads(unsigned From, unsigned To, bool Around) const {
  auto [Known, New] = Behind.try_emplace({From, Around});
  std::vector<bool> &Reached = Known->second;
  if (!New)
    return Reached[To];
  Reached.resize(Steps.size(), false);
  Reached[From] = true;
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (unsigned S = Around ? 0 : From + 1; S < Steps.size(); ++S) {
      if (Reached[S])
        continue;
      bool Now = llvm::any_of(
          Steps[S].From, [&](const auto &Edge) { return Reached[Edge.From]; });
      if (Around)
        Now |= llvm::any_of(Steps[S].Back,
                            [&](unsigned From) { return Reached[From]; });
      Reached[S] = Now;
      Changed |= Now && Around;
    }
  }
  return Reached[To];
}

/// The steps behind \p Behind from which forward paths lead to one of \p To,
/// those included.
static llvm::BitVector leadingTo(llvm::ArrayRef<unsigned> To, int Behind,
                                 llvm::ArrayRef<IntervalStep> Steps) {
  llvm::BitVector Found(Steps.size());
  llvm::SmallVector<unsigned, 16> Work(To);
  while (!Work.empty()) {
    unsigned At = Work.pop_back_val();
    if (int(At) <= Behind || Found.test(At))
      continue;
    Found.set(At);
    for (const IntervalStep::Edge &Edge : Steps[At].From)
      Work.push_back(Edge.From);
  }
  return Found;
}

std::vector<unsigned> Interval::stepsBefore(unsigned To) const {
  llvm::BitVector Found = leadingTo(To, -1, Steps);
  Found.reset(To);
  return {Found.set_bits_begin(), Found.set_bits_end()};
}

llvm::ArrayRef<unsigned> Interval::loopsAt(unsigned Step) const {
  if (Loops.empty()) {
    Loops.resize(Steps.size());
    for (unsigned Head = 0; Head < Steps.size(); ++Head) {
      if (Steps[Head].isLoopHead())
        Loops[Head].push_back(Head);
      auto Note = [&](unsigned Step) {
        if (Loops[Step].empty() || Loops[Step].back() != Head)
          Loops[Step].push_back(Head);
      };
      for (unsigned Latch : Steps[Head].Back) {
        Note(Latch);
        if (Steps[Latch].From.size() == 1)
          Note(Steps[Latch].From.front().From);
      }
    }
  }
  return Loops[Step];
}

bool Interval::reachesBackEdge(unsigned Step, unsigned Head) const {
  llvm::BitVector &Body = Bodies[Head];
  if (Body.empty())
    Body = leadingTo(Steps[Head].Back, int(Head), Steps);
  return Body.test(Step);
}

/// \p E is the first half of a barrier that both threads pass.
static bool isSplitArrival(const Event &E, ThreadPair Threads) {
  return E.isSync(SyncKind::BarrierArrive) &&
         E.Op->Participants == Participation::AllOfScope &&
         E.Op->Scope >= Threads.Common;
}

namespace {

/// Walks from one start, depth first; the order is the reverse of that in which
/// steps are left.
class IntervalBuilder {
public:
  /// \p Separated: results of isAlwaysSeparated(), kept for all intervals.
  IntervalBuilder(const CfgView &View, const LoopBarriers &Iterations,
                  ThreadPair Threads, std::map<const Loop *, bool> &Separated)
      : View(View), Iterations(Iterations), AllLoops(Iterations.loops()),
        Threads(Threads), Separated(Separated) {}

  /// With \p PastWait, the wait that belongs to \p Start, an arrival, ends
  /// nothing; the next arrival does.
  Interval run(const Event *Start, const Node &At, unsigned First,
               bool PastWait = false) {
    this->PastWait = PastWait;
    Interval Result;
    Result.Start = Start;
    Result.Threads = Threads;
    Opening = Start ? &At : nullptr;
    visit(At, First);
    std::vector<unsigned> Position(Found.size());
    for (unsigned I = 0; I < Left.size(); ++I)
      Position[Left[I]] = Left.size() - 1 - I;
    Result.Steps.resize(Found.size());
    for (unsigned I = 0; I < Found.size(); ++I)
      Result.Steps[Position[I]] = Found[I];
    for (const auto &[From, To, Successor] : Edges) {
      IntervalStep &Target = Result.Steps[Position[To]];
      if (Position[From] < Position[To])
        Target.From.push_back({Position[From], Successor});
      else
        Target.Back.push_back(Position[From]);
    }
    return Result;
  }

private:
  /// A step that is being visited.
  struct Visit {
    unsigned Step;
    unsigned Successor = 0; ///< The next one to look at.
    /// Step that the successor before leads to, which was visited since.
    std::optional<unsigned> Entered = std::nullopt;
  };

  void visit(const Node &At, unsigned First) {
    llvm::SmallVector<Visit, 32> Work;
    Work.push_back({open(At, First, nullptr).first});
    while (!Work.empty()) {
      Visit &Now = Work.back();
      const Node &N = *Found[Now.Step].At;
      if (auto To = std::exchange(Now.Entered, std::nullopt))
        Edges.push_back({Now.Step, *To, Now.Successor - 1});
      while (Now.Successor < N.successors().size() &&
             !leaves(Now.Step, Now.Successor))
        ++Now.Successor;
      if (Now.Successor == N.successors().size()) {
        Left.push_back(Now.Step);
        Work.pop_back();
        continue;
      }
      const Node &Next = *N.successors()[Now.Successor++];
      auto [To, New] = open(Next, 0, anewAt(Next, Found[Now.Step]));
      Now.Entered = To;
      if (New)
        Work.push_back({To});
    }
  }

  /// Control goes on from \p Step along \p Successor within the interval.
  bool leaves(unsigned Step, unsigned Successor) const {
    const Node &At = *Found[Step].At;
    const Node &Next = *At.successors()[Successor];
    if (planted(Fault::NextIteration) && AllLoops.contains(Next, At))
      return false;
    return Found[Step].Last == At.Events.size() && View.contains(At) &&
           llvm::any_of(View.successors(At),
                        [&](const ViewNode *To) { return To->Of == &Next; }) &&
           !passesLoop(Found[Step], Next);
  }

  /// Whether the edge from \p From to \p Next leaves a loop that the interval
  /// has entered from outside, and in which every thread passes a node that
  /// ends the interval (LoopBarriers::isAlwaysSeparated).
  bool passesLoop(const IntervalStep &From, const Node &Next) const {
    for (const Loop *L = AllLoops.innermost(*From.At, *From.At);
         L && !L->contains(Next); L = L->Around) {
      bool IsEntered = !Opening || !L->contains(*Opening) ||
                       (From.Anew && AllLoops.contains(*From.Anew, *L->Header));
      if (!IsEntered)
        continue;
      auto [Known, New] = Separated.try_emplace(L);
      if (New)
        Known->second = Iterations.isAlwaysSeparated(*L, [&](const Node &N) {
          return llvm::any_of(N.Events,
                              [&](const Event &E) { return ends(E); });
        });
      if (Known->second)
        return true;
    }
    return false;
  }

  /// IntervalStep::Anew of \p Next, to which control comes from \p From.
  const Node *anewAt(const Node &Next, const IntervalStep &From) const {
    if (From.Anew && AllLoops.contains(*From.Anew, Next))
      return From.Anew;
    bool Enters = Opening && AllLoops.contains(Next, *Opening) &&
                  !AllLoops.contains(Next, *From.At);
    return Enters ? &Next : nullptr;
  }

  /// The step that starts with event \p First of \p At, and whether it is new.
  std::pair<unsigned, bool> open(const Node &At, unsigned First,
                                 const Node *Anew) {
    auto [Known, New] = Index.try_emplace({&At, First, Anew}, Found.size());
    if (New) {
      IntervalStep &Step = Found.emplace_back();
      Step.At = &At;
      Step.Anew = Anew;
      Step.First = Step.Last = First;
      while (Step.Last < At.Events.size() && !ends(At.Events[Step.Last]))
        ++Step.Last;
    }
    return {Known->second, New};
  }

  bool ends(const Event &E) const {
    if (!PastWait || !E.isSync())
      return maySeparate(E, Threads);
    if (isSplitArrival(E, Threads))
      return true;
    return E.Op->Kind != SyncKind::BarrierWait && maySeparate(E, Threads);
  }

  const CfgView &View;
  const LoopBarriers &Iterations;
  const Loops &AllLoops;
  ThreadPair Threads;
  bool PastWait = false;
  std::map<const Loop *, bool> &Separated;
  const Node *Opening = nullptr; ///< Of the start; null for the entry.
  std::vector<IntervalStep> Found;
  std::vector<unsigned> Left;
  std::vector<std::tuple<unsigned, unsigned, unsigned>> Edges;
  /// By the node, its first event and IntervalStep::Anew.
  llvm::DenseMap<std::tuple<const Node *, unsigned, const Node *>, unsigned>
      Index;
};

} // namespace

static void addInterval(std::vector<Interval> &All, IntervalLimit &Limit,
                        llvm::function_ref<Interval()> Make) {
  if (!Limit.Steps) {
    ++Limit.LeftOut;
    return;
  }
  All.push_back(Make());
  Limit.Steps -= std::min<uint64_t>(Limit.Steps, All.back().Steps.size());
}

std::vector<Interval> intervalsOf(const InlinedCFG &P, const CfgView &View,
                                  const LoopBarriers &Iterations,
                                  ThreadPair Threads) {
  IntervalLimit None;
  return intervalsOf(P, View, Iterations, Threads, None);
}

std::vector<Interval> intervalsOf(const InlinedCFG &P, const CfgView &View,
                                  const LoopBarriers &Iterations,
                                  ThreadPair Threads, IntervalLimit &Limit) {
  std::map<const Loop *, bool> Separated;
  std::vector<Interval> Result;
  auto Add = [&](const Event *Start, const Node &At, unsigned First) {
    addInterval(Result, Limit, [&] {
      return IntervalBuilder(View, Iterations, Threads, Separated)
          .run(Start, At, First);
    });
  };
  Add(nullptr, P.entry(), 0);
  for (const Event &E : P.events())
    if (View.contains(*E.At) && maySeparate(E, Threads))
      Add(&E, *E.At, unsigned(&E - E.At->Events.data()) + 1);
  return Result;
}

std::vector<Interval> splitIntervalsOf(const InlinedCFG &P, const CfgView &View,
                                       const LoopBarriers &Iterations,
                                       ThreadPair Threads,
                                       IntervalLimit &Limit) {
  std::map<const Loop *, bool> Separated;
  std::vector<Interval> Result;
  for (const Event &E : P.events())
    if (View.contains(*E.At) && isSplitArrival(E, Threads))
      addInterval(Result, Limit, [&] {
        return IntervalBuilder(View, Iterations, Threads, Separated)
            .run(&E, *E.At, unsigned(&E - E.At->Events.data()) + 1,
                 /*PastWait=*/true);
      });
  return Result;
}

} // namespace warplint
