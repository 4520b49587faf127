//===--- UnwrittenElements.cpp - Elements that nobody writes --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/UninitializedShared/UnwrittenElements.h"
#include "Analysis/Expr/ConditionParts.h"
#include "Analysis/Expr/LinearSum.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/LoopEvolution/IterationValues.h"
#include "Analysis/LoopEvolution/LoopEvolution.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Assumptions/Assumptions.h"
#include "Support/Checked.h"
#include "Target/Limits.h"

using namespace clang;

namespace warplint::uninitialized {

/// Who has written a byte.
enum Writer : int32_t {
  Nobody = -1,
  Anybody = -2 ///< Several threads, or one that may have done so in time.
  /// Otherwise the rank of the only thread, which has read before.
};

class Coverage {
public:
  Coverage(int64_t Size, const KernelFacts &Facts)
      : Size(Size), Facts(Facts), Run(Facts.values(), None),
        Steps(Facts.budgets().FootprintSteps / 8, Facts.work(), /*PerStep=*/2),
        Written(size_t(Size), Nobody), Open(size_t(Size)) {
    const LaunchExtents &Launch = Facts.terms().launch();
    Threads = threadsOf({Launch.Block[0], Launch.Block[1], Launch.Block[2]});
  }

  bool add(const Event &Write, bool Later);
  bool misses(const Event &Read, bool InFirstIteration);

private:
  /// Nothing if \p Branch cannot be run for a thread.
  std::optional<bool> leadsTo(const Node &Branch, const Node &N,
                              const ThreadOfBlock &Self,
                              const ThreadValues &Run) const;
  bool staysAway(const Node &N, const ThreadOfBlock &Self,
                 const GivenValues &Iteration) const;
  bool reachesRead(const Event &Read, const ThreadOfBlock &Self,
                   const GivenValues &Iteration,
                   const CountedLoops &Counted) const;
  bool breaksOff(const Node &N, const ThreadOfBlock &Self,
                 const ThreadValues &Run, const CountedLoops &Counted) const;
  bool isMissing(int64_t First, int64_t Bytes, const ThreadOfBlock &Self) const;
  /// What an iteration adds to the only loop variable of \p At, 0 if there is
  /// none; nothing if it is not known, or if there are several.
  std::optional<int64_t> strideOf(const AccessPath &At,
                                  const ThreadOfBlock &Self) const;
  void write(int64_t First, int64_t Bytes, int64_t Stride, int32_t By);

  int64_t Size;
  const KernelFacts &Facts;
  GivenValues None;
  ThreadValues Run;
  StepBudget Steps; ///< Of enumerated iterations.
  std::vector<ThreadOfBlock> Threads;
  std::vector<int32_t> Written;
  size_t Open; ///< Bytes that not anybody has written.
};

std::optional<bool> Coverage::leadsTo(const Node &Branch, const Node &N,
                                      const ThreadOfBlock &Self,
                                      const ThreadValues &Run) const {
  auto Successor = Facts.paths().successorTo(Branch, N);
  if (!Successor || !Branch.Branch || Branch.successors().size() != 2)
    return std::nullopt;
  auto Outcome = Run.run(Branch.Branch, Self);
  if (!Outcome)
    return std::nullopt;
  return (*Outcome != 0) == (*Successor == 0);
}

std::optional<int64_t> Coverage::strideOf(const AccessPath &At,
                                          const ThreadOfBlock &Self) const {
  int64_t Stride = 0;
  for (const auto &[Step, StepSize] : At.Steps) {
    const Term *Counter = nullptr;
    bool Several = false;
    walkTerms(Step, [&](const Term &Part) {
      if (!isa<PhiTerm>(Part))
        return Walk::Enter;
      Several |= Counter != nullptr;
      Counter = &Part;
      return Walk::Skip;
    });
    if (!Counter)
      continue;
    const Induction *Loop = Facts.values().inductions().find(Counter);
    int64_t Factor = Summands(Step).timesOf(Counter);
    if (Several || Stride || !Loop || Loop->K != Induction::Kind::Added ||
        !Factor)
      return std::nullopt;
    auto Added = Run.run(Loop->Step, Self);
    if (!Added || !*Added)
      return std::nullopt;
    base::Checked Whole = base::Checked(Added) * Factor * StepSize;
    if (!Whole)
      return std::nullopt;
    Stride = *Whole;
  }
  return Stride;
}

void Coverage::write(int64_t First, int64_t Bytes, int64_t Stride, int32_t By) {
  // Iterations that guards leave out can lie before or behind the object.
  int64_t At = First, Step = base::absolute(Stride).orElse(Size);
  if (Stride > 0 && At < 0)
    At = base::euclideanModulo(At, Step);
  if (Stride < 0 && At >= Size)
    At = Size - 1 - base::euclideanModulo(Size - 1 - At, Step);
  for (; At >= 0 && At < Size; At = (base::Checked(At) + Stride).orElse(Size)) {
    for (int64_t Byte = At; Byte < std::min(At + Bytes, Size); ++Byte) {
      int32_t &Known = Written[size_t(Byte)];
      bool WasOpen = Known != Anybody;
      Known = Known == Nobody || Known == By ? By : int32_t(Anybody);
      Open -= WasOpen && Known == Anybody;
    }
    if (!Stride)
      return;
  }
}

/// Blocks differ on \p T: what one of them does not write, another may.
static bool differsByBlock(const Term *T) {
  return findPart(T, [](const Term &Part) {
    return Part.isIdentity(IdentityKind::BlockIdx) ||
           Part.isIdentity(IdentityKind::BlockRankInGrid) ||
           Part.isIdentity(IdentityKind::ThreadRankInGrid) ||
           Part.isIdentity(IdentityKind::Opaque);
  });
}

/// Where \p Self stands, or what the iteration is, keeps it from \p N. A loop
/// whose iteration is not given counts as making every one.
bool Coverage::staysAway(const Node &N, const ThreadOfBlock &Self,
                         const GivenValues &Iteration) const {
  ThreadValues Then(Facts.values(), Iteration);
  return llvm::any_of(Facts.evolution().conditionsAt(N),
                      [&](const ConditionPart &Part) {
                        if (differsByBlock(Part.Says) ||
                            findPart(Part.Says, [&](const Term &T) {
                              return isa<PhiTerm>(T) && !Iteration.count(&T);
                            }))
                          return false;
                        auto Outcome = Then.run(Part.Says, Self);
                        return Outcome && (*Outcome != 0) != Part.Holds;
                      });
}

bool Coverage::add(const Event &Write, bool Later) {
  if (!Open)
    return true;
  auto At = locate(Write.Address);
  if (!At || !At->Fields.empty() || !Write.Bytes)
    return false;
  CountedLoops Counted = countedLoops(*At, *Write.At, Facts.evolution());
  for (const ThreadOfBlock &Self : Threads) {
    int32_t By = Later ? int32_t(Self.rank()) : int32_t(Anybody);
    bool IsKnown = true;
    bool AllIterations =
        forEachIteration(Counted, Self, Facts.evolution(), Steps,
                         [&](const GivenValues &Iteration) {
                           if (staysAway(*Write.At, Self, Iteration))
                             return true;
                           auto First = At->offset(
                               ThreadValues(Facts.values(), Iteration), Self);
                           if (First)
                             write(*First, Write.Bytes, 0, By);
                           return IsKnown = First.has_value();
                         });
    if (!IsKnown)
      return false;
    // How often a loop runs does not count: each iteration is taken to write.
    if (AllIterations || staysAway(*Write.At, Self, None))
      continue;
    auto First = At->offset(Run, Self);
    auto Stride = strideOf(*At, Self);
    if (!First || !Stride)
      return false;
    if (*Stride && !Facts.assume(Assumption::FullLoops))
      continue;
    write(*First, Write.Bytes, *Stride, By);
  }
  return true;
}

/// Nothing but what was passed to the kernel keeps it from being known.
static bool asksForParameters(const Term *T, const Evaluation &Values) {
  return !anyPartOf(T, Values, [](const Term &Part) {
    return isa<SiteTerm, UndefinedTerm>(Part);
  });
}

/// Variables in \p T that \p Iteration does not give are those of loops around
/// \p N, with the value that they have in the first iteration.
static bool isOfLoopsAround(const Term *T, const Node &N,
                            const GivenValues &Iteration,
                            const KernelFacts &Facts) {
  return !findPart(T, [&](const Term &Part) {
    const auto *Phi = dyn_cast<PhiTerm>(&Part);
    return Phi && !Iteration.count(Phi) &&
           !Facts.loops().contains(*Phi->node(), N);
  });
}

/// As far as the numbers that were passed allow.
bool Coverage::reachesRead(const Event &Read, const ThreadOfBlock &Self,
                           const GivenValues &Iteration,
                           const CountedLoops &Counted) const {
  ThreadValues Run(Facts.values(), Iteration);
  return llvm::all_of(
      Facts.paths().allControls(*Read.At), [&](const Node *Branch) {
        if (llvm::any_of(Counted.Around,
                         [&](const Loop *Of) { return Of->Header == Branch; }))
          return true;
        if (Branch->Branch &&
            !isOfLoopsAround(Branch->Branch, *Branch, Iteration, Facts))
          return false;
        auto Leads = leadsTo(*Branch, *Read.At, Self, Run);
        return Leads ? *Leads
                     : Branch->Branch &&
                           asksForParameters(Branch->Branch, Facts.values());
      });
}

/// A test other than the loop's own keeps \p Self from \p N, and may have ended
/// one of the loops: no later iteration is certain.
bool Coverage::breaksOff(const Node &N, const ThreadOfBlock &Self,
                         const ThreadValues &Run,
                         const CountedLoops &Counted) const {
  return llvm::any_of(Facts.paths().allControls(N), [&](const Node *Branch) {
    return llvm::any_of(Counted.Around, [&](const Loop *Of) {
      return Of->Header != Branch && Of->contains(*Branch) &&
             llvm::any_of(
                 Branch->successors(),
                 [&](const Node *Next) { return !Of->contains(*Next); }) &&
             leadsTo(*Branch, N, Self, Run) != true;
    });
  });
}

bool Coverage::isMissing(int64_t First, int64_t Bytes,
                         const ThreadOfBlock &Self) const {
  if (First < 0 || First + Bytes > Size)
    return false;
  int32_t By = Written[size_t(First)];
  return By == Nobody || By == Self.rank();
}

bool Coverage::misses(const Event &Read, bool InFirstIteration) {
  if (!Open)
    return false;
  auto At = locate(Read.Address);
  if (!At || !At->Fields.empty() || Read.Under || !Read.Bytes)
    return false;
  CountedLoops Counted;
  if (!InFirstIteration)
    Counted = countedLoops(*At, *Read.At, Facts.evolution());
  for (const ThreadOfBlock &Self : Threads) {
    bool Missing = false;
    auto Try = [&](const GivenValues &Iteration, const CountedLoops &Of) {
      ThreadValues Then(Facts.values(), Iteration);
      auto First = At->offset(Then, Self);
      Missing = First && isMissing(*First, Read.Bytes, Self) &&
                reachesRead(Read, Self, Iteration, Of);
      return !Missing && !breaksOff(*Read.At, Self, Then, Of);
    };
    // The rounds up to the first that is not certain; the first one at least.
    forEachIteration(
        Counted, Self, Facts.evolution(), Steps,
        [&](const GivenValues &Iteration) { return Try(Iteration, Counted); });
    if (!Missing && llvm::all_of(At->Steps, [&](const auto &Step) {
          return isOfLoopsAround(Step.first, *Read.At, None, Facts);
        }))
      Try(None, {});
    if (Missing)
      return true;
  }
  return false;
}

WrittenElements::WrittenElements(int64_t ObjectSize, const KernelFacts &Facts) {
  if (Facts.terms().launch().blockSize() && ObjectSize > 0 &&
      ObjectSize <= MaxSharedBytesPerMultiprocessor)
    Inside = std::make_unique<Coverage>(ObjectSize, Facts);
}

WrittenElements::~WrittenElements() = default;

bool WrittenElements::add(const Event &Write, bool Later) {
  return Inside && Inside->add(Write, Later);
}

bool WrittenElements::misses(const Event &Read, bool InFirstIteration) {
  return Inside && Inside->misses(Read, InFirstIteration);
}

} // namespace warplint::uninitialized
