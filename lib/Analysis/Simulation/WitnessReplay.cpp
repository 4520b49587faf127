//===--- WitnessReplay.cpp - Two threads of a race, run once more ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Simulation/WitnessReplay.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/Simulation/ConcreteExecutor.h"
#include "Assumptions/SampleSizes.h"

using namespace clang;

namespace warplint::simulation {

const void *typeRead(const LoadTerm &Load) {
  const auto *Site = dyn_cast_or_null<Expr>(Load.site());
  return Site ? Site->getType()
                    .getCanonicalType()
                    .getUnqualifiedType()
                    .getAsOpaquePtr()
              : nullptr;
}

namespace {

/// The loads of a kernel by where they are made. A fact of one kernel.
class LoadsBySite {
public:
  explicit LoadsBySite(const KernelFacts &Facts) {
    walkTerms(Facts.values().programTerms(), [&](const Term &Part) {
      if (const auto *Load = dyn_cast<LoadTerm>(&Part))
        Loads[{Load->callContext(), Load->site()}].push_back(Load);
      return Walk::Enter;
    });
  }

  llvm::ArrayRef<const LoadTerm *> of(const Event &Read) const {
    auto Found = Loads.find({Read.Owner, Read.Site});
    if (Found == Loads.end())
      return {};
    return Found->second;
  }

private:
  /// Looked up, never iterated.
  llvm::DenseMap<std::pair<const CallContext *, const Stmt *>,
                 llvm::SmallVector<const LoadTerm *, 1>>
      Loads;
};

/// One time that a thread reaches its access: how often it had passed the
/// start of the interval, and the address.
using Visit = std::pair<unsigned, int64_t>;

class ReplayedRun : ConcreteExecutor {
public:
  ReplayedRun(ExecutedKernel &Kernel, const ReplayedWitness &Of,
              const ReplayedThread &Thread, uint64_t &StepsLeft);

  void run() { IsExact &= walk(); }

  std::set<Visit> Visits;
  /// Every value that decided something, and every address, was known and not
  /// chosen for this thread.
  bool IsExact = true;
  /// A branch whose condition is unknown was taken towards the access, or let
  /// a loop end.
  bool IsGuided = false;

private:
  std::optional<int64_t> agreed(const Term *T) override {
    return valueOf(T, Thread.Self);
  }
  std::optional<bool> holds(const Term *Condition) override;
  bool pass(const Event &E) override;
  void take(llvm::ArrayRef<Joining> Joins) override;
  const Node *chosen(const Node &N) override;
  void skipped(const Node &N) override;
  void read(const Event &E);
  void visit();
  bool isChosen(const Term *T, bool IsAddress);
  void measurePaths();

  const ReplayedWitness &Of;
  const ReplayedThread &Thread;
  const LoadsBySite &Loads;
  /// What chosen values have led to.
  llvm::DenseSet<const Term *> Chosen;
  /// The last barrier, null before the first, and how often the interval began.
  const Event *Last = nullptr;
  unsigned Began = 0;
  /// By id of a node: the nodes on the shortest path from it to the access; 0
  /// if there is none.
  std::vector<unsigned> ToAccess;
  llvm::DenseMap<const Node *, unsigned> TakenUnknown;
};

} // namespace

ReplayedRun::ReplayedRun(ExecutedKernel &Kernel, const ReplayedWitness &Of,
                         const ReplayedThread &Thread, uint64_t &StepsLeft)
    : ConcreteExecutor(Kernel, Of.Given, StepsLeft), Of(Of), Thread(Thread),
      Loads(Facts.get<LoadsBySite>()) {
  for (auto [T, Value] : Thread.Chosen) {
    Now[T] = Value;
    Chosen.insert(T);
  }
}

/// A value that was chosen for this thread, or where an object begins, is part
/// of \p T; of an address the object is none. What lanes exchange was computed
/// with the values of this one.
bool ReplayedRun::isChosen(const Term *T, bool IsAddress) {
  return !walkTerms(T, [&](const Term &Part) {
    if (Chosen.count(&Part) ||
        (!IsAddress && Of.Given.count(&Part) &&
         (isa<VariableTerm, LocalTerm, TemporaryTerm, ReturnTerm>(Part) ||
          (isa<ParameterTerm>(Part) && !cast<ParameterTerm>(Part)
                                            .decl()
                                            ->getType()
                                            ->isIntegralOrEnumerationType()))))
      return Walk::Stop;
    if (isa<ResultTerm>(Part) && anyPartOf(&Part, [](const Term &Of) {
          return isa<LoadTerm, OpaqueTerm, PhiTerm>(Of);
        }))
      return Walk::Stop;
    return isa<LoadTerm, ResultTerm, OpaqueTerm, PhiTerm>(Part) ? Walk::Skip
                                                                : Walk::Enter;
  });
}

std::optional<bool> ReplayedRun::holds(const Term *Condition) {
  auto Value = agreed(Condition);
  if (!Value)
    return std::nullopt;
  IsExact &= !isChosen(Condition, /*IsAddress=*/false);
  return *Value != 0;
}

void ReplayedRun::take(llvm::ArrayRef<Joining> Joins) {
  llvm::SmallVector<bool, 8> AreChosen;
  for (const auto &[Phi, Reaching] : Joins)
    AreChosen.push_back(Reaching && isChosen(Reaching, /*IsAddress=*/true));
  ConcreteExecutor::take(Joins);
  for (const auto &[Join, IsChosen] : llvm::zip(Joins, AreChosen))
    if (IsChosen)
      Chosen.insert(Join.first);
    else
      Chosen.erase(Join.first);
}

/// What is read now is not what was read in the iteration before.
void ReplayedRun::read(const Event &E) {
  for (const LoadTerm *Load : Loads.of(E)) {
    if (Thread.Chosen.count(Load))
      continue;
    Now.erase(Load);
    auto At = agreed(Load->address());
    auto Held = At ? Of.Memory.find({*At, typeRead(*Load)}) : Of.Memory.end();
    if (Held != Of.Memory.end())
      Now[Load] = Held->second;
  }
}

void ReplayedRun::visit() {
  auto Happens = happens(*Thread.Access);
  if (Happens && !*Happens)
    return;
  auto At = agreed(Thread.Access->Address);
  IsExact &= Happens && At && !isChosen(Thread.Access->Address, true);
  if (At && Last == Of.In->Start)
    Visits.insert({Began, *At});
}

bool ReplayedRun::pass(const Event &E) {
  if (maySeparate(E, Of.In->Threads)) {
    auto Happens = happens(E);
    IsExact &= Happens.has_value() && !E.isUnknown();
    if (Happens.value_or(true)) {
      Last = &E;
      Began += &E == Of.In->Start;
    }
    return true;
  }
  if (!E.isAccess())
    return true;
  if (E.Access == AccessKind::Read)
    read(E);
  if (&E == Thread.Access)
    visit();
  return true;
}

/// Breadth first from the access.
void ReplayedRun::measurePaths() {
  ToAccess.assign(Facts.cfg().nodes().size(), 0);
  const Node *To = Thread.Access->At;
  ToAccess[To->id()] = 1;
  std::vector<const Node *> Work{To};
  for (size_t I = 0; I < Work.size(); ++I)
    for (const Node *From : Work[I]->predecessors())
      if (From->Reached && Facts.paths().contains(*From) &&
          !ToAccess[From->id()]) {
        ToAccess[From->id()] = ToAccess[Work[I]->id()] + 1;
        Work.push_back(From);
      }
}

const Node *ReplayedRun::chosen(const Node &N) {
  if (ToAccess.empty())
    measurePaths();
  IsGuided = true;
  IsExact = false;
  // Nobody knows how often a loop goes on: not for ever.
  bool Leads = ++TakenUnknown[&N] <= samples::TurnsOfUnknownLoops;
  const Node *Best = nullptr;
  for (const ViewNode *To : Facts.paths().successors(N)) {
    auto Far = [&](const Node *Of) {
      return ToAccess[Of->id()] ? ToAccess[Of->id()] : ~0u;
    };
    if (!Best || (Far(To->Of) < Far(Best)) == Leads)
      Best = To->Of;
  }
  return Best;
}

/// How often the loop has run is unknown then, and with it what it counts.
void ReplayedRun::skipped(const Node &N) {
  const Loop *Around = Facts.loops().innermost(N, N);
  if (!Around ||
      llvm::all_of(Facts.paths().successors(N), [&](const ViewNode *To) {
        return Around->contains(*To->Of);
      }))
    return;
  IsGuided = true;
  IsExact = false;
}

Replay replay(const ReplayedWitness &Of, const KernelFacts &Facts,
              uint64_t &Steps) {
  ExecutedKernel Kernel(Facts, [&](const Event &E) {
    return &E == Of.Threads[0].Access || &E == Of.Threads[1].Access ||
           maySeparate(E, Of.In->Threads);
  });
  ReplayedRun One(Kernel, Of, Of.Threads[0], Steps);
  One.run();
  ReplayedRun Other(Kernel, Of, Of.Threads[1], Steps);
  Other.run();
  for (const auto &[Began, Address] : One.Visits) {
    auto Next = Other.Visits.upper_bound(
        {Began, Address - int64_t(Of.Threads[1].Access->Bytes)});
    if (Next != Other.Visits.end() && Next->first == Began &&
        Next->second < Address + Of.Threads[0].Access->Bytes)
      return One.IsGuided || Other.IsGuided ? Replay::Unknown : Replay::Meets;
  }
  return One.IsExact && Other.IsExact ? Replay::Misses : Replay::Unknown;
}

} // namespace warplint::simulation
